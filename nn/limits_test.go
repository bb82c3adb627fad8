package nn

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// zeroDense returns a dense net of a shape without any weight.
func zeroDense(inputs, phases, hidden, knots, id, note int) *Dense {
	return &Dense{
		Counts: strings.Repeat("c", id), Note: strings.Repeat("n", note), Inputs: inputs, Phases: phases, Hidden: hidden, Knots: knots,
		Linear: make([]int16, max(knots*inputs, 0)), Rows: make([]int16, max(inputs*hidden, 0)), Bias: make([]int32, max(hidden, 0)), Output: make([]int32, max(knots*hidden, 0)),
	}
}

// The largest and the smallest shapes pass the check, the next ones do not.
func TestShapeLimits(t *testing.T) {
	for _, test := range []struct {
		shape [6]int
		says  string
	}{
		{[6]int{1, 1, 0, 1, 1, 0}, ""},
		{[6]int{1024, 255, 256, 32, 64, 4096}, ""},
		{[6]int{0, 1, 0, 1, 1, 0}, "number of counts is 0"},
		{[6]int{1025, 1, 0, 1, 1, 0}, "number of counts is 1025"},
		{[6]int{1, 0, 0, 1, 1, 0}, "number of phases is 0"},
		{[6]int{1, 256, 0, 1, 1, 0}, "number of phases is 256"},
		{[6]int{1, 1, 272, 1, 1, 0}, "hidden numbers is 272"},
		{[6]int{1, 1, -16, 1, 1, 0}, "hidden numbers is -16"},
		{[6]int{1, 1, 24, 1, 1, 0}, "not a multiple of 16"},
		{[6]int{1, 1, 0, 0, 1, 0}, "number of knots is 0"},
		{[6]int{1, 1, 0, 33, 1, 0}, "number of knots is 33"},
		{[6]int{1, 1, 0, 1, 0, 0}, "bytes of the id is 0"},
		{[6]int{1, 1, 0, 1, 65, 0}, "bytes of the id is 65"},
		{[6]int{1, 1, 0, 1, 1, 4097}, "bytes of the note is 4097"},
	} {
		s := test.shape
		holdCheck(t, fmt.Sprint("a dense net of shape ", s), zeroDense(s[0], s[1], s[2], s[3], s[4], s[5]).Check(), test.says)
	}
}

// holdCheck demands that a check says something, or nothing for "".
func holdCheck(t *testing.T, what string, err error, says string) {
	t.Helper()
	if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
		t.Errorf("%s: %v, want %q", what, err, says)
	}
}

// Weights that can just not overflow pass the check, one more does not: it counts the
// weights of one hidden number, bucket or knot, of either sign, and no other.
func TestWeightLimits(t *testing.T) {
	// 8,421,504 times 255 is 127 less than the most.
	const most = 8_421_504
	linear := func(sum int) *Dense {
		d := zeroDense(1000, 1, 0, 3, 1, 0)
		for i := range 1000 {
			w := min(sum, math.MaxInt16)
			sum -= w
			d.Linear[1000+i] = int16(w)
			if i%2 == 0 {
				d.Linear[1000+i] = int16(-w)
			}
		}
		d.Linear[999], d.Linear[2000] = math.MaxInt16, math.MaxInt16 // of the other knots
		return d
	}
	holdCheck(t, "linear", linear(most).Check(), "")
	holdCheck(t, "linear", linear(most+1).Check(), "knot 1 can add up to 2147483775")
	hidden := func(sum int, bias int32) *Dense {
		d := zeroDense(1000, 1, 16, 1, 1, 0)
		for i := range 1000 {
			w := min(sum, math.MaxInt16)
			sum -= w
			d.Rows[i*16+5] = int16(w)
			if i%2 == 0 {
				d.Rows[i*16+5] = int16(-w)
			}
			d.Rows[i*16+4], d.Rows[i*16+6] = 8000, -8000
		}
		d.Bias[5] = bias
		return d
	}
	holdCheck(t, "hidden", hidden(most, 127).Check(), "")
	holdCheck(t, "hidden", hidden(most, -127).Check(), "")
	holdCheck(t, "hidden", hidden(most, 128).Check(), "hidden number 5 can add up to 2147483648")
	holdCheck(t, "hidden", hidden(most+1, 0).Check(), "hidden number 5 can add up to 2147483775")
	for weight, says := range map[int32]string{1 << 20: "", -1 << 20: "", 1<<20 + 1: "is 1048577, beyond 1048576", -1<<20 - 1: "is -1048577, beyond"} {
		d := zeroDense(1, 1, 16, 2, 1, 0)
		d.Output[31] = weight
		holdCheck(t, "the output", d.Check(), says)
	}
}

// The files are those that their documentation describes, byte by byte, and what was
// trained with the units of today stays what it is.
func TestFilesAsDescribed(t *testing.T) {
	le := binary.LittleEndian
	sum := func(b []byte) []byte { return le.AppendUint32(b, crc32.ChecksumIEEE(b)) }

	d := zeroDense(2, 3, 16, 2, 1, 0)
	d.Counts, d.Note = "id", "a note"
	copy(d.Linear, []int16{64, -128, 192, 256})
	d.Rows[16], d.Bias[0], d.Output[0], d.Output[16] = 1024, 1024, 1<<20, 6400
	want := []byte("CAIRNNET\x02\x00\x01\x00\x1c\x01\x00\x00\x02\x00\x03\x00\x10\x00\x02\x00\x02\x00\x06\x00ida note")
	for _, list := range [][]int16{d.Linear, d.Rows} {
		for _, w := range list {
			want = le.AppendUint16(want, uint16(w))
		}
	}
	for _, list := range [][]int32{d.Bias, d.Output} {
		for _, w := range list {
			want = le.AppendUint32(want, uint32(w))
		}
	}
	want = sum(want)
	if got, err := d.Append(nil); err != nil || string(got) != string(want) {
		t.Errorf("a dense net is written as %q, %v, not %q", got, err, want)
	}
	if list, err := Parse(want); err != nil || !reflect.DeepEqual(list, Nets{Dense: []*Dense{d}}) {
		t.Errorf("a dense net is read as %+v, %v", list, err)
	}
	for _, vectors := range []bool{false, hasVectors} {
		l, err := newDenseLine(d, exactly{someCounts{2, 3}, "id"}, vectors)
		if err != nil {
			t.Fatal(err)
		}
		if (l.wide == nil) != vectors {
			t.Errorf("vectors %v: the line is another", vectors)
		}
		x := make([]int32, Lanes)
		x[0], x[1] = 5, 2
		// At the first knot 5*1 - 2*2, and (1024+2*1024)/4096 of 16384; at the last one 5*3 + 2*4, and that share of 100.
		if first, last := l.Evaluate(x, 0), l.Evaluate(x, 3); first != 12289 || last != 98 {
			t.Errorf("vectors %v: the net says %d and %d, not 12289 and 98", vectors, first, last)
		}
	}

	// The error of a file that is cut off says so.
	for cut := range want {
		if _, err := Parse(want[:cut]); !errors.Is(err, ErrNoNet) && !errors.Is(err, ErrTruncate) {
			t.Fatalf("the first %d bytes: %v", cut, err)
		}
	}
	bad := *d
	bad.Output = append([]int32{1 << 21}, d.Output[1:]...)
	data := append([]byte(nil), mustAppend(t, d)...)
	le.PutUint32(data[len(data)-trailerBytes-32*4:], uint32(bad.Output[0]))
	_, err := Parse(sum(data[:len(data)-trailerBytes]))
	holdCheck(t, "a dense net whose weights are too large", err, "a weight of the output is 2097152")
}

func mustAppend(t *testing.T, d *Dense) []byte {
	t.Helper()
	data, err := d.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// exactly is a description of nothing with a name of its own.
type exactly struct {
	someCounts
	id string
}

func (e exactly) ID() string { return e.id }

// A dense net serves the counts that it was trained for, and no others.
func TestNewDenseLineRefuses(t *testing.T) {
	d := randomDense(rand.New(rand.NewPCG(9, 9)), 20, 16, 2)
	for _, c := range []Counts{exactly{someCounts{20, 49}, "some-2"}, someCounts{19, 49}, someCounts{20, 48}} {
		if _, err := NewDenseLine(d, c); err == nil {
			t.Errorf("it serves %d counts %q in %d phases", c.Inputs(), c.ID(), c.Phases())
		}
	}
	if _, err := NewDenseLine(d, someCounts{20, 49}); err != nil {
		t.Error(err)
	}
}
