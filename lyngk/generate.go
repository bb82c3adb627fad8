package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// The destinations of a stack are the stacks that it reaches and may be built on.
// What it may be built on depends only on its colors and height and is looked up
// in [Fits]. What it reaches is its sight and, for a claimed top, more by rule 1.6.
//
// Rule 1.6 in bitboards: the stacks of one claimed color are a graph, joined
// where they see each other. A stack that moves may go on from each stack of
// its component, so it reaches what any of them sees: one set for the whole
// component. The members themselves are in that set where they see each other,
// but they hold the color of the mover, so rule 1.4 takes them out.
//
// The ruling that the origin counts as empty while its stack travels does not
// change the set reached. Let a stack travel from o, and let a later leg from point p
// cross o to q. Then p saw o and o sees q, so q is reached from o directly, as
// a destination or as a point. The other legs run as if o were still there,
// because they do not cross it. So with o empty the mover reaches nothing that
// the component of o on the full board does not see. And nothing is lost: a way
// that uses each point once never returns to o, so none of its legs ends there.

// Fits tells what may be built on what in one position (rules 1.4, 1.5), reach
// aside. A stack of height h that holds the colors s may be built on the stacks of
//
//	Claimed[h] &^ Conflict[s]    where the mover has claimed its top
//	Neutral[h] &^ Conflict[s]    where its top is neutral
//
// The stack itself is never among them. Indexes above the largest height or set
// give no stack. The zero value says that nothing fits; [Position.Fit] fills it.
type Fits struct {
	Conflict [32]uint64 // by [ColorSet]: the stacks that hold one of its colors
	Claimed  [8]uint64  // by height, for a claimed top: the stacks low enough
	Neutral  [8]uint64  // by height, for a neutral top
}

// Fit fills f for this position. It stays right until the next move; claims
// that capture nothing do not change it.
func (p *Position) Fit(f *Fits) {
	h := &p.has
	c := &f.Conflict
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
		f.Claimed = [8]uint64{1: h5, 2: h4, 3: h3, 4: h2, 5: h1}
		// Rule 1.5: a neutral top builds on nothing higher than itself.
		f.Neutral = [8]uint64{1: h1, 2: h2, 3: h3, 4: h2, 5: h1}
		return
	}
	f.Claimed = [8]uint64{1: h4, 2: h3, 3: h2, 4: h1}
	f.Neutral = [8]uint64{1: h1, 2: h2, 3: h2, 4: h1}
}

// Component returns the stacks that rule 1.6 joins to those of start, which are
// among members, and what all of them see together: where each of them could
// go if only reach counted. Members are the stacks with a top of one claimed
// color, so a stack of another color joins nothing. An empty start gives nothing.
func (p *Position) Component(start, members uint64) (joined, reach uint64) {
	next := start
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

// neutralTargets fills in the destinations of the stacks of neutral color c and
// returns their number.
func (p *Position) neutralTargets(t *targets, f *Fits, c Color) int {
	n := 0
	for movers := p.top[c]; movers != 0; movers &= movers - 1 {
		s := bits.TrailingZeros64(movers)
		st := p.stacks[s]
		t[s] = p.sight[s] &^ f.Conflict[st&31] & f.Neutral[st>>5&7]
		n += bits.OnesCount64(t[s])
	}
	return n
}

// claimedTargets fills in the destinations of the stacks of claimed color c and
// returns their number.
func (p *Position) claimedTargets(t *targets, f *Fits, c Color) int {
	n := 0
	for members := p.top[c]; members != 0; {
		joined, reach := p.Component(members&-members, members)
		members &^= joined
		for ; joined != 0; joined &= joined - 1 {
			s := bits.TrailingZeros64(joined)
			st := p.stacks[s]
			t[s] = reach &^ f.Conflict[st&31] & f.Claimed[st>>5&7]
			n += bits.OnesCount64(t[s])
		}
	}
	return n
}

// targetsWithoutClaim fills in the destinations of the stacks of color c in a move without
// a claim (rule 1.2) and returns their number.
func (p *Position) targetsWithoutClaim(t *targets, f *Fits, c Color) int {
	switch {
	case p.claims[p.side].Has(c):
		return p.claimedTargets(t, f, c)
	case p.claims[p.side.Other()].Has(c):
		return 0
	}
	return p.neutralTargets(t, f, c)
}

// allTargetsWithoutClaim fills in the destinations of all stacks in a move without a claim
// and returns their number.
func (p *Position) allTargetsWithoutClaim(t *targets) int {
	var f Fits
	p.Fit(&f)
	n := 0
	for c := range Color(Colors) {
		n += p.targetsWithoutClaim(t, &f, c)
	}
	return n
}

// Finished reports whether a six has won (rule 1.8), which ends the game while
// moves may be left. Otherwise a game ends when nobody can move; ask
// [Position.Outcome].
func (p *Position) Finished() bool {
	return p.game == Six && p.tally[0]|p.tally[1] != 0
}

// Capturable returns the fives that claiming c would capture (rule 1.7, the
// house rule); none in the other games. That c may be claimed is not checked.
func (p *Position) Capturable(c Color) uint64 {
	if p.game != Captured {
		return 0
	}
	return p.top[c] & p.high[5]
}

// withClaim returns the position with c claimed for the side to move.
func (p *Position) withClaim(c Color) *Position {
	q := *p
	q.claim(c)
	return &q
}

// WithSide returns a copy of the position in which s is to move, as after a pass
// that need not be legal. It answers what s could do if it were its turn.
func (p *Position) WithSide(s game.Side) *Position {
	q := *p
	q.side = s
	return &q
}

// opponentToMove returns the position with the opponent to move.
func (p *Position) opponentToMove() *Position { return p.WithSide(p.side.Other()) }

// Moves appends every legal move to buf: those without a claim first, then those
// of each claim in canonical order.
//
// A claim changes the moves of its own color only, unless it captures: then
// lines open for all colors, and a point of its own may be gone.
func (p *Position) Moves(buf []game.Move) []game.Move { return p.listMoves(buf, true) }

// MovesOfOwnClaim appends the moves of Moves but for those that claim one color and
// move another, unless the claim captures stacks (the house rule of 1.7). A claim can be
// added to any move of another color, so that these are most of the moves of a position,
// and no others are possible where there are no moves of this kind.
func (p *Position) MovesOfOwnClaim(buf []game.Move) []game.Move { return p.listMoves(buf, false) }

func (p *Position) listMoves(buf []game.Move, remote bool) []game.Move {
	if p.Finished() {
		return buf
	}
	start := len(buf)
	var f Fits
	var plain, claimed targets
	p.Fit(&f)
	for c := range Color(Colors) {
		p.targetsWithoutClaim(&plain, &f, c)
	}
	buf = plain.list(buf, 0, p.occupied)
	claimable := p.Claimable(p.side)
	for c := range Color(Colors) {
		if !claimable.Has(c) {
			continue
		}
		tag := WithClaim(c, 0)
		if p.Capturable(c) != 0 {
			var t targets
			q := p.withClaim(c)
			q.allTargetsWithoutClaim(&t)
			buf = t.list(buf, tag, q.occupied)
			continue
		}
		p.claimedTargets(&claimed, &f, c)
		if remote {
			buf = plain.list(buf, tag, p.occupied&^p.top[c])
		}
		buf = claimed.list(buf, tag, p.top[c])
	}
	if len(buf) == start && p.opponentToMove().HasMove() {
		buf = append(buf, pass) // Rule 1.9.
	}
	return buf
}

// CountMoves returns len(Moves(nil)) without listing.
func (p *Position) CountMoves() int {
	if n := p.countMoves(); n > 0 {
		return n
	}
	if p.opponentToMove().HasMove() {
		return 1 // Rule 1.9: a forced pass.
	}
	return 0
}

// countMoves returns the number of moves of the side to move, a pass not counted.
// With a claim there are as many as without one, less the moves of the claimed
// color, plus its moves once it is claimed.
func (p *Position) countMoves() int {
	if p.Finished() {
		return 0
	}
	var f Fits
	var t targets
	p.Fit(&f)
	claimable := p.Claimable(p.side)
	base, ways, extra := 0, 1, 0
	for c := range Color(Colors) {
		n := p.targetsWithoutClaim(&t, &f, c)
		base += n
		if !claimable.Has(c) {
			continue
		}
		if p.Capturable(c) != 0 {
			extra += p.withClaim(c).allTargetsWithoutClaim(&t)
			continue
		}
		ways++
		extra += p.claimedTargets(&t, &f, c) - n
	}
	return base*ways + extra
}

// HasMove reports whether the side to move has a move other than the pass, with or without a claim;
// where it has none it passes, if the opponent has one (rule 1.9).
func (p *Position) HasMove() bool {
	if p.Finished() {
		return false
	}
	var f Fits
	var t targets
	p.Fit(&f)
	for c := range Color(Colors) {
		if p.targetsWithoutClaim(&t, &f, c) > 0 {
			return true
		}
	}
	claimable := p.Claimable(p.side)
	for c := range Color(Colors) {
		if !claimable.Has(c) {
			continue
		}
		if p.Capturable(c) != 0 {
			if p.withClaim(c).allTargetsWithoutClaim(&t) > 0 {
				return true
			}
		} else if p.claimedTargets(&t, &f, c) > 0 {
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
