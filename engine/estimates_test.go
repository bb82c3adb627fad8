package engine

import (
	"math/rand/v2"
	"testing"
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
