package main

import "github.com/alecthomas/kong"

type helpCmd struct {
	Command string `arg:"" optional:"" help:"The command; all commands are listed without it."`
}

// Run prints what --help would print.
func (c *helpCmd) Run(s *streams, ctx *kong.Context) error {
	args := []string{"--help"}
	if c.Command != "" {
		args = []string{c.Command, "--help"}
	}
	_, err := ctx.Kong.Parse(args)
	if err != nil {
		return parseError(s.catalog, err)
	}
	return nil
}
