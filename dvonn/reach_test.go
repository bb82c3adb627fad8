package dvonn_test

import (
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// TestReach holds the table of lines against the six directions as the contract
// gives them, in columns and rows.
func TestReach(t *testing.T) {
	l := dvonn.Game.Layout()
	for _, s := range l.Spots {
		name := l.Names[s]
		for height := 1; height <= 49; height++ {
			want := uint64(0)
			for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}} {
				column, row := int(name[0])+d[0]*height, int(name[1])+d[1]*height
				if column < 'a' || column > 'k' || row < '1' || row > '5' {
					continue
				}
				if to, ok := l.Lookup(string([]byte{byte(column), byte(row)})); ok {
					want |= to.Bit()
				}
			}
			if got := dvonn.Reach(height, s); got != want {
				t.Fatalf("from %s, %d high: %b, want %b", name, height, got, want)
			}
		}
	}
}

// TestBlocked: no stack that Blocked names moves (rule 2.2), and in a
// full board every stack inside is.
func TestBlocked(t *testing.T) {
	p := dvonn.Game.StartFull("blocked")
	l := dvonn.Game.Layout()
	connectivity, ok := p.(game.Connectivity)
	if !ok {
		t.Fatal("the position does not tell what is blocked")
	}
	for _, s := range l.Spots {
		inside := p.Stack(s, nil)[0] != 'D' // a lone DVONN piece is nobody's and moves never
		for _, n := range l.Neighbors[s] {
			inside = inside && n != game.NoSpot
		}
		if got := connectivity.Blocked()&s.Bit() != 0; got != inside {
			t.Errorf("%s: blocked is %v", l.Names[s], got)
		}
	}
	for ply := 0; p.Outcome() == game.Ongoing; ply++ {
		moves := p.Moves(nil)
		for _, m := range moves {
			if parts := dvonn.Game.Parts(m); parts.From != game.NoSpot && connectivity.Blocked()&parts.From.Bit() != 0 {
				t.Fatalf("%s moves a blocked stack", dvonn.Game.MoveText(m))
			}
		}
		p.PlayUnchecked(moves[ply*31%len(moves)])
	}
}
