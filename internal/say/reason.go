package say

import (
	"strconv"

	"cairn.example/game"
	"cairn.example/internal/i18n"
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
	said := make([]string, 0, mostReasons)
	for _, m := range list[:min(len(list), mostReasons)] {
		said = append(said, m.in(c))
	}
	return c.List(said)
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
