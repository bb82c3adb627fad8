package main

import (
	"crypto/rand"
	"fmt"
)

type setupCmd struct {
	gameArg
	Seed *string `help:"Any text. The same seed always gives the same position (default: a random seed, printed to standard error)." placeholder:"TEXT"`
	Full bool    `help:"DVONN: print a random full board, ready for stacking, instead of the empty one."`
	JSON bool    `help:"Print a JSON object that names the seed."`
}

func (setupCmd) Help() string {
	return `Section 5 of docs/rules.md explains how the layout follows from the seed, so other
programs can compute it too.`
}

func (c *setupCmd) Run(s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	seed := newSeed()
	if c.Seed != nil {
		seed = *c.Seed
	}
	p, err := startOf(s.catalog, g, seed, c.Full)
	if err != nil {
		return err
	}
	if c.JSON {
		return s.json(struct {
			Game     string `json:"game"`
			Seed     string `json:"seed"`
			Position string `json:"position"`
		}{g.ID(), seed, p.String()})
	}
	if c.Seed == nil {
		fmt.Fprintf(s.err, "seed: %s\n", seed)
	}
	fmt.Fprintln(s.out, p)
	return nil
}

// newSeed draws an unpredictable seed, short enough to be read aloud.
func newSeed() string { return rand.Text()[:10] }
