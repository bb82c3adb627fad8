package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Knowledge is what a search may know about LYNGK besides estimates; see
// [engine.Knowledge]. Its zero value is ready to use, by one goroutine.
type Knowledge struct {
	fits  lyngk.Fits
	alive alive
}

// NewKnowledge returns knowledge of any of the three games.
func NewKnowledge() engine.Knowledge { return new(Knowledge) }

// MovesLeft counts the moves until the outcome is usually proved. LYNGK-6 is often
// decided long before the end, by a six that nobody has seen coming, so that more is
// spent on the moves before.
func (k *Knowledge) MovesLeft(p game.Position, score engine.Score) float64 {
	n := bits.OnesCount64(p.(*lyngk.Position).Occupied())
	if p.Game() == lyngk.Six {
		return sixPace.MovesLeft(n, score)
	}
	return pace.MovesLeft(n, score)
}

// How games go; docs/lab/2026-11-strength.md says how it was found.
var (
	pace    = engine.Pace{Proved: 23, Unit: 100, Step: 3, Last: 1.3}
	sixPace = engine.Pace{Proved: 31, Unit: 50, Step: 3, Last: 1.4}
)

// Patience counts a third of 33 plies as the opening, in LYNGK-6 of 21: half of the games
// between strong players are longer.
func (k *Knowledge) Patience(p game.Position, ply int) (opening bool, more float64) {
	if p.Game() == lyngk.Six {
		return ply < 7, 0
	}
	return ply < 11, 0
}

// PliesLeft returns the number of stacks less one: every move empties a spot.
func (k *Knowledge) PliesLeft(p game.Position) int {
	return max(bits.OnesCount64(p.(*lyngk.Position).Occupied())-1, 0)
}

// Final returns what [engine.FinalScore] returns.
func (k *Knowledge) Final(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	return engine.Decided(pos.Lead(pos.Side()))
}

// Bounds returns what is certain about the final score.
//
// A buried piece never comes to the top again, so a side cannot score more fives
// than there are stacks whose top it owns or may still claim, nor more than can be
// made of the pieces and stacks that are left: a five takes five pieces and at
// least two stacks. A side that is further ahead than that has won. In LYNGK-6 the
// tally is empty until the game is over.
func (k *Knowledge) Bounds(p game.Position) (low, high engine.Score) {
	pos := p.(*lyngk.Position)
	low, high = -engine.Infinity, engine.Infinity
	us, them := pos.Side(), pos.Side().Other()
	if pos.Finished() {
		s := k.Final(p)
		return s, s
	}
	lead := pos.Tally(us) - pos.Tally(them)
	if lead == 0 {
		return low, high
	}
	live := pos.Occupied() &^ pos.OfHeight(5)
	pieces := bits.OnesCount64(pos.OfHeight(1)) + 2*bits.OnesCount64(pos.OfHeight(2)) +
		3*bits.OnesCount64(pos.OfHeight(3)) + 4*bits.OnesCount64(pos.OfHeight(4))
	most := min(pieces/5, bits.OnesCount64(live)/2)
	if pos.Game() == lyngk.Captured {
		most += bits.OnesCount64(pos.OfHeight(5)) // claims may capture these
	}
	if lead > 0 {
		if d := lead - min(most, k.completable(pos, them)); d > 0 {
			low = engine.Win(engine.MarginOf(4, d))
		}
	} else if d := -lead - min(most, k.completable(pos, us)); d > 0 {
		high = engine.Loss(engine.MarginOf(4, d))
	}
	return low, high
}

// completable returns an upper bound of the stacks that s can still complete.
func (k *Knowledge) completable(pos *lyngk.Position, s game.Side) int {
	colors := pos.Claimed(s) | pos.Claimable(s)
	var tops uint64
	for c := range lyngk.Color(lyngk.Colors) {
		if colors.Has(c) {
			tops |= pos.Tops(c)
		}
	}
	if pos.Game() != lyngk.Captured {
		tops &^= pos.OfHeight(5)
	}
	return bits.OnesCount64(tops)
}
