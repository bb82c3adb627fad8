package play

import (
	"slices"
	"sync/atomic"
)

// history is a list that grows at its end. A copy of it, by assignment, has the items in
// common with the original, and each goes on by itself, in goroutines of their own too: the
// first to add an item gets the room behind the common ones, any other an array of its own.
// So a game that is copied before each move, as tables do it, is not copied whole each time.
type history[T any] struct {
	items []T           // never changed, only added to
	used  *atomic.Int64 // how many items of the array some copy has; nil without an array
}

// add appends an item.
func (h *history[T]) add(item T) {
	n := len(h.items)
	if n < cap(h.items) && h.used.CompareAndSwap(int64(n), int64(n+1)) {
		h.items = append(h.items, item)
		return
	}
	h.items = append(slices.Clip(h.items), item)
	h.used = &atomic.Int64{}
	h.used.Store(int64(n + 1))
}

// cut leaves the first n items.
func (h *history[T]) cut(n int) { h.items = h.items[:n] }
