package engine

import (
	"math/rand/v2"
	"testing"
	"time"
)

func TestSolveEqualsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	outcomes := map[int]int{}
	for range load(300) {
		p := randomRow(rng, 5+rng.IntN(6))
		if len(p.Moves(nil)) == 0 {
			continue
		}
		want := minimax(p, 99, nil)
		outcomes[sign(want)]++
		for _, o := range []Options{
			{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge},
			{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Threads: 3},
			{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Without: AllTechniques},
		} {
			r := New(o).Solve(background, p, Limits{}, nil)
			if !r.Proved || r.Bound != Exact || r.Score != want {
				t.Fatalf("%v: solved as %v %v %v, minimax %v", p, r.Score, r.Bound, r.Proved, want)
			}
			if p.Legal(r.Move) != nil {
				t.Fatalf("%v: illegal move %v", p, r.Move)
			}
			c := p.Copy()
			c.PlayUnchecked(r.Move)
			if got := -minimax(c, 99, nil); got != want {
				t.Fatalf("%v: the move gives %v, not %v", p, got, want)
			}
		}
	}
	for _, s := range []int{-1, 0, 1} {
		if outcomes[s] < load(10) {
			t.Errorf("only %d positions of outcome %d", outcomes[s], s)
		}
	}
}

func TestSolveKeepsItsLimits(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(12, 12)), 16)
	for _, n := range []uint64{1, 100, 3000} {
		r := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge}).Solve(background, p, Limits{Nodes: n}, nil)
		if r.Nodes > n+1 {
			t.Errorf("%d nodes of %d", r.Nodes, n)
		}
		if p.Legal(r.Move) != nil {
			t.Error("illegal move")
		}
	}
}

// TestSolveBounds: each step told of a proof bounds the score, also where only a win, or only
// a loss, is ruled out.
func TestSolveBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 5))
	half := map[Bound]int{} // steps at which the outcome is half known
	for range max(load(200), 100) {
		p := randomRow(rng, 9)
		want := minimax(p, 99, nil)
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
		e.Solve(background, p, Limits{Nodes: 100 + rng.Uint64N(600)}, func(i Info) {
			ok := true
			switch {
			case i.Proved:
				ok = i.Bound == Exact && want == i.Score || i.Bound == Lower && want >= i.Score || i.Bound == Upper && want <= i.Score
			case i.Bound == Lower: // no loss, however the estimate is
				ok = i.Score >= 0 && want >= 0
			case i.Bound == Upper:
				ok = i.Score <= 0 && want <= 0
			}
			if !ok {
				t.Errorf("%v: told %v %v, proved %v, minimax %v", p, i.Score, i.Bound, i.Proved, want)
			}
			if !i.Proved && i.Bound != Exact {
				half[i.Bound]++
			}
		})
	}
	if half[Lower] == 0 || half[Upper] == 0 {
		t.Errorf("half known: %v", half)
	}
}

// The speed that a solution tells is that of all its nodes.
func TestSolveSpeed(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(13, 13)), 16)
	c := &countingClock{step: time.Millisecond}
	asked := 0
	r := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now}).Solve(background, p, Limits{}, func(i Info) {
		asked++
		if us := uint64(i.Time.Microseconds()); i.NPS != i.Nodes*1e6/us {
			t.Errorf("%d nodes in %v are told to be %d a second", i.Nodes, i.Time, i.NPS)
		}
	})
	if asked < 2 || r.NPS == 0 {
		t.Errorf("%d steps, %d nodes a second", asked, r.NPS)
	}
}

// TestSolvePonders: the clock begins when pondering ends, and only once, though a short
// search before the proof may have seen that end already.
func TestSolvePonders(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(12, 12)), 16)
	hit := make(chan struct{})
	c := &countingClock{step: time.Millisecond}
	polls := 0
	var began time.Time
	e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now, Without: AllTechniques, Poll: func() {
		now := c.Now() // a millisecond has passed
		if polls++; polls == 5 {
			began = now
			close(hit)
		}
	}})
	r := e.Solve(background, p, Limits{Nodes: 60_000, Ponder: hit}, nil)
	if whole := c.Now().Sub(began); r.Time < whole-5*time.Millisecond {
		t.Errorf("%v of %v since pondering ended", r.Time, whole)
	}
}
