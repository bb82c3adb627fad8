package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// gameArg is the first argument of most commands.
type gameArg struct {
	Game string `arg:"" help:"The game: lyngk, lyngk-captured, lyngk6 or dvonn."`
}

func (a gameArg) lookup() (game.Game, error) {
	g, err := games.Lookup(strings.ToLower(a.Game))
	if err != nil {
		return nil, usageError(err, "")
	}
	return g, nil
}

// positionArg is a game and a position of it.
type positionArg struct {
	gameArg
	Pos string `arg:"" help:"The position: its text, - for standard input, start:SEED, or full:SEED (DVONN)."`
}

// longestPosition bounds what is read from standard input: a position is far
// shorter, so more is a mistake, such as a whole file of games.
const longestPosition = 64 << 10

func (a positionArg) read(s *streams) (game.Game, game.Position, error) {
	g, err := a.lookup()
	if err != nil {
		return nil, nil, err
	}
	p, err := readPosition(s.catalog, g, a.Pos, s.in)
	return g, p, err
}

func readPosition(c *i18n.Catalog, g game.Game, text string, in io.Reader) (game.Position, error) {
	if seed, ok := strings.CutPrefix(text, "start:"); ok {
		return g.Start(seed), nil
	}
	if seed, ok := strings.CutPrefix(text, "full:"); ok {
		return startOf(c, g, seed, true)
	}
	if text == "-" {
		b, err := io.ReadAll(io.LimitReader(in, longestPosition+1))
		if err != nil {
			return nil, usageError(unreadable(c, c.T("file.stdin"), err), "")
		}
		if len(b) > longestPosition {
			return nil, usageError(errors.New(c.T("cli.position.long")), c.T("cli.position.one"))
		}
		// Some editors put a byte order mark in front.
		text = strings.TrimPrefix(string(b), "\ufeff")
	}
	// What is copied from somewhere often has a space at an end.
	text = strings.TrimSpace(text)
	p, err := g.Parse(text)
	if err != nil {
		return nil, usageError(errors.New(pointAt(c, text, err)), c.T("cli.position.setup", i18n.Args{"command": "cairn setup " + g.ID()}))
	}
	return p, nil
}

// seedOf returns the seed of a position that is given by one, "" for any other.
func seedOf(text string) string {
	kind, seed, _ := strings.Cut(text, ":")
	if kind == "start" || kind == "full" {
		return seed
	}
	return ""
}

// startOf is [game.StartOf] with an error that says what is possible.
func startOf(c *i18n.Catalog, g game.Game, seed string, full bool) (game.Position, error) {
	p, ok := game.StartOf(g, seed, full)
	if !ok {
		return nil, usageError(errors.New(c.T("cli.position.not_full", i18n.Args{"game": c.T("game." + g.ID())})), c.T("cli.position.seed", i18n.Args{"seed": "start:SEED"}))
	}
	return p, nil
}

// shown is a text of the command line as messages repeat it.
func shown(text string) string {
	if text == "" {
		return `""`
	}
	return game.Shown(text)
}

// pointAt writes an error about a text with a caret under the place, where the
// error knows it.
func pointAt(c *i18n.Catalog, text string, err error) string {
	var e *game.Error
	if !errors.As(err, &e) || text == "" || e.Offset < 0 || e.Offset > len(text) {
		return say.Error(c, err)
	}
	return caret(c, say.Error(c, err), text, e.Offset)
}

// caret writes what is said about a text with a caret under the place at an offset.
func caret(c *i18n.Catalog, said, text string, offset int) string {
	from := max(0, offset-50)
	to := min(len(text), from+70)
	before, after := game.Printable(text[from:offset]), game.Printable(text[offset:max(to, offset)])
	column := utf8.RuneCountInString(before)
	character := utf8.RuneCountInString(text[:offset]) + 1
	return fmt.Sprintf("%s\n  %s\n  %s^ %s", said, before+after, strings.Repeat(" ", column), c.T("cli.position.character", i18n.Args{"n": character}))
}
