package players

import (
	"context"
	"fmt"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// TestLinesExpected follows the expected lines of many searches: every move is
// legal, the first is the one to play, and a line is about as long as the search
// is deep: a search that is stopped shows the line of its last whole iteration.
func TestLinesExpected(t *testing.T) {
	for _, g := range []game.Game{dvonn.Game, lyngk.Standard, lyngk.Six} {
		var depths, moves int
		e := newEngine(g, engine.Options{Hash: 8})
		for i := range 4 {
			start := g.Start(fmt.Sprint("line ", i))
			if f, ok := g.(game.FullStarter); ok {
				start = f.StartFull(fmt.Sprint("line ", i))
			}
			for p := start; p.Outcome() == game.Ongoing; {
				r := e.Search(context.Background(), p, engine.Limits{Nodes: 6000}, nil)
				q := p.Copy()
				for k, m := range r.PV {
					if err := q.Play(m); err != nil {
						t.Fatalf("%s: move %d of the line %v: %v", p, k+1, r.PV, err)
					}
				}
				if len(r.PV) > 0 && r.PV[0] != r.Move {
					t.Fatalf("%s: plays %v, expects %v", p, r.Move, r.PV)
				}
				if !r.Proved && len(p.Moves(nil)) > 1 {
					depths += r.Depth
					moves += len(r.PV)
				}
				p.PlayUnchecked(r.Move)
			}
		}
		t.Logf("%s: %.2f moves for each ply of depth", g.ID(), float64(moves)/float64(depths))
		if moves*10 < depths*8 {
			t.Errorf("%s: %d moves in lines of %d plies", g.ID(), moves, depths)
		}
	}
}
