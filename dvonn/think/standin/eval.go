package standin

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// The values of what is counted, before they are multiplied by the weight of the spot.
const (
	stackWorth  = 16 // a stack, whatever its height
	moveWorth   = 2  // a move
	dvonnWorth  = 3  // more, when it goes onto a DVONN piece
	attackWorth = 3  // more, when it goes onto an enemy
)

// nearness holds the weights by distance, in steps, from the nearest DVONN piece.
var nearness = [12]int{12, 10, 8, 6, 5, 4, 3, 2, 2, 1, 1, 1}

// distance holds the steps between spots on an empty board.
var distance = newDistance()

func newDistance() *[64][64]uint8 {
	l := dvonn.Game.Layout()
	var t [64][64]uint8
	for _, from := range l.Spots {
		seen, steps := from.Bit(), uint8(0)
		for ring := seen; ring != 0; steps++ {
			var next uint64
			for b := ring; b != 0; b &= b - 1 {
				s := bits.TrailingZeros64(b)
				t[from][s] = steps
				for _, n := range l.Neighbors[s] {
					next |= n.Bit()
				}
			}
			ring = next &^ seen
			seen |= next
		}
	}
	return &t
}

// distanceWeights fills w with the weight of each spot of occ by its distance to the
// nearest DVONN piece.
func distanceWeights(occ, held uint64, w *[64]int32) {
	var dvonns [3]uint
	n := 0
	for b := held; b != 0 && n < len(dvonns); b &= b - 1 {
		dvonns[n] = uint(bits.TrailingZeros64(b)) & 63
		n++
	}
	for b := occ; b != 0; b &= b - 1 {
		s := uint(bits.TrailingZeros64(b)) & 63
		d := uint8(len(nearness) - 1)
		for _, r := range dvonns[:n] {
			d = min(d, distance[r][s])
		}
		w[s] = int32(nearness[d])
	}
}

// evaluate estimates p, which is in the stacking phase, for its side to move.
func evaluate(p *dvonn.Position) engine.Score {
	occ, held := p.Occupied(), p.Dvonn()
	var w [64]int32
	distanceWeights(occ, held, &w)
	us := p.Side()
	score := int32(0)
	for i, side := range [2]game.Side{us, us.Other()} {
		theirs := p.Owned(side.Other())
		sum := int32(0)
		for b := p.Owned(side); b != 0; b &= b - 1 {
			s := uint(bits.TrailingZeros64(b)) & 63
			sum += w[s] * stackWorth
			to := p.Targets(game.Spot(s))
			worth := moveWorth*bits.OnesCount64(to) +
				dvonnWorth*bits.OnesCount64(to&held) +
				attackWorth*bits.OnesCount64(to&theirs)
			sum += w[s] * int32(worth)
		}
		if i == 0 {
			score += sum
		} else {
			score -= sum
		}
	}
	return engine.Estimate(int(score))
}

// choosePlacing chooses a spot in the placing phase: near the DVONN pieces, and on the
// edge of the board, where a stack can always move; the DVONN pieces themselves
// apart from each other.
func choosePlacing(p *dvonn.Position, moves []game.Move, choose *game.Stream) game.Move {
	held := p.Dvonn()
	apart := p.Next() == dvonn.Dvonn
	best, ties := -1<<30, moves[:0:0]
	for _, m := range moves {
		s := dvonn.To(m)
		d := len(nearness) - 1
		for b := held; b != 0; b &= b - 1 {
			d = min(d, int(distance[bits.TrailingZeros64(b)][s]))
		}
		v := 0
		switch {
		case apart && held != 0:
			v = min(d, 4)
		case !apart:
			v = 2 * nearness[d]
			if dvonn.Edge()&s.Bit() != 0 {
				v += 3
			}
		}
		switch {
		case v > best:
			best, ties = v, append(ties[:0], m)
		case v == best:
			ties = append(ties, m)
		}
	}
	return ties[choose.Intn(len(ties))]
}
