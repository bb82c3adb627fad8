package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// What is counted for each side while stacking.
const (
	inPieces   = iota // pieces owned
	inStack1          // stacks of 1 piece ...
	inStack2          //
	inStack3          //
	inStack4          //
	inStack5          // of 5 or 6
	inStack7          // of 7 or more
	inMoves           // moves
	inMobile          // stacks that can move
	inStrong          // pieces in them
	inTakes           // moves onto the other side's stacks
	inOnDvonn         // moves onto stacks with a DVONN piece
	inHolds           // stacks that hold a DVONN piece
	inLayer1          // pieces in stacks next to one that holds a DVONN piece
	inLayer2          // one step further ...
	inLayer3          //
	inLayer4          //
	inLayerFar        // further still
	inAttacked        // pieces in stacks that are attacked
	inHit             // stacks attacked
	inHanging         // pieces in hanging stacks
	inEdge            // stacks on the edge of the board
	inLoose           // pieces in hanging stacks whose one neighbor is the other side's
	inDead            // pieces in stacks too high ever to move
	inCarry           // movable stacks that hold a DVONN piece
	inMobile1         // single pieces that can move
	inMobile2         // stacks of 2 that can move
	inMobile3         // higher stacks that can move
	inBlocked         // surrounded stacks
	inWaiting         // moves they would have
	inSafe            // pieces in stacks that hold a DVONN piece and are not attacked
	inSafeNear        // pieces in stacks next to those and not attacked
	inStuck           // pieces in free stacks without a move
	sideInputs
)

// Inputs is the number of features: those of the side to move, those of the
// other, and a one.
const Inputs = 2*sideInputs + 1

// computeFeatures fills e.x with the features of p, which is in the stacking phase.
//
// For most of a game most stacks have one piece. These are counted all at once, by
// what their neighbors are; higher stacks are counted one by one.
func (e *Linear) computeFeatures(p *dvonn.Position) {
	x := &e.x
	*x = [Inputs]int32{}
	occ := p.Occupied()
	held := p.Dvonn()
	singles := p.Singles()
	free := occ &^ dvonn.Surrounded(occ)
	us := p.Side()
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}

	// Stacks by their distance from one that holds a DVONN piece.
	var layers [5]uint64
	seen := held
	for d := 0; ; d++ {
		next := dvonn.Grow(seen) & occ &^ seen
		if next == 0 {
			break
		}
		layers[min(d, 4)] |= next
		seen |= next
	}

	around := countNeighbors(occ)
	one, hanging := around.one(), occ&^around.two()
	beside := [2]neighborCounts{countNeighbors(tops[0]), countNeighbors(tops[1])}
	dvonns := countNeighbors(held)
	seen1 := dvonn.Grow(held)
	for i := range tops {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		theirs := tops[1-i]
		nearby := beside[1-i] // what stands beside a stack of theirs
		loose := hanging & nearby.one()

		// Single pieces. None of them holds a DVONN piece.
		single := tops[i] & singles
		n := count(single)
		y[inPieces], y[inStack1] = n, n
		for l, layer := range &layers {
			k := count(single & layer)
			y[inLayer1+l] = k
			n -= k
		}
		y[inHolds] = n // without any contact, in positions that were set up
		y[inHanging] = count(single & hanging)
		y[inLoose] = count(single & loose)
		y[inBlocked] = count(single &^ free)
		y[inWaiting] = 6 * y[inBlocked]
		y[inStuck] = count(single & free &^ one)
		movers := single & free & one
		n = count(movers)
		y[inMobile1], y[inMobile], y[inStrong] = n, n, n
		y[inMoves] = around.total(movers)
		y[inTakes] = nearby.total(movers)
		y[inOnDvonn] = dvonns.total(movers)
		reach := dvonn.Around(movers) & occ

		// Higher stacks.
		for b := tops[i] &^ singles; b != 0; b &= b - 1 {
			s := lowest(b)
			bit := b & -b
			h := uint(p.Height(game.Spot(s)))
			n := int32(h)
			y[inPieces] += n
			y[heightInput[min(h, 7)]]++
			switch {
			case layers[0]&bit != 0:
				y[inLayer1] += n
			case layers[1]&bit != 0:
				y[inLayer2] += n
			case layers[2]&bit != 0:
				y[inLayer3] += n
			case layers[3]&bit != 0:
				y[inLayer4] += n
			case layers[4]&bit != 0:
				y[inLayerFar] += n
			default:
				y[inHolds]++
			}
			if hanging&bit != 0 {
				y[inHanging] += n
				if loose&bit != 0 {
					y[inLoose] += n
				}
			}
			if h > dvonn.MaxReach {
				y[inDead] += n
			}
			to := dvonn.Reach(int(h), game.Spot(s)) & occ
			if free&bit == 0 {
				y[inBlocked]++
				y[inWaiting] += count(to)
				continue
			}
			if to == 0 {
				y[inStuck] += n
				continue
			}
			y[mobileInput[min(h, 3)]]++
			y[inMobile]++
			y[inStrong] += n
			y[inMoves] += count(to)
			if held&bit != 0 {
				y[inCarry]++
			}
			y[inTakes] += count(to & theirs)
			y[inOnDvonn] += count(to & held)
			reach |= to
			movers |= bit
		}
		y[inEdge] = count(tops[i] & edge)

		// What that means for the other side.
		z := (*[sideInputs]int32)(x[(1-i)*sideInputs:])
		attacked := reach & theirs
		z[inHit] = count(attacked)
		z[inAttacked] = pieces(p, attacked, singles)
		safe := theirs &^ attacked
		z[inSafe] = pieces(p, safe&held, singles)
		z[inSafeNear] = pieces(p, safe&seen1&^held, singles)
		e.reach[i], e.movers[i] = reach, movers
	}
	x[Inputs-1] = 1
	e.near = [3]uint64(layers[:3])
}

func count(b uint64) int32 { return int32(bits.OnesCount64(b)) }

// pieces returns how many pieces lie in the stacks of b.
func pieces(p *dvonn.Position, b, singles uint64) int32 {
	n := count(b & singles)
	for b &^= singles; b != 0; b &= b - 1 {
		n += int32(p.Height(game.Spot(lowest(b))))
	}
	return n
}

var mobileInput = [4]int{0, inMobile1, inMobile2, inMobile3}

var heightInput = [8]int{0, inStack1, inStack2, inStack3, inStack4, inStack5, inStack5, inStack7}
