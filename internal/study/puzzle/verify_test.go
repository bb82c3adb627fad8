package puzzle_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
)

// verified is how many puzzles of each pack are proved by every test run.
const verified = 12

// eachPack calls check for each game that has a pack.
func eachPack(t *testing.T, check func(t *testing.T, g game.Game, pack []puzzle.Puzzle)) {
	t.Helper()
	n := 0
	for _, g := range games.All() {
		if !packs.Has(g.ID()) {
			continue
		}
		n++
		t.Run(g.ID(), func(t *testing.T) {
			pack, err := packs.Of(g.ID())
			if err != nil {
				t.Fatal(err)
			}
			if len(pack) < 200 {
				t.Fatalf("%d puzzles", len(pack))
			}
			check(t, g, pack)
		})
	}
	if n < 3 {
		t.Errorf("%d packs", n)
	}
}

// TestPacks checks the form of every puzzle, plays its line, and proves a sample.
func TestPacks(t *testing.T) {
	eachPack(t, func(t *testing.T, g game.Game, pack []puzzle.Puzzle) {
		symmetries := g.Layout().Symmetries()
		seen := map[string]int{}
		for i := range pack {
			p := &pack[i]
			s, err := puzzle.Start(g, p)
			if err != nil {
				t.Fatalf("puzzle %d: %v", p.ID, err)
			}
			c := puzzle.Canonical(s.Position(), symmetries)
			if seen[c] > 0 {
				t.Errorf("puzzle %d is puzzle %d, looked at differently", p.ID, seen[c])
			}
			seen[c] = p.ID
			for !s.Solved() {
				m, err := s.Position().ParseMove(s.Expected()[0])
				if err != nil {
					t.Fatalf("puzzle %d: %v", p.ID, err)
				}
				if right, err := s.Answer(m); !right || err != nil {
					t.Fatalf("puzzle %d: its own move is %v, %v", p.ID, right, err)
				}
			}
		}
		v := puzzle.Verifier{Limit: 4_000_000}
		for k := range verified {
			p := &pack[k*len(pack)/verified]
			if err := v.Verify(g, p); err != nil {
				t.Errorf("puzzle %d: %v", p.ID, err)
			}
		}
	})
}

// TestVerifierFinds plants a fault of each kind into sound puzzles.
func TestVerifierFinds(t *testing.T) {
	eachPack(t, func(t *testing.T, g game.Game, pack []puzzle.Puzzle) {
		for _, p := range pack[:6] {
			v := puzzle.Verifier{Limit: 8_000_000}
			wrong := func(what string, p puzzle.Puzzle) {
				t.Helper()
				err := v.Verify(g, &p)
				var e *puzzle.WrongError
				if !errors.As(err, &e) {
					t.Errorf("puzzle %d, %s: %v", p.ID, what, err)
				}
			}
			s, err := puzzle.Start(g, &p)
			if err != nil {
				t.Fatal(err)
			}
			other := ""
			for _, m := range s.Position().Moves(nil) {
				if !s.Right(m) {
					other = g.MoveText(m)
					break
				}
			}
			fault := p
			fault.Line = [][]string{{other}}
			wrong("another move", fault)
			fault.Line = [][]string{{p.Line[0][0], other}}
			wrong("one move more", fault)
			right, _ := s.Position().ParseMove(p.Line[0][0])
			for _, m := range s.Position().Moves(nil) {
				if a, b := g.Parts(right), g.Parts(m); a.From == b.From && a.To == b.To {
					continue
				}
				fault.Line = [][]string{{p.Line[0][0], g.MoveText(m)}}
				var e *puzzle.WrongError
				if err := v.Verify(g, &fault); !errors.As(err, &e) || e.Code != "puzzle.wrong.other" || e.Step != 0 {
					t.Errorf("puzzle %d with the answer %s too: %v", p.ID, g.MoveText(m), err)
				}
			}
			fault.Line = [][]string{{p.Line[0][0], p.Line[0][0]}}
			wrong("a move twice", fault)
			fault.Line = [][]string{{"a1-a1"}}
			wrong("an illegal move", fault)
			fault.Line = p.Line[:1]
			fault.Result = puzzle.Win - p.Result
			wrong("the other result", fault)
			fault = p
			fault.Position = strings.ToLower(p.Position)
			if fault.Position != p.Position {
				wrong("not canonical", fault)
			}
			tight := puzzle.Verifier{Limit: 3}
			if err := tight.Verify(g, &p); !errors.Is(err, puzzle.ErrUnproved) {
				t.Errorf("puzzle %d within 3 positions: %v", p.ID, err)
			}
		}
	})
}

// TestVerifierGoesOn plants a fault into the last step of a longer line.
func TestVerifierGoesOn(t *testing.T) {
	eachPack(t, func(t *testing.T, g game.Game, pack []puzzle.Puzzle) {
		v := puzzle.Verifier{Limit: 200_000}
		i := slices.IndexFunc(pack, func(p puzzle.Puzzle) bool { return len(p.Line) == 3 && v.Verify(g, &p) == nil })
		if i < 0 {
			t.Fatal("no puzzle of three steps is proved soon")
		}
		p := pack[i]
		s, err := puzzle.Start(g, &p)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := s.Position().ParseMove(p.Line[0][0])
		if right, err := s.Answer(m); !right || err != nil {
			t.Fatal(right, err)
		}
		for _, m := range s.Position().Moves(nil) {
			if s.Right(m) {
				continue
			}
			p.Line = [][]string{p.Line[0], p.Line[1], {g.MoveText(m)}}
			var e *puzzle.WrongError
			if err := v.Verify(g, &p); !errors.As(err, &e) || e.Step != 2 {
				t.Errorf("puzzle %d with %s at the end: %v", p.ID, g.MoveText(m), err)
			}
			return
		}
	})
}

// TestVerifierWantsChoice refuses the only legal move as a puzzle.
func TestVerifierWantsChoice(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	forced := puzzle.Puzzle{
		Position: "W,D,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move",
		Line:     [][]string{{"a1-a2"}},
		Result:   puzzle.Win,
	}
	var v puzzle.Verifier
	var e *puzzle.WrongError
	if err := v.Verify(g, &forced); !errors.As(err, &e) || e.Code != "puzzle.wrong.choice" {
		t.Errorf("a forced move is a puzzle: %v", err)
	}
}

// TestAnswers checks what counts as right.
func TestAnswers(t *testing.T) {
	eachPack(t, func(t *testing.T, g game.Game, pack []puzzle.Puzzle) {
		several := 0
		for i := range pack {
			p := &pack[i]
			s, err := puzzle.Start(g, p)
			if err != nil {
				t.Fatal(err)
			}
			before := s.Position().String()
			for _, m := range s.Position().Moves(nil) {
				listed := slices.Contains(p.Line[0], g.MoveText(m))
				if s.Right(m) != listed {
					t.Errorf("puzzle %d: %s is right: %v", p.ID, g.MoveText(m), s.Right(m))
				}
				if !listed {
					if right, err := s.Answer(m); right || err != nil || s.Position().String() != before || s.Step() != 0 {
						t.Errorf("puzzle %d: after the wrong %s: %v, %v", p.ID, g.MoveText(m), right, err)
					}
				}
			}
			if len(p.Line[0]) > 1 {
				several++
				m, _ := s.Position().ParseMove(p.Line[0][1])
				if right, err := s.Answer(m); !right || err != nil || !s.Solved() {
					t.Errorf("puzzle %d: the second answer is %v, %v", p.ID, right, err)
				}
			}
			if right, err := s.Answer(0); right || err == nil {
				t.Errorf("puzzle %d: no move is legal, right %v", p.ID, right)
			}
		}
		t.Log(several, "with several answers")
	})
}

// TestCanonical looks at a position from every side, with colors and players
// renamed, and at others that differ.
func TestCanonical(t *testing.T) {
	for _, c := range []struct {
		game       string
		same       []string
		other      []string
		symmetries int
	}{
		{"lyngk", []string{
			"I/.,B,.,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 1:0",
			"B/.,I,.,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 1:0",
			"I/.,B,.,./RJK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 1:0",
			"I/.,B,.,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 R:K 0:1",
			"./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./JRK,.,.,.,.,.,./.,B,.,./I 1 K:R 1:0",
		}, []string{
			"I/.,B,.,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 2 K:R 1:0",
			"I/.,B,.,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 0:1",
			"I/.,B,.,./JKR,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 1:0",
			"I/.,.,B,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:- 1:0",
			"I/.,.,B,./JRK,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 K:R 1:0",
		}, 12},
		// Two colors below one top, told apart only by what comes later.
		{"lyngk", []string{
			"./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,GRK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./G,.,.,./. 1 -:- 0:0",
			"./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,GRK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./R,.,.,./. 1 -:- 0:0",
		}, []string{
			"./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,GRK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./K,.,.,./. 1 -:- 0:0",
			"./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,GRK,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./G,.,.,./. 1 G:- 0:0",
		}, 12},
		{"dvonn", []string{
			"WB,.,D/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move",
			"BW,.,D/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move",
		}, []string{
			"WB,.,D/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move",
		}, 4},
	} {
		g, err := games.Lookup(c.game)
		if err != nil {
			t.Fatal(err)
		}
		symmetries := g.Layout().Symmetries()
		if len(symmetries) != c.symmetries {
			t.Errorf("%s: %d symmetries", c.game, len(symmetries))
		}
		different := map[[64]game.Spot]bool{}
		for _, s := range symmetries {
			different[s] = true
		}
		if len(different) != len(symmetries) {
			t.Errorf("%s: of %d symmetries %d differ", c.game, len(symmetries), len(different))
		}
		want := ""
		for i, text := range append(slices.Clone(c.same), c.other...) {
			p, err := g.Parse(text)
			if err != nil {
				t.Fatal(err, text)
			}
			got := puzzle.Canonical(p, symmetries)
			switch {
			case i == 0:
				want = got
			case i < len(c.same) && got != want:
				t.Errorf("%s is not the same:\n%s\n%s", text, got, want)
			case i >= len(c.same) && got == want:
				t.Errorf("%s is the same", text)
			}
		}
	}
}
