package nn

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"
)

// TestRead: files of nets are read whole, and no further than their shapes say, or
// than shows that they are none.
func TestRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	dense, err := randomDense(rng, 20, 16, 2).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	conv, err := randomConv(rng, 9, 2, 16, 1, 16).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<16)
	for name, file := range map[string][]byte{"dense": dense, "two dense": slices.Concat(dense, dense), "conv": conv, "dense and conv": slices.Concat(dense, conv), "short": conv[:100], "header cut off": dense[:12], "shorter": dense[:5], "empty": {}} {
		for _, r := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file))} {
			if got, err := Read(r); err != nil || !bytes.Equal(got, file) {
				t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(file), err)
			}
		}
		failed := errors.New("the disk")
		if _, err := Read(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(failed))); !errors.Is(err, failed) {
			t.Errorf("%s: a failing disk: %v", name, err)
		}
		if !slices.Contains([]string{"dense", "two dense", "conv", "dense and conv", "empty"}, name) {
			continue
		}
		got, err := Read(io.MultiReader(bytes.NewReader(file), bytes.NewReader(zeros)))
		if err != nil || len(got) <= len(file) || len(got) > len(file)+len(magic) {
			t.Errorf("%s with zeros after it: %d bytes of %d, %v", name, len(got), len(file), err)
		}
		_, err = Parse(got)
		if !errors.Is(err, ErrTruncate) && !errors.Is(err, ErrNoNet) {
			t.Errorf("%s with zeros after it: %v", name, err)
		}
	}
}
