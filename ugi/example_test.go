package ugi_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
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

// narrow is a player of one's own: it leaves the opponent as few moves as it can.
type narrow struct{}

func (narrow) Name() string { return "narrow" }
func (narrow) Reset()       {}

func (narrow) Choose(_ context.Context, p game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Result, error) {
	var best game.Move
	least := -1
	after := p.Game().New()
	for _, m := range p.Moves(nil) {
		p.CopyTo(after)
		after.PlayUnchecked(m)
		if n := len(after.Moves(nil)); least < 0 || n < least {
			best, least = m, n
		}
	}
	if least < 0 {
		return engine.Result{}, players.ErrOver
	}
	return engine.Result{Move: best}, nil
}

// A player of one's own answers other programs. With os.Stdin in place of the script
// it is a program that "cairn match" plays against, as "ugi:./narrow".
func ExampleServer_player() {
	s := ugi.Server{
		Name: "Narrow 1.0", Author: "somebody", Games: []game.Game{dvonn.Game},
		Player: func(game.Game, ugi.Settings) (players.Player, error) { return narrow{}, nil },
	}
	script := strings.NewReader("position full seed demo\ngo movetime 100\n")
	if err := s.Run(context.Background(), script, os.Stdout); err != nil {
		panic(err)
	}
	// Output: bestmove h5-i5
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
