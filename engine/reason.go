package engine

import "cairn.example/game"

// Reasoner tells what speaks for a move.
type Reasoner interface {
	// Reasons returns short reasons for the legal move m of p, the weightiest
	// first; none where nothing simple can be said.
	Reasons(p game.Position, m game.Move) []Reason
}

// Reason is a short reason for a move, as data that can be translated.
type Reason struct {
	// Key is the stable id, such as "lyngk.completes"; it is also the key of
	// the translations.
	Key string

	// Spots are the spots it is about, to be shown on the board.
	Spots []game.Spot

	// Args fill the braces of Text. A color is its English name in lower case;
	// numbers and spots are to be shown as they are.
	Args map[string]string

	// Text is the English sentence with {name} for each argument: no capital,
	// no full stop.
	Text string
}

// String returns the sentence in English.
func (r Reason) String() string { return game.Expand(r.Text, r.Args) }
