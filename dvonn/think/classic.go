package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Classic is the knowledge of a strong program of 2011, as far as it is known: a
// yardstick. It counts stacks, their moves, and among these the moves onto
// stacks with a DVONN piece and onto the opponent's, each weighted by the
// distance of the stack from the DVONN pieces. It counts no pieces and sees no
// isolation, and it orders captures first.
type Classic struct{}

// NewClassic returns the yardstick's evaluator.
func NewClassic() engine.Evaluator { return Classic{} }

// Reset does nothing.
func (Classic) Reset(game.Position) {}

// Push does nothing.
func (Classic) Push(game.Position, game.Move, game.Position) {}

// Pop does nothing.
func (Classic) Pop() {}

// MovesLeft estimates as [Mind] does.
func (Classic) MovesLeft(p game.Position) int { return (&Mind{}).MovesLeft(p) }

// PliesLeft returns what [Mind] does.
func (Classic) PliesLeft(p game.Position) int { return (&Mind{}).PliesLeft(p) }

// Final returns what engine.FinalScore does.
func (Classic) Final(p game.Position) engine.Score { return (&Mind{}).Final(p) }

// classicWeight is what counts for a stack at each distance.
var classicWeight = [8]int{10, 8, 6, 5, 4, 3, 2, 1}

// Evaluate estimates p.
func (Classic) Evaluate(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	occ, held := pos.Occupied(), pos.Dvonn()
	us := pos.Side()
	own, theirs := pos.Owned(us), pos.Owned(us.Other())
	free := occ &^ surrounded(occ)
	board := occ
	if pos.Placing() {
		board = pos.Game().Layout().All // the way will be there
	}
	sum := 0
	seen, layer := held, held
	for d := 0; layer != 0; d++ {
		w := classicWeight[min(d, len(classicWeight)-1)]
		sum += w * (classicCount(pos, layer&own, theirs, occ, held, free) - classicCount(pos, layer&theirs, own, occ, held, free))
		layer = grow(seen) & board &^ seen
		seen |= layer
	}
	return engine.Estimate(sum)
}

func classicCount(pos *dvonn.Position, stacks, foes, occ, held, free uint64) int {
	n := 0
	for b := stacks; b != 0; b &= b - 1 {
		n += 2
		s := lowest(b)
		if free&b&-b == 0 {
			continue
		}
		to := reach[pos.Height(game.Spot(s))&63][s] & occ
		n += bits.OnesCount64(to) + 2*bits.OnesCount64(to&held) + bits.OnesCount64(to&foes)
	}
	return n
}

// Order ranks captures first.
func (Classic) Order(p game.Position, list []engine.Ranked) {
	pos := p.(*dvonn.Position)
	theirs := pos.Owned(pos.Side().Other())
	for i := range list {
		r := &list[i]
		r.Slot = uint16(r.Move & (engine.Slots - 1))
		if to := dvonn.To(r.Move); to < game.NoSpot && theirs&to.Bit() != 0 {
			r.Rank = 1 << 20
		}
	}
}
