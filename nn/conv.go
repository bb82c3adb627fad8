package nn

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"cairn.example/game"
)

// Board describes positions of a game to a convolutional net: by a few numbers for each
// spot of a hexagonal board. An implementation is used by one goroutine.
type Board interface {
	// ID names the description and its version, such as "dvonn-placing-board-1". A
	// net names the ID it was trained for; any change of meaning needs another.
	ID() string

	// Windows returns for each spot what it sees: in each view, of which all spots have
	// as many, spots whose numbers are added up, none where the board ends. A view may be
	// the spot itself, its neighbors in one direction, or those in several, between which
	// the net then cannot tell. The order of the spots is that of Fill.
	Windows() [][][]int

	// Planes returns how many numbers a spot has.
	Planes() int

	// Applies reports whether p is in the part of the game that is described.
	Applies(p game.Position) bool

	// Viewer returns the side that the net's output for p speaks for.
	Viewer(p game.Position) game.Side

	// Fill fills x, which has Planes numbers for each spot, spot after spot, from 0 to
	// [ConvMost]; [ConvUnit] is 1.
	Fill(p game.Position, x []int16)
}

// Conv is a convolutional net over a hexagonal board (LeCun et al. 1989; with steps that
// add to what was there, He et al. 2015). Each spot has Channels numbers. The first layer
// computes them from the planes that the spot sees, each of the Blocks changes them by
// two layers over the channels that it sees. The numbers of all spots are added up, and a
// hidden layer makes the output of the sums. It is immutable once made and may be shared
// by goroutines.
type Conv struct {
	// Board is the id of the [Board] the net was trained for, Spots its number of spots.
	Board string
	Spots int

	// Views holds for each view the most spots that one sees in it.
	Views []int

	// Channels and Head, the size of the hidden layer at the end, are multiples of
	// [DenseLanes].
	Planes, Channels, Blocks, Head int

	// Layers holds the first layer and two for each block.
	Layers []ConvLayer

	// Last is the hidden layer at the end: its inputs are the sums over the spots,
	// divided by SumDivisor and rounded down.
	Last ConvLayer

	// Output holds for each number of the last layer what it adds when it is ConvUnit,
	// in 1/LinearUnit hundredths; OutputBias is the output without any.
	Output     []int32
	OutputBias int32

	// Note says where the net comes from: a line of text for people.
	Note string
}

// ConvLayer holds the weights of a layer: for each input, in the order of the views and
// in them of the planes or channels, one for each output, in 1/ConvWeight. Biases are in
// 1/(ConvWeight*ConvUnit). What comes out is divided by ConvWeight, rounded down, and
// clamped to 0 to ConvMost, in the second layer of a block after the addition.
type ConvLayer struct {
	Rows []int16
	Bias []int32
}

const (
	// ConvUnit is a number of a spot that stands for 1, ConvMost the largest.
	ConvUnit = 256
	ConvMost = 16*ConvUnit - 1

	// ConvWeight is a weight that stands for 1.
	ConvWeight = 1 << convShift

	// SumDivisor divides the sums over all spots, so that they fit 16 bits.
	SumDivisor = 1 << sumShift

	convShift = 12
	sumShift  = 4

	maxConvSpots    = 64
	maxConvViews    = 8
	maxConvSeen     = 8 // spots in a view: the sum of their numbers fits 16 bits
	maxConvPlanes   = 32
	maxConvChannels = 128
	maxConvBlocks   = 16
	maxConvHead     = 128
)

// inputs returns how many inputs layer k has.
func (c *Conv) inputs(k int) int {
	if k == 0 {
		return len(c.Views) * c.Planes
	}
	return len(c.Views) * c.Channels
}

// Check returns an error that says what is wrong with the shape or the weights. Nets that
// pass evaluate every position without an overflow.
func (c *Conv) Check() error {
	for _, s := range []struct {
		what               string
		value, least, most int
	}{
		{"spots", c.Spots, 1, maxConvSpots},
		{"views", len(c.Views), 1, maxConvViews},
		{"planes", c.Planes, 1, maxConvPlanes},
		{"channels", c.Channels, DenseLanes, maxConvChannels},
		{"blocks", c.Blocks, 0, maxConvBlocks},
		{"numbers of the last layer", c.Head, DenseLanes, maxConvHead},
		{"bytes of the id", len(c.Board), 1, maxID},
		{"bytes of the note", len(c.Note), 0, maxNote},
	} {
		if s.value < s.least || s.value > s.most {
			return errors.New(game.Words("nn: the number of ", s.what, " is ", s.value, ", not ", s.least, " to ", s.most))
		}
	}
	for _, size := range []int{c.Channels, c.Head} {
		if size%DenseLanes != 0 {
			return errors.New(game.Words("nn: a layer has ", size, " numbers, not a multiple of ", DenseLanes))
		}
	}
	for v, seen := range c.Views {
		if seen < 1 || seen > maxConvSeen {
			return errors.New(game.Words("nn: view ", v, " has ", seen, " spots, not 1 to ", maxConvSeen))
		}
	}
	if want := 1 + 2*c.Blocks; len(c.Layers) != want {
		return errors.New(game.Words("nn: there are ", len(c.Layers), " layers, the shape asks for ", want))
	}
	for k := range c.Layers {
		width := c.inputs(k) / len(c.Views)
		if err := c.Layers[k].check(game.Words("layer ", k), c.inputs(k), c.Channels, func(i int) int { return ConvMost * c.Views[i/width] }); err != nil {
			return err
		}
	}
	if err := c.Last.check("the last layer", c.Channels, c.Head, func(int) int { return ConvMost * c.Spots / SumDivisor }); err != nil {
		return err
	}
	if len(c.Output) != c.Head {
		return errors.New(game.Words("nn: output has ", len(c.Output), " weights, its shape asks for ", c.Head))
	}
	for _, w := range append([]int32{c.OutputBias}, c.Output...) {
		if w > maxOutput || w < -maxOutput {
			return errors.New(game.Words("nn: a weight of the output is ", int(w), ", beyond ", maxOutput))
		}
	}
	return nil
}

// check returns what is wrong with a layer; most returns how large an input can be.
func (l *ConvLayer) check(name string, inputs, outputs int, most func(input int) int) error {
	if len(l.Rows) != inputs*outputs || len(l.Bias) != outputs {
		return errors.New(game.Words("nn: ", name, " has ", len(l.Rows), " weights and ", len(l.Bias), " biases, its shape asks for ", inputs*outputs, " and ", outputs))
	}
	for j, b := range l.Bias {
		sum := abs(int64(b))
		for i := range inputs {
			sum += abs(int64(l.Rows[i*outputs+j])) * int64(most(i))
		}
		if sum > math.MaxInt32 {
			return errors.New(game.Words("nn: the weights of number ", j, " of ", name, " can add up to ", int(sum), ", more than 32 bits hold"))
		}
	}
	return nil
}

// ConvLine evaluates positions with a convolutional net, each from scratch. It is used by
// one goroutine.
type ConvLine struct {
	net     *Conv
	board   Board
	vectors bool         // whether the vector kernels are used
	layers  []convKernel // those of the net, then the last one

	// Behind the spots stands a row of zeros, which is what a spot sees beyond the board.
	planes    []int16 // of the position, as the board fills them
	first     []int16 // the same, with as many numbers a spot as the kernels want
	now, next []int16 // the channels of all spots, before and after a layer
	seen      []int16 // what all spots see

	// Where the rows begin that the spots see, in first and in the channels, and eight of
	// the channels at a time, to add up all spots.
	nearFirst, nearChannels, eights []int32

	pooled []int16
	last   []int16
}

// convKernel holds the weights of a layer as the kernels want them.
type convKernel struct {
	inputs int     // of a spot, a multiple of Lanes
	rows   []int16 // for each DenseLanes outputs
	bias   []int32
}

// NewConvLine returns what evaluates with a net, which must fit the board. The error says
// where it does not.
func NewConvLine(c *Conv, b Board) (*ConvLine, error) { return newConvLine(c, b, hasVectors) }

func newConvLine(c *Conv, b Board, vectors bool) (*ConvLine, error) {
	windows := b.Windows()
	if c.Board != b.ID() || c.Planes != b.Planes() || c.Spots != len(windows) {
		return nil, errors.New(game.Words("nn: the net is for ", c.Planes, " planes of ", c.Spots, " spots ", strconv.Quote(c.Board), ", not ", b.Planes(), " of ", len(windows), " ", strconv.Quote(b.ID())))
	}
	if views := ViewSizes(windows); !slices.Equal(c.Views, views) {
		return nil, errors.New(game.Words("nn: the views of the net have ", c.Views, " spots, those of ", strconv.Quote(c.Board), " ", views))
	}
	rows, width := c.Spots+1, padded(c.Planes)
	l := &ConvLine{
		net: c, board: b, vectors: vectors,
		planes: make([]int16, c.Spots*c.Planes), first: make([]int16, rows*width),
		now: make([]int16, rows*c.Channels), next: make([]int16, rows*c.Channels),
		seen:      make([]int16, c.Spots*len(c.Views)*max(c.Channels, width)),
		nearFirst: nearRows(windows, c.Views, width), nearChannels: nearRows(windows, c.Views, c.Channels),
		pooled: make([]int16, c.Channels), last: make([]int16, c.Head),
	}
	for s := range padTo(c.Spots, maxConvSeen) {
		l.eights = append(l.eights, int32(min(s, c.Spots)*c.Channels))
	}
	for k := range c.Layers {
		if k == 0 {
			l.layers = append(l.layers, newConvKernel(&c.Layers[k], len(c.Views), c.Planes, c.Channels))
		} else {
			l.layers = append(l.layers, newConvKernel(&c.Layers[k], len(c.Views), c.Channels, c.Channels))
		}
	}
	l.layers = append(l.layers, newConvKernel(&c.Last, 1, c.Channels, c.Head))
	return l, nil
}

// nearRows returns for each spot and view where the rows of the spots seen begin, of width
// numbers each, as many for each view as the largest has: the row behind the spots for
// those that are not there.
func nearRows(windows [][][]int, views []int, width int) []int32 {
	var list []int32
	for _, seen := range windows {
		for _, spots := range seen {
			for k := range slices.Max(views) {
				s := len(windows)
				if k < len(spots) {
					s = spots[k]
				}
				list = append(list, int32(s*width))
			}
		}
	}
	return list
}

// ViewSizes returns for each view the most spots that one sees in it.
func ViewSizes(windows [][][]int) []int {
	var sizes []int
	for _, views := range windows {
		for v, list := range views {
			if v == len(sizes) {
				sizes = append(sizes, 0)
			}
			sizes[v] = max(sizes[v], len(list))
		}
	}
	return sizes
}

// newConvKernel returns the weights of a layer that sees views, of each width numbers.
func newConvKernel(l *ConvLayer, views, width, outputs int) convKernel {
	k := convKernel{inputs: views * padded(width), bias: l.Bias}
	k.rows = interleaved(l.Rows, outputs, k.inputs, func(input int) int { return input/width*padded(width) + input%width })
	return k
}

// gather adds up rows of from, width numbers each, as gatherGo does.
func (l *ConvLine) gather(to, from []int16, near []int32, seen, width int) {
	if l.vectors {
		gather(to, from, near, seen, width)
	} else {
		gatherGo(to, from, near, seen, width)
	}
}

// apply computes a layer of outputs numbers a spot: x has the inputs of all spots. What out
// holds is added.
func (l *ConvLine) apply(k *convKernel, x, out []int16, outputs int) {
	size := k.inputs * DenseLanes
	for from := 0; from < outputs; from += DenseLanes {
		rows, bias := k.rows[from*k.inputs:][:size], k.bias[from:][:DenseLanes]
		if l.vectors {
			convolve(out[from:], outputs, x, rows, bias)
		} else {
			convolveGo(out[from:], outputs, x, rows, bias)
		}
	}
}

// layer computes a layer at all spots: from has width numbers a spot, to as many as the
// net has channels. What to holds is added where keep is set.
func (l *ConvLine) layer(k *convKernel, from []int16, near []int32, width int, to []int16, keep bool) {
	to = to[:l.net.Spots*l.net.Channels]
	if !keep {
		clear(to)
	}
	x := l.seen[:l.net.Spots*k.inputs]
	l.gather(x, from, near, len(near)/(l.net.Spots*len(l.net.Views)), width)
	l.apply(k, x, to, l.net.Channels)
}

// Evaluate returns the output for p, to which the board must apply, in hundredths for the
// board's viewer.
func (l *ConvLine) Evaluate(p game.Position) int {
	n := l.net
	l.board.Fill(p, l.planes)
	width := padded(n.Planes)
	for s := range n.Spots {
		copy(l.first[s*width:][:n.Planes], l.planes[s*n.Planes:])
	}
	l.layer(&l.layers[0], l.first, l.nearFirst, width, l.now, false)
	for k := 1; k < len(n.Layers); k += 2 {
		l.layer(&l.layers[k], l.now, l.nearChannels, n.Channels, l.next, false)
		l.layer(&l.layers[k+1], l.next, l.nearChannels, n.Channels, l.now, true)
	}
	l.pool()
	clear(l.last)
	l.apply(&l.layers[len(l.layers)-1], l.pooled, l.last, n.Head)
	var out int64
	for j, v := range l.last {
		out += int64(v) * int64(n.Output[j])
	}
	return int((out/ConvUnit + int64(n.OutputBias)) / LinearUnit)
}

// pool adds up the numbers of all spots: of eight at a time by the kernel, which fits 16
// bits.
func (l *ConvLine) pool() {
	channels := l.net.Channels
	eights := l.seen[:len(l.eights)/maxConvSeen*channels]
	l.gather(eights, l.now, l.eights, maxConvSeen, channels)
	for j := range l.pooled {
		sum := int32(0)
		for at := j; at < len(eights); at += channels {
			sum += int32(eights[at])
		}
		l.pooled[j] = int16(sum >> sumShift)
	}
}
