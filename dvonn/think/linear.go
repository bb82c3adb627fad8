package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Linear estimates positions by features of a position, each times a weight that
// was fitted to the results of games; the two phases have features of their own.
// It is used by one goroutine.
type Linear struct {
	x [Inputs]int32        // the features of the stacking position evaluated last
	z [PlacingInputs]int32 // those of the placing position

	// What the features of the stacking position are made of, for the counts of a net:
	// for the side to move and the other, the stacks that can move and where they can
	// go; and the stacks next to a DVONN piece, one step further, and another.
	movers, reach [2]uint64
	near          [3]uint64
}

// NewLinear returns the linear evaluator of DVONN.
func NewLinear() engine.Evaluator { return new(Linear) }

// phases is the number of stacks at which the weights are those of the beginning;
// with fewer they are interpolated with those of the end.
const phases = 49

// weights are those of the features at the beginning and at the end of stacking, in
// sixteenths of a hundredth.
type weights [2][Inputs]int32

// Evaluate estimates p.
func (e *Linear) Evaluate(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return e.evaluatePlacing(pos)
	}
	e.computeFeatures(pos)
	return engine.Estimate(int(engine.Dot(e.x[:], tapered[bits.OnesCount64(pos.Occupied())&63][:]) / phases / 16))
}

// tapered holds the weights interpolated between beginning and end for each number
// of stacks, multiplied by phases.
var tapered = taper(&stackingWeights)

func taper(w *weights) (tapered [64][Inputs]int32) {
	for t := range int32(phases + 1) {
		engine.Taper(tapered[t][:], w[0][:], w[1][:], t, phases)
	}
	return tapered
}
