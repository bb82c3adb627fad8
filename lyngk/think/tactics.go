package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Tactical appends the completions: moves that score a five, in LYNGK-6 the six
// that wins. Those without a claim come first. Of the moves with a claim only those
// of the claimed color are listed.
func (k *Knowledge) Tactical(p game.Position, buf []game.Move) []game.Move {
	pos := p.(*lyngk.Position)
	own, open := pos.Claimed(pos.Side()), pos.Claimable(pos.Side())
	full := pos.Game().MaxHeight()
	if pos.Finished() {
		return buf
	}
	// Without anything high there is nothing to complete.
	if pos.OfHeight(full-1)|pos.OfHeight(full-2)|pos.OfHeight(full-3) == 0 {
		return buf
	}
	pos.Fit(&k.fits)
	for _, pass := range [2]lyngk.ColorSet{own, open} {
		for c := range lyngk.Color(lyngk.Colors) {
			if !pass.Has(c) {
				continue
			}
			movers := k.completers(pos, c, full)
			for members := pos.Tops(c); movers != 0; {
				joined, reach := pos.Component(members&-members, members)
				members &^= joined
				joined &= movers
				for movers &^= joined; joined != 0; joined &= joined - 1 {
					from := game.Spot(bits.TrailingZeros64(joined))
					h := pos.Height(from)
					to := reach &^ k.fits.Conflict[pos.ColorsOn(from)&31] & pos.OfHeight(full-h)
					for ; to != 0; to &= to - 1 {
						move := lyngk.Turn(from, game.Spot(bits.TrailingZeros64(to)))
						if open.Has(c) {
							move = lyngk.WithClaim(c, move)
						}
						buf = append(buf, move)
					}
				}
			}
		}
	}
	return buf
}

// completers returns the stacks with a top of c that could complete something if they
// reached it. k.fits is that of the position.
func (k *Knowledge) completers(pos *lyngk.Position, c lyngk.Color, full int) uint64 {
	tops, singles := pos.Tops(c), pos.OfHeight(1)
	var able uint64
	if pos.OfHeight(full-1)&^pos.Holding(c) != 0 {
		able = tops & singles
	}
	for b := tops &^ singles; b != 0; b &= b - 1 {
		s := game.Spot(bits.TrailingZeros64(b))
		if pos.OfHeight(full-pos.Height(s))&^k.fits.Conflict[pos.ColorsOn(s)&31] != 0 {
			able |= b & -b
		}
	}
	return able
}

// Ranks of moves, before history.
const (
	rankComplete = 1 << 18
	rankHigh     = 1500 // per piece of a stack built under one's own top
	rankTaken    = 1200 // per piece of an opponent's stack built upon
	rankRemote   = -12000
	rankClaim    = -3000
)

// Order ranks completions first, then moves that build high stacks with one's own
// top or build on the opponent's. A claim together with a move of another color is
// [engine.Unlikely], because it can almost always be made later.
func (k *Knowledge) Order(p game.Position, list []engine.Ranked) {
	pos := p.(*lyngk.Position)
	us := pos.Side()
	own := pos.Claimed(us)
	theirs := pos.Claimed(us.Other())
	full := pos.Game().MaxHeight()
	for i := range list {
		r := &list[i]
		move := r.Move
		if move == lyngk.Pass() {
			continue
		}
		from, to := lyngk.From(move), lyngk.To(move)
		r.Slot = uint16(move) & (engine.Slots - 1)
		top := pos.Top(from)
		h, g := pos.Height(from), pos.Height(to)
		mine := own.Has(top)
		c, claims := lyngk.Claim(move)
		if claims && c == top {
			mine = true
		}
		rank := int32(0)
		below := pos.Top(to)
		if mine {
			if h+g == full {
				r.Rank, r.Kind = rankComplete+int32(h), engine.Tactical
				if claims {
					r.Rank -= 100
				}
				continue
			}
			rank += int32(h+g) * rankHigh
		} else {
			rank -= int32(h) * rankHigh / 2
			if h+g == full {
				rank += 500 // an obstacle for good
			}
		}
		switch {
		case below == lyngk.Joker:
		case theirs.Has(below):
			rank += int32(g) * rankTaken
		case own.Has(below):
			rank -= int32(g) * rankTaken
		}
		if claims {
			if c == top {
				rank += rankClaim
			} else {
				rank += rankRemote
				r.Kind = engine.Unlikely
			}
			if pos.Capturable(c) != 0 {
				// The house rule of 1.7: the claim itself captures.
				rank += rankComplete
				r.Kind = engine.Tactical
			}
		}
		r.Rank = rank
	}
}
