package record_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/formats"
)

func moves(texts ...string) record.Line {
	var l record.Line
	for _, text := range texts {
		l.Moves = append(l.Moves, record.Move{Text: text})
	}
	return l
}

func TestCheckCompletes(t *testing.T) {
	r := &record.Record{Game: " DVONN ", Line: moves("D3", "e4")}
	r.Moves[0].Comment = "  two\n words "
	r.Moves[0].Commands = []record.Command{{Name: "clk", Arg: "0:01:00"}}
	r.Moves[1].Variations = []record.Line{moves("E5"), {}}
	r.Moves[1].Variations[0].Moves[0].Variations = []record.Line{moves("e3")}
	warnings, err := r.Check()
	if err != nil || len(warnings) != 0 {
		t.Fatal(warnings, err)
	}
	if r.Game != "dvonn" || !strings.HasSuffix(r.Start, " w place") || r.Moves[0].Text != "d3" {
		t.Errorf("not canonical: %+v", r)
	}
	if n := r.Moves[0].Note; n.Comment != "two\nwords" || n.Clock != (record.Clock{Known: true, Left: time.Minute}) || n.Commands != nil {
		t.Errorf("note %+v", n)
	}
	v := r.Moves[1].Variations
	if len(v) != 2 || v[0].Moves[0].Text != "e5" || v[0].Moves[0].Variations != nil || v[1].Moves[0].Text != "e3" {
		t.Errorf("variations %+v", v)
	}
	again := r.Clone()
	if _, err := again.Check(); err != nil {
		t.Error(err)
	}
	if r.Result != game.Ongoing || r.Termination != record.Unknown {
		t.Errorf("result %v, termination %q", r.Result, r.Termination)
	}
}

func TestCheckFinishes(t *testing.T) {
	for _, g := range games.All() {
		p := g.Start("finish")
		stream := game.NewStream("test", g.ID(), "finish")
		r := &record.Record{Game: g.ID(), Seed: "finish"}
		for ms := p.Moves(nil); len(ms) > 0; ms = p.Moves(nil) {
			m := ms[stream.Intn(len(ms))]
			r.Moves = append(r.Moves, record.Move{Text: g.MoveText(m)})
			p.PlayUnchecked(m)
		}
		if warnings, err := r.Check(); err != nil || len(warnings) != 0 {
			t.Fatal(g.ID(), warnings, err)
		}
		if r.Result != p.Outcome() || r.Termination != record.Normal || r.Start != g.Start("finish").String() {
			t.Errorf("%s: result %v, termination %q", g.ID(), r.Result, r.Termination)
		}
		positions, err := r.Positions()
		if err != nil || len(positions) != len(r.Moves)+1 || positions[len(r.Moves)].String() != p.String() {
			t.Errorf("%s: %d positions, %v", g.ID(), len(positions), err)
		}
		for _, wrong := range []game.Outcome{game.FirstWins, game.SecondWins, game.Draw} {
			c := r.Clone()
			c.Result = wrong
			_, err := c.Check()
			if (err == nil) != (wrong == r.Result) {
				t.Errorf("%s: result %v where %v is right: %v", g.ID(), wrong, r.Result, err)
			}
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	tests := []struct {
		name   string
		record record.Record
		code   string
		kept   int // moves
	}{
		{"no game", record.Record{}, "record.no_game", 0},
		{"unknown game", record.Record{Game: "go"}, "record.game", 0},
		{"no start", record.Record{Game: "lyngk", Line: moves("b1-b2")}, "record.no_start", 0},
		{"bad start", record.Record{Game: "lyngk", Start: "x"}, "record.start", 0},
		{"illegal", record.Record{Game: "dvonn", Line: moves("d3", "e4", "e4", "f5")}, "record.illegal", 2},
		{"no move", record.Record{Game: "dvonn", Line: moves("")}, "record.illegal", 0},
		{"normal too soon", record.Record{Game: "dvonn", Result: game.Draw, Termination: record.Normal}, "record.unfinished", 0},
		{"bad result", record.Record{Game: "dvonn", Result: 9}, "record.result", 0},
		{"bad termination", record.Record{Game: "dvonn", Termination: "tired"}, "record.termination", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := tt.record.Clone()
			_, err := r.Check()
			var bad *record.Error
			if !errors.As(err, &bad) || bad.Code != tt.code || len(r.Moves) != tt.kept {
				t.Errorf("%d moves kept, error %v", len(r.Moves), err)
			}
			for _, f := range []record.Format{record.Cairn{}, record.JSON{}} {
				var out strings.Builder
				if _, err := f.Write(&out, &tt.record); !errors.As(err, &bad) || out.Len() > 0 {
					t.Errorf("%s wrote %q with %v", f.Name(), out.String(), err)
				}
			}
		})
	}
}

// TestIllegalSaysWhy makes sure that the reason of the rules can be had as data.
func TestIllegalSaysWhy(t *testing.T) {
	r := &record.Record{Game: "dvonn", Line: moves("d3", "d3")}
	_, err := r.Check()
	var why *game.Error
	if !errors.As(err, &why) || why.Clause != "2.1" {
		t.Errorf("%v holds %+v", err, why)
	}
}

func TestCheckDrops(t *testing.T) {
	r := &record.Record{Game: "dvonn", First: "a\xff", Tags: []record.Tag{{Name: "white elo", Value: "1"}, {Name: "game", Value: "x"}, {Name: "Elo", Value: "1"}}}
	r.Commands = []record.Command{{Name: "a b", Arg: "c"}}
	warnings, err := r.Check()
	if err != nil || len(warnings) != 3 || len(r.Tags) != 1 || r.Commands != nil || r.First != "a\uFFFD" {
		t.Errorf("%+v\n%v %v", r, warnings, err)
	}
}

func TestClock(t *testing.T) {
	good := map[string]time.Duration{
		"0:00:00": 0, "0:03:12": 192 * time.Second, "100:59:59": 100*time.Hour + 59*time.Minute + 59*time.Second,
		"0:00:00.5": 500 * time.Millisecond, "0:00:01.05": 1050 * time.Millisecond, "1:00:00.001": time.Hour + time.Millisecond,
	}
	for text, left := range good {
		c, ok := record.ParseClock(text)
		if !ok || c.Left != left || c.String() != text {
			t.Errorf("%s is %v, %v, written %s", text, c.Left, ok, c)
		}
	}
	for _, text := range []string{"", "3:12", "0:3:12", "0:60:00", "0:00:60", "-1:00:00", "0:00:00.", "0:00:00.1234", "0:00:00,5", "a:00:00", "1234567890:00:00", "0:+1:00"} {
		if c, ok := record.ParseClock(text); ok {
			t.Errorf("%q was read as %v", text, c.Left)
		}
	}
	if (record.Clock{}).String() != "" {
		t.Error("an unknown time has a text")
	}
}

func TestEval(t *testing.T) {
	good := map[string]record.Eval{
		"0": {Kind: record.Scored}, "1.25": {Kind: record.Scored, Score: 1.25}, "-0.5": {Kind: record.Scored, Score: -0.5},
		"win": {Kind: record.ProvedWin}, "win 12": {Kind: record.ProvedWin, Plies: 12},
		"draw": {Kind: record.ProvedDraw}, "loss 3": {Kind: record.ProvedLoss, Plies: 3},
	}
	for text, want := range good {
		e, ok := record.ParseEval(text)
		if !ok || e != want || e.String() != text {
			t.Errorf("%s is %+v, %v, written %s", text, e, ok, e)
		}
	}
	if e, ok := record.ParseEval("-0.00"); !ok || e.String() != "0" {
		t.Errorf("-0.00 is written %s, %v", e, ok)
	}
	for _, text := range []string{"", "inf", "NaN", "1e9", "0x1p4", "win 0", "win x", "win ", "wins", "1.2.3", "1,5", strings.Repeat("9", 400), "loss -1"} {
		if e, ok := record.ParseEval(text); ok {
			t.Errorf("%q was read as %v", text, e)
		}
	}
}

// TestLongTagNames writes tags whose names are about as long as a line is, and
// longer, each before another tag: the record stays one.
func TestLongTagNames(t *testing.T) {
	for _, n := range []int{1, 76, 77, 78, 79, 80, 81, 200, 5000} {
		r := &record.Record{Game: "dvonn", Line: moves("d3"), Tags: []record.Tag{{Name: strings.Repeat("n", n), Value: "a"}, {Name: "Event", Value: "b"}}}
		for _, f := range []record.Format{record.Cairn{}, record.JSON{}} {
			var out strings.Builder
			if _, err := f.Write(&out, r); err != nil {
				t.Fatal(err)
			}
			all := readAll(f, out.String())
			if len(all) != 1 || all[0].Err != nil || len(all[0].Warnings) > 0 || !slices.Equal(all[0].Record.Tags, r.Tags) {
				t.Errorf("%s: a name of %d letters: %d records, %v", f.Name(), n, len(all), all[0].Err)
			}
		}
	}
}

func TestHundredths(t *testing.T) {
	for text, want := range map[string]int{"0.07": 7, "-2.21": -221, "1.1": 110, "0.29": 29, "win 3": 0, "100000": 1_000_000, "-99999999": -1_000_000} {
		if e, ok := record.ParseEval(text); !ok || e.Hundredths() != want {
			t.Errorf("%s: %d, want %d", text, e.Hundredths(), want)
		}
	}
}

func TestTags(t *testing.T) {
	var r record.Record
	r.SetTag("Event", "a")
	r.SetTag("Round", "1")
	r.SetTag("Event", "b")
	if len(r.Tags) != 2 || r.Tag("Event") != "b" || r.Tag("Round") != "1" || r.Tag("Site") != "" {
		t.Errorf("%+v", r.Tags)
	}
	for name, want := range map[string]bool{"": false, "A": true, "a_1": true, "1a": false, "_a": false, "a b": false, "Ü": false} {
		if record.IsName(name) != want {
			t.Errorf("IsName(%q) = %v", name, !want)
		}
	}
}

// TestKeepLegal keeps what comes before an illegal move, in a variation too, with a warning
// that names ply and rule; without the option the game is refused.
func TestKeepLegal(t *testing.T) {
	const text = "[Game \"dvonn\"]\n[Result \"w\"]\n[Termination \"normal\"]\n1. e3 f3 (1... e3 (1... g3 h3) g3) 2. g3 (2. h3 h3) e3 (2... k3 k4) 3. h3 1-0\n"
	for e := range (record.Cairn{}).Read(strings.NewReader(text), record.Options{KeepLegal: true}) {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		var got []string
		for _, w := range e.Warnings {
			got = append(got, w.String())
		}
		if want := "e3 f3 g3"; strings.Join(e.Record.Texts(), " ") != want || e.Record.Result != game.FirstWins {
			t.Errorf("kept %v, result %v, want %s", e.Record.Texts(), e.Record.Result, want)
		}
		said := strings.Join(got, "\n")
		for _, want := range []string{"line 4: game 1, ply 2, in a variation: e3 is illegal, and only the moves before it are kept: rule 2.1:", "ply 4: e3 is illegal, and only"} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in\n%s", want, said)
			}
		}
	}
	for e := range (record.Cairn{}).Read(strings.NewReader(text), record.Options{}) {
		if e.Err == nil {
			t.Error("a game with an illegal move is read")
		}
	}
}

// TestOtherPrograms reads DVONN as other sites write it: tags without quotes, the players as
// White and Black, moves pasted from a page.
func TestOtherPrograms(t *testing.T) {
	for _, text := range []string{
		"[Event DVONN.2.1]\n[Site www.littlegolem.net]\n[White Ann B.]\n[Black Bo]\n[Result 1-0]\n\n1. E3 f3 2. g3 h3 1-0\n",
		"[Game \"dvonn\"]\n[White \"Ann B.\"]\n[Black \"Bo\"]\n\n1. e3 f3 2.\u00a0g3\u00a0h3 1-0\n",
		"[White \"Ann B.\"]\n[Black \"Bo\"]\n\n1. e3\u2009f3 2. \ufeffg\u200b3 h3\u00a01-0\n",
	} {
		n := 0
		for e := range formats.Read(strings.NewReader(text), nil, record.Options{}) {
			n++
			if e.Err != nil {
				t.Errorf("%s\n%v", text, e.Err)
				continue
			}
			r := e.Record
			if r.Game != "dvonn" || r.First != "Ann B." || r.Second != "Bo" || strings.Join(r.Texts(), " ") != "e3 f3 g3 h3" || r.Result != game.FirstWins || r.Tag("White") != "" {
				t.Errorf("%s\nis read as %+v", text, r)
			}
		}
		if n != 1 {
			t.Errorf("%d games in\n%s", n, text)
		}
	}
}
