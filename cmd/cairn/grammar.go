package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"cairn.example/games"
	"cairn.example/players"
	"cairn.example/record/formats"
)

// grammar is the command line as data, for what is made from it: completions and
// the manual page.
type grammar struct {
	help     string     // what the program is, in paragraphs
	flags    []flagInfo // those of every command
	commands []commandInfo
}

// commandInfo is one subcommand. One that has steps does nothing without one of them.
type commandInfo struct {
	name, help, detail string     // the name of a step begins with that of its command
	flags              []flagInfo // its own; those of a step include its command's
	args               []argInfo
	steps              []commandInfo
}

// step returns the last word of the name.
func (c commandInfo) step() string { return c.name[strings.LastIndexByte(c.name, ' ')+1:] }

// flagInfo is one flag.
type flagInfo struct {
	long     string
	short    rune   // 0 for none
	help     string // with its default
	value    string // what stands for the value, "" for a switch
	required bool
	choices
}

// argInfo is one argument by position.
type argInfo struct {
	name, help         string
	optional, repeated bool
	choices
}

// choices are the values that can be completed.
type choices struct {
	values []string
	files  bool
}

// newGrammar reads the command line off its parser.
func newGrammar(app *kong.Application) grammar {
	g := grammar{help: app.Help, flags: flagInfos(app.Flags)}
	for _, n := range app.Children {
		if n.Hidden {
			continue
		}
		c := newCommandInfo(n, n.Name, nil)
		for _, step := range n.Children {
			c.steps = append(c.steps, newCommandInfo(step, n.Name+" "+step.Name, c.flags))
		}
		g.commands = append(g.commands, c)
	}
	for i := range g.commands {
		for j := range g.commands[i].args {
			if a := &g.commands[i].args[j]; a.name == "command" {
				for _, c := range g.all() {
					if word := c.step(); !slices.Contains(a.values, word) {
						a.values = append(a.values, word)
					}
				}
			}
		}
	}
	return g
}

// newCommandInfo reads one command, or a step of one that has such flags.
func newCommandInfo(n *kong.Node, name string, flags []flagInfo) commandInfo {
	c := commandInfo{name: name, help: n.Help, detail: n.Detail, flags: append(slices.Clone(flags), flagInfos(n.Flags)...)}
	for _, p := range n.Positional {
		c.args = append(c.args, argInfo{
			name: p.Name, help: helpWithDefault(p), optional: !p.Required, repeated: p.IsCumulative(), choices: argChoices(p),
		})
	}
	return c
}

// all returns the commands, each followed by its steps.
func (g grammar) all() []commandInfo {
	var list []commandInfo
	for _, c := range g.commands {
		list = append(append(list, c), c.steps...)
	}
	return list
}

// steps returns the last words of some names.
func steps(list []commandInfo) []string {
	var words []string
	for _, c := range list {
		words = append(words, c.step())
	}
	return words
}

func flagInfos(flags []*kong.Flag) []flagInfo {
	var list []flagInfo
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		i := flagInfo{long: f.Name, short: f.Short, help: helpWithDefault(f.Value), required: f.Required}
		if !f.IsBool() {
			i.value, i.choices = f.FormatPlaceHolder(), flagChoices(f)
		}
		list = append(list, i)
	}
	return list
}

// flagChoices returns what can be completed as the value of a flag.
func flagChoices(f *kong.Flag) choices {
	switch {
	case f.Enum != "":
		return choices{values: strings.Split(strings.TrimPrefix(f.Enum, ","), ",")} // an empty choice is that of leaving it out
	case f.PlaceHolder == "FILE":
		return choices{files: true}
	}
	switch f.Name {
	case "lang":
		return choices{values: languages()}
	case "game":
		return choices{values: games.IDs()}
	case "from", "to":
		return choices{values: formats.Names()}
	case "player":
		return choices{values: players.Names()}
	case "vs":
		return choices{values: append([]string{"human"}, players.Names()...)}
	case "openings":
		return choices{values: []string{"start", "full"}, files: true}
	}
	return choices{}
}

// argChoices returns what can be completed as an argument.
func argChoices(v *kong.Value) choices {
	if v.Enum != "" {
		return choices{values: strings.Split(v.Enum, ",")}
	}
	switch v.Name {
	case "game":
		return choices{values: games.IDs()}
	case "in", "file":
		return choices{files: true}
	case "a", "b":
		return choices{values: players.Names()}
	}
	return choices{}
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

// namePlaceHolders gives flags whose values are listed a name for the value, in
// place of the default that the parser would show there.
func namePlaceHolders(app *kong.Application) {
	name := func(n *kong.Node) {
		for _, f := range n.Flags {
			if f.PlaceHolder == "" && f.HasDefault && !f.IsBool() {
				f.PlaceHolder = strings.ToUpper(f.Name)
			}
		}
	}
	name(app.Node)
	for _, n := range app.Children {
		name(n)
		for _, step := range n.Children {
			name(step)
		}
	}
}
