package codecup

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/ugi"
)

// Client drives a program through one game. Its methods may be called by one
// goroutine at a time.
type Client struct {
	process *ugi.Process
	pos     game.Position
	played  []game.Move // moves the program knows, its own among them
	started bool
	side    game.Side // the program's
	grace   time.Duration
}

// Start runs a program for one game. The error is a *[ugi.Fault].
func Start(command []string, o ugi.ClientOptions) (*Client, error) {
	p, err := ugi.StartProcess(command)
	if err != nil {
		return nil, err
	}
	if o.Grace <= 0 {
		o.Grace = time.Second
	}
	return &Client{process: p, pos: dvonn.Game.Start(""), grace: o.Grace}, nil
}

// Move asks the program for the move after all the given ones of the game. They
// must begin with those of the calls before and the program's answers. When ctx
// ends, the program is killed. The error is a *[ugi.Fault].
func (c *Client) Move(ctx context.Context, moves []game.Move) (ugi.Reply, error) {
	began := time.Now()
	if !c.started {
		c.started = true
		if len(moves) == 0 {
			if err := c.process.Send(startWord); err != nil {
				return ugi.Reply{}, err
			}
		} else {
			c.side = game.Second
		}
	}
	for i, m := range moves {
		if i < len(c.played) {
			if m != c.played[i] {
				return ugi.Reply{}, &ugi.Fault{Kind: ugi.Protocol, Detail: "a move cannot be taken back"}
			}
			continue
		}
		if c.pos.Side() == c.side {
			return ugi.Reply{}, &ugi.Fault{Kind: ugi.Protocol, Detail: "the program must choose all its moves from the empty board on"}
		}
		if err := c.pos.Play(m); err != nil {
			return ugi.Reply{}, &ugi.Fault{Kind: ugi.Protocol, Detail: err.Error()}
		}
		c.played = append(c.played, m)
		if err := c.process.Send(MoveText(m)); err != nil {
			return ugi.Reply{}, err
		}
	}
	for {
		line, err := c.process.Line(ctx, "move")
		if err != nil {
			c.process.Kill()
			return ugi.Reply{}, err
		}
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		r := ugi.Reply{Took: time.Since(began)}
		m, err := c.pos.ParseMove(line)
		if err != nil {
			if len(line) > 40 {
				line = line[:40] + "..."
			}
			return r, &ugi.Fault{Kind: ugi.Illegal, Detail: fmt.Sprintf("%q: %v", line, err)}
		}
		r.Move = m
		c.pos.PlayUnchecked(m)
		c.played = append(c.played, m)
		return r, nil
	}
}

// Close tells the program to end and kills it when it does not.
func (c *Client) Close() error {
	c.process.Send(quitWord)
	return c.process.Close(c.grace)
}
