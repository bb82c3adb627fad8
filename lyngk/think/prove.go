package think

import (
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// What bounds the outcome beyond the fives that can still be made. Stacks only grow in height
// and colors, so that two of which one may not be built on the other now (rule 1.4) never
// may. A stack that fits with no other is dead: it stays as it is to the end of the game,
// where it counts for whose top it has. The others are alive, and each may at most become as
// high as the stacks that fit with it allow.

// ProofBounds compares what each side will have at least with what the other will have at
// most, in the order of rule 1.10.
func (k *Knowledge) ProofBounds(p game.Position) (low, high engine.Score) {
	pos := p.(*lyngk.Position)
	if pos.Game() == lyngk.Captured || pos.Finished() {
		return k.Bounds(p) // a claim may capture a dead five
	}
	a := &k.alive
	a.fill(pos, &k.fits)
	us, them := pos.Side(), pos.Side().Other()
	for h := pos.Game().MaxHeight(); h > 0 && (low == 0 || high == 0); h-- {
		least, most := a.count(pos, us, h)
		theirLeast, theirMost := a.count(pos, them, h)
		if low == 0 {
			low = engine.Decided(h-1, least-theirMost)
		}
		if high == 0 {
			high = engine.Decided(h-1, most-theirLeast)
		}
	}
	return low, high
}

// alive is what may still become of the stacks of a position.
type alive struct {
	stacks uint64
	reach  [8]uint64 // those that may become so high with their top on top, by height
	most   [8]int    // how many stacks of a height can be made of them
}

func (a *alive) fill(pos *lyngk.Position, f *lyngk.Fits) {
	full := pos.Game().MaxHeight()
	pos.Fit(f)
	var d digits
	d.fill(pos)
	jokers := pos.Tops(lyngk.Joker)
	*a = alive{}
	for b := pos.Occupied() &^ pos.OfHeight(full); b != 0; b &= b - 1 {
		bit := b & -b
		s := game.Spot(bits.TrailingZeros64(b))
		h := pos.Height(s)
		fits := f.Claimed[h&7] &^ f.Conflict[pos.ColorsOn(s)&31] &^ bit
		if jokers&bit != 0 {
			fits &^= jokers // neither moves
		}
		if fits == 0 {
			continue
		}
		a.stacks |= bit
		for top := min(h+int(d.pieces(fits)), full); top >= h; top-- {
			a.reach[top&7] |= bit
		}
	}
	pieces := int(d.pieces(a.stacks))
	for h := 1; h < full; h++ {
		a.most[h&7] = pieces / h
	}
	a.most[full&7] = min(pieces/full, bits.OnesCount64(a.stacks)/2)
}

// count returns how many stacks of a height s has at the end, at least and at most; of the
// full height how many it has scored.
func (a *alive) count(pos *lyngk.Position, s game.Side, h int) (least, most int) {
	full := h == pos.Game().MaxHeight()
	claimed, open := pos.Claimed(s), pos.Claimable(s)
	own := 0               // alive, of colors that are claimed
	var alive, dead [2]int // of the colors to claim, those with most
	for c := range lyngk.Color(lyngk.Colors) {
		if !(claimed | open).Has(c) {
			continue
		}
		tops := pos.Tops(c)
		n, gone := bits.OnesCount64(tops&a.reach[h&7]), 0
		if !full {
			gone = bits.OnesCount64(tops & pos.OfHeight(h) &^ a.stacks)
		}
		if claimed.Has(c) {
			own, least = own+n, least+gone
			continue
		}
		alive = [2]int{max(alive[0], n), max(alive[1], min(alive[0], n))}
		dead = [2]int{max(dead[0], gone), max(dead[1], min(dead[0], gone))}
	}
	if full {
		least = pos.Tally(s)
	}
	for i := range pos.ClaimsLeft(s) {
		own += alive[i]
		most += dead[i]
	}
	return least, most + least + min(own, a.most[h&7])
}
