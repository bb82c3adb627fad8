package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
)

// The placing phase is evaluated by where the pieces lie, with weights fitted to the
// results of stacking games from full boards: a piece counts by its distance to the
// nearest DVONN piece, by whether it lies on the edge, where it can move at once,
// and by its neighbors. The sum over the pieces placed so far stands for the full
// board, because both sides place the rest in turns.

// What is counted for each side while placing.
const (
	inNear      = 0                      // pieces inside the board, by distance to the nearest DVONN piece
	inNearEdge  = inNear + distances     // pieces on the edge, likewise
	inSecond    = inNearEdge + distances // pieces, by distance to the second nearest
	inFriends   = inSecond + distances   // pairs of own neighbors
	inFoes      = inFriends + 1          // neighbors of the other side, on its edge
	inGuards    = inFoes + 1             // own pieces next to a DVONN piece on the edge of the board
	inCorners   = inGuards + 1           // pieces with three neighbors
	inFree      = inCorners + 1          // own pieces on the edge next to another of them
	inHeads     = inFree + 1             // edge pieces next to a DVONN piece
	placingSide = inHeads + 1
)

const distances = 7

// PlacingInputs is the number of features while placing: of the side to move,
// of the other, and a one.
const PlacingInputs = 2*placingSide + 1

// atDistance holds, for each spot, the spots at each distance; the last entry those
// at 6 steps and more.
var atDistance = newAtDistance()

// corners holds the spots with three neighbors.
var corners = newCorners()

func newAtDistance() *[64][distances]uint64 {
	l := dvonn.Game.Layout()
	var t [64][distances]uint64
	for _, s := range l.Spots {
		seen := s.Bit()
		t[s][0] = seen
		for d := 1; seen != l.All; d++ {
			next := dvonn.Grow(seen) & l.All &^ seen
			t[s][min(d, distances-1)] |= next
			seen |= next
		}
	}
	return &t
}

func newCorners() (b uint64) {
	for _, s := range dvonn.Game.Layout().Spots {
		if bits.OnesCount64(dvonn.Neighbors(s)) <= 3 {
			b |= s.Bit()
		}
	}
	return b
}

func (e *Linear) computePlacingFeatures(p *dvonn.Position) {
	z := &e.z
	*z = [PlacingInputs]int32{}
	us := p.Side()
	held := p.Dvonn()
	// first[d] and second[d] are the spots whose nearest and second nearest
	// DVONN piece is at distance d.
	var first, second [distances]uint64
	var one, two uint64 // spots with a DVONN piece, two of them, no further away
	if held != 0 {
		for d := range distances {
			var now, again uint64
			for b := held; b != 0; b &= b - 1 {
				at := atDistance[lowest(b)][d]
				again |= now & at
				now |= at
			}
			second[d] = (now&one | again) &^ two
			first[d] = now &^ one
			two |= second[d]
			one |= now
		}
	}
	tops := [2]uint64{p.Owned(us), p.Owned(us.Other())}
	for i, own := range tops {
		y := (*[placingSide]int32)(z[i*placingSide:])
		for d := range distances {
			y[inNear+d] = count(own & first[d] &^ edge)
			y[inNearEdge+d] = count(own & first[d] & edge)
			y[inSecond+d] = count(own & second[d])
		}
		y[inFriends] = int32(dvonn.Pairs(own, own)) / 2
		y[inFoes] = int32(dvonn.Pairs(own&edge, tops[1-i]))
		y[inGuards] = count(own & dvonn.Grow(held&edge))
		y[inCorners] = count(own & corners)
		y[inFree] = int32(dvonn.Pairs(own&edge, own&edge)) / 2
		y[inHeads] = count(own & edge & dvonn.Grow(held))
	}
	z[PlacingInputs-1] = 1
}

// evaluatePlacing estimates a position of the placing phase.
func (e *Linear) evaluatePlacing(p *dvonn.Position) engine.Score {
	e.computePlacingFeatures(p)
	return engine.Estimate(int(engine.Dot(e.z[:], placingWeights[:]) / 16))
}
