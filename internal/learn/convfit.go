package learn

import (
	"context"
	"math"
	"runtime"

	"cairn.example/nn"
)

// convParts is how many parts a batch is cut into. The gradient of each is summed up by
// itself, and then they are added in their order, so that it is the same for any number of
// workers.
const convParts = 16

// convFitter fits a convolutional net by Adam, at a rate that falls from the full one to
// zero like a cosine.
type convFitter struct {
	optimizer
	board nn.Board
	model *convModel

	passes chan *convPass // those not in use, one for each worker
	grads  [convParts][]float32
	losses [convParts]float64
}

func newConvFitter(b nn.Board, s FitSettings, positions int, o Options) *convFitter {
	if o.Workers == 0 {
		o.Workers = runtime.NumCPU()
	}
	o.Workers = min(max(o.Workers, 1), convParts)
	f := &convFitter{optimizer: newOptimizer(s, o, positions, 3), board: b, passes: make(chan *convPass, o.Workers)}
	f.model = newConvModel(b, s, f.rng)
	f.adam = newAdam(len(f.model.weights))
	for range o.Workers {
		f.passes <- f.model.newPass()
	}
	for i := range f.grads {
		f.grads[i] = make([]float32, len(f.model.weights))
	}
	return f
}

// rate returns that of a step.
func (f *convFitter) rate(step int) float64 {
	return f.settings.Rate * (1 + math.Cos(math.Pi*float64(step)/float64(f.whole))) / 2
}

// rateOf returns the rate that an epoch begins with.
func (f *convFitter) rateOf(epoch int) float64 { return f.rate(epoch * f.whole / f.settings.Epochs) }

// inParts calls work for the positions of each part of n, by all workers.
func (f *convFitter) inParts(n int, work func(p *convPass, part, from, to int)) {
	parts := make([]int, convParts)
	for i := range parts {
		parts[i] = i
	}
	err := inParallel(f.options.Workers, parts, func() (func(int) error, error) {
		return func(part int) error {
			p := <-f.passes
			work(p, part, part*n/convParts, (part+1)*n/convParts)
			f.passes <- p
			return nil
		}, nil
	})
	if err != nil {
		panic(err) // no work returns one
	}
}

func (f *convFitter) epoch(ctx context.Context, d *samples) (float64, error) {
	return f.inBatches(ctx, len(d.list), func(batch []int) float64 { return f.step(d, batch) })
}

func (f *convFitter) net(note string) (fitted, error) { return f.model.net(f.board, note) }

// step learns from a batch and returns the sum of its losses.
func (f *convFitter) step(d *samples, batch []int) float64 {
	m := f.model
	m.transpose()
	f.inParts(len(batch), func(p *convPass, part, from, to int) {
		grad := f.grads[part]
		clear(grad)
		f.losses[part] = 0
		for i := from; i < to; i++ {
			s := &d.list[batch[i]]
			out := m.forward(p, d.numbers(batch[i]))
			m.backward(p, (float32(sigmoid(float64(out)))-s.target)/float32(len(batch)), grad)
			f.losses[part] += crossEntropy(float64(out), float64(s.target))
		}
	})
	sum := 0.0
	whole := f.grads[0]
	for part, grad := range f.grads {
		sum += f.losses[part]
		if part > 0 {
			for i, v := range grad {
				whole[i] += v
			}
		}
	}
	f.adam.step(float32(f.rate(f.steps)))
	f.adam.update(m.weights, whole, 0, len(m.weights))
	m.clipWeights()
	return sum
}

func (f *convFitter) loss(d *samples) float64 {
	var losses [convParts]float64
	f.inParts(len(d.list), func(p *convPass, part, from, to int) {
		for i := from; i < to; i++ {
			losses[part] += crossEntropy(float64(f.model.forward(p, d.numbers(i))), float64(d.list[i].target))
		}
	})
	sum := 0.0
	for _, v := range losses {
		sum += v
	}
	return sum / float64(max(len(d.list), 1))
}
