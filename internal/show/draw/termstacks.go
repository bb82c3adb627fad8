package draw

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
)

// drawStack draws what stands on a spot, or the outline of what stood there.
func (t *term) drawStack(s game.Spot) {
	stack := t.b.Stacks[s]
	if len(stack) == 0 {
		if gone := t.b.removed(s); gone != nil {
			t.drawGhost(s, gone)
		}
		return
	}
	if t.b.Style.Kind == Rings {
		t.drawRing(s, stack)
		return
	}
	switch t.Size {
	case Large, Huge:
		t.drawLayers(s, stack)
	case Medium:
		t.drawTwoLines(s, stack)
	default:
		t.drawOneLine(s, stack)
	}
}

// run draws text on a piece's color; without color the text alone.
func (t *term) run(x, y int, text string, q *PieceStyle, bg Color, attr Attr) {
	if !t.color {
		t.Put(x, y, text, 0, 0, 0)
		return
	}
	t.Put(x, y, text, q.Mark, bg, attr)
}

// letter returns a piece's letter, upper case on top and lower case below.
func letter(q *PieceStyle, top bool) string {
	s := string(rune(q.Letter))
	if top {
		return s
	}
	return strings.ToLower(s)
}

// rim returns a band's two end cells: a light edge for pieces whose color is
// close to the board's, else blanks.
func (t *term) rim(q *PieceStyle) (left, right string) {
	if q.Sign == Rim && t.color && !t.o.ASCII {
		return "▏", "▕"
	}
	return " ", " "
}

// drawOneLine draws a stack as its letters in a row, top first: the top piece in
// capitals and, where there is room, wider.
func (t *term) drawOneLine(s game.Spot, stack []game.Piece) {
	x, y := t.Center(s)
	n := len(stack)
	width := n
	padded := t.padded()
	if padded {
		width += 2
	}
	x -= width / 2
	if !padded && n%2 == 0 && n < t.boxWidth() {
		x++ // keep the top nearer the spot
	}
	t.boxes[s] = Rect{x, y, x + width, y + 1}
	if !t.color && !t.o.plain { // letters stand free of the board's lines
		t.Put(x-1, y, " ", 0, 0, 0)
		t.Put(x+width, y, " ", 0, 0, 0)
	}
	for i := n - 1; i >= 0; i-- {
		q := t.b.Style.Piece(stack[i])
		text := letter(q, i == n-1)
		if i < n-1 {
			t.run(x, y, text, q, q.Face, 0)
			x++
			continue
		}
		if padded {
			left, right := t.rim(q)
			text = left + text + right
		}
		t.run(x, y, text, q, q.Face, Bold)
		x += len([]rune(text))
	}
}

// drawTwoLines draws the top piece as a band, and the letters of those below it
// on a second line, top first.
func (t *term) drawTwoLines(s game.Spot, stack []game.Piece) {
	x, y := t.Center(s)
	n, w := len(stack), t.size.width
	x -= w / 2
	top := y
	if n > 1 {
		top--
	}
	t.boxes[s] = Rect{x, top, x + w, y + 1}
	q := t.b.Style.Piece(stack[n-1])
	left, right := t.rim(q)
	if !t.color {
		left, right = "(", ")"
	}
	t.run(x, top, center(left, letter(q, true), right, w), q, q.Face, Bold)
	if n == 1 {
		return
	}
	if !t.color {
		var below strings.Builder
		for i := n - 2; i >= 0; i-- {
			below.WriteString(letter(t.b.Style.Piece(stack[i]), false))
		}
		text := below.String()
		t.Put(x, y, strings.Repeat(" ", w), 0, 0, 0)
		t.Put(x+(w-len(text))/2, y, text, 0, 0, 0)
		return
	}
	// The pieces below share the width, those nearer the top first.
	for k := range n - 1 {
		q := t.b.Style.Piece(stack[n-2-k])
		from, to := k*w/(n-1), (k+1)*w/(n-1)
		t.run(x+from, y, center("", letter(q, false), "", to-from), q, q.Face, 0)
	}
}

// drawLayers draws a stack as it stands: a line for each layer.
func (t *term) drawLayers(s game.Spot, stack []game.Piece) {
	cx, cy := t.Center(s)
	n, w := len(stack), t.size.width
	x := cx - w/2
	t.boxes[s] = Rect{x, cy - n + 1, x + w, cy + 1}
	why := t.b.why(s)
	for i, p := range stack {
		q := t.b.Style.Piece(p)
		top := i == n-1
		attr := Attr(0)
		if top {
			attr = Bold
		}
		left, right := t.rim(q)
		glyph := t.glyph(q.Glyph, q.Ascii)
		body := glyph + " " + letter(q, top) + " " + glyph
		if !t.color {
			left, right = "|", "|"
			if top {
				left, right = "(", ")"
			}
		}
		t.run(x, cy-i, center(left, body, right, w), q, q.Face, attr)
		if why != nil && len(why.Layers) > 0 && !slices.Contains(why.Layers, i) {
			for k := range w {
				c := t.At(x+k, cy-i)
				c.Bg, c.Fg = dim(c.Bg, t.theme.Board), dim(c.Fg, t.theme.Board)
			}
		}
	}
	// The face, seen from above, where nothing stands behind it.
	if q := t.b.Style.Piece(stack[n-1]); t.color && !t.o.ASCII {
		for k := range w {
			if c := t.At(x+k, cy-n); t.free(x+k, cy-n) {
				c.Rune, c.Fg, c.Attr = '▄', t.lit(q), 0
			}
		}
	}
}

func dim(c, board Color) Color {
	if c.None() {
		return c
	}
	return board.mix(c, 0.66)
}

// free reports whether no stack is drawn on a cell.
func (t *term) free(x, y int) bool {
	for _, s := range t.b.Layout.Spots {
		b := t.boxes[s]
		if len(t.b.Stacks[s]) > 0 && x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 {
			return false
		}
	}
	return true
}

// lit is the color of a piece's lit upper edge.
func (t *term) lit(q *PieceStyle) Color {
	if t.o.Depth < Colors256 {
		return q.Face
	}
	if q.Sign == Rim {
		return q.Mark.mix(q.Face, 0.38)
	}
	return q.Edge
}

// center sets a text in the middle of w cells between two ends.
func center(left, text, right string, w int) string {
	free := max(0, w-len([]rune(left+text+right)))
	return left + strings.Repeat(" ", free-free/2) + text + strings.Repeat(" ", free/2) + right
}

// ringText is a stack of rings in characters: the top's letter, the height, and
// a sign if it holds the piece that matters. spaced keeps the text of most
// stacks symmetric.
func (t *term) ringText(stack []game.Piece, spaced bool) string {
	text, n := string(rune(stack[len(stack)-1])), strconv.Itoa(len(stack))
	if t.b.Style.holdsBinder(stack) {
		b := t.b.Style.Piece(t.b.Style.Binder)
		return text + n + t.glyph(b.Glyph, b.Ascii)
	}
	if spaced && len(n) == 1 {
		text += " "
	}
	return text + n
}

// drawRing draws a stack of rings: a coin of one or three lines.
func (t *term) drawRing(s game.Spot, stack []game.Piece) {
	cx, cy := t.Center(s)
	w := t.size.width
	x := cx - w/2
	q := t.b.Style.Piece(stack[len(stack)-1])
	left, right := t.rim(q)
	text := t.ringText(stack, t.size.lines > 1)
	if t.size.lines == 1 {
		t.boxes[s] = Rect{x, cy, x + w, cy + 1}
		if len([]rune(left+text+right)) > w {
			left, right = "", ""
		}
		t.run(x, cy, center(left, text, right, w), q, q.Face, Bold)
	} else {
		half := t.size.lines / 2
		t.boxes[s] = Rect{x, cy - half, x + w, cy + half + 1}
		t.coin(x, cy, q, text)
	}
	if !t.color || !t.b.Style.holdsBinder(stack) {
		return
	}
	// The sign shows in the color of the piece it stands for, cased so that it
	// is seen on every ring.
	b := t.b.Style.Piece(t.b.Style.Binder)
	for k := range w {
		if c := t.At(x+k, cy); string(c.Rune) == t.glyph(b.Glyph, b.Ascii) && q != b {
			c.Fg, c.Bg = b.Mark, b.Face
		}
	}
}

// coin draws a round piece of three or more lines with a text in its middle one.
func (t *term) coin(x, y int, q *PieceStyle, text string) {
	w, half := t.size.width, t.size.lines/2
	blank := strings.Repeat(" ", w-2)
	// The lines between the middle one and the upper and lower edge.
	between := func(draw func(y int)) {
		for d := 1; d < half; d++ {
			draw(y - d)
			draw(y + d)
		}
	}
	switch {
	case !t.color && t.o.ASCII:
		t.Put(x, y-half, "/"+strings.Repeat("-", w-2)+"\\", 0, 0, 0)
		between(func(y int) { t.Put(x, y, "|"+blank+"|", 0, 0, 0) })
		t.Put(x, y, center("|", text, "|", w), 0, 0, 0)
		t.Put(x, y+half, "\\"+strings.Repeat("-", w-2)+"/", 0, 0, 0)
	case !t.color:
		t.Put(x, y-half, "╭"+strings.Repeat("─", w-2)+"╮", 0, 0, 0)
		between(func(y int) { t.Put(x, y, "│"+blank+"│", 0, 0, 0) })
		t.Put(x, y, center("│", text, "│", w), 0, 0, 0)
		t.Put(x, y+half, "╰"+strings.Repeat("─", w-2)+"╯", 0, 0, 0)
	case t.o.ASCII:
		t.run(x+1, y-half, blank, q, q.Face, 0)
		between(func(y int) { t.run(x, y, " "+blank+" ", q, q.Face, 0) })
		t.run(x, y, center("", text, "", w), q, q.Face, Bold)
		t.run(x+1, y+half, blank, q, q.Wall, 0)
	default:
		left, right := t.rim(q)
		if len([]rune(text)) > w-2 {
			left, right = "", ""
		}
		t.Put(x, y-half, "▗"+strings.Repeat("▄", w-2)+"▖", t.lit(q), 0, 0)
		edgeLeft, edgeRight := t.rim(q)
		between(func(y int) { t.run(x, y, edgeLeft+blank+edgeRight, q, q.Face, 0) })
		t.run(x, y, center(left, text, right, w), q, q.Face, Bold)
		low := q.Wall
		if q.Sign == Rim {
			low = t.lit(q)
		}
		t.Put(x, y+half, "▝"+strings.Repeat("▀", w-2)+"▘", low, 0, 0)
	}
}
