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
// with it, in a sentence each: "It completes a stack of 5 on e4. It also claims red." Where
// move is not "", the first begins with it. It is "" where the list is empty.
func Reasons(c *i18n.Catalog, list []Reason, move string) string {
	var said []string
	for i, m := range list[:min(len(list), mostReasons)] {
		args := i18n.Args{"reason": m.In(c)}
		switch {
		case i > 0:
			said = append(said, c.T("ui.hint.also", args))
		case move != "":
			said = append(said, move+" "+m.In(c)+".")
		default:
			said = append(said, c.T("ui.hint.reason", args))
		}
	}
	return strings.Join(said, " ")
}

// In says a reason in the language of the catalog, in English where that has no
// message for it, as the end of a sentence.
func (m Reason) In(c *i18n.Catalog) string {
	key := "reason." + m.Key
	if !c.Has(key) {
		return game.Expand(m.Text, m.Args)
	}
	args := i18n.Args{}
	for name, value := range m.Args {
		args[name] = value
		n, err := strconv.Atoi(value)
		switch {
		case err != nil:
		case name == "loss":
			args[name] = c.Percent(float64(n) / 100)
		default:
			args[name] = n // so that the message can choose its plural
		}
	}
	return c.T(key, args)
}

// mostExpected is how many moves of a line are said.
const mostExpected = 2

// Hint suggests a move of g: with why, as [Reasons] says it, or, where that is "",
// with what is expected after it, if anything is. The expected moves begin with the move
// itself and may be none. ifNot is what is expected if nothing is done, the opponent's move
// first; it may be none.
func Hint(c *i18n.Catalog, g game.Game, move game.Move, why string, expected, ifNot []game.Move) string {
	text := c.T("cli.hint.plain", i18n.Args{"move": g.MoveText(move)}) + " "
	switch {
	case why != "" && len(ifNot) > 0:
		return text + why + " " + c.T("ui.hint.ifnot") + " " + line(g, ifNot)
	case why != "":
		return text + why
	case len(expected) < 2 || expected[0] != move:
		return text + c.T("ui.hint.best")
	}
	return text + c.T("ui.hint.line", i18n.Args{"moves": line(g, expected[1:])})
}

// line says the beginning of a line.
func line(g game.Game, moves []game.Move) string {
	var texts []string
	for _, m := range moves[:min(len(moves), mostExpected)] {
		texts = append(texts, g.MoveText(m))
	}
	return strings.Join(texts, ", ")
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
	if why := Reasons(c, list, r.Better); why != "" {
		text += " " + why
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
