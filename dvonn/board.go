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

	spots = 49
	own   = 23 // white pieces, and black ones
	reds  = 3  // DVONN pieces

	// maxReach is the longest line of the board, a3 to k3: a higher stack can
	// never move.
	maxReach = 10
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
// a line: at most six. It is empty for heights above maxReach, and full-sized so
// that no index needs a check.
var reach = newReach()

// Reach returns the spots that a stack of the given height on s could move to by
// the lines of the board alone.
func Reach(height int, s game.Spot) uint64 { return reach[height&63][s&63] }

func newReach() *[64][64]uint64 {
	var t [64][64]uint64
	for _, s := range layout.Spots {
		for d := range 6 {
			to := s
			for h := 1; h <= maxReach; h++ {
				if to = layout.Neighbors[to][d]; to == game.NoSpot {
					break
				}
				t[h][s] |= to.Bit()
			}
		}
	}
	return &t
}

// Grow adds to a set of spots all their neighbors. Bits that are no spots may
// come along: mask the result.
func Grow(g uint64) uint64 {
	a, b := g|g<<1, g|g>>1
	return a | b | a<<stride | b>>stride
}

// Surrounded returns the spots of occ whose six neighbors are all in occ.
func Surrounded(occ uint64) uint64 {
	a, b := occ&(occ<<1), occ&(occ>>1)
	return a & b & (a << stride) & (b >> stride)
}

// Flood returns all spots of occ connected to those of from.
func Flood(from, occ uint64) uint64 {
	for {
		next := Grow(from) & occ
		if next == from {
			return from
		}
		from = next
	}
}

// joined tells of each set of neighbors of a spot, packed by ring, whether it is
// one run around the ring (or empty): such neighbors stay connected with each
// other when the spot in their middle becomes empty.
var joined = newJoined()

// ring packs near, a set of neighbors of s, into seven bits.
func ring(near uint64, s uint) uint {
	// The steps -13, -12, -1, +1, +12, +13 become bits 0, 1, 12, 14, 25, 26,
	// then 0, 1, 2, 4, 5, 6.
	x := bits.RotateLeft64(near, stride+1-int(s))
	return uint(x|x>>10|x>>20) & 127
}

func newJoined() (t [128]bool) {
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
