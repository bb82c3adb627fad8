package lyngk

import (
	"math"
	"strconv"

	"cairn.example/game"
)

// Spots is the number of spots.
const Spots = 43

// columnLen and columnBase give each column's number of spots and the height of
// its lowest one, in half steps.
var (
	columnLen  = [9]int{1, 4, 7, 6, 7, 6, 7, 4, 1}
	columnBase = [9]int{6, 3, 0, 1, 0, 1, 0, 3, 6}
)

// layout is the board. lines[s] holds, for each of the three directions of lines,
// the other spots on the line through s. Along each line the spots are numbered in
// ascending order, so the spots on one side of s are those with lower bits.
var (
	layout = newLayout()
	lines  = newLines(layout)
)

func newLayout() *game.Layout {
	var columns [][]game.Spot
	var names [Spots]string
	var points [Spots]game.Point
	next := game.Spot(0)
	for x, n := range columnLen {
		column := make([]game.Spot, 0, n)
		for i := range n {
			names[next] = string(rune('a'+x)) + strconv.Itoa(i+1)
			points[next] = game.Point{
				X: float64(x) * math.Sqrt(3) / 2,
				Y: float64(columnBase[x]+2*i) / 2,
			}
			column = append(column, next)
			next++
		}
		columns = append(columns, column)
	}
	h := math.Sqrt(3) / 2
	return game.NewLayout(columns,
		func(s game.Spot) string { return names[s] },
		func(s game.Spot) game.Point { return points[s] },
		[6]game.Point{{X: h, Y: 0.5}, {Y: 1}, {X: -h, Y: 0.5}, {X: -h, Y: -0.5}, {Y: -1}, {X: h, Y: -0.5}})
}

func newLines(l *game.Layout) *[Spots][3]uint64 {
	var t [Spots][3]uint64
	for s := range game.Spot(Spots) {
		for d := range 6 {
			for n := l.Neighbors[s][d]; n != game.NoSpot; n = l.Neighbors[n][d] {
				t[s][d%3] |= n.Bit()
			}
		}
	}
	return &t
}

// firstOccupied returns the first spot of the occupied ones in direction d from s,
// NoSpot when there is none.
func firstOccupied(s game.Spot, d int, occupied uint64) game.Spot {
	for n := layout.Neighbors[s][d]; n != game.NoSpot; n = layout.Neighbors[n][d] {
		if occupied&n.Bit() != 0 {
			return n
		}
	}
	return game.NoSpot
}

// visibleFrom returns the occupied spots that s sees: the first in each direction.
func visibleFrom(s game.Spot, occupied uint64) uint64 {
	var seen uint64
	for d := range 6 {
		seen |= firstOccupied(s, d, occupied).Bit()
	}
	return seen
}
