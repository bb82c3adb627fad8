package draw

import (
	"math"
	"sort"

	"cairn.example/game"
)

// Orientation turns a board clockwise by quarter turns. The zero value is the
// rulebooks' view.
type Orientation uint8

// The orientations. A board whose style is not turnable ignores the quarter
// turn in Turned and in Turned+Flipped.
const (
	Upright Orientation = 0
	Turned  Orientation = 1 // by 90 degrees, for tall screens
	Flipped Orientation = 2 // seen from the other side
)

// turns returns the quarter turns a board really makes.
func (o Orientation) turns(s *Style) int {
	n := int(o) % 4
	if !s.Turnable {
		n &^= 1
	}
	return n
}

// turn turns a direction on the screen, y downwards, clockwise.
func turn(x, y float64, quarters int) (float64, float64) {
	for range quarters {
		x, y = -y, x
	}
	return x, y
}

// projection places a board's spots on a plane with y downwards, in pixels.
type projection struct {
	b      *Board
	p      float64
	turns  int
	cx, cy float64
}

func (v *projection) at(s game.Spot) game.Point {
	q := v.b.Layout.Points[s]
	x, y := turn(q.X, -q.Y, v.turns)
	return game.Point{X: v.cx + x*v.p, Y: v.cy + y*v.p}
}

// backToFront returns the spots in painting order: what lies farther up is
// painted first.
func (v *projection) backToFront() []game.Spot {
	order := append([]game.Spot(nil), v.b.Layout.Spots...)
	sort.SliceStable(order, func(i, j int) bool {
		a, b := v.at(order[i]), v.at(order[j])
		if math.Abs(a.Y-b.Y) > 1e-6*v.p {
			return a.Y < b.Y
		}
		return a.X < b.X
	})
	return order
}

// outline returns the corners of the board.
func (v *projection) outline() []game.Point {
	s := v.b.Style
	if s.BoardRadius > 0 {
		r := s.BoardRadius
		if v.p < coordsFrom {
			r = s.BoardRadiusSmall
		}
		var corners []game.Point
		for i := range 6 {
			sin, cos := math.Sincos(float64(i) * math.Pi / 3)
			corners = append(corners, game.Point{X: v.cx + r*v.p*cos, Y: v.cy + r*v.p*sin})
		}
		return corners
	}
	var points []game.Point
	for _, spot := range v.b.Layout.Spots {
		points = append(points, v.at(spot))
	}
	margin := 0.78
	if v.turns%2 == 1 {
		margin = 0.64
	}
	return grow(hull(points), margin*v.p)
}

// hull returns the corners of the points' convex hull, in one direction of turn
// and without points on its sides.
func hull(points []game.Point) []game.Point {
	sort.Slice(points, func(i, j int) bool {
		if points[i].X != points[j].X {
			return points[i].X < points[j].X
		}
		return points[i].Y < points[j].Y
	})
	side := func(from []game.Point) []game.Point {
		var h []game.Point
		for _, c := range from {
			for len(h) > 1 {
				a, b := h[len(h)-2], h[len(h)-1]
				if (b.X-a.X)*(c.Y-a.Y)-(b.Y-a.Y)*(c.X-a.X) > 1e-6 {
					break
				}
				h = h[:len(h)-1]
			}
			h = append(h, c)
		}
		return h[:len(h)-1]
	}
	lower := side(points)
	for i, j := 0, len(points)-1; i < j; i, j = i+1, j-1 {
		points[i], points[j] = points[j], points[i]
	}
	return append(lower, side(points)...)
}

// grow moves the sides of a convex polygon outwards by m. Its corners must go
// round as those of hull do.
func grow(corners []game.Point, m float64) []game.Point {
	n := len(corners)
	normal := func(a, b game.Point) (x, y float64) {
		l := math.Hypot(b.X-a.X, b.Y-a.Y)
		return (b.Y - a.Y) / l, -(b.X - a.X) / l
	}
	out := make([]game.Point, n)
	for i, c := range corners {
		ax, ay := normal(corners[(i+n-1)%n], c)
		bx, by := normal(c, corners[(i+1)%n])
		k := m / (1 + ax*bx + ay*by)
		out[i] = game.Point{X: c.X + (ax+bx)*k, Y: c.Y + (ay+by)*k}
	}
	return out
}

// edgeLabel is a coordinate: a text and its place in pitches from a spot. drop is
// how far its baseline lies below that place, in sizes of the type.
type edgeLabel struct {
	text string
	spot game.Spot
	x, y float64
	drop float64
}

// edgeLabels returns the coordinates at the board's edge.
func (v *projection) edgeLabels() []edgeLabel {
	var notes []edgeLabel
	l, s := v.b.Layout, v.b.Style
	for _, column := range l.Columns {
		name := l.Names[column[0]][:1]
		if s.Kind == Discs {
			// Below the column's lowest spot as it is seen.
			lowest := column[0]
			for _, spot := range column {
				if v.at(spot).Y > v.at(lowest).Y {
					lowest = spot
				}
			}
			notes = append(notes, edgeLabel{name, lowest, 0, 0.515, 0})
			continue
		}
		x, y := turn(0.31, 0.53, v.turns)
		if v.turns%2 == 1 {
			// The board is narrower there: keep off its edge.
			x, y = 0.9*x, 0.9*y
		}
		notes = append(notes, edgeLabel{name, column[0], x, y, 0.2})
	}
	if !s.Rows {
		return notes
	}
	reach := 0.60
	if v.turns%2 == 1 {
		reach = 0.50
	}
	seen := map[string]bool{}
	for _, spot := range l.Spots {
		if row := l.Names[spot][1:]; !seen[row] {
			seen[row] = true
			x, y := turn(-reach, 0, v.turns)
			notes = append(notes, edgeLabel{row, spot, x, y, 0.36})
		}
	}
	return notes
}
