package game

// Spot is a cell of a board: an index below 64 that a position's bitboards use
// as bit number. A layout need not use every index.
type Spot uint8

// NoSpot is no spot of any layout.
const NoSpot Spot = 64

// Bit returns the bitboard that holds s alone; zero for NoSpot.
func (s Spot) Bit() uint64 { return 1 << s }

// Point is a place in the plane of the board: the unit is the distance of
// neighboring spots, x grows to the right, y upwards, as in the rulebooks.
type Point struct{ X, Y float64 }

// Layout is the geometry of a board. It is immutable once its game hands it out.
//
// Both boards are hexagonal grids: a spot has up to six neighbors, in directions
// numbered counterclockwise so that direction d+3 is opposite to d. Direction 0
// is the first one at or above the positive x axis.
type Layout struct {
	// Columns holds the spots column by column from left to right, in a column
	// from its lowest spot upwards: the order of the text forms.
	Columns [][]Spot

	// Spots is Columns in one row.
	Spots []Spot

	// Names holds each spot's name, "" where there is no spot.
	Names [64]string

	// Points holds each spot's place, the board's center at the origin.
	Points [64]Point

	// Neighbors holds the spots next to each spot, NoSpot where the board ends.
	Neighbors [64][6]Spot

	// All has the bit of every spot set.
	All uint64
}

// NewLayout makes a layout from columns of spots, their names, their places and
// the six steps that lead to neighbors. Spots whose places differ by a step are
// neighbors. It panics on a spot above 63: layouts are made from constants.
func NewLayout(columns [][]Spot, name func(Spot) string, place func(Spot) Point, steps [6]Point) *Layout {
	l := &Layout{Columns: columns}
	var sum Point
	for _, column := range columns {
		for _, s := range column {
			if s >= NoSpot {
				panic("game: a layout has spots 0 to 63 only")
			}
			l.Spots = append(l.Spots, s)
			l.Names[s] = name(s)
			l.Points[s] = place(s)
			l.All |= s.Bit()
			sum.X += l.Points[s].X
			sum.Y += l.Points[s].Y
		}
	}
	n := float64(len(l.Spots))
	for s := range l.Neighbors {
		for d := range l.Neighbors[s] {
			l.Neighbors[s][d] = NoSpot
		}
	}
	for _, a := range l.Spots {
		for _, b := range l.Spots {
			for d, step := range steps {
				dx := l.Points[b].X - l.Points[a].X - step.X
				dy := l.Points[b].Y - l.Points[a].Y - step.Y
				if dx*dx+dy*dy < 1e-6 {
					l.Neighbors[a][d] = b
				}
			}
		}
	}
	for _, s := range l.Spots {
		l.Points[s].X -= sum.X / n
		l.Points[s].Y -= sum.Y / n
	}
	return l
}

// Lookup returns the spot of that name, which must be canonical (lower case).
func (l *Layout) Lookup(name string) (Spot, bool) {
	for _, s := range l.Spots {
		if l.Names[s] == name {
			return s, true
		}
	}
	return NoSpot, false
}

// Direction returns the direction in which b lies straight from a, along a line
// of neighbors, and the distance in steps; false when there is none.
func (l *Layout) Direction(a, b Spot) (direction, distance int, ok bool) {
	if a >= NoSpot || b >= NoSpot || a == b {
		return 0, 0, false
	}
	for d := range 6 {
		n := 1
		for s := l.Neighbors[a][d]; s != NoSpot; s = l.Neighbors[s][d] {
			if s == b {
				return d, n, true
			}
			n++
		}
	}
	return 0, 0, false
}
