package main

import "github.com/alecthomas/kong"

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command; all commands are listed without it."`
}

// Run prints what --help would print.
func (c *helpCmd) Run(s *streams, ctx *kong.Context) error {
	_, err := ctx.Kong.Parse(append(c.Command, "--help"))
	if err != nil {
		return parseError(s.catalog, err)
	}
	return nil
}
