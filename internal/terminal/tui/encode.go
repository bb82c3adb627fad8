package tui

import (
	"slices"
	"strings"

	"cairn.example/internal/show/draw"
)

// encoder writes screens as text with escape sequences. It remembers the last
// one, as from one to the next most lines stay: only those that have changed
// are written again. The zero value is ready to use.
type encoder struct {
	last  *canvas
	lines []string
	codes map[draw.Cell]string // escape sequences, by the look of a cell
	text  string
}

// encode returns the screen, a line a row. The canvas must not change later.
func (e *encoder) encode(c *canvas) string {
	if e.last == nil || e.last.appearance != c.appearance || e.last.style != c.style {
		e.last, e.codes = nil, map[draw.Cell]string{}
	}
	same := e.last != nil && e.last.Width == c.Width && e.last.Height == c.Height
	if !same {
		e.lines = make([]string, c.Height)
	}
	changed := !same
	for y := range c.Height {
		row := c.Row(y)
		if same && slices.Equal(row, e.last.Row(y)) {
			continue
		}
		changed = true
		e.lines[y] = e.line(c, row)
	}
	e.last = c
	if changed {
		e.text = strings.Join(e.lines, "\n")
	}
	return e.text
}

// line writes a row without the blanks at its end that show nothing.
func (e *encoder) line(c *canvas, row []draw.Cell) string {
	last := len(row)
	for last > 0 {
		if a := row[last-1]; a.Rune != ' ' || !a.Bg.None() && c.depth > draw.NoColor || a.Attr&(draw.Underline|draw.Reverse) != 0 {
			break
		}
		last--
	}
	var out strings.Builder
	state := "0"
	for _, a := range row[:last] {
		if a.Rune == 0 { // the right half of a wide rune
			continue
		}
		if s := e.code(c, a); s != state {
			out.WriteString("\x1b[" + s + "m")
			state = s
		}
		out.WriteRune(a.Rune)
	}
	if state != "0" {
		out.WriteString("\x1b[0m")
	}
	return out.String()
}

// code returns the parameters that set a cell's look.
func (e *encoder) code(c *canvas, a draw.Cell) string {
	if a.Rune == ' ' && a.Attr == 0 {
		a.Fg = 0
	} else {
		a.Rune = 'x'
	}
	s, known := e.codes[a]
	if !known {
		s = c.SGR(a, c.depth)
		e.codes[a] = s
	}
	return s
}
