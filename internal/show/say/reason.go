package say

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
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

// Remark says that another move was better, what the one played cost, and why: "Blunder:
// b2-b1 is better, this costs 50% of the chance to win. b2-b1 wins by force." Reasons
// without a message, which a newer program may have written, are left out.
func Remark(c *i18n.Catalog, r record.Remark) string {
	text := c.T("ui.analysis.remark", i18n.Args{
		"mark": c.T("ui.analysis.glyph." + strconv.Itoa(int(r.Mark))), "move": r.Better, "loss": c.Percent(float64(r.Cost) / 100),
	})
	var list []Reason
	for _, why := range r.Reasons {
		if c.Has("reason." + why.Key) {
			list = append(list, Reason{Key: why.Key, Args: why.Args})
		}
	}
	if why := Reasons(c, list); why != "" {
		text += " " + r.Better + " " + why + "."
	}
	return text
}

// Comment says what a note has for people: its comment, and a remark in the language of
// the catalog.
func Comment(c *i18n.Catalog, n record.Note) string {
	r, worded, ok := n.Remark()
	if !ok {
		return n.Comment
	}
	if worded {
		n.Comment = ""
	}
	n.AddComment(Remark(c, r))
	return n.Comment
}
