package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// images are the twelve symmetries of the board: turns by sixths, each with and without a
// reflection. They go out from the center, step by step into the directions' images.
var images = newImages()

func newImages() *[12][64]game.Spot {
	var t [12][64]game.Spot
	center, _ := layout.Lookup("e4")
	for k := range t {
		reached := []game.Spot{center}
		t[k][center] = center
		for seen := center.Bit(); len(reached) > 0; reached = reached[1:] {
			s := reached[0]
			for d, n := range layout.Neighbors[s] {
				if n == game.NoSpot || seen&n.Bit() != 0 {
					continue
				}
				seen |= n.Bit()
				reached = append(reached, n)
				turned := (k + d) % 6
				if k >= 6 {
					turned = (k - d) % 6
				}
				t[k][n] = layout.Neighbors[t[k][s]][turned]
			}
		}
	}
	return &t
}

// SymmetricKey returns the least key of the images of p, in which a color goes by where
// it lies and who has claimed it, whatever it is called. It implements [game.Symmetric].
func (p *Position) SymmetricKey() uint64 {
	least := ^uint64(0)
	for k := range images {
		least = min(least, p.imageKey(&images[k]))
	}
	return least
}

// imageKey returns the key of p in one symmetry. Nothing is lost by looking at one color
// after the other: where each of them lies, on top or below it, and how high the stacks
// are, says what the stacks hold, and jokers fill the rest.
func (p *Position) imageKey(image *[64]game.Spot) uint64 {
	var heights uint64
	var traces [Colors]uint64
	for occ := p.occupied; occ != 0; occ &= occ - 1 {
		s := bits.TrailingZeros64(occ)
		st, at := p.stacks[s], uint64(image[s])
		top := st.top()
		heights += mix(at | uint64(st.height())<<8 | 1<<16)
		for set := st.colors(); set != 0; set &= set - 1 {
			c := bits.TrailingZeros8(uint8(set))
			trace := at | 1<<17
			if Color(c) == top {
				trace |= 1 << 8
			}
			traces[c] += mix(trace)
		}
	}
	key := heights
	for c, trace := range traces {
		claimed := uint64(p.claims[0]>>c&1 | p.claims[1]>>c&1<<1)
		key += mix(trace ^ claimed<<62)
	}
	rest := uint64(p.game) | uint64(p.side)<<8 | uint64(p.tally[0])<<16 | uint64(p.tally[1])<<24
	return mix(key ^ mix(rest|1<<63))
}
