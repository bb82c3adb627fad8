package ugi_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"cairn.example/engine"
	"cairn.example/games"
	"cairn.example/ugi"
)

// A program without knowledge of the rules asks about a game.
func ExampleServer() {
	script := strings.NewReader(`setoption name Game value dvonn
isready
position startpos moves e3 f3
query p1turn
query result
go depth 0
quit
`)
	if err := (&ugi.Server{}).Run(context.Background(), script, os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// readyok
	// response true
	// response none
	// info string error: depth must be at least 1, not 0
	// bestmove none
}

// Another program is started and asked for a move.
func ExampleClient() {
	ctx := context.Background()
	c, err := ugi.Start(ctx, []string{"./other-engine"}, ugi.ClientOptions{})
	if err != nil {
		fmt.Println(err.(*ugi.Fault).Kind) // there is no such program here
		return
	}
	defer c.Close()
	g, err := games.Lookup("lyngk")
	if err != nil {
		panic(err)
	}
	if err := c.NewGame(ctx, g); err != nil {
		panic(err)
	}
	start := g.Start("example")
	r, err := c.Go(ctx, start, nil, ugi.Go{Limits: engine.Limits{Nodes: 10_000}}, nil)
	if err != nil {
		panic(err)
	}
	fmt.Println(g.MoveText(r.Move), ugi.ScoreText(r.Score, r.Proved))
	// Output: crash
}

// A line of a search, as it is written and read.
func ExampleParseInfo() {
	g, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	p := g.Start("")
	i, ok := ugi.ParseInfo("info depth 3 score win 12 nodes 4096 pv e3 f3", p)
	fmt.Println(ok, i.Depth, i.Proved, i.Nodes, g.MoveText(i.PV[0]))
	fmt.Println(ugi.InfoLine(g, i))
	// Output:
	// true 3 true 4096 e3
	// info depth 3 seldepth 3 score win 12 nodes 4096 nps 0 hashfull 0 time 0 multipv 1 pv e3 f3
}
