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
	x     [Inputs]int32
	six   bool
	w     *weights
	mixed *mixed // of w
	fits  fits
}

// New returns a mind for any of the three games.
func New() engine.Evaluator { return &Mind{} }

// Reset tells what game the next positions are of.
func (m *Mind) Reset(p game.Position) {
	m.six = p.Game() == lyngk.Six
	m.w, m.mixed = &standardWeights, standardMixed
	if m.six {
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
	a, b := pos.Side(), pos.Side().Other()
	full := pos.Game().MaxHeight()
	if d := pos.Tally(a) - pos.Tally(b); d != 0 {
		return final(full-1, d)
	}
	own, their := pos.Owned(a), pos.Owned(b)
	for h := full - 1; h > 0; h-- {
		high := pos.OfHeight(h)
		if d := bits.OnesCount64(own&high) - bits.OnesCount64(their&high); d != 0 {
			return final(h-1, d)
		}
	}
	return engine.DrawScore
}

func final(count, by int) engine.Score {
	if by > 0 {
		return engine.Win(engine.MarginOf(count, by))
	}
	return engine.Loss(engine.MarginOf(count, -by))
}

// Bounds returns what is certain about the final score.
//
// A buried piece never comes to the top again, so a side will never score more
// fives than there are stacks whose top it owns or may still claim, and not more
// than the pieces and stacks that are left can make: a five takes five pieces
// and at least two stacks. Who is further ahead than that has won.
func (m *Mind) Bounds(p game.Position) (low, high engine.Score) {
	pos := p.(*lyngk.Position)
	low, high = -engine.Infinity, engine.Infinity
	us, them := pos.Side(), pos.Side().Other()
	if m.six {
		if pos.Tally(us)|pos.Tally(them) != 0 {
			s := m.Final(p)
			return s, s
		}
		return low, high
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

// fits tells what may be built on what, as the rules do (1.4, 1.5).
type fits struct {
	conflict [32]uint64
	claimed  [8]uint64
	neutral  [8]uint64
	digits   [3]uint64 // of the heights, in binary
}

// pieces returns how many pieces lie in some stacks.
func (f *fits) pieces(stacks uint64) int32 {
	return count(stacks&f.digits[0]) + 2*count(stacks&f.digits[1]) + 4*count(stacks&f.digits[2])
}

func (f *fits) fill(p *lyngk.Position) {
	c := &f.conflict
	for i := range lyngk.Colors {
		b := p.Holding(lyngk.Color(i))
		n := 1 << i
		for j := range n {
			c[(n+j)&31] = c[j&31] | b
		}
	}
	f.digits[0] = p.OfHeight(1) | p.OfHeight(3) | p.OfHeight(5)
	f.digits[1] = p.OfHeight(2) | p.OfHeight(3) | p.OfHeight(6)
	f.digits[2] = p.OfHeight(4) | p.OfHeight(5) | p.OfHeight(6)
	h1 := p.OfHeight(1)
	h2 := h1 | p.OfHeight(2)
	h3 := h2 | p.OfHeight(3)
	h4 := h3 | p.OfHeight(4)
	if p.Game() == lyngk.Six {
		h5 := h4 | p.OfHeight(5)
		f.claimed = [8]uint64{1: h5, 2: h4, 3: h3, 4: h2, 5: h1}
		f.neutral = [8]uint64{1: h1, 2: h2, 3: h3, 4: h2, 5: h1}
		return
	}
	f.claimed = [8]uint64{1: h4, 2: h3, 3: h2, 4: h1}
	f.neutral = [8]uint64{1: h1, 2: h2, 3: h2, 4: h1}
}

// component returns the stacks of members that rule 1.6 joins to the lowest of
// them, and what they see together.
func component(p *lyngk.Position, members uint64) (joined, reach uint64) {
	next := members & -members
	for next != 0 {
		joined |= next
		for ; next != 0; next &= next - 1 {
			reach |= p.Sight(game.Spot(bits.TrailingZeros64(next)))
		}
		next = reach & members &^ joined
	}
	return joined, reach
}
