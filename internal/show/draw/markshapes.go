package draw

import (
	"math"

	"cairn.example/game"
)

// Marks of state lie on the board round the foot of a stack, never on it.

// markShape is the geometry of a game's marks, in units of the pitch.
type markShape struct {
	rx, ry, line float64
	drop         float64 // how far below the spot the marks lie
	origin       float64 // radius of the circle a move leaves behind
	lift         float64 // of a selected stack

	hoverX, hoverY float64 // how much larger the target in question is
}

func markShapeOf(k Kind) markShape {
	if k == Rings {
		return markShape{rx: 0.485, ry: 0.435, line: 0.036, drop: 0.05, origin: 0.22, lift: ringLift, hoverX: 1.05, hoverY: 1.05}
	}
	return markShape{rx: 0.50, ry: 0.315, line: 0.034, drop: discDrop, origin: 0.20, lift: discLift, hoverX: 1.08, hoverY: 1.1}
}

// states draws the marks of one spot that lie below every stack.
func (d *pen) states(m *Marks, s game.Spot, x, y float64) {
	k := markShapeOf(d.style.Kind)
	w := max(1.4, k.line*d.p)
	t, bit := d.theme, s.Bit()
	ring := func(grow float64, c Color, width float64, dash ...float64) {
		d.ellipse(x, y+k.drop*d.p, k.rx*d.p*grow, k.ry*d.p*grow, shape{stroke: c, width: width, dash: dash})
	}
	disc := func(growX, growY float64, c Color, width float64) {
		d.ellipse(x, y+k.drop*d.p, k.rx*d.p*growX, k.ry*d.p*growY, shape{fill: t.Amber, stroke: c, width: width})
	}
	if m.From&bit != 0 {
		r := k.origin * d.p
		d.ellipse(x, y, r, r, line(t.Case, w*2.2))
		d.ellipse(x, y, r, r, line(t.Cue, w))
	}
	switch {
	case m.Hover&bit != 0:
		disc(k.hoverX, k.hoverY, t.Cue, w*2)
	case m.Targets&bit != 0:
		disc(1, 1, Outline, w*0.8)
	case m.To&bit != 0:
		ring(1, t.Case, w*2.2)
		ring(1, t.Cue, w)
	}
	if m.Points&bit != 0 {
		ring(1, t.Case, w*2.6)
		ring(1, t.Cue, w*1.25, 0.075*d.p, 0.055*d.p)
	}
	if m.Selected&bit != 0 {
		ring(1, Outline, w*3.4)
		ring(1, t.Amber, w*1.9)
	}
	if m.Focus&bit != 0 {
		// Outside a target or a selection, so that both are seen.
		grow := 1.02
		if (m.Selected|m.Targets|m.Hover)&bit != 0 {
			grow = 1.13
		}
		ring(grow, t.Case, w*3.2)
		ring(grow, t.Cue, w*1.7)
	}
}

// hinge draws a bow-tie on the near rim of a stack that holds others to the
// board.
func (d *pen) hinge(x, y float64) {
	t := d.theme
	if d.style.Kind == Discs {
		k := markShapeOf(Discs)
		y += k.drop * d.p
		rx, ry := k.rx*d.p, k.ry*d.p
		wings := new(path)
		for _, side := range []float64{-1, 1} {
			wings.move(x+side*rx*.93, y-ry*.62).line(x+side*rx*1.29, y).line(x+side*rx*.93, y+ry*.62).close()
		}
		d.path(wings, shape{fill: t.Cue, stroke: t.Case, width: max(1.4, k.line*d.p) * 0.8, join: true})
		return
	}
	y += 0.35 * d.p
	a := max(5, 0.125*d.p)
	tie := new(path)
	for _, side := range []float64{-1, 1} {
		tie.move(x, y).line(x+side*a*1.25, y-a*0.85).line(x+side*a*1.25, y+a*0.85).close()
	}
	d.path(tie, shape{stroke: t.Case, width: max(2.6, 0.05*d.p), join: true})
	d.path(tie, fill(t.Cue))
}

// blocked draws a bar on the near rim of a stack that cannot move.
func (d *pen) blocked(x, y float64) {
	w := max(1.4, 0.034*d.p)
	bar := new(path).move(x-0.13*d.p, y+0.37*d.p).line(x+0.13*d.p, y+0.37*d.p)
	d.path(bar, shape{stroke: d.theme.Case, width: w * 3.4, cap: true})
	d.path(bar, shape{stroke: d.theme.Cue, width: w * 1.7, cap: true})
}

// route draws a move's way through points, with an arrowhead in the middle of
// its last leg. A played way starts at the circle round its origin; end
// shortens it before its goal, in pitches.
func (d *pen) route(points []game.Point, planned bool, end float64) {
	n := len(points)
	if n < 2 {
		return
	}
	p, w := d.p, max(2, 0.062*d.p)
	points = append([]game.Point(nil), points...)
	shorten := func(at *game.Point, towards game.Point, by float64) {
		l := math.Hypot(towards.X-at.X, towards.Y-at.Y)
		if l > by {
			at.X += (towards.X - at.X) * by / l
			at.Y += (towards.Y - at.Y) * by / l
		}
	}
	if !planned {
		shorten(&points[0], points[1], 0.24*p)
	}
	shorten(&points[n-1], points[n-2], end*p)
	way := new(path).move(points[0].X, points[0].Y)
	for _, q := range points[1:] {
		way.line(q.X, q.Y)
	}
	a, b := points[n-2], points[n-1]
	l := math.Hypot(b.X-a.X, b.Y-a.Y)
	if l == 0 {
		return
	}
	ux, uy := (b.X-a.X)/l, (b.Y-a.Y)/l
	size := 0.17 * p
	tipX, tipY := (a.X+b.X)/2+ux*size*0.7, (a.Y+b.Y)/2+uy*size*0.7
	backX, backY := tipX-ux*size*1.5, tipY-uy*size*1.5
	head := polygon(tipX, tipY, backX-uy*size*0.8, backY+ux*size*0.8, backX+uy*size*0.8, backY-ux*size*0.8)

	color, casing := d.theme.Cue, d.theme.Case
	if planned {
		color, casing = d.theme.Amber, Outline
	}
	d.path(way, shape{stroke: casing, width: w * 1.75, cap: true, join: true})
	d.path(head, shape{fill: casing, stroke: casing, width: w * 0.9, join: true})
	d.path(way, shape{stroke: color, width: w, cap: true, join: true})
	d.path(head, fill(color))
}
