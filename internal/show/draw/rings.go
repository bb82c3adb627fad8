package draw

import (
	"strconv"

	"cairn.example/game"
)

// Rings, in units of the pitch.
const (
	ringRX, ringRY = 0.41, 0.345
	ringHole       = 0.50 // of the radii
	ringLift       = 0.14
	ringEdge       = 0.028 // the visible edge of each ring below the top one
	ringsSeen      = 5     // edges beyond that many are not drawn: the number says the rest
)

// ringWall returns the height of a stack's wall.
func ringWall(n int) float64 { return 0.065 + ringEdge*float64(min(n, ringsSeen)-1) }

// rings draws a stack on a spot at x, y.
func (d *pen) rings(x, y float64, stack []game.Piece, lift float64) {
	p, n := d.p, len(stack)
	q := d.style.Piece(stack[n-1])
	rx, ry := ringRX*p, ringRY*p
	edge := max(1, 0.026*p)
	base := y + 0.03*p + ringWall(n)*p/2 - lift*p
	top := base - ringWall(n)*p
	hx, hy := rx*ringHole, ry*ringHole
	outline := silhouette(x, top, base, rx, ry)

	d.ellipse(x+0.015*p, base+0.03*p+lift*p, rx*1.03, ry*1.03, shape{fill: RGB(0), opacity: d.theme.Shadow})
	d.halo(outline, edge)
	d.path(outline, shape{fill: q.Wall, stroke: Outline, width: edge})
	seam := shape{stroke: Outline, width: max(0.7, 0.013*p), opacity: 0.8}
	if q.Sign == Rim {
		seam.stroke, seam.opacity = q.Edge, 0.65
	}
	for i := 1; i < min(n, ringsSeen); i++ {
		d.path(front(x, base-ringEdge*p*float64(i), rx, ry), seam)
	}
	d.ellipse(x, top, rx-edge*0.4, ry-edge*0.4, fill(q.Face))
	light := shape{stroke: q.Edge, width: max(1, 0.02*p), opacity: 0.9}
	if q.Sign == Rim {
		light.opacity = 0.85
	}
	d.ellipse(x, top, rx*0.90, ry*0.89, light)

	if d.style.holdsBinder(stack) {
		// A lozenge instead of the round hole: shape, not color, tells it.
		const k = 1.32
		b := d.style.Piece(d.style.Binder)
		lozenge := polygon(x, top-hy*k, x+hx*k, top, x, top+hy*k, x-hx*k, top)
		inside := b.Face
		if n == 1 {
			inside = d.theme.Hole
		}
		d.path(lozenge, shape{fill: Outline, stroke: Outline, width: edge * 1.6, join: true})
		d.path(lozenge, shape{fill: inside, stroke: b.Mark, width: edge * 0.9, join: true})
		d.number(x, top, n, b.Mark)
		return
	}
	hole := shape{fill: d.theme.Hole, stroke: Outline, width: edge * 0.8}
	if n > 1 {
		hole.fill = q.Face
	}
	d.ellipse(x, top, hx, hy, hole)
	if n == 1 {
		lip := new(path).move(x-hx, top).arc(hx, hy, true, x+hx, top).arc(hx*1.02, hy*0.72, false, x-hx, top).close()
		d.path(lip, shape{fill: q.Wall, opacity: 0.95})
	}
	d.number(x, top, n, q.Mark)
}

// ghostRings draws a stack that has left the board.
func (d *pen) ghostRings(x, y float64, stack []game.Piece) {
	p, n := d.p, len(stack)
	q := d.style.Piece(stack[n-1])
	rx, ry := ringRX*p, ringRY*p
	width := max(1, 0.026*p)
	base := y + 0.03*p + ringWall(n)*p/2
	top := base - ringWall(n)*p
	outline := silhouette(x, top, base, rx, ry)
	d.path(outline, shape{fill: q.Face, opacity: 0.55})
	d.ghostLine(outline, width, 0.07, 0.05)
	if n > 1 {
		d.number(x, top, n, q.Mark)
		return
	}
	hole := shape{stroke: d.theme.Cue, width: width * 0.8, dash: []float64{0.05 * p, 0.04 * p}, fill: d.theme.Board}
	d.ellipse(x, top, rx*ringHole*0.9, ry*ringHole*0.9, hole)
}

// number writes the height of a stack; a single piece has none.
func (d *pen) number(x, y float64, n int, c Color) {
	if n < 2 {
		return
	}
	size := 0.33 * d.p
	if n > 9 {
		size = 0.28 * d.p
	}
	d.add(shape{text: &label{text: strconv.Itoa(n), x: x, y: y + size*0.36, size: size, bold: true}, fill: c})
}
