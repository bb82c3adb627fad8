package players

import (
	"context"
	"fmt"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// TestPlacings: the engine and random play place against each other, then the engine stacks
// for both sides, so that placing alone decides. The engine wins more.
func TestPlacings(t *testing.T) {
	const nodes = 300
	names := [2]string{"engine", "random"}
	stacker := newEngine(dvonn.Game, engine.Options{Hash: 16})
	points := 0
	for i := range 3 {
		seed := fmt.Sprint("placings ", i)
		start := dvonn.Game.Start("")
		chance := game.NewStream("cairn lab 1", "dvonn", seed)
		for range 4 {
			moves := start.Moves(nil)
			start.PlayUnchecked(moves[chance.Intn(len(moves))])
		}
		for swap := range 2 {
			board := placeAll(t, start, names, swap, seed, nodes)
			if s, ok := stackAll(stacker, board, nodes).Winner(); ok && int(s) == swap {
				points++
			} else if ok {
				points--
			}
		}
	}
	if points <= 0 {
		t.Errorf("boards the engine placed are no better than random ones: %d more won than lost", points)
	}
}

// placeAll plays the placings of start, names[swap] for the first player.
func placeAll(t *testing.T, start game.Position, names [2]string, swap int, seed string, nodes uint64) game.Position {
	t.Helper()
	var two [2]Player
	for k, name := range names {
		p, err := New(dvonn.Game, name, Options{Seed: seed, Hash: 16})
		if err != nil {
			t.Fatal(err)
		}
		two[k^swap] = p
	}
	p := start.Copy()
	for p.(*dvonn.Position).Placing() {
		r, err := two[p.Side()].Choose(context.Background(), p, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = p.Play(r.Move)
		}
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	return p
}

// stackAll plays p to its end, e for both sides.
func stackAll(e *engine.Engine, p game.Position, nodes uint64) game.Outcome {
	e.Clear()
	for p.Outcome() == game.Ongoing {
		p.PlayUnchecked(e.Search(context.Background(), p, engine.Limits{Nodes: nodes}, nil).Move)
	}
	return p.Outcome()
}
