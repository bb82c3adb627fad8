package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/game"
)

// plainPick is what pick does, said simply: the first of the best moves changes
// places with the next one; after some, the rest is sorted.
func plainPick(l []Ranked, i int) Ranked {
	if i < selected {
		best := i
		for j := range l {
			if j > i && l[j].Rank > l[best].Rank {
				best = j
			}
		}
		l[i], l[best] = l[best], l[i]
	} else if i == selected {
		slices.SortFunc(l[i:], func(a, b Ranked) int { return int(b.Rank) - int(a.Rank) })
	}
	return l[i]
}

// TestPick compares the order of moves with the plain one, that of equals too:
// short lists and long ones, with few ranks and many, and with the remote moves
// taken off in the middle.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 5, 10, 11, 20, 22, 23, 40, 63, 64, 65, 96, 97, 600, 1400, 2047, 2048, 2049, 3000} {
		for _, ranks := range []int32{1, 3, 50, 1 << 20} {
			for _, drop := range []int{-1, 0, 3, 9, 10, 11, 30} {
				w := &worker{}
				f := &frame{}
				for i := range n {
					m := Ranked{Move: game.Move(i + 1), Rank: rng.Int32N(ranks) - ranks/2}
					if rng.IntN(3) == 0 {
						m.Kind = Unlikely
					}
					f.list = append(f.list, m)
				}
				plain := slices.Clone(f.list)
				p := movePicker{stage: 2}
				for i := 0; ; i++ {
					if i == drop {
						dropUnlikely(f, &p)
						plain = append(plain[:min(i, len(plain))], slices.DeleteFunc(slices.Clone(plain[min(i, len(plain)):]), func(m Ranked) bool { return m.Kind == Unlikely })...)
					}
					m := w.nextMove(f, &p)
					if i == len(plain) {
						if m.Move != 0 {
							t.Fatalf("%d moves, %d ranks: a move too many", n, ranks)
						}
						break
					}
					if want := plainPick(plain, i); m != want {
						t.Fatalf("%d moves, %d ranks, remote ones dropped at %d: move %d is %v, want %v", n, ranks, drop, i, m, want)
					}
				}
			}
		}
	}
}
