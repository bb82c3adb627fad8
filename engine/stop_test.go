package engine_test

import (
	"context"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// ending cancels a search after a number of looks at positions, and counts those that
// follow: a node asks for bounds, and a child that is only looked at for its estimate.
type ending struct {
	engine.Evaluator
	engine.Knowledge
	left   int
	after  int
	cancel func()
}

func (e *ending) Evaluate(p game.Position) engine.Score {
	e.look()
	return e.Evaluator.Evaluate(p)
}

func (e *ending) Bounds(p game.Position) (low, high engine.Score) {
	e.look()
	return e.Knowledge.Bounds(p)
}

func (e *ending) look() {
	if e.left--; e.left == 0 {
		e.cancel()
	} else if e.left < 0 {
		e.after++
	}
}

// slack is the number of looks allowed after the context has ended: they take a fraction
// of a millisecond, where 10 are promised.
const slack = 300

// TestStopsAtOnce ends searches and proofs at many moments, the first look at the
// moves among them, and counts the looks that follow: their time depends on the
// machine, their number does not.
func TestStopsAtOnce(t *testing.T) {
	moments := []int{1, 2, 100, 127, 128, 129, 1000, 5000, 20_000}
	if testing.Short() {
		moments = moments[:7]
	}
	for _, g := range games.All() {
		evaluator, knowledge := partsOf(t, g)
		begin := g.Start("stop")
		if f, ok := g.(game.FullStarter); ok {
			begin = f.StartFull("stop")
		}
		late := begin.Copy() // where proofs are tried
		for k := 0; k < 26; k++ {
			moves := late.Moves(nil)
			if len(moves) < 4 {
				break
			}
			late.PlayUnchecked(moves[(k*7)%len(moves)])
		}
		for _, p := range []game.Position{begin, late} {
			for _, at := range moments {
				for _, lines := range []int{1, 3} {
					ctx, cancel := context.WithCancel(context.Background())
					e := &ending{Evaluator: evaluator(), Knowledge: knowledge(), left: at, cancel: cancel}
					search := engine.New(engine.Options{Hash: 1, Evaluator: func() engine.Evaluator { return e }, Knowledge: func() engine.Knowledge { return e }})
					r := search.Search(ctx, p, engine.Limits{MultiPV: lines, Exhaust: true}, nil)
					if e.after > slack {
						t.Errorf("%s: search stopped at %d: %d more moves were looked at", g.ID(), at, e.after)
					}
					if p.Legal(r.Move) != nil {
						t.Errorf("%s: search stopped at %d: no legal move but %d", g.ID(), at, r.Move)
					}
					cancel()
				}
				ctx, cancel := context.WithCancel(context.Background())
				e := &ending{Evaluator: evaluator(), Knowledge: knowledge(), left: at, cancel: cancel}
				solver := engine.New(engine.Options{Hash: 1, Evaluator: func() engine.Evaluator { return e }, Knowledge: func() engine.Knowledge { return e }})
				solver.Solve(ctx, p, engine.Limits{}, nil)
				if e.after > slack {
					t.Errorf("%s: proof stopped at %d: %d more moves were looked at", g.ID(), at, e.after)
				}
				cancel()
			}
		}
	}
}
