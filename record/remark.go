//go:build !norecords

package record

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// remarkCommand is the command that holds a [Remark].
const remarkCommand = "remark"

// Remark is what a judge says about a move that gave something away, in no language, so
// that each reader can word it in theirs.
type Remark struct {
	// Mark is the number of the move's glyph: 6, 2 or 4, from an inaccuracy to a blunder.
	Mark uint8

	// Better is the text of a better move.
	Better string

	// Cost is how much of the chance to win the move cost, in percent.
	Cost int

	// Reasons speak for the better move, the weightiest first.
	Reasons []Reason
}

// Reason is the key of a reason, such as "lyngk.completes", and its arguments. None of
// the texts has a space, and names have no "=".
type Reason struct {
	Key  string
	Args map[string]string
}

// Remark returns the first remark of the note that can be read. It is worded where the
// comment is that remark in words, put there by the judge. A remark whose words somebody
// has changed since then is none: the comment is theirs.
func (n Note) Remark() (r Remark, worded, ok bool) {
	for _, c := range n.Commands {
		if c.Name != remarkCommand {
			continue
		}
		r, length, ok := parseRemark(c.Arg)
		if ok && (length == 0 || length == utf8.RuneCountInString(n.Comment)) {
			return r, length > 0, true
		}
	}
	return Remark{}, false, false
}

// AddRemark adds a remark. Its words, which programs show that do not know the command,
// become the comment unless there is another one.
func (n *Note) AddRemark(r Remark, words string) {
	length := 0
	if n.Comment == "" {
		n.AddComment(words)
		length = utf8.RuneCountInString(n.Comment)
	}
	parts := []string{glyphs[r.Mark], r.Better, strconv.Itoa(r.Cost), strconv.Itoa(length)}
	for _, why := range r.Reasons {
		parts = append(parts, why.Key)
		for _, name := range slices.Sorted(maps.Keys(why.Args)) {
			parts = append(parts, name+"="+why.Args[name])
		}
	}
	n.AddCommand(remarkCommand, strings.Join(parts, " "))
}

// DropRemark takes all remarks away, with the comment where that is one in words.
func (n *Note) DropRemark() {
	if _, worded, _ := n.Remark(); worded {
		n.Comment = ""
	}
	n.Commands = slices.DeleteFunc(n.Commands, func(c Command) bool { return c.Name == remarkCommand })
}

// parseRemark reads the argument of a remark's command, and how many characters its words
// have in the comment; false for any other text.
func parseRemark(arg string) (r Remark, length int, ok bool) {
	parts := strings.Split(arg, " ")
	if len(parts) < 4 {
		return r, 0, false
	}
	mark := slices.Index(glyphs, parts[0])
	cost, ok1 := parseNumber(parts[2], 100)
	length, ok2 := parseNumber(parts[3], 9_999_999)
	if mark != 2 && mark != 4 && mark != 6 || !ok1 || !ok2 {
		return r, 0, false
	}
	r = Remark{Mark: uint8(mark), Better: parts[1], Cost: cost}
	for _, part := range parts[4:] {
		name, value, isArg := strings.Cut(part, "=")
		last := len(r.Reasons) - 1
		if !isArg || last < 0 {
			r.Reasons = append(r.Reasons, Reason{Key: name, Args: map[string]string{}})
		} else {
			r.Reasons[last].Args[name] = value
		}
	}
	return r, length, true
}
