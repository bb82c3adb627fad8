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
	net, err := randomNet(rng, "some-1", 40, 16, 2, 9).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	dense, err := randomDense(rng, 20, 16, 2).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	conv, err := randomConv(rng, 9, 2, 16, 1, 16).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<16)
	for name, file := range map[string][]byte{"net": net, "dense": dense, "two dense": slices.Concat(dense, dense), "conv": conv, "dense and conv": slices.Concat(dense, conv), "header of a conv net cut off": conv[:20], "short": net[:100], "header cut off": net[:20], "shorter": dense[:5], "header of a dense net cut off": dense[:12], "empty": {}} {
		for _, r := range []io.Reader{bytes.NewReader(file), iotest.OneByteReader(bytes.NewReader(file))} {
			if got, err := Read(r); err != nil || !bytes.Equal(got, file) {
				t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(file), err)
			}
		}
		failed := errors.New("the disk")
		if _, err := Read(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(failed))); !errors.Is(err, failed) {
			t.Errorf("%s: a failing disk: %v", name, err)
		}
		if !slices.Contains([]string{"net", "dense", "two dense", "conv", "dense and conv", "empty"}, name) {
			continue
		}
		got, err := Read(io.MultiReader(bytes.NewReader(file), bytes.NewReader(zeros)))
		if err != nil || len(got) <= len(file) || len(got) > len(file)+len(magic) {
			t.Errorf("%s with zeros after it: %d bytes of %d, %v", name, len(got), len(file), err)
		}
		if name == "net" && len(got) != len(file)+1 {
			t.Errorf("of a net with more after it %d bytes of %d are read, not one more", len(got), len(file))
		}
		if IsPhaseNets(got) {
			_, err = ParsePhaseNets(got)
		} else {
			_, err = Parse(got)
		}
		if !errors.Is(err, ErrTruncate) && !errors.Is(err, ErrNoNet) {
			t.Errorf("%s with zeros after it: %v", name, err)
		}
	}
}
