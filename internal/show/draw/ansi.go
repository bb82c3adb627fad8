package draw

import (
	"strconv"
	"strings"
)

// ANSI draws the board for a terminal, with escape sequences for its colors;
// each line ends with the colors reset. With [NoColor] it is the grid as plain
// text. The grid can also be had by itself with [Cells].
func ANSI(b *Board, o Terminal) string { return Cells(b, o).ANSI(o.Depth) }

// ANSI writes the grid with escape sequences. Attributes are not colors, but
// with [NoColor] they are left out too.
func (g *Grid) ANSI(depth Depth) string {
	if depth == NoColor {
		return g.String()
	}
	var out strings.Builder
	for y := range g.Height {
		last := g.Width // after it only blank cells follow
		for last > 0 {
			if c := g.At(last-1, y); c.Rune != ' ' || !c.Bg.None() || c.Attr&(Underline|Reverse) != 0 {
				break
			}
			last--
		}
		state := ""
		for x := range last {
			c := g.At(x, y)
			if s := g.palette.sgr(c, depth); s != state {
				out.WriteString("\x1b[" + s + "m")
				state = s
			}
			out.WriteRune(c.Rune)
		}
		if state != "" && state != "0" {
			out.WriteString("\x1b[0m")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// palette knows which of sixteen and of 256 colors stand for a color of the
// drawing. In the latter the nearest one stands for what it does not know.
type palette struct {
	term map[Color]uint8
	inks map[Color]uint8 // of signs and letters on pieces, which go before term
	cube map[Color]uint8
}

const ownColor = 255 // the terminal's own

func newPalette(s *Style, t *Theme) palette {
	p := palette{cube: map[Color]uint8{}, inks: map[Color]uint8{}, term: map[Color]uint8{
		t.Board: ownColor, t.Coord: ownColor, t.Cue: ownColor, t.Ink: ownColor, t.Groove: 8, t.Spot: 8,
		t.Amber: 11, t.Bad: 9, t.Cursor: 13, Outline: 0,
	}}
	for _, q := range s.Pieces {
		for _, c := range []Color{q.Face, q.Wall} {
			p.term[c], p.cube[c] = q.Term, q.Cube
		}
		p.term[q.Edge] = q.Term
	}
	for _, q := range s.Pieces {
		p.inks[q.Mark] = 15
		if luminance(q.Mark) < 0.2 {
			p.inks[q.Mark] = 0
		}
	}
	return p
}

// sgr returns the parameters of a cell: always from a reset, so that a line can
// be cut anywhere between cells.
func (p palette) sgr(c *Cell, depth Depth) string {
	s := []string{"0"}
	for _, a := range []struct {
		attr Attr
		code string
	}{{Bold, "1"}, {Faint, "2"}, {Underline, "4"}, {Reverse, "7"}} {
		if c.Attr&a.attr != 0 {
			s = append(s, a.code)
		}
	}
	if code := p.code(c.Fg, depth, false); code != "" && c.Rune != ' ' {
		s = append(s, code)
	}
	if code := p.code(c.Bg, depth, true); code != "" {
		s = append(s, code)
	}
	return strings.Join(s, ";")
}

func (p palette) code(c Color, depth Depth, ground bool) string {
	if c.None() {
		return ""
	}
	base := 38
	if ground {
		base = 48
	}
	r, g, b := c.Parts()
	switch depth {
	case TrueColor:
		return strconv.Itoa(base) + ";2;" + strconv.Itoa(int(r)) + ";" + strconv.Itoa(int(g)) + ";" + strconv.Itoa(int(b))
	case Colors256:
		n, known := p.cube[c]
		if !known {
			n = uint8(nearest256(c))
		}
		return strconv.Itoa(base) + ";5;" + strconv.Itoa(int(n))
	}
	n, known := p.term[c]
	if ink, ok := p.inks[c]; ok && !ground {
		n, known = ink, true
	}
	switch {
	case !known || n == ownColor:
		return ""
	case n > 7:
		return strconv.Itoa(base + 52 + int(n) - 8)
	}
	return strconv.Itoa(base - 8 + int(n))
}

// nearest256 returns the index of the nearest color of the cube and the grays
// that terminals of 256 colors share; the first sixteen differ between them.
func nearest256(c Color) int {
	r, g, b := c.Parts()
	levels := [6]int{0, 95, 135, 175, 215, 255}
	level := func(v uint8) int {
		best := 0
		for i, l := range levels {
			if abs(int(v)-l) < abs(int(v)-levels[best]) {
				best = i
			}
		}
		return best
	}
	distance := func(x, y, z int) int {
		// Weighted as the eye does, roughly.
		dr, dg, db := int(r)-x, int(g)-y, int(b)-z
		return 3*dr*dr + 4*dg*dg + 2*db*db
	}
	i, j, k := level(r), level(g), level(b)
	cube := distance(levels[i], levels[j], levels[k])
	gray, best := 0, cube+1
	for n := range 24 {
		v := 8 + 10*n
		if d := distance(v, v, v); d < best {
			gray, best = n, d
		}
	}
	if best < cube {
		return 232 + gray
	}
	return 16 + 36*i + 6*j + k
}
