package main

import (
	"cairn.example/record/vectors"
)

type randomCmd struct {
	gameArg
	Seed  string `required:"" help:"Any text. The same seed always gives the same games." placeholder:"TEXT"`
	Games int    `help:"Number of games." default:"1" placeholder:"K"`
}

func (randomCmd) Help() string {
	return `Each line is a JSON object: for each ply the position, every legal turn sorted
bytewise, and the turn played; at the end of each game the last position and the
result. Other implementations of the rules can be checked against it. Try

  cairn lab random dvonn --seed demo --games 10 | cairn verify -`
}

func (c *randomCmd) Run(s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	if c.Games < 1 {
		return tooSmall(s.catalog, "--games", 1, c.Games)
	}
	return vectors.Random(s.out, g, c.Seed, c.Games)
}
