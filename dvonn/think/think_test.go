package think

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// walk plays random games and calls visit at every position, the last included.
func walk(t *testing.T, games int, visit func(p *dvonn.Position, rng *rand.Rand)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range games {
		p := dvonn.Game.Start("")
		if i%2 == 0 {
			p = dvonn.Game.StartFull(fmt.Sprint("think ", i))
		}
		for {
			visit(p.(*dvonn.Position), rng)
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayUnchecked(moves[rng.IntN(len(moves))])
		}
	}
}

func TestFinal(t *testing.T) {
	walk(t, 200, func(p *dvonn.Position, _ *rand.Rand) {
		if p.Outcome() == game.Ongoing {
			return
		}
		k := Knowledge{}
		if got, want := k.Final(p), engine.FinalScore(p); got != want {
			t.Errorf("%s: %v, not %v", p, got, want)
		}
	})
}

// What the bounds promise must hold however a game goes on.
func TestBoundsHold(t *testing.T) {
	bounded := 0
	walk(t, 400, func(p *dvonn.Position, rng *rand.Rand) {
		k := Knowledge{}
		low, high := k.Bounds(p)
		if low == -engine.Infinity && high == engine.Infinity {
			return
		}
		bounded++
		q := p.Copy()
		for mv := k.RandomMove(q, rng); mv != 0; mv = k.RandomMove(q, rng) {
			q.PlayUnchecked(mv)
		}
		s := engine.FinalScore(q)
		if q.Side() != p.Side() {
			s = -s
		}
		if s < low || s > high {
			t.Fatalf("%s: bounds %v to %v, but %s ends with %v", p, low, high, q, s)
		}
	})
	if bounded < 20 {
		t.Errorf("only %d positions had bounds", bounded)
	}
}

// Tactical moves are legal, distinct, and are all that cut off clearly more of
// the opponent's pieces, those that carry a DVONN piece aside.
func TestTactical(t *testing.T) {
	found := 0
	walk(t, 200, func(p *dvonn.Position, _ *rand.Rand) {
		k := Knowledge{}
		list := k.Tactical(p, nil)
		legal := p.Moves(nil)
		for i, mv := range list {
			if !slices.Contains(legal, mv) || slices.Contains(list[:i], mv) {
				t.Fatalf("%s: %s", p, p.Game().MoveText(mv))
			}
		}
		if p.Placing() {
			return
		}
		for _, mv := range legal {
			if mv == dvonn.Pass || p.Dvonn()&dvonn.From(mv).Bit() != 0 {
				continue
			}
			gone := p.Isolated(mv)
			if gone&dvonn.To(mv).Bit() != 0 {
				continue // the mover goes with them
			}
			n := 0
			for b := gone; b != 0; b &= b - 1 {
				h := p.Height(game.Spot(lowest(b)))
				switch bit := b & -b; {
				case p.Owned(p.Side())&bit != 0:
					n -= h
				default:
					n += h
				}
			}
			if want := n >= tacticalPieces; want != slices.Contains(list, mv) {
				t.Fatalf("%s: %s listed %v, gains %d", p, p.Game().MoveText(mv), !want, n)
			} else if want {
				found++
			}
		}
	})
	if found < 100 {
		t.Errorf("only %d cuts", found)
	}
}

// Random moves are legal, and there is none exactly at the end.
func TestRandomMove(t *testing.T) {
	walk(t, 60, func(p *dvonn.Position, rng *rand.Rand) {
		k := Knowledge{}
		legal := p.Moves(nil)
		mv := k.RandomMove(p, rng)
		if (mv == 0) != (len(legal) == 0) || mv != 0 && !slices.Contains(legal, mv) {
			t.Fatalf("%s: %s", p, p.Game().MoveText(mv))
		}
	})
}

// The estimate is the weighted sum of the features.
func TestFeatures(t *testing.T) {
	walk(t, 20, func(p *dvonn.Position, _ *rand.Rand) {
		e := new(Linear)
		got, sum := float32(e.Evaluate(p)), float32(0)
		if p.Placing() {
			for i, v := range e.z {
				sum += float32(v) * float32(placingWeights[i]) / 16
			}
		} else {
			share := float32(bits.OnesCount64(p.Occupied())) / phases
			for i, v := range e.x {
				sum += float32(v) * (share*float32(stackingWeights[0][i]) + (1-share)*float32(stackingWeights[1][i])) / 16
			}
		}
		if got < sum-2 || got > sum+2 {
			t.Fatalf("%s: %v, not %v", p, got, sum)
		}
	})
}

// In the placing phase the nearest and second nearest DVONN pieces are counted
// as a plain look at all distances does.
func TestDistances(t *testing.T) {
	l := dvonn.Game.Layout()
	steps := func(a, b game.Spot) int {
		for d := range distances {
			if atDistance[a][d]&b.Bit() != 0 {
				return d
			}
		}
		return -1
	}
	walk(t, 40, func(p *dvonn.Position, _ *rand.Rand) {
		if !p.Placing() || p.Placed() < 4 {
			return
		}
		e := new(Linear)
		e.computePlacingFeatures(p)
		var want [placingSide]int32
		for _, s := range l.Spots {
			if p.Owned(p.Side())&s.Bit() == 0 {
				continue
			}
			var d []int
			for _, h := range l.Spots {
				if p.Dvonn()&h.Bit() != 0 {
					d = append(d, steps(s, h))
				}
			}
			slices.Sort(d)
			if edge&s.Bit() != 0 {
				want[inNearEdge+d[0]]++
			} else {
				want[inNear+d[0]]++
			}
			want[inSecond+d[1]]++
		}
		for i := range inFriends {
			if e.z[i] != want[i] {
				t.Fatalf("%s: feature %d is %d, not %d", p, i, e.z[i], want[i])
			}
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	p := dvonn.Game.StartFull("bench")
	e := NewLinear()
	for b.Loop() {
		e.Evaluate(p)
	}
}

// TestPliesLeft: no game is longer than is said at any of its positions, placing included.
func TestPliesLeft(t *testing.T) {
	if n := (Knowledge{}).PliesLeft(dvonn.Game.Start("")); n != 2*dvonn.Spots-1 {
		t.Errorf("%d plies at the start", n)
	}
	walk(t, 20, func(p *dvonn.Position, _ *rand.Rand) {
		left := Knowledge{}.PliesLeft(p)
		for _, m := range p.Moves(nil) {
			after := p.Copy()
			after.PlayUnchecked(m)
			played := 1
			if m == dvonn.Pass {
				played = 0
			}
			if then := (Knowledge{}).PliesLeft(after); then > left-played || then < 0 {
				t.Fatalf("%s: %d plies left, after %s %d", p, left, p.Game().MoveText(m), then)
			}
		}
	})
}
