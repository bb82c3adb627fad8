package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/line"
	"cairn.example/internal/local"
	"cairn.example/players"
)

type playCmd struct {
	Game  string `arg:"" optional:"" default:"lyngk" help:"lyngk, lyngk-captured, lyngk6 or dvonn."`
	Pos   string `arg:"" optional:"" help:"Position to begin with: its text, start:SEED, or full:SEED (DVONN)."`
	Plain bool   `help:"Play line by line; for pipes and screen readers."`
	Vs    string `help:"Opponent: human, ${opponents}." default:"human" placeholder:"NAME"`
	Side  string `help:"Your side against the computer: first, second or drawn by lot." enum:"first,second,drawn" default:"first"`
	Seed  string `help:"Seed of the start position, and of what a computer player leaves to chance." placeholder:"TEXT"`
	Full  bool   `help:"DVONN: begin with a random full board."`
	Load  string `help:"Go on with the game in this file." placeholder:"FILE" type:"path"`
	Name  string `help:"Your name, for the record." placeholder:"NAME"`
	langFlag
}

func (playCmd) Help() string {
	return `Type a move such as b1-b2, a claim with a move such as R,b1-b2, or "help" for
the commands. Games are saved and loaded in every format that "cairn convert"
writes. Lines may come from a pipe:

  printf 'E3\nundo\nquit\n' | cairn play dvonn --plain`
}

func (c *playCmd) Run(s *streams) error {
	if !c.Plain {
		return misuse(fmt.Errorf("the full-screen board is not part of this version"), `add --plain to play line by line`)
	}
	catalog, err := c.catalog()
	if err != nil {
		return err
	}
	g, err := games.Lookup(strings.ToLower(c.Game))
	if err != nil {
		return misuse(err, "")
	}
	session, err := c.session(g, s)
	if err != nil {
		return err
	}
	o := line.Options{
		Session:     session,
		Catalog:     catalog,
		Files:       files{},
		Board:       plainBoard(s, catalog),
		Interactive: isTerminal(s.rawIn) && isTerminal(s.rawOut),
		New: func() *local.Session {
			next := local.New(session.Game().Start(newSeed()))
			return next
		},
	}
	if err := c.seats(&o); err != nil {
		return err
	}
	return line.Run(context.Background(), s.in, s.out, o)
}

// session makes the game to play: from a file, a position, or a seed.
func (c *playCmd) session(g game.Game, s *streams) (*local.Session, error) {
	if c.Load != "" {
		session, warnings, err := files{}.Load(c.Load)
		if err != nil {
			return nil, no(fmt.Errorf("%s: %w", c.Load, err), "")
		}
		for _, w := range warnings {
			fmt.Fprintln(s.err, "warning:", w)
		}
		return session, nil
	}
	seed := c.Seed
	if seed == "" {
		seed = newSeed()
	}
	var start game.Position
	var err error
	switch {
	case c.Pos != "":
		start, err = readPosition(g, c.Pos, s.in)
	case c.Full:
		start, err = startFull(g, seed)
	default:
		start = g.Start(seed)
	}
	if err != nil {
		return nil, err
	}
	session := local.New(start)
	if c.Pos == "" {
		session.Tags["Seed"] = seed
	}
	return session, nil
}

// seats puts the person and the opponent on their sides.
func (c *playCmd) seats(o *line.Options) error {
	me := game.First
	switch c.Side {
	case "second":
		me = game.Second
	case "drawn":
		me = game.Side(game.NewStream("cairn side 1", o.Session.Game().ID(), newSeed()).Intn(2))
	}
	o.Names[me] = c.Name
	if c.Vs == "" || c.Vs == "human" {
		return nil
	}
	p, err := players.New(o.Session.Game(), c.Vs, players.Options{Seed: c.Seed})
	if err != nil {
		return misuse(err, "")
	}
	opponent := &computer{player: p, game: o.Session.Game(), seed: c.Seed}
	o.Opponents[me.Other()] = opponent
	o.Names[me.Other()] = p.Name()
	return nil
}

// computer is a player of the engine's side of the table as package line wants
// it.
type computer struct {
	player players.Player
	game   game.Game
	seed   string
}

func (c *computer) Choose(ctx context.Context, p game.Position) (game.Move, error) {
	return c.player.Choose(ctx, p, engine.Limits{}, nil)
}

// SetLevel replaces the player by the engine at a level.
func (c *computer) SetLevel(level int) error {
	p, err := players.New(c.game, "level"+strconv.Itoa(level), players.Options{Seed: c.seed})
	if err != nil {
		return err
	}
	c.player = p
	return nil
}

// plainBoard draws positions without color, as pipes and screen readers want it.
func plainBoard(s *streams, catalog *i18n.Catalog) func(io.Writer, game.Position, game.Move, game.Position) error {
	return func(w io.Writer, before game.Position, m game.Move, p game.Position) error {
		b, err := draw.New(p)
		if err != nil {
			return err
		}
		if before != nil {
			b.MarkPlayed(before, m)
		}
		o := terminalOptions(s, catalog, "never")
		_, err = io.WriteString(w, draw.Text(b, o))
		return err
	}
}
