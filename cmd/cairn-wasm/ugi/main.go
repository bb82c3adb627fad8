package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/ugi"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plays the game that the first argument names once for itself and serves
// after that.
func run() error {
	g := games.All()[0]
	if len(os.Args) > 1 {
		named, err := games.Lookup(os.Args[1])
		if err != nil {
			return err
		}
		g = named
	}
	if err := warmUp(g); err != nil {
		return err
	}
	server := ugi.Server{Name: "Cairn in Node", Game: g}
	return server.Run(context.Background(), os.Stdin, os.Stdout)
}

// warmUp plays a quick game. While a program runs, a browser compiles it a second time on
// other processors; that must not count as time to think.
func warmUp(g game.Game) error {
	player, err := ugi.NewPlayer(g, ugi.DefaultSettings())
	if err != nil {
		return err
	}
	p := g.Start("warm-up")
	for p.Outcome() == game.Ongoing {
		r, err := player.Choose(context.Background(), p, engine.Limits{MoveTime: 60 * time.Millisecond}, nil)
		if err != nil {
			return err
		}
		if err := p.Play(r.Move); err != nil {
			return err
		}
	}
	return nil
}
