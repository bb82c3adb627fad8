package dvonn

import (
	"math"
	"math/bits"

	"cairn.example/game"
)

// A spot's index is column + 12*(row-1), columns a..k counted from 0. Rows are
// at most 11 wide, so between two rows there is always a bit that no spot uses:
// a bitboard shifted by one step (1, 12 or 13) never wraps around onto a spot,
// and is masked by the occupied spots anyway.
const (
	stride = 12
	rows   = 5
	cols   = 11

	own  = 23 // white pieces, and black ones
	reds = 3  // DVONN pieces

	// Spots is the number of spots, and of pieces.
	Spots = 49

	// MaxReach is the length of the longest line of the board, a3 to k3: a
	// higher stack can never move (rule 2.2).
	MaxReach = 10
)

// firstCol and lastCol bound each row.
var (
	firstCol = [rows]int{0, 0, 0, 1, 2}
	lastCol  = [rows]int{8, 9, 10, 10, 10}
)

// layout is the board as programs see it, in the text order of the contract.
var layout = newLayout()

func newLayout() *game.Layout {
	columns := make([][]game.Spot, cols)
	for c := range cols {
		for r := range rows {
			if firstCol[r] <= c && c <= lastCol[r] {
				columns[c] = append(columns[c], game.Spot(c+stride*r))
			}
		}
	}
	name := func(s game.Spot) string {
		return string([]byte{'a' + byte(s%stride), '1' + byte(s/stride)})
	}
	half := math.Sqrt(3) / 2
	place := func(s game.Spot) game.Point {
		c, r := float64(s%stride), float64(s/stride+1)
		return game.Point{X: c - r/2, Y: r * half}
	}
	// Counterclockwise: the steps of +1, +13, +12, -1, -13 and -12 in index.
	steps := [6]game.Point{{X: 1}, {X: .5, Y: half}, {X: -.5, Y: half}, {X: -1}, {X: -.5, Y: -half}, {X: .5, Y: -half}}
	return game.NewLayout(columns, name, place, steps)
}

// all holds the bits of the 49 spots.
var all = layout.All

// neighbors holds the spots next to each spot as bitboards.
var neighbors = newNeighbors()

// Neighbors returns the spots next to s, which must be below [game.NoSpot]; none
// for a number that is no spot of the board.
func Neighbors(s game.Spot) uint64 { return neighbors[s&63] }

// edge holds the spots with fewer than six neighbors.
var edge = newEdge()

// Edge returns the spots with fewer than six neighbors: a stack there is never
// surrounded (rule 2.2).
func Edge() uint64 { return edge }

func newEdge() (b uint64) {
	for _, s := range layout.Spots {
		if bits.OnesCount64(neighbors[s]) < 6 {
			b |= s.Bit()
		}
	}
	return b
}

func newNeighbors() (n [64]uint64) {
	for _, s := range layout.Spots {
		for _, t := range layout.Neighbors[s] {
			if t != game.NoSpot {
				n[s] |= t.Bit()
			}
		}
	}
	return n
}

// reach holds, for each height and spot, the spots that many steps away along
// a line: at most six. It is empty for heights above MaxReach, and full-sized so
// that no index needs a check.
var reach = newReach()

// Reach returns the spots that a stack of the given height on s could move to by
// the lines of the board alone (rule 2.2): cut with the occupied spots they are
// where it may go, unless it is surrounded. None for a height above [MaxReach].
func Reach(height int, s game.Spot) uint64 { return reach[height&63][s&63] }

func newReach() *[64][64]uint64 {
	var t [64][64]uint64
	for _, s := range layout.Spots {
		for d := range 6 {
			to := s
			for h := 1; h <= MaxReach; h++ {
				if to = layout.Neighbors[to][d]; to == game.NoSpot {
					break
				}
				t[h][s] |= to.Bit()
			}
		}
	}
	return &t
}

// Shifts returns a set of spots moved by one step in each of the six directions:
// +1, -1, +12, -12, +13 and -13 in index. A step never wraps around onto a spot;
// bits that are no spots may come along: mask the results.
func Shifts(g uint64) (right, left, up, down, upRight, downLeft uint64) {
	return g << 1, g >> 1, g << stride, g >> stride, g << (stride + 1), g >> (stride + 1)
}

// Around returns the neighbors of a set of spots, those of the set among them that
// are next to another. Bits that are no spots may come along: mask the result.
func Around(g uint64) uint64 {
	a, b := g|g<<1, g|g>>1
	return g<<1 | g>>1 | a<<stride | b>>stride
}

// Pairs returns how many pairs of neighbors there are, one of a and one of b; a
// pair of spots that are both in both sets counts twice.
func Pairs(a, b uint64) int {
	return bits.OnesCount64(a<<1&b) + bits.OnesCount64(a>>1&b) +
		bits.OnesCount64(a<<stride&b) + bits.OnesCount64(a>>stride&b) +
		bits.OnesCount64(a<<(stride+1)&b) + bits.OnesCount64(a>>(stride+1)&b)
}

// Grow adds to a set of spots all their neighbors. Bits that are no spots may
// come along: mask the result.
func Grow(g uint64) uint64 {
	a, b := g|g<<1, g|g>>1
	return a | b | a<<stride | b>>stride
}

// Surrounded returns the spots of occ whose six neighbors are all in occ: where a
// stack may not move when occ is what is occupied (rule 2.2).
func Surrounded(occ uint64) uint64 {
	a, b := occ&(occ<<1), occ&(occ>>1)
	return a & b & (a << stride) & (b >> stride)
}

// Flood returns all spots of occ connected to those of from, which are in occ: what
// stays on the board when from holds the DVONN pieces (rule 2.3).
func Flood(from, occ uint64) uint64 {
	for {
		next := Grow(from) & occ
		if next == from {
			return from
		}
		from = next
	}
}

// Linked reports whether the spots of near, all next to s, hang together around s;
// then nothing is cut off when the stack on s leaves (rule 2.3), unless it
// takes a DVONN piece along. It is true of one spot, and of none.
func Linked(near uint64, s game.Spot) bool { return linkedTable[ring(near, uint(s))] }

// linkedTable tells, for each set of neighbors of a spot, packed by ring, whether it
// is one run around the spot (or empty): such neighbors stay connected with each
// other when the spot between them becomes empty.
var linkedTable = newLinkedTable()

// ring packs near, a set of neighbors of s, into an index of seven bits.
func ring(near uint64, s uint) uint {
	// The steps -13, -12, -1, +1, +12, +13 become bits 0, 1, 12, 14, 25, 26,
	// then 0, 1, 2, 4, 5, 6.
	x := bits.RotateLeft64(near, stride+1-int(s))
	return uint(x|x>>10|x>>20) & 127
}

func newLinkedTable() (t [128]bool) {
	around := [6]uint{4, 6, 5, 2, 0, 1} // counterclockwise
	for x := range uint(len(t)) {
		runs := 0
		for i, bit := range around {
			after := around[(i+1)%6]
			if x>>bit&1 == 1 && x>>after&1 == 0 {
				runs++
			}
		}
		t[x] = runs <= 1
	}
	return t
}
