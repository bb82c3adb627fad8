package game_test

import (
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

func TestDecision(t *testing.T) {
	const full = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./."
	for _, test := range []struct {
		id, pos string
		want    game.Decision
	}{
		{"lyngk", full + " 1 R:K 2:1", game.Decision{Key: "fives", First: 2, Second: 1}},
		{"lyngk", full + " 1 R:K 1:1", game.Decision{Key: "equal"}},
		{"lyngk", "R" + full[1:] + " 1 R:K 1:1", game.Decision{Key: "singles", First: 1, Equal: 1}},
		{"lyngk", "IBGR" + full[1:] + " 1 R:K 1:1", game.Decision{Key: "stacks", First: 1, Equal: 1, Height: 4}},
		{"lyngk6", full + " 1 R:K 1:0", game.Decision{Key: "six", First: 1}},
		{"dvonn", "D,W,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move", game.Decision{Key: "pieces", First: 1}},
		{"dvonn", "D,W,B/.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move", game.Decision{Key: "pieces", First: 1, Second: 1}},
	} {
		g, err := games.Lookup(test.id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(test.pos)
		if err != nil {
			t.Fatal(test.pos, err)
		}
		if got := game.DecisionOf(p); got != test.want {
			t.Errorf("%s: decided by %+v, want %+v", test.pos, got, test.want)
		}
	}
}

// counted is a position of a game of others, scored by counts of any name.
type counted struct {
	game.Position
	first, second []game.Count
}

func (c counted) Standing(s game.Side) []game.Count {
	if s == game.First {
		return c.first
	}
	return c.second
}

// The counts of a game that has no words of its own are named by their keys,
// whatever these are.
func TestDecisionByKeys(t *testing.T) {
	list := func(a, b int) []game.Count { return []game.Count{{Key: "fives", N: a}, {Key: "stacks1", N: b}} }
	for _, test := range []struct {
		p    game.Position
		want game.Decision
	}{
		{counted{nil, list(2, 1), list(2, 3)}, game.Decision{Key: "stacks1", First: 1, Second: 3}},
		{counted{nil, list(2, 1), list(1, 3)}, game.Decision{Key: "fives", First: 2, Second: 1}},
		{counted{nil, list(2, 1), list(2, 1)}, game.Decision{Key: "equal"}},
		{counted{nil, list(4, 0)[:1], list(4, 0)[:1]}, game.Decision{Key: "fives", First: 4, Second: 4}},
	} {
		if got := game.DecisionOf(test.p); got != test.want {
			t.Errorf("decided by %+v, want %+v", got, test.want)
		}
	}
}
