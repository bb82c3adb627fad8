package dvonn

import "cairn.example/game"

// Symmetries is the number of ways in which the board maps onto itself.
const Symmetries = 4

// Mirror returns where symmetry k takes spot s: 0 leaves all as it is, 1 swaps
// top and bottom, 2 left and right, 3 both. It returns NoSpot where s is no spot
// of the board; each symmetry is its own inverse.
func Mirror(k int, s game.Spot) game.Spot {
	if s >= game.NoSpot || all&s.Bit() == 0 {
		return game.NoSpot
	}
	c, r := int(s)%stride, int(s)/stride // r from 0
	// A row lies half a step to the right of the one below it, so c - r/2 says how
	// far to the right a spot is.
	if k&1 != 0 {
		c, r = c+2-r, rows-1-r
	}
	if k&2 != 0 {
		c = 8 - c + r
	}
	return game.Spot(c + stride*r)
}

// SymmetricKey returns the least key of the images of p: the same number for all of them.
// It implements [game.Symmetric].
func (p *Position) SymmetricKey() uint64 {
	rest := p.key
	var stacks [Symmetries]uint64
	for occ := p.Occupied(); occ != 0; occ &= occ - 1 {
		s := lowest(occ)
		h, kind := p.height[s]&63, p.kind(s)
		for k := range stacks {
			stacks[k] ^= keys[h][mirrors[k][s]&63][kind]
		}
	}
	rest ^= stacks[0] // what the key says besides the stacks
	least := rest ^ stacks[0]
	for _, key := range stacks[1:] {
		least = min(least, rest^key)
	}
	return least
}

// mirrors is [Mirror] as a table.
var mirrors = newMirrors()

func newMirrors() *[Symmetries][64]game.Spot {
	var t [Symmetries][64]game.Spot
	for k := range t {
		for s := range t[k] {
			t[k][s] = Mirror(k, game.Spot(s))
		}
	}
	return &t
}
