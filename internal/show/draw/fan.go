package draw

import (
	"strconv"

	"cairn.example/game"
)

// fanRow is how many pieces of a fan stand in one row.
const fanRow = 8

// fan draws a stack's pieces one by one on a card beside it, bottom first and
// numbered, inside the picture.
func (d *pen) fan(stack []game.Piece, x, y, width, height float64) {
	t, p := d.theme, d.p*0.633
	step, row, low := 0.92*p, 1.24*p, 0.60*p
	if d.style.Kind == Rings {
		row, low = 1.32*p, 0.68*p
	}
	columns, rows := min(len(stack), fanRow), (len(stack)+fanRow-1)/fanRow
	w, h := step*float64(columns)+0.44*p, row*float64(rows)
	size := max(11, 0.24*p)
	gap := 0.92 * p

	left := x + gap
	tip := 1.0
	if left+w > width-2 && x-gap-w > 2 {
		left, tip = x-gap-w, -1
	}
	left = min(max(left, 2), max(2, width-w-2))
	top := min(max(y-h/2+0.06*p, 2), max(2, height-h-2))

	card := []game.Point{{X: left, Y: top}, {X: left + w, Y: top}, {X: left + w, Y: top + h}, {X: left, Y: top + h}}
	d.path(rounded(card, min(14, 0.28*p), 0), shape{fill: t.Raised, stroke: t.Field, width: 1})
	edge := left
	if tip < 0 {
		edge = left + w
	}
	tipY := min(max(y+0.06*p, top+0.3*p), top+h-0.3*p)
	a := 0.16 * p
	d.path(polygon(edge, tipY-a, edge-tip*a, tipY, edge, tipY+a), shape{fill: t.Raised, stroke: t.Field, width: 1, join: true})
	d.path(polygon(edge+tip*0.5, tipY-a-1, edge+tip*0.5, tipY+a+1, edge+tip*2.5, tipY+a+1, edge+tip*2.5, tipY-a-1), fill(t.Raised))

	inner := *d
	inner.p = p
	for i, piece := range stack {
		px := left + 0.22*p + step*(float64(i%fanRow)+0.5)
		py := top + row*float64(i/fanRow) + 0.5*p
		one := []game.Piece{piece}
		if d.style.Kind == Rings {
			inner.rings(px, py, one, 0)
		} else {
			inner.discs(px, py, one, 0, 0.06, nil)
		}
		d.add(shape{text: &label{text: strconv.Itoa(i + 1), x: px, y: py + low, size: size}, fill: t.Ink2})
	}
}
