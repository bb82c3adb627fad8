package engine

import "cairn.example/game"

// The reasons that a search knows itself, whatever the game.
const (
	Forced    = "forced"     // there is no other move
	Wins      = "wins"       // the win is proved
	HoldsDraw = "holds_draw" // the draw is proved
)

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

// NewReason returns a reason whose arguments are given as names and values in turn.
func NewReason(key, text string, spots []game.Spot, args ...string) Reason {
	r := Reason{Key: key, Text: text, Spots: spots, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		r.Args[args[i]] = args[i+1]
	}
	return r
}

// Reasons returns what speaks for the move of r, found in p: what is certain
// about it first, then what k, which may be nil, says that it does. A result
// without a move has none.
func Reasons(k Reasoner, p game.Position, r *Result) []Reason {
	if r.Move == 0 {
		return nil
	}
	var list []Reason
	switch {
	case len(p.Moves(nil)) == 1:
		list = append(list, Reason{Key: Forced, Text: "is the only move"})
	case r.Proved && r.Score.Won():
		list = append(list, Reason{Key: Wins, Text: "wins by force"})
	case r.Proved && r.Score == DrawScore:
		list = append(list, Reason{Key: HoldsDraw, Text: "holds the draw"})
	}
	if k != nil && !p.Game().Parts(r.Move).Pass() {
		list = append(list, k.Reasons(p, r.Move)...)
	}
	return list
}

// String returns the sentence in English.
func (r Reason) String() string { return game.Expand(r.Text, r.Args) }
