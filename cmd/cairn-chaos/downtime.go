package main

import (
	"context"
	"math/rand/v2"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/game"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// downtime stops the only server for longer than anybody's clock runs, and looks what
// the clocks have been charged. That an hour is the same is shown under virtual time,
// by tests.
func downtime(ctx context.Context, c *chaos) (result, error) {
	const (
		control = "8+0"
		stopped = 15 * time.Second
		grace   = 2 * time.Second // both servers' own time: until the kill, and until the players are back
	)
	dir, err := c.dir("downtime")
	if err != nil {
		return result{}, err
	}
	addr, err := load.FreeAddr()
	if err != nil {
		return result{}, err
	}
	s, err := c.on(ctx, dir, "downtime", load.ServerOptions{Addr: addr})
	if err != nil {
		return result{}, err
	}
	defer func() { s.Kill() }()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: control, Live: client.LiveOptions{LongestWait: 100 * time.Millisecond}})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	pair, err := crowd.Pair(ctx)
	if err != nil {
		return result{}, err
	}
	defer pair.Close()
	if err := crowd.Sit(ctx, pair, 0); err != nil {
		return result{}, err
	}
	r := rand.New(rand.NewPCG(c.seed, 1))
	for range 4 { // the first plies cost nothing
		if err := moveOnce(ctx, pair, r); err != nil {
			return result{}, err
		}
	}
	before := leftOf(pair.Tables[0])
	s.Kill()
	select {
	case <-time.After(stopped):
	case <-ctx.Done():
		return result{}, ctx.Err()
	}
	if s, err = c.on(ctx, dir, "downtime", load.ServerOptions{Addr: addr}); err != nil {
		return result{}, err
	}
	// A move after the restart fails if the flag has fallen.
	if err := moveOnce(ctx, pair, r); err != nil {
		return passed(false, "after %s the game could not go on: %v", stopped, err), nil
	}
	after := leftOf(pair.Tables[0])
	charged := before[0] + before[1] - after[0] - after[1]
	return passed(charged <= grace, "stopped for %s under clocks of 8 s: %s charged, the game goes on; an hour and days games: tests under virtual time", stopped, charged), nil
}

// leftOf returns what both clocks showed after the last move.
func leftOf(t *client.Table) (left [2]time.Duration) {
	t.View(func(v *client.View) {
		for _, side := range []game.Side{game.First, game.Second} {
			left[side] = v.State.Left(side, 0)
		}
	})
	return left
}

// moveOnce plays one random move for the side to move.
func moveOnce(ctx context.Context, p *load.Pair, r *rand.Rand) error {
	ctx, stop := context.WithTimeout(ctx, 30*time.Second)
	defer stop()
	for i, t := range p.Tables {
		var move string
		t.View(func(v *client.View) {
			if v.MyTurn() {
				moves := v.State.Position().Moves(nil)
				move = v.State.Game().MoveText(moves[r.IntN(len(moves))])
			}
		})
		if move == "" {
			continue
		}
		receipt, err := t.Send(ctx, play.Event{Kind: play.Move, Move: move})
		if err != nil {
			return err
		}
		return p.Tables[1-i].Wait(ctx, func(v *client.View) bool { return v.Table.Seq >= receipt.Seq })
	}
	return nil
}
