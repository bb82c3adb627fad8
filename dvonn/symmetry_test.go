package dvonn

import (
	"math/rand/v2"
	"testing"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

// mirrored returns the position seen in a symmetry, with the colors swapped if
// asked, and the other side to move then.
func mirrored(t *testing.T, p *Position, k int, swap bool) *Position {
	t.Helper()
	q := readSlow(p.String())
	r := &slow{board: map[slowSpot]string{}, white: q.white != swap, place: q.place}
	for s, stack := range q.board {
		spot, _ := layout.Lookup(s.name())
		image := slowNamed(layout.Names[Mirror(k, spot)])
		text := []byte(stack)
		for i, piece := range text {
			switch {
			case swap && piece == 'W':
				text[i] = 'B'
			case swap && piece == 'B':
				text[i] = 'W'
			}
		}
		r.board[image] = string(text)
	}
	m, err := Game.Parse(r.String())
	if err != nil {
		t.Fatal(err)
	}
	return m.(*Position)
}

// TestMirror checks that symmetries keep neighbors and are their own inverse.
func TestMirror(t *testing.T) {
	images := map[[Spots]game.Spot]bool{}
	for k := range Symmetries {
		var image [Spots]game.Spot
		for i, s := range layout.Spots {
			m := Mirror(k, s)
			image[i] = m
			if Mirror(k, m) != s {
				t.Errorf("symmetry %d takes %s to %s and that to %s", k, layout.Names[s], layout.Names[m], layout.Names[Mirror(k, m)])
			}
			var want uint64
			for _, n := range layout.Neighbors[s] {
				if n != game.NoSpot {
					want |= Mirror(k, n).Bit()
				}
			}
			if neighbors[m] != want {
				t.Errorf("symmetry %d tears the neighbors of %s apart", k, layout.Names[s])
			}
		}
		images[image] = true
	}
	if len(images) != Symmetries {
		t.Errorf("%d different symmetries, want %d", len(images), Symmetries)
	}
}

// TestSymmetry checks that counts do not depend on how one looks at the board,
// nor, where stacks move, on which color is called white.
func TestSymmetry(t *testing.T) {
	cases := 0
	for _, c := range gametest.ReadPerft(t, Game, gametest.Vectors) {
		parsed, err := Game.Parse(c.Position)
		if err != nil {
			t.Fatal(err)
		}
		p := parsed.(*Position)
		for k := range Symmetries {
			for _, swap := range []bool{false, true} {
				if swap && p.placing {
					continue
				}
				m := mirrored(t, p, k, swap)
				for i, want := range c.Counts[:min(4, len(c.Counts))] {
					if want > 1_000_000 {
						break
					}
					cases++
					if got := game.Perft(m, i+1, true); got != want {
						t.Errorf("perft(%d) = %d, want %d in symmetry %d, swapped %v\n%s", i+1, got, want, k, swap, m)
					}
				}
			}
		}
	}
	if cases == 0 {
		t.Error("no cases")
	}
}

// TestSymmetricGames plays random games on a board and its images at once.
func TestSymmetricGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for i := range 40 {
		p := Game.StartFull(number(i)).(*Position)
		k, swap := i%Symmetries, i/Symmetries%2 == 1
		m := mirrored(t, p, k, swap)
		for {
			if want := mirrored(t, p, k, swap); m.String() != want.String() || m.Key() != want.Key() {
				t.Fatalf("symmetry %d, swapped %v:\n got %s\nwant %s", k, swap, m, want)
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			move := moves[rng.IntN(len(moves))]
			p.PlayUnchecked(move)
			if move == Pass {
				m.PlayUnchecked(Pass)
			} else {
				m.PlayUnchecked(Stacking(Mirror(k, From(move)), Mirror(k, To(move))))
			}
		}
		a, aWon := p.Outcome().Winner()
		b, bWon := m.Outcome().Winner()
		if aWon != bWon || aWon && (a == b) == swap {
			t.Fatalf("symmetry %d, swapped %v: outcomes %d and %d", k, swap, p.Outcome(), m.Outcome())
		}
	}
}
