package draw

import (
	"io"
	"math"

	"cairn.example/game"
)

// StackSVG writes one stack without a board, such as a captured one, as an SVG.
// Of the picture's options it uses theme, pitch, page and title; the height of
// the picture follows the stack's. Without pieces it is a dashed outline of a piece.
func StackSVG(w io.Writer, s *Style, stack []game.Piece, o Picture) error {
	p := o.pitch()
	d := &pen{canvas: new(canvas), style: s, theme: o.theme(), p: p}
	width, below := 0.90*p, 0.46*p
	above := (discRY - discDrop + 0.04 + s.Layer*float64(len(stack))) * p
	if s.Kind == Rings {
		width = 0.92 * p
		above = (0.40 + ringWall(max(1, len(stack)))/2) * p
	}
	sc := &scene{width: math.Ceil(width), height: math.Ceil(above + below), title: o.Title}
	if o.Page {
		d.path(polygon(0, 0, sc.width, 0, sc.width, sc.height, 0, sc.height), fill(d.theme.Page))
	}
	x, y := sc.width/2, above
	switch {
	case len(stack) == 0:
		rx, ry, drop := discRX, discRY, discDrop
		if s.Kind == Rings {
			rx, ry, drop = ringRX, ringRY, 0
		}
		d.ellipse(x, y+drop*p, rx*p, ry*p, shape{stroke: d.theme.Field, width: max(1, 0.024*p), dash: []float64{0.07 * p, 0.06 * p}})
	case s.Kind == Rings:
		d.rings(x, y, stack, 0)
	default:
		d.discs(x, y, stack, 0, discDrop, nil)
	}
	sc.shapes = d.shapes
	return writeSVG(w, sc)
}

// ChipSVG writes a piece as a flat disc seen from above, size pixels wide, for
// use in text, lists and buttons.
func ChipSVG(w io.Writer, s *Style, piece game.Piece, size float64, o Picture) error {
	size = min(max(size, 8), 1000)
	d := &pen{canvas: new(canvas), style: s, theme: o.theme(), p: size}
	sc := &scene{width: size, height: size, title: o.Title}
	d.chip(s.Piece(piece), size/2, size/2, size*0.45)
	sc.shapes = d.shapes
	return writeSVG(w, sc)
}
