package think

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// TestProofBounds: the bounds hold what best play leads to.
func TestProofBounds(t *testing.T) {
	k := new(Knowledge)
	var scores map[uint64]engine.Score // at best play, by the key of the position
	checked, decided := 0, 0
	var best func(p game.Position) engine.Score
	best = func(p game.Position) engine.Score {
		if s, ok := scores[p.Key()]; ok {
			return s
		}
		moves, s := p.Moves(nil), -engine.Infinity
		for _, m := range moves {
			c := p.Copy()
			c.PlayUnchecked(m)
			s = max(s, -best(c))
		}
		if len(moves) == 0 {
			s = engine.FinalScore(p)
		}
		scores[p.Key()] = s
		low, high := k.ProofBounds(p)
		if s < low || s > high {
			t.Fatalf("%s: %v, bounds %v to %v", p, s, low, high)
		}
		checked++
		if low > 0 || high < 0 {
			decided++
		}
		return s
	}
	games := 100
	if testing.Short() {
		games = 30
	}
	walk(t, games, func(p game.Position, _ *rand.Rand) {
		if bits.OnesCount64(p.(*lyngk.Position).Occupied()) <= 14 {
			scores = map[uint64]engine.Score{}
			best(p)
		}
	})
	if checked < 10_000 || decided < checked/5 {
		t.Errorf("%d positions, %d of them decided", checked, decided)
	}

	for _, test := range []struct {
		name         string
		stacks, rest string
		low, high    engine.Score
	}{
		{"a dead stack of 4 decides where no five is left", "RIBK IBK", "1 K:R 0:0", engine.Win(engine.MarginOf(3, 1)), engine.Win(engine.MarginOf(3, 1))},
		{"seen from the other side", "RIBK IBK", "2 K:R 0:0", engine.Loss(engine.MarginOf(3, 1)), engine.Loss(engine.MarginOf(3, 1))},
		{"a dead stack of 4 on either side, of 1 on one", "RIBK GKBR K", "1 K:R 0:0", engine.Win(1), engine.Win(1)},
	} {
		p := stacked(t, lyngk.Standard, test.stacks, test.rest)
		if low, high := k.ProofBounds(p); low != test.low || high != test.high {
			t.Errorf("%s: %v to %v, want %v to %v", test.name, low, high, test.low, test.high)
		}
	}
}
