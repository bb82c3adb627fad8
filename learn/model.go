package learn

import (
	"fmt"
	"math"
	"math/rand/v2"

	"cairn.example/nn"
)

// model is a net being trained, in floating point. A number of an accumulator is 1
// where that of the net is 255; the output is the logarithm of the odds to win.
type model struct {
	inputs, kinds, hidden, buckets int

	kind []nn.Feature // of each feature

	// All parameters in one list: the rows of the features and then of the
	// kinds, the bias, the output weights and the output bias of each bucket.
	weights []float32

	bias, output, outputBias int // where they begin
}

func newModel(f features, hidden int, rng *rand.Rand) *model {
	m := &model{inputs: f.Count(), hidden: hidden, buckets: f.Buckets()}
	m.kind, m.kinds = f.Kinds()
	m.bias = (m.inputs + m.kinds) * hidden
	m.output = m.bias + hidden
	m.outputBias = m.output + m.buckets*2*hidden
	m.weights = make([]float32, m.outputBias+m.buckets)
	random := func(from, to int, size float32) {
		for i := from; i < to; i++ {
			m.weights[i] = (2*rng.Float32() - 1) * size
		}
	}
	// The sums begin in the middle of where they count.
	random(m.inputs*hidden, m.bias, 0.1)
	for i := range hidden {
		m.weights[m.bias+i] = 0.3
	}
	random(m.output, m.outputBias, float32(1/math.Sqrt(float64(2*hidden))))
	return m
}

// pass is what a forward pass leaves for the backward one; a scratch area.
type pass struct {
	sums    [2][]float32
	clamped [2][]float32
}

func newPass(hidden int) *pass {
	p := &pass{}
	for i := range p.sums {
		p.sums[i], p.clamped[i] = make([]float32, hidden), make([]float32, hidden)
	}
	return p
}

// forward returns the output for a position in a bucket.
func (m *model) forward(p *pass, bucket int, sides [2][]nn.Feature) float32 {
	h := m.hidden
	out := m.weights[m.outputBias+bucket]
	for k, list := range sides {
		sums := p.sums[k]
		copy(sums, m.weights[m.bias:m.bias+h])
		for _, f := range list {
			row := m.weights[int(f)*h : int(f)*h+h]
			kin := m.weights[(m.inputs+int(m.kind[f]))*h:][:h]
			for i := range sums {
				sums[i] += row[i] + kin[i]
			}
		}
		w := m.weights[m.output+(2*bucket+k)*h:][:h]
		clamped := p.clamped[k]
		for i, v := range sums {
			c := min(max(v, 0), 1)
			clamped[i] = c
			out += c * w[i]
		}
	}
	return out
}

// backward adds the gradient of a pass to grad, where the loss grows by d with the
// output, and marks the rows it touched.
func (m *model) backward(p *pass, bucket int, sides [2][]nn.Feature, d float32, grad []float32, touch func(row int)) {
	h := m.hidden
	grad[m.outputBias+bucket] += d
	for k, list := range sides {
		at := m.output + (2*bucket+k)*h
		w, g := m.weights[at:at+h], grad[at:at+h]
		inner := p.sums[k] // no longer needed
		for i, v := range p.sums[k] {
			g[i] += d * p.clamped[k][i]
			if v > 0 && v < 1 {
				inner[i] = d * w[i]
			} else {
				inner[i] = 0
			}
		}
		bias := grad[m.bias : m.bias+h]
		for i, v := range inner {
			bias[i] += v
		}
		for _, f := range list {
			kin := m.inputs + int(m.kind[f])
			touch(int(f))
			touch(kin)
			a, b := grad[int(f)*h:int(f)*h+h], grad[kin*h:kin*h+h]
			for i, v := range inner {
				a[i] += v
				b[i] += v
			}
		}
	}
}

// The units of a net's integers. The quotient of their product and scale is the
// divisor, without a rest.
const (
	sumUnit    = 255
	outputUnit = 400
	divisor    = sumUnit * outputUnit / scale
)

// Weights beyond these would let sums overflow; see [nn.Net.Check].
const (
	sumRange  = 31_000 // of what all weights of one number can add up to
	biasRange = 1700
)

// net returns the net in integers. The error is that of its check, and cannot happen
// but by a mistake here.
func (m *model) net(f features, note string) (*nn.Net, error) {
	h := m.hidden
	n := &nn.Net{
		Features: f.ID(), Inputs: m.inputs, Hidden: h, Buckets: m.buckets, MaxActive: f.MaxActive(), Divisor: divisor, Note: note,
		Rows: make([]int16, m.inputs*h), Bias: make([]int16, h), Output: make([]int16, m.buckets*2*h), OutputBias: make([]int32, m.buckets),
	}
	rounded := func(v float32, unit, most float64) int16 {
		return int16(min(max(math.Round(float64(v)*unit), -most), most))
	}
	most := float64((sumRange - biasRange) / f.MaxActive())
	for feature := range m.inputs {
		kin := (m.inputs + int(m.kind[feature])) * h
		for i := range h {
			n.Rows[feature*h+i] = rounded(m.weights[feature*h+i]+m.weights[kin+i], sumUnit, most)
		}
	}
	for i := range h {
		n.Bias[i] = rounded(m.weights[m.bias+i], sumUnit, biasRange)
	}
	for i := range n.Output {
		n.Output[i] = rounded(m.weights[m.output+i], outputUnit, math.MaxInt16)
	}
	for b := range n.OutputBias {
		v := math.Round(float64(m.weights[m.outputBias+b]) * sumUnit * outputUnit)
		n.OutputBias[b] = int32(min(max(v, -1e8), 1e8))
	}
	if err := n.Check(); err != nil {
		return nil, fmt.Errorf("learn: the trained net: %w", err)
	}
	return n, nil
}

// estimate returns what a net says of a position, in hundredths: what [nn.Line] says
// in the search, from the features alone.
func estimate(n *nn.Net, bucket int, sides [2][]nn.Feature) int {
	h := n.Hidden
	out := n.OutputBias[bucket]
	for k, list := range sides {
		w := n.Output[(2*bucket+k)*h:][:h]
		for i := range h {
			sum := int32(n.Bias[i])
			for _, f := range list {
				sum += int32(n.Rows[int(f)*h+i])
			}
			out += min(max(sum, 0), sumUnit) * int32(w[i])
		}
	}
	return int(out / n.Divisor)
}
