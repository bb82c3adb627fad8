package players_test

import (
	"context"
	"fmt"
	"slices"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

// Two players play a game. The same seeds give the same game.
func Example() {
	g, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	var pair [2]players.Player
	for side, name := range []string{"greedy", "random"} {
		if pair[side], err = players.New(g, name, players.Options{Seed: "example"}); err != nil {
			panic(err)
		}
	}
	p, plies := g.Start(""), 0
	for p.Outcome() == game.Ongoing {
		r, err := pair[p.Side()].Choose(context.Background(), p, engine.Limits{}, nil)
		if err != nil {
			panic(err)
		}
		if err := p.Play(r.Move); err != nil {
			panic(err)
		}
		plies++
	}
	fmt.Println(plies, "plies, winner:", g.OutcomeName(p.Outcome()))
	// Output: 98 plies, winner: w
}

// An engine that knows a game, for searches of one's own.
func ExampleNewEngine() {
	g, err := games.Lookup("lyngk6")
	if err != nil {
		panic(err)
	}
	e, err := players.NewEngine(g, engine.Options{Hash: 1})
	if err != nil {
		panic(err)
	}
	r := e.Search(context.Background(), g.Start("example"), engine.Limits{Nodes: 2000}, nil)
	fmt.Println(r.Nodes, "nodes, a move found:", r.Move != 0)
	fmt.Println("an evaluator by name:", slices.Contains(players.Evaluators(g), "linear"))
	// Output:
	// 2000 nodes, a move found: true
	// an evaluator by name: true
}
