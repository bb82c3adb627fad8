package dvonn

import "cairn.example/game"

// The letters of the pieces.
const (
	White game.Piece = 'W'
	Black game.Piece = 'B'
	Dvonn game.Piece = 'D'
)

// Rules is the rule set of DVONN, a [game.Game] without state.
type Rules struct{}

// Game is the rule set.
var Game Rules

// ID returns "dvonn".
func (Rules) ID() string { return "dvonn" }

// Name returns "DVONN".
func (Rules) Name() string { return "DVONN" }

// Layout returns the board of 49 spots.
func (Rules) Layout() *game.Layout { return layout }

// Pieces returns white, black and DVONN.
func (Rules) Pieces() []game.Piece { return []game.Piece{White, Black, Dvonn} }

// ColorName returns "white", "black" or "dvonn".
func (Rules) ColorName(p game.Piece) string {
	switch p {
	case White:
		return colorNames[0]
	case Black:
		return colorNames[1]
	case Dvonn:
		return colorNames[2]
	}
	return ""
}

// SideOf returns White's side for white pieces and Black's for black ones. It
// implements [game.Colored].
func (Rules) SideOf(p game.Piece) (game.Side, bool) {
	switch p {
	case White:
		return game.First, true
	case Black:
		return game.Second, true
	}
	return game.First, false
}

// Supply returns 23 for white and for black pieces, 3 for DVONN. It implements
// [game.Supplier].
func (Rules) Supply(p game.Piece) int {
	switch p {
	case White, Black:
		return own
	case Dvonn:
		return reds
	}
	return 0
}

// MaxHeight returns 49: nothing but the pieces of the set bounds a stack.
func (Rules) MaxHeight() int { return Spots }

// New returns a *Position to be filled by CopyTo.
func (Rules) New() game.Position { return new(Position) }

// Start returns the empty board with White to place. There is one start
// position: the seed is ignored.
func (Rules) Start(string) game.Position { return newEmpty() }

func newEmpty() *Position {
	p := &Position{placing: true}
	p.key = p.computeKey()
	return p
}

// FullDomain is the domain of the random stream of full boards.
const FullDomain = "cairn full board 1"

// StartFull returns the full board that the seed determines, White to move its
// first stack: 3 DVONN, 23 white and 23 black pieces in that order on the spots
// in text order, shuffled by the stream of [FullDomain]. Placing is skipped.
func (Rules) StartFull(seed string) game.Position {
	var pieces [Spots]game.Piece
	for i := range pieces {
		switch {
		case i < reds:
			pieces[i] = Dvonn
		case i < reds+own:
			pieces[i] = White
		default:
			pieces[i] = Black
		}
	}
	stream := game.NewStream(FullDomain, Game.ID(), seed)
	stream.Shuffle(Spots, func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	p := new(Position)
	for i, s := range layout.Spots {
		p.set(s, pieces[i:i+1])
	}
	p.key = p.computeKey()
	return p
}

// set puts the first stack of a position on an empty spot: its bottom piece. The
// rest of a higher one is added by [Position.stackUp] once all are set.
func (p *Position) set(s game.Spot, stack []game.Piece) {
	bit := s.Bit()
	p.height[s] = uint8(len(stack))
	if len(stack) == 1 {
		p.singles |= bit
	}
	for _, piece := range stack {
		if piece == Dvonn {
			p.dvonn |= bit
		}
	}
	switch stack[len(stack)-1] {
	case White:
		p.tops[0] |= bit
	case Black:
		p.tops[1] |= bit
	}
	p.recordKind(s, stack[0])
}

// recordKind gives the piece named s its kind.
func (p *Position) recordKind(s game.Spot, piece game.Piece) {
	switch piece {
	case White:
		p.isWhite |= s.Bit()
	case Dvonn:
		p.isDvonn |= s.Bit()
	}
}

// stackUp records the pieces above the bottom of the stack on s, each named by an
// empty spot from free, which it takes. There are enough: a set has as many
// pieces as the board has spots.
func (p *Position) stackUp(s game.Spot, stack []game.Piece, free *uint64) {
	for _, piece := range stack[1:] {
		name := game.Spot(lowest(*free))
		*free &= *free - 1
		p.recordKind(name, piece)
		p.merges[p.merged] = link(Stacking(name, s) &^ kindMask)
		p.merged++
	}
}

// Parts takes a move apart.
func (Rules) Parts(m game.Move) game.Parts { return game.Parts{From: From(m), To: To(m)} }

// SideName returns "w" for First and "b" for Second.
func (Rules) SideName(s game.Side) string {
	if s == game.First {
		return "w"
	}
	return "b"
}

// OutcomeName returns "ongoing", "draw", "w" or "b".
func (g Rules) OutcomeName(o game.Outcome) string {
	if s, ok := o.Winner(); ok {
		return g.SideName(s)
	}
	if o == game.Draw {
		return "draw"
	}
	return "ongoing"
}
