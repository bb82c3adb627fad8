package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
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
	inLoose           // pieces that hang on a single stack of the other side
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

// describe fills m.x with the features of p, which is in the stacking phase.
func (m *Mind) describe(p *dvonn.Position) {
	x := &m.x
	*x = [Inputs]int32{}
	occ := p.Occupied()
	held := p.Dvonn()
	free := occ &^ surrounded(occ)
	us := p.Side()
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}

	var layer [64]uint8
	seen := held
	for d := uint8(1); ; d++ {
		next := grow(seen) & occ &^ seen
		if next == 0 {
			break
		}
		for b := next; b != 0; b &= b - 1 {
			layer[lowest(b)] = min(d, 5)
		}
		seen |= next
	}

	seen1 := grow(held)
	for i := range tops {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		theirs := tops[1-i]
		var attacked uint64
		for b := tops[i]; b != 0; b &= b - 1 {
			s := lowest(b)
			bit := b & -b
			h := uint(p.Height(game.Spot(s)))
			n := int32(h)
			y[inPieces] += n
			y[heightInput[min(h, 7)]]++
			if l := layer[s]; l > 0 {
				y[inLayer1+int(l)-1] += n
			} else {
				y[inHolds]++
			}
			around := near[s] & occ
			if around&(around-1) == 0 {
				y[inHanging] += n
				if around&theirs != 0 {
					y[inLoose] += n
				}
			}
			if h > maxReach {
				y[inDead] += n
			}
			to := reach[h&63][s] & occ
			if free&bit == 0 {
				y[inBlocked]++
				y[inWaiting] += int32(bits.OnesCount64(to))
				continue
			}
			if to == 0 {
				y[inStuck] += n
				continue
			}
			y[mobileInput[min(h, 3)]]++
			y[inMobile]++
			y[inStrong] += n
			y[inMoves] += int32(bits.OnesCount64(to))
			if held&bit != 0 {
				y[inCarry]++
			}
			y[inTakes] += int32(bits.OnesCount64(to & theirs))
			y[inOnDvonn] += int32(bits.OnesCount64(to & held))
			attacked |= to & theirs
		}
		y[inEdge] = int32(bits.OnesCount64(tops[i] & edge))
		z := (*[sideInputs]int32)(x[(1-i)*sideInputs:])
		z[inHit] = int32(bits.OnesCount64(attacked))
		for b := attacked; b != 0; b &= b - 1 {
			z[inAttacked] += int32(p.Height(game.Spot(lowest(b))))
		}
		for b := theirs &^ attacked & seen1; b != 0; b &= b - 1 {
			s := lowest(b)
			if held>>s&1 != 0 {
				z[inSafe] += int32(p.Height(game.Spot(s)))
			} else {
				z[inSafeNear] += int32(p.Height(game.Spot(s)))
			}
		}
	}
	x[Inputs-1] = 1
}

var mobileInput = [4]int{0, inMobile1, inMobile2, inMobile3}

var heightInput = [8]int{0, inStack1, inStack2, inStack3, inStack4, inStack5, inStack5, inStack7}

// phases is the number of stacks at which a game counts as all beginning.
const phases = 49

// weights are the worth of each feature at the beginning and at the end of
// stacking, in sixteenths of a hundredth.
type weights [2][Inputs]int32

// Evaluate estimates p.
func (m *Mind) Evaluate(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return m.placing(pos)
	}
	m.describe(pos)
	var sum int32
	w := &mixed[bits.OnesCount64(pos.Occupied())]
	for i, v := range &m.x {
		sum += v * w[i]
	}
	return engine.Estimate(int(sum / phases / 16))
}

// mixed holds the weights for each number of stacks, phases times as large.
var mixed = mix(&stackingWeights)

func mix(w *weights) (mixed [64][Inputs]int32) {
	for t := range int32(phases + 1) {
		for i := range mixed[t] {
			mixed[t][i] = w[0][i]*t + w[1][i]*(phases-t)
		}
	}
	return mixed
}

// Features appends the features of p to buf, first as weighed at the beginning,
// then as weighed at the end: what a fit of the weights needs.
func (m *Mind) Features(p game.Position, buf []float32) []float32 {
	pos := p.(*dvonn.Position)
	m.describe(pos)
	t := float32(bits.OnesCount64(pos.Occupied())) / phases
	for _, v := range m.x {
		buf = append(buf, float32(v)*t)
	}
	for _, v := range m.x {
		buf = append(buf, float32(v)*(1-t))
	}
	return buf
}
