package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Mind knows LYNGK. It implements [engine.Evaluator] and all the interfaces
// beside it but [engine.Nuller]. It is used by one goroutine.
type Mind struct {
	x      [Inputs]int32
	w      *weights
	mixed  *mixed // of w
	fits   lyngk.Fits
	digits digits
}

// New returns a mind for any of the three games.
func New() engine.Evaluator { return &Mind{} }

// Reset tells what game the next positions are of.
func (m *Mind) Reset(p game.Position) {
	m.w, m.mixed = &standardWeights, standardMixed
	if p.Game() == lyngk.Six {
		m.w, m.mixed = &sixWeights, sixMixed
	}
}

// Push does nothing: all is computed where it is asked for.
func (m *Mind) Push(game.Position, game.Move, game.Position) {}

// Pop does nothing.
func (m *Mind) Pop() {}

// MovesLeft estimates how many more moves the side to move will make. Games
// last about 31 plies and end with a dozen stacks that nobody can join.
func (m *Mind) MovesLeft(p game.Position) int {
	n := bits.OnesCount64(p.(*lyngk.Position).Occupied())
	return max(2, (n-10)/2+1)
}

// PliesLeft returns the number of stacks less one: every move empties a spot.
func (m *Mind) PliesLeft(p game.Position) int {
	return max(bits.OnesCount64(p.(*lyngk.Position).Occupied())-1, 0)
}

// Final returns what engine.FinalScore does.
func (m *Mind) Final(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	return engine.Decided(pos.Lead(pos.Side()))
}

// Bounds returns what is certain about the final score.
//
// A buried piece never comes to the top again, so a side will never score more
// fives than there are stacks whose top it owns or may still claim, and not more
// than the pieces and stacks that are left can make: a five takes five pieces
// and at least two stacks. Who is further ahead than that has won. In LYNGK-6 the
// tally is empty until the game is over.
func (m *Mind) Bounds(p game.Position) (low, high engine.Score) {
	pos := p.(*lyngk.Position)
	low, high = -engine.Infinity, engine.Infinity
	us, them := pos.Side(), pos.Side().Other()
	if pos.Finished() {
		s := m.Final(p)
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
		if d := lead - min(most, m.chances(pos, them)); d > 0 {
			low = engine.Win(engine.MarginOf(4, d))
		}
	} else if d := -lead - min(most, m.chances(pos, us)); d > 0 {
		high = engine.Loss(engine.MarginOf(4, d))
	}
	return low, high
}

// chances returns how many stacks s could at most still bring to a full height.
func (m *Mind) chances(pos *lyngk.Position, s game.Side) int {
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

// digits are the heights of all stacks, in binary: digit d of the height of the
// stack on s is bit s of digits[d].
type digits [3]uint64

func (d *digits) fill(p *lyngk.Position) {
	d[0] = p.OfHeight(1) | p.OfHeight(3) | p.OfHeight(5)
	d[1] = p.OfHeight(2) | p.OfHeight(3) | p.OfHeight(6)
	d[2] = p.OfHeight(4) | p.OfHeight(5) | p.OfHeight(6)
}

// pieces returns how many pieces lie in some stacks.
func (d *digits) pieces(stacks uint64) int32 {
	return count(stacks&d[0]) + 2*count(stacks&d[1]) + 4*count(stacks&d[2])
}
