package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"strings"
	"syscall"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/store"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/internal/show/say"
	"cairn.example/match"
	"cairn.example/nn"
	"cairn.example/players"
	"cairn.example/record"
	"cairn.example/record/formats"
	"cairn.example/ugi"
)

// said returns errorText for a catalog.
func said(c *i18n.Catalog) func(error) string {
	return func(err error) string { return errorText(c, err) }
}

// errorText returns the message of an error in the language of the catalog. An
// error without a message there says it in English.
func errorText(c *i18n.Catalog, err error) string {
	known := func(key, name, value string, all []string) string {
		return suggest(c, c.T(key, i18n.Args{name: game.Shown(value), "known": strings.Join(all, ", ")}), value, all)
	}
	if errors.Is(err, errNoHome) {
		return c.T("cli.no_home", i18n.Args{"name": homeVariable()})
	}
	switch e := err.(type) {
	case *games.UnknownError:
		if e.ID == "" {
			return c.T("cli.unknown.no_game", i18n.Args{"known": strings.Join(games.IDs(), ", ")})
		}
		return known("cli.unknown.game", "game", e.ID, games.IDs())
	case *players.UnknownError:
		return known("cli.unknown.player", "name", e.Name, players.Names())
	case *engine.TechniqueError:
		return known("cli.unknown.technique", "name", e.Name, engine.TechniqueNames())
	case *players.NetError:
		text := c.T("cli.net.unusable", i18n.Args{"file": game.Shown(e.File)})
		if key := netTrouble(e.Err); key != "" {
			return because(c, text, e.Err)
		}
		return because(c, text, errors.New(because(c, c.T("cli.net.other_game", i18n.Args{"game": c.T("game." + e.Game.ID())}), e.Err)))
	case *players.EvaluatorError:
		return c.T("cli.unknown.evaluator", i18n.Args{
			"name": game.Shown(e.Name), "game": c.T("game." + e.Game.ID()), "known": strings.Join(players.Evaluators(e.Game), ", "),
		})
	case *store.UnknownError:
		if e.Scheme == "" {
			return c.T("cli.unknown.database_pairs", i18n.Args{"example": store.ExampleAddress})
		}
		return known("cli.unknown.database", "name", e.Scheme, store.Schemes())
	case *game.Error:
		args := e.Args
		if e.Code == match.Differs {
			args = maps.Clone(args)
			args["what"] = c.T(match.Label(args["what"]))
		}
		return because(c, c.Rule(e.Code, e.Clause, args, game.Expand(e.Text, args)), e.Err)
	case *ugi.Fault:
		return report.Reason(c, match.Reason(e.Kind)) + " (" + e.Detail + ")" // the detail is for the program's author
	case *formats.UnknownError:
		return known("cli.unknown.format", "format", e.Name, formats.Names())
	case *fs.PathError:
		if e.Op == "write" || e.Op == "mkdir" || errors.Is(err, syscall.EROFS) {
			return say.Unwritable(c, e.Path, err)
		}
		return say.Unreadable(c, e.Path, err)
	case interface{ Unwrap() []error }:
		var texts []string
		for _, err := range e.Unwrap() {
			texts = append(texts, errorText(c, err))
		}
		return strings.Join(texts, "; ")
	case interrupted:
		return c.T("cli.error.interrupted")
	}
	if key := netTrouble(err); key != "" {
		return c.T(key)
	}
	return say.Error(c, err)
}

// netTrouble returns the key of what is wrong with the file of a net, "" for any other error.
func netTrouble(err error) string {
	switch {
	case errors.Is(err, nn.ErrNoNet):
		return "cli.net.none"
	case errors.Is(err, nn.ErrVersion):
		return "cli.net.version"
	case errors.Is(err, nn.ErrTruncate):
		return "cli.net.length"
	case errors.Is(err, nn.ErrDamaged):
		return "cli.net.damaged"
	}
	return ""
}

// because adds to the text of an error what is behind it, if anything is.
func because(c *i18n.Catalog, text string, err error) string {
	if err == nil {
		return text
	}
	return c.Labeled(text, errorText(c, err))
}

// unreadable is the error of a file that cannot be read, in the language of the
// catalog; an interruption stays one.
func unreadable(c *i18n.Catalog, name string, err error) error {
	if errors.As(err, new(interrupted)) {
		return err
	}
	return errors.New(say.Unreadable(c, name, err))
}

// unwritable is the error of a file that cannot be written.
func unwritable(c *i18n.Catalog, name string, err error) error {
	return errors.New(say.Unwritable(c, name, err))
}

// complain prints what is wrong with one game of a file; the others are still
// read.
func complain(w io.Writer, c *i18n.Catalog, err error) {
	fmt.Fprintln(w, "cairn:", say.Error(c, err))
}

// warn prints what could not be kept or looks wrong, a line for each kind.
func warn(w io.Writer, c *i18n.Catalog, warnings []record.CountedWarning) {
	for _, text := range say.Counted(c, warnings) {
		fmt.Fprintln(w, c.T("cli.warning", i18n.Args{"text": text}))
	}
}
