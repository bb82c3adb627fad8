package engine

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"cairn.example/game"
)

var background = context.Background()

func sign(s Score) int {
	switch {
	case s > 0:
		return 1
	case s < 0:
		return -1
	}
	return 0
}

// load is a twentieth of n where the tests are asked to be short, as under the race
// detector: what one thread does shows no race.
func load(n int) int {
	if testing.Short() {
		return max(1, n/20)
	}
	return n
}

// Without techniques a search is plain alpha-beta: it finds what minimax finds,
// at every depth, estimates and endings included.
func TestPlainEqualsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range load(300) {
		p := randomRow(rng, 4+rng.IntN(5))
		for i, without := range []Technique{AllTechniques, AllTechniques, AllTechniques &^ AspirationWindows, AllTechniques &^ History, AllTechniques &^ MoveOrdering} {
			o := Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Without: without}
			if i == 0 {
				o.Knowledge = nil // an evaluator alone is enough
			}
			e := New(o)
			for depth := 1; depth <= 5; depth++ {
				if len(p.Moves(nil)) == 0 {
					continue
				}
				want := minimax(p, depth, rowEvaluator{}.Evaluate)
				r := e.Search(background, p, Limits{Depth: depth, Exhaust: true}, nil)
				if r.Score != want {
					t.Fatalf("%v depth %d without %v: score %v, minimax %v", p, depth, without, r.Score, want)
				}
			}
		}
	}
}

// With the hash and without pruning a search to the end is exact, and with
// everything it never proves what is not so.
func TestSearchToTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	proved := 0
	for range load(400) {
		p := randomRow(rng, 5+rng.IntN(6))
		if len(p.Moves(nil)) == 0 {
			continue
		}
		want := minimax(p, 99, nil)
		exact := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Without: AllTechniques &^ (HashCutoffs | History | MoveOrdering | AspirationWindows)})
		r := exact.Search(background, p, Limits{Exhaust: true, Depth: 30}, nil)
		if r.Score != want {
			t.Fatalf("%v: exact search says %v, minimax %v", p, r.Score, want)
		}
		for _, threads := range []int{1, 2} {
			full := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Threads: threads})
			r = full.Search(background, p, Limits{}, nil)
			if p.Legal(r.Move) != nil {
				t.Fatalf("%v: illegal move", p)
			}
			if r.Proved {
				proved++
				if sign(r.Score) != sign(want) {
					t.Fatalf("%v: proved %v, minimax %v", p, r.Score, want)
				}
				c := p.Copy()
				c.PlayUnchecked(r.Move)
				if got := -minimax(c, 99, nil); sign(got) != sign(want) {
					t.Fatalf("%v: the move gives %v, not %v", p, got, want)
				}
			}
		}
	}
	if proved < load(600) {
		t.Errorf("only %d proofs", proved)
	}
}

func TestReproducible(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	p := randomRow(rng, 16)
	run := func() []Info {
		var infos []Info
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Hash: 2, Now: func() time.Time { return time.Time{} }})
		for range 3 {
			r := e.Search(background, p, Limits{Nodes: 12345}, func(i Info) { infos = append(infos, i) })
			if r.Nodes > 12345 {
				t.Errorf("%d nodes", r.Nodes)
			}
			infos = append(infos, r.Info)
		}
		return infos
	}
	if a, b := run(), run(); !reflect.DeepEqual(a, b) {
		t.Errorf("two runs differ:\n%v\n%v", a, b)
	}
}

func TestNodeBudgetIsExact(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(4, 4)), 16)
	for _, threads := range []int{1, 3} {
		for _, n := range []uint64{1, 10, 777, 5000} {
			e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Threads: threads})
			r := e.Search(background, p, Limits{Nodes: n}, nil)
			if r.Nodes > n {
				t.Errorf("%d threads: %d nodes of %d", threads, r.Nodes, n)
			}
			if threads == 1 && !r.Proved && r.Nodes != n {
				t.Errorf("%d nodes of %d used", r.Nodes, n)
			}
			if p.Legal(r.Move) != nil {
				t.Errorf("illegal move after %d nodes", n)
			}
		}
	}
}

// A clock that counts how often it is read: the search must end at the first
// look past the limit.
type countingClock struct {
	now   time.Time
	step  time.Duration
	after func(time.Time)
}

func (c *countingClock) Now() time.Time {
	c.now = c.now.Add(c.step)
	if c.after != nil {
		c.after(c.now)
	}
	return c.now
}

func TestTimeIsKept(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	for _, l := range []Limits{
		{MoveTime: 50 * time.Millisecond},
		{Clock: [2]time.Duration{time.Second, time.Second}},
		{Clock: [2]time.Duration{time.Second, time.Second}, Increment: [2]time.Duration{time.Second, time.Second}},
		{Clocked: true},
		{Clock: [2]time.Duration{2 * time.Second, 2 * time.Second}, MovesToGo: 1},
	} {
		c := &countingClock{step: 500 * time.Microsecond}
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now, Without: RootProofs | LateMoveReductions | LateMovePruning | Futility | ReverseFutility | HashCutoffs})
		start := c.now
		r := e.Search(background, p, l, nil)
		spent := c.now.Sub(start)
		limit := l.MoveTime
		if limit == 0 {
			limit = l.Clock[p.Side()]
		}
		// Reading the clock itself takes steps here: the start, the look that
		// ends the search and the last report.
		if allowed := limit + 5*c.step; spent > allowed {
			t.Errorf("%+v: spent %v of %v", l, spent, allowed)
		}
		if p.Legal(r.Move) != nil {
			t.Errorf("%+v: illegal move", l)
		}
	}
}

func TestStopsWithContext(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(6, 6)), 16)
	ctx, cancel := context.WithCancel(background)
	var counted, after uint64
	e := New(Options{
		Evaluator: func() Evaluator { return &countingEvaluator{count: &counted} },
		Knowledge: newRowKnowledge,
		Without:   AllTechniques,
		Poll: func() {
			if counted > 20000 && ctx.Err() == nil {
				cancel()
				after = counted
			}
		},
	})
	r := e.Search(ctx, p, Limits{}, nil)
	if after == 0 {
		t.Fatal("the search ended by itself")
	}
	if counted-after > 2*pollEvery {
		t.Errorf("%d evaluations after the context ended", counted-after)
	}
	if p.Legal(r.Move) != nil {
		t.Error("illegal move")
	}
	cancelled, stop := context.WithCancel(background)
	stop()
	if r := e.Search(cancelled, p, Limits{}, nil); p.Legal(r.Move) != nil {
		t.Error("no legal move from a search that was over before it began")
	}
}

type countingEvaluator struct {
	rowEvaluator
	count *uint64
}

func (e *countingEvaluator) Evaluate(p game.Position) Score {
	*e.count++
	return e.rowEvaluator.Evaluate(p)
}

func TestMultiPV(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for range 50 {
		p := randomRow(rng, 8)
		moves := p.Moves(nil)
		if len(moves) < 3 {
			continue
		}
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Without: AllTechniques &^ (HashCutoffs | History)})
		r := e.Search(background, p, Limits{Depth: 30, MultiPV: 3, Exhaust: true}, nil)
		var want []Score
		for _, m := range moves {
			c := p.Copy()
			c.PlayUnchecked(m)
			want = append(want, -minimax(c, 99, nil))
		}
		for i, l := range r.Lines {
			best := -Infinity
			at := 0
			for j, s := range want {
				if s > best {
					best, at = s, j
				}
			}
			want[at] = -Infinity
			if l.Score != best || l.MultiPV != i+1 || len(l.PV) == 0 {
				t.Fatalf("%v: line %d is %+v, want %v", p, i+1, l, best)
			}
		}
	}
}

// A search for several moves that is stopped tells of those it has looked at: the
// others are not lost, they are not known.
func TestMultiPVStopped(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	incomplete := false
	for range 20 {
		p := randomRow(rng, 12)
		moves := p.Moves(nil)
		for n := uint64(1); n < 200; n += 7 {
			e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
			r := e.Search(background, p, Limits{Nodes: n, MultiPV: len(moves)}, nil)
			incomplete = incomplete || r.Depth > 0 && len(r.Lines) < len(moves)
			for i, l := range r.Lines {
				if l.Score < Loss(MaxMargin) || len(l.PV) == 0 || l.MultiPV != i+1 {
					t.Fatalf("%v after %d nodes: line %d is %+v", p, n, i+1, l)
				}
			}
		}
	}
	if !incomplete {
		t.Error("no search was stopped in its first iteration")
	}
}

// onInfo gets the lines best first at any time, and the move to play is that of the
// first one, whenever the search ends.
func TestMultiPVBestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	mixed := 0
	for range load(20) {
		p := randomRow(rng, 14)
		k := min(4, len(p.Moves(nil)))
		if k < 2 {
			continue
		}
		for n := uint64(20); n < 3000; n += 97 {
			var told []Info
			r := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge}).Search(background, p, Limits{Nodes: n, MultiPV: k, Exhaust: true}, func(i Info) {
				if i.MultiPV == 1 {
					told = told[:0]
				}
				told = append(told, i)
			})
			if r.Depth == 0 {
				continue // stopped before anything was found
			}
			for _, lines := range [][]Info{r.Lines, told} {
				for i, l := range lines {
					if l.MultiPV != i+1 || l.PV[0] == 0 || i > 0 && l.Score > lines[i-1].Score {
						t.Fatalf("%v after %d nodes: line %d of %+v", p, n, i+1, lines)
					}
				}
				if len(lines) == 0 || lines[0].PV[0] != r.Move {
					t.Fatalf("%v after %d nodes: plays %d, not the first of %+v", p, n, r.Move, lines)
				}
			}
			if last := r.Lines[len(r.Lines)-1]; last.Depth != r.Depth {
				mixed++
			}
		}
	}
	if mixed == 0 {
		t.Error("no search was stopped between two lines")
	}
}

// The moves of the root are ordered before the first iteration, by a quiescence search
// of each: a search that ends when that iteration has looked at one move plays what the
// whole iteration finds.
func TestRootIsOrdered(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	moved := 0
	for range 200 {
		p := randomRow(rng, 12)
		moves := p.Moves(nil)
		if len(moves) < 4 {
			continue
		}
		search := func(l Limits) Result {
			// Without a hash that knows the moves every one costs nodes.
			return New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Without: HashCutoffs}).Search(background, p, l, nil)
		}
		whole := search(Limits{Depth: 1, Exhaust: true})
		early := search(Limits{Nodes: whole.Nodes - uint64(len(moves)) + 1, Exhaust: true})
		if early.Move != whole.Move {
			t.Errorf("%v: %d is played first, %d is best", p, early.Move, whole.Move)
		}
		if whole.Move != moves[0] {
			moved++
		}
	}
	if moved < 50 {
		t.Errorf("the best move was not the first one listed in %d positions only", moved)
	}
}

func TestPonder(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(8, 8)), 16)
	hit := make(chan struct{})
	c := &countingClock{step: time.Millisecond}
	polls := 0
	e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now, Without: AllTechniques, Poll: func() {
		if polls++; polls == 500 {
			close(hit)
		}
	}})
	r := e.Search(background, p, Limits{MoveTime: 20 * time.Millisecond, Ponder: hit}, nil)
	if polls < 500 {
		t.Errorf("pondering ended after %d looks", polls)
	}
	// The clock begins with the hit, and goes on by a millisecond whenever it is looked at.
	if polls < 515 || polls > 600 {
		t.Errorf("the search went on for %d looks after the hit", polls-500)
	}
	if p.Legal(r.Move) != nil {
		t.Error("illegal move")
	}
}

// TestPonderThreads: only the first thread reads the clock, which the end of pondering
// resets under it. The race detector tells where another does.
func TestPonderThreads(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(8, 8)), 16)
	hit := make(chan struct{})
	c := &countingClock{step: time.Millisecond}
	polls := 0
	e := New(Options{Threads: 3, Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now, Without: AllTechniques, Poll: func() {
		if polls++; polls == 200 {
			close(hit)
		}
	}})
	r := e.Search(background, p, Limits{MoveTime: 20 * time.Millisecond, Ponder: hit}, nil)
	if p.Legal(r.Move) != nil || polls < 200 {
		t.Errorf("move %v after %d looks", r.Move, polls)
	}
}

// TestLastLineTold: the last best line told begins with the move that is returned, wherever
// the nodes end, and all lines of the result count the nodes of the whole search.
func TestLastLineTold(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(21, 4)), 16)
	told := 0
	for n := range load(120) {
		n := 560 + 10*n // with fewer not even the first iteration ends
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
		var last game.Move
		r := e.Search(background, p, Limits{Nodes: uint64(n)}, func(i Info) {
			last = i.PV[0]
			told++
		})
		if r.Depth > 0 && last != r.Move {
			t.Fatalf("%d nodes: told %d, returned %d", n, last, r.Move)
		}
		if r.Depth > 0 && r.SelDepth == 0 {
			t.Fatalf("%d nodes: no line was visited at depth %d", n, r.Depth)
		}
		for _, line := range r.Lines {
			if line.Nodes != r.Nodes {
				t.Fatalf("%d nodes: a line of %d", r.Nodes, line.Nodes)
			}
		}
	}
	if told == 0 {
		t.Error("nothing was told")
	}
}

func TestOver(t *testing.T) {
	p := &row{cell: [16]int8{3, -3, 2}}
	e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
	r := e.Search(background, p, Limits{}, nil)
	if r.Move != 0 || !r.Proved || r.Score != Win(2) {
		t.Errorf("got %+v", r)
	}
}
