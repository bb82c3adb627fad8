package draw

import "math"

// The specks of a mottled piece: on its face in the unit circle, and on its wall
// by angle.
var (
	faceSpecks = []struct{ x, y, r float64 }{
		{-.72, -.12, .10},
		{.66, -.34, .12},
		{-.34, -.66, .09},
		{.40, .68, .10},
		{-.52, .52, .12},
		{.80, .26, .09},
		{.08, -.80, .10},
		{-.14, .82, .09},
		{.30, -.58, .07},
		{-.84, .24, .07},
	}
	wallSpecks = []struct{ degrees, dy, r float64 }{
		{-58, .1, .9},
		{-47, -.5, .7},
		{-37, .4, 1},
		{-26, -.35, .8},
		{-15, .5, .7},
		{16, -.5, .8},
		{26, .45, .9},
		{38, -.3, .8},
		{47, .4, 1},
		{58, -.2, .8},
	}
)

const (
	speckFace = colorSet | 0x8794A0
	speckWall = colorSet | 0x7A8894
)

// mark draws a piece's sign in a box; weight scales its lines.
func (d *pen) mark(q *PieceStyle, at placing, weight float64) {
	s := shape{place: &at, stroke: q.Mark, cap: true, join: true}
	switch q.Sign {
	case Circle:
		s.width = 0.3 * weight
		d.ellipse(0, 0, 0.66, 0.66, s)
	case Waves:
		s.width = 0.26 * weight
		waves := new(path)
		for _, y := range []float64{-0.34, 0.42} {
			waves.move(-0.96, y)
			for k := range 4 {
				x, swing := -0.96+0.48*float64(k), -0.5
				if k%2 == 1 {
					swing = 0.5
				}
				waves.quad(x+0.24, y+swing, x+0.48, y)
			}
		}
		d.path(waves, s)
	case Cross:
		s.width = 0.34 * weight
		d.path(new(path).move(-.66, -.66).line(.66, .66).move(.66, -.66).line(-.66, .66), s)
	case Triangle:
		d.path(polygon(0, -.82, .92, .68, -.92, .68), shape{place: &at, fill: q.Mark})
	case Star:
		d.path(star(1, 0.42), shape{place: &at, fill: q.Mark})
	}
}

// star returns a star of five points.
func star(outer, inner float64) *path {
	var v []float64
	for i := range 10 {
		r := outer
		if i%2 == 1 {
			r = outer * inner
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / 5)
		v = append(v, r*sin, -r*cos)
	}
	return polygon(v...)
}

func (d *pen) specks(x, y, sx, sy, scale float64) {
	for _, s := range faceSpecks {
		d.ellipse(x+s.x*sx, y+s.y*sy, max(0.5, s.r*sx*scale), max(0.4, s.r*sy*scale), fill(speckFace))
	}
}
