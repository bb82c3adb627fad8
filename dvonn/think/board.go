package think

import "cairn.example/dvonn"

// Bit of column c and row r is c + stride*r: a shift by one step never wraps
// around onto a spot.
const stride = 12

// maxReach is the longest line: a higher stack never moves.
const maxReach = 10

// reach holds, for each height and spot, the spots that many steps away.
var reach = newReach()

// near holds the neighbors of each spot.
var near = newNear()

// edge holds the spots with fewer than six neighbors: a stack there is never
// surrounded.
var edge = newEdge()

func newReach() *[64][64]uint64 {
	l := dvonn.Game.Layout()
	var t [64][64]uint64
	for _, s := range l.Spots {
		for d := range 6 {
			to := s
			for h := 1; h <= maxReach; h++ {
				if to = l.Neighbors[to][d]; to >= 64 {
					break
				}
				t[h][s] |= to.Bit()
			}
		}
	}
	return &t
}

func newNear() (t [64]uint64) {
	for _, s := range dvonn.Game.Layout().Spots {
		t[s] = reach[1][s]
	}
	return t
}

func newEdge() (b uint64) {
	l := dvonn.Game.Layout()
	for _, s := range l.Spots {
		for _, t := range l.Neighbors[s] {
			if t >= 64 {
				b |= s.Bit()
			}
		}
	}
	return b
}

// grow adds to a set of spots all their neighbors.
func grow(g uint64) uint64 {
	a, b := g|g<<1, g|g>>1
	return a | b | a<<stride | b>>stride
}

// sides tell for each spot how many of a set of spots lie beside it, 0 to 6: the
// digits of that number in binary, each for all spots at once.
type sides struct{ ones, twos, fours uint64 }

// besides adds up the six neighbors of all spots, as adders made of gates do.
func besides(g uint64) sides {
	a, b, c := g<<1, g>>1, g<<stride
	d, e, f := g>>stride, g<<(stride+1), g>>(stride+1)
	x, y := a^b, d^e
	s, t := x^c, y^f         // the ones of three and of the other three
	k, l := a&b|x&c, d&e|y&f // their twos
	m := s & t
	z := k ^ l
	return sides{s ^ t, z ^ m, k&l | z&m}
}

// any returns the spots that have one of the set beside them, several those that
// have at least two.
func (s sides) any() uint64     { return s.ones | s.twos | s.fours }
func (s sides) several() uint64 { return s.twos | s.fours }

// of returns how many neighbors in the set the spots of g have together.
func (s sides) of(g uint64) int32 {
	return count(s.ones&g) + 2*count(s.twos&g) + 4*count(s.fours&g)
}

// ring returns the neighbors of the spots of a set.
func ring(g uint64) uint64 {
	a, b := g|g<<1, g|g>>1
	return g<<1 | g>>1 | a<<stride | b>>stride
}

// surrounded returns the spots of occ whose six neighbors are all in occ.
func surrounded(occ uint64) uint64 {
	a, b := occ&(occ<<1), occ&(occ>>1)
	return a & b & (a << stride) & (b >> stride)
}

// flood returns all spots of occ connected to those of from.
func flood(from, occ uint64) uint64 {
	for {
		next := grow(from) & occ
		if next == from {
			return from
		}
		from = next
	}
}
