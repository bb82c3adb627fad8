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

// someCounts is a description of nothing, for nets made up.
type someCounts struct{ inputs, phases int }

func (someCounts) ID() string                     { return "some-1" }
func (c someCounts) Inputs() int                  { return c.inputs }
func (c someCounts) Phases() int                  { return c.phases }
func (someCounts) Phase(game.Position) int        { return 0 }
func (someCounts) Applies(game.Position) bool     { return true }
func (someCounts) Viewer(game.Position) game.Side { return game.First }
func (someCounts) Count(game.Position, []int32)   {}

func randomDense(rng *rand.Rand, inputs, hidden, knots int) *Dense {
	d := &Dense{Counts: "some-1", Inputs: inputs, Phases: 49, Hidden: hidden, Knots: knots, Note: "made up"}
	for range knots * inputs {
		d.Linear = append(d.Linear, int16(rng.IntN(2001)-1000))
	}
	for range inputs * hidden {
		d.Rows = append(d.Rows, int16(rng.IntN(1001)-500))
	}
	for range hidden {
		d.Bias = append(d.Bias, int32(rng.IntN(4001)))
	}
	for range knots * hidden {
		d.Output = append(d.Output, int32(rng.IntN(20001)-10000))
	}
	return d
}

// slowDense computes the output of a net as its documentation says.
func slowDense(d *Dense, x []int32, phase int) int {
	at := func(weight func(k int) int64) int64 {
		if d.Knots == 1 {
			return weight(0)
		}
		for k := range d.Knots - 1 {
			from, to := int64(k*d.Phases), int64((k+1)*d.Phases)
			if here := int64(phase * (d.Knots - 1)); from <= here && here <= to {
				return (weight(k)*(to-here) + weight(k+1)*(here-from)) / (to - from)
			}
		}
		panic("no such phase")
	}
	var sum, out int64
	for i, v := range x[:d.Inputs] {
		sum += int64(v) * at(func(k int) int64 { return int64(d.Linear[k*d.Inputs+i]) })
	}
	for j := range d.Hidden {
		h := int64(d.Bias[j])
		for i, v := range x[:d.Inputs] {
			h += int64(v) * int64(d.Rows[i*d.Hidden+j])
		}
		out += min(max(h, 0), Full) * at(func(k int) int64 { return int64(d.Output[k*d.Hidden+j]) })
	}
	return int((sum + out/Full) / LinearUnit)
}

// A line computes what the weights say, at every phase, for shapes of all kinds.
func TestDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for _, shape := range [][3]int{{96, 16, 4}, {67, 16, 2}, {5, 0, 1}, {17, 32, 3}, {31, 48, 1}} {
		d := randomDense(rng, shape[0], shape[1], shape[2])
		data, err := d.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		nets, err := Parse(slices.Concat(data, data))
		if err != nil || len(nets.Dense) != 2 {
			t.Fatalf("%d nets, %v", len(nets.Dense), err)
		}
		l, err := NewDenseLine(nets.Dense[1], someCounts{d.Inputs, d.Phases})
		if err != nil {
			t.Fatal(err)
		}
		plain, err := newDenseLine(d, someCounts{d.Inputs, d.Phases}, false)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]int32, (d.Inputs+Lanes-1)/Lanes*Lanes)
		values := map[int]bool{}
		for phase := range d.Phases + 1 {
			for i := range d.Inputs {
				x[i] = int32(rng.IntN(40))
				if rng.IntN(3) == 0 {
					x[i] = 0
				}
			}
			got, want := l.Evaluate(x, phase), slowDense(d, x, phase)
			if got != want || plain.Evaluate(x, phase) != want {
				t.Fatalf("shape %v, phase %d: %d, in plain Go %d, not %d", shape, phase, got, plain.Evaluate(x, phase), want)
			}
			values[got] = true
		}
		if len(values) < 20 {
			t.Errorf("shape %v: only %d values", shape, len(values))
		}
	}
}

func TestDenseRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for what, change := range map[string]func(*Dense){
		"hidden layer":  func(d *Dense) { d.Hidden = 17 },
		"linear":        func(d *Dense) { d.Linear = d.Linear[1:] },
		"rows":          func(d *Dense) { d.Rows = d.Rows[1:] },
		"knots":         func(d *Dense) { d.Knots = 0 },
		"the id":        func(d *Dense) { d.Counts = "" },
		"hidden number": func(d *Dense) { d.Bias[3] = math.MaxInt32 },
		"the output":    func(d *Dense) { d.Output[3] = 1 << 21 },
	} {
		d := randomDense(rng, 20, 16, 2)
		change(d)
		if _, err := d.Append(nil); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	d := randomDense(rng, 20, 16, 2)
	data, err := d.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := Parse(data[:n]); !errors.Is(err, ErrNoNet) && !errors.Is(err, ErrTruncate) {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
	}
	damaged := slices.Clone(data)
	damaged[len(data)/2] ^= 1
	if _, err := Parse(damaged); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
	damaged = slices.Clone(data)
	damaged[8] = 9
	if _, err := Parse(damaged); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	if _, err := Parse(append(slices.Clone(data), 1)); !errors.Is(err, ErrNoNet) {
		t.Errorf("more than nets: %v", err)
	}
	if _, err := NewDenseLine(d, someCounts{21, 49}); err == nil {
		t.Error("a net for 20 counts serves 21")
	}
}

// compareDense runs the kernels of dense nets and their twins on the same numbers.
func compareDense(t *testing.T, x, rows []int16, sums []int32) {
	t.Helper()
	wide := make([]int32, len(x))
	for i, v := range x {
		wide[i] = int32(v)
	}
	a, b := make([]int16, len(x)), make([]int16, len(x))
	narrow(a, wide)
	narrowGo(b, wide)
	if !slices.Equal(a, x) || !slices.Equal(b, x) {
		t.Fatalf("%v narrowed is %v, in plain Go %v", wide, a, b)
	}
	fast, slow := slices.Clone(sums), slices.Clone(sums)
	dense(fast, x, rows)
	denseGo(slow, x, rows)
	if !slices.Equal(fast, slow) {
		t.Fatalf("dense of %d counts: %v, in plain Go %v", len(x), fast, slow)
	}
}

func TestDenseKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for round := range 100 {
		n := Lanes * (1 + round%32)
		x, rows, sums := make([]int16, n), make([]int16, n*DenseLanes), make([]int32, DenseLanes+8)
		for i := range x {
			x[i] = int16(rng.IntN(MaxCount + 1))
			if round%4 == 3 {
				x[i] = MaxCount
			}
		}
		for i := range rows {
			rows[i] = int16(rng.Uint32())
			if round%8 == 7 {
				rows[i] = math.MinInt16
			}
		}
		for i := range sums {
			sums[i] = int32(rng.Uint32())
		}
		compareDense(t, x, rows, sums)
	}
}

func FuzzDense(f *testing.F) {
	f.Add([]byte("counts, each of them a byte, sixteen to a step and more"), []byte{255, 127, 0, 128}, uint8(9))
	f.Add(slices.Repeat([]byte{255}, 144), []byte{255, 127, 0, 128, 255, 255, 1, 0, 0}, uint8(1))
	f.Fuzz(func(t *testing.T, counts, weights []byte, seed uint8) {
		n := len(counts) / Lanes * Lanes
		if n == 0 || len(weights) == 0 {
			return
		}
		x, rows, sums := make([]int16, n), make([]int16, n*DenseLanes), make([]int32, DenseLanes)
		for i := range x {
			x[i] = int16(counts[i])
		}
		for i := range rows {
			rows[i] = int16(uint16(weights[2*i%len(weights)]) | uint16(weights[(2*i+1)%len(weights)])<<8)
		}
		for i := range sums {
			sums[i] = int32(uint32(seed) * uint32(i) * 2654435769)
		}
		compareDense(t, x, rows, sums)
	})
}

func BenchmarkDense(b *testing.B) {
	const inputs = 144
	d := randomDense(rand.New(rand.NewPCG(3, 3)), inputs, 16, 4)
	x := make([]int32, inputs)
	for i := range x {
		x[i] = int32(i % 7)
	}
	rows, narrowed, sums := make([]int16, inputs*DenseLanes), make([]int16, inputs), make([]int32, DenseLanes)
	narrowGo(narrowed, x)
	b.Run("kernel/"+Vectors(), func(b *testing.B) {
		for b.Loop() {
			dense(sums, narrowed, rows)
		}
	})
	b.Run("kernel/go", func(b *testing.B) {
		for b.Loop() {
			denseGo(sums, narrowed, rows)
		}
	})
	for name, vectors := range map[string]bool{Vectors(): hasVectors, "go": false} {
		l, err := newDenseLine(d, someCounts{inputs, 49}, vectors)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("evaluate/"+name, func(b *testing.B) {
			for b.Loop() {
				l.Evaluate(x, 30)
			}
		})
	}
}
