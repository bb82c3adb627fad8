package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"cairn.example/internal/show/i18n"
	"cairn.example/ugi"
	"cairn.example/ugi/codecup"
)

type codecupCmd struct {
	Time    float64 `help:"Seconds for all of this program's moves." default:"5" placeholder:"SECONDS"`
	Player  string  `help:"Play as this player, such as level4 or uct." default:"engine" placeholder:"NAME"`
	Seed    string  `help:"Seed of the player's random choices." placeholder:"TEXT"`
	Nodes   uint64  `help:"Most positions visited per move." placeholder:"N"`
	Hash    int     `least:"1" most:"hash" help:"Size of the hash in MiB." default:"64" placeholder:"MIB"`
	Threads int     `least:"1" most:"threads" help:"Threads of the search." default:"1" placeholder:"N"`
	Verbose bool    `short:"v" help:"Print the course of the game to standard error."`
}

func (codecupCmd) Help() string {
	return `The program plays one game of DVONN on standard input and output, as in the CodeCup
of 2011. White receives "Start". Each line is a move such as E3, E3F3 or PASS; "Quit"
ends the program. White sends turn 49 and the first stacking move one after the
other. docs/protocol.md is the reference.`
}

func (c *codecupCmd) Run(ctx context.Context, s *streams) error {
	if !(c.Time > 0) || math.IsInf(c.Time, 0) || c.Time > 1e6 {
		text := s.catalog.T("cli.usage.seconds", i18n.Args{"flag": "--time", "most": 1_000_000, "value": strconv.FormatFloat(c.Time, 'g', -1, 64)})
		return usageError(errors.New(text), "")
	}
	g := codecup.Game()
	settings := ugi.Settings{Player: c.Player, Seed: c.Seed, Hash: c.Hash, Threads: c.Threads}
	p, err := ugi.NewPlayer(g, settings)
	if err != nil {
		return usageError(err, "")
	}
	o := codecup.Options{Player: p, Time: time.Duration(c.Time * float64(time.Second)), Nodes: c.Nodes}
	complain := func(text string) { fmt.Fprintln(s.err, "cairn:", text) }
	o.Log = func(text string) {
		if c.Verbose || strings.HasPrefix(text, "skipped") {
			complain(text)
		}
	}
	if err := codecup.Play(ctx, s.in, unbuffered(s), o); err != nil {
		return failure(err, "")
	}
	return nil
}
