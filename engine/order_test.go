package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/game"
)

// plainPick is what nextMove does, said simply: the first of the best moves that are
// left changes places with the next one.
func plainPick(l []Ranked, i int) Ranked {
	best := i
	for j := range l {
		if j > i && l[j].Rank > l[best].Rank {
			best = j
		}
	}
	l[i], l[best] = l[best], l[i]
	return l[i]
}

// TestPick compares the order of moves with the plain one, that of equals too:
// short lists and long ones, with few ranks and many, and with the unlikely moves or all
// quiet ones taken off in the middle.
func TestPick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	lengths := []int{0, 1, 5, 10, 11, 20, 22, 23, 40, 63, 64, 65, 96, 97, 600, 1400, 2047, 2048, 2049, 3000}
	if testing.Short() { // the plain order takes the square of it
		lengths = lengths[:14]
	}
	for _, n := range lengths {
		for _, ranks := range []int32{1, 3, 50, 1 << 20} {
			for _, at := range []int{-1, 0, 3, 9, 10, 11, 30} {
				for _, drop := range [][]Kind{{Unlikely}, {Quiet, Unlikely}} {
					comparePicks(t, randomList(rng, n, ranks), at, drop)
				}
			}
		}
	}
}

// randomList returns n moves of all kinds, each with one of the given number of ranks.
func randomList(rng *rand.Rand, n int, ranks int32) []Ranked {
	var list []Ranked
	for i := range n {
		m := Ranked{Move: game.Move(i + 1), Rank: rng.Int32N(ranks) - ranks/2}
		m.Kind = []Kind{Quiet, Tactical, Unlikely}[rng.IntN(3)]
		list = append(list, m)
	}
	return list
}

// comparePicks picks all moves of list, in the plain way and as the search does; before
// pick number at those of the kinds to drop are taken off.
func comparePicks(t *testing.T, list []Ranked, at int, drop []Kind) {
	t.Helper()
	w, f, p := &worker{}, &frame{list: slices.Clone(list)}, movePicker{stage: 2}
	for i := 0; ; i++ {
		if i == at {
			f.drop(&p, drop...)
			rest := slices.Clone(list[min(i, len(list)):])
			rest = slices.DeleteFunc(rest, func(m Ranked) bool { return slices.Contains(drop, m.Kind) })
			list = append(list[:min(i, len(list))], rest...)
		}
		m := w.nextMove(f, &p)
		if i == len(list) {
			if m.Move != 0 {
				t.Fatalf("%d moves left of the list: a move too many", len(list))
			}
			return
		}
		if want := plainPick(list, i); m != want {
			t.Fatalf("%v dropped at %d: move %d is %v, want %v", drop, at, i, m, want)
		}
	}
}

// likelyRow knows which moves of a row are likely.
type likelyRow struct{ rowKnowledge }

func (k likelyRow) LikelyMoves(p game.Position, buf []game.Move) ([]game.Move, bool) {
	if p.Side() == game.Second {
		return buf, false
	}
	for _, m := range p.Moves(nil) {
		l := []Ranked{{Move: m}}
		if k.Order(p, l); l[0].Kind != Unlikely {
			buf = append(buf, m)
		}
	}
	return buf, true
}

// TestLikelyFirst hands out each move once, the hash move first and, where likely moves
// are listed apart, the unlikely ones last; else all of them by rank.
func TestLikelyFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		p := randomRow(rng, 3+rng.IntN(13))
		e := New(Options{Evaluator: newRowEvaluator, Knowledge: func() Knowledge { return likelyRow{} }})
		e.prepare(p, Limits{})
		w := e.workers[0]
		for i := range w.history[p.Side()] {
			w.history[p.Side()][i] = int16(rng.IntN(2*MaxHistory) - MaxHistory)
		}
		moves := p.Moves(nil)
		w.begin(background, p, moves, false)
		pick := movePicker{likely: true}
		if len(moves) > 0 && rng.IntN(2) == 0 {
			pick.hash = moves[rng.IntN(len(moves))]
		}
		var got []Ranked
		for m := w.nextMove(&w.frames[0], &pick); m.Move != 0; m = w.nextMove(&w.frames[0], &pick) {
			got = append(got, m)
		}
		var seen []game.Move
		for i, m := range got {
			seen = append(seen, m.Move)
			switch {
			case pick.hash != 0 && i == 0:
				if m.Move != pick.hash {
					t.Fatalf("the first move is not that of the hash")
				}
			case i > 0 && (i > 1 || pick.hash == 0):
				before := got[i-1]
				apart := p.Side() == game.First
				if apart && before.Kind == Unlikely && m.Kind != Unlikely || (!apart || before.Kind == m.Kind) && before.Rank < m.Rank {
					t.Fatalf("move %d: %v after %v", i, m, before)
				}
			}
		}
		slices.Sort(seen)
		slices.Sort(moves)
		if !slices.Equal(seen, moves) {
			t.Fatalf("handed out %v of %v", seen, moves)
		}
	}
}
