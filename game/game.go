package game

// Side is a player. The zero value is the player who starts.
type Side uint8

// The two sides. First is player 1 in LYNGK and White in DVONN.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// Outcome is the state of a game: going on, won or drawn. The zero value is
// [Ongoing].
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	FirstWins
	SecondWins
	Draw
)

// Win returns the outcome in which s has won.
func Win(s Side) Outcome { return FirstWins + Outcome(s) }

// Winner returns the side that has won, and false when none has.
func (o Outcome) Winner() (Side, bool) {
	switch o {
	case FirstWins:
		return First, true
	case SecondWins:
		return Second, true
	}
	return First, false
}

// Piece is a piece's letter in the contract's text form, always upper case.
// Zero means none.
type Piece byte

// A Game is a rule set: it describes the board and makes positions. Games are
// immutable values, safe for concurrent use.
type Game interface {
	// ID returns the game's id in text forms, such as "lyngk6".
	ID() string

	// Name returns the official name, which is never translated.
	Name() string

	// Layout returns the board. Callers must not change it.
	Layout() *Layout

	// Pieces returns the letters of all kinds of pieces, in the canonical order.
	Pieces() []Piece

	// ColorName returns the English name of a piece's color in lower case, such
	// as "red", "joker" or "dvonn": what errors call it and the middle of its
	// translations' keys. It is "" for a letter that is no piece.
	ColorName(p Piece) string

	// MaxHeight returns the height no stack can exceed.
	MaxHeight() int

	// New returns a fresh position of this game's type, to be filled by
	// [Position.CopyTo]. Nothing else may be asked of it before that.
	New() Position

	// Start returns the start position that the seed determines (section 5 of
	// the contract). A game with one start position ignores the seed.
	Start(seed string) Position

	// Parse reads the contract's text form of a position. The error is an
	// *[Error] with the offset of the first character that does not fit.
	Parse(text string) (Position, error)

	// MoveText returns the canonical text of a move of this game.
	MoveText(m Move) string

	// Parts takes a move apart.
	Parts(m Move) Parts

	// SideName returns a side's token in text forms: "1", "2" or "w", "b".
	SideName(s Side) string

	// OutcomeName returns an outcome's token: "ongoing", "draw", or the name
	// of the winning side.
	OutcomeName(o Outcome) string
}

// A Position is all that decides future play, and besides it what drawing
// needs. It is not safe for concurrent use while it changes.
type Position interface {
	// Game returns the rule set.
	Game() Game

	// Side returns the player to move; after the end, who would be next.
	Side() Side

	// Moves appends every legal move to buf and returns it: each once, in an
	// order that is not specified but is the same for the same position. A
	// forced pass is a move. Nothing is appended exactly when the game is over.
	Moves(buf []Move) []Move

	// Legal returns nil when m may be played, else an *[Error] that names the
	// clause broken. Any value of m is allowed.
	Legal(m Move) error

	// Play plays m if it is legal; otherwise it returns what [Position.Legal]
	// returns and changes nothing.
	Play(m Move) error

	// PlayUnchecked plays m, which must be legal here: of any other move the
	// resulting position is unspecified and the call may panic.
	PlayUnchecked(m Move)

	// Outcome reports whether the game is over, and for whom.
	Outcome() Outcome

	// Key returns a 64-bit key of what decides future play. Equal positions
	// have equal keys however they were reached.
	Key() uint64

	// CopyTo makes dst equal to this position. dst must come from the same
	// game's New, Start, Parse or Copy. It does not allocate.
	CopyTo(dst Position)

	// Copy returns an independent copy.
	Copy() Position

	// Stack appends the pieces on s to buf, bottom first; none where s is
	// empty or no spot of the layout.
	Stack(s Spot, buf []Piece) []Piece

	// ParseMove reads a move in the contract's text form, input
	// case-insensitive, and checks that it is legal here, a spelled route
	// included. The error is an *[Error].
	ParseMove(text string) (Move, error)

	// String returns the canonical text form.
	String() string
}
