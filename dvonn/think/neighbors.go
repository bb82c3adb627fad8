package think

import (
	"math/bits"

	"cairn.example/dvonn"
)

// edge holds the spots with fewer than six neighbors.
var edge = dvonn.Edge()

// sides tell for each spot how many of a set of spots lie beside it, 0 to 6: the
// digits of that number in binary, each for all spots at once.
type sides struct{ ones, twos, fours uint64 }

// besides adds up the six neighbors of all spots, as adders made of gates do.
func besides(g uint64) sides {
	a, b, c, d, e, f := dvonn.Shifts(g)
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

// lowest returns the lowest spot of b in a form that needs no bounds check.
func lowest(b uint64) uint { return uint(bits.TrailingZeros64(b)) & 63 }
