package think

import (
	"math/bits"

	"cairn.example/dvonn"
)

// edge holds the spots with fewer than six neighbors.
var edge = dvonn.Edge()

// neighborCounts holds, for every spot at once, how many of its neighbors are in a
// set, 0 to 6, in binary: bit s of ones, twos and fours are the digits of spot s.
type neighborCounts struct{ ones, twos, fours uint64 }

// countNeighbors counts for all spots at once, with the gates of a binary adder.
func countNeighbors(g uint64) neighborCounts {
	a, b, c, d, e, f := dvonn.Shifts(g)
	x, y := a^b, d^e
	s, t := x^c, y^f         // the ones of three and of the other three
	k, l := a&b|x&c, d&e|y&f // their twos
	m := s & t
	z := k ^ l
	return neighborCounts{s ^ t, z ^ m, k&l | z&m}
}

// one returns the spots that have at least one neighbor in the set, two those that
// have at least two.
func (n neighborCounts) one() uint64 { return n.ones | n.twos | n.fours }
func (n neighborCounts) two() uint64 { return n.twos | n.fours }

// total returns the sum of the counts of the spots of g.
func (n neighborCounts) total(g uint64) int32 {
	return count(n.ones&g) + 2*count(n.twos&g) + 4*count(n.fours&g)
}

// lowest returns the lowest spot of b in a form that needs no bounds check.
func lowest(b uint64) uint { return uint(bits.TrailingZeros64(b)) & 63 }
