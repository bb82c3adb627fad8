package tui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cairn.example/game"
)

// TestExplorer: an analysis shows what was played in the position in many games, once it is
// asked for each position, and a game that is played does not.
func TestExplorer(t *testing.T) {
	asked := 0
	o := trueColor
	o.Explorer = func(_ context.Context, p game.Position) (Explored, error) {
		asked++
		found := Explored{Games: 1234}
		for i, m := range sorted(p)[:9] {
			found.Moves = append(found.Moves, ExploredMove{m, 400 >> i, 200 >> i, 150 >> i, 50 >> i})
		}
		return found, nil
	}
	r := opened(t, "dvonn", "", o, Setup{Analysis: true})
	first := r.gameScreen().game().MoveText(sorted(r.gameScreen().pos())[0])
	r.sees("Games: 1,234")
	r.sees(first)
	r.sees("50%")
	r.press(".", "u")
	if asked != 2 {
		t.Errorf("asked %d times about two positions", asked)
	}
	r.press("1")
	r.sees("Games: 1,234")
	o.Explorer = func(context.Context, game.Position) (Explored, error) {
		return Explored{}, errors.New("the index is gone")
	}
	r = opened(t, "dvonn", "", o, Setup{Analysis: true})
	r.sees("the index is gone")
	r = opened(t, "dvonn", "", o, Setup{})
	if strings.Contains(r.text(), "gone") {
		t.Errorf("a game that is played is looked up:\n%s", r.text())
	}
}
