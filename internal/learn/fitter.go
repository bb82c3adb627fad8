package learn

import (
	"context"
	"math"

	"cairn.example/nn"
)

// fitter fits a dense net by Adam. Counts are divided by their size, so that all
// parameters learn at one rate; see [nn.Dense] for what the net computes.
type fitter struct {
	optimizer
	counts nn.Counts
	n, h   int // how many counts there are, and numbers of the hidden layer, 0 for none
	knots  int // sets of weights over the phases
	phases int // the largest phase

	size []float32 // of each count: the root of its mean square over the positions

	// The parameters and the gradient, which lie alike: from 0 on the linear weights of
	// each knot, from rows on h weights of each count, from bias on those of the hidden
	// layer, and from output on its h weights of each knot.
	w, grad            []float32
	rows, bias, output int

	// Scratch for the hidden layer: its sums and outputs in the forward pass, and the
	// gradient of the sums in the backward pass.
	sums, act, inner []float32
}

func newFitter(d *samples, c nn.Counts, s FitSettings, o Options) *fitter {
	f := &fitter{optimizer: newOptimizer(s, o, len(d.list), 2), counts: c, n: d.n, h: s.Hidden, knots: s.Knots, phases: c.Phases()}
	f.rows = f.knots * f.n
	f.bias = f.rows + f.n*f.h
	f.output = f.bias + f.h
	all := f.output + f.knots*f.h
	f.w, f.grad, f.adam = make([]float32, all), make([]float32, all), newAdam(all)
	f.size = make([]float32, f.n)
	for i := range d.list {
		for k, v := range d.numbers(i) {
			f.size[k] += float32(v) * float32(v)
		}
	}
	for k := range f.size {
		f.size[k] = max(float32(math.Sqrt(float64(f.size[k])/float64(len(d.list)))), 0.1)
	}
	for i := f.rows; i < f.bias; i++ {
		f.w[i] = (2*f.rng.Float32() - 1) * float32(1.5/math.Sqrt(float64(f.n)))
	}
	for i := f.bias; i < f.output; i++ {
		f.w[i] = f.rng.Float32() * 0.5
	}
	for i := f.output; i < all; i++ {
		f.w[i] = (2*f.rng.Float32() - 1) * 0.1
	}
	f.sums, f.act, f.inner = make([]float32, f.h), make([]float32, f.h), make([]float32, f.h)
	return f
}

// between returns the knots that a phase lies between and its share of the second.
func (f *fitter) between(phase uint8) (k int, share float32) {
	if f.knots == 1 {
		return 0, 0
	}
	at := float32(phase) * float32(f.knots-1) / float32(f.phases)
	k = min(int(at), f.knots-2)
	return k, at - float32(k)
}

// forward returns the output of the net, the logarithm of the odds, for the counts x.
func (f *fitter) forward(x []int16, phase uint8) float32 {
	k, b := f.between(phase)
	a := 1 - b
	lin := f.w[k*f.n:][:f.n]
	next := lin
	if f.knots > 1 {
		next = f.w[(k+1)*f.n:][:f.n]
	}
	var out float32
	h := f.h
	sums := f.sums
	if h > 0 {
		copy(sums, f.w[f.bias:f.output])
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		s := float32(v) / f.size[i]
		out += s * (a*lin[i] + b*next[i])
		if h > 0 {
			row := f.w[f.rows+i*h:][:len(sums)]
			for j, w := range row {
				sums[j] += s * w
			}
		}
	}
	if h > 0 {
		o := f.w[f.output+k*h:][:h]
		on := o
		if f.knots > 1 {
			on = f.w[f.output+(k+1)*h:][:h]
		}
		for j, v := range sums {
			c := min(max(v, 0), 1)
			f.act[j] = c
			out += c * (a*o[j] + b*on[j])
		}
	}
	return out
}

// backward adds to the gradient that of a loss whose derivative by the output is d; it
// follows forward for the same counts.
func (f *fitter) backward(x []int16, phase uint8, d float32) {
	k, b := f.between(phase)
	a := 1 - b
	h := f.h
	var inner []float32
	if h > 0 {
		inner = f.inner
		for j, v := range f.sums {
			at := f.output + k*h + j
			w := a * f.w[at]
			f.grad[at] += d * a * f.act[j]
			if f.knots > 1 {
				w += b * f.w[at+h]
				f.grad[at+h] += d * b * f.act[j]
			}
			inner[j] = 0
			if v > 0 && v < 1 {
				inner[j] = d * w
			}
			f.grad[f.bias+j] += inner[j]
		}
	}
	lin := f.grad[k*f.n:][:f.n]
	var next []float32
	if f.knots > 1 {
		next = f.grad[(k+1)*f.n:][:f.n]
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		s := float32(v) / f.size[i]
		lin[i] += d * a * s
		if next != nil {
			next[i] += d * b * s
		}
		if h > 0 {
			g := f.grad[f.rows+i*h:][:len(inner)]
			for j, v := range inner {
				g[j] += s * v
			}
		}
	}
}

// rateOf returns the rate of an epoch: it falls from the full one to a hundredth of it.
func (f *fitter) rateOf(epoch int) float64 {
	return f.settings.Rate * math.Pow(0.01, float64(epoch)/float64(max(f.settings.Epochs-1, 1)))
}

func (f *fitter) epoch(ctx context.Context, d *samples) (float64, error) {
	rate := float32(f.rateOf(f.steps * f.settings.Epochs / f.whole))
	return f.inBatches(ctx, len(d.list), func(batch []int) (sum float64) {
		for _, i := range batch {
			s := &d.list[i]
			x := d.numbers(i)
			out := f.forward(x, s.phase)
			f.backward(x, s.phase, (float32(sigmoid(float64(out)))-s.target)/float32(len(batch)))
			sum += crossEntropy(float64(out), float64(s.target))
		}
		f.adam.step(rate)
		f.adam.update(f.w, f.grad, 0, len(f.w))
		return sum
	})
}

func (f *fitter) loss(d *samples) float64 {
	sum := 0.0
	for i := range d.list {
		s := &d.list[i]
		sum += crossEntropy(float64(f.forward(d.numbers(i), s.phase)), float64(s.target))
	}
	return sum / float64(max(len(d.list), 1))
}

func (f *fitter) net(note string) (fitted, error) {
	d := &nn.Dense{Counts: f.counts.ID(), Inputs: f.n, Phases: f.phases, Hidden: f.h, Knots: f.knots, Note: note}
	round := func(v float32, unit float64) int32 { return int32(math.Round(float64(v) * unit)) }
	for k := range f.knots {
		for i := range f.n {
			d.Linear = append(d.Linear, short(f.w[k*f.n+i]/f.size[i], scale*nn.LinearUnit))
		}
	}
	for i := range f.n * f.h {
		d.Rows = append(d.Rows, short(f.w[f.rows+i]/f.size[i/f.h], nn.Full))
	}
	for j := range f.h {
		d.Bias = append(d.Bias, round(f.w[f.bias+j], nn.Full))
	}
	for i := range f.knots * f.h {
		d.Output = append(d.Output, round(f.w[f.output+i], scale*nn.LinearUnit))
	}
	if err := d.Check(); err != nil {
		return nil, because(err, "learn.weights")
	}
	return d, nil
}

// short returns a weight in 16 bits.
func short(v float32, unit float64) int16 {
	return int16(min(max(math.Round(float64(v)*unit), math.MinInt16), math.MaxInt16))
}
