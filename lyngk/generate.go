package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// The destinations of a stack are what it may be built on, cut with what it
// reaches. Which it may be built on depends on its contents and height only and
// is looked up in [fits]. What it reaches is its sight and, for a claimed top,
// more by rule 1.6.
//
// Rule 1.6 in bitboards: the stacks of one claimed color are a graph, joined
// where they see each other. A stack that moves may go on from each stack of
// its component, so it reaches what any of them sees: one set for the whole
// component. The members themselves are in that set where they see each other,
// but they hold the color of the mover, so rule 1.4 takes them out.
//
// The ruling that the origin counts as empty while its stack travels changes
// nothing here. Let a stack travel from o, and let a later leg from point p
// cross o to q. Then p saw o and o sees q, so q is reached from o directly, as
// a destination or as a point. The other legs run as if o were still there,
// because they do not cross it. So with o empty the mover reaches nothing that
// the component of o on the full board does not see. And nothing is lost: a way
// that uses each point once never returns to o, so none of its legs ends there.

// fits tells what may be built on what (rules 1.4, 1.5).
type fits struct {
	conflict [32]uint64 // by set of colors: the stacks that hold one of them
	claimed  [8]uint64  // by height, for a claimed top: the stacks low enough
	neutral  [8]uint64  // by height, for a neutral top
}

func (p *Position) fit(f *fits) {
	h := &p.has
	c := &f.conflict
	c[0] = 0
	for i, b := range h {
		n := 1 << i
		for j := range n {
			c[(n+j)&31] = c[j] | b
		}
	}
	// Rule 1.4: no more than full height. A stack of full height is neither a
	// mover nor a target (rules 1.7, 1.8).
	h1 := p.high[1]
	h2 := h1 | p.high[2]
	h3 := h2 | p.high[3]
	h4 := h3 | p.high[4]
	if p.game == Six {
		h5 := h4 | p.high[5]
		f.claimed = [8]uint64{1: h5, 2: h4, 3: h3, 4: h2, 5: h1}
		// Rule 1.5: a neutral top builds on nothing higher than itself.
		f.neutral = [8]uint64{1: h1, 2: h2, 3: h3, 4: h2, 5: h1}
		return
	}
	f.claimed = [8]uint64{1: h4, 2: h3, 3: h2, 4: h1}
	f.neutral = [8]uint64{1: h1, 2: h2, 3: h2, 4: h1}
}

// component returns the stacks of members that are joined to the lowest of
// them, and what they see together.
func (p *Position) component(members uint64) (joined, reach uint64) {
	next := members & -members
	for next != 0 {
		joined |= next
		for ; next != 0; next &= next - 1 {
			reach |= p.sight[bits.TrailingZeros64(next)]
		}
		next = reach & members &^ joined
	}
	return joined, reach
}

// targets holds the destinations of stacks.
type targets [Spots]uint64

// asNeutral fills in the destinations of the stacks of neutral color c and
// returns their number.
func (p *Position) asNeutral(t *targets, f *fits, c Color) int {
	n := 0
	for movers := p.top[c]; movers != 0; movers &= movers - 1 {
		s := bits.TrailingZeros64(movers)
		st := p.stacks[s]
		t[s] = p.sight[s] &^ f.conflict[st&31] & f.neutral[st>>5&7]
		n += bits.OnesCount64(t[s])
	}
	return n
}

// asClaimed fills in the destinations of the stacks of claimed color c and
// returns their number.
func (p *Position) asClaimed(t *targets, f *fits, c Color) int {
	n := 0
	for members := p.top[c]; members != 0; {
		joined, reach := p.component(members)
		members &^= joined
		for ; joined != 0; joined &= joined - 1 {
			s := bits.TrailingZeros64(joined)
			st := p.stacks[s]
			t[s] = reach &^ f.conflict[st&31] & f.claimed[st>>5&7]
			n += bits.OnesCount64(t[s])
		}
	}
	return n
}

// unclaimed fills in the destinations of the stacks of color c in a turn without
// a claim (rule 1.2) and returns their number.
func (p *Position) unclaimed(t *targets, f *fits, c Color) int {
	switch {
	case p.claims[p.side].Has(c):
		return p.asClaimed(t, f, c)
	case p.claims[p.side.Other()].Has(c):
		return 0
	}
	return p.asNeutral(t, f, c)
}

// unclaimedAll fills in the destinations of all stacks in a turn without a claim
// and returns their number.
func (p *Position) unclaimedAll(t *targets) int {
	var f fits
	p.fit(&f)
	n := 0
	for c := range Color(Colors) {
		n += p.unclaimed(t, &f, c)
	}
	return n
}

// finished tells whether a six has won (rule 1.8).
func (p *Position) finished() bool {
	return p.game == Six && p.tally[0]|p.tally[1] != 0
}

// capturable returns the fives that claiming c would capture (rule 1.7, the
// house rule).
func (p *Position) capturable(c Color) uint64 {
	if p.game != Captured {
		return 0
	}
	return p.top[c] & p.high[5]
}

// claiming returns the position with c claimed for the side to move.
func (p *Position) claiming(c Color) *Position {
	q := *p
	q.claim(c)
	return &q
}

// other returns the position with the opponent to move.
func (p *Position) other() *Position {
	q := *p
	q.side = q.side.Other()
	return &q
}

// Moves appends every legal turn to buf: those without a claim first, then those
// of each claim in canonical order.
//
// A claim changes the moves of its own color only, unless it captures: then
// lines open for all colors, and a point of its own may be gone.
func (p *Position) Moves(buf []game.Move) []game.Move {
	if p.finished() {
		return buf
	}
	start := len(buf)
	var f fits
	var plain, claimed targets
	p.fit(&f)
	for c := range Color(Colors) {
		p.unclaimed(&plain, &f, c)
	}
	buf = plain.list(buf, 0, p.occupied)
	claimable := p.Claimable(p.side)
	for c := range Color(Colors) {
		if !claimable.Has(c) {
			continue
		}
		tag := WithClaim(c, 0)
		if p.capturable(c) != 0 {
			var t targets
			q := p.claiming(c)
			q.unclaimedAll(&t)
			buf = t.list(buf, tag, q.occupied)
			continue
		}
		p.asClaimed(&claimed, &f, c)
		buf = plain.list(buf, tag, p.occupied&^p.top[c])
		buf = claimed.list(buf, tag, p.top[c])
	}
	if len(buf) == start && p.other().hasTurn() {
		buf = append(buf, pass) // Rule 1.9.
	}
	return buf
}

// CountMoves returns len(Moves(nil)) without listing.
func (p *Position) CountMoves() int {
	if n := p.countTurns(); n > 0 {
		return n
	}
	if p.other().hasTurn() {
		return 1 // Rule 1.9: a forced pass.
	}
	return 0
}

// countTurns returns the number of turns of the side to move, passes aside: for
// each claim, that is the moves without one, less those of its color, plus
// those of its color once claimed.
func (p *Position) countTurns() int {
	if p.finished() {
		return 0
	}
	var f fits
	var t targets
	p.fit(&f)
	claimable := p.Claimable(p.side)
	base, ways, extra := 0, 1, 0
	for c := range Color(Colors) {
		n := p.unclaimed(&t, &f, c)
		base += n
		if !claimable.Has(c) {
			continue
		}
		if p.capturable(c) != 0 {
			extra += p.claiming(c).unclaimedAll(&t)
			continue
		}
		ways++
		extra += p.asClaimed(&t, &f, c) - n
	}
	return base*ways + extra
}

// hasTurn tells whether the side to move has a turn, with or without a claim.
func (p *Position) hasTurn() bool {
	if p.finished() {
		return false
	}
	var f fits
	var t targets
	p.fit(&f)
	for c := range Color(Colors) {
		if p.unclaimed(&t, &f, c) > 0 {
			return true
		}
	}
	claimable := p.Claimable(p.side)
	for c := range Color(Colors) {
		if !claimable.Has(c) {
			continue
		}
		if p.capturable(c) != 0 {
			if p.claiming(c).unclaimedAll(&t) > 0 {
				return true
			}
		} else if p.asClaimed(&t, &f, c) > 0 {
			return true
		}
	}
	return false
}

// list appends the moves of the given stacks, each tagged with the claim.
func (t *targets) list(buf []game.Move, tag game.Move, movers uint64) []game.Move {
	for ; movers != 0; movers &= movers - 1 {
		s := bits.TrailingZeros64(movers)
		m := tag | game.Move(s)<<fromShift
		for to := t[s]; to != 0; to &= to - 1 {
			buf = append(buf, m|game.Move(bits.TrailingZeros64(to)))
		}
	}
	return buf
}
