package engine

import (
	"math/rand/v2"
	"testing"

	"cairn.example/game"
)

// What the evaluator said is remembered until the engine is cleared, unless another
// estimate has taken its place, and a search that remembers finds what one does that has
// to ask.
func TestEstimatesAreRemembered(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	var asked uint64
	e := New(Options{Evaluator: func() Evaluator { return &countingEvaluator{count: &asked} }, Knowledge: newRowKnowledge})
	search := func() (Result, uint64) {
		before := asked
		return e.Search(background, p, Limits{Depth: 4}, nil), asked - before
	}
	first, n := search()
	if n == 0 || n >= first.Nodes {
		t.Errorf("%d estimates for %d nodes", n, first.Nodes)
	}
	e.Clear()
	again, m := search()
	if again.Nodes != first.Nodes || again.Score != first.Score || m != n {
		t.Errorf("cleared: %d estimates for %d nodes, score %v; before %d for %d, %v", m, again.Nodes, again.Score, n, first.Nodes, first.Score)
	}
	e.hash.clear()
	for _, w := range e.workers {
		w.history.clear()
	}
	kept, k := search()
	if kept.Nodes != first.Nodes || kept.Score != first.Score || k > n/20 {
		t.Errorf("with estimates kept: %d asked for, %d nodes, score %v; want next to none, %d, %v", k, kept.Nodes, kept.Score, first.Nodes, first.Score)
	}
}

// keyed is a position of which only the key counts.
type keyed struct {
	*row
	key uint64
}

func (k keyed) Key() uint64 { return k.key }

// scripted gives every position the score that score points to.
type scripted struct{ score *Score }

func (e scripted) Evaluate(game.Position) Score { return *e.score }

// TestEstimatesOfOthers: an estimate is not taken for that of a position whose key differs in
// one bit, and comes back as it was.
func TestEstimatesOfOthers(t *testing.T) {
	var score Score
	w := newWorker(New(Options{Evaluator: func() Evaluator { return scripted{&score} }}), 0, theRow)
	rng := rand.New(rand.NewPCG(5, 6))
	for bit := range 64 {
		for _, s := range []Score{0, -1, MaxEstimate, -MaxEstimate} {
			key := rng.Uint64()
			score = s
			w.evaluate(keyed{key: key})
			score = 7
			if got := w.evaluate(keyed{key: key}); got != s {
				t.Errorf("%d is remembered as %d", s, got)
			}
			if got := w.evaluate(keyed{key: key ^ 1<<bit}); got != 7 {
				t.Errorf("bit %d of the key does not count: %d", bit, got)
			}
		}
	}
}
