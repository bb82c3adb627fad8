package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Linear estimates positions by features of a position, each times a weight that
// was fitted to the results of games. It computes all anew for each estimate, so
// [Linear.Push] and [Linear.Pop] do nothing. It is used by one goroutine.
type Linear struct {
	x      [Inputs]int32 // the features of the position described last
	w      *weights
	mixed  *mixed // of w
	fits   lyngk.Fits
	digits digits
}

// NewLinear returns the linear evaluator for any of the three games.
func NewLinear() engine.Evaluator { return new(Linear) }

// Reset tells what game the next positions are of.
func (e *Linear) Reset(p game.Position) {
	e.w, e.mixed = &standardWeights, standardMixed
	if p.Game() == lyngk.Six {
		e.w, e.mixed = &sixWeights, sixMixed
	}
}

// Push does nothing.
func (e *Linear) Push(game.Position, game.Move, game.Position) {}

// Pop does nothing.
func (e *Linear) Pop() {}

// phases is the number of stacks from which a game counts as all beginning; at
// none it is all end.
const phases = 43

// weights are the worth of each feature at the beginning and at the end, in
// hundredths.
type weights [2][Inputs]int32

// Evaluate estimates p.
func (e *Linear) Evaluate(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	e.describe(pos)
	return e.sum(bits.OnesCount64(pos.Occupied()))
}

func (e *Linear) sum(stacks int) engine.Score {
	return engine.Estimate(int(engine.Dot(e.x[:], e.mixed[stacks][:]) / phases / 16))
}

// mixed are weights for each number of stacks, phases times as large.
type mixed [phases + 1][Inputs]int32

var standardMixed, sixMixed = mix(&standardWeights), mix(&sixWeights)

func mix(w *weights) *mixed {
	var m mixed
	for t := range int32(phases + 1) {
		for i := range m[t] {
			m[t][i] = w[0][i]*t + w[1][i]*(phases-t)
		}
	}
	return &m
}

// Features appends the features of p to buf, first as weighed at the beginning,
// then as weighed at the end: what a fit of the weights needs.
func (e *Linear) Features(p game.Position, buf []float32) []float32 {
	pos := p.(*lyngk.Position)
	e.describe(pos)
	t := float32(bits.OnesCount64(pos.Occupied())) / phases
	for _, v := range e.x {
		buf = append(buf, float32(v)*t)
	}
	for _, v := range e.x {
		buf = append(buf, float32(v)*(1-t))
	}
	return buf
}
