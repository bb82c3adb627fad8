package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// StackingCounts describes positions of the stacking phase to a dense net by the
// features of [Linear] and some more. It implements [nn.Counts].
type StackingCounts struct{ l Linear }

// ID returns the name of this description.
func (*StackingCounts) ID() string { return "dvonn-stacking-1" }

// Inputs returns the number of counts.
func (*StackingCounts) Inputs() int { return stackingInputs }

// Phases returns the number of stacks at the beginning.
func (*StackingCounts) Phases() int { return phases }

// Phase returns the number of stacks.
func (*StackingCounts) Phase(p game.Position) int {
	return bits.OnesCount64(p.(*dvonn.Position).Occupied())
}

// Applies reports whether p is in the stacking phase.
func (*StackingCounts) Applies(p game.Position) bool { return !p.(*dvonn.Position).Placing() }

// Viewer returns the side to move.
func (*StackingCounts) Viewer(p game.Position) game.Side { return p.Side() }

// Count fills x with the features.
func (c *StackingCounts) Count(p game.Position, x []int32) {
	c.l.computeFeatures(p.(*dvonn.Position))
	copy(x, c.l.x[:])
	c.l.countMore(p.(*dvonn.Position), x[Inputs:])
}

// What is counted for each side besides the features of Linear.
const (
	inContested  = iota // stacks of the other side with a DVONN piece that one could move onto
	inFetch             // lone DVONN pieces that one could move onto
	inJoin              // own stacks with a DVONN piece that one could move onto
	inAlone             // stacks of the other side attacked that none of it could move onto
	inAloneWins         // pieces in them
	inNear1             // single pieces that can move next to a DVONN piece
	inNear2             // one step further
	inNear3             // two steps further
	inRestNobody        // pieces that are cut off if a DVONN piece that nobody can move leaves
	inRestMine          // likewise one that this side can move
	inRestTheirs        // likewise one that the other side can move
	inCut               // most pieces by which a move can cut off more of the other side's
	inCuts              // stacks whose leaving does so
	inBonds             // stacks whose leaving cuts off as many own pieces or more
	moreInputs
)

// stackingInputs is the number of counts: the features of Linear, these of both sides, and
// whether the number of stacks is odd.
const stackingInputs = Inputs + 2*moreInputs + 1

// countMore fills x with these, for the position whose features e has computed last.
func (e *Linear) countMore(p *dvonn.Position, x []int32) {
	x = x[:2*moreInputs+1]
	clear(x)
	occ, held, singles := p.Occupied(), p.Dvonn(), p.Singles()
	us := p.Side()
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}
	for i, own := range tops {
		y := (*[moreInputs]int32)(x[i*moreInputs:])
		reach, theirs := e.reach[i], tops[1-i]
		taken := reach & held
		y[inContested] = count(taken & theirs)
		y[inFetch] = count(taken &^ theirs &^ own)
		y[inJoin] = count(taken & own)
		alone := reach & theirs &^ e.reach[1-i]
		y[inAlone] = count(alone)
		y[inAloneWins] = pieces(p, alone, singles)
		light := e.movers[i] & singles
		y[inNear1] = count(light & e.near[0])
		y[inNear2] = count(light & e.near[1])
		y[inNear3] = count(light & e.near[2])
	}
	mine, other := (*[moreInputs]int32)(x), (*[moreInputs]int32)(x[moreInputs:])
	weigh := func(gone uint64) (int32, int32) {
		return pieces(p, tops[0]&gone, singles), pieces(p, tops[1]&gone, singles)
	}
	// Where all DVONN pieces hang together, only one whose neighbors do not can take
	// something along.
	risky := held
	if held&(held-1) != 0 && held&^dvonn.Flood(held&-held, occ) == 0 {
		risky &= branching(occ)
	}
	for b := risky; b != 0; b &= b - 1 {
		bit := b & -b
		gone := cutOff(occ, held, bit)
		if gone == 0 {
			continue
		}
		a, z := weigh(gone)
		switch {
		case e.movers[0]&bit != 0:
			mine[inRestMine] += a
			other[inRestTheirs] += z
		case e.movers[1]&bit != 0:
			mine[inRestTheirs] += a
			other[inRestMine] += z
		default:
			mine[inRestNobody] += a
			other[inRestNobody] += z
		}
	}
	for b := (e.movers[0] | e.movers[1]) &^ held & branching(occ); b != 0; b &= b - 1 {
		bit := b & -b
		gone := cutOff(occ, held, bit)
		if gone == 0 {
			continue
		}
		own, gain := weigh(gone)
		y := mine
		if e.movers[1]&bit != 0 {
			own, gain, y = gain, own, other
		}
		if gain > own {
			y[inCut] = max(y[inCut], gain-own)
			y[inCuts]++
		} else {
			y[inBonds]++
		}
	}
	x[2*moreInputs] = count(occ) & 1
}

// cutOff returns the stacks of occ that are connected to none of held when the one of bit
// leaves.
func cutOff(occ, held, bit uint64) uint64 {
	occ &^= bit
	return occ &^ dvonn.Flood(held&^bit, occ)
}

// branching returns the spots of occ whose neighbors do not hang together around them:
// only there can a stack's leaving cut something off, unless it takes a DVONN piece along.
func branching(occ uint64) uint64 {
	right, left, up, down, upRight, downLeft := dvonn.Shifts(occ)
	// Around a spot, in turn, the neighbors that are there and after which comes none;
	// a bit says which neighbor the stack of that spot is.
	ring := [6]uint64{left, downLeft, down, right, upRight, up}
	var once, twice uint64
	for i, n := range ring {
		end := n &^ ring[(i+1)%6]
		twice |= once & end
		once |= end
	}
	return twice & occ
}
