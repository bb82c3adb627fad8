package line

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

var update = flag.Bool("update", false, "rewrite the golden dialogues")

// memory keeps games in a map and fails as disks do.
type memory map[string]*local.Session

func (m memory) Save(name string, s *local.Session, replace bool) ([]string, error) {
	if name == "full.cairn" {
		return nil, &fs.PathError{Op: "write", Path: name, Err: errors.New("no space left on device")}
	}
	if m[name] != nil && !replace {
		return nil, fs.ErrExist
	}
	r := s.Record()
	if _, err := r.Check(); err != nil {
		return nil, err
	}
	again, err := local.Open(r)
	m[name] = again
	return nil, err
}

func (m memory) Load(name string) (*local.Session, []string, error) {
	s, ok := m[name]
	if !ok {
		return nil, nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	again, err := local.Open(s.Record())
	return again, nil, err
}

// last is an opponent that plays the last legal move.
type last struct{ level int }

func (last) Choose(_ context.Context, p game.Position, _ play.Clocks) (game.Move, error) {
	moves := p.Moves(nil)
	return moves[len(moves)-1], nil
}

func (l *last) SetLevel(level int) error { l.level = level; return nil }
func (l *last) Levels() int              { return 10 }
func (l *last) Name() string             { return "" }

func (l *last) SetGame(g game.Game) error {
	return errors.New("Player 2 doesn’t play " + g.Name())
}

func (last) AcceptsDraw(context.Context, game.Position, game.Side, int) (bool, error) {
	return false, nil
}

func (last) Advise(_ context.Context, p game.Position) (Advice, error) {
	return Advice{Move: p.Moves(nil)[0]}, nil
}

func options(t *testing.T, id, seed, lang string) Options {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	c := i18n.New(lang).Report(func(lang, key, problem string) { t.Errorf("%s %s: %s", lang, key, problem) })
	return Options{
		Session: local.New(g.Start(seed)),
		Catalog: c,
		Files:   memory{},
		Board: func(w io.Writer, _ game.Position, _ game.Move, p game.Position) error {
			_, err := fmt.Fprintf(w, "[%s]\n", p)
			return err
		},
		New: func(g game.Game) *local.Session { return local.New(g.Start(seed)) },
	}
}

// TestDialogues runs what the .in files say and compares with the .out files
// beside them, which a reviewer can read. The first line of an .in file names
// game, seed, language and which side the computer plays, if any.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".in"), func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, input, _ := strings.Cut(string(script), "\n")
			words := strings.Fields(head)
			o := options(t, words[0], words[1], words[2])
			switch words[3] {
			case "first":
				o.Opponents[0] = &last{}
				o.Adviser = last{}
			case "second":
				o.Opponents[1] = &last{}
				o.Adviser = last{}
			}
			var out bytes.Buffer
			if err := Run(context.Background(), strings.NewReader(input), &out, o); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".in") + ".out"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got := out.String(); got != string(want) {
				t.Errorf("another dialogue than in %s (-update rewrites it):\n%s", golden, got)
			}
		})
	}
}

// TestWholeGames plays every game to its end by typing the first or a middle
// move of each list, and passes with an empty line.
func TestWholeGames(t *testing.T) {
	for _, g := range games.All() {
		for _, lang := range i18n.Languages() {
			var script strings.Builder
			p := g.Start("whole")
			for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
				m := moves[len(moves)/2]
				if g.Parts(m).Pass() {
					script.WriteString("\n")
				} else {
					script.WriteString(g.MoveText(m) + "\n")
				}
				p.PlayUnchecked(m)
			}
			o := options(t, g.ID(), "whole", lang.Code)
			var out bytes.Buffer
			if err := Run(context.Background(), strings.NewReader(script.String()), &out, o); err != nil {
				t.Fatal(err)
			}
			if got := o.Session.Position().String(); got != p.String() {
				t.Errorf("%s in %s ended at\n%s, want\n%s", g.ID(), lang.Code, got, p)
			}
			if over := o.Catalog.T("cli.over"); !strings.Contains(out.String(), over) {
				t.Errorf("%s in %s: the end was not told:\n%s", g.ID(), lang.Code, out.String())
			}
		}
	}
}

// TestInteractiveAsks checks that nothing is lost without a question.
func TestInteractiveAsks(t *testing.T) {
	o := options(t, "dvonn", "", "en")
	o.Interactive = true
	var out bytes.Buffer
	script := "e3\nquit\nn\nresign\nno\nnew\nn\nsave a.cairn\ne4\nload a.cairn\nn\nundo\nsave a.cairn\nsave! a.cairn\nquit\n"
	if err := Run(context.Background(), strings.NewReader(script), &out, o); err != nil {
		t.Fatal(err)
	}
	if want := "a.cairn exists; “save! a.cairn” replaces it."; strings.Count(out.String(), want) != 1 {
		t.Errorf("a file is replaced without being asked for:\n%s", out.String())
	}
	if o.Session.Ply() != 1 || o.Session.Outcome() != game.Ongoing {
		t.Errorf("the game was left or resigned:\n%s", out.String())
	}
	for _, question := range []string{"cli.confirm.quit", "cli.confirm.load", "tui.sure.new"} {
		if n := strings.Count(out.String(), o.Catalog.T(question)); n != 1 {
			t.Errorf("%s was asked %d times, want once:\n%s", question, n, out.String())
		}
	}
}

// Where the input of a terminal ends, what is said then stands on a line of its own.
func TestInputEndsAtPrompt(t *testing.T) {
	o := options(t, "dvonn", "", "en")
	o.Interactive = true
	var out bytes.Buffer
	if err := Run(context.Background(), strings.NewReader("e3\n"), &out, o); err != nil {
		t.Fatal(err)
	}
	if want := "\n" + o.Catalog.T("cli.input_ended"); !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

// FuzzLine types anything at all.
func FuzzLine(f *testing.F) {
	for _, s := range []string{"e3\nundo\nredo\n", "help\nwhy e3-e3\nlook\n", "save x\nload x\n", "level 11\nundo -1\nredo 99999999999999\n", "draw\ne3\ndraw w\naccept\nundo\nabort 1\n", "e3\nresign b\nundo\nredo\ndraw 3\ndecline\nclock\npause\nresume\n", "\x00\n,\n-\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, script string) {
		for _, id := range []string{"lyngk", "dvonn"} {
			g, err := games.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			o := Options{
				Session: local.New(g.Start("fuzz")), Catalog: i18n.New("en"), Files: memory{},
				Board: func(io.Writer, game.Position, game.Move, game.Position) error { return nil },
				New:   func(g game.Game) *local.Session { return local.New(g.Start("fuzz")) },
			}
			o.Opponents[1] = &last{}
			if err := Run(context.Background(), strings.NewReader(script), io.Discard, o); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestBoards counts how often the board is drawn: at the start and after every
// move of people at a terminal, always, never, and as the command says.
func TestBoards(t *testing.T) {
	for _, test := range []struct {
		name        string
		boards      Boards
		interactive bool
		script      string
		want        int
	}{
		{"a script", BoardsAuto, false, "e3\nf3\n", 1},
		{"people", BoardsAuto, true, "e3\nf3\n", 3},
		{"always", BoardsOn, false, "e3\nf3\nundo\n", 4},
		{"never", BoardsOff, true, "e3\nf3\nundo\n", 0},
		{"never, but asked for", BoardsOff, true, "e3\nshow\nboard\n", 2},
		{"turned on", BoardsOff, false, "e3\nboard on\nf3\n", 1},
		{"turned off", BoardsAuto, true, "e3\nBOARD off\nf3\n", 2},
		{"neither", BoardsAuto, false, "board maybe\n", 1},
	} {
		o := options(t, "dvonn", "boards", "en")
		o.Boards, o.Interactive = test.boards, test.interactive
		said := run(t, test.script, o)
		if got := strings.Count(said, " place]\n"); got != test.want {
			t.Errorf("%s: %d boards, want %d:\n%s", test.name, got, test.want, said)
		}
	}
	o := options(t, "dvonn", "boards", "de")
	if said := run(t, "board maybe\nboard off\n", o); !strings.Contains(said, "board“ braucht on oder off") || !strings.Contains(said, "nicht mehr von selbst") {
		t.Errorf("in German it says\n%s", said)
	}
}

// TestCutOff ends games from outside: while a person thinks, and while the
// computer does.
func TestCutOff(t *testing.T) {
	for _, computer := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		o := options(t, "dvonn", "cut off", "en")
		o.Interactive = true
		if computer {
			o.Opponents[1] = canceling{cancel: cancel}
		}
		in := io.MultiReader(strings.NewReader("e3\n"), canceling{cancel: cancel})
		var out bytes.Buffer
		if err := Run(ctx, in, &out, o); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
		if !strings.Contains(out.String(), "\nInterrupted. The game so far") || !strings.HasSuffix(out.String(), "\n1. e3 *\n\n") {
			t.Errorf("it says\n%s", out.String())
		}
	}
	// In the middle of a hint nobody is asked for more.
	{
		ctx, cancel := context.WithCancel(context.Background())
		o := options(t, "dvonn", "cut off", "en")
		o.Interactive, o.Adviser = true, canceling{cancel: cancel}
		var out bytes.Buffer
		if err := Run(ctx, strings.NewReader("e3\nhint\n"), &out, o); !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v", err)
		}
		if prompts := strings.Count(out.String(), "> "); prompts != 2 {
			t.Errorf("%d prompts for two lines:\n%s", prompts, out.String())
		}
	}
	// Nothing to keep is not kept.
	ctx, cancel := context.WithCancel(context.Background())
	var out bytes.Buffer
	if err := Run(ctx, canceling{cancel: cancel}, &out, options(t, "dvonn", "cut off", "en")); !errors.Is(err, context.Canceled) || !strings.HasSuffix(out.String(), "\nInterrupted.\n") {
		t.Errorf("%v:\n%s", err, out.String())
	}
}

// canceling is a player, or an input, that ends the game from outside.
type canceling struct {
	cancel func()
	*last
}

func (c canceling) Choose(ctx context.Context, _ game.Position, _ play.Clocks) (game.Move, error) {
	c.cancel()
	return 0, ctx.Err()
}

func (c canceling) Advise(ctx context.Context, _ game.Position) (Advice, error) {
	c.cancel()
	return Advice{}, ctx.Err()
}

func (c canceling) Read([]byte) (int, error) {
	c.cancel()
	return 0, context.Canceled
}

// TestAskedAbout asks about moves without playing them: what they cut off, why
// they are refused, what an adviser would play.
func TestAskedAbout(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	// Black's e2-e3 leaves White's e1 without contact; White's f3-e3 cuts nothing off.
	const text = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./W,B,D,.,./.,.,W,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. "
	for _, test := range []struct{ turn, ask, want string }{
		{"b", "cut e2-e3", "e2-e3 cuts off e1. White 1, Black 2."},
		{"w", "cut f3-e3", "f3-e3 cuts nothing off."},
		{"b", "cut e2-e4", "rule 2.2"},
		{"b", "cut", "“cut” needs a move, such as e2-f3."},
		{"b", "why", "“why” needs a move, such as e2-f3."},
		{"b", "why e2-e3", "e2-e3 is possible."},
		{"b", "why e1-e2", "rule 2.2"},
		{"b", "hint", "Hint: e2-f3."},
		{"b", "look z9", "no space z9"},
		{"b", "moves e3", "No move possible from e3."},
	} {
		p, err := g.Parse(text + test.turn + " move")
		if err != nil {
			t.Fatal(err)
		}
		o := options(t, "dvonn", "", "en")
		o.Session, o.Adviser = local.New(p), last{}
		if said := run(t, test.ask+"\n", o); !strings.Contains(strings.ToLower(said), strings.ToLower(test.want)) {
			t.Errorf("%s: it says\n%swant %s", test.ask, said, test.want)
		}
		if o.Session.Ply() != 0 {
			t.Errorf("%s plays a move", test.ask)
		}
	}
}

// What cannot be a count is said to be none, and nothing is taken back.
func TestWrongCounts(t *testing.T) {
	o := options(t, "dvonn", "demo", "en")
	var out strings.Builder
	in := strings.NewReader("e3\nundo x\nredo 0\nrecord\n")
	if err := Run(context.Background(), in, &out, o); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Undo takes a whole number from 1 on, not x.", "Redo takes a whole number from 1 on, not 0.", "1. e3"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}
