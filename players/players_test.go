package players

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// play plays one game and returns its moves.
func play(t *testing.T, start game.Position, first, second Player) ([]game.Move, game.Outcome) {
	t.Helper()
	p := start.Copy()
	var moves []game.Move
	for p.Outcome() == game.Ongoing {
		who := first
		if p.Side() == game.Second {
			who = second
		}
		before := p.String()
		r, err := who.Choose(context.Background(), p, engine.Limits{}, nil)
		if err != nil {
			t.Fatalf("%s at %s: %v", who.Name(), p, err)
		}
		m := r.Move
		consistent(t, who, p, &r)
		if p.String() != before {
			t.Fatalf("%s changed %s", who.Name(), before)
		}
		if err := p.Play(m); err != nil {
			t.Fatalf("%s at %s: %v", who.Name(), p, err)
		}
		moves = append(moves, m)
	}
	for _, who := range []Player{first, second} {
		if _, err := who.Choose(context.Background(), p, engine.Limits{}, nil); err != ErrOver {
			t.Errorf("%s after the end: %v", who.Name(), err)
		}
	}
	return moves, p.Outcome()
}

// consistent checks that the parts of an answer agree with one another.
func consistent(t *testing.T, who Player, p game.Position, r *engine.Result) {
	t.Helper()
	switch {
	case len(r.PV) == 0 || r.PV[0] != r.Move:
		t.Fatalf("%s plays %d and expects %v", who.Name(), r.Move, r.PV)
	case r.Ponder != 0 && (len(r.PV) < 2 || r.PV[1] != r.Ponder):
		t.Fatalf("%s ponders on %d and expects %v", who.Name(), r.Ponder, r.PV)
	case len(r.Lines) == 0 || r.Lines[0].Score != r.Score || r.Lines[0].Depth != r.Depth:
		t.Fatalf("%s has the lines %v of %v", who.Name(), r.Lines, r.Info)
	case (r.Depth > 0) != (r.Bound != engine.NoBound):
		t.Fatalf("%s has depth %d and the bound %v", who.Name(), r.Depth, r.Bound)
	}
	line := p.Copy()
	for _, m := range r.PV {
		if err := line.Play(m); err != nil {
			t.Fatalf("%s expects %v in %s: %v", who.Name(), r.PV, p, err)
		}
	}
}

func TestBeginners(t *testing.T) {
	for _, g := range games.All() {
		won := 0
		const n = 40
		for i := range n {
			seed := string(rune('a' + i))
			r, gr := NewRandom(seed), newGreedy(seed)
			side := game.Side(i % 2)
			pair := [2]Player{gr, r}
			if side == game.Second {
				pair = [2]Player{r, gr}
			}
			start := g.Start(seed)
			moves, o := play(t, start, pair[0], pair[1])
			if o == game.Win(side) {
				won++
			}
			r.Reset()
			gr.Reset()
			again, _ := play(t, start, pair[0], pair[1])
			if len(again) != len(moves) || again[len(again)-1] != moves[len(moves)-1] {
				t.Errorf("%s seed %s: another game after Reset", g.ID(), seed)
			}
		}
		if won < n*3/4 {
			t.Errorf("%s: greedy won only %d of %d against random", g.ID(), won, n)
		}
	}
}

// Every player plays whole games of every kind, the same ones again for the
// same seed.
func TestAllPlayers(t *testing.T) {
	for _, g := range games.All() {
		for _, name := range Names() {
			var first []game.Move
			for range 2 {
				p, err := New(g, name, Options{Seed: "x"})
				if err != nil {
					t.Fatal(err)
				}
				if p.Name() != name {
					t.Errorf("%s is called %s", name, p.Name())
				}
				start := opening(g, "players", 10)
				moves, _ := play(t, start, limited{p}, NewRandom("y"))
				if first != nil && !slices.Equal(first, moves) {
					t.Errorf("%s %s: two games differ", g.ID(), name)
				}
				first = moves
			}
		}
	}
}

// limited keeps a player to few nodes.
type limited struct{ Player }

func (l limited) Choose(ctx context.Context, pos game.Position, _ engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	return l.Player.Choose(ctx, pos, engine.Limits{Nodes: 300}, onInfo)
}

func TestUnknownPlayer(t *testing.T) {
	for _, name := range []string{"", "level0", "level11", "level01", "levelx", "Greedy"} {
		if _, err := New(games.All()[0], name, Options{}); err == nil {
			t.Errorf("%q is a player", name)
		}
	}
}

// Evaluators go by name, and any of them goes with what is known of the game.
func TestEvaluators(t *testing.T) {
	for _, g := range games.All() {
		names := Evaluators(g)
		if len(names) == 0 {
			t.Fatalf("%s has no evaluator", g.ID())
		}
		knowledge, err := Knowledge(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range append(names, "") {
			evaluator, err := Evaluator(g, name)
			if err != nil {
				t.Fatal(err)
			}
			p := g.Start("x")
			r := engine.New(engine.Options{Evaluator: evaluator, Knowledge: knowledge}).Search(t.Context(), p, engine.Limits{Nodes: 300}, nil)
			if p.Legal(r.Move) != nil {
				t.Errorf("%s with %q plays no legal move", g.ID(), name)
			}
		}
		var unknown *EvaluatorError
		if _, err := Evaluator(g, "nett"); !errors.As(err, &unknown) || !strings.Contains(err.Error(), `"nett"; there is `+names[0]) {
			t.Errorf("%s: %v", g.ID(), err)
		}
	}
}
