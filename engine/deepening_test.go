package engine

import (
	"math/rand/v2"
	"testing"
	"time"
)

// TestStopDeepening says after which share of a plan no iteration begins: the later, the
// less the best move is settled.
func TestStopDeepening(t *testing.T) {
	const unknown = -Infinity
	const s = time.Second
	p := randomRow(rand.New(rand.NewPCG(8, 8)), 16)
	clock := Limits{Clock: [2]time.Duration{100 * s, 100 * s}, MovesToGo: 10} // 9.6 s of it
	pondering := clock
	pondering.Ponder = make(chan struct{})
	const never = -1
	for _, test := range []struct {
		what        string
		limits      Limits
		stable      int
		last, score Score
		k           int
		want        time.Duration // the first moment at which to stop; never, whatever is left
	}{
		{"the move is as before", clock, 1, 10, 10, 1, 6720 * time.Millisecond},
		{"it has been for long", clock, stableFor, 10, 10, 1, 5376 * time.Millisecond},
		{"and for longer", clock, veryStableFor, 10, 10, 1, 4032 * time.Millisecond},
		{"it is new", clock, 0, 10, 10, 1, 8736 * time.Millisecond},
		{"its score fell", clock, 1, 51, 10, 1, 10080 * time.Millisecond},
		{"it fell by little", clock, 1, 50, 10, 1, 6720 * time.Millisecond},
		{"it is new and fell", clock, 0, 51, 10, 1, 13104 * time.Millisecond},
		{"nothing is known from before", clock, 1, unknown, 10, 1, 6720 * time.Millisecond},
		{"pondering", pondering, veryStableFor, 10, 10, 1, never},
		{"a fixed time is used up", Limits{MoveTime: s}, veryStableFor, 10, 10, 1, never},
		{"no time is limited", Limits{}, veryStableFor, 10, 10, 1, never},
		{"a win", Limits{}, 0, 10, Win(1), 1, 0},
		{"a win, with other lines to find", Limits{}, 0, 10, Win(1), 2, never},
		{"a loss", Limits{}, 0, 10, Loss(1), 1, 0},
		{"losses only", Limits{}, 0, 10, Loss(1), 2, 0},
	} {
		var now time.Time
		e := New(Options{Evaluator: newRowEvaluator, Now: func() time.Time { return now }})
		e.prepare(p, test.limits)
		w := e.workers[0]
		w.begin(background, p, p.Moves(nil), false)
		w.root[0].last, w.root[0].score = test.last, test.score
		stopsAt := func(d time.Duration) bool {
			now = e.start.Add(d)
			return w.stopDeepening(&test.limits, 2, test.stable, test.k)
		}
		const near = 5 * time.Millisecond
		switch {
		case test.want == never:
			if stopsAt(time.Hour) {
				t.Errorf("%s: stopped", test.what)
			}
		case !stopsAt(test.want + near):
			t.Errorf("%s: no stop after %v", test.what, test.want)
		case test.want > 0 && stopsAt(test.want-near):
			t.Errorf("%s: stopped before %v", test.what, test.want)
		}
	}
}
