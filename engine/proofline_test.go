package engine_test

import (
	"math/rand/v2"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// late calls f with n positions of each game that have few moves left, and
// what makes an engine for them.
func late(t *testing.T, n int, f func(t *testing.T, p game.Position, newEngine func(engine.Options) *engine.Engine)) {
	for _, g := range games.All() {
		t.Run(g.ID(), func(t *testing.T) {
			evaluator, knowledge := partsOf(t, g)
			pacer := knowledge()
			newEngine := func(o engine.Options) *engine.Engine {
				o.Evaluator, o.Knowledge = evaluator, knowledge
				return engine.New(o)
			}
			rng := rand.New(rand.NewPCG(31, 7))
			for i := range n {
				left := 8 + i%8
				p := g.Start(string(rune('a' + i%26)))
				for {
					moves := p.Moves(nil)
					if len(moves) == 0 {
						break
					}
					if pacer.PliesLeft(p) <= left {
						f(t, p, newEngine)
						break
					}
					p.PlayUnchecked(moves[rng.IntN(len(moves))])
				}
			}
		})
	}
}

// The line of an exact result, played out, ends with that outcome and margin, even
// where the hash is far too small to remember the proof; of a result that is a
// bound, as far as it goes, it never gives away what is proved.
func TestLineOfProof(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 12
	}
	late(t, n, func(t *testing.T, p game.Position, newEngine func(engine.Options) *engine.Engine) {
		for _, threads := range []int{1, 2} {
			e := newEngine(engine.Options{Hash: 1, Threads: threads})
			r := e.Solve(t.Context(), p, engine.Limits{Nodes: 300_000}, nil)
			if !r.Proved {
				continue
			}
			end := p.Copy()
			for _, m := range r.PV {
				if err := end.Legal(m); err != nil {
					t.Fatalf("%v: the line has an illegal move: %v", p, err)
				}
				end.PlayUnchecked(m)
			}
			if len(r.PV) == 0 || r.PV[0] != r.Move {
				t.Fatalf("%v: the line %v does not begin with the best move", p, r.PV)
			}
			over := end.Outcome() != game.Ongoing
			if !over && r.Bound == engine.Exact && r.Nodes < 300_000 {
				t.Errorf("%v: the line of an exact result ends early, at %v", p, end)
			}
			if !over {
				continue
			}
			got := engine.FinalScore(end)
			if end.Side() != p.Side() {
				got = -got
			}
			if r.Bound == engine.Exact && got != r.Score || r.Bound == engine.Lower && got < r.Score || r.Bound == engine.Upper && got > r.Score {
				t.Errorf("%v: solved as %v %v, its line ends as %v", p, r.Score, r.Bound, got)
			}
		}
	})
}

// What a search tells of a decided score holds: the outcome, and the margin in the
// direction of its bound.
func TestSearchTellsWhatIsProved(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 8
	}
	bounds := map[engine.Bound]int{}
	late(t, n, func(t *testing.T, p game.Position, newEngine func(engine.Options) *engine.Engine) {
		truth := newEngine(engine.Options{Hash: 8}).Solve(t.Context(), p, engine.Limits{Nodes: 300_000}, nil)
		if truth.Bound != engine.Exact || !truth.Proved {
			return
		}
		check := func(i engine.Info) {
			if !i.Proved || i.MultiPV > 1 {
				return
			}
			bounds[i.Bound]++
			s := i.Score
			if s.Won() != truth.Score.Won() || s.Lost() != truth.Score.Lost() ||
				i.Bound == engine.Exact && s != truth.Score || i.Bound == engine.Lower && s > truth.Score || i.Bound == engine.Upper && s < truth.Score {
				t.Errorf("%v: told %v %v after %d nodes, solved as %v", p, s, i.Bound, i.Nodes, truth.Score)
			}
		}
		for _, l := range []engine.Limits{
			{Nodes: 100}, {Nodes: 1000}, {Nodes: 20_000}, {Nodes: 20_000, MultiPV: 3}, {Nodes: 20_000, Exhaust: true},
		} {
			r := newEngine(engine.Options{Hash: 1}).Search(t.Context(), p, l, check)
			check(r.Info)
			if best := r.Lines[0]; best.Score != r.Score || best.Proved != r.Proved || best.Bound != r.Bound || best.PV[0] != r.Move {
				t.Errorf("%v: the best line is %+v, the result %+v", p, best, r.Info)
			}
		}
	})
	for _, b := range []engine.Bound{engine.Lower, engine.Upper} {
		if bounds[b] == 0 {
			t.Errorf("no proof with the bound %v", b)
		}
	}
}
