package draw

import (
	"math"
	"slices"

	"cairn.example/game"
)

// Discs, in units of the pitch: the ellipse of a disc, and how far below its
// spot the lowest disc's center lies, so that a stack stands on its spot.
const (
	discRX, discRY = 0.395, 0.232
	discDrop       = 0.125
	discLift       = 0.16 // of the selected stack
)

// pen draws pieces and marks of one theme and pitch.
type pen struct {
	*canvas
	style *Style
	theme *Theme
	p     float64 // the pitch
}

// silhouette is the outline of a pile between its lower and upper ellipse.
func silhouette(x, top, bottom, rx, ry float64) *path {
	return new(path).move(x-rx, top).arc(rx, ry, true, x+rx, top).line(x+rx, bottom).arc(rx, ry, true, x-rx, bottom).close()
}

// band is the visible part of one layer's wall.
func band(x, top, bottom, rx, ry float64) *path {
	return new(path).move(x-rx, top).arc(rx, ry, false, x+rx, top).line(x+rx, bottom).arc(rx, ry, true, x-rx, bottom).close()
}

// front is the near half of an ellipse.
func front(x, y, rx, ry float64) *path {
	return new(path).move(x-rx, y).arc(rx, ry, false, x+rx, y)
}

// discs draws a stack on a spot at x, y. lift raises it, in pitches; drop lowers
// it, in pitches. With lit not nil every layer not in it is dimmed.
func (d *pen) discs(x, y float64, stack []game.Piece, lift, drop float64, lit []int) {
	p, h := d.p, d.style.Layer*d.p
	rx, ry := discRX*p, discRY*p
	base := y + drop*p - lift*p
	top := base - float64(len(stack))*h
	edge, seam := max(1, 0.024*p), max(0.8, 0.016*p)
	outline := silhouette(x, top, base, rx, ry)

	d.ellipse(x+0.02*p, base+0.035*p+lift*p, rx*(1.03+lift*0.3), ry*(1.05+lift*0.3), shape{fill: RGB(0), opacity: d.theme.Shadow})
	d.halo(outline, edge)
	d.path(outline, shape{fill: Outline, stroke: Outline, width: edge, join: true})

	ix, iy := rx-edge/2, ry-edge/2
	dim := shape{fill: d.theme.Board, opacity: 0.66}
	for i, piece := range stack {
		q := d.style.Piece(piece)
		low, high := base-float64(i)*h, base-float64(i+1)*h
		d.path(band(x, high, low, ix, iy), fill(q.Wall))
		if i > 0 {
			d.path(front(x, low, ix, iy), line(Outline, seam))
		}
		d.wallMarks(q, x, high, h, ix, iy)
		if lit != nil && !slices.Contains(lit, i) {
			d.path(band(x, high, low, ix, iy), dim)
		}
	}
	d.face(d.style.Piece(stack[len(stack)-1]), x, top, ix, iy)
	if lit != nil && !slices.Contains(lit, len(stack)-1) {
		d.ellipse(x, top, ix, iy, dim)
	}
}

// halo draws the light line outside the dark one that a dark board needs.
func (d *pen) halo(outline *path, edge float64) {
	if !d.theme.Halo.None() {
		d.path(outline, shape{stroke: d.theme.Halo, width: edge + 2*max(0.8, 0.018*d.p), opacity: 0.9})
	}
}

// arrowheads points from both sides at a layer of the stack on x, y.
func (d *pen) arrowheads(x, y float64, layer int, lift float64) {
	p := d.p
	rx, edge := discRX*p, max(1, 0.024*p)
	middle := y + discDrop*p - lift*p - (float64(layer)+0.5)*d.style.Layer*p
	d.pointers(x, middle, rx+edge, max(5.5, 0.12*p))
}

// pointers draws two arrowheads of size a that point at x from both sides.
func (d *pen) pointers(x, y, reach, a float64) {
	heads := new(path)
	for _, side := range []float64{-1, 1} {
		at := x + side*reach
		heads.move(at, y).line(at+side*a, y-a*0.75).line(at+side*a, y+a*0.75).close()
	}
	d.path(heads, shape{stroke: d.theme.Case, width: max(1.6, 0.03*d.p), join: true})
	d.path(heads, fill(d.theme.Bad))
}

// ghostDiscs draws a stack that has left the board.
func (d *pen) ghostDiscs(x, y float64, stack []game.Piece) {
	p, h := d.p, d.style.Layer*d.p
	rx, ry := discRX*p, discRY*p
	base := y + discDrop*p
	top := base - float64(len(stack))*h
	d.group(shape{opacity: 0.46}, func(c *canvas) {
		for i, piece := range stack {
			c.path(band(x, base-float64(i+1)*h, base-float64(i)*h, rx, ry), fill(d.style.Piece(piece).Face))
		}
		c.ellipse(x, top, rx, ry, fill(d.style.Piece(stack[len(stack)-1]).Face))
	})
	d.ghostLine(silhouette(x, top, base, rx, ry), max(1, 0.024*p), 0.06, 0.045)
}

// ghostLine draws the dashed outline of what is gone.
func (d *pen) ghostLine(outline *path, width, dash, gap float64) {
	d.path(outline, line(d.theme.Case, width*2.2))
	d.path(outline, shape{stroke: d.theme.Cue, width: width * 0.95, dash: []float64{dash * d.p, gap * d.p}})
}

// face draws the top of a disc: a lit rim, a dish, a crescent of shade under the
// far lip, the mark.
func (d *pen) face(q *PieceStyle, x, y, rx, ry float64) {
	a, b := rx*0.80, ry*0.775
	d.ellipse(x, y, rx, ry, fill(q.Edge))
	d.ellipse(x, y, a, b, fill(q.Face))
	d.path(new(path).move(x-a, y).arc(a, b, true, x+a, y).arc(a*1.02, b*0.86, false, x-a, y).close(), fill(q.Deep))
	switch q.Sign {
	case Rim:
		d.ellipse(x, y, rx*0.90, ry*0.885, line(q.Mark, max(1.1, 0.026*d.p)))
	case Star:
		d.specks(x, y, a*0.98, b*0.98, 0.9)
	}
	d.mark(q, placing{x, y + ry*0.05, rx * 0.47, ry * 0.47 * 1.12}, 1)
}

// wallMarks draws the marks of one layer, bent round its wall: top is the height
// of the layer's upper edge on the silhouette, h its thickness.
func (d *pen) wallMarks(q *PieceStyle, x, top, h, rx, ry float64) {
	size := h * 0.36
	at := func(degrees float64) (u, v, squeeze float64) {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return x + rx*sin, top + ry*cos + h*0.52, cos
	}
	switch q.Sign {
	case Plain, Lozenge:
	case Waves:
		// Half waves of 180/13 degrees, each one curve; a quadratic curve
		// rises half as high as its control point.
		const half = 180.0 / 13
		wave := new(path)
		for k := -5; k <= 5; k++ {
			u, v, _ := at(float64(k) * half)
			if k == -5 {
				wave.move(u, v)
				continue
			}
			cu, cv, _ := at((float64(k) - 0.5) * half)
			swing := size * 0.8 * 2
			if k%2 == 0 {
				swing = -swing
			}
			wave.quad(cu, cv+swing, u, v)
		}
		d.path(wave, shape{stroke: q.Mark, width: max(0.9, h*0.17), cap: true, join: true})
	case Rim:
		d.path(front(x, top+h*0.30, rx*0.985, ry), line(q.Mark, max(0.9, h*0.15)))
	case Star:
		for _, s := range wallSpecks {
			u, v, squeeze := at(s.degrees)
			r := h * 0.11 * s.r
			d.ellipse(u, v+s.dy*size, r*max(0.6, squeeze), r, fill(speckWall))
		}
		u, v, _ := at(0)
		d.mark(q, placing{u, v, size * 1.25, size * 1.15}, 1)
	default:
		for _, degrees := range []float64{-54, -27, 0, 27, 54} {
			u, v, squeeze := at(degrees)
			d.mark(q, placing{u, v, size * (0.45 + 0.55*squeeze), size}, 1.05)
		}
	}
}
