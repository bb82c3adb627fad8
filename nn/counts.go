package nn

import "cairn.example/game"

// Counts describes the positions of a game, or of one phase of it, to a dense net:
// by numbers such as "my stacks of 2". An implementation is used by one goroutine.
type Counts interface {
	// ID names the description and its version, such as "dvonn-stacking-1". A
	// net names the ID it was trained for; any change of meaning needs another.
	ID() string

	// Inputs returns how many numbers there are.
	Inputs() int

	// Phases returns the last phase. The weights of a net change with the phase.
	Phases() int

	// Phase returns the phase of p, 0 to Phases.
	Phase(p game.Position) int

	// Applies reports whether p is in the part of the game that is described.
	Applies(p game.Position) bool

	// Viewer returns the side that the net's output for p speaks for.
	Viewer(p game.Position) game.Side

	// Count fills x, which has Inputs numbers, from 0 to [MaxCount].
	Count(p game.Position, x []int32)
}

// MaxCount is the largest number that a [Counts] gives.
const MaxCount = 255
