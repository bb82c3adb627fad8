package draw

import (
	"strings"

	"cairn.example/game"
)

// Attr is a set of text attributes of a cell.
type Attr uint8

// The attributes.
const (
	Bold Attr = 1 << iota
	Faint
	Underline
	Reverse
)

// Cell is one character cell of a terminal. Every rune drawn here is one cell
// wide.
type Cell struct {
	Rune rune
	Fg   Color // none: the terminal's own
	Bg   Color // none: the terminal's own
	Attr Attr
}

// Rect is a rectangle of cells, the upper left one included, the lower right one
// not.
type Rect struct{ X0, Y0, X1, Y1 int }

// Grid is a board drawn in terminal cells. A program may draw over it and then
// write it with [Grid.ANSI] or cell by cell.
type Grid struct {
	Width, Height int
	Size          Size // what Auto came to

	// Fits reports whether the grid keeps within the width and height asked for.
	Fits bool

	cells   []Cell
	layout  *game.Layout
	centers [64][2]int
	boxes   [64]Rect
	palette palette
}

func blankCells(n int) []Cell {
	cells := make([]Cell, n)
	for i := range cells {
		cells[i].Rune = ' '
	}
	return cells
}

// At returns a cell to read or change; outside of the grid it returns a spare
// one.
func (g *Grid) At(x, y int) *Cell {
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return &Cell{Rune: ' '}
	}
	return &g.cells[y*g.Width+x]
}

// Put draws a text from x, y to the right. A color that is none leaves what the
// cell has.
func (g *Grid) Put(x, y int, text string, fg, bg Color, attr Attr) {
	for _, r := range text {
		c := g.At(x, y)
		c.Rune, c.Attr = r, attr
		if !fg.None() {
			c.Fg = fg
		}
		if !bg.None() {
			c.Bg = bg
		}
		x++
	}
}

// Center returns the cell of a spot; a stack stands on it and may rise above.
func (g *Grid) Center(s game.Spot) (x, y int) { return g.centers[s][0], g.centers[s][1] }

// Box returns the cells that a spot's stack takes, or its dot where it is empty,
// without the marks beside it.
func (g *Grid) Box(s game.Spot) Rect { return g.boxes[s] }

// Spot returns the spot that a click at x, y means: the one whose stack is drawn
// there, in front ones first, else the nearest one within reach, else NoSpot.
func (g *Grid) Spot(x, y int) game.Spot {
	hit, front := game.NoSpot, -1
	if g.layout == nil {
		return hit
	}
	for _, s := range g.layout.Spots {
		b := g.boxes[s]
		if x >= b.X0 && x < b.X1 && y >= b.Y0 && y < b.Y1 && g.centers[s][1] > front {
			hit, front = s, g.centers[s][1]
		}
	}
	if hit != game.NoSpot {
		return hit
	}
	best := 17 // cells are about twice as high as wide: two rows or four columns
	for _, s := range g.layout.Spots {
		dx, dy := x-g.centers[s][0], 2*(y-g.centers[s][1])
		if d := dx*dx + dy*dy; d < best {
			hit, best = s, d
		}
	}
	return hit
}

// String returns the grid as plain text, lines without trailing spaces.
func (g *Grid) String() string {
	var out strings.Builder
	for y := range g.Height {
		var row strings.Builder
		for x := range g.Width {
			row.WriteRune(g.At(x, y).Rune)
		}
		out.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return out.String()
}

// dots draws the board's lines with dots of two by four a cell.
type dots struct {
	width, height int
	bits          []uint8
}

func newDots(width, height int) *dots {
	return &dots{width, height, make([]uint8, width*height)}
}

// line sets the dots between the middles of two cells.
func (d *dots) line(x0, y0, x1, y1 int) {
	ax, ay := 2*x0, 4*y0+2
	bx, by := 2*x1, 4*y1+2
	n := max(abs(bx-ax), abs(by-ay))
	for i := 0; i <= n; i++ {
		// Rounded to the nearest dot, halves towards the end.
		x := ax + (2*(bx-ax)*i+n)/(2*max(n, 1))
		y := ay + (2*(by-ay)*i+n)/(2*max(n, 1))
		d.set(x, y)
	}
}

func (d *dots) set(x, y int) {
	cx, cy := floorDiv(x, 2), floorDiv(y, 4)
	if cx < 0 || cy < 0 || cx >= d.width || cy >= d.height {
		return
	}
	bit := [4][2]uint8{{0, 3}, {1, 4}, {2, 5}, {6, 7}}[y-4*cy][x-2*cx]
	d.bits[cy*d.width+cx] |= 1 << bit
}

// rune returns the pattern of a cell, 0 where it has no dots.
func (d *dots) rune(x, y int) rune {
	if b := d.bits[y*d.width+x]; b != 0 {
		return 0x2800 + rune(b)
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
