package draw

import (
	"strings"

	"cairn.example/game"
)

// drawGhost draws what has left a spot: its letters between tildes, no ground.
func (t *term) drawGhost(s game.Spot, gone []game.Piece) {
	x, y := t.Center(s)
	text := ""
	if t.b.Style.Kind == Rings {
		text = strings.ToLower(t.ringText(gone, false))
	} else {
		for i := len(gone) - 1; i >= 0; i-- {
			text += letter(t.b.Style.Piece(gone[i]), false)
		}
	}
	text = "~" + text + "~"
	n := len([]rune(text))
	x -= n / 2
	t.boxes[s] = Rect{x, y, x + n, y + 1}
	if t.surface {
		t.Put(x, y, text, t.theme.Cue.mix(t.theme.Board, 0.7), 0, 0)
	} else {
		t.Put(x, y, text, t.theme.Cue, 0, Faint)
	}
	if t.b.Style.Kind == Rings || !t.color {
		return
	}
	for i := range gone {
		q := t.b.Style.Piece(gone[len(gone)-1-i])
		c := t.At(x+1+i, y)
		c.Attr = 0
		if t.surface {
			c.Bg = q.Face.mix(t.theme.Board, 0.46)
		}
	}
}

// drawMarks draws the state of a spot beside its box.
func (t *term) drawMarks(s game.Spot) {
	_, y := t.Center(s)
	box := t.boxes[s]
	pair := func(left, right string, fg, bg Color, whole bool) {
		y0, y1 := y, y+1
		if whole {
			y0, y1 = box.Y0, box.Y1
		}
		for row := y0; row < y1; row++ {
			l, r := " ", " "
			if row == y {
				l, r = left, right
			} else if !t.color {
				continue
			}
			t.Put(box.X0-1, row, l, fg, bg, Bold)
			t.Put(box.X1, row, r, fg, bg, Bold)
		}
	}
	look := t.theme
	amber := Color(0)
	ink := look.Amber
	if t.color {
		amber, ink = look.Amber, Outline
	}
	for _, k := range t.marks(s) {
		left, right := t.sign(k)
		switch k {
		case markWhy:
			t.drawWhy(s, box)
		case markSelected, markHover, markTarget:
			pair(left, right, ink, amber, true)
		case markPoint, markTo:
			pair(left, right, look.Cue, 0, false)
		case markHinge, markBlocked:
			t.Put(box.X1, y, left, look.Cue, 0, Bold)
		case markFrom:
			t.drawOrigin(s, left)
		case markFocus:
			t.drawFocus(box, y)
		}
	}
}

// drawOrigin draws where the last move came from; where the name of the spot
// stands, that is underlined.
func (t *term) drawOrigin(s game.Spot, sign string) {
	x, y := t.Center(s)
	box := t.boxes[s]
	switch named := box.X1-box.X0 > 1; {
	case !named:
		t.Put(x, y, sign, t.theme.Cue, 0, Bold)
	case t.o.plain:
		t.Put(box.X0-1, y, sign, 0, 0, 0)
	default:
		t.Put(x, y, sign, t.theme.Cue, 0, Bold)
		t.Put(box.X0, y, t.b.Layout.Names[s], t.theme.Cue, 0, Bold|Underline)
	}
}

// drawFocus draws the cursor outside the other marks where there is room, else
// in place of the left one.
func (t *term) drawFocus(box Rect, y int) {
	left, right := t.sign(markFocus)
	out := 1
	if t.wide {
		out = 2
	}
	if box.X0-out < 0 || box.X1+out > t.Width {
		out = 1
	}
	if !t.color && !t.o.plain {
		for x := box.X0; x < box.X1; x++ {
			t.At(x, y).Attr |= Reverse
		}
	}
	if t.color && !t.o.ASCII && t.b.Style.Kind == Rings && t.size.lines > 1 {
		// The halves of the cells above and below the coin complete the frame.
		for x := box.X0; x < box.X1; x++ {
			t.At(x, box.Y0).Bg, t.At(x, box.Y1-1).Bg = t.theme.Cursor, t.theme.Cursor
		}
	}
	for row := box.Y0; row < box.Y1; row++ {
		if row != y && !t.color {
			continue
		}
		t.Put(box.X0-out, row, left, t.theme.Cursor, 0, Bold)
		// Without room for both, the mark at the right stays.
		if x := box.X1 + out - 1; out == 2 || t.At(x, row).Attr == 0 {
			t.Put(x, row, right, t.theme.Cursor, 0, Bold)
		}
	}
}

// drawWhy points at the layers of a refusal; where layers share a line, at the
// stack.
func (t *term) drawWhy(s game.Spot, box Rect) {
	_, y := t.Center(s)
	rows := []int{y}
	if why := t.b.why(s); t.Size >= Large && t.b.Style.Kind == Discs {
		rows = rows[:0]
		for _, i := range why.Layers {
			rows = append(rows, y-i)
		}
		if len(rows) == 0 {
			rows = []int{box.Y0}
		}
	}
	for _, row := range rows {
		left, right := t.sign(markWhy)
		t.Put(box.X0-1, row, left, t.theme.Bad, 0, Bold)
		t.Put(box.X1, row, right, t.theme.Bad, 0, Bold)
	}
}
