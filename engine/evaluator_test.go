package engine_test

import (
	"slices"
	"testing"

	"cairn.example/engine"
)

func TestDot(t *testing.T) {
	var x, w []int32
	want := int32(0)
	for i := range int32(11) {
		if got := engine.Dot(x, w); got != want {
			t.Errorf("%d features: %d, want %d", i, got, want)
		}
		x, w = append(x, 3*i-7), append(w, 5-2*i)
		want += (3*i - 7) * (5 - 2*i)
	}
}

// TestTaper: at either end of a game the weights are those of that end, and in between they
// are weighed by the steps still to go.
func TestTaper(t *testing.T) {
	x := []int32{3, -1, 2}
	beginning, end := []int32{10, 20, -30}, []int32{-7, 0, 8}
	w := make([]int32, len(x))
	const last = 4
	for at := range int32(last + 1) {
		engine.Taper(w, beginning, end, at, last)
		if got, want := engine.Dot(x, w), at*engine.Dot(x, beginning)+(last-at)*engine.Dot(x, end); got != want {
			t.Errorf("%d of %d: %v, not %v", at, last, got, want)
		}
		if at == last && !slices.Equal(w, []int32{40, 80, -120}) || at == 0 && !slices.Equal(w, []int32{-28, 0, 32}) {
			t.Errorf("%d of %d: %v", at, last, w)
		}
	}
}
