package match_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"cairn.example/games"
	"cairn.example/match"
)

// Two players meet in ten pairs of games. The results would go on from a file.
func Example() {
	g, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	m := match.Match{Game: g, Pairs: 10, Openings: match.Openings{Kind: match.Full, Plies: 2, Seed: "example"}}
	for i, text := range []string{"greedy?seed=1", "random?seed=2"} {
		if m.Specs[i], err = match.ParseSpec(text); err != nil {
			panic(err)
		}
	}
	var file bytes.Buffer
	store, _, err := match.OpenStore(strings.NewReader(""), &file, g, m.Header())
	if err != nil {
		panic(err)
	}
	if err := store.Begin(g, m.Header()); err != nil {
		panic(err)
	}
	sum, err := m.Run(context.Background(), store, nil)
	if err != nil {
		panic(err)
	}
	e := sum.Estimate()
	fmt.Printf("%d games, %d lines in the file\n", sum.Games(), bytes.Count(file.Bytes(), []byte("\n")))
	fmt.Println("greedy is the stronger one:", e.Low > 0)
	// Output:
	// 20 games, 21 lines in the file
	// greedy is the stronger one: true
}

// The shortest match: no file, and the openings are start positions. A program of its
// own would be "ugi:./program" instead of a player's name.
func ExampleMatch_Run() {
	g, err := games.Lookup("lyngk")
	if err != nil {
		panic(err)
	}
	m := match.Match{Game: g, Pairs: 2}
	for i, text := range []string{"greedy?seed=1", "random?seed=2"} {
		if m.Specs[i], err = match.ParseSpec(text); err != nil {
			panic(err)
		}
	}
	sum, err := m.Run(context.Background(), nil, func(r match.Result, _ match.Summary) {
		fmt.Println("pair", r.Pair, "sides swapped:", r.Swap, "ended by", r.Reason)
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(sum.Games(), "games")
	// Output:
	// pair 0 sides swapped: false ended by rules
	// pair 0 sides swapped: true ended by rules
	// pair 1 sides swapped: false ended by rules
	// pair 1 sides swapped: true ended by rules
	// 4 games
}

// A test that ends a match as soon as its result is clear.
func ExampleSPRT() {
	test := match.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	low, high := test.Bounds()
	fmt.Printf("from %.2f to %.2f\n", low, high)
	few := match.Tally{Wins: 12, Losses: 8, Pairs: [5]int{1, 0, 6, 0, 3}}
	many := match.Tally{Wins: 1200, Losses: 800, Pairs: [5]int{100, 0, 600, 0, 300}}
	for _, t := range []match.Tally{few, many} {
		fmt.Printf("%.1f %q\n", test.LLR(t), test.Verdict(t))
	}
	// Output:
	// from -2.94 to 2.94
	// 0.1 ""
	// 13.5 "H1"
}
