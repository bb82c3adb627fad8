package draw

import (
	"strings"

	"cairn.example/game"
)

// Legend explains the letters and signs of a board in cells, those of marks
// where there are any, in lines no longer than the terminal is wide.
func Legend(b *Board, o Terminal) string {
	t := layOut(b, o)
	items := t.pieceItems()
	if b.Style.Kind == Discs {
		items = append(items, o.Words.say("legend.top"))
	} else {
		items = append(items, o.Words.say("legend.height"))
	}
	if b.Style.Binder != 0 {
		q := b.Style.Piece(b.Style.Binder)
		items = append(items, o.Words.say("legend.holds", "glyph", t.glyph(q.Glyph, q.Ascii), "color", o.Words.color(b.Style, b.Style.Binder)))
	}
	text := wrapped(items, t.o.Width)
	if marks := t.markItems(); len(marks) > 0 {
		text += wrapped(marks, t.o.Width)
	}
	return text
}

// pieceItems explains the letters of the pieces, and whose colors they are.
func (t *term) pieceItems() []string {
	w := t.o.Words
	var items []string
	for _, q := range t.b.Style.Pieces {
		args := []string{"letter", string(rune(q.Letter)), "color", w.color(t.b.Style, q.Letter)}
		if side, owned := t.b.Owners[q.Letter]; owned {
			items = append(items, w.say("legend.owned", append(args, "side", t.b.Sides[side])...))
			continue
		}
		items = append(items, w.say("legend.piece", args...))
	}
	return items
}

// markItems explains the signs of the marks that are drawn.
func (t *term) markItems() []string {
	var drawn [numMarks]bool
	for _, s := range t.b.Layout.Spots {
		for _, k := range t.marks(s) {
			drawn[k] = true
		}
	}
	// A way has dots where its spots are not next to each other.
	drawn[markRoute] = len(t.b.Marks.Routes) > 0
	var items []string
	for k, is := range drawn {
		if !is {
			continue
		}
		sign, right := t.sign(markKind(k))
		switch {
		case right != "":
			sign += " " + right
		case markKind(k) == markFrom && t.coords() == CoordsAll && !t.o.plain:
			sign = t.origins() // underlined names stand for the sign
		}
		items = append(items, t.o.Words.say("legend.mark", "sign", sign, "meaning", t.o.Words.say(markKeys[k])))
	}
	return items
}

// origins names the spots that the last move has left empty.
func (t *term) origins() string {
	var names []string
	for _, s := range t.b.Layout.Spots {
		if t.b.Marks.From&s.Bit() != 0 && len(t.b.Stacks[s]) == 0 {
			names = append(names, t.b.Layout.Names[s])
		}
	}
	return strings.Join(names, " ")
}

// wrapped joins items by commas in lines no longer than width, where an item is
// not.
func wrapped(items []string, width int) string {
	if width <= 0 {
		width = 80
	}
	var out strings.Builder
	line := ""
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if line != "" && len([]rune(line+" "+item)) > width {
			out.WriteString(line + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + item)
	}
	out.WriteString(line + "\n")
	return out.String()
}

// markKind is a mark as it shows in cells.
type markKind uint8

const (
	markSelected markKind = iota
	markHover
	markTarget
	markPoint
	markFrom
	markTo
	markRoute
	markRemoved
	markHinge
	markBlocked
	markWhy
	markFocus
	numMarks
)

// markKeys are the messages that explain the marks.
var markKeys = [numMarks]string{
	markSelected: "mark.selected", markHover: "legend.chosen", markTarget: "mark.target", markPoint: "mark.point",
	markFrom: "mark.from", markTo: "mark.to", markRoute: "legend.route", markRemoved: "legend.removed",
	markHinge: "mark.hinge", markBlocked: "mark.blocked", markWhy: "legend.why", markFocus: "legend.focus",
}

// sign returns what stands left and right of a marked spot; a mark of one sign
// has no right one.
func (t *term) sign(k markKind) (left, right string) {
	switch k {
	case markSelected:
		return "[", "]"
	case markHover:
		return t.glyph('»', '#'), t.glyph('«', '#')
	case markTarget:
		return t.glyph('›', '>'), t.glyph('‹', '<')
	case markPoint:
		return "(", ")"
	case markFrom:
		return t.glyph('○', 'o'), ""
	case markTo:
		return "=", "="
	case markRoute:
		return t.glyph('•', '*'), ""
	case markRemoved:
		return "~", "~"
	case markHinge:
		return t.glyph('⋈', '%'), ""
	case markBlocked:
		return t.glyph('▬', '_'), ""
	case markWhy:
		return t.glyph('▶', '!'), t.glyph('◀', '!')
	case markFocus:
		if t.o.ASCII || !t.color {
			return "{", "}"
		}
		return "▐", "▌"
	}
	return "", ""
}

// marks returns what marks show on a spot. Of those around a stack only the
// first one does.
func (t *term) marks(s game.Spot) []markKind {
	m, bit := t.b.seen(s), s.Bit()
	var list []markKind
	switch {
	case t.b.why(s) != nil:
		list = append(list, markWhy)
	case m.Selected&bit != 0:
		list = append(list, markSelected)
	case m.Hover&bit != 0:
		list = append(list, markHover)
	case m.Targets&bit != 0:
		list = append(list, markTarget)
	case m.Points&bit != 0:
		list = append(list, markPoint)
	case m.To&bit != 0:
		list = append(list, markTo)
	}
	if m.Hinges&bit != 0 {
		list = append(list, markHinge)
	} else if m.Blocked&bit != 0 {
		list = append(list, markBlocked)
	}
	if len(t.b.Stacks[s]) == 0 {
		if m.From&bit != 0 {
			list = append(list, markFrom)
		}
		if t.b.removed(s) != nil {
			list = append(list, markRemoved)
		}
	}
	if m.Focus&bit != 0 {
		list = append(list, markFocus)
	}
	return list
}
