package learn

import "math"

// adam is the state of Adam (Kingma and Ba 2014), the method by which weights are moved
// against a gradient: a mean of the gradients so far, and one of their squares.
type adam struct {
	mean, square []float32
	steps        int

	// of the step under way
	rate, meanScale, squareScale float32
}

// Adam's constants.
const (
	beta1, beta2 = 0.9, 0.999
	epsilon      = 1e-8
)

// newAdam returns the state of n weights.
func newAdam(n int) *adam { return &adam{mean: make([]float32, n), square: make([]float32, n)} }

// step begins another step.
func (a *adam) step(rate float32) {
	a.steps++
	a.rate = rate
	a.meanScale = float32(1 / (1 - math.Pow(beta1, float64(a.steps))))
	a.squareScale = float32(1 / (1 - math.Pow(beta2, float64(a.steps))))
}

// update moves the weights from one to another, and clears their gradient. Weights that a
// step leaves out keep their means.
func (a *adam) update(weights, gradient []float32, from, to int) {
	for i := from; i < to; i++ {
		g := gradient[i]
		gradient[i] = 0
		a.mean[i] += (1 - beta1) * (g - a.mean[i])
		a.square[i] += (1 - beta2) * (g*g - a.square[i])
		weights[i] -= a.rate * a.mean[i] * a.meanScale / (float32(math.Sqrt(float64(a.square[i]*a.squareScale))) + epsilon)
	}
}
