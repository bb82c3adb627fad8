package draw

import (
	"slices"

	"cairn.example/game"
)

// Board is what there is to draw: a layout, the stacks on it, and the marks that
// say what is going on. It knows no rules and holds no reference to the
// position it was made from. A copy shares its slices and maps.
type Board struct {
	Layout *game.Layout
	Style  *Style

	// Stacks holds the pieces on each spot, bottom first.
	Stacks [64][]game.Piece

	// Owners says which side a top piece belongs to; a piece that is not in it
	// is neutral. It is nil where a piece's name says whose it is.
	Owners map[game.Piece]game.Side

	claimable []game.Piece // whose color sides claim

	// Sides holds the sides' tokens, such as "1" and "2".
	Sides [2]string

	Marks Marks
}

// Marks are the states of spots. Each set of spots is a bitboard, so the zero
// value marks nothing.
type Marks struct {
	Selected uint64 // lifted, with a ring
	Focus    uint64 // the cursor
	Targets  uint64 // where the selected stack may land
	Hover    uint64 // the target in question
	Points   uint64 // where it may go on without landing
	From, To uint64 // the last move
	Hinges   uint64 // stacks that hold others to the board
	Blocked  uint64 // stacks that cannot move

	Routes  []Route // ways of moves
	Removed []Stack // what has left, or would leave, the board
	WhyNot  []Why   // what a move is refused for
}

// Route is the way of a move, origin and destination included.
type Route struct {
	Spots   []game.Spot
	Planned bool // not played yet
}

// Stack is pieces on a spot, bottom first.
type Stack struct {
	Spot   game.Spot
	Pieces []game.Piece
}

// Why points at layers of a stack, counted from 0 at the bottom; without layers
// it points at the stack as a whole.
type Why struct {
	Spot   game.Spot
	Layers []int
}

// New returns the board of a position, without marks. The error says that the
// game has no [Style].
func New(p game.Position) (*Board, error) {
	g := p.Game()
	style, err := StyleOf(g)
	if err != nil {
		return nil, err
	}
	b := &Board{Layout: g.Layout(), Style: style}
	b.Sides = [2]string{g.SideName(game.First), g.SideName(game.Second)}
	for _, s := range b.Layout.Spots {
		if stack := p.Stack(s, nil); len(stack) > 0 {
			b.Stacks[s] = stack
		}
	}
	if c, ok := p.(game.Claimer); ok {
		b.Owners = map[game.Piece]game.Side{}
		for _, piece := range g.Pieces() {
			if c.IsColor(piece) {
				b.claimable = append(b.claimable, piece)
			}
		}
		for _, side := range []game.Side{game.First, game.Second} {
			for _, color := range c.Claims(side) {
				b.Owners[color] = side
			}
		}
	}
	return b, nil
}

// Top returns the top piece of a stack, 0 of an empty spot.
func (b *Board) Top(s game.Spot) game.Piece {
	if s >= game.NoSpot || len(b.Stacks[s]) == 0 {
		return 0
	}
	return b.Stacks[s][len(b.Stacks[s])-1]
}

// removed returns what has left a spot.
func (b *Board) removed(s game.Spot) []game.Piece {
	for _, r := range b.Marks.Removed {
		if r.Spot == s {
			return r.Pieces
		}
	}
	return nil
}

// seen returns the marks to draw on a spot: one that a move would clear is no
// longer a target.
func (b *Board) seen(s game.Spot) *Marks {
	m := b.Marks
	if len(b.Stacks[s]) == 0 && b.removed(s) != nil {
		m.Targets &^= s.Bit()
		m.Hover &^= s.Bit()
		m.Points &^= s.Bit()
	}
	return &m
}

// why returns what is said of a spot in a refusal, nil for nothing.
func (b *Board) why(s game.Spot) *Why {
	for i := range b.Marks.WhyNot {
		if b.Marks.WhyNot[i].Spot == s {
			return &b.Marks.WhyNot[i]
		}
	}
	return nil
}

// MarkPlayed marks the move that led from before to the board: where it came
// from and went, its way, and what left the board by it. A pass marks nothing.
func (b *Board) MarkPlayed(before game.Position, m game.Move) {
	parts := before.Game().Parts(m)
	if parts.Pass() {
		return
	}
	if parts.To != game.NoSpot {
		b.Marks.To |= parts.To.Bit()
	}
	if parts.From != game.NoSpot {
		b.Marks.From |= parts.From.Bit()
		b.Marks.Routes = append(b.Marks.Routes, Route{Spots: way(before, m, parts)})
	}
	for _, s := range b.Layout.Spots {
		was := before.Stack(s, nil)
		if s == parts.To && parts.From != game.NoSpot {
			was = before.Stack(parts.From, was)
		}
		if len(b.Stacks[s]) == 0 && len(was) > 0 && s != parts.From {
			b.Marks.Removed = append(b.Marks.Removed, Stack{s, was})
			b.Marks.To &^= s.Bit()
		}
	}
}

// MarkPlanned marks a legal move that is not played yet, and takes what it would
// cut off from the board, leaving its outline.
func (b *Board) MarkPlanned(p game.Position, m game.Move) {
	parts := p.Game().Parts(m)
	if parts.Pass() {
		return
	}
	if parts.To != game.NoSpot {
		b.Marks.Targets |= parts.To.Bit()
		b.Marks.Hover |= parts.To.Bit()
	}
	if parts.From != game.NoSpot {
		b.Marks.Selected |= parts.From.Bit()
		b.Marks.Routes = append(b.Marks.Routes, Route{Spots: way(p, m, parts), Planned: true})
	}
	cut, ok := p.(game.Isolator)
	if !ok {
		return
	}
	gone := cut.Isolated(m)
	for _, s := range b.Layout.Spots {
		if gone&s.Bit() != 0 && len(b.Stacks[s]) > 0 && s != parts.From && s != parts.To {
			b.Marks.Removed = append(b.Marks.Removed, Stack{s, b.Stacks[s]})
			b.Stacks[s] = nil
		}
	}
}

// MarkChoices marks a stack as selected, the spots where one of the moves takes
// it, and the points on the ways there.
func (b *Board) MarkChoices(p game.Position, moves []game.Move, from game.Spot) {
	b.Marks.Selected |= from.Bit()
	for _, m := range moves {
		parts := p.Game().Parts(m)
		if parts.From != from || parts.To == game.NoSpot {
			continue
		}
		b.Marks.Targets |= parts.To.Bit()
		route := way(p, m, parts)
		for i := 1; i+1 < len(route); i++ {
			b.Marks.Points |= route[i].Bit()
		}
	}
	b.Marks.Points &^= b.Marks.Targets
}

// MarkWhy points at what an error is about: at the layers of the pieces it names on
// its spots, or at whole stacks where it names none.
func (b *Board) MarkWhy(e *game.Error) {
	for _, name := range e.Spots {
		s, ok := b.Layout.Lookup(name)
		if !ok || len(b.Stacks[s]) == 0 || b.why(s) != nil {
			continue
		}
		why := Why{Spot: s}
		for i, p := range b.Stacks[s] {
			if slices.Contains(e.Pieces, p) {
				why.Layers = append(why.Layers, i)
			}
		}
		b.Marks.WhyNot = append(b.Marks.WhyNot, why)
	}
}

// way returns a move's route, the two ends where the game knows none.
func way(p game.Position, m game.Move, parts game.Parts) []game.Spot {
	if r, ok := p.(game.Router); ok {
		if route := r.Route(m); len(route) > 1 {
			return route
		}
	}
	return []game.Spot{parts.From, parts.To}
}
