package engine

import (
	"math/rand/v2"
	"testing"
	"time"

	"cairn.example/game"
)

// TestPace says for how many moves a clock must last: fewer, the nearer the proof and
// the more decided the game, for whichever side.
func TestPace(t *testing.T) {
	p := Pace{Proved: 20, Unit: 100, Step: 2.5, Last: 1.5}
	for _, c := range []struct {
		stacks int
		score  Score
		want   float64
	}{
		{40, 0, 9.5},
		{30, 0, 5.5},
		{30, 500, 3.5},
		{30, -500, 3.5},
		{30, 1000, 1.5},
		{20, 0, 1.5},
		{10, 0, 1.5},
		{30, Win(1), 1.5},
		{30, -Infinity, 1.5},
	} {
		if got := p.MovesLeft(c.stacks, c.score); got != c.want {
			t.Errorf("%d stacks, score %d: %v moves, want %v", c.stacks, c.score, got, c.want)
		}
	}
}

// TestTimeBudget spreads clocks: never more than there is, more where fewer moves are
// left, and as many as the limits say where they do.
func TestTimeBudget(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 10000 {
		clock := time.Duration(rng.Int64N(int64(time.Minute)))
		l := Limits{Clocked: true, Clock: [2]time.Duration{clock, clock}, Overhead: time.Duration(rng.Int64N(int64(100 * time.Millisecond)))}
		n := 1 + 30*rng.Float64()
		b, fewer := l.timeBudget(game.First, n, false, 0), l.timeBudget(game.First, 1+(n-1)/2, false, 0)
		if b.soft < 0 || b.soft > b.hard || b.hard > max(clock-l.Overhead, 0)*4/5 {
			t.Fatalf("%v of %v for %v moves", b, clock, n)
		}
		if fewer.soft < b.soft || fewer.hard < b.hard {
			t.Fatalf("%v of %v for %v moves, but %v for fewer", b, clock, n, fewer)
		}
		m := l
		m.MovesToGo = 7
		if got, want := m.timeBudget(game.First, n, false, 0), l.timeBudget(game.First, 7, false, 0); got != want {
			t.Fatalf("%v for 7 moves to go, want %v", got, want)
		}
	}
}

// TestTimeShares says what a clock allows: a share of what is left beyond a reserve, three
// quarters of the increment, and at most three shares for a search that has not settled.
func TestTimeShares(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		clock, increment, overhead, moveTime time.Duration
		moves                                float64
		want                                 budget
	}{
		{60_000 * ms, 0, 0, 0, 20, budget{2880 * ms, 8640 * ms}},
		{60_000 * ms, 4000 * ms, 0, 0, 20, budget{5880 * ms, 17640 * ms}},
		{60_000 * ms, 0, 1600 * ms, 0, 20, budget{2800 * ms, 8400 * ms}},
		{60_000 * ms, 0, 0, 0, 1, budget{46_080 * ms, 46_080 * ms}}, // never all of it
		{60_000 * ms, 0, 0, 0, 0, budget{46_080 * ms, 46_080 * ms}},
		{60_000 * ms, 0, 0, 2000 * ms, 20, budget{2000 * ms, 2000 * ms}},
		{60_000 * ms, 0, 0, 5000 * ms, 20, budget{2880 * ms, 5000 * ms}},
		{100 * ms, 0, 0, 0, 7, budget{10 * ms, 28 * ms}},     // the least reserve is 30 ms
		{40 * ms, 0, 0, 0, 10, budget{2 * ms, 6 * ms}},       // and at most half
		{40 * ms, 0, 90 * ms, 0, 10, budget{0, 0}},           // the overhead is more than there is
		{0, 0, 0, 100 * ms, 10, budget{unlimited, 100 * ms}}, // a fixed time is used up
		{0, 0, 30 * ms, 100 * ms, 10, budget{unlimited, 70 * ms}},
		{0, 0, 0, 0, 10, budget{unlimited, unlimited}},
	} {
		l := Limits{Clock: [2]time.Duration{test.clock, 0}, Increment: [2]time.Duration{test.increment, 0}, Overhead: test.overhead, MoveTime: test.moveTime}
		got := l.timeBudget(game.First, test.moves, false, 0)
		near := func(a, b time.Duration) bool { return a-b < time.Microsecond && b-a < time.Microsecond }
		if !near(got.soft, test.want.soft) || !near(got.hard, test.want.hard) {
			t.Errorf("%+v: %v, want %v", test, got, test.want)
		}
	}
}

// TestPatience: where a person waits no move takes more than a sixth of what is left, nor in
// the opening more than a twentieth of the whole time; without Base the plan is another.
func TestPatience(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	bound := 0
	for range 10000 {
		clock, base := time.Duration(rng.Int64N(int64(time.Hour))), time.Duration(1+rng.Int64N(int64(time.Hour)))
		gain := time.Duration(rng.Int64N(int64(10 * time.Second)))
		l := Limits{Clocked: true, Clock: [2]time.Duration{clock, clock}, Increment: [2]time.Duration{gain, gain}}
		n := 1 + 30*rng.Float64()
		free := l.timeBudget(game.First, n, true, 0)
		l.Base = base
		for _, opening := range []bool{false, true} {
			b := l.timeBudget(game.First, n, opening, 0)
			if b.soft != free.soft || b.hard > free.hard || b.hard > clock/6 || opening && b.hard > (base+40*gain)/20 {
				t.Fatalf("%v with %v on the clock, %v at first, %v a move, opening %t; without a person %v", b, clock, base, gain, opening, free)
			}
			if b.hard < free.hard {
				bound++
			}
		}
	}
	if bound < 10000 {
		t.Errorf("only %d of 20000 plans are bounded", bound)
	}
}

// TestOpening: the search asks whether the opening is over with the plies that the limits name.
func TestOpening(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	spent := func(ply int) time.Duration {
		c := &countingClock{step: time.Millisecond}
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now, Without: AllTechniques})
		start := c.now
		minute := 60 * time.Second
		e.Search(background, p, Limits{Clock: [2]time.Duration{minute, minute}, Base: minute, Ply: ply}, nil)
		return c.now.Sub(start)
	}
	if early, late := spent(4), spent(5); early > 3100*time.Millisecond || late <= early {
		t.Errorf("the search took %v in the opening, %v after it", early, late)
	}
}

// TestMore: where a person waits, the game may count more moves; else it may not.
func TestMore(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	clock := [2]time.Duration{time.Minute, time.Minute}
	e := New(Options{Game: p.Game(), Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
	for _, test := range []struct {
		base    time.Duration
		ply     int
		moves   float64
		opening bool
	}{{0, 4, 9, false}, {0, 5, 9, false}, {time.Minute, 4, 9, true}, {time.Minute, 5, 10, false}} {
		l := Limits{Clock: clock, Base: test.base, Ply: test.ply}
		if got, want := e.workers[0].timeBudget(&l, p, 0), l.timeBudget(p.Side(), test.moves, test.opening, 0); got != want {
			t.Errorf("%+v: %v, want %v", test, got, want)
		}
	}
}

// TestLate: what answers come too late by is kept back for each move that the game can still
// have, what the engine measures of itself too; an increment pays for it.
func TestLate(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	const ms = time.Millisecond
	clock := [2]time.Duration{10_000 * ms, 10_000 * ms}
	for _, test := range []struct{ late, own, gain, kept time.Duration }{
		{0, 0, 0, 0},
		{100 * ms, 0, 0, 800 * ms},
		{100 * ms, 50 * ms, 0, 1200 * ms},
		{100 * ms, 50 * ms, 100 * ms, 400 * ms},
		{100 * ms, 50 * ms, 200 * ms, 0},
		{5000 * ms, 0, 0, 10_000 * ms},
	} {
		gain := [2]time.Duration{test.gain, test.gain}
		e := New(Options{Game: p.Game(), Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
		e.late = test.own
		l := Limits{Clock: clock, Increment: gain, Late: test.late}
		got := e.workers[0].timeBudget(&l, p, 0)
		if want := l.timeBudget(p.Side(), 9, false, test.kept); got != want {
			t.Errorf("%+v: %v, want %v", test, got, want)
		}
	}
}

// TestMeasuresLate: a search that could not end in time makes the next ones careful, for a while.
func TestMeasuresLate(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	c := &countingClock{step: time.Second}
	e := New(Options{Game: p.Game(), Evaluator: newRowEvaluator, Knowledge: newRowKnowledge, Now: c.Now})
	e.Search(background, p, Limits{MoveTime: 100 * time.Millisecond}, nil)
	late := e.late
	if late < time.Second/2 {
		t.Errorf("late by %v", late)
	}
	c.step = 0
	for range 20 {
		e.Search(background, p, Limits{MoveTime: time.Second, Depth: 1}, nil)
	}
	if e.late > late/8 {
		t.Errorf("after 20 searches in time still late by %v of %v", e.late, late)
	}
}

// TestNoChoice: on a clock a forced move costs no time, whatever the clock shows; where no
// clock runs there is time to look what comes after it.
func TestNoChoice(t *testing.T) {
	p := &row{cell: [16]int8{1, 0, 2, 0, 3, -1, -2, 0, -3, -1, -2, -1}}
	if n := len(p.Moves(nil)); n < 2 {
		t.Fatalf("%d moves", n)
	}
	only := p.Moves(nil)[:1]
	for _, test := range []struct {
		l      Limits
		deeper bool
	}{
		{Limits{Only: only, Clock: [2]time.Duration{time.Hour, time.Hour}}, false},
		{Limits{Only: only, Clocked: true}, false},
		{Limits{Only: only, MoveTime: time.Hour}, true},
		{Limits{Only: only, Depth: 4}, true},
	} {
		e := New(Options{Evaluator: newRowEvaluator, Now: func() time.Time { return time.Time{} }})
		if r := e.Search(background, p, test.l, nil); r.Move != only[0] || (r.Depth > 1) != test.deeper {
			t.Errorf("%+v: depth %d", test.l, r.Depth)
		}
	}
}

// TestOnly: of the moves that a search is restricted to, illegal ones and those named twice
// do not count; where no legal one is left the restriction does not.
func TestOnly(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(8, 8)), 16)
	legal := p.Moves(nil)
	const illegal = rowPass
	if p.Legal(illegal) == nil || len(legal) < 3 {
		t.Fatal("the position does not suit the test")
	}
	for _, test := range []struct {
		only  []game.Move
		lines int
	}{
		{nil, len(legal)},
		{[]game.Move{}, len(legal)},
		{[]game.Move{illegal}, len(legal)},
		{[]game.Move{illegal, legal[1]}, 1},
		{[]game.Move{legal[1], legal[2], legal[1]}, 2},
	} {
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
		r := e.Search(background, p, Limits{Only: test.only, Depth: 2, MultiPV: 99}, nil)
		if p.Legal(r.Move) != nil || len(r.Lines) != test.lines {
			t.Errorf("only %v: move %v, %d lines, want %d", test.only, r.Move, len(r.Lines), test.lines)
		}
	}
}

// TestOnlyProves: what is proved of a search that is restricted to a move holds for that move,
// and a later search of the position before is not misled by it.
func TestOnlyProves(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 2))
	proved, worse := 0, 0
	for range max(load(40), 20) {
		before := randomRow(rng, 7)
		var p game.Position
		for _, m := range before.Moves(nil) {
			p = before.Copy()
			p.PlayUnchecked(m)
		}
		if p == nil || len(p.Moves(nil)) == 0 {
			continue
		}
		for _, m := range p.Moves(nil) {
			child := p.Copy()
			child.PlayUnchecked(m)
			want, whole := -minimax(child, 99, nil), minimax(p, 99, nil)
			e := New(Options{Evaluator: newRowEvaluator, Knowledge: newRowKnowledge})
			r := e.Search(background, p, Limits{Only: []game.Move{m}, Nodes: 5000}, nil)
			if r.Move != m {
				t.Fatalf("%v: %d is played in place of %d", p, r.Move, m)
			}
			if r.Proved {
				proved++
				if sign(r.Score) != sign(want) {
					t.Fatalf("%v: %d is proved as %v, minimax %v", p, m, r.Score, want)
				}
				if sign(want) < sign(whole) {
					worse++
				}
			}
			later := e.Search(background, before, Limits{Nodes: 5000}, nil)
			if whole := minimax(before, 99, nil); later.Proved && sign(later.Score) != sign(whole) {
				t.Fatalf("%v: proved as %v, minimax %v", before, later.Score, whole)
			}
		}
	}
	if proved == 0 || worse == 0 {
		t.Errorf("%d proofs, %d of a move that is worse than another", proved, worse)
	}
}

// decisive expects games to go on for long unless the score says that they are decided.
type decisive struct{ rowKnowledge }

func (decisive) MovesLeft(_ game.Position, score Score) float64 {
	if score > 100 || score < -100 {
		return 2
	}
	return 20
}

// TestPlanFollowsScore gives a move more time once the search has found the game decided.
func TestPlanFollowsScore(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(5, 5)), 16)
	spent := func(estimate Score) time.Duration {
		c := &countingClock{step: time.Millisecond}
		e := New(Options{
			Evaluator: func() Evaluator { return constant{p.Side(), estimate} },
			Knowledge: func() Knowledge { return decisive{} },
			Now:       c.Now,
			Without:   AllTechniques,
		})
		start := c.now
		e.Search(background, p, Limits{Clock: [2]time.Duration{10 * time.Second, 10 * time.Second}}, nil)
		return c.now.Sub(start)
	}
	even := spent(0)
	for _, estimate := range []Score{500, -500} {
		if got := spent(estimate); got < even*3/2 {
			t.Errorf("with %d the search took %v, with an even game %v", estimate, got, even)
		}
	}
}

// constant estimates every position alike, for one side.
type constant struct {
	side     game.Side
	estimate Score
}

func (c constant) Evaluate(p game.Position) Score {
	if p.Side() == c.side {
		return c.estimate
	}
	return -c.estimate
}
