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
