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

// ProofBounder may be offered by the knowledge of a game that can say more about the final
// score than [Bounder] does, at a cost that pays in a proof and not in a search.
type ProofBounder interface {
	// ProofBounds returns bounds as Bounds does.
	ProofBounds(p game.Position) (low, high Score)
}

// Finisher scores finished games faster than [FinalScore] does.
type Finisher interface {
	// Final returns what FinalScore(p) returns; p must be over.
	Final(p game.Position) Score
}

// Pacer knows how long games last.
type Pacer interface {
	// MovesLeft estimates for how many more moves the side to move needs its time,
	// this one included: until the outcome is usually proved, which comes the
	// sooner the more decided the game is. score is what the search has found so
	// far, for either side; 0 before it has found anything.
	MovesLeft(p game.Position, score Score) float64

	// Patience is about games in which a person waits ([Limits.Base]). It reports whether
	// less than a third of a game of usual length is played at p, its ply given, and for how
	// many moves more than MovesLeft says the clock is to last.
	Patience(p game.Position, ply int) (opening bool, more float64)

	// PliesLeft returns a number of plies, passes not counted, that no game
	// from p can exceed.
	PliesLeft(p game.Position) int
}

// Pace is how games go in which moves take stacks off the board and whose outcome is
// proved when few are left. It helps to write [Pacer.MovesLeft].
type Pace struct {
	Proved int     // stacks with which an even game is usually proved
	Unit   int     // hundredths of the score that bring the proof one stack earlier
	Step   float64 // stacks that a move and its answer take off
	Last   float64 // what is counted for the moves from the proof on, at least 1
}

// MovesLeft returns for how many more moves a side needs its time, with that number of
// stacks and that score.
func (p Pace) MovesLeft(stacks int, score Score) float64 {
	left := float64(stacks-p.Proved) - float64(max(score, -score))/float64(p.Unit)
	return p.Last + max(left, 0)/p.Step
}
