package tui

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"cairn.example/internal/show/draw"
)

// style is how a text looks: a role, so that every depth of color has its own
// way to show it.
type style uint8

const (
	plain  style = iota
	dim          // of less importance
	strong       // headings, names
	accent       // keys, what can be done now
	bad          // refusals
	picked       // the row or word that is chosen
)

// clickArea is a part of the screen with a meaning for the mouse.
type clickArea struct {
	draw.Rect
	does any // the message a click there sends
}

// canvas is a screen being drawn.
type canvas struct {
	*draw.Grid
	appearance
	style      *draw.Style // of the pieces
	clickAreas []clickArea

	// cursor is where typed text goes; x below 0 for nowhere.
	cursorX, cursorY int

	// flaw, where set, hears of text that does not fit or covers other text.
	flaw func(x, y int, text, what string)
}

// noPieces is the look of a screen without any.
var noPieces = &draw.Style{}

func newCanvas(w, h int, look appearance, pieces *draw.Style) *canvas {
	if pieces == nil {
		pieces = noPieces
	}
	return &canvas{Grid: draw.NewGrid(w, h, pieces, look.theme), appearance: look, style: pieces, cursorX: -1}
}

// glyph returns the rune or what stands for it where runes above 126 fail.
func (c *canvas) glyph(unicode, ascii string) string {
	if c.ascii {
		return ascii
	}
	return unicode
}

// colors returns how a style is painted.
func (c *canvas) colors(s style) (fg, bg draw.Color, attr draw.Attr) {
	t := c.theme
	switch s {
	case dim:
		return t.Ink2, 0, 0
	case strong:
		return 0, 0, draw.Bold
	case accent:
		return t.Accent, 0, draw.Bold
	case bad:
		return t.Bad, 0, draw.Bold
	case picked:
		if c.depth == draw.NoColor {
			return 0, 0, draw.Reverse
		}
		return draw.Outline, t.Amber, draw.Bold
	}
	return 0, 0, 0
}

// cell is a rune with its width in columns, 1 or 2.
type cell struct {
	r rune
	w int
}

// cells takes a text apart for the screen. What has no width is left out, and
// control characters show as a question mark.
func cells(text string) []cell {
	out := make([]cell, 0, len(text))
	for _, r := range text {
		switch {
		case r == '\t':
			out = append(out, cell{' ', 1})
		case r < ' ' || r == 0x7f || r == utf8.RuneError || r >= 0x80 && r < 0xA0:
			out = append(out, cell{'?', 1})
		case r == 0x202f || r == 0xA0: // a blank that must not break
			out = append(out, cell{' ', 1})
		case r < 0x300:
			out = append(out, cell{r, 1})
		default:
			if w := ansi.StringWidth(string(r)); w > 0 {
				out = append(out, cell{r, min(w, 2)})
			}
		}
	}
	return out
}

// width returns how many columns a text takes.
func width(text string) int { return total(cells(text)) }

func total(list []cell) int {
	n := 0
	for _, c := range list {
		n += c.w
	}
	return n
}

// text draws a text in at most w columns, the end cut off where it is longer,
// and returns the column after it.
func (c *canvas) text(x, y, w int, text string, s style) int {
	fg, bg, attr := c.colors(s)
	return c.draw(x, y, w, text, fg, bg, attr)
}

// trim draws a text of which the beginning is enough, such as a name or a line
// of moves.
func (c *canvas) trim(x, y, w int, text string, s style) int {
	if list := cells(text); total(list) > w && w > 0 {
		var kept strings.Builder
		for _, r := range c.cut(list, w) {
			kept.WriteRune(r.r)
		}
		text = kept.String()
	}
	return c.text(x, y, w, text, s)
}

// fit returns the first of some texts that is not wider than w, else the last.
func fit(w int, texts ...string) string {
	for _, t := range texts {
		if width(t) <= w {
			return t
		}
	}
	return texts[len(texts)-1]
}

// cut shortens a text to w columns, the last one a sign that something is
// missing.
func (c *canvas) cut(list []cell, w int) []cell {
	n, keep := 0, 0
	for _, r := range list {
		if n+r.w > w-1 {
			break
		}
		n += r.w
		keep++
	}
	return append(list[:keep:keep], cell{[]rune(c.glyph("…", "~"))[0], 1})
}

func (c *canvas) draw(x, y, w int, text string, fg, bg draw.Color, attr draw.Attr) int {
	if w <= 0 {
		return x
	}
	list := cells(text)
	wide := total(list)
	if c.flaw != nil {
		c.inspect(x, y, w, wide, text)
	}
	if wide > w {
		list = c.cut(list, w)
	}
	for _, r := range list {
		at := c.At(x, y)
		at.Rune, at.Attr = r.r, attr
		if !fg.None() || bg.None() {
			at.Fg = fg
		}
		if !bg.None() {
			at.Bg = bg
		}
		if r.w == 2 {
			next := c.At(x+1, y)
			*next = *at
			next.Rune = 0
		}
		x += r.w
	}
	return x
}

// inspect reports a text that is too long for w columns, leaves the screen or
// covers another one.
func (c *canvas) inspect(x, y, w, wide int, text string) {
	if wide > w {
		c.flaw(x, y, text, "is cut")
	}
	if strings.TrimSpace(text) == "" {
		return
	}
	if y < 0 || y >= c.Height || x < 0 || x+min(wide, w) > c.Width {
		c.flaw(x, y, text, "leaves the screen")
	}
	for i := range min(wide, w) {
		if r := c.At(x+i, y).Rune; r != ' ' {
			c.flaw(x, y, text, "covers "+string(r))
			return
		}
	}
}

// row draws a text and fills the rest of w columns in its style.
func (c *canvas) row(x, y, w int, text string, s style) {
	end := c.text(x, y, w, text, s)
	fg, bg, attr := c.colors(s)
	for ; end < x+w; end++ {
		c.draw(end, y, 1, " ", fg, bg, attr)
	}
}

// right draws a text that ends at column end.
func (c *canvas) right(end, y int, text string, s style) int {
	x := end - width(text)
	c.text(x, y, end-x, text, s)
	return x
}

// rule draws a thin line.
func (c *canvas) rule(x, y, w int) {
	line := strings.Repeat(c.glyph("─", "-"), max(0, w))
	c.draw(x, y, w, line, c.faint(), 0, 0)
}

// faint is the color of lines that only part things.
func (c *canvas) faint() draw.Color {
	if c.depth >= draw.Colors256 {
		return c.theme.Field
	}
	return c.theme.Groove
}

// clear empties a rectangle, so that a box can stand on it.
func (c *canvas) clear(r draw.Rect) {
	for y := r.Y0; y < r.Y1; y++ {
		for x := r.X0; x < r.X1; x++ {
			*c.At(x, y) = draw.Cell{Rune: ' '}
		}
	}
	// A wide rune cut in half shows nothing.
	for y := r.Y0; y < r.Y1; y++ {
		if c.At(r.X1, y).Rune == 0 {
			c.At(r.X1, y).Rune = ' '
		}
	}
	kept := c.clickAreas[:0]
	for _, h := range c.clickAreas {
		if h.X0 >= r.X1 || h.X1 <= r.X0 || h.Y0 >= r.Y1 || h.Y1 <= r.Y0 {
			kept = append(kept, h)
		}
	}
	c.clickAreas = kept
}

// box empties a rectangle, frames it and returns the inside.
func (c *canvas) box(r draw.Rect, title string) draw.Rect {
	c.clear(r)
	h, v := c.glyph("─", "-"), c.glyph("│", "|")
	corner := func(x, y int, u string) { c.draw(x, y, 1, c.glyph(u, "+"), c.faint(), 0, 0) }
	for x := r.X0 + 1; x < r.X1-1; x++ {
		c.draw(x, r.Y0, 1, h, c.faint(), 0, 0)
		c.draw(x, r.Y1-1, 1, h, c.faint(), 0, 0)
	}
	for y := r.Y0 + 1; y < r.Y1-1; y++ {
		c.draw(r.X0, y, 1, v, c.faint(), 0, 0)
		c.draw(r.X1-1, y, 1, v, c.faint(), 0, 0)
	}
	corner(r.X0, r.Y0, "╭")
	corner(r.X1-1, r.Y0, "╮")
	corner(r.X0, r.Y1-1, "╰")
	corner(r.X1-1, r.Y1-1, "╯")
	if title != "" {
		c.clear(line(r.X0+2, r.Y0, width(title)+2))
		c.text(r.X0+2, r.Y0, r.X1-r.X0-4, " "+title+" ", strong)
	}
	return draw.Rect{X0: r.X0 + 2, Y0: r.Y0 + 1, X1: r.X1 - 2, Y1: r.Y1 - 1}
}

// on gives a part of the screen a meaning for the mouse.
func (c *canvas) on(r draw.Rect, does any) { c.clickAreas = append(c.clickAreas, clickArea{r, does}) }

// line is a part that is one line high.
func line(x, y, w int) draw.Rect { return draw.Rect{X0: x, Y0: y, X1: x + w, Y1: y + 1} }

func (r clickArea) holds(x, y int) bool { return x >= r.X0 && x < r.X1 && y >= r.Y0 && y < r.Y1 }

// under returns what a click at x, y means, nil for nothing.
func (c *canvas) under(x, y int) any {
	if c == nil {
		return nil
	}
	for i := len(c.clickAreas) - 1; i >= 0; i-- {
		if c.clickAreas[i].holds(x, y) {
			return c.clickAreas[i].does
		}
	}
	return nil
}

// paste copies a drawing.
func (c *canvas) paste(g *draw.Grid, x, y int) {
	from, to := max(0, -x), min(g.Width, c.Width-x)
	for j := range g.Height {
		if row := c.Row(y + j); row != nil && from < to {
			copy(row[x+from:], g.Row(j)[from:to])
		}
	}
}

// wrap breaks a text into lines of at most w columns, at blanks where it can.
func wrap(text string, w int) []string {
	if w <= 0 {
		return nil
	}
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		row, n := "", 0
		for _, word := range strings.Fields(paragraph) {
			for width(word) > w { // longer than a line: cut
				if n > 0 {
					lines, row, n = append(lines, row), "", 0
				}
				k, used := 0, 0
				for i, r := range word {
					used += width(string(r))
					if used > w {
						break
					}
					k = i + utf8.RuneLen(r)
				}
				if k == 0 {
					break
				}
				lines, word = append(lines, word[:k]), word[k:]
			}
			if n > 0 && n+1+width(word) > w {
				lines, row, n = append(lines, row), "", 0
			}
			if n > 0 {
				row, n = row+" ", n+1
			}
			row, n = row+word, n+width(word)
		}
		lines = append(lines, row)
	}
	return lines
}
