package nn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// randomNet returns a net with weights that pass the check.
func randomNet(rng *rand.Rand, features string, inputs, hidden, buckets, active int) *Net {
	n := &Net{Features: features, Inputs: inputs, Hidden: hidden, Buckets: buckets, MaxActive: active, Divisor: 64, Note: "random, for tests"}
	some := func(count, most int) []int16 {
		list := make([]int16, count)
		for i := range list {
			list[i] = int16(rng.IntN(2*most+1) - most)
		}
		return list
	}
	most := min(32000/(active+1), 500)
	n.Rows, n.Bias, n.Output = some(inputs*hidden, most), some(hidden, most), some(buckets*2*hidden, 1000)
	n.OutputBias = make([]int32, buckets)
	for i := range n.OutputBias {
		n.OutputBias[i] = rng.Int32N(20000) - 10000
	}
	return n
}

func file(t testing.TB, n *Net) []byte {
	t.Helper()
	data, err := n.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A net that is written and read is the same, and so is its file.
func TestFileRoundTrip(t *testing.T) {
	n := randomNet(rand.New(rand.NewPCG(1, 1)), "test-1", 30, 32, 3, 10)
	data := file(t, n)
	again, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(n, again) {
		t.Error("read and written differ")
	}
	if !bytes.Equal(file(t, again), data) {
		t.Error("written twice differs")
	}
}

// What is no net, or not the whole one, is refused with the reason.
func TestParseRefuses(t *testing.T) {
	good := file(t, randomNet(rand.New(rand.NewPCG(2, 2)), "test-1", 20, 16, 2, 5))
	edit := func(change func(b []byte) []byte, sum bool) []byte {
		b := change(bytes.Clone(good))
		if sum {
			end := len(b) - trailerBytes
			binary.LittleEndian.PutUint32(b[end:], crc32.ChecksumIEEE(b[:end]))
		}
		return b
	}
	put16 := func(at int, v uint16) func(b []byte) []byte {
		return func(b []byte) []byte { binary.LittleEndian.PutUint16(b[at:], v); return b }
	}
	for _, c := range []struct {
		name string
		data []byte
		is   error
		says string
	}{
		{"empty", nil, ErrNoNet, "does not begin with CAIRNNET"},
		{"text", []byte("hello, I am no net at all"), ErrNoNet, ""},
		{"header only", good[:12], ErrTruncate, "12 bytes"},
		{"cut", good[:len(good)-5], ErrTruncate, "its shape asks for"},
		{"longer", append(bytes.Clone(good), 0), ErrTruncate, ""},
		{"version", edit(put16(8, 2), true), ErrVersion, "version 2, activation 1; this program reads version 1"},
		{"activation", edit(put16(10, 7), true), ErrVersion, "activation 7"},
		{"bit flipped", edit(func(b []byte) []byte { b[100] ^= 1; return b }, false), ErrDamaged, "checksum"},
		{"wider", edit(put16(16, 32), true), ErrTruncate, ""},
		{"active", edit(put16(20, 0), true), nil, "active features is 0"},
		{"divisor", edit(func(b []byte) []byte { copy(b[26:], make([]byte, 4)); return b }, true), nil, "divisor is 0"},
		{"large row", edit(func(b []byte) []byte {
			for f := range 20 {
				binary.LittleEndian.PutUint16(b[headerBytes+len("test-1random, for tests")+2*16*f:], 30000)
			}
			return b
		}, true), nil, "hidden number 0 can add up to"},
	} {
		n, err := Parse(c.data)
		if err == nil || n != nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, %v", c.name, n != nil, err)
		}
	}
}

func TestCheckRefuses(t *testing.T) {
	for says, change := range map[string]func(n *Net){
		"not a multiple of 16":       func(n *Net) { n.Hidden = 24 },
		"number of inputs is 0":      func(n *Net) { n.Inputs = 0 },
		"number of buckets is 65":    func(n *Net) { n.Buckets = 65 },
		"rows has 319 weights":       func(n *Net) { n.Rows = n.Rows[:319] },
		"output bias has 1 weights":  func(n *Net) { n.OutputBias = n.OutputBias[:1] },
		"id of the features has 0":   func(n *Net) { n.Features = "" },
		"output weights of bucket 1": func(n *Net) { n.OutputBias[1] = 1<<31 - 1; n.Output[32] = 1 },
	} {
		n := randomNet(rand.New(rand.NewPCG(3, 3)), "test-1", 20, 16, 2, 5)
		if err := n.Check(); err != nil {
			t.Fatal(err)
		}
		change(n)
		if err := n.Check(); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v does not say %q", err, says)
		}
		if _, err := n.Append(nil); err == nil {
			t.Errorf("%s: written", says)
		}
	}
}

// Whatever is read as a net prints the same bytes, and nothing panics.
func FuzzParse(f *testing.F) {
	good := file(f, randomNet(rand.New(rand.NewPCG(4, 4)), "t", 2, 16, 1, 2))
	f.Add(good)
	f.Add(good[:20])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		// A fuzzer does not find checksums.
		for _, d := range [][]byte{data, withSum(data)} {
			n, err := Parse(d)
			if err != nil {
				continue
			}
			if again, err := n.Append(nil); err != nil || !bytes.Equal(again, d) {
				t.Errorf("read and written differ: %v", err)
			}
		}
	})
}

func withSum(data []byte) []byte {
	if len(data) < trailerBytes {
		return data
	}
	b := bytes.Clone(data)
	end := len(b) - trailerBytes
	binary.LittleEndian.PutUint32(b[end:], crc32.ChecksumIEEE(b[:end]))
	return b
}
