package line

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
)

// switcher is an opponent that plays one rule set at a time.
type switcher struct {
	t *testing.T
	g game.Game
	last
}

func (s *switcher) Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error) {
	if p.Game() != s.g {
		s.t.Errorf("an opponent for %s is asked about %s", s.g.ID(), p.Game().ID())
	}
	return s.last.Choose(ctx, p, clocks)
}

func (s *switcher) SetGame(g game.Game) error { s.g = g; return nil }

// SetLevel makes it another player with another name.
func (s *switcher) SetLevel(int) error { return nil }
func (s *switcher) Name() string       { return "the switcher of " + s.g.ID() }

func run(t *testing.T, script string, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Run(context.Background(), strings.NewReader(script), &out, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestLoadAnotherGame loads a game of another rule set than the opponent was
// made for.
func TestLoadAnotherGame(t *testing.T) {
	dvonn, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	other := memory{"d.cairn": local.New(dvonn.Start(""))}

	o := options(t, "lyngk", "load", "en")
	o.Files, o.Opponents[1] = other, &last{}
	said := run(t, "load d.cairn\nposition\n", o)
	if !strings.Contains(said, "Can’t read d.cairn: Player 2 doesn’t play DVONN.") || !strings.HasSuffix(said, "1 -:- 0:0\n") {
		t.Errorf("an opponent that knows one rule set should keep to it:\n%s", said)
	}

	o = options(t, "lyngk", "load", "en")
	s := &switcher{t: t, g: o.Session.Game()}
	o.Files, o.Opponents[1] = other, s
	said = run(t, "load d.cairn\ne3\nlevel 2\ng3\nnew\n", o)
	for _, want := range []string{"Black: DVONN piece on k5.", "the switcher of dvonn: black piece", "Cairn: DVONN."} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	if s.g.ID() != "dvonn" {
		t.Errorf("after new the opponent plays %s", s.g.ID())
	}
}

// TestLoadOpponent goes on with a loaded game against the computer player that it names.
func TestLoadOpponent(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	against, people := local.New(g.Start("")), local.New(g.Start(""))
	against.Tags["First"], against.Tags["Second"] = "Anna", "level2"
	people.Tags["First"], people.Tags["Second"] = "Anna", "Bob"
	o := options(t, "dvonn", "", "en")
	o.Files = memory{"against.cairn": against, "people.cairn": people}
	made := ""
	o.Computer = func(on game.Game, name string) (Opponent, error) {
		if name != "level2" {
			return nil, nil
		}
		made = name + " for " + on.ID()
		return &switcher{t: t, g: on}, nil
	}
	said := run(t, "load people.cairn\ne3\nload against.cairn\ne3\n", o)
	if made != "level2 for dvonn" || !strings.Contains(said, "White: DVONN piece on e3.\nTo move: Black.") ||
		!strings.Contains(said, "Anna: DVONN piece on e3.") || !strings.Contains(said, "Meadow (level 2): ") {
		t.Errorf("made is %q:\n%s", made, said)
	}
}

// TestFileNames: a sentence that begins with the name of a file leaves it as it
// is.
func TestFileNames(t *testing.T) {
	o := options(t, "lyngk", "load", "de")
	said := run(t, "save full.cairn\nload there is none\n", o)
	for _, name := range []string{"\nfull.cairn ", "there is none"} {
		if !strings.Contains(said, name) {
			t.Errorf("%q is not named:\n%s", name, said)
		}
	}
}

func TestSuggestions(t *testing.T) {
	for word, want := range map[string]string{
		"quti": "quit", "SVAE": "save", "moevs": "moves", "sav": "save", "resing": "resign", "positoin": "position",
		"undoo": "undo", "foo": "", "xyz": "", "zz": "", "e": "", "ü": "",
	} {
		if got := suggestion(new(player), word); got != want {
			t.Errorf("for %q %q is suggested, want %q", word, got, want)
		}
	}
}

// TestTakenBackIsShown: who looks at the board sees it again when it changes.
func TestTakenBackIsShown(t *testing.T) {
	o := options(t, "dvonn", "", "en")
	o.Interactive = true
	start := "[" + o.Session.Position().String() + "]"
	if said := run(t, "e3\nundo\nredo\nquit\ny\n", o); strings.Count(said, start) != 2 || strings.Count(said, " b place]") != 2 {
		t.Errorf("the boards of before and after a move should show twice each:\n%s", said)
	}
}

// TestStrangeInput: nothing that commands a terminal is repeated, and a spot
// that is none is called so.
func TestStrangeInput(t *testing.T) {
	o := options(t, "lyngk", "load", "en")
	said := run(t, "\x1b[2Jfoo\nwhy \x1b]0;x\x07-a1\nload \x1b[2J\nlook z9\nmoves z9\n"+strings.Repeat("x", 5000)+"\n", o)
	if strings.Contains(said, "\x1b") || strings.Contains(said, "\x07") || strings.Contains(said, strings.Repeat("x", 100)) {
		t.Errorf("strange input is repeated: %q", said)
	}
	if n := strings.Count(said, "The board has no spot “z9”") + strings.Count(said, `The board has no spot "z9"`); n != 2 {
		t.Errorf("the missing spot is told %d times, want twice:\n%s", n, said)
	}
}
