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
	for _, colors := range [2]lyngk.ColorSet{own, open} {
		for c := range lyngk.Color(lyngk.Colors) {
			if !colors.Has(c) {
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
						move := lyngk.MoveOf(from, game.Spot(bits.TrailingZeros64(to)))
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

// LikelyMoves leaves out the claims together with a move of another color, in LYNGK-6. In
// the other games such a claim is more often the move to play, and matches in which it came
// last had no gain.
func (k *Knowledge) LikelyMoves(p game.Position, buf []game.Move) ([]game.Move, bool) {
	if p.Game() != lyngk.Six {
		return buf, false
	}
	return p.(*lyngk.Position).MovesOfOwnClaim(buf), true
}

// Ranks of moves, before history.
const (
	rankComplete = 1 << 18
	rankHigh     = 1500 // per piece of a stack built under one's own top
	rankTaken    = 1200 // per piece of an opponent's stack built upon
	rankRemote   = -12000
	rankClaim    = -3000
	rankObstacle = 500 // a stack of full height that nobody scores
)

// Order ranks completions first, then moves that build high stacks with one's own
// top or build on the opponent's. A claim together with a move of another color is
// [engine.Unlikely], because it can almost always be made later.
//
// There may be a thousand moves. They come by claim and origin, and what these decide is
// computed once for all moves that share them.
func (k *Knowledge) Order(p game.Position, list []engine.Ranked) {
	pos := p.(*lyngk.Position)
	us := pos.Side()
	own, theirs := pos.Claimed(us), pos.Claimed(us.Other())
	full := pos.Game().MaxHeight()
	var below [8]int32 // by kind: the worth of each piece of a stack with that top, to who builds upon it
	for c := range lyngk.Color(lyngk.Colors) {
		if theirs.Has(c) {
			below[c] = rankTaken
		} else if own.Has(c) {
			below[c] = -rankTaken
		}
	}
	var o origin
	shared := lyngk.Pass()
	for i := range list {
		r := &list[i]
		move := r.Move
		if move == lyngk.Pass() {
			continue
		}
		to := lyngk.To(move)
		if move-game.Move(to) != shared {
			shared = move - game.Move(to)
			o.fill(pos, move, own, full)
		}
		r.Slot = uint16(move) & (engine.Slots - 1)
		height := pos.Height(to)
		switch {
		case height != o.rest:
			r.Rank, r.Kind = o.rank+int32(height)*(o.high+below[pos.Top(to)&7]), o.kind
		case o.high != 0:
			r.Rank, r.Kind = o.complete, engine.Tactical
		default:
			r.Rank, r.Kind = o.rank+int32(height)*below[pos.Top(to)&7]+rankObstacle, o.kind
		}
	}
}

// origin is what the moves of a stack share, with a claim or without one.
type origin struct {
	rank     int32       // of a move, what it builds upon aside
	high     int32       // per piece that it builds upon; 0 where the top is not the mover's own
	rest     int         // the height of the stacks that it makes full
	complete int32       // the rank of a move that completes
	kind     engine.Kind // of a move that does not complete
}

// fill fills o for move; own are the colors that the side to move has claimed before.
func (o *origin) fill(pos *lyngk.Position, move game.Move, own lyngk.ColorSet, full int) {
	from := lyngk.From(move)
	top, h := pos.Top(from), pos.Height(from)
	o.rest, o.complete, o.kind = full-h, rankComplete+int32(h), engine.Quiet
	c, claims := lyngk.Claim(move)
	if own.Has(top) || claims && c == top {
		o.rank, o.high = int32(h)*rankHigh, rankHigh
	} else {
		o.rank, o.high = -int32(h)*rankHigh/2, 0
	}
	if !claims {
		return
	}
	o.complete -= 100
	if c == top {
		o.rank += rankClaim
	} else {
		o.rank += rankRemote
		o.kind = engine.Unlikely
	}
	if pos.Capturable(c) != 0 {
		// The house rule of 1.7: the claim itself captures.
		o.rank += rankComplete
		o.kind = engine.Tactical
	}
}
