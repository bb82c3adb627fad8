package engine

import "cairn.example/game"

// Knowledge is what a search may know about a game besides estimates: which moves
// are tactical, in what order moves are best tried, what is certain about the
// final score, how long games last, and what speaks for a move. It belongs to the
// game, not to an [Evaluator]. It is used by one goroutine; each thread of a
// search makes its own.
//
// A search is right without it, only much slower and therefore weaker.
type Knowledge interface {
	Tactics
	Orderer
	Bounder
	Finisher
	Pacer
	Reasoner
}

// Tactics lists moves that may change the score much at once.
type Tactics interface {
	// Tactical appends the legal moves of p that quiescence should look at,
	// best first, and returns buf. None is a fine answer.
	Tactical(p game.Position, buf []game.Move) []game.Move
}

// Ranked is a move with what the ordering knows about it. Its zero value is no
// move.
type Ranked struct {
	Move game.Move
	Rank int32  // higher is searched earlier; history adds at most ±MaxHistory
	Slot uint16 // below Slots: the moves of a slot share one history value
	Kind Kind
}

// Kind says how the search may treat a move.
type Kind uint8

// The kinds of moves.
const (
	Quiet    Kind = iota // may be reduced and, late, skipped
	Tactical             // is not skipped
	Unlikely             // quiet and seldom good: reduced more and skipped sooner
)

// Slots is the number of history slots: room for an origin and a destination of
// six bits each.
const Slots = 1 << 12

// MaxHistory is the most by which the history of a move changes its rank.
const MaxHistory = 8192

// Orderer ranks the moves of a position.
type Orderer interface {
	// Order fills Rank, Slot and Kind of each move of list; Move is given.
	Order(p game.Position, list []Ranked)
}

// LikelyLister may be offered by the knowledge of a game in which most moves are
// [Unlikely]. Close to the horizon these are seldom searched, and listing them costs more
// than the rest of a node.
type LikelyLister interface {
	// LikelyMoves appends the moves of p that Order does not call unlikely, and
	// returns buf; false, and buf as it was, where all moves had better be listed
	// at once.
	LikelyMoves(p game.Position, buf []game.Move) ([]game.Move, bool)
}

// Bounder knows bounds of the final score.
type Bounder interface {
	// Bounds returns the least and the greatest final score, for the side to
	// move of p, that play can still lead to; -Infinity and Infinity where
	// nothing is known. Proofs rest on it, so it must be right.
	Bounds(p game.Position) (low, high Score)
}

// Finisher scores finished games faster than [FinalScore] does.
type Finisher interface {
	// Final returns what FinalScore(p) returns; p must be over.
	Final(p game.Position) Score
}

// Pacer knows how long games last.
type Pacer interface {
	// MovesLeft estimates how many more moves the side to move will make.
	MovesLeft(p game.Position) int

	// PliesLeft returns a number of plies, passes not counted, that no game
	// from p can exceed.
	PliesLeft(p game.Position) int
}
