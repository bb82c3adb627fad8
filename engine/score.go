package engine

import (
	"strconv"

	"cairn.example/game"
)

// Score values a position for the side to move. It fits 16 bits.
//
//	-Infinity < Loss(MaxMargin) ... Loss(1) < estimates < Win(1) ... Win(MaxMargin) < Infinity
//
// Estimates stay within ±MaxEstimate, in hundredths of what the game's
// evaluation counts as one unit. Zero is a proved draw or an estimate of
// equality: [Info.Proved] tells them apart.
type Score int32

// The landmarks of the scale.
const (
	Infinity    Score = 32000
	won         Score = 30000
	MaxEstimate Score = 29000

	// MaxMargin is the largest margin a proved score can carry.
	MaxMargin = 1999
)

// DrawScore is the score of a drawn game.
const DrawScore Score = 0

// Win returns the score of a game won by a margin from 1 to MaxMargin; see
// [Score.Margin] for its meaning.
func Win(margin int) Score { return won + Score(min(max(margin, 1), MaxMargin)) }

// Loss returns the score of a game lost by a margin.
func Loss(margin int) Score { return -Win(margin) }

// Won reports whether s says that the side to move wins for certain.
func (s Score) Won() bool { return s > won }

// Lost reports whether s says that the side to move loses for certain.
func (s Score) Lost() bool { return s < -won }

// Decided reports whether s is a proved win or loss. A proved draw is not told
// by its score.
func (s Score) Decided() bool { return s > won || s < -won }

// Margin takes the margin of a decided score apart: count is the number of the
// standing (see [game.Scorer]) that decides, 0 for the last and least important
// one, and by is the difference there. Where a standing has one number, by is
// the whole margin. It is negative for a loss.
func (s Score) Margin() (count, by int) {
	switch {
	case s.Won():
		m := int(s - won)
		return m >> 6, m & 63
	case s.Lost():
		m := int(-s - won)
		return m >> 6, -(m & 63)
	}
	return 0, 0
}

// MarginOf packs a difference in one count of a standing as the margin of a
// decided score; the inverse of [Score.Margin].
func MarginOf(count, by int) int { return count<<6 | min(max(by, 1), 63) }

// String returns the score in words of the protocol: "cp 35", "win 12",
// "loss 12", "draw" never, since a score alone does not tell a proved draw.
func (s Score) String() string {
	switch {
	case s.Won():
		return "win " + strconv.Itoa(int(s-won))
	case s.Lost():
		return "loss " + strconv.Itoa(int(-s-won))
	}
	return "cp " + strconv.Itoa(int(s))
}

// Estimate clamps n to the range of estimates.
func Estimate(n int) Score { return Score(min(max(n, -int(MaxEstimate)), int(MaxEstimate))) }

// Decided returns the score of a finished game in which the side to move is ahead
// by so much in one count of its standing (see [Score.Margin]); behind where by
// is negative, a draw where it is zero.
func Decided(count, by int) Score {
	switch {
	case by > 0:
		return Win(MarginOf(count, by))
	case by < 0:
		return Loss(MarginOf(count, -by))
	}
	return DrawScore
}

// FinalScore returns the score of a finished game for the side to move, its
// margin taken from the position's standing where it has one.
func FinalScore(p game.Position) Score {
	side, ok := p.Outcome().Winner()
	if !ok {
		return DrawScore
	}
	margin := 1
	if sc, ok := p.(game.Scorer); ok {
		mine, theirs := sc.Standing(side), sc.Standing(side.Other())
		for i := range mine {
			if d := mine[i].N - theirs[i].N; d != 0 {
				if d > 0 {
					margin = MarginOf(len(mine)-1-i, d)
				}
				break
			}
		}
	}
	if side == p.Side() {
		return Win(margin)
	}
	return Loss(margin)
}

// Bound says how a score is meant.
type Bound uint8

// The bounds. The zero value is no score at all.
const (
	NoBound Bound = iota
	Upper         // the true score is at most this
	Lower         // the true score is at least this
	Exact
)

// String returns "upper", "lower", "exact" or "none".
func (b Bound) String() string { return [...]string{"none", "upper", "lower", "exact"}[b&3] }
