package match

import (
	"context"
	"fmt"
	"os/exec"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
	"cairn.example/ugi"
	"cairn.example/ugi/codecup"
)

// Contestant plays games, one after the other. An error of its methods that is a
// *[ugi.Fault] is the contestant's own and loses it the game.
type Contestant interface {
	// Begin readies it for a game from start.
	Begin(ctx context.Context, start game.Position) error

	// Move asks for a move in p, which comes of moves from the start of the
	// game. What the contestant does not tell of it is zero.
	Move(ctx context.Context, p game.Position, moves []game.Move, l engine.Limits) (engine.Result, error)

	// Close ends it.
	Close() error
}

// Maker makes the players of contestants that play in this process.
type Maker func(game.Game, ugi.Settings) (players.Player, error)

// open makes the contestant of s for g. It calls dropped with each answer of a program
// that nobody asked for.
func (s Spec) open(ctx context.Context, g game.Game, maker Maker, dropped func(line string)) (Contestant, error) {
	switch s.Kind {
	case UGI:
		c, err := ugi.Start(ctx, s.Command, ugi.ClientOptions{Dropped: dropped})
		if err != nil {
			return nil, err
		}
		for _, o := range s.Options {
			if err := c.SetOption(ctx, o[0], o[1]); err != nil {
				c.Close()
				return nil, err
			}
		}
		return &ugiProgram{client: c}, nil
	case CodeCup:
		return &codecupProgram{command: s.Command}, nil
	}
	p, err := maker(g, s.Settings)
	if err != nil {
		return nil, err
	}
	return &ownPlayer{p}, nil
}

// checkProgram returns what keeps the program of s, where it names one, from playing g.
func (s Spec) checkProgram(g game.Game) error {
	if s.Kind == InProcess {
		return nil
	}
	if s.Kind == CodeCup && g.ID() != codecup.Game().ID() {
		return newError("match.contest_game", "game", codecup.Game().Name())
	}
	if _, err := exec.LookPath(s.Command[0]); err != nil {
		return newError(MissingProgram, "contestant", game.ShownOrEmpty(s.Text), "program", game.ShownOrEmpty(s.Command[0]))
	}
	return nil
}

// absent is a contestant that could not be started again after a fault.
type absent struct{ fault error }

func (a absent) Begin(context.Context, game.Position) error { return a.fault }

func (a absent) Move(context.Context, game.Position, []game.Move, engine.Limits) (engine.Result, error) {
	return engine.Result{}, a.fault
}

func (a absent) Close() error { return nil }

// ownPlayer is a player in this process.
type ownPlayer struct{ player players.Player }

func (o *ownPlayer) Begin(context.Context, game.Position) error {
	o.player.Reset()
	return nil
}

// overhead is the part of their time that our players do not use, because the
// scheduler of a busy machine may take it.
const overhead = 10 * time.Millisecond

func (o *ownPlayer) Move(ctx context.Context, p game.Position, _ []game.Move, l engine.Limits) (r engine.Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = &ugi.Fault{Kind: ugi.Crash, Detail: fmt.Sprint(fault)}
		}
	}()
	l.Overhead = overhead
	if l.MoveTime > 0 {
		l.Overhead = min(overhead, l.MoveTime/5)
	}
	if r, err = o.player.Choose(ctx, p, l, nil); err != nil {
		return r, &ugi.Fault{Kind: ugi.Protocol, Detail: err.Error()}
	}
	return r, nil
}

func (o *ownPlayer) Close() error { return nil }

// ugiProgram is a program that speaks the text engine protocol.
type ugiProgram struct {
	client *ugi.Client
	start  game.Position
}

func (s *ugiProgram) Begin(ctx context.Context, start game.Position) error {
	s.start = start.Copy()
	return s.client.NewGame(ctx, start.Game())
}

func (s *ugiProgram) Move(ctx context.Context, _ game.Position, moves []game.Move, l engine.Limits) (engine.Result, error) {
	r, err := s.client.Go(ctx, s.start, moves, ugi.Go{Limits: l}, nil)
	return r.Result, err
}

func (s *ugiProgram) Close() error { return s.client.Close() }

// PID is the process that thinks, see [Match.ProcessTime].
func (s *ugiProgram) PID() int { return s.client.PID() }

// codecupProgram is a program of the contest: one process a game.
type codecupProgram struct {
	command []string
	client  *codecup.Client
}

func (c *codecupProgram) Begin(_ context.Context, start game.Position) (err error) {
	c.Close()
	if start.Key() != codecup.Game().Start("").Key() {
		return &ugi.Fault{Kind: ugi.Protocol, Detail: "a contest program begins with the empty board only"}
	}
	c.client, err = codecup.Start(c.command, ugi.ClientOptions{})
	return err
}

func (c *codecupProgram) Move(ctx context.Context, _ game.Position, moves []game.Move, _ engine.Limits) (engine.Result, error) {
	r, err := c.client.Move(ctx, moves)
	return r.Result, err
}

func (c *codecupProgram) Close() error {
	if c.client == nil {
		return nil
	}
	err := c.client.Close()
	c.client = nil
	return err
}
