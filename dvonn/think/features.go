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

// surroundings is what the features of both sides are counted from: sets of stacks, and
// for each spot how many of its neighbors are in such a set.
type surroundings struct {
	occ, held      uint64         // all stacks, and those that hold a DVONN piece
	singles        uint64         // stacks of one piece
	free           uint64         // stacks that are not surrounded
	touching       uint64         // stacks with a neighbor
	hanging        uint64         // stacks with one neighbor at most
	layers         [5]uint64      // stacks by their distance from held: 1, 2, 3, 4, further
	around, dvonns neighborCounts // of occ, and of held
}

func surroundingsOf(p *dvonn.Position) surroundings {
	occ, held := p.Occupied(), p.Dvonn()
	s := surroundings{
		occ: occ, held: held, singles: p.Singles(), free: occ &^ dvonn.Surrounded(occ),
		around: countNeighbors(occ), dvonns: countNeighbors(held),
	}
	s.touching, s.hanging = s.around.one(), occ&^s.around.two()
	seen := held
	for d := 0; ; d++ {
		next := dvonn.Grow(seen) & occ &^ seen
		if next == 0 {
			return s
		}
		s.layers[min(d, 4)] |= next
		seen |= next
	}
}

// computeFeatures fills e.x with the features of p, which is in the stacking phase.
//
// For most of a game most stacks have one piece. These are counted all at once, by
// what their neighbors are; higher stacks are counted one by one.
func (e *Linear) computeFeatures(p *dvonn.Position) {
	x := &e.x
	*x = [Inputs]int32{}
	s := surroundingsOf(p)
	us := p.Side()
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}
	beside := [2]neighborCounts{countNeighbors(tops[0]), countNeighbors(tops[1])}
	besideHeld := dvonn.Grow(s.held) &^ s.held
	for i := range tops {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		theirs := tops[1-i]
		nearby := &beside[1-i] // how many of their stacks are next to a spot
		loose := s.hanging & nearby.one()
		movers, reach := s.addSingles(y, tops[i]&s.singles, loose, nearby)
		highMovers, highReach := s.addHigh(y, p, tops[i]&^s.singles, loose, theirs)
		movers, reach = movers|highMovers, reach|highReach
		y[inEdge] = count(tops[i] & edge)

		// What that means for the other side.
		z := (*[sideInputs]int32)(x[(1-i)*sideInputs:])
		attacked := reach & theirs
		z[inHit] = count(attacked)
		z[inAttacked] = pieces(p, attacked, s.singles)
		safe := theirs &^ attacked
		z[inSafe] = pieces(p, safe&s.held, s.singles)
		z[inSafeNear] = pieces(p, safe&besideHeld, s.singles)
		e.reach[i], e.movers[i] = reach, movers
	}
	x[Inputs-1] = 1
	e.near = [3]uint64(s.layers[:3])
}

// addSingles sets in y what a side has in stacks of one piece, of which none holds a
// DVONN piece; loose are hanging stacks whose one neighbor is the other side's, nearby
// counts the other side's stacks. It returns those that can move, and where to. It is
// called before addHigh.
func (s *surroundings) addSingles(y *[sideInputs]int32, single, loose uint64, nearby *neighborCounts) (movers, reach uint64) {
	n := count(single)
	y[inPieces], y[inStack1] = n, n
	for l, layer := range &s.layers {
		k := count(single & layer)
		y[inLayer1+l] = k
		n -= k
	}
	y[inHolds] = n // without any contact, in positions that were set up
	y[inHanging] = count(single & s.hanging)
	y[inLoose] = count(single & loose)
	y[inBlocked] = count(single &^ s.free)
	y[inWaiting] = 6 * y[inBlocked]
	y[inStuck] = count(single & s.free &^ s.touching)
	movers = single & s.free & s.touching
	n = count(movers)
	y[inMobile1], y[inMobile], y[inStrong] = n, n, n
	y[inMoves] = s.around.total(movers)
	y[inTakes] = nearby.total(movers)
	y[inOnDvonn] = s.dvonns.total(movers)
	return movers, dvonn.Around(movers) & s.occ
}

// addHigh adds to y what a side has in stacks of two pieces or more; theirs are the
// stacks of the other side, loose is as for addSingles. It returns those that can move,
// and where to.
func (s *surroundings) addHigh(y *[sideInputs]int32, p *dvonn.Position, stacks, loose, theirs uint64) (movers, reach uint64) {
	for b := stacks; b != 0; b &= b - 1 {
		at := game.Spot(lowest(b))
		bit := b & -b
		h := p.Height(at)
		n := int32(h)
		y[inPieces] += n
		y[heightInput[min(uint(h), 7)]]++
		switch {
		case s.layers[0]&bit != 0:
			y[inLayer1] += n
		case s.layers[1]&bit != 0:
			y[inLayer2] += n
		case s.layers[2]&bit != 0:
			y[inLayer3] += n
		case s.layers[3]&bit != 0:
			y[inLayer4] += n
		case s.layers[4]&bit != 0:
			y[inLayerFar] += n
		default:
			y[inHolds]++
		}
		if s.hanging&bit != 0 {
			y[inHanging] += n
			if loose&bit != 0 {
				y[inLoose] += n
			}
		}
		if h > dvonn.MaxReach {
			y[inDead] += n
		}
		to := dvonn.Reach(h, at) & s.occ
		if s.free&bit == 0 {
			y[inBlocked]++
			y[inWaiting] += count(to)
			continue
		}
		if to == 0 {
			y[inStuck] += n
			continue
		}
		y[mobileInput[min(uint(h), 3)]]++
		y[inMobile]++
		y[inStrong] += n
		y[inMoves] += count(to)
		if s.held&bit != 0 {
			y[inCarry]++
		}
		y[inTakes] += count(to & theirs)
		y[inOnDvonn] += count(to & s.held)
		reach |= to
		movers |= bit
	}
	return movers, reach
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
