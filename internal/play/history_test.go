package play

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// TestHistory plays with lists and copies of them as tables do with games, beside slices
// of which every copy is whole.
func TestHistory(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 11))
	lists, models := make([]history[int], 1), make([][]int, 1)
	for step := range 20_000 {
		i := rng.IntN(len(lists))
		switch n := len(models[i]); {
		case rng.IntN(8) == 0 && len(lists) < 40:
			lists, models = append(lists, lists[i]), append(models, slices.Clone(models[i]))
		case rng.IntN(8) == 0:
			j := rng.IntN(len(lists))
			lists[i], models[i] = lists[j], slices.Clone(models[j])
		case rng.IntN(30) == 0 && n > 0:
			to := rng.IntN(n)
			lists[i].cut(to)
			models[i] = models[i][:to]
		default:
			lists[i].add(step)
			models[i] = append(models[i], step)
		}
		for k := range lists {
			if !slices.Equal(lists[k].items, models[k]) {
				t.Fatalf("step %d: list %d has %v, want %v", step, k, lists[k].items, models[k])
			}
		}
	}
}

// TestHistoryTogether: copies grow in goroutines of their own, and none sees another's items.
func TestHistoryTogether(t *testing.T) {
	var common history[int]
	for i := range 5 {
		common.add(i)
	}
	var together sync.WaitGroup
	for name := range 8 {
		own := common
		together.Go(func() {
			for i := range 1000 {
				own.add(name*10_000 + i)
			}
			for i, item := range own.items[5:] {
				if item != name*10_000+i {
					t.Errorf("copy %d has %d as its item %d", name, item, i)
					return
				}
			}
		})
	}
	together.Wait()
}

// TestHistoryRoom: who copies before each item, as tables do, does not move to a new
// array each time.
func TestHistoryRoom(t *testing.T) {
	var h history[int]
	arrays := 0
	for i := range 1000 {
		next, before := h, cap(h.items)
		if next.add(i); cap(next.items) != before {
			arrays++
		}
		h = next
	}
	if arrays > 20 {
		t.Errorf("%d arrays for 1000 items", arrays)
	}
}
