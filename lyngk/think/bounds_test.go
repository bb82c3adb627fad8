package think

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// stacked returns a position of some stacks, on the first spots of the text form, with turn,
// claims and score.
func stacked(t *testing.T, g lyngk.Game, stacks, rest string) game.Position {
	t.Helper()
	list := strings.Fields(stacks)
	var columns []string
	for _, column := range g.Layout().Columns {
		var cells []string
		for range column {
			cell := "."
			if len(list) > 0 {
				cell, list = list[0], list[1:]
			}
			cells = append(cells, cell)
		}
		columns = append(columns, strings.Join(cells, ","))
	}
	p, err := g.Parse(strings.Join(columns, "/") + " " + rest)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBounds: a lead is certain by as many fives as the other side can no longer make up
// for. A five takes five pieces and two stacks, and a top that is the side's own or may be
// claimed.
func TestBounds(t *testing.T) {
	for _, test := range []struct {
		name   string
		game   lyngk.Game
		stacks string
		rest   string
		lead   int // that is certain, for the side to move; 0 for none
	}{
		{"nobody leads", lyngk.Standard, "K R", "1 R:K 0:0", 0},
		{"four pieces are no five", lyngk.Standard, "K IBR", "1 R:K 1:0", 1},
		{"nor are two stacks of 2", lyngk.Standard, "IK BR", "1 R:K 1:0", 1},
		{"nor four single pieces", lyngk.Standard, "K I B R", "1 R:K 1:0", 1},
		{"a stack of 4 and one more are", lyngk.Standard, "K IBRG", "1 R:K 1:0", 0},
		{"so are stacks of 3 and 2", lyngk.Standard, "KI BRG", "1 R:K 1:0", 0},
		{"and five single pieces", lyngk.Standard, "K I B R G", "1 R:K 1:0", 0},
		{"one five does not make up for two", lyngk.Standard, "K IBRG", "1 R:K 2:0", 1},
		{"three stacks make one five, whatever their pieces", lyngk.Standard, "IBRK BRGI KI", "1 R:K 2:0", 1},
		{"four stacks of ten pieces make two", lyngk.Standard, "IBRK BRGI K I", "1 R:K 2:0", 0},
		{"a five on the board is nobody's and no part of another", lyngk.Standard, "JIBRG IBRK BRGI KI", "1 R:K 2:0", 1},
		{"no top is left to the other side", lyngk.Standard, "R BKGI", "1 RI:KB 1:0", 1},
		{"a five with such a top is none", lyngk.Standard, "JIBRK R BKGI", "1 RI:KB 1:0", 1},
		{"one top is, for one five", lyngk.Standard, "K RI BGI GRI", "1 RI:KG 2:0", 1},
		{"a color that can be claimed counts", lyngk.Standard, "R BKGI", "1 R:K 1:0", 0},
		{"seen by the side that is behind", lyngk.Standard, "K IBR", "2 R:K 1:0", -1},
		{"the side that is behind can still score", lyngk.Standard, "K IBRG", "2 R:K 1:0", 0},
		{"it has no top left", lyngk.Standard, "R BKGI", "2 RI:KB 2:0", -2},
		{"one five does not make up for two, seen from behind", lyngk.Standard, "K IBRG", "2 R:K 2:0", -1},
		{"a five that a claim captures", lyngk.Captured, "JIBRG", "1 R:K 1:0", 0},
		{"only one of them", lyngk.Captured, "JIBRG", "1 R:K 2:0", 1},
		{"a five that nobody may claim any more", lyngk.Captured, "JIBRG", "1 RI:KB 1:0", 1},
		{"without the house rule it stays", lyngk.Standard, "JIBRG", "1 R:K 1:0", 1},
	} {
		low, high := new(Knowledge).Bounds(stacked(t, test.game, test.stacks, test.rest))
		wantLow, wantHigh := -engine.Infinity, engine.Infinity
		if test.lead > 0 {
			wantLow = engine.Win(engine.MarginOf(4, test.lead))
		} else if test.lead < 0 {
			wantHigh = engine.Loss(engine.MarginOf(4, -test.lead))
		}
		if low != wantLow || high != wantHigh {
			t.Errorf("%s: %v to %v, want %v to %v", test.name, low, high, wantLow, wantHigh)
		}
	}
}

// TestPliesLeft: no game is longer than is said at any of its positions.
func TestPliesLeft(t *testing.T) {
	if n := new(Knowledge).PliesLeft(lyngk.Standard.Start("plies")); n != lyngk.Spots-1 {
		t.Errorf("%d plies at the start", n)
	}
	walk(t, 20, func(p game.Position, _ *rand.Rand) {
		k := new(Knowledge)
		for _, m := range p.Moves(nil) {
			after := p.Copy()
			after.PlayUnchecked(m)
			played := 1
			if m == lyngk.Pass() {
				played = 0
			}
			if k.PliesLeft(after) > k.PliesLeft(p)-played || k.PliesLeft(after) < 0 {
				t.Fatalf("%s: %d plies left, after %s %d", p, k.PliesLeft(p), p.Game().MoveText(m), k.PliesLeft(after))
			}
		}
	})
}
