package game_test

import (
	"slices"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

// Over random games the stack built is the one that lies there afterwards,
// unless it has left the board, and what Effect says of it agrees with the position.
func TestEffect(t *testing.T) {
	captured, obstacles, cut := 0, 0, 0
	for _, g := range games.All() {
		for _, seed := range []string{"a", "b", "c", "d", "e", "f"} {
			random := game.NewStream("effect", g.ID(), seed)
			p := g.Start(seed)
			for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
				m := moves[random.Intn(len(moves))]
				after := p.Copy()
				after.PlayUnchecked(m)
				e := game.EffectOf(p, m, after)
				if e.Pass() {
					if e.Built != nil || e.Route != nil {
						t.Fatalf("%s: a pass is told as %+v", p, e)
					}
					p = after
					continue
				}
				there := after.Stack(e.To, nil)
				if len(there) > 0 && !slices.Equal(there, e.Built) {
					t.Fatalf("%s %s: built %q, there is %q", p, g.MoveText(m), e.Built, there)
				}
				if e.Route[len(e.Route)-1] != e.To || e.From != game.NoSpot && e.Route[0] != e.From {
					t.Fatalf("%s %s: route %v", p, g.MoveText(m), e.Route)
				}
				if e.Captured {
					captured++
					if len(there) > 0 || len(e.Built) != g.MaxHeight() {
						t.Fatalf("%s %s: captured %q", p, g.MoveText(m), e.Built)
					}
				}
				if e.Obstacle {
					obstacles++
				}
				if e.Cut != 0 {
					cut++
				}
				p = after
			}
			d := game.DecisionOf(p)
			winner, won := p.Outcome().Winner()
			if won && (d.Key == "equal" || (d.First > d.Second) != (winner == game.First)) {
				t.Errorf("%s: decided by %+v", p, d)
			}
		}
	}
	if captured == 0 || obstacles == 0 || cut == 0 {
		t.Errorf("seen %d captures, %d obstacles, %d cuts: nothing was tested", captured, obstacles, cut)
	}
}

func TestSupply(t *testing.T) {
	for _, g := range games.All() {
		n := 0
		for _, p := range g.Pieces() {
			n += g.(game.Supplier).Supply(p)
		}
		if n != len(g.Layout().Spots) {
			t.Errorf("%s: %d pieces for %d spots", g.ID(), n, len(g.Layout().Spots))
		}
		if c, ok := g.(game.Colored); ok {
			if side, own := c.SideOf(g.Pieces()[1]); !own || side != game.Second {
				t.Errorf("%s: the second color belongs to %v, %v", g.ID(), side, own)
			}
			if _, own := c.SideOf(g.Pieces()[2]); own {
				t.Errorf("%s: the third color belongs to somebody", g.ID())
			}
		}
	}
}
