package think

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
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

// Reasons are true: what they say is found again by the rules alone.
func TestReasons(t *testing.T) {
	seen := map[string]int{}
	walk(t, 60, func(p *dvonn.Position, rng *rand.Rand) {
		k := Knowledge{}
		before := p.String()
		for _, mv := range p.Moves(nil) {
			for _, r := range k.Reasons(p, mv) {
				seen[r.Key]++
				if r.String() == "" || !reasonHolds(t, p, mv, r) {
					t.Fatalf("%s %s: %v", p, p.Game().MoveText(mv), r)
				}
			}
		}
		if p.String() != before {
			t.Fatal("the position was changed")
		}
	})
	for _, key := range []string{
		"dvonn.cuts", "dvonn.strands", "dvonn.hampers", "dvonn.takes", "dvonn.takes_one", "dvonn.holds", "dvonn.carries",
		"dvonn.saves", "dvonn.freezes", "dvonn.frees", "dvonn.near", "dvonn.edge", "dvonn.must_pass",
	} {
		if seen[key] == 0 {
			t.Errorf("never %s", key)
		}
	}
}

// reasonHolds reports whether what r says of the move is so.
func reasonHolds(t *testing.T, p *dvonn.Position, mv game.Move, r engine.Reason) bool {
	t.Helper()
	us, them := p.Side(), p.Side().Other()
	from, to := dvonn.From(mv), dvonn.To(mv)
	after := p.Copy().(*dvonn.Position)
	after.PlayUnchecked(mv)
	n, _ := strconv.Atoi(r.Args["n"])
	spot, ok := p.Game().Layout().Lookup(r.Args["spot"])
	if r.Args["spot"] != "" && !ok {
		return false
	}
	owned := func(p *dvonn.Position, side game.Side, s game.Spot) bool { return p.Owned(side)&s.Bit() != 0 }
	// The stacks of a side that have somewhere to go, and where to.
	targets := func(p *dvonn.Position, side game.Side) map[game.Spot]uint64 {
		list := map[game.Spot]uint64{}
		for s := range game.NoSpot {
			if to := p.Targets(s); owned(p, side, s) && to != 0 {
				list[s] = to
			}
		}
		return list
	}
	hit := func(p *dvonn.Position, side game.Side, s game.Spot) bool {
		for _, to := range targets(p, side) {
			if to&s.Bit() != 0 {
				return true
			}
		}
		return false
	}
	switch r.Key {
	case "dvonn.must_pass":
		return len(p.Moves(nil)) == 1 && mv == dvonn.Pass
	case "dvonn.near":
		return p.Placing() && dvonn.Neighbors(to)&p.Dvonn() != 0
	case "dvonn.edge":
		return p.Placing() && dvonn.Edge()&to.Bit() != 0
	case "dvonn.cuts":
		lost := 0
		for s := range game.NoSpot {
			if s != to && owned(p, them, s) && after.Height(s) == 0 {
				lost += p.Height(s)
			}
		}
		return lost == n
	case "dvonn.strands":
		return len(targets(after, them)) == 0 && len(targets(p, them)) > 0 && after.Outcome() == game.Ongoing
	case "dvonn.hampers":
		origins := map[game.Spot]bool{}
		for _, m := range after.Moves(nil) {
			origins[dvonn.From(m)] = true
		}
		return n > 0 && n <= 4 && len(origins) == n && len(targets(p, them)) > n
	case "dvonn.takes", "dvonn.takes_one":
		return spot == to && owned(p, them, to) && owned(after, us, to) && p.Height(to) == max(n, 1)
	case "dvonn.holds":
		return spot == to && p.Dvonn()&to.Bit() != 0 && !owned(p, us, to) && owned(after, us, to)
	case "dvonn.carries":
		return spot == to && p.Dvonn()&from.Bit() != 0 && after.Dvonn()&to.Bit() != 0
	case "dvonn.saves":
		return spot == from && hit(p, them, from) && !hit(after, them, to) && owned(after, us, to)
	case "dvonn.freezes":
		return owned(p, them, spot) && owned(after, them, spot) && p.Targets(spot) != 0 && after.Targets(spot) == 0
	case "dvonn.frees":
		return spot != to && owned(p, us, spot) && owned(after, us, spot) && p.Targets(spot) == 0 && after.Targets(spot) != 0
	}
	t.Fatalf("nothing tests %s", r.Key)
	return false
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
