package main

import (
	"errors"
	"slices"

	"github.com/alecthomas/kong"

	"cairn.example/internal/show/i18n"
)

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as play or store backup (default: list all commands)."`
}

// Run prints what --help would print.
func (c *helpCmd) Run(s *streams, ctx *kong.Context) error {
	node := ctx.Model.Node
	for n, word := range c.Command {
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word })
		if i < 0 {
			if len(node.Children) > 0 {
				// The parser knows which names are near.
				if _, err := ctx.Kong.Parse(c.Command[:n+1]); err != nil {
					return parseError(s.catalog, err)
				}
			}
			// An argument of the command would be one of its help, too.
			text := s.catalog.T("cli.usage.unexpected", i18n.Args{"argument": shown(word)})
			return usageError(errors.New(text), s.catalog.T("cli.usage.commands", i18n.Args{"command": "cairn --help"}))
		}
		node = node.Children[i]
	}
	if _, err := ctx.Kong.Parse(append(c.Command, "--help")); err != nil {
		return parseError(s.catalog, err)
	}
	return nil
}
