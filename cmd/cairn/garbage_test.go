package main

import (
	"slices"
	"testing"
)

// TestGarbageRoom: a crowd gets less room for garbage, and it is not changed at every
// coming and going.
func TestGarbageRoom(t *testing.T) {
	t.Parallel()
	var set []int
	g := &garbageRoom{set: func(percent int) int {
		set = append(set, percent)
		return 0
	}}
	for _, connections := range []int{0, 1, 11_000, crowd - 1, crowd, 18_000, crowd - 1, crowd, 10_000, 8_999, 10_000, crowd} {
		g.fit(connections)
	}
	if want := []int{usualRoom, crowdedRoom, usualRoom, crowdedRoom}; !slices.Equal(set, want) {
		t.Errorf("set to %v, want %v", set, want)
	}
}
