package say

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// Reason is what speaks for a move, as data: the end of the key of its message,
// the arguments of that, and the English sentence with {name} for each of them.
type Reason struct {
	Key  string
	Args map[string]string
	Text string
}

// mostReasons is how many are said of a move: more is no short reason.
const mostReasons = 2

// Reasons says what speaks for a move, the weightiest two of a list that begins
// with it, as the end of a sentence: "completes a stack of 5 on e4 and claims red
// before the opponent can". It is "" where the list is empty.
func Reasons(c *i18n.Catalog, list []Reason) string {
	parts := make([]string, 0, mostReasons)
	for _, m := range list[:min(len(list), mostReasons)] {
		parts = append(parts, m.in(c))
	}
	return c.List("list.and", parts)
}

// in says a reason in the language of the catalog, in English where that has no
// message for it.
func (m Reason) in(c *i18n.Catalog) string {
	key := "reason." + m.Key
	if !c.Has(key) {
		return game.Expand(m.Text, m.Args)
	}
	args := i18n.Args{}
	for name, value := range m.Args {
		args[name] = value
		if n, err := strconv.Atoi(value); err == nil {
			args[name] = n // so that the message can choose its plural
		}
	}
	return c.T(key, args)
}

// mostExpected is how many moves after the one that is suggested are said.
const mostExpected = 2

// Hint suggests a move of g: with why, as [Reasons] says it, or, where that is "",
// with what is expected after it, if anything is. The expected moves begin with the move
// itself and may be none.
func Hint(c *i18n.Catalog, g game.Game, move game.Move, why string, expected []game.Move) string {
	args := i18n.Args{"move": g.MoveText(move), "reason": why}
	if why != "" {
		return c.T("cli.hint", args)
	}
	text := c.T("cli.hint.plain", args)
	if len(expected) < 2 || expected[0] != move {
		return text + " " + c.T("ui.hint.best")
	}
	var after []string
	for _, m := range expected[1:min(len(expected), 1+mostExpected)] {
		after = append(after, g.MoveText(m))
	}
	return text + " " + c.T("ui.hint.line", i18n.Args{"moves": strings.Join(after, ", ")})
}
