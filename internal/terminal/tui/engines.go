package tui

import (
	"context"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/say"
)

// Engines makes the computer's players and analysts. Its methods may be called
// by several goroutines.
type Engines interface {
	// Opponents returns the names of opponents for a game that the start screen
	// offers, weakest first.
	Opponents(g game.Game) []string

	// Opponent returns the player of that name. The error says why there is
	// none.
	Opponent(g game.Game, name, seed string) (Opponent, error)

	// Levels returns the names of the levels, weakest first.
	Levels() []string

	// Analyst returns an engine that judges positions of a game. The error says
	// why there is none.
	Analyst(g game.Game) (Analyst, error)
}

// Opponent chooses moves for a side that no person plays.
type Opponent interface {
	// Choose returns a legal move of p, which it may keep, within the time on its
	// clock, where there is one. It returns soon after ctx ends.
	Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error)
}

// Analyst judges positions.
type Analyst interface {
	// Analyze reports the best lines of p, which it may keep, whenever it knows
	// more, best first and at most n of them. It ends with ctx, or when b is used up or
	// nothing is left to learn.
	Analyze(ctx context.Context, p game.Position, n int, b Budget, tell func([]Line)) error
}

// Budget is what may be spent on judging a position; 0 sets no limit. Where Positions are
// limited, the lines of a position are always the same.
type Budget struct {
	Time      time.Duration
	Positions uint64
}

// Line is what is known about one of the best moves of a position.
type Line struct {
	Moves []game.Move // the expected line, the best move first; not empty
	Score Score
	Depth int
	Speed uint64 // nodes per second; 0 where unknown

	// Reasons are what speaks for the best move, the weightiest first.
	Reasons []say.Reason

	// IfNot is what is expected if nothing is done, the opponent's move first; it may be empty.
	IfNot []game.Move
}

// Score is how a position stands for [game.First].
type Score struct {
	// Points are hundredths of what the engine counts as one unit; they mean
	// nothing where Outcome is not game.Ongoing.
	Points int

	// Outcome is proved, or game.Ongoing where the score is an estimate.
	Outcome game.Outcome

	// Margin is by how much the game is won, 0 where that is not known.
	Margin int
}
