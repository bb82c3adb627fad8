package lyngk

import "cairn.example/game"

// A move of this package is a game.Move of these bits:
//
//	bits 0-5    destination
//	bits 6-11   origin
//	bits 12-14  claim: 0 for none, else the color + 1
//	bit  15     a forced pass, all other bits 0
const (
	fromShift  = 6
	claimShift = 12

	pass game.Move = 1 << 15
)

// MoveOf returns the move that takes the stack on from to to, without a claim.
// It may be illegal anywhere.
func MoveOf(from, to game.Spot) game.Move {
	return game.Move(from)<<fromShift | game.Move(to)
}

// WithClaim returns m with a claim of c in front.
func WithClaim(c Color, m game.Move) game.Move { return game.Move(c+1)<<claimShift | m }

// Pass returns the forced pass.
func Pass() game.Move { return pass }

// Claim returns the color that m claims, false when it claims none.
func Claim(m game.Move) (Color, bool) {
	c := m >> claimShift & 7
	return Color(c - 1), c != 0
}

// From returns the origin of m, which must not be a pass.
func From(m game.Move) game.Spot { return game.Spot(m >> fromShift & 63) }

// To returns the destination of m, which must not be a pass.
func To(m game.Move) game.Spot { return game.Spot(m & 63) }

// wellFormed reports whether m has a meaning on this board at all.
func wellFormed(m game.Move) bool {
	if m == pass {
		return true
	}
	return m < pass && m>>claimShift <= Colors && From(m) < Spots && To(m) < Spots && m != 0
}

// Parts takes a move apart; a move that no board has gives no spots.
func (g Game) Parts(m game.Move) game.Parts {
	parts := game.Parts{From: game.NoSpot, To: game.NoSpot}
	if m == pass || !wellFormed(m) {
		return parts
	}
	parts.From, parts.To = From(m), To(m)
	if c, ok := Claim(m); ok {
		parts.Claim = c.Piece()
	}
	return parts
}

// MoveText returns the canonical text of a move, "?" for a value that is none.
func (g Game) MoveText(m game.Move) string {
	if m == pass {
		return game.PassText
	}
	if !wellFormed(m) {
		return "?"
	}
	text := name(From(m)) + "-" + name(To(m))
	if c, ok := Claim(m); ok {
		return game.WithClaim(c.Piece().Letter(), text)
	}
	return text
}

// name returns the name of a spot of the board.
func name(s game.Spot) string { return layout.Names[s] }
