package main

import (
	"slices"
	"testing"
)

// TestGarbageRoom: the more connections, the less room for garbage, and it is not
// changed at every coming and going.
func TestGarbageRoom(t *testing.T) {
	t.Parallel()
	var set []int
	g := &garbageRoom{set: func(percent int) int {
		set = append(set, percent)
		return 0
	}}
	for _, connections := range []int{
		0, 1, many - 1, many, 4_500, many, 4_499, many, 11_000, crowd - 1, crowd, 18_000, crowd - 1, crowd, 9_000, 8_999, 10_000, crowd, 0, 18_000,
	} {
		g.fit(connections)
	}
	if want := []int{100, 50, 100, 50, 20, 50, 20, 100, 20}; !slices.Equal(set, want) {
		t.Errorf("set to %v, want %v", set, want)
	}
}
