package game

import "errors"

// WhyStuck returns why the stack on a spot cannot move at all, after a claim or 0 for
// none: the one refusal that holds for every stack it could move onto. It is nil where it
// can move, and where the refusals differ or are about the target.
func WhyStuck(p Position, claim Piece, from Spot) *Error {
	l := p.Game().Layout()
	var reason *Error
	for _, to := range l.Spots {
		if to == from {
			continue
		}
		_, err := p.ParseMove(WithClaim(claim.Letter(), l.WayText([]Spot{from, to})))
		if err == nil {
			return nil
		}
		var refusal *Error
		if len(p.Stack(to, nil)) == 0 || !errors.As(err, &refusal) {
			continue // that nothing is there says nothing about the stack
		}
		if reason != nil && refusal.Code != reason.Code {
			return nil
		}
		reason = refusal
	}
	if reason != nil && reason.Args["to"] != "" {
		return nil
	}
	return reason
}

// ClaimsFor returns the claims with which a stack can move from one spot to another, in
// the order of the game's pieces; NoSpot as target stands for any.
func ClaimsFor(p Position, from, to Spot) []Piece {
	g := p.Game()
	moves := p.Moves(nil)
	var list []Piece
	for _, claim := range g.Pieces() {
		for _, m := range moves {
			if parts := g.Parts(m); parts.Claim == claim && parts.From == from && (to == NoSpot || parts.To == to) {
				list = append(list, claim)
				break
			}
		}
	}
	return list
}

// ClaimEffect is what a claim would change for the side to move.
type ClaimEffect struct {
	// Possible reports whether a legal move makes the claim.
	Possible bool

	// Opened is how many moves exist only with it, from the spots Freed to the spots
	// Goals, as bitboards.
	Opened       int
	Freed, Goals uint64

	// Bound are the spots of the stacks of that color, which the opponent could no longer
	// move.
	Bound uint64
}

// EffectOfClaim tells what a claim would change.
func EffectOfClaim(p Position, claim Piece) ClaimEffect {
	g := p.Game()
	moves := p.Moves(nil)
	var without [NoSpot + 1]uint64 // where the moves without a claim lead, by their origin
	for _, m := range moves {
		if parts := g.Parts(m); parts.Claim == 0 {
			without[parts.From] |= parts.To.Bit()
		}
	}
	var e ClaimEffect
	for _, m := range moves {
		parts := g.Parts(m)
		if parts.Claim != claim {
			continue
		}
		e.Possible = true
		if without[parts.From]&parts.To.Bit() == 0 {
			e.Opened++
			e.Freed |= parts.From.Bit()
			e.Goals |= parts.To.Bit()
		}
	}
	var stack []Piece
	for _, s := range g.Layout().Spots {
		if stack = p.Stack(s, stack[:0]); len(stack) > 0 && stack[len(stack)-1] == claim {
			e.Bound |= s.Bit()
		}
	}
	return e
}
