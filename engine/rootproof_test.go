package engine

import (
	"math/rand/v2"
	"testing"
)

// TestProofKnowsItsMove: a proof of the root says itself which move reaches the score, and
// need not find it in the hash, where another thread may have written over it.
func TestProofKnowsItsMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 41))
	asked := 0
	for range load(300) {
		p := randomRow(rng, 5+rng.IntN(6))
		roots, partial := rootMoves(p, nil)
		if len(roots) < 2 {
			continue
		}
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
		e.prepare(p, Limits{})
		w := e.workers[0]
		w.begin(background, p, roots, partial)
		want := minimax(p, 99, nil)
		if low, _ := w.bounder.Bounds(p); low >= want {
			continue // all moves do
		}
		for _, from := range []string{"the tree", "the hash"} {
			w.rootProofMove = 0
			if s := w.prove(&w.frames[0], want-1, want); s < want {
				t.Fatalf("%v: proved %v from %s, minimax %v", p, s, from, want)
			}
			m := w.rootProofMove
			if p.Legal(m) != nil {
				t.Fatalf("%v: %v from %s is no move", p, m, from)
			}
			c := p.Copy()
			c.PlayUnchecked(m)
			if got := -minimax(c, 99, nil); got != want {
				t.Fatalf("%v: the move from %s gives %v, not %v", p, from, got, want)
			}
			asked++
		}
	}
	if asked < load(100) {
		t.Errorf("only %d proofs", asked)
	}
}
