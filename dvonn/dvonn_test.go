package dvonn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

func TestPerft(t *testing.T) { gametest.Perft(t, Game, gametest.Vectors, 10_000_000) }

func TestGames(t *testing.T) { gametest.Games(t, Game, gametest.Vectors) }

func TestGolden(t *testing.T) { gametest.Golden(t, Game, "golden") }

func TestConformance(t *testing.T) {
	t.Run("placing", func(t *testing.T) {
		gametest.Run(t, Game, gametest.Options{})
	})
	t.Run("full", func(t *testing.T) {
		gametest.Run(t, Game, gametest.Options{
			Games:  40,
			Starts: func(i int) game.Position { return Game.StartFull(number(i)) },
		})
	})
	t.Run("random", func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 7))
		gametest.Run(t, Game, gametest.Options{
			Games:  200,
			Starts: func(int) game.Position { return randomPosition(t, rng) },
		})
	})
}

// The optional interfaces that positions and the rule set offer.
var (
	_ game.Game        = Game
	_ game.FullStarter = Game
	_ game.Editor      = Game
	_ game.Position    = (*Position)(nil)
	_ game.Counter     = (*Position)(nil)
	_ game.Isolator    = (*Position)(nil)
	_ game.Owner       = (*Position)(nil)
	_ game.Scorer      = (*Position)(nil)
)

// TestBoard checks the geometry against the reference's.
func TestBoard(t *testing.T) {
	if len(layout.Spots) != Spots || len(slowSpots) != Spots {
		t.Fatalf("%d spots, the reference has %d", len(layout.Spots), len(slowSpots))
	}
	for i, s := range layout.Spots {
		q := slowSpots[i]
		if layout.Names[s] != q.name() {
			t.Errorf("spot %d is %s, want %s", i, layout.Names[s], q.name())
		}
		var want uint64
		for _, step := range slowSteps {
			if to := q.away(step, 1); to.exists() {
				spot, _ := layout.Lookup(to.name())
				want |= spot.Bit()
			}
		}
		if neighbors[s] != want || Grow(s.Bit())&all != want|s.Bit() {
			t.Errorf("neighbors of %s: %x, grown %x, want %x", q.name(), neighbors[s], Grow(s.Bit())&all, want)
		}
		for h := 1; h < 64; h++ {
			want = 0
			for _, step := range slowSteps {
				if to := q.away(step, h); to.exists() {
					spot, _ := layout.Lookup(to.name())
					want |= spot.Bit()
				}
			}
			if reach[h][s] != want {
				t.Errorf("%d steps from %s: %x, want %x", h, q.name(), reach[h][s], want)
			}
		}
	}
	if a, b := layout.Points[0], layout.Points[58]; math.Abs(a.X+b.X) > 1e-9 || math.Abs(a.Y+b.Y) > 1e-9 {
		t.Errorf("a1 at %v and k5 at %v do not face each other", a, b)
	}
}

// TestJoined checks the table of rings by counting connected parts.
func TestJoined(t *testing.T) {
	for _, s := range layout.Spots {
		for near := neighbors[s]; ; near = (near - 1) & neighbors[s] {
			rest := near &^ Flood(near&-near, near)
			if want := rest == 0; linkedTable[ring(near, uint(s))] != want {
				t.Fatalf("around %s: %x is joined: %v, want %v", layout.Names[s], near, !want, want)
			}
			if near == 0 {
				break
			}
		}
	}
}

// TestHinges checks hinges against their definition.
func TestHinges(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	found := 0
	for range 300 {
		p := randomPosition(t, rng)
		if p.unconnected {
			continue
		}
		for _, s := range layout.Spots {
			occ := p.Occupied() &^ s.Bit()
			want := p.height[s] > 0 && Flood(p.dvonn&occ, occ) != occ
			if got := p.Hinges()&s.Bit() != 0; got != want {
				t.Fatalf("%s is a hinge: %v, want %v\n%s", layout.Names[s], got, want, p)
			}
			if want {
				found++
			}
		}
	}
	// Whatever a move of a stack without DVONN pieces cuts off, its origin is
	// a hinge.
	for i := range 50 {
		p := Game.StartFull(number(i)).(*Position)
		for {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			hinges := p.Hinges()
			for _, m := range moves {
				if p.Isolated(m) != 0 && hinges&From(m).Bit() == 0 {
					t.Fatalf("%s isolates %x, hinges %x\n%s", Game.MoveText(m), p.Isolated(m), hinges, p)
				}
			}
			p.PlayUnchecked(moves[rng.IntN(len(moves))])
		}
	}
	if found == 0 {
		t.Error("no hinges")
	}
}

// TestAnswers checks what positions tell beyond the contract against their moves.
func TestAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 50 {
		p := newEmpty()
		if i%2 == 1 {
			p = Game.StartFull(number(i)).(*Position)
		}
		for {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			switch {
			case p.Placing() != (p.Next() != 0):
				t.Fatalf("placing: %v, next %c\n%s", p.Placing(), p.Next(), p)
			case !p.Placing():
				checkAnswers(t, p, moves)
			case p.Hinges() != 0 || p.Isolated(moves[0]) != 0:
				t.Fatalf("hinges %x while placing\n%s", p.Hinges(), p)
			}
			m := moves[rng.IntN(len(moves))]
			if next := p.Next(); next != 0 {
				placed := p.Placed()
				p.PlayUnchecked(m)
				if got := p.Stack(To(m), nil); len(got) != 1 || got[0] != next || p.Placed() != placed+1 {
					t.Fatalf("%c was to be placed, %c lies there; %d after %d placed", next, got, p.Placed(), placed)
				}
				continue
			}
			p.PlayUnchecked(m)
		}
	}
}

func checkAnswers(t *testing.T, p *Position, moves []game.Move) {
	t.Helper()
	var targets [64]uint64
	var mobile uint64
	for _, m := range moves {
		if m != Pass {
			targets[From(m)] |= To(m).Bit()
			mobile |= From(m).Bit()
		}
	}
	mine := p.Owned(p.Side())
	if mobile&^p.Mobile(p.Side()) != 0 || p.Mobile(p.Side())&^mine != 0 {
		t.Fatalf("Mobile %x, moves from %x, own %x\n%s", p.Mobile(p.Side()), mobile, mine, p)
	}
	if p.CanMove(p.Side()) != (mobile != 0) {
		t.Fatalf("CanMove is %v\n%s", mobile == 0, p)
	}
	pieces := [3]int{}
	for _, s := range layout.Spots {
		stack := p.Stack(s, nil)
		if (p.Dvonn()&s.Bit() != 0) != slices.Contains(stack, Dvonn) {
			t.Fatalf("%s: holds %c, DVONN %v\n%s", layout.Names[s], stack, p.Dvonn()&s.Bit() != 0, p)
		}
		if p.Height(s) != len(stack) || (p.Singles()&s.Bit() != 0) != (len(stack) == 1) {
			t.Fatalf("%s: height %d, single %v, holds %c\n%s", layout.Names[s], p.Height(s), p.Singles()&s.Bit() != 0, stack, p)
		}
		switch {
		case mine&s.Bit() != 0:
			if got := p.Targets(s); got != targets[s] {
				t.Fatalf("Targets(%s) = %x, want %x\n%s", layout.Names[s], got, targets[s], p)
			}
			pieces[p.Side()] += len(stack)
		case p.Owned(p.Side().Other())&s.Bit() != 0:
			pieces[p.Side().Other()] += len(stack)
		case p.Targets(s) != 0:
			t.Fatalf("nobody's %s has targets\n%s", layout.Names[s], p)
		}
	}
	for _, side := range []game.Side{game.First, game.Second} {
		if got := p.Standing(side); len(got) != 1 || got[0] != (game.Count{Key: "pieces", N: pieces[side]}) {
			t.Fatalf("standing of %s: %v, want %d\n%s", Game.SideName(side), got, pieces[side], p)
		}
	}
}

// TestOutside checks that questions about spots that are none are answered.
func TestOutside(t *testing.T) {
	p := Game.StartFull("").(*Position)
	for _, s := range []game.Spot{9, 10, 11, 59, 63, game.NoSpot, 255} {
		if p.Height(s) != 0 || p.Targets(s) != 0 || p.Stack(s, nil) != nil || Mirror(1, s) != game.NoSpot {
			t.Errorf("spot %d is on the board", s)
		}
	}
}

// TestFull pins random full boards, which a program in another language made by
// section 5 of the contract; docs/rules.md holds them too.
func TestFull(t *testing.T) {
	for seed, want := range map[string]string{
		"":      "W,B,B/B,D,W,B/B,W,B,B,W/W,W,W,W,W/B,B,B,B,B/W,B,W,W,B/W,B,B,W,W/B,W,W,B,W/D,B,W,B,W/D,W,W,B/B,B,W w move",
		"cairn": "B,B,W/B,W,W,W/B,D,B,W,W/B,W,B,W,B/B,B,B,W,B/B,B,D,B,B/W,W,B,W,D/B,B,B,B,W/W,B,W,W,W/B,W,W,W/W,W,W w move",
		"1":     "B,B,B/D,B,B,W/W,B,W,W,B/B,W,B,B,W/B,B,B,W,W/B,W,W,B,W/W,B,B,D,W/D,W,B,W,W/B,W,W,W,W/B,W,W,B/B,W,B w move",
		"żółć":  "W,B,B/W,B,W,W/B,W,W,B,B/B,D,B,W,B/W,W,W,W,W/W,B,B,B,D/W,W,B,B,B/B,W,B,W,W/B,D,B,W,W/B,W,W,B/W,B,B w move",
	} {
		if got := Game.StartFull(seed).String(); got != want {
			t.Errorf("full board %q\n got %s\nwant %s", seed, got, want)
		}
	}
	if a, b := Game.Start("a"), Game.Start("b"); a.String() != b.String() || a.Key() != b.Key() {
		t.Error("the empty board depends on the seed")
	}
}

// TestSize pins the size, which is what a copy costs.
func TestSize(t *testing.T) {
	if got := unsafe.Sizeof(Position{}); got != 224 {
		t.Errorf("a position has %d bytes, its comment says 224", got)
	}
}

// TestAllocations checks that searching allocates nothing.
func TestAllocations(t *testing.T) {
	for _, p := range []game.Position{newEmpty(), Game.StartFull("a")} {
		child := Game.New()
		buf, childBuf := make([]game.Move, 0, 300), make([]game.Move, 0, 300)
		if got := testing.AllocsPerRun(10, func() {
			for _, m := range p.Moves(buf[:0]) {
				if p.Legal(m) != nil {
					t.Error("illegal")
				}
				p.CopyTo(child)
				child.PlayUnchecked(m)
				moves := child.Moves(childBuf[:0])
				if len(moves) != child.(game.Counter).CountMoves() || child.Outcome() != game.Ongoing {
					t.Error("no moves")
				}
				for _, m := range moves {
					child.(game.Isolator).Isolated(m)
				}
			}
		}); got != 0 {
			t.Errorf("%v allocations a run from\n%s", got, p)
		}
	}
}
