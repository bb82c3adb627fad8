package nn

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

// someBoard is a ring of spots with numbers made up.
type someBoard struct {
	spots, planes int
	x             []int16
}

func (someBoard) ID() string                        { return "some-1" }
func (b someBoard) Planes() int                     { return b.planes }
func (someBoard) Applies(game.Position) bool        { return true }
func (someBoard) Viewer(game.Position) game.Side    { return game.First }
func (b someBoard) Fill(_ game.Position, x []int16) { copy(x, b.x) }

// Windows returns the spot itself, and of the ring the next spot, three others but for
// one spot, and both neighbors.
func (b someBoard) Windows() [][][]int {
	var list [][][]int
	at := func(s int) int { return (s + b.spots) % b.spots }
	for s := range b.spots {
		others := []int{at(s + 2), at(s + 3), at(s + 5)}
		if s == 4 {
			others = nil
		}
		list = append(list, [][]int{{s}, {at(s + 1)}, others, {at(s - 1), at(s + 1)}})
	}
	return list
}

func randomConv(rng *rand.Rand, spots, planes, channels, blocks, head int) *Conv {
	c := &Conv{Board: "some-1", Spots: spots, Planes: planes, Channels: channels, Blocks: blocks, Head: head, Views: []int{1, 1, 3, 2}, Note: "made up"}
	layer := func(inputs, outputs int) ConvLayer {
		l := ConvLayer{Rows: make([]int16, inputs*outputs), Bias: make([]int32, outputs)}
		for i := range l.Rows {
			l.Rows[i] = int16(rng.IntN(4001) - 1900)
		}
		for j := range l.Bias {
			l.Bias[j] = int32(rng.IntN(400_001) - 200_000)
		}
		return l
	}
	for k := range 1 + 2*blocks {
		c.Layers = append(c.Layers, layer(c.inputs(k), channels))
	}
	c.Last = layer(channels, head)
	for range head {
		c.Output = append(c.Output, int32(rng.IntN(20001)-10000))
	}
	c.OutputBias = int32(rng.IntN(20001) - 10000)
	return c
}

// slowConv computes the output of a net as its documentation says.
func slowConv(c *Conv, b Board, x []int16) int {
	clamped := func(v int) int { return min(max(v, 0), ConvMost) }
	// layer returns what a layer makes of inputs.
	layer := func(l *ConvLayer, in func(i int) int, outputs int) []int {
		out := make([]int, outputs)
		for j := range out {
			sum := int(l.Bias[j])
			for i := range len(l.Rows) / outputs {
				sum += in(i) * int(l.Rows[i*outputs+j])
			}
			out[j] = int(math.Floor(float64(sum) / ConvWeight))
		}
		return out
	}
	windows := b.Windows()
	// everywhere applies a layer at all spots.
	everywhere := func(l *ConvLayer, from [][]int) [][]int {
		to := make([][]int, c.Spots)
		for s := range to {
			to[s] = layer(l, func(i int) (sum int) {
				for _, near := range windows[s][i/len(from[0])] {
					sum += from[near][i%len(from[0])]
				}
				return sum
			}, c.Channels)
		}
		return to
	}
	now := make([][]int, c.Spots)
	for s := range now {
		for k := range c.Planes {
			now[s] = append(now[s], int(x[s*c.Planes+k]))
		}
	}
	for k := range c.Layers {
		if k%2 == 1 {
			continue // the first layer of a block comes with the second
		}
		before := now
		if k > 0 {
			now = everywhere(&c.Layers[k-1], now)
			for _, list := range now {
				for j := range list {
					list[j] = clamped(list[j])
				}
			}
		}
		now = everywhere(&c.Layers[k], now)
		for s, list := range now {
			for j := range list {
				if k > 0 {
					list[j] += before[s][j]
				}
				list[j] = clamped(list[j])
			}
		}
	}
	sums := make([]int, c.Channels)
	for _, list := range now {
		for j, v := range list {
			sums[j] += v
		}
	}
	last := layer(&c.Last, func(i int) int { return sums[i] / SumDivisor }, c.Head)
	out := int64(0)
	for j, v := range last {
		out += int64(clamped(v)) * int64(c.Output[j])
	}
	return int((out/ConvUnit + int64(c.OutputBias)) / LinearUnit)
}

// A line computes what the weights say, with vector kernels and without, for shapes of all
// kinds, read back from a file.
func TestConv(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, shape := range [][5]int{{49, 6, 16, 1, 32}, {9, 1, 16, 0, 16}, {13, 3, 32, 2, 16}, {49, 8, 48, 1, 48}} {
		c := randomConv(rng, shape[0], shape[1], shape[2], shape[3], shape[4])
		data, err := c.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		nets, err := Parse(slices.Concat(data, data))
		if err != nil || len(nets.Conv) != 2 {
			t.Fatalf("%d nets, %v", len(nets.Conv), err)
		}
		b := someBoard{c.Spots, c.Planes, make([]int16, c.Spots*c.Planes)}
		l, err := NewConvLine(nets.Conv[1], b)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := newConvLine(c, b, false)
		if err != nil {
			t.Fatal(err)
		}
		values := map[int]bool{}
		for range 30 {
			for i := range b.x {
				b.x[i] = 0
				if rng.IntN(3) == 0 {
					b.x[i] = int16(rng.IntN(ConvUnit + 1))
				}
			}
			got, want := l.Evaluate(nil), slowConv(c, b, b.x)
			if got != want || plain.Evaluate(nil) != want {
				t.Fatalf("shape %v: %d, in plain Go %d, not %d", shape, got, plain.Evaluate(nil), want)
			}
			values[got] = true
		}
		if len(values) < 10 {
			t.Errorf("shape %v: only %d values", shape, len(values))
		}
	}
}

// The largest numbers that a net may have give no overflow.
func TestConvLargest(t *testing.T) {
	const spots, planes = 9, 2
	c := &Conv{Board: "some-1", Spots: spots, Views: []int{1, 1, 3, 2}, Planes: planes, Channels: 16, Blocks: 1, Head: 16}
	views := len(c.Views)
	// most returns a layer whose inputs, the sums of up to three numbers, are taken for as
	// large as three.
	most := func(inputs, largest int) ConvLayer {
		l := ConvLayer{Rows: make([]int16, inputs*16), Bias: make([]int32, 16)}
		for j := range 16 {
			left := math.MaxInt32 / largest
			for i := range inputs {
				w := min(left, math.MaxInt16)
				left -= w
				l.Rows[i*16+j] = int16(w)
			}
			l.Bias[j] = int32(math.MaxInt32 % largest)
		}
		return l
	}
	c.Layers = []ConvLayer{most(views*planes, 3*ConvMost), most(views*16, 3*ConvMost), most(views*16, 3*ConvMost)}
	c.Last = most(16, ConvMost*spots/SumDivisor)
	for range 16 {
		c.Output = append(c.Output, maxOutput)
	}
	c.OutputBias = maxOutput
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	b := someBoard{spots, planes, slices.Repeat([]int16{ConvMost}, spots*planes)}
	for name, vectors := range map[string]bool{"the kernel": hasVectors, "plain Go": false} {
		l, err := newConvLine(c, b, vectors)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := l.Evaluate(nil), slowConv(c, b, b.x); got != want || got < maxOutput/LinearUnit {
			t.Errorf("%s: %d, not %d", name, got, want)
		}
	}
}

func TestConvRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	some := func() *Conv { return randomConv(rng, 9, 2, 16, 1, 16) }
	for says, change := range map[string]func(*Conv){
		"number of spots is 65":                  func(c *Conv) { c.Spots = 65 },
		"number of spots is 0":                   func(c *Conv) { c.Spots = 0 },
		"number of views is 0":                   func(c *Conv) { c.Views = nil },
		"number of views is 9":                   func(c *Conv) { c.Views = make([]int, 9) },
		"view 2 has 9 spots":                     func(c *Conv) { c.Views[2] = 9 },
		"view 0 has 0 spots":                     func(c *Conv) { c.Views[0] = 0 },
		"number 3 of layer 1 can add up to":      func(c *Conv) { c.Layers[1].Bias[3] = math.MaxInt32 },
		"number 5 of the last layer can add up":  func(c *Conv) { c.Last.Bias[5] = math.MinInt32 },
		"number of planes is 33":                 func(c *Conv) { c.Planes = 33 },
		"number of channels is 144":              func(c *Conv) { c.Channels = 144 },
		"number of blocks is 17":                 func(c *Conv) { c.Blocks = 17 },
		"numbers of the last layer is 0":         func(c *Conv) { c.Head = 0 },
		"bytes of the id is 0":                   func(c *Conv) { c.Board = "" },
		"bytes of the id is 65":                  func(c *Conv) { c.Board = strings.Repeat("b", 65) },
		"bytes of the note is 4097":              func(c *Conv) { c.Note = strings.Repeat("n", 4097) },
		"a layer has 24 numbers":                 func(c *Conv) { c.Channels = 24 },
		"a layer has 17 numbers":                 func(c *Conv) { c.Head = 17 },
		"there are 2 layers":                     func(c *Conv) { c.Layers = c.Layers[1:] },
		"layer 1 has 1023 weights and 16 biases": func(c *Conv) { c.Layers[1].Rows = c.Layers[1].Rows[1:] },
		"the last layer has 256 weights and 15":  func(c *Conv) { c.Last.Bias = c.Last.Bias[1:] },
		"output has 15 weights":                  func(c *Conv) { c.Output = c.Output[1:] },
		"output is 1048577":                      func(c *Conv) { c.Output[7] = maxOutput + 1 },
		"output is -1048577":                     func(c *Conv) { c.OutputBias = -maxOutput - 1 },
	} {
		c := some()
		change(c)
		holdCheck(t, says, c.Check(), says)
		if _, err := c.Append(nil); err == nil {
			t.Errorf("%s: written", says)
		}
	}
	c := some()
	data, err := c.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := Parse(data[:n]); !errors.Is(err, ErrTruncate) && !errors.Is(err, ErrNoNet) {
			t.Fatalf("%d bytes of %d: %v", n, len(data), err)
		}
	}
	for _, at := range []int{headerBytes + 2, len(data) / 2, len(data) - 1} {
		other := slices.Clone(data)
		other[at]++
		if _, err := Parse(other); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", at, err)
		}
	}
	other := slices.Clone(data)
	other[len(magic)]++
	if _, err := Parse(other); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	for what, b := range map[string]someBoard{"spots": {8, 2, nil}, "planes": {9, 3, nil}} {
		if _, err := NewConvLine(c, b); err == nil {
			t.Errorf("a board of other %s is taken", what)
		}
	}
}

func FuzzParse(f *testing.F) {
	rng := rand.New(rand.NewPCG(9, 9))
	conv, err := randomConv(rng, 9, 2, 16, 1, 16).Append(nil)
	if err != nil {
		f.Fatal(err)
	}
	dense, err := randomDense(rng, 5, 16, 1).Append(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(conv)
	f.Add(slices.Concat(dense, conv))
	f.Fuzz(func(t *testing.T, data []byte) {
		nets, err := Parse(data)
		if err != nil {
			return
		}
		// What is read can be written again; the order of kinds may change.
		var again []byte
		for _, c := range nets.Conv {
			if again, err = c.Append(again); err != nil {
				t.Fatal(err)
			}
		}
		for _, d := range nets.Dense {
			if again, err = d.Append(again); err != nil {
				t.Fatal(err)
			}
		}
		if len(again) != len(data) {
			t.Errorf("%d bytes become %d", len(data), len(again))
		}
	})
}

// compareConv runs the kernels of convolutional nets and their twins on the same numbers:
// from has rows of width numbers, near where seen of them begin for each row of sums.
func compareConv(t *testing.T, from []int16, near []int32, seen, width int, rows []int16, bias []int32, out []int16, stride int) {
	t.Helper()
	spots := len(near) / seen
	x, slow := make([]int16, spots*width), make([]int16, spots*width)
	gather(x, from, near, seen, width)
	gatherGo(slow, from, near, seen, width)
	if !slices.Equal(x, slow) {
		t.Fatalf("%d rows of %d numbers, %d each, gathered: %v, in plain Go %v", spots, width, seen, x, slow)
	}
	fast, plain := slices.Clone(out), slices.Clone(out)
	convolve(fast, stride, x, rows, bias)
	convolveGo(plain, stride, x, rows, bias)
	if !slices.Equal(fast, plain) {
		t.Fatalf("%d spots of %d inputs: %v, in plain Go %v", spots, width, fast, plain)
	}
}

// The kernels of convolutional nets agree with their twins, extreme numbers included, and
// touch nothing beside what they compute.
func TestConvKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	for round := range 200 {
		spots, seen, width := 1+rng.IntN(64), 1+rng.IntN(maxConvSeen), Lanes*(1+rng.IntN(6))
		stride := DenseLanes * (1 + rng.IntN(3))
		// some returns n numbers of 16 bits, in some rounds the largest and the smallest.
		some := func(n int) []int16 {
			list := make([]int16, n)
			for i := range list {
				list[i] = int16(rng.Uint32())
				if round%4 == 3 {
					list[i] = []int16{math.MinInt16, math.MaxInt16}[rng.IntN(2)]
				}
				if round%4 == 0 {
					list[i] = int16(rng.IntN(200)) // so that not all sums are clamped
				}
			}
			return list
		}
		from, rows, bias, near := some((spots+1)*width), some(width*DenseLanes), make([]int32, DenseLanes), make([]int32, spots*seen)
		for i := range bias {
			bias[i] = int32(rng.Uint32())
			if round%2 == 0 {
				bias[i] >>= 10
			}
		}
		for i := range near {
			near[i] = int32(rng.IntN(spots+1) * width)
		}
		compareConv(t, from, near, seen, width, rows, bias, some(spots*stride+7), stride)
	}
}

func FuzzConvKernels(f *testing.F) {
	f.Add([]byte("numbers of which all is made, 16 of them for each spot, and some more than that, for a second one"), uint8(2), uint8(3))
	f.Add(slices.Repeat([]byte{0, 128, 255, 127}, 100), uint8(8), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, seen, salt uint8) {
		const width = 2 * Lanes
		spots, each := len(data)/(2*width), 1+int(seen)%maxConvSeen
		if spots == 0 || spots > maxConvSpots {
			return
		}
		// number returns the i-th number of the data, read from a place that salt chooses.
		number := func(i int) int16 {
			at := (2*i + int(salt)) % (len(data) - 1)
			return int16(uint16(data[at]) | uint16(data[at+1])<<8)
		}
		from, rows, out := make([]int16, spots*width), make([]int16, width*DenseLanes), make([]int16, spots*DenseLanes)
		for _, list := range [][]int16{from, rows, out} {
			for i := range list {
				list[i] = number(i)
			}
		}
		bias, near := make([]int32, DenseLanes), make([]int32, spots*each)
		for i := range bias {
			bias[i] = int32(number(i)) << (salt % 16)
		}
		for i := range near {
			near[i] = int32(int(uint16(number(i)))%spots) * width
		}
		compareConv(t, from, near, each, width, rows, bias, out, DenseLanes)
	})
}

func BenchmarkConv(b *testing.B) {
	rng := rand.New(rand.NewPCG(10, 10))
	c := randomConv(rng, 49, 6, 16, 1, 32)
	board := someBoard{49, 6, slices.Repeat([]int16{ConvUnit, 0}, 49*3)}
	for name, vectors := range map[string]bool{"vectors": hasVectors, "go": false} {
		b.Run(name, func(b *testing.B) {
			l, err := newConvLine(c, board, vectors)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				l.Evaluate(nil)
			}
		})
	}
}

// A file that announces more views than any net has is refused, however right its length and
// its checksum are.
func TestConvRefusesViews(t *testing.T) {
	for _, views := range []int{0, maxConvViews + 1, math.MaxUint16} {
		body := appendShape(nil, 9, views, 2, 16, 1, 16, 1, 0)
		weights := views*2*16 + 2*views*16*16 + 16*16
		biases := 3*16 + 16 + 16 + 1 // of the layers, the last one and the output
		body = append(body, make([]byte, views+1+2*weights+4*biases)...)
		if nets, err := Parse(appendNet(nil, kindConv, body)); err == nil || !strings.Contains(err.Error(), "views") {
			t.Errorf("%d views: %v, %v", views, nets, err)
		}
	}
}
