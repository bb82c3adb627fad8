package draw

import (
	"math"

	"cairn.example/game"
)

// Coords says which coordinates a board in a terminal shows.
type Coords uint8

// The choices of coordinates.
const (
	CoordsAuto Coords = iota // at the edge where there is room for them
	CoordsOff
	CoordsEdge
	CoordsAll // in terminals: a name at every empty spot too
)

// coordsFrom is the pitch in pixels from which discs leave room for coordinates.
const coordsFrom = 60

// Picture says how a board is drawn as SVG or PNG. The zero value is a light
// board of 72 px pitch on a transparent ground.
type Picture struct {
	Theme       *Theme // nil: [Light]
	Pitch       float64
	Orientation Orientation

	// Page paints the theme's page color behind the board.
	Page bool

	// Title names the picture for those who do not see it; [Board.Listing] makes
	// the description, in English.
	Title string
}

func (o Picture) theme() *Theme {
	if o.Theme == nil {
		return Light()
	}
	return o.Theme
}

func (o Picture) pitch() float64 {
	if o.Pitch <= 0 {
		return 72
	}
	return min(max(o.Pitch, 8), 1000)
}

// frame places the board in a picture that holds the board and whatever may
// stand out over it. The size does not depend on the position, so that a series
// of pictures stands still.
func (o Picture) frame(b *Board) (v *projection, width, height float64) {
	v = &projection{b: b, p: o.pitch(), turns: o.Orientation.turns(b.Style)}
	lo, hi := game.Point{X: math.Inf(1), Y: math.Inf(1)}, game.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	take := func(x, y float64) {
		lo.X, lo.Y = min(lo.X, x), min(lo.Y, y)
		hi.X, hi.Y = max(hi.X, x), max(hi.Y, y)
	}
	corners := v.outline()
	for _, c := range corners {
		take(c.X, c.Y)
	}
	hi.Y += boardDepth * v.p
	// The rounding cuts the corners off by a quarter of their height.
	r := cornerCut(b.Style) * v.p
	if b.Style.BoardRadius > 0 || v.turns%2 == 0 {
		lo.X, hi.X = lo.X+r/4, hi.X-r/4
	} else {
		lo.Y, hi.Y = lo.Y+r/4, hi.Y-r/4
	}
	reach := markShapeOf(b.Style.Kind)
	for _, s := range b.Layout.Spots {
		at := v.at(s)
		take(at.X-reach.rx*1.2*v.p, at.Y-v.headroom())
		take(at.X+reach.rx*1.2*v.p, at.Y+(reach.drop+reach.ry*1.2)*v.p)
	}
	// Lines do not get thinner below a pixel or two, whatever the pitch.
	margin := max(0.10*v.p, 5)
	width, height = math.Ceil(hi.X-lo.X+2*margin), math.Ceil(hi.Y-lo.Y+2*margin)
	v.cx = width/2 - (lo.X+hi.X)/2
	v.cy = height/2 - (lo.Y+hi.Y)/2
	return v, width, height
}

// headroom is how far the highest stack stands out above its spot when lifted.
func (v *projection) headroom() float64 {
	if v.b.Style.Kind == Rings {
		return (ringRY + ringWall(ringsSeen)/2 + ringLift) * v.p
	}
	return (float64(v.b.Style.Height)*v.b.Style.Layer - discDrop + discRY + discLift + 0.03) * v.p
}

const boardDepth = 0.10

// cornerCut is how much the rounding takes from the sides of the board.
func cornerCut(s *Style) float64 {
	if s.Kind == Rings {
		return 0.5
	}
	return 0.55
}

// scene draws the board.
func (o Picture) scene(b *Board) *scene {
	v, width, height := o.frame(b)
	sc := &scene{width: width, height: height, title: o.Title, desc: b.Listing(nil)}
	d := &pen{canvas: new(canvas), style: b.Style, theme: o.theme(), p: v.p}
	if o.Page {
		d.path(polygon(0, 0, width, 0, width, height, 0, height), fill(d.theme.Page))
	}
	o.drawBoard(d, v)
	order := v.backToFront()
	for _, s := range order {
		at := v.at(s)
		d.layer(shape{spot: b.Layout.Names[s], layer: "marks"}, func(d *pen) { d.states(b.seen(s), s, at.X, at.Y) })
	}
	for _, r := range b.Marks.Routes {
		o.drawRoute(d, v, r)
	}
	for _, s := range order {
		at := v.at(s)
		d.layer(shape{spot: b.Layout.Names[s], layer: "stack"}, func(d *pen) { d.stack(b, s, at.X, at.Y) })
	}
	for _, s := range order {
		if why := b.why(s); why != nil {
			at := v.at(s)
			d.layer(shape{spot: b.Layout.Names[s], layer: "why"}, func(d *pen) { d.whyNot(b, why, at.X, at.Y) })
		}
	}
	sc.shapes = d.shapes
	return sc
}

// layer draws with a pen of its own into one group.
func (d *pen) layer(s shape, paint func(*pen)) {
	d.group(s, func(c *canvas) {
		inner := *d
		inner.canvas = c
		paint(&inner)
	})
}

// drawBoard draws the board, its lines, spots and coordinates.
func (o Picture) drawBoard(d *pen, v *projection) {
	t, p, l := d.theme, v.p, v.b.Layout
	corners, r := v.outline(), cornerCut(v.b.Style)*p
	d.path(rounded(corners, r, boardDepth*p), fill(t.Edge))
	d.path(rounded(corners, r, 0), fill(t.Board))

	width := max(1, 0.022*p)
	grooves, gleams := new(path), new(path)
	for _, s := range l.Spots {
		for _, n := range l.Neighbors[s] {
			if n == game.NoSpot || n < s {
				continue
			}
			a, b := v.at(s), v.at(n)
			grooves.move(a.X, a.Y).line(b.X, b.Y)
			gleams.move(a.X, a.Y+width*0.9).line(b.X, b.Y+width*0.9)
		}
	}
	d.path(gleams, line(t.Gleam, width))
	d.path(grooves, line(t.Groove, width))
	for _, s := range l.Spots {
		at := v.at(s)
		if v.b.Style.Kind == Rings {
			d.ellipse(at.X, at.Y, 0.115*p, 0.115*p, shape{fill: t.Board, stroke: t.Groove, width: width})
			continue
		}
		r := max(1.8, 0.05*p)
		d.ellipse(at.X, at.Y, r, r, fill(t.Spot))
	}
	size := max(11, 0.19*p)
	if v.b.Style.Kind == Discs {
		if p < coordsFrom {
			return
		}
		size = max(11, 0.15*p)
	}
	for _, n := range v.edgeLabels() {
		at := v.at(n.spot)
		d.add(shape{text: &label{text: n.text, x: at.X + n.x*p, y: at.Y + n.y*p + n.drop*size, size: size}, fill: t.Coord})
	}
}

// drawRoute draws a route; before a goal that is empty now it stops at the outline.
func (o Picture) drawRoute(d *pen, v *projection, r Route) {
	if len(r.Spots) < 2 {
		return
	}
	var points []game.Point
	for _, s := range r.Spots {
		points = append(points, v.at(s))
	}
	end := 0.0
	if v.b.removed(r.Spots[len(r.Spots)-1]) != nil {
		end = 0.46
	}
	d.route(points, r.Planned, end)
}

// stack draws what stands on a spot.
func (d *pen) stack(b *Board, s game.Spot, x, y float64) {
	stack, gone, m := b.Stacks[s], b.removed(s), &b.Marks
	lift := 0.0
	if m.Selected&s.Bit() != 0 {
		lift = markShapeOf(b.Style.Kind).lift
	}
	switch {
	case len(stack) == 0 && len(gone) == 0:
	case b.Style.Kind == Rings && len(stack) == 0:
		d.ghostRings(x, y, gone)
	case b.Style.Kind == Rings:
		d.rings(x, y, stack, lift)
	case len(stack) == 0:
		d.ghostDiscs(x, y, gone)
	default:
		var lit []int
		if why := b.why(s); why != nil && len(why.Layers) > 0 {
			lit = why.Layers
		}
		d.discs(x, y, stack, lift, discDrop, lit)
	}
	if m.Hinges&s.Bit() != 0 {
		d.hinge(x, y)
	}
	if m.Blocked&s.Bit() != 0 {
		d.blocked(x, y)
	}
}

// whyNot draws the arrowheads of a refusal; they lie above every stack, or the
// next one in front could hide them.
func (d *pen) whyNot(b *Board, why *Why, x, y float64) {
	lift := 0.0
	if b.Marks.Selected&why.Spot.Bit() != 0 {
		lift = markShapeOf(b.Style.Kind).lift
	}
	if b.Style.Kind == Rings {
		d.pointers(x, y-lift*d.p, ringRX*d.p, max(5.5, 0.12*d.p))
		return
	}
	layers := why.Layers
	if len(layers) == 0 {
		layers = []int{len(b.Stacks[why.Spot]) - 1}
	}
	for _, i := range layers {
		d.arrowheads(x, y, i, lift)
	}
}
