package engine_test

import (
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
