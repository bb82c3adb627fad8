package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"cairn.example/internal/show/i18n"
)

// help prints the help of a command, which is in English: in another language that is said
// at its head.
func (s *streams) help(o kong.HelpOptions, ctx *kong.Context) error {
	if s.catalog.Lang() != i18n.Fallback {
		fmt.Fprintln(s.out, s.catalog.T("cli.help.english"))
		fmt.Fprintln(s.out)
	}
	for n := ctx.Selected(); n != nil; n = n.Parent {
		n.Group = nil // only the list of all commands is in groups
	}
	return kong.DefaultHelpPrinter(o, ctx)
}

// complete adds to a command and those below it what the parser does not show by itself:
// the example of its tag, and a name for the value of a flag in place of its default.
func complete(n *kong.Node) {
	if n.Tag != nil && n.Tag.Get("example") != "" {
		n.Detail = strings.TrimSpace(n.Detail + "\n\nTry\n\n  " + n.Tag.Get("example"))
	}
	for _, f := range n.Flags {
		if f.PlaceHolder == "" && f.HasDefault && !f.IsBool() {
			f.PlaceHolder = strings.ToUpper(f.Name)
		}
	}
	for _, step := range n.Children {
		complete(step)
	}
}

// helpWithDefault is the help of a flag or an argument, with the environment
// variable and the default it has.
func helpWithDefault(v *kong.Value) string {
	text := kong.DefaultHelpValueFormatter(v)
	if !v.HasDefault || v.Default == "" || v.IsBool() {
		return text
	}
	body, dot := strings.CutSuffix(text, ".")
	body += " (default " + v.Default + ")"
	if dot {
		body += "."
	}
	return body
}

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
