package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Linear estimates positions by features of a position, each times a weight that
// was fitted to the results of games. It is used by one goroutine.
type Linear struct {
	x      [Inputs]int32 // the features of the position evaluated last
	fits   lyngk.Fits
	digits digits
	seen   seen
	wide   bool // whether seen is wanted whole, for the counts of a net
}

// seen is what the features of a position are made of, for the counts of a net: for
// the side to move and the other, unless said otherwise.
type seen struct {
	owned   [2]uint64 // own stacks
	hits    [2]uint64 // what own colors can be built on
	targets [2]uint64 // what they can complete
	movers  [2]uint64 // the stacks that can move to complete one
	opens   [2]uint64 // what a claim could complete
	open    uint64    // what a claim could be built on
	offers  [3]offer  // the two best colors to claim, and the one computed last
	live    int32     // stacks of colors to claim, of two less than full or more, that something fits on
	neutral uint64    // what neutral colors can be built on, by both sides
}

// rankLast adds the offer computed last to those seen, and to the two best if it is one.
func (s *seen) rankLast() {
	a, b, o := &s.offers[0], &s.offers[1], &s.offers[2]
	s.open |= o.all
	s.live += o.live3 + o.live4
	switch o.ranked = o.rank(); {
	case o.ranked > a.ranked:
		*b, *a = *a, *o
	case o.ranked > b.ranked:
		*b = *o
	}
}

// NewLinear returns the linear evaluator for any of the three games.
func NewLinear() engine.Evaluator { return new(Linear) }

// phases is the number of stacks at which the weights are those of the beginning;
// with no stack they are those of the end, and between the two they are
// interpolated.
const phases = 43

// weights are those of the features at the beginning and at the end of a game, in
// sixteenths of a hundredth.
type weights [2][Inputs]int32

// Evaluate estimates p.
func (e *Linear) Evaluate(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	e.computeFeatures(pos)
	weights := standardTapered
	if pos.Game() == lyngk.Six {
		weights = sixTapered
	}
	stacks := bits.OnesCount64(pos.Occupied())
	return engine.Estimate(int(engine.Dot(e.x[:], weights[stacks][:]) / phases / 16))
}

// tapered holds the weights interpolated between beginning and end for each number
// of stacks, multiplied by phases.
type tapered [phases + 1][Inputs]int32

var standardTapered, sixTapered = taper(&standardWeights), taper(&sixWeights)

func taper(w *weights) *tapered {
	var m tapered
	for t := range int32(phases + 1) {
		engine.Taper(m[t][:], w[0][:], w[1][:], t, phases)
	}
	return &m
}
