package draw

import (
	"math"

	"cairn.example/game"
)

// drawSurface paints the board.
func (t *term) drawSurface() {
	var points []game.Point
	for _, s := range t.b.Layout.Spots {
		points = append(points, game.Point{X: float64(t.centers[s][0]), Y: 2 * float64(t.centers[s][1])})
	}
	margin := float64(t.boxWidth())/2 + 1.5
	corners := grow(hull(points), margin)
	for y := range t.Height {
		for x := range t.Width {
			if inside(corners, float64(x), 2*float64(y)) {
				t.At(x, y).Bg = t.theme.Board
			}
		}
	}
}

// inside reports whether a point lies in a convex polygon as hull returns it.
func inside(corners []game.Point, x, y float64) bool {
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (b.X-a.X)*(y-a.Y)-(b.Y-a.Y)*(x-a.X) < 0 {
			return false
		}
	}
	return true
}

func (t *term) drawLines() {
	// Plain text is for pipes, where a line through the letters is noise; of
	// ASCII there are no lines fine enough for the small sizes.
	crowded := t.Size == Small && (t.o.plain || t.o.ASCII) || t.o.ASCII && t.size.unit < 4
	if t.o.NoLines || crowded {
		return
	}
	d := newDots(t.Width, t.Height)
	for _, s := range t.b.Layout.Spots {
		for _, n := range t.b.Layout.Neighbors[s] {
			if n == game.NoSpot || n < s {
				continue
			}
			a, b := t.centers[s], t.centers[n]
			if t.o.ASCII {
				t.asciiLine(a, b)
				continue
			}
			d.line(a[0], a[1], b[0], b[1])
		}
	}
	for y := range t.Height {
		for x := range t.Width {
			if r := d.rune(x, y); r != 0 && !t.o.ASCII {
				t.Put(x, y, string(r), t.grooves(), 0, 0)
			}
		}
	}
}

// grooves is the color of lines: between the board and the engraving, as the
// dots of a terminal are coarser than a fine line.
func (t *term) grooves() Color {
	if t.surface {
		return t.theme.Groove.mix(t.theme.Board, 0.62)
	}
	return t.theme.Groove
}

// asciiLine draws a line one character a row, or dashes along a row.
func (t *term) asciiLine(a, b [2]int) {
	if a[1] > b[1] {
		a, b = b, a
	}
	dx, dy := b[0]-a[0], b[1]-a[1]
	if dy == 0 {
		for x := min(a[0], b[0]) + 1; x < max(a[0], b[0]); x++ {
			t.Put(x, a[1], "-", t.grooves(), 0, 0)
		}
		return
	}
	glyph := "|"
	if dx > 0 {
		glyph = "\\"
	} else if dx < 0 {
		glyph = "/"
	}
	for i := 1; i < dy; i++ {
		x := a[0] + floorDiv(2*dx*i+dy, 2*dy)
		t.Put(x, a[1]+i, glyph, t.grooves(), 0, 0)
	}
}

// drawSpots draws empty spots, their names, and coordinates.
func (t *term) drawSpots() {
	l := t.b.Layout
	if t.coords() == CoordsEdge || t.b.Style.Rows && t.coords() != CoordsOff {
		t.drawEdge()
	}
	for _, s := range l.Spots {
		x, y := t.Center(s)
		t.boxes[s] = Rect{x, y, x + 1, y + 1}
		if t.coords() == CoordsAll {
			name := l.Names[s]
			if len(t.b.Stacks[s]) == 0 {
				t.Put(x-len(name)/2, y, name, t.theme.Coord, 0, 0)
				t.boxes[s] = Rect{x - len(name)/2, y, x - len(name)/2 + len(name), y + 1}
				continue
			}
			if t.b.Style.Kind == Discs {
				t.Put(x-len(name)/2, y+1, name, t.grooveText(), 0, 0)
			}
			continue
		}
		t.Put(x, y, t.spotGlyph(), t.theme.Spot, 0, 0)
	}
}

// spotGlyph is an empty spot.
func (t *term) spotGlyph() string {
	if t.b.Style.Kind == Rings {
		return t.glyph('◦', '.')
	}
	return t.glyph('·', '.')
}

// grooveText is a quiet color that can still be read.
func (t *term) grooveText() Color {
	if t.surface {
		return t.theme.Coord.mix(t.theme.Board, 0.75)
	}
	return t.theme.Groove
}

// drawEdge draws the coordinates at the board's edge.
func (t *term) drawEdge() {
	v := &projection{b: t.b, p: 1, turns: t.turns}
	for _, n := range v.edgeLabels() {
		x, y := t.Center(n.spot)
		row := t.b.Style.Rows && n.text < "a"
		switch {
		case t.b.Style.Kind == Discs:
			y++
		case t.turns%2 == 1 && row:
			y -= (t.size.lines + 1) / 2
		case t.turns%2 == 1:
			x, y = x-t.size.width/2-2, y+1
		case row:
			x += sign(n.x) * (t.size.width/2 + 2)
		default:
			y += sign(n.y) * (t.size.lines/2 + 1)
			x += sign(n.x) * max(1, t.step*(t.size.lines/2+1)/(2*t.size.unit))
		}
		t.Put(x, y, n.text, t.theme.Coord, 0, 0)
	}
}

func sign(v float64) int {
	switch {
	case v > 0.01:
		return 1
	case v < -0.01:
		return -1
	}
	return 0
}

// drawRoute draws a way as a row of points, with an arrowhead in the middle of
// its last leg.
func (t *term) drawRoute(r Route) {
	color, attr := t.theme.Cue, Bold
	if r.Planned {
		color = t.theme.Amber
	}
	for i := 1; i < len(r.Spots); i++ {
		ax, ay := t.Center(r.Spots[i-1])
		bx, by := t.Center(r.Spots[i])
		dx, dy := bx-ax, by-ay
		n := max(abs(dx)/2, abs(dy), 1)
		for k := 1; k < n; k++ {
			x, y := ax+floorDiv(2*dx*k+n, 2*n), ay+floorDiv(2*dy*k+n, 2*n)
			glyph, _ := t.sign(markRoute)
			if i == len(r.Spots)-1 && k == n/2 {
				glyph = t.arrow(dx, dy)
			}
			if !isName(t.At(x, y).Rune) {
				t.Put(x, y, glyph, color, 0, attr)
			}
		}
	}
}

// isName reports whether a rune belongs to the name of a spot.
func isName(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

func (t *term) arrow(dx, dy int) string {
	if t.o.ASCII {
		switch {
		case abs(dx) > 2*abs(dy):
			return map[bool]string{true: ">", false: "<"}[dx > 0]
		case dy > 0:
			return "v"
		}
		return "^"
	}
	arrows := []rune{'→', '↘', '↓', '↙', '←', '↖', '↑', '↗'}
	angle := math.Atan2(2*float64(dy), float64(dx))
	return string(arrows[(int(math.Round(angle/(math.Pi/4)))+8)%8])
}
