package lyngk

import (
	"strings"

	"cairn.example/game"
)

// Game is one of the three games; any other value panics in use. It implements
// game.Game.
type Game uint8

// The games.
const (
	// Standard is LYNGK as published: "lyngk".
	Standard Game = iota

	// Captured is LYNGK with the house rule of 1.7, by which a claim captures
	// every five on the board with that top: "lyngk-captured".
	Captured

	// Six is the variant of 1.8, in which a stack of six wins: "lyngk6".
	Six

	numGames
)

// What this package offers of the contract.
var (
	_ game.Game      = Standard
	_ game.Editor    = Standard
	_ game.Position  = (*Position)(nil)
	_ game.Counter   = (*Position)(nil)
	_ game.Router    = (*Position)(nil)
	_ game.LegLister = (*Position)(nil)
	_ game.Claimer   = (*Position)(nil)
	_ game.Owner     = (*Position)(nil)
	_ game.Scorer    = (*Position)(nil)
	_ game.Decider   = (*Position)(nil)
)

var (
	gameIDs   = [numGames]string{"lyngk", "lyngk-captured", "lyngk6"}
	gameNames = [numGames]string{"LYNGK", "LYNGK-captured", "LYNGK-6"}
)

// Games returns the three games.
func Games() []Game { return []Game{Standard, Captured, Six} }

// ID returns the game's id in text forms.
func (g Game) ID() string { return gameIDs[g] }

// Name returns the name to show, which is never translated.
func (g Game) Name() string { return gameNames[g] }

// Layout returns the board of 43 spots.
func (g Game) Layout() *game.Layout { return layout }

// Pieces returns the letters IBRGKJ.
func (g Game) Pieces() []game.Piece {
	return []game.Piece{'I', 'B', 'R', 'G', 'K', 'J'}
}

// ColorName returns the English name of the color: "ivory" to "black", or
// "joker".
func (g Game) ColorName(p game.Piece) string {
	if i := strings.IndexByte(letters, byte(p)); i >= 0 {
		return colorNames[i]
	}
	return ""
}

// Supply returns 8 for a color, 3 for jokers. It implements [game.Supplier].
func (g Game) Supply(p game.Piece) int {
	if i := strings.IndexByte(letters, byte(p)); i >= 0 {
		return pieceCount[i]
	}
	return 0
}

// Tally returns "fives" and how many of them the pieces of the set make; in [Six]
// "sixes", of which the first one ends the game. It implements [game.Tallier].
func (g Game) Tally() (key string, most int) {
	if g == Six {
		return "sixes", 1
	}
	return "fives", Spots / g.full()
}

// MaxHeight returns 5, in [Six] 6 (rules 1.4, 1.8).
func (g Game) MaxHeight() int { return g.full() }

func (g Game) full() int {
	if g == Six {
		return 6
	}
	return 5
}

// New returns an empty position to be filled by CopyTo.
func (g Game) New() game.Position { return &Position{game: g} }

// SideName returns "1" or "2".
func (g Game) SideName(s game.Side) string {
	if s == game.First {
		return "1"
	}
	return "2"
}

// OutcomeName returns "ongoing", "1", "2" or "draw".
func (g Game) OutcomeName(o game.Outcome) string {
	switch o {
	case game.FirstWins:
		return "1"
	case game.SecondWins:
		return "2"
	case game.Draw:
		return "draw"
	}
	return "ongoing"
}
