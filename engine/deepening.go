package engine

import (
	"time"

	"cairn.example/game"
)

// How the plan of a clock changes with what the search finds: a move that has been best
// for long needs less time, one that just came up, or whose score fell, needs more.
const (
	stableFor     = 3 // iterations with the same best move after which it needs less time
	veryStableFor = 6 // and still less

	scoreDrop = 40 // by how many hundredths the score of the best move falls until it counts

	// Shares of the plan, in tenths.
	veryStableShare = 6
	stableShare     = 8
	newMoveShare    = 13
	dropShare       = 15

	// lastStart is the part of the time, in tenths, after which no iteration begins: it
	// would hardly be finished, since each one takes longer than the one before.
	lastStart = 7
)

// stopDeepening reports whether the search should end after the iteration of a depth: stable
// is for how many the best move has been the same, k how many moves are looked for.
func (w *worker) stopDeepening(l *Limits, depth, stable, k int) bool {
	e, best := w.e, &w.root[0]
	side := w.frames[0].pos.Side()
	if k == 1 && best.score.Won() {
		return true // nothing better than a proved win is needed
	}
	if best.score.Lost() && depth > 1 {
		return true // all moves are proved to lose
	}
	if e.ponder != nil || !l.timed(side) {
		return false
	}
	onClock := l.Clocked || l.Clock[side] > 0
	if len(w.root) == 1 && onClock {
		return true // no choice
	}
	if onClock {
		e.budget = w.timeBudget(l, w.frames[0].pos, best.score)
	}
	if e.budget.soft == unlimited {
		return false
	}
	t := e.budget.soft
	switch {
	case stable >= veryStableFor:
		t = t * veryStableShare / 10
	case stable >= stableFor:
		t = t * stableShare / 10
	case stable == 0:
		t = t * newMoveShare / 10
	}
	if best.last > -Infinity && best.last-best.score > scoreDrop {
		t = t * dropShare / 10
	}
	return e.elapsed() >= t*lastStart/10
}

// timeBudget returns what the limits allow for p, when score is what the search has
// found so far: each iteration makes a new plan.
func (w *worker) timeBudget(l *Limits, p game.Position, score Score) budget {
	late := max(l.Late+w.e.late-l.Increment[p.Side()], 0)
	if w.pacer == nil {
		return l.timeBudget(p.Side(), movesLeftUnknown, false, late*movesLeftUnknown)
	}
	kept := late * time.Duration(w.pacer.PliesLeft(p)/2)
	n, opening := w.pacer.MovesLeft(p, score), false
	if l.Base > 0 {
		var more float64
		opening, more = w.pacer.Patience(p, l.Ply)
		n += more
	}
	return l.timeBudget(p.Side(), n, opening, kept)
}

// movesLeftUnknown is for how many moves a clock is planned where nothing is known of the
// game.
const movesLeftUnknown = 16
