package game

// Counter is offered by positions that count their moves faster than by listing
// them.
type Counter interface {
	// CountMoves returns len(Moves(nil)).
	CountMoves() int
}

// Router is offered by positions whose moves may go by way of other spots.
type Router interface {
	// Route returns a shortest way of the legal move m, origin and destination
	// included; nil for a move without an origin.
	Route(m Move) []Spot
}

// Hopper is offered by positions whose moves may be told leg by leg.
type Hopper interface {
	// Legs calls leg for the origin of the legal move m and for every spot at
	// which its stack may go on, claim made, with the spots that one leg leads
	// to from there, as a bitboard that holds more than destinations. A spot
	// comes after one that leads to it. Where the stack cannot go on from
	// anywhere, leg is not called. Destinations do not matter to the answer.
	Legs(m Move, leg func(at Spot, reached uint64))
}

// Isolator is offered by positions in which a move may cut stacks off.
type Isolator interface {
	// Isolated returns the spots whose stacks the legal move m would remove
	// from the board besides moving its own, as a bitboard.
	Isolated(m Move) uint64
}

// Claimer is offered by positions in which colors are claimed.
type Claimer interface {
	// Claims returns the colors s has claimed, in canonical order.
	Claims(s Side) []Piece

	// IsColor tells whether p is of a color that players claim, whether
	// somebody has claimed it or not.
	IsColor(p Piece) bool
}

// Linker is offered by positions in which stacks hold each other: on the board,
// and in their places.
type Linker interface {
	// Hinges returns the stacks whose leaving would cut others off, as a
	// bitboard.
	Hinges() uint64

	// Blocked returns the stacks that their neighbors keep from moving, as a
	// bitboard.
	Blocked() uint64
}

// Owner is offered by positions in which stacks belong to players.
type Owner interface {
	// Owned returns the spots whose stacks belong to s, as a bitboard. What
	// belongs to neither side is neutral, or nobody's.
	Owned(s Side) uint64
}

// Scorer is offered by positions that can tell how the count stands.
type Scorer interface {
	// Standing returns what decides the game when nobody can move, most
	// important first: numbers of s, to be compared with the opponent's from
	// the front.
	Standing(s Side) []Count
}

// Count is one number of a standing.
type Count struct {
	Key string // stable id, such as "fives", "stacks4", "pieces"
	N   int
}

// FullStarter is offered by games that can skip their placing phase.
type FullStarter interface {
	// StartFull returns the position after the placing phase, with the pieces
	// where the seed determines.
	StartFull(seed string) Position
}
