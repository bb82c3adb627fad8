package main

import (
	"context"
	"io"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
	"cairn.example/ugi"
)

type ugiCmd struct {
	Game    string `help:"Game at the start." default:"lyngk" placeholder:"GAME"`
	Player  string `help:"Play as this player, such as uct or level4; the option Level is then ignored." placeholder:"NAME"`
	Hash    int    `least:"1" most:"hash" help:"Size of the hash in MiB at the start." default:"64" placeholder:"MIB"`
	Threads int    `least:"1" most:"threads" help:"Number of threads at the start." default:"1" placeholder:"N"`
	CPU     bool   `name:"cpu" help:"Measure times as processor time, as \"cairn match --cpu\" does."`
}

func (ugiCmd) Help() string {
	return `Other programs talk to the engine on standard input and output, in a text protocol
like UCI of chess. docs/protocol.md is its reference. Try

  printf 'position startpos seed demo\ngo movetime 500\nwait\nquit\n' | cairn ugi`
}

func (c *ugiCmd) Run(ctx context.Context, s *streams) error {
	g, err := gameArg{c.Game}.lookup()
	if err != nil {
		return err
	}
	settings := ugi.DefaultSettings()
	settings.Player, settings.Hash, settings.Threads = c.Player, c.Hash, c.Threads
	if c.Player != "" {
		if err := checkPlayer(g, settings); err != nil {
			return err
		}
	}
	player := ugi.NewPlayer
	if c.CPU {
		if _, err := processorTime(); err != nil {
			return usageError(err, s.catalog.T("cli.usage.leave_out", i18n.Args{"argument": "--cpu"}))
		}
		player = func(g game.Game, settings ugi.Settings) (players.Player, error) {
			return ugi.NewPlayerBy(processorClock, g, settings)
		}
	}
	server := &ugi.Server{
		Name: strings.TrimSpace("Cairn " + version), Game: g, Settings: settings, Player: player,
		Draw: drawPlain,
	}
	if err := server.Run(ctx, s.in, unbuffered(s)); err != nil {
		return failure(err, "")
	}
	return nil
}

// unbuffered returns standard output without the buffer, because another program
// waits for each line.
func unbuffered(s *streams) io.Writer { return s.rawOut }

// drawPlain draws a position without color; "" if it cannot be drawn.
func drawPlain(p game.Position) string {
	b, err := draw.New(p)
	if err != nil {
		return ""
	}
	o := draw.Terminal{Width: 80, Words: words(i18n.New("en")), Depth: draw.NoColor}
	return strings.TrimRight(draw.Text(b, o), "\n")
}
