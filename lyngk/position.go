package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// Position is a position of any of the three games. It is a flat value without
// pointers, about 670 bytes: copying it is one assignment. Its zero value is
// an empty board of the standard game. Play only through its methods; a
// *Position is what stands behind the game.Position of this package.
type Position struct {
	// sight[s] is what the stack on s sees: the first occupied spot in each of
	// six directions; 0 where s is empty. Nothing ever refills a spot, so it
	// changes only for the up to six stacks that see one another when a stack
	// between them leaves.
	sight [Spots]uint64

	occupied uint64
	top      [kinds]uint64  // stacks by the kind of their top piece; lone jokers last
	has      [Colors]uint64 // stacks that hold a color
	high     [7]uint64      // stacks by height; high[0] stays empty
	board    uint64         // XOR of stackKey of all stacks, part of Key

	stacks [Spots]stack
	game   Game
	side   game.Side
	claims [2]ColorSet
	tally  [2]uint8 // fives scored; in Six a 1 marks the winner
}

// Game returns the rule set.
func (p *Position) Game() game.Game { return p.game }

// Side returns the player to move; after the end, who would be next.
func (p *Position) Side() game.Side { return p.side }

// CopyTo makes dst, which must be a position of this package, equal to p.
func (p *Position) CopyTo(dst game.Position) { *dst.(*Position) = *p }

// Copy returns an independent copy.
func (p *Position) Copy() game.Position {
	q := *p
	return &q
}

// Stack appends the pieces on s to buf, bottom first.
func (p *Position) Stack(s game.Spot, buf []game.Piece) []game.Piece {
	if s >= Spots {
		return buf
	}
	st := p.stacks[s]
	for i := range st.height() {
		buf = append(buf, st.piece(i).Piece())
	}
	return buf
}

// Occupied returns the spots with a stack.
func (p *Position) Occupied() uint64 { return p.occupied }

// Tops returns the stacks with a top of kind c; for Joker the lone jokers.
func (p *Position) Tops(c Color) uint64 { return p.top[c] }

// Holding returns the stacks that hold the active color c anywhere.
func (p *Position) Holding(c Color) uint64 { return p.has[c] }

// OfHeight returns the stacks of exactly h pieces, h from 0 to 6.
func (p *Position) OfHeight(h int) uint64 { return p.high[h] }

// Sight returns the stacks that the stack on s sees, 0 where s is empty.
func (p *Position) Sight(s game.Spot) uint64 { return p.sight[s] }

// Height returns the number of pieces on s.
func (p *Position) Height(s game.Spot) int { return p.stacks[s].height() }

// Top returns the kind of the top piece on s, which must be occupied.
func (p *Position) Top(s game.Spot) Color { return p.stacks[s].top() }

// ColorsOn returns the active colors in the stack on s.
func (p *Position) ColorsOn(s game.Spot) ColorSet { return p.stacks[s].colors() }

// Claimed returns the colors that s has claimed.
func (p *Position) Claimed(s game.Side) ColorSet { return p.claims[s] }

// Neutral returns the colors that nobody has claimed.
func (p *Position) Neutral() ColorSet { return allColors &^ (p.claims[0] | p.claims[1]) }

// maxClaims is how many colors a player may have (rule 1.1). The five colors are
// more than both may have, so a player who has fewer always finds a neutral one.
const maxClaims = 2

// Claimable returns the colors that s may claim (rule 1.1): the neutral ones
// while s has fewer than two.
func (p *Position) Claimable(s game.Side) ColorSet {
	if p.ClaimsLeft(s) == 0 {
		return 0
	}
	return p.Neutral()
}

// ClaimsLeft returns how many more colors s may claim (rule 1.1).
func (p *Position) ClaimsLeft(s game.Side) int { return maxClaims - p.claims[s].Len() }

// Tally returns the fives s has scored; in [Six] 1 for the winner by a six.
func (p *Position) Tally(s game.Side) int { return int(p.tally[s]) }

// place puts a stack on an empty spot. It does not update sight.
func (p *Position) place(s game.Spot, st stack) {
	b := s.Bit()
	p.stacks[s] = st
	p.occupied |= b
	p.top[st.top()] |= b
	p.high[st.height()] |= b
	for c := range p.has {
		if st.colors().Has(Color(c)) {
			p.has[c] |= b
		}
	}
	p.board ^= stackKey(s, st)
}

// computeSight computes the sight of all stacks afresh.
func (p *Position) computeSight() {
	for s := range p.sight {
		p.sight[s] = 0
		if p.occupied>>s&1 != 0 {
			p.sight[s] = visibleFrom(game.Spot(s), p.occupied)
		}
	}
}

// openLines updates sight when the stack on s leaves: on each of the three lines
// through s the stacks on both sides now see each other.
func (p *Position) openLines(s uint) {
	gone := uint64(1) << s
	seen := p.sight[s]
	for _, line := range &lines[s] {
		ends := seen & line
		if ends == 0 {
			continue
		}
		far := ends & (ends - 1) // empty when s was the end of its line
		near := bits.TrailingZeros64(ends)
		p.sight[near] ^= gone | far
		if far != 0 {
			p.sight[bits.TrailingZeros64(far)] ^= gone | ends ^ far
		}
	}
	p.sight[s] = 0
}

// remove takes the stack on s off the board.
func (p *Position) remove(s uint) {
	p.openLines(s)
	st := p.stacks[s]
	b := uint64(1) << s
	p.occupied &^= b
	p.top[st.top()] &^= b
	p.high[st.height()] &^= b
	for c := range p.has {
		p.has[c] &^= b
	}
	p.board ^= stackKey(game.Spot(s), st)
	p.stacks[s] = 0
}
