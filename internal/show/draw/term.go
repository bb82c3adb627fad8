package draw

import (
	"math"
	"slices"

	"cairn.example/game"
)

// Size is how finely a board is drawn in a terminal.
type Size uint8

// The sizes. Small fits 80 by 24 beside a panel, Large shows every layer of a
// stack on a line of its own, Huge does so with more room around it.
const (
	Auto Size = iota // the largest that fits; without a height not above Medium
	Small
	Medium
	Large
	Huge
)

// Depth is how many colors a terminal has.
type Depth uint8

// The depths.
const (
	NoColor Depth = iota
	Colors16
	Colors256
	TrueColor
)

// Terminal says how a board is drawn in cells. The zero value is 80 columns
// wide, dark, without color, in Unicode.
type Terminal struct {
	Theme       *Theme // nil: [Dark]
	Depth       Depth
	ASCII       bool // no rune above 126
	Width       int  // in columns; 0 means 80
	Height      int  // in lines; 0 means any
	Size        Size
	Orientation Orientation
	Coords      Coords
	NoLines     bool  // leave the board's lines out
	Words       Words // for the legend of [Text]

	plain bool // characters alone, nothing underlined
}

// termSize is the geometry of one size of one style.
type termSize struct {
	unit             int // lines: between neighbors one above the other (discs), between rows (rings)
	minStep, maxStep int // columns: between columns of spots (discs), between neighbors in a row (rings)
	width, lines     int // of a stack's box; a stack on one line is as wide as it has pieces
}

func (t Terminal) theme() *Theme {
	if t.Theme == nil {
		return Dark()
	}
	return t.Theme
}

// term is a drawing of a board in cells under way.
type term struct {
	*Grid
	o       Terminal
	b       *Board
	theme   *Theme
	size    termSize
	step    int
	turns   int
	color   bool // pieces stand out by background
	surface bool // the board has a background
	wide    bool // room for two marks on either side of a stack
}

// Cells draws the board as a grid of cells. With the size left to it, a board
// that is too wide lying is drawn turned if it may be. One that is too large for
// the terminal even so is drawn all the same, and does not fit.
func Cells(b *Board, o Terminal) *Grid {
	t := layOut(b, o)
	t.draw()
	return t.Grid
}

// layOut gives the board the size and the place that [Cells] draws it in.
func layOut(b *Board, o Terminal) *term {
	if o.Width <= 0 {
		o.Width = 80
	}
	order := []Size{o.Size}
	if o.Size == Auto {
		order = []Size{Huge, Large, Medium, Small}
		if o.Height <= 0 {
			order = order[2:]
		}
	}
	t := newTerm(b, o, order[0])
	for _, size := range order[1:] {
		if t.Fits {
			break
		}
		t = newTerm(b, o, size)
	}
	if o.Size == Auto && b.Style.Turnable && t.Width > o.Width && o.Orientation&Turned == 0 {
		o.Orientation |= Turned
		return layOut(b, o)
	}
	return t
}

// newTerm lays a board out in one size, as wide as fits.
func newTerm(b *Board, o Terminal, size Size) *term {
	t := &term{o: o, b: b, theme: o.theme(), size: b.Style.terms[size], turns: o.Orientation.turns(b.Style)}
	t.color = o.Depth > NoColor
	t.surface = o.Depth >= Colors256
	for t.step = t.size.maxStep; ; t.step-- {
		t.place(size)
		if t.Width <= o.Width || t.step == t.size.minStep {
			break
		}
	}
	gap := t.step - t.boxWidth()
	if b.Style.Kind == Discs || t.turns%2 == 1 {
		gap += t.step // the next column's spots lie on other lines
	}
	t.wide = gap >= 4
	t.Fits = t.Width <= o.Width && (o.Height <= 0 || t.Height <= o.Height)
	return t
}

// place gives every spot its cell and makes the grid, without its cells yet.
func (t *term) place(size Size) {
	l, discs := t.b.Layout, t.b.Style.Kind == Discs
	const s3 = 0.8660254037844386
	kx, ky := float64(t.step)/s3, float64(t.size.unit)
	if !discs {
		kx, ky = float64(t.step), float64(t.size.unit)/s3
		if t.turns%2 == 1 {
			// A neighbor straight below is one unit away, not a row.
			kx, ky = float64(t.step)/s3, float64(2*(t.size.unit/2)+2*(t.size.unit%2))
		}
	}
	var at [64][2]int
	x0, y0, x1, y1 := math.MaxInt, math.MaxInt, math.MinInt, math.MinInt
	for _, s := range l.Spots {
		x, y := turn(l.Points[s].X, -l.Points[s].Y, t.turns)
		// Halves go one way, or spots of one column would not be evenly spaced.
		at[s] = [2]int{int(math.Floor(x*kx + 0.5 + 1e-9)), int(math.Floor(y*ky + 0.5 + 1e-9))}
		x0, x1 = min(x0, at[s][0]), max(x1, at[s][0])
		y0, y1 = min(y0, at[s][1]), max(y1, at[s][1])
	}
	left := t.boxWidth()/2 + 1
	right := t.boxWidth() - t.boxWidth()/2
	above, below := t.size.lines-1, 0
	if t.size.lines > 1 && !discs {
		above, below = t.size.lines/2, t.size.lines/2
	}
	if size >= Large && discs {
		above++ // the face
	}
	if t.coords() != CoordsOff {
		below = max(below+1, 1)
		if t.b.Style.Rows {
			left += 2
			if t.turns%2 == 1 {
				above++
			}
		}
	}
	// Many a layout is tried; only the one that is drawn gets cells.
	t.Grid = &Grid{Width: x1 - x0 + left + right + 1, Height: y1 - y0 + 1 + above + below, Size: size, layout: l}
	for _, s := range l.Spots {
		t.centers[s] = [2]int{at[s][0] - x0 + left, at[s][1] - y0 + above}
	}
}

// padded reports whether the top of a stack on one line has a cell of its color on
// either side.
func (t *term) padded() bool { return t.color && t.step >= 5 }

// boxWidth is the width of the widest stack.
func (t *term) boxWidth() int {
	switch {
	case t.b.Style.Kind == Rings || t.size.lines > 1:
		return t.size.width
	case t.padded():
		return t.b.Style.Height + 2
	}
	return t.b.Style.Height
}

func (t *term) coords() Coords {
	if t.o.Coords != CoordsAuto {
		return t.o.Coords
	}
	if t.b.Style.Kind == Discs && t.step >= 6 {
		return CoordsAll
	}
	return CoordsEdge
}

func (t *term) draw() {
	t.cells = blankCells(t.Width * t.Height)
	t.palette = newPalette(t.b.Style, t.theme)
	if t.surface {
		t.drawSurface()
	}
	t.drawLines()
	t.drawSpots()
	for _, r := range t.b.Marks.Routes {
		t.drawRoute(r)
	}
	order := slices.Clone(t.b.Layout.Spots)
	slices.SortStableFunc(order, func(a, b game.Spot) int {
		if t.centers[a][1] != t.centers[b][1] {
			return t.centers[a][1] - t.centers[b][1]
		}
		return t.centers[a][0] - t.centers[b][0]
	})
	for _, s := range order {
		t.drawStack(s)
	}
	for _, s := range order {
		t.drawMarks(s)
	}
}

// glyph returns the Unicode rune or its stand-in.
func (t *term) glyph(unicode, ascii rune) string {
	if t.o.ASCII {
		return string(ascii)
	}
	return string(unicode)
}
