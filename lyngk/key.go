package lyngk

import "cairn.example/game"

// Key returns the 64-bit key of the position. Two positions have the same key,
// up to chance, exactly when they agree in the game, the side to move, the
// claims, the tally, and on every spot in the top piece, the height and the set
// of active colors. The order of the pieces below a top is left out, because it
// never influences which moves are legal.
func (p *Position) Key() uint64 {
	rest := uint64(p.game) | uint64(p.side)<<8 |
		uint64(p.claims[0])<<16 | uint64(p.claims[1])<<24 |
		uint64(p.tally[0])<<32 | uint64(p.tally[1])<<40
	return p.board ^ mix(rest^0x9e3779b97f4a7c15)
}

// stackKey returns the key of a stack on a spot.
func stackKey(s game.Spot, st stack) uint64 {
	return mix(uint64(st&stackPlay) | uint64(s)<<11 | 1<<62)
}

// mix is a bijection of 64 bits in which each input bit flips about half of the
// output bits. Computing it is cheaper than a table of all stacks, which would
// not fit the first-level cache.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
