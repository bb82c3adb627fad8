package game

import "math"

// Symmetries returns the maps of the board onto itself: rotations and reflections
// about its center, the identity first.
func (l *Layout) Symmetries() [][64]Spot {
	var list [][64]Spot
	// Hexagonal grids: all of their symmetries are among the turns by multiples of
	// 30 degrees, each with and without a reflection.
	for k := range 24 {
		sin, cos := math.Sincos(float64(k%12) * math.Pi / 6)
		var image [64]Spot
		whole := true
		for _, s := range l.Spots {
			p := l.Points[s]
			if k >= 12 {
				p.X = -p.X
			}
			to := Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
			image[s] = NoSpot
			for _, n := range l.Spots {
				if math.Hypot(l.Points[n].X-to.X, l.Points[n].Y-to.Y) < 1e-6 {
					image[s] = n
				}
			}
			whole = whole && image[s] != NoSpot
		}
		if whole {
			list = append(list, image)
		}
	}
	return list
}
