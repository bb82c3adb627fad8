package draw

import (
	"math"

	"cairn.example/game"
)

// A scene is a picture before it is written: shapes in painting order, in
// pixels, y downwards. Both writers, SVG and PNG, draw the same scene.
type scene struct {
	width, height float64
	title, desc   string
	shapes        []shape
}

// shape is one figure or a group of figures. Exactly one of path, round, text
// and kids is used.
type shape struct {
	path  *path
	round *ellipse
	text  *label
	kids  []shape

	fill    Color
	stroke  Color
	width   float64   // of the stroke
	dash    []float64 // of the stroke
	cap     bool      // round line ends
	join    bool      // round corners
	opacity float64   // 0 means 1

	// place, where not nil, maps the unit square of a mark to the picture; the
	// stroke is squeezed with it.
	place *placing

	// spot and layer of the board that a group shows; layer tells the groups
	// of one spot apart.
	spot  string
	layer string
}

type ellipse struct{ cx, cy, rx, ry float64 }

type placing struct{ x, y, sx, sy float64 }

type label struct {
	text string
	x, y float64 // middle of the baseline
	size float64
	bold bool
}

// path is a sequence of segments; arcs have no rotation and are never the large
// one, which is all the pieces need.
type path struct{ segments []segment }

type segment struct {
	op byte // M, L, Q, A, Z
	// L and M: x, y. Q: control x, y, end x, y. A: rx, ry, sweep, end x, y.
	v [5]float64
}

func (p *path) move(x, y float64) *path { return p.add('M', x, y) }
func (p *path) line(x, y float64) *path { return p.add('L', x, y) }
func (p *path) quad(cx, cy, x, y float64) *path {
	return p.add('Q', cx, cy, x, y)
}

// arc draws a part of an ellipse to x, y, clockwise on the screen if sweep.
func (p *path) arc(rx, ry float64, sweep bool, x, y float64) *path {
	s := 0.0
	if sweep {
		s = 1
	}
	return p.add('A', rx, ry, s, x, y)
}
func (p *path) close() *path { return p.add('Z') }

func (p *path) add(op byte, v ...float64) *path {
	s := segment{op: op}
	copy(s.v[:], v)
	p.segments = append(p.segments, s)
	return p
}

// polygon returns a closed path through points given as x, y, x, y ...
func polygon(v ...float64) *path {
	p := new(path).move(v[0], v[1])
	for i := 2; i+1 < len(v); i += 2 {
		p.line(v[i], v[i+1])
	}
	return p.close()
}

// rounded returns a closed path through the points, each corner cut r before it
// and rounded.
func rounded(points []game.Point, r, dy float64) *path {
	p := new(path)
	n := len(points)
	towards := func(a, b game.Point) (x, y float64) {
		l := math.Hypot(b.X-a.X, b.Y-a.Y)
		return a.X + (b.X-a.X)*r/l, a.Y + (b.Y-a.Y)*r/l
	}
	for i, c := range points {
		ax, ay := towards(c, points[(i+n-1)%n])
		bx, by := towards(c, points[(i+1)%n])
		if i == 0 {
			p.move(ax, ay+dy)
		} else {
			p.line(ax, ay+dy)
		}
		p.quad(c.X, c.Y+dy, bx, by+dy)
	}
	return p.close()
}

// canvas collects shapes.
type canvas struct{ shapes []shape }

func (c *canvas) add(s shape) { c.shapes = append(c.shapes, s) }

func (c *canvas) ellipse(cx, cy, rx, ry float64, s shape) {
	s.round = &ellipse{cx, cy, rx, ry}
	c.add(s)
}

func (c *canvas) path(p *path, s shape) {
	s.path = p
	c.add(s)
}

// group adds what paint draws as one group.
func (c *canvas) group(s shape, paint func(*canvas)) {
	inner := new(canvas)
	paint(inner)
	if len(inner.shapes) == 0 {
		return
	}
	s.kids = inner.shapes
	c.add(s)
}

// fill and line are the two paints nearly every shape uses.
func fill(c Color) shape { return shape{fill: c} }

func line(c Color, width float64) shape { return shape{stroke: c, width: width} }
