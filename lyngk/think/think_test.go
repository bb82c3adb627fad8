package think

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// walk plays random games and calls visit at every position, the last included.
func walk(t *testing.T, games int, visit func(p game.Position, rng *rand.Rand)) {
	t.Helper()
	for _, g := range lyngk.Games() {
		rng := rand.New(rand.NewPCG(1, uint64(g)))
		for i := range games {
			p := g.Start(fmt.Sprint("think ", i))
			for {
				visit(p, rng)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayUnchecked(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestFinal(t *testing.T) {
	walk(t, 100, func(p game.Position, _ *rand.Rand) {
		if p.Outcome() == game.Ongoing {
			return
		}
		k := new(Knowledge)
		if got, want := k.Final(p), engine.FinalScore(p); got != want {
			t.Errorf("%s: %v, not %v", p, got, want)
		}
	})
}

// What the bounds promise must hold however a game goes on.
func TestBoundsHold(t *testing.T) {
	bounded := 0
	walk(t, 120, func(p game.Position, rng *rand.Rand) {
		k := new(Knowledge)
		low, high := k.Bounds(p)
		if low == -engine.Infinity && high == engine.Infinity {
			return
		}
		bounded++
		for range 3 {
			q := p.Copy()
			for {
				mv := k.RandomMove(q, rng)
				if mv == 0 {
					break
				}
				q.PlayUnchecked(mv)
			}
			s := engine.FinalScore(q)
			if q.Side() != p.Side() {
				s = -s
			}
			if s < low || s > high {
				t.Fatalf("%s: bounds %v to %v, but %s ends with %v", p, low, high, q, s)
			}
		}
	})
	if bounded < 50 {
		t.Errorf("only %d positions had bounds", bounded)
	}
}

// Tactical moves are legal, distinct, and complete a stack; without a claim in
// force none is missed.
func TestTactical(t *testing.T) {
	found := 0
	walk(t, 100, func(p game.Position, _ *rand.Rand) {
		k := new(Knowledge)
		pos := p.(*lyngk.Position)
		full := p.Game().MaxHeight()
		list := k.Tactical(p, nil)
		legal := p.Moves(nil)
		for i, mv := range list {
			if !slices.Contains(legal, mv) || slices.Contains(list[:i], mv) {
				t.Fatalf("%s: %s", p, p.Game().MoveText(mv))
			}
		}
		for _, mv := range legal {
			if mv == lyngk.Pass() || p.Outcome() != game.Ongoing {
				continue
			}
			from := lyngk.From(mv)
			top := pos.Top(from)
			c, claims := lyngk.Claim(mv)
			wanted := pos.Height(from)+pos.Height(lyngk.To(mv)) == full &&
				(!claims && pos.Claimed(p.Side()).Has(top) || claims && c == top)
			if wanted != slices.Contains(list, mv) {
				t.Fatalf("%s: %s listed %v", p, p.Game().MoveText(mv), !wanted)
			}
			if wanted {
				found++
			}
		}
	})
	if found < 100 {
		t.Errorf("only %d completions", found)
	}
}

func TestOrderMarksCompletions(t *testing.T) {
	walk(t, 30, func(p game.Position, _ *rand.Rand) {
		k := new(Knowledge)
		tactical := k.Tactical(p, nil)
		var list []engine.Ranked
		for _, mv := range p.Moves(nil) {
			list = append(list, engine.Ranked{Move: mv})
		}
		k.Order(p, list)
		for _, r := range list {
			if slices.Contains(tactical, r.Move) && (r.Kind != engine.Tactical || r.Rank < 1<<16) {
				t.Fatalf("%s: %s is %+v", p, p.Game().MoveText(r.Move), r)
			}
			if r.Slot >= engine.Slots {
				t.Fatalf("slot %d", r.Slot)
			}
		}
	})
}

// TestLikelyMoves lists what the order does not call unlikely, each move once.
func TestLikelyMoves(t *testing.T) {
	unlikely := 0
	walk(t, 20, func(p game.Position, _ *rand.Rand) {
		k := new(Knowledge)
		list := make([]engine.Ranked, 0, 1024)
		for _, m := range p.Moves(nil) {
			list = append(list, engine.Ranked{Move: m})
		}
		k.Order(p, list)
		var want []game.Move
		for _, m := range list {
			if m.Kind != engine.Unlikely {
				want = append(want, m.Move)
			}
		}
		unlikely += len(list) - len(want)
		got, ok := k.LikelyMoves(p, nil)
		if ok != (p.Game() == lyngk.Six) || ok && !slices.Equal(got, want) {
			t.Fatalf("%s: %d likely moves, want %d", p, len(got), len(want))
		}
		if got := p.(*lyngk.Position).MovesOfOwnClaim(nil); !slices.Equal(got, want) {
			t.Fatalf("%s: %d moves without or of their own claim, want %d", p, len(got), len(want))
		}
	})
	if unlikely == 0 {
		t.Error("no move was unlikely")
	}
}

// Random moves are legal, and there is none exactly at the end.
func TestRandomMove(t *testing.T) {
	walk(t, 60, func(p game.Position, rng *rand.Rand) {
		k := new(Knowledge)
		legal := p.Moves(nil)
		mv := k.RandomMove(p, rng)
		if (mv == 0) != (len(legal) == 0) || mv != 0 && !slices.Contains(legal, mv) {
			t.Fatalf("%s: %s", p, p.Game().MoveText(mv))
		}
	})
}

// The estimate is the weighted sum of the features.
func TestFeatures(t *testing.T) {
	walk(t, 20, func(p game.Position, _ *rand.Rand) {
		e, k := new(Linear), new(Knowledge)
		weights := &standardWeights
		if p.Game() == lyngk.Six {
			weights = &sixWeights
		}
		got, sum := float32(e.Evaluate(p)), float32(0)
		share := float32(bits.OnesCount64(p.(*lyngk.Position).Occupied())) / phases
		for i, v := range e.x {
			sum += float32(v) * (share*float32(weights[0][i]) + (1-share)*float32(weights[1][i])) / 16
		}
		if got < sum-2 || got > sum+2 {
			t.Fatalf("%s: %v, not %v", p, got, sum)
		}
		if k.PliesLeft(p) < 0 || k.MovesLeft(p, 0) < 1 {
			t.Fatal("no moves left")
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	p := lyngk.Standard.Start("bench")
	e := NewLinear()
	for b.Loop() {
		e.Evaluate(p)
	}
}
