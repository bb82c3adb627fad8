package think

import (
	"math/bits"
	"math/rand/v2"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// RandomMove returns a random move for a playout, zero when the game is over: a
// random placing, or a move of a random stack that can move.
func (Knowledge) RandomMove(p game.Position, rng *rand.Rand) game.Move {
	pos := p.(*dvonn.Position)
	occ := pos.Occupied()
	if pos.Placing() {
		return dvonn.Placing(game.Spot(lowest(randomBit(pos.Game().Layout().All&^occ, rng))))
	}
	movers := pos.Mobile(pos.Side())
	for movers != 0 {
		b := randomBit(movers, rng)
		movers &^= b
		from := game.Spot(lowest(b))
		if to := dvonn.Reach(pos.Height(from), from) & occ; to != 0 {
			return dvonn.Stacking(from, game.Spot(lowest(randomBit(to, rng))))
		}
	}
	if pos.CanMove(pos.Side().Other()) {
		return dvonn.Pass
	}
	return 0
}

// randomBit returns a random bit of b, which has one.
func randomBit(b uint64, rng *rand.Rand) uint64 {
	for range rng.IntN(bits.OnesCount64(b)) {
		b &= b - 1
	}
	return b & -b
}
