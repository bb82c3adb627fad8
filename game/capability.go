package game

// Counter is offered by positions that count their moves faster than by listing
// them.
type Counter interface {
	// CountMoves returns len(Moves(nil)).
	CountMoves() int
}

// Router is offered by positions in which a move may go by way of other spots.
type Router interface {
	// Route returns a shortest way of the legal move m, origin and destination
	// included; nil for a move without an origin.
	Route(m Move) []Spot
}

// LegLister is offered by positions in which a move may go by way of other spots,
// so that it can be entered one leg after another.
type LegLister interface {
	// Legs tells where the stack at the origin of m may stop on its way once the
	// claim of m, if any, is made. It calls leg for the origin and for every
	// spot from which the stack may go on, each after one that leads to it, with
	// the spots that one leg from there leads to. These are a bitboard and need
	// not all be legal destinations. Where the stack cannot go on from any spot,
	// leg is not called. The destination of m, which must be legal, is ignored.
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

	// MayClaim returns the colors that s may claim with a move, in canonical
	// order, whether there is a move with that claim or not.
	MayClaim(s Side) []Piece

	// ClaimsLeft returns how many more colors s may claim in the course of the
	// game, 0 where MayClaim returns none.
	ClaimsLeft(s Side) int

	// IsColor reports whether p is of a color that players claim, whether
	// somebody has claimed it or not.
	IsColor(p Piece) bool
}

// Connectivity is offered by positions in which stacks depend on their neighbors:
// they leave the board when they lose their connection, and may not move while
// they are surrounded.
type Connectivity interface {
	// Hinges returns the stacks whose leaving would cut others off from what
	// holds them on the board, as a bitboard.
	Hinges() uint64

	// Blocked returns the stacks that may not move because they are surrounded,
	// as a bitboard.
	Blocked() uint64

	// Anchors returns the stacks that hold what the others must stay connected
	// to, as a bitboard.
	Anchors() uint64
}

// Owner is offered by positions in which stacks belong to players.
type Owner interface {
	// Owned returns the spots whose stacks belong to s, as a bitboard. What
	// belongs to neither side is neutral, or nobody's.
	Owned(s Side) uint64
}

// Scorer is offered by positions whose final count is known at any time.
type Scorer interface {
	// Standing returns what decides the game when nobody can move, most
	// important first: numbers of s, to be compared with the opponent's from
	// the front.
	Standing(s Side) []Count
}

// Count is one number of a standing.
type Count struct {
	Key    string // stable id, such as "fives", "stacks4", "pieces"
	N      int
	Height int  // of the stacks that are counted; 0 where other things are
	Taken  bool // what is counted has left the board
	Wins   bool // the first one wins the game at once
}

// Decider is offered by scored positions whose messages tell what has decided a
// game in words of their own, and not by the keys of the standing.
type Decider interface {
	Scorer

	// Decision tells which count has decided the game, once it is over: the
	// first one of the standing in which the sides differ.
	Decision() Decision
}

// FullStarter is offered by games that can skip their placing phase.
type FullStarter interface {
	// StartFull returns the position after the placing phase, with the pieces
	// where the seed determines.
	StartFull(seed string) Position
}

// StartOf returns the start position that a seed determines, after the placing phase
// where full is set. A game that cannot skip its placing phase begins as always; ok is
// then false if full was asked for.
func StartOf(g Game, seed string, full bool) (p Position, ok bool) {
	if !full {
		return g.Start(seed), true
	}
	if f, can := g.(FullStarter); can {
		return f.StartFull(seed), true
	}
	return g.Start(seed), false
}

// Placer is offered by positions that know which piece is placed next.
type Placer interface {
	// Next returns the piece that the next placing puts down, 0 once all are
	// placed.
	Next() Piece
}

// Colored is offered by games in which colors belong to the sides from the
// start.
type Colored interface {
	// SideOf returns the side whose pieces have that letter, false for pieces of
	// nobody.
	SideOf(p Piece) (Side, bool)
}

// Tallier is offered by games in which players score what may leave the board, so
// that positions carry a number of it for each side.
type Tallier interface {
	// Tally returns the key of that number in a [Scorer.Standing], and the most
	// that a side can have of it.
	Tally() (key string, most int)
}

// Supplier is offered by games whose set of pieces is counted.
type Supplier interface {
	// Supply returns how many pieces of that letter are in the set.
	Supply(p Piece) int
}

// Symmetric is offered by positions that know which others are the same game seen in
// another way.
type Symmetric interface {
	// SymmetricKey returns a key like [Position.Key] that is also the same for positions
	// which the symmetries of the board turn into each other and, where players claim
	// colors, other names of the colors with what is claimed of them.
	SymmetricKey() uint64
}
