package think

import (
	"math/bits"
	"math/rand/v2"

	"cairn.example/game"
	"cairn.example/lyngk"
)

// claimChance is how often a random player claims where it may.
const claimChance = 0.1

// RandomMove returns a random move for a playout, zero when the game is over: with
// a probability of 0.1 one that claims a random color, else one of a random stack
// that can move. It is faster than a choice from [lyngk.Position.Moves] and not
// uniform over them.
func (k *Knowledge) RandomMove(p game.Position, rng *rand.Rand) game.Move {
	pos := p.(*lyngk.Position)
	if pos.Finished() {
		return 0
	}
	pos.Fit(&k.fits)
	own, open := pos.Claimed(pos.Side()), pos.Claimable(pos.Side())
	neutral := pos.Neutral()
	if pos.Game() == lyngk.Captured {
		open = 0 // a claim may capture and open lines, so claims come from the list
	}
	if open != 0 && rng.Float64() < claimChance {
		c := nthColor(open, rng.IntN(open.Len()))
		if mv := k.randomTurn(pos, own|1<<c, neutral&^(1<<c), rng); mv != 0 {
			return lyngk.WithClaim(c, mv)
		}
	}
	if mv := k.randomTurn(pos, own, neutral, rng); mv != 0 && (pos.Game() != lyngk.Captured || rng.Float64() >= claimChance) {
		return mv
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return 0
	}
	return moves[rng.IntN(len(moves))]
}

// nthColor returns color number n of s.
func nthColor(s lyngk.ColorSet, n int) lyngk.Color {
	for ; n > 0; n-- {
		s &= s - 1
	}
	return lyngk.Color(bits.TrailingZeros8(uint8(s)))
}

// randomTurn returns a random move of a random stack, zero when no stack has one.
func (k *Knowledge) randomTurn(pos *lyngk.Position, own, neutral lyngk.ColorSet, rng *rand.Rand) game.Move {
	var movers uint64
	for c := range lyngk.Color(lyngk.Colors) {
		if (own | neutral).Has(c) {
			movers |= pos.Tops(c)
		}
	}
	for n := bits.OnesCount64(movers); n > 0; n-- {
		b := movers
		for range rng.IntN(n) {
			b &= b - 1
		}
		b &= -b
		movers &^= b
		from := game.Spot(bits.TrailingZeros64(b))
		h := pos.Height(from)
		top := pos.Top(from)
		to := pos.Sight(from)
		if own.Has(top) {
			_, reach := pos.Component(b, pos.Tops(top))
			to = reach & k.fits.Claimed[h&7]
		} else {
			to &= k.fits.Neutral[h&7]
		}
		to &^= k.fits.Conflict[pos.ColorsOn(from)&31]
		if to == 0 {
			continue
		}
		for range rng.IntN(bits.OnesCount64(to)) {
			to &= to - 1
		}
		return lyngk.MoveOf(from, game.Spot(bits.TrailingZeros64(to)))
	}
	return 0
}
