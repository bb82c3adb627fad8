package learn

import (
	"math"
	"math/rand/v2"

	"cairn.example/nn"
)

// convModel is a convolutional net being trained, in floating point: what [nn.Conv] is in
// integers. Its output is the logarithm of the odds.
type convModel struct {
	planes, channels, blocks, head int

	windows [][][]int
	seenBy  [][][]int // of each spot, the spots that see it in each view
	views   []int     // of each view, the most spots that one sees in it

	layers []convLayer // those over the windows, then the last one

	// All parameters in one list: the weights and biases of each layer, then from output on
	// those of the output and its bias.
	weights []float32
	output  int

	// transposed holds the weights of each layer but the first for the backward pass: for each
	// panelLanes inputs of a spot, each view and each output, one of each of the inputs.
	transposed [][]float32
}

// convLayer is the shape of a layer, and where its weights and biases begin. The weights lie
// in panels: for each panelLanes outputs, for each input, one of each of the outputs.
type convLayer struct {
	views   []int // as those of the model; one for the last layer
	width   int   // numbers of a view
	inputs  int   // of all views, rounded up to a multiple of panelRows
	outputs int
	at      int
	bias    int
	most    float32 // the largest sum of the sizes of an output's weights and its bias
}

// convMost is the largest number of a spot.
const convMost = float32(nn.ConvMost) / nn.ConvUnit

// rowsOf rounds a number of rows up to whole panels.
func rowsOf(n int) int { return (n + panelRows - 1) / panelRows * panelRows }

// newConvModel returns a model with random weights.
func newConvModel(b nn.Board, s FitSettings, rng *rand.Rand) *convModel {
	m := &convModel{planes: b.Planes(), channels: s.Channels, blocks: s.Blocks, head: s.Hidden, windows: b.Windows()}
	m.views = nn.ViewSizes(m.windows)
	m.seenBy = make([][][]int, len(m.windows))
	for s := range m.seenBy {
		m.seenBy[s] = make([][]int, len(m.views))
	}
	for s, views := range m.windows {
		for v, list := range views {
			for _, near := range list {
				m.seenBy[near][v] = append(m.seenBy[near][v], s)
			}
		}
	}
	m.shape()
	m.initWeights(rng)
	return m
}

// shape lays out the layers.
func (m *convModel) shape() {
	at := 0
	layer := func(views []int, width, outputs, most int) {
		l := convLayer{views: views, width: width, inputs: rowsOf(len(views) * width), outputs: outputs, at: at}
		l.bias = at + l.inputs*outputs
		// A little below what Check allows, for weights are rounded.
		l.most = 0.99 * math.MaxInt32 / nn.ConvWeight / float32(most)
		at = l.bias + outputs
		m.layers = append(m.layers, l)
	}
	layer(m.views, m.planes, m.channels, nn.ConvMost)
	for range 2 * m.blocks {
		layer(m.views, m.channels, m.channels, nn.ConvMost)
	}
	layer([]int{1}, m.channels, m.head, nn.ConvMost*len(m.windows)/nn.SumDivisor)
	m.output = at
	m.weights = make([]float32, at+m.head+1)
	m.transposed = make([][]float32, len(m.layers))
	for k, l := range m.layers[1:] {
		m.transposed[k+1] = make([]float32, l.inputs*l.outputs)
	}
}

// initWeights draws the first weights: so large that the numbers of the layers are of one size (He
// et al. 2015), but small where a layer adds to what was there, so that blocks change
// little at first.
func (m *convModel) initWeights(rng *rand.Rand) {
	for k, l := range m.layers {
		size := math.Sqrt(6 / float64(len(l.views)*l.width))
		if k == len(m.layers)-1 {
			size *= 0.3 // its inputs are large sums
		} else if k > 0 && k%2 == 0 {
			size *= 0.2
		}
		for i := range l.inputs * l.outputs {
			if input := i / panelLanes % l.inputs; input < len(l.views)*l.width {
				m.weights[l.at+i] = (2*rng.Float32() - 1) * float32(size/math.Sqrt(float64(l.seen(input))))
			}
		}
	}
	for i := range m.head {
		m.weights[m.output+i] = (2*rng.Float32() - 1) * float32(1/math.Sqrt(float64(m.head)))
	}
}

// transpose computes the transposed weights, for the backward pass, from the weights.
func (m *convModel) transpose() {
	for k, l := range m.layers {
		if k == 0 {
			continue
		}
		t := m.transposed[k]
		for i := range len(l.views) * l.width {
			view, from := i/l.width, i%l.width
			to := t[from/panelLanes*panelLanes*len(l.views)*l.outputs+view*l.outputs*panelLanes+from%panelLanes:]
			for j := range l.outputs {
				to[j*panelLanes] = m.weights[l.at+l.weight(i, j)]
			}
		}
	}
}

// seen returns how many spots an input sums up at most.
func (l *convLayer) seen(input int) int { return l.views[min(input/l.width, len(l.views)-1)] }

// weight returns where in a layer the weight of an input for an output is.
func (l *convLayer) weight(input, output int) int {
	return (output/panelLanes*l.inputs+input)*panelLanes + output%panelLanes
}

// clipWeights holds the weights where the integers of [nn.Conv] have room for them.
func (m *convModel) clipWeights() {
	for _, l := range m.layers {
		for j := range l.outputs {
			sum := abs32(m.weights[l.bias+j])
			for i := range l.inputs {
				w := &m.weights[l.at+l.weight(i, j)]
				*w = min(max(*w, -maxConvWeight), maxConvWeight)
				sum += abs32(*w) * float32(l.seen(i))
			}
			if sum <= l.most {
				continue
			}
			by := l.most / sum
			m.weights[l.bias+j] *= by
			for i := range l.inputs {
				m.weights[l.at+l.weight(i, j)] *= by
			}
		}
	}
	for i, w := range m.weights[m.output:] {
		m.weights[m.output+i] = min(max(w, -maxConvOutput), maxConvOutput)
	}
}

const (
	maxConvWeight = 7.9 // 16 bits hold 8
	maxConvOutput = 80  // nn.Conv allows 81.92
)

func abs32(v float32) float32 { return max(v, -v) }

// convPass is what a forward pass leaves for the backward one, and scratch for both. It is
// used by one goroutine at a time.
type convPass struct {
	seen [][]float32 // of each layer, what its outputs see; rows beyond the spots stay zero
	out  [][]float32 // of each layer, its outputs after clamping

	// Gradients: of the sums over the spots, of the last layer, of what blocks add to, of
	// what is between the layers of a block, and one as each spot sees it.
	pooled, last, outer, inner, sight []float32
}

func (m *convModel) newPass() *convPass {
	rows := rowsOf(len(m.windows))
	p := &convPass{
		pooled: make([]float32, panelRows*m.channels), last: make([]float32, panelRows*m.head),
		outer: make([]float32, rows*m.channels), inner: make([]float32, rows*m.channels), sight: make([]float32, rows*len(m.views)*m.channels),
	}
	for k, l := range m.layers {
		rows := rows
		if k == len(m.layers)-1 {
			rows = panelRows
		}
		p.seen = append(p.seen, make([]float32, rows*l.inputs))
		p.out = append(p.out, make([]float32, rows*l.outputs))
	}
	return p
}

// gather writes what is seen in views, width numbers of each spot, to rows of length row.
func gather(to []float32, row int, from []float32, width int, windows [][][]int) {
	for s, views := range windows {
		x := to[s*row:]
		for v, list := range views {
			at := x[v*width:][:width]
			if len(list) == 0 {
				clear(at)
				continue
			}
			copy(at, from[list[0]*width:])
			for _, near := range list[1:] {
				for j, n := range from[near*width:][:len(at)] {
					at[j] += n
				}
			}
		}
	}
}

// apply computes the sums of layer k for rows of what is seen.
func (m *convModel) apply(k int, seen, out []float32) {
	l := &m.layers[k]
	rows := len(out) / l.outputs
	bias := m.weights[l.bias:][:l.outputs]
	for s := range rows {
		copy(out[s*l.outputs:], bias)
	}
	for g := 0; g < l.outputs; g += panelLanes {
		w := m.weights[l.at+g*l.inputs:]
		for s := 0; s < rows; s += panelRows {
			panel(out[s*l.outputs+g:], l.outputs, seen[s*l.inputs:], l.inputs, 1, w, panelLanes, l.inputs)
		}
	}
}

// clampAll clamps numbers to what a spot can have.
func clampAll(list []float32) {
	for i, v := range list {
		list[i] = min(max(v, 0), convMost)
	}
}

// forward returns the output for the planes of a position.
func (m *convModel) forward(p *convPass, planes []int16) float32 {
	m.gatherPlanes(p.seen[0], planes)
	m.apply(0, p.seen[0], p.out[0])
	clampAll(p.out[0])
	spots := len(m.windows)
	for k := 1; k < len(m.layers)-1; k++ {
		gather(p.seen[k], m.layers[k].inputs, p.out[k-1], m.channels, m.windows)
		m.apply(k, p.seen[k], p.out[k])
		if k%2 == 0 {
			for i, v := range p.out[k-2] {
				p.out[k][i] += v
			}
		}
		clampAll(p.out[k])
	}
	last := len(m.layers) - 1
	pooled := p.seen[last][:m.channels]
	clear(pooled)
	for s := range spots {
		for j, v := range p.out[last-1][s*m.channels:][:m.channels] {
			pooled[j] += v
		}
	}
	for j := range pooled {
		pooled[j] /= nn.SumDivisor
	}
	m.apply(last, p.seen[last], p.out[last])
	clampAll(p.out[last][:m.head])
	out := m.weights[m.output+m.head]
	for j, v := range p.out[last][:m.head] {
		out += float32(v * m.weights[m.output+j])
	}
	return out
}

// gatherPlanes writes what the first layer sees of a position.
func (m *convModel) gatherPlanes(to []float32, planes []int16) {
	row := m.layers[0].inputs
	for s, views := range m.windows {
		x := to[s*row:]
		for v, list := range views {
			at := x[v*m.planes:][:m.planes]
			clear(at)
			for _, near := range list {
				for k, n := range planes[near*m.planes:][:m.planes] {
					at[k] += float32(n) / nn.ConvUnit
				}
			}
		}
	}
}

// backward adds to a gradient that of a loss whose derivative by the output is d; it follows
// forward for the same position, and the transposed weights must be up to date.
func (m *convModel) backward(p *convPass, d float32, grad []float32) {
	last := len(m.layers) - 1
	grad[m.output+m.head] += d
	for j, v := range p.out[last][:m.head] {
		grad[m.output+j] += float32(d * v)
		p.last[j] = d * m.weights[m.output+j]
	}
	clampGradient(p.last, p.out[last])
	m.gradient(last, p, p.last, grad)
	clear(p.pooled)
	m.applyBack(last, p.last, p.pooled)
	outer, inner := p.outer, p.inner
	for s := range m.windows {
		for j, v := range p.pooled[:m.channels] {
			outer[s*m.channels+j] = v / nn.SumDivisor
		}
	}
	for k := last - 1; k > 0; k -= 2 {
		// What a block adds to passes its gradient on; that of what it adds comes to it.
		clampGradient(outer, p.out[k])
		m.gradient(k, p, outer, grad)
		gather(p.sight, len(m.views)*m.channels, outer, m.channels, m.seenBy)
		clear(inner)
		m.applyBack(k, p.sight, inner)
		clampGradient(inner, p.out[k-1])
		m.gradient(k-1, p, inner, grad)
		gather(p.sight, len(m.views)*m.channels, inner, m.channels, m.seenBy)
		m.applyBack(k-1, p.sight, outer)
	}
	clampGradient(outer, p.out[0])
	m.gradient(0, p, outer, grad)
}

// clampGradient clears the gradient of numbers that were clamped.
func clampGradient(gradient, out []float32) {
	out = out[:len(gradient)]
	for i, v := range out {
		if v <= 0 || v >= convMost {
			gradient[i] = 0
		}
	}
}

// gradient adds to a gradient that of the weights of layer k, where back is the gradient of
// its sums.
func (m *convModel) gradient(k int, p *convPass, back, grad []float32) {
	l := &m.layers[k]
	rows := len(m.windows)
	if k == len(m.layers)-1 {
		rows = 1
	}
	bias := grad[l.bias:][:l.outputs]
	for s := range rows {
		for j, v := range back[s*l.outputs:][:len(bias)] {
			bias[j] += v
		}
	}
	for g := 0; g < l.outputs; g += panelLanes {
		w := grad[l.at+g*l.inputs:]
		for i := 0; i < l.inputs; i += panelRows {
			panel(w[i*panelLanes:], panelLanes, p.seen[k][i:], 1, l.inputs, back[g:], l.outputs, rows)
		}
	}
}

// applyBack adds to the gradient of the inputs of layer k what comes from its outputs, as
// each spot sees them.
func (m *convModel) applyBack(k int, sight, to []float32) {
	l := &m.layers[k]
	n := len(l.views) * l.outputs
	rows := len(to) / l.width
	for g := 0; g < l.width; g += panelLanes {
		w := m.transposed[k][g*n:]
		for s := 0; s < rows; s += panelRows {
			panel(to[s*l.width+g:], l.width, sight[s*n:], n, 1, w, panelLanes, n)
		}
	}
}

// net returns the net in integers. The error is that of its check, and says that its shape
// is none.
func (m *convModel) net(b nn.Board, note string) (*nn.Conv, error) {
	c := &nn.Conv{
		Board: b.ID(), Spots: len(m.windows), Views: m.views, Planes: m.planes, Channels: m.channels, Blocks: m.blocks, Head: m.head, Note: note,
	}
	long := func(v float32, unit float64) int32 { return int32(math.Round(float64(v) * unit)) }
	for k, l := range m.layers {
		layer := nn.ConvLayer{}
		for i := range len(l.views) * l.width {
			for j := range l.outputs {
				layer.Rows = append(layer.Rows, short(m.weights[l.at+l.weight(i, j)], nn.ConvWeight))
			}
		}
		for j := range l.outputs {
			// Sums are rounded down: half a unit more makes that the nearest.
			layer.Bias = append(layer.Bias, long(m.weights[l.bias+j], nn.ConvWeight*nn.ConvUnit)+nn.ConvWeight/2)
		}
		if k == len(m.layers)-1 {
			c.Last = layer
		} else {
			c.Layers = append(c.Layers, layer)
		}
	}
	for _, w := range m.weights[m.output:][:m.head] {
		c.Output = append(c.Output, long(w, scale*nn.LinearUnit))
	}
	c.OutputBias = long(m.weights[m.output+m.head], scale*nn.LinearUnit)
	if err := c.Check(); err != nil {
		return nil, because(err, "learn.weights")
	}
	return c, nil
}
