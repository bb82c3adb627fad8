package draw

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
)

// Words turns a message key and its arguments into a sentence. A nil Words is
// English.
type Words func(key string, args map[string]string) string

// english has the text of every key this package asks [Words] for, with {name} for each
// argument. Pieces are "color." and their name.
var english = map[string]string{
	"color.ivory": "ivory",
	"color.blue":  "blue",
	"color.red":   "red",
	"color.green": "green",
	"color.black": "black",
	"color.joker": "joker",
	"color.white": "white",
	"color.dvonn": "DVONN",

	"stack.single": "{color}",                      // a stack of one piece
	"stack.many":   "stack of {n}, {color} on top", // any higher one
	"stack.run":    "{n} {color}",                  // equal pieces in a row
	"stack.below":  "below: {pieces}",              // what lies under the top piece, downwards
	"stack.holds":  "holds a {color} piece",        // of the piece that matters wherever it lies
	"stack.owner":  "of player {side}",             // whose color the top is
	"stack.free":   "neutral",                      // a top nobody has claimed
	"stack.full":   "full",                         // nothing can land on it
	"stack.comma":  ", ",
	"stack.semi":   "; ",
	"stack.at":     "{spot}: {stack}",
	"stack.empty":  "empty",
	"board.empty":  "no pieces on the board",

	"mark.selected": "selected",
	"mark.target":   "target",
	"mark.point":    "go on from here",
	"mark.from":     "last move from here",
	"mark.to":       "last move to here",
	"mark.removed":  "removed: {stack}",
	"mark.hinge":    "hinge",
	"mark.blocked":  "blocked",

	"legend.top":     "top piece first, in capitals",
	"legend.height":  "a number is the height",
	"legend.holds":   "{glyph} holds a {color} piece",
	"legend.piece":   "{letter} {color}",
	"legend.owned":   "{letter} {color} (player {side})", // a claimed color
	"legend.chosen":  "chosen target",
	"legend.mark":    "{sign} {meaning}",
	"legend.route":   "its way", // of the last move, or of one that is planned
	"legend.removed": "removed",
	"legend.why":     "the reason why not",
	"legend.focus":   "cursor",
}

func (w Words) say(key string, args ...string) string {
	m := map[string]string{}
	for i := 0; i+1 < len(args); i += 2 {
		m[args[i]] = args[i+1]
	}
	if w != nil {
		return w(key, m)
	}
	return game.Expand(english[key], m)
}

func (w Words) color(s *Style, p game.Piece) string {
	if name := s.Piece(p).Name; english["color."+name] != "" {
		return w.say("color." + name)
	}
	return string(rune(p))
}

// StackWords describes pieces in words, as a screen reader should say them:
// "stack of 3, black on top; below: red, joker". Equal pieces in a row are
// counted: "2 white".
func (b *Board) StackWords(stack []game.Piece, w Words) string {
	n := len(stack)
	if n == 0 {
		return w.say("stack.empty")
	}
	top := stack[n-1]
	if n == 1 {
		return w.say("stack.single", "color", w.color(b.Style, top))
	}
	text := w.say("stack.many", "n", strconv.Itoa(n), "color", w.color(b.Style, top))
	if b.Style.holdsBinder(stack) {
		text += w.say("stack.comma") + w.say("stack.holds", "color", w.color(b.Style, b.Style.Binder))
	}
	var below []string
	for i := n - 2; i >= 0; {
		run := 1
		for i-run >= 0 && stack[i-run] == stack[i] {
			run++
		}
		name := w.color(b.Style, stack[i])
		if run > 1 {
			name = w.say("stack.run", "n", strconv.Itoa(run), "color", name)
		}
		below = append(below, name)
		i -= run
	}
	return text + w.say("stack.semi") + w.say("stack.below", "pieces", strings.Join(below, w.say("stack.comma")))
}

// SpotWords describes a spot in words, without its name: the stack, whose it is,
// and its marks.
func (b *Board) SpotWords(s game.Spot, w Words) string {
	stack := b.Stacks[s]
	parts := []string{b.StackWords(stack, w)}
	if top := b.Top(s); slices.Contains(b.claimable, top) {
		if side, ok := b.Owners[top]; ok {
			parts = append(parts, w.say("stack.owner", "side", b.Sides[side]))
		} else {
			parts = append(parts, w.say("stack.free"))
		}
	}
	if b.Style.Height > 0 && len(stack) >= b.Style.Height {
		parts = append(parts, w.say("stack.full"))
	}
	m := b.seen(s)
	for _, mark := range []struct {
		set uint64
		key string
	}{
		{m.Selected, "mark.selected"},
		{m.Targets | m.Hover, "mark.target"},
		{m.Points, "mark.point"},
		{m.From, "mark.from"},
		{m.To, "mark.to"},
		{m.Hinges, "mark.hinge"},
		{m.Blocked, "mark.blocked"},
	} {
		if mark.set&s.Bit() != 0 {
			parts = append(parts, w.say(mark.key))
		}
	}
	if gone := b.removed(s); gone != nil {
		parts = append(parts, w.say("mark.removed", "stack", b.StackWords(gone, w)))
	}
	return strings.Join(parts, w.say("stack.semi"))
}

// Listing describes the board in lines of text, one for each spot that holds
// something or is marked, in the order of the text forms:
//
//	e4: stack of 3, black on top; below: red, joker; neutral
func (b *Board) Listing(w Words) string {
	m := &b.Marks
	marked := m.Selected | m.Targets | m.Hover | m.From | m.To
	var lines []string
	for _, s := range b.Layout.Spots {
		if len(b.Stacks[s]) > 0 || marked&s.Bit() != 0 || b.removed(s) != nil {
			lines = append(lines, w.say("stack.at", "spot", b.Layout.Names[s], "stack", b.SpotWords(s, w)))
		}
	}
	if len(lines) == 0 {
		lines = append(lines, w.say("board.empty"))
	}
	return strings.Join(lines, "\n") + "\n"
}
