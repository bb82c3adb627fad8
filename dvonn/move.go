package dvonn

import "cairn.example/game"

// A move's bits: 0-5 the origin, 6-11 the destination, 12-13 what it is. Unused
// fields are zero, so that every move has one value.
const (
	toShift   = 6
	spotMask  = 63
	kindShift = 12

	kindPlacing  game.Move = 1 << kindShift
	kindStacking game.Move = 2 << kindShift
	kindMask     game.Move = 3 << kindShift
)

// Pass is the forced pass (rule 2.4).
const Pass game.Move = 3 << kindShift

// Placing returns the move that places the next piece on to.
func Placing(to game.Spot) game.Move { return kindPlacing | game.Move(to&spotMask)<<toShift }

// Stacking returns the move of the stack on from onto the one on to.
func Stacking(from, to game.Spot) game.Move {
	return kindStacking | game.Move(to&spotMask)<<toShift | game.Move(from&spotMask)
}

// From returns the origin of m, NoSpot for a placing or a pass.
func From(m game.Move) game.Spot {
	if m&kindMask != kindStacking {
		return game.NoSpot
	}
	return moveFrom(m)
}

// To returns the destination of m, NoSpot for a pass.
func To(m game.Move) game.Spot {
	if k := m & kindMask; k != kindStacking && k != kindPlacing {
		return game.NoSpot
	}
	return moveTo(m)
}

func moveFrom(m game.Move) game.Spot { return game.Spot(m & spotMask) }
func moveTo(m game.Move) game.Spot   { return game.Spot(m >> toShift & spotMask) }

// wellFormed reports whether m is a value that one of the constructors makes of
// spots of the board.
func wellFormed(m game.Move) bool {
	from, to := moveFrom(m), moveTo(m)
	switch m & kindMask {
	case kindPlacing:
		return m == Placing(to) && all&to.Bit() != 0
	case kindStacking:
		return m == Stacking(from, to) && all&from.Bit() != 0 && all&to.Bit() != 0
	}
	return m == Pass
}
