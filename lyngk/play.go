package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// Play plays m if it is legal, else returns what Legal returns.
func (p *Position) Play(m game.Move) error {
	if err := p.Legal(m); err != nil {
		return err
	}
	p.PlayUnchecked(m)
	return nil
}

// claim claims c for the side to move and captures what the house rule lets it
// capture (rules 1.1, 1.7).
func (p *Position) claim(c Color) {
	p.claims[p.side] |= 1 << c
	for fives := p.Capturable(c); fives != 0; fives &= fives - 1 {
		p.remove(uint(bits.TrailingZeros64(fives)))
		p.tally[p.side]++
	}
}

// PlayUnchecked plays the legal move m.
func (p *Position) PlayUnchecked(m game.Move) {
	if m == pass {
		p.side ^= 1
		return
	}
	if c := m >> claimShift & 7; c != 0 {
		p.claim(Color(c - 1))
	}
	from, to := uint(m>>fromShift&63), uint(m&63)
	mover, below := p.stacks[from], p.stacks[to]
	built := mover.onto(below)
	fromBit, toBit := uint64(1)<<from, uint64(1)<<to
	both := fromBit | toBit

	p.openLines(from)
	p.stacks[from] = 0
	p.stacks[to] = built
	p.occupied ^= fromBit
	p.top[mover.top()] ^= both
	p.top[below.top()] ^= toBit
	p.high[mover>>5&7] ^= fromBit
	p.high[below>>5&7] ^= toBit
	p.high[built>>5&7] |= toBit
	for c := range p.has {
		p.has[c] ^= both & -uint64(mover>>c&1)
	}
	p.board ^= stackKey(game.Spot(from), mover) ^ stackKey(game.Spot(to), below) ^ stackKey(game.Spot(to), built)

	if built.height() >= 5 && built.height() == p.game.full() && p.claims[p.side].Has(built.top()) {
		// Rule 1.7: a five with a top of the mover's leaves the board and
		// scores. Rule 1.8: a six with such a top wins and stays.
		p.tally[p.side]++
		if p.game != Six {
			p.remove(to)
		}
	}
	p.side ^= 1
}
