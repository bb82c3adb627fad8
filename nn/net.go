package nn

import (
	"fmt"
	"math"
	"slices"
)

// Net is a net with one hidden layer. It is immutable once made and may be shared
// by goroutines. All weights are integers; see [Net.Check] for their ranges.
type Net struct {
	// Features is the id of the [Features] the net was trained for.
	Features string

	// Inputs, Hidden and Buckets are the number of features, of numbers in an
	// accumulator, and of sets of output weights.
	Inputs, Hidden, Buckets int

	// MaxActive is the most features that hold at once.
	MaxActive int

	// Rows holds the weights of the features, Hidden numbers each, one feature
	// after another; Bias the accumulator of no feature.
	Rows, Bias []int16

	// Output holds for each bucket the weights of the accumulator of the side to
	// move and then of the other, OutputBias what is added to their sum.
	Output     []int16
	OutputBias []int32

	// Divisor turns the output into hundredths.
	Divisor int32

	// Note says where the net comes from: a line of text for people.
	Note string
}

// The limits of a net's shape. Hidden is a multiple of [Lanes].
const (
	Lanes       = 16
	maxInputs   = 1 << 16
	maxHidden   = 1 << 11
	maxBuckets  = 64
	maxActive   = 1 << 10
	maxFeatures = 64   // bytes of an id
	maxNote     = 4096 // bytes
)

// clamp is the largest value that a number of an accumulator counts as.
const clamp = 255

// Check returns an error that says what is wrong with the shape or the weights:
// slices that do not have the length their shape demands, or weights so large that
// an accumulator could leave 16 bits or an output 32. Nets that pass evaluate every
// position exactly.
func (n *Net) Check() error {
	for _, c := range []struct {
		what        string
		value, most int
	}{
		{"inputs", n.Inputs, maxInputs}, {"hidden", n.Hidden, maxHidden}, {"buckets", n.Buckets, maxBuckets}, {"active features", n.MaxActive, maxActive},
	} {
		if c.value < 1 || c.value > c.most {
			return fmt.Errorf("nn: the number of %s is %d, not 1 to %d", c.what, c.value, c.most)
		}
	}
	if n.Hidden%Lanes != 0 {
		return fmt.Errorf("nn: the hidden layer has %d numbers, not a multiple of %d", n.Hidden, Lanes)
	}
	if n.Divisor < 1 {
		return fmt.Errorf("nn: the divisor is %d, not positive", n.Divisor)
	}
	if n.Features == "" || len(n.Features) > maxFeatures || len(n.Note) > maxNote {
		return fmt.Errorf("nn: the id of the features has %d bytes, not 1 to %d, or the note %d, more than %d", len(n.Features), maxFeatures, len(n.Note), maxNote)
	}
	for _, c := range []struct {
		what      string
		len, want int
	}{
		{"rows", len(n.Rows), n.Inputs * n.Hidden},
		{"bias", len(n.Bias), n.Hidden},
		{"output", len(n.Output), n.Buckets * 2 * n.Hidden},
		{"output bias", len(n.OutputBias), n.Buckets},
	} {
		if c.len != c.want {
			return fmt.Errorf("nn: %s has %d weights, its shape asks for %d", c.what, c.len, c.want)
		}
	}
	return n.checkRanges()
}

// checkRanges makes sure that no sum can overflow.
func (n *Net) checkRanges() error {
	column := make([]int64, n.Inputs)
	for i := range n.Hidden {
		for f := range n.Inputs {
			column[f] = abs(int64(n.Rows[f*n.Hidden+i]))
		}
		slices.Sort(column)
		sum := abs(int64(n.Bias[i]))
		for _, v := range column[max(0, n.Inputs-n.MaxActive):] {
			sum += v
		}
		if sum > math.MaxInt16 {
			return fmt.Errorf("nn: the weights of hidden number %d can add up to %d, more than 16 bits hold", i, sum)
		}
	}
	for b := range n.Buckets {
		sum := abs(int64(n.OutputBias[b]))
		for _, w := range n.Output[b*2*n.Hidden : (b+1)*2*n.Hidden] {
			sum += clamp * abs(int64(w))
		}
		if sum > math.MaxInt32 {
			return fmt.Errorf("nn: the output weights of bucket %d can add up to %d, more than 32 bits hold", b, sum)
		}
	}
	return nil
}

func abs(n int64) int64 { return max(n, -n) }

// row returns the weights of a feature.
func (n *Net) row(f Feature) []int16 { return n.Rows[int(f)*n.Hidden : (int(f)+1)*n.Hidden] }

// output returns the score, in hundredths, of a position in a bucket with these
// accumulators: that of the side to move first.
func (n *Net) output(bucket int, us, them []int16) int {
	w := n.Output[bucket*2*n.Hidden : (bucket+1)*2*n.Hidden]
	sum := n.OutputBias[bucket] + dot(us, w[:n.Hidden]) + dot(them, w[n.Hidden:])
	return int(sum / n.Divisor)
}
