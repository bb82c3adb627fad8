package lyngk

import (
	"math/bits"

	"cairn.example/game"
)

// Outcome reports whether the game is over, and for whom (rules 1.8, 1.10).
func (p *Position) Outcome() game.Outcome {
	if !p.Finished() && (p.HasMove() || p.opponentToMove().HasMove()) {
		return game.Ongoing
	}
	switch _, by := p.Lead(game.First); {
	case by > 0:
		return game.FirstWins
	case by < 0:
		return game.SecondWins
	}
	return game.Draw
}

// Lead compares the sides as rule 1.10 does at the end, at any time of a game:
// by is how far s is ahead (negative: behind) in the first number of
// [Position.Standing] in which they differ, and count is its place from the
// back, 0 for the last. Where all are equal both are 0.
func (p *Position) Lead(s game.Side) (count, by int) {
	if d := p.standing(s, 0) - p.standing(s.Other(), 0); d != 0 {
		return p.game.full() - 1, d
	}
	own, their := p.Owned(s), p.Owned(s.Other())
	for h := p.game.full() - 1; h > 0; h-- {
		if d := bits.OnesCount64(own&p.high[h]) - bits.OnesCount64(their&p.high[h]); d != 0 {
			return h - 1, d
		}
	}
	return 0, 0
}

const standingLen = 6

var standingKeys = [2][standingLen]string{
	{"fives", "stacks4", "stacks3", "stacks2", "stacks1"},
	{"sixes", "fives", "stacks4", "stacks3", "stacks2", "stacks1"},
}

// standing returns number k of what decides the game: the tally, then the
// stacks on the board with a top of s, the highest ones that count first. k is
// below the full height.
func (p *Position) standing(s game.Side, k int) int {
	if k == 0 {
		return int(p.tally[s])
	}
	h := p.game.full() - k
	return bits.OnesCount64(p.Owned(s) & p.high[h])
}

// Owned returns the stacks with a top that s has claimed, obstacles among them.
func (p *Position) Owned(s game.Side) uint64 {
	var own uint64
	for c := range Color(Colors) {
		if p.claims[s].Has(c) {
			own |= p.top[c]
		}
	}
	return own
}

// Standing returns what decides the game when nobody can move (rule 1.10), most
// important first: the fives scored, then the stacks of 4, 3, 2 and 1 with a
// top of s. In [Six] the winning six comes first, then the fives on the board.
func (p *Position) Standing(s game.Side) []game.Count {
	keys := &standingKeys[0]
	if p.game == Six {
		keys = &standingKeys[1]
	}
	counts := make([]game.Count, p.game.full())
	for k := range counts {
		counts[k] = game.Count{Key: keys[k], N: p.standing(s, k), Height: len(counts) - k}
	}
	counts[0].Taken, counts[0].Wins = p.game != Six, p.game == Six
	return counts
}

// Decision tells which number of [Position.Standing] has decided a finished game
// (rules 1.8, 1.10). A lower height that decides comes with the fives that both
// have. It implements [game.Decider].
func (p *Position) Decision() game.Decision {
	full := p.game.full()
	var d game.Decision
	for k := range full {
		height := full - k
		d.First, d.Second = p.standing(game.First, k), p.standing(game.Second, k)
		if d.First == d.Second {
			if height == 5 {
				d.Equal = d.First
			}
			continue
		}
		switch height {
		case 6:
			d.Key = "six"
		case 5:
			d.Key = "fives"
		case 1:
			d.Key = "singles"
		default:
			d.Key, d.Height = "stacks", height
		}
		return d
	}
	return game.Decision{Key: "equal"}
}

// Claims returns the colors s has claimed, in canonical order.
func (p *Position) Claims(s game.Side) []game.Piece { return p.claims[s].pieces() }

// MayClaim returns the colors s may claim (rule 1.1), in canonical order.
func (p *Position) MayClaim(s game.Side) []game.Piece { return p.Claimable(s).pieces() }

func (s ColorSet) pieces() []game.Piece {
	var list []game.Piece
	for c := range Color(Colors) {
		if s.Has(c) {
			list = append(list, c.Piece())
		}
	}
	return list
}

// IsColor reports whether a piece has one of the five colors: a joker does not.
func (p *Position) IsColor(piece game.Piece) bool {
	c, ok := parseColor(rune(piece))
	return ok && c != Joker
}
