package engine

import (
	"time"

	"cairn.example/game"
)

// Limits say when a search ends. The zero value sets none: the search goes on
// until its context ends, the outcome is proved or no deeper search exists.
// What is set holds together; the first one reached ends the search.
type Limits struct {
	Depth    int           // plies of the last iteration
	Nodes    uint64        // positions visited, by all threads together
	MoveTime time.Duration // for this search

	// Clock is the time each side has left for the game and Increment what
	// each gets per move, by [game.Side]. A Clock that is zero for the side to
	// move sets no limit, unless Clocked is true.
	Clock     [2]time.Duration
	Increment [2]time.Duration
	Clocked   bool

	// Base is what the clock began with, and Ply how many plies were played in this game.
	// Base is set where a person waits for the move: no move then takes more than a sixth
	// of what is left, nor in the opening ([Pacer]) more than a twentieth of Base and 40
	// increments. Zero leaves the clock to the plan that plays best.
	Base time.Duration
	Ply  int

	// MovesToGo is how many moves the clock must last for; 0 asks what is known
	// of the game ([Pacer]).
	MovesToGo int

	// Overhead is kept back from every time limit for what happens outside the
	// search.
	Overhead time.Duration

	// Late is by how much answers have come too late, for reasons outside the search. It is
	// kept back for every move that a game can still have, as what the engine has measured
	// of itself is.
	Late time.Duration

	// Ponder suspends MoveTime and Clock until it is closed; they count from
	// then. Nil does not suspend.
	Ponder <-chan struct{}

	// MultiPV is how many best moves to find; 0 means one.
	MultiPV int

	// Only restricts the search to those of these moves that are legal. Where none is, as
	// with nil, all moves are searched.
	Only []game.Move

	// Exhaust goes on when the outcome is proved, to find the best margin.
	Exhaust bool
}

// unlimited is a deadline that never comes.
const unlimited = time.Duration(1<<63 - 1)

// budget is what Limits allow in time: after soft no new iteration starts, at
// hard the search stops wherever it is.
type budget struct{ soft, hard time.Duration }

// timed reports whether l limits time for side s.
func (l *Limits) timed(s game.Side) bool {
	return l.MoveTime > 0 || l.Clocked || l.Clock[s] > 0
}

// timeBudget turns limits into a budget for side s that needs time for n more moves. What is
// kept for later is no part of it.
//
// A clock is spread over these moves. The hard limit lets an unstable search take
// several shares, but leaves enough for the rest of the game.
func (l *Limits) timeBudget(s game.Side, n float64, opening bool, kept time.Duration) budget {
	b := budget{unlimited, unlimited}
	if l.Clocked || l.Clock[s] > 0 {
		if l.MovesToGo > 0 {
			n = float64(l.MovesToGo)
		}
		n = max(n, 1)
		left := max(l.Clock[s]-l.Overhead-reserve(l.Clock[s])-kept, 0)
		share := scale(left, 1/n) + l.Increment[s]*3/4
		b.hard = min(3*share, scale(left, max(0.4, 0.8/n)))
		b.soft = min(share, left, b.hard)
		if l.Base > 0 {
			// The soft limit stays: a move that had better take longer takes all that it may.
			b.hard = min(b.hard, l.patience(s, left, opening))
		}
	}
	if l.MoveTime > 0 {
		t := max(l.MoveTime-l.Overhead, 0)
		b.soft, b.hard = min(b.soft, t), min(b.hard, t)
		if !l.Clocked && l.Clock[s] == 0 {
			b.soft = unlimited // a fixed time is to be used
		}
	}
	return b
}

// The bounds of [Limits.Base].
const (
	patientPart  = 6
	openingPart  = 20
	patientMoves = 40
)

// patience returns the most that side s takes for a move for which a person waits, with so
// much left to plan with.
func (l *Limits) patience(s game.Side, left time.Duration, opening bool) time.Duration {
	most := min(l.Clock[s]/patientPart, left)
	if opening {
		most = min(most, (l.Base+patientMoves*l.Increment[s])/openingPart)
	}
	return most
}

func scale(d time.Duration, by float64) time.Duration { return time.Duration(float64(d) * by) }

// reserve is the part of a clock that is never planned with: on a busy machine the
// program may not run for a while between two checks of the clock.
func reserve(clock time.Duration) time.Duration {
	return min(max(clock/25, 30*time.Millisecond), clock/2)
}

// Info is what a search has learned so far about one of its best moves.
type Info struct {
	Depth    int           // plies of the iteration
	SelDepth int           // plies of the longest line visited
	Score    Score         // for the side to move
	Bound    Bound         // of Score: Lower or Upper while an iteration fails, or where more of a margin is not ruled out
	Proved   bool          // the outcome is proved; a Score of zero is then a draw
	Nodes    uint64        // positions visited by all threads
	Time     time.Duration // since the search began
	NPS      uint64        // nodes per second
	Hashfull int           // entries of this search in the hash, per thousand
	MultiPV  int           // 1 for the best move, 2 for the second
	PV       []game.Move   // the expected line; the callee may keep it
}

// Result is what a search found. In a player's answer whatever the player does
// not know is zero: a Depth of 0 says that nothing was searched, a Bound of
// NoBound that the Score means nothing.
type Result struct {
	Info

	// Move is the best move; zero when the game is over.
	Move game.Move

	// Ponder is the reply expected, zero when none is.
	Ponder game.Move

	// Lines holds the last Info of each best move, best first.
	Lines []Info
}
