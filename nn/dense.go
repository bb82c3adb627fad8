package nn

import (
	"errors"
	"math"
	"strconv"

	"cairn.example/game"
)

// Dense is a net over counts ([Counts]): a linear function of them plus the output of a
// small hidden layer over the same counts. The weights of the output are given at Knots
// phases at equal distances and interpolated between them. A net without a hidden layer
// is a linear evaluation. It is immutable once made and may be shared by goroutines.
type Dense struct {
	// Counts is the id of the [Counts] the net was trained for.
	Counts string

	// Inputs is the number of counts, Phases the last phase, Hidden the numbers of
	// the hidden layer, 0 or a multiple of [DenseLanes].
	Inputs, Phases, Hidden, Knots int

	// Linear holds for each knot the weights of the counts, in 1/LinearUnit
	// hundredths.
	Linear []int16

	// Rows holds for each count the weights of the hidden numbers, Bias their values
	// without any count. A hidden number is clamped to 0 to Full.
	Rows []int16
	Bias []int32

	// Output holds for each knot the weights of the hidden numbers: what one that is
	// Full adds, in 1/LinearUnit hundredths.
	Output []int32

	// Note says where the net comes from: a line of text for people.
	Note string
}

const (
	// LinearUnit is how much weights are for a hundredth.
	LinearUnit = 64

	// Full is the largest value of a hidden number.
	Full = 4096

	// Lanes is what the number of counts that a kernel takes is a multiple of.
	Lanes = 16

	// DenseLanes is what the size of a hidden layer is a multiple of.
	DenseLanes = 16

	maxDenseInputs = 1 << 10
	maxDenseHidden = 1 << 8
	maxID          = 64   // bytes of an id
	maxNote        = 4096 // bytes
	maxPhases      = 255
	maxKnots       = 32
	maxOutput      = 1 << 20
)

// Check returns an error that says what is wrong with the shape or the weights. Nets that
// pass evaluate every position without an overflow.
func (d *Dense) Check() error {
	for _, c := range []struct {
		what               string
		value, least, most int
	}{
		{"counts", d.Inputs, 1, maxDenseInputs},
		{"phases", d.Phases, 1, maxPhases},
		{"hidden numbers", d.Hidden, 0, maxDenseHidden},
		{"knots", d.Knots, 1, maxKnots},
		{"bytes of the id", len(d.Counts), 1, maxID},
		{"bytes of the note", len(d.Note), 0, maxNote},
	} {
		if c.value < c.least || c.value > c.most {
			return errors.New(game.Words("nn: the number of ", c.what, " is ", c.value, ", not ", c.least, " to ", c.most))
		}
	}
	if d.Hidden%DenseLanes != 0 {
		return errors.New(game.Words("nn: the hidden layer has ", d.Hidden, " numbers, not a multiple of ", DenseLanes))
	}
	for _, c := range []struct {
		what      string
		len, want int
	}{
		{"linear", len(d.Linear), d.Knots * d.Inputs},
		{"rows", len(d.Rows), d.Inputs * d.Hidden},
		{"bias", len(d.Bias), d.Hidden},
		{"output", len(d.Output), d.Knots * d.Hidden},
	} {
		if c.len != c.want {
			return errors.New(game.Words("nn: ", c.what, " has ", c.len, " weights, its shape asks for ", c.want))
		}
	}
	for _, w := range d.Output {
		if w > maxOutput || w < -maxOutput {
			return errors.New(game.Words("nn: a weight of the output is ", int(w), ", beyond ", maxOutput))
		}
	}
	// What the counts add up to must fit 32 bits at every knot, and the hidden numbers.
	for k := range d.Knots {
		sum := int64(0)
		for _, w := range d.Linear[k*d.Inputs:][:d.Inputs] {
			sum += abs(int64(w)) * MaxCount
		}
		if sum > math.MaxInt32 {
			return errors.New(game.Words("nn: the weights of knot ", k, " can add up to ", int(sum), ", more than 32 bits hold"))
		}
	}
	for j := range d.Hidden {
		sum := abs(int64(d.Bias[j]))
		for i := range d.Inputs {
			sum += abs(int64(d.Rows[i*d.Hidden+j])) * MaxCount
		}
		if sum > math.MaxInt32 {
			return errors.New(game.Words("nn: the weights of hidden number ", j, " can add up to ", int(sum), ", more than 32 bits hold"))
		}
	}
	return nil
}

// DenseLine evaluates positions with a dense net, each from scratch. It is used by one
// goroutine.
type DenseLine struct {
	net    *Dense
	padded int     // inputs, rounded up to a multiple of Lanes
	output []int64 // weights of the hidden numbers at each phase
	sums   []int32

	// With vector kernels: the weights of the counts at each phase, and the rows as the
	// kernel wants them, for each DenseLanes hidden numbers.
	linear []int16
	rows   []int16
	x      []int16

	// Without: the weights of the counts at each phase, and the rows with two hidden
	// numbers in one integer, the second times 2^32.
	wide  []int32
	pairs []int64
	both  []int64
}

// NewDenseLine returns what evaluates with a net, which must fit the counts. The error says
// where it does not.
func NewDenseLine(d *Dense, c Counts) (*DenseLine, error) { return newDenseLine(d, c, hasVectors) }

func newDenseLine(d *Dense, c Counts, vectors bool) (*DenseLine, error) {
	if d.Counts != c.ID() || d.Inputs != c.Inputs() || d.Phases != c.Phases() {
		return nil, errors.New(game.Words("nn: the net is for ", d.Inputs, " counts ", strconv.Quote(d.Counts), " in ", d.Phases, " phases, not ", c.Inputs(), " ", strconv.Quote(c.ID()), " in ", c.Phases()))
	}
	h := d.Hidden
	l := &DenseLine{net: d, padded: padded(d.Inputs), sums: make([]int32, h), output: make([]int64, (d.Phases+1)*h)}
	linear := make([]int16, (d.Phases+1)*l.padded)
	for phase := range d.Phases + 1 {
		for i := range d.Inputs {
			linear[phase*l.padded+i] = int16(between(d, phase, func(k int) int64 { return int64(d.Linear[k*d.Inputs+i]) }))
		}
		for j := range h {
			l.output[phase*h+j] = between(d, phase, func(k int) int64 { return int64(d.Output[k*h+j]) })
		}
	}
	if !vectors {
		l.wide = make([]int32, len(linear))
		for i, w := range linear {
			l.wide[i] = int32(w)
		}
		l.pairs, l.both = make([]int64, d.Inputs*h/2), make([]int64, h/2)
		for i := range l.pairs {
			l.pairs[i] = int64(d.Rows[2*i]) + int64(d.Rows[2*i+1])<<32
		}
		return l, nil
	}
	l.linear, l.x = linear, make([]int16, l.padded)
	l.rows = interleaved(d.Rows, h, l.padded, func(input int) int { return input })
	return l, nil
}

// between returns a weight at a phase, given at the knots, interpolated between two of them
// and rounded towards zero.
func between(d *Dense, phase int, weight func(knot int) int64) int64 {
	if d.Knots == 1 {
		return weight(0)
	}
	k := min(phase*(d.Knots-1)/d.Phases, d.Knots-2)
	share := int64(phase*(d.Knots-1) - k*d.Phases)
	return (weight(k)*(int64(d.Phases)-share) + weight(k+1)*share) / int64(d.Phases)
}

// Evaluate returns the output for counts at a phase, 0 to that of [Counts.Phases], in
// hundredths for the counts' viewer. x holds the counts, each 0 to [MaxCount], and then
// zeros up to a multiple of [Lanes].
func (l *DenseLine) Evaluate(x []int32, phase int) int {
	var sum int64
	if l.wide != nil {
		sum = int64(l.sumGo(x, phase))
	} else {
		sum = int64(l.sumVectors(x, phase))
	}
	if h := l.net.Hidden; h > 0 {
		weights := l.output[phase*h:][:h]
		var out int64
		for j, v := range l.sums {
			out += int64(min(max(v, 0), Full)) * weights[j]
		}
		sum += out / Full
	}
	return int(sum / LinearUnit)
}

// sumVectors returns the linear part and leaves the hidden numbers in l.sums.
func (l *DenseLine) sumVectors(x []int32, phase int) int32 {
	narrow(l.x, x[:l.padded])
	copy(l.sums, l.net.Bias)
	for from := 0; from < len(l.sums); from += DenseLanes {
		dense(l.sums[from:], l.x, l.rows[from*l.padded:])
	}
	return dot(l.x, l.linear[phase*l.padded:][:l.padded])
}

// sumGo does what sumVectors does, in plain Go. Sums of 32 bits lie in halves of integers of
// 64; a negative one takes one from the half above, which is given back in the end.
func (l *DenseLine) sumGo(x []int32, phase int) (linear int32) {
	d := l.net
	both := l.both
	for j := range both {
		both[j] = int64(d.Bias[2*j]) + int64(d.Bias[2*j+1])<<32
	}
	w := l.wide[phase*l.padded:][:d.Inputs]
	n := len(both)
	pairs := l.pairs
	for i, v := range x[:len(w)] {
		if v == 0 {
			continue
		}
		linear += v * w[i]
		row := pairs[i*n:][:n]
		v := int64(v)
		for len(row) >= 4 {
			r, b := row[:4], both[:4]
			b[0] += v * r[0]
			b[1] += v * r[1]
			b[2] += v * r[2]
			b[3] += v * r[3]
			row, both = row[4:], both[4:]
		}
		both = l.both
	}
	for j, v := range both {
		low := int32(v)
		l.sums[2*j], l.sums[2*j+1] = low, int32((v-int64(low))>>32)
	}
	return linear
}

func abs(n int64) int64 { return max(n, -n) }
