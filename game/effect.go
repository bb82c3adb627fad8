package game

// Effect is what a move has done, told alike for every game: programs that
// draw it, speak it or write it down need to know no rule for that.
type Effect struct {
	Parts

	// Side is who has moved.
	Side Side

	// Route is the way from the origin to the destination, both included; the
	// destination alone for a piece that was placed, nil for a pass.
	Route []Spot

	// Built is the stack that the move built on its destination, bottom first,
	// also where that has left the board by the same move.
	Built []Piece

	// Captured says that the stack built has left the board as somebody's point.
	Captured bool

	// Obstacle says that the stack built has the full height and belongs to
	// nobody, so that it stays where it is.
	Obstacle bool

	// Cut are the spots whose stacks the move has cut off, as a bitboard.
	Cut uint64
}

// EffectOf tells what the legal move m does; after is the position that it leads
// to from before.
func EffectOf(before Position, m Move, after Position) Effect {
	e := Effect{Parts: before.Game().Parts(m), Side: before.Side(), Built: Built(before, m)}
	if e.Pass() {
		return e
	}
	if r, ok := before.(Router); ok {
		e.Route = r.Route(m)
	}
	if len(e.Route) == 0 {
		if e.From != NoSpot {
			e.Route = append(e.Route, e.From)
		}
		e.Route = append(e.Route, e.To)
	}
	i, isolates := before.(Isolator)
	if isolates {
		e.Cut = i.Isolated(m)
	}
	left := len(after.Stack(e.To, nil)) == 0
	e.Captured = left && !isolates
	if o, ok := after.(Owner); ok && !left && e.From != NoSpot && len(e.Built) == before.Game().MaxHeight() {
		e.Obstacle = (o.Owned(First)|o.Owned(Second))&e.To.Bit() == 0
	}
	return e
}

// Built returns the stack that the legal move m builds on its destination,
// bottom first: what stands there with the moved stack on top, or the piece that
// is placed. It is nil for a pass.
func Built(p Position, m Move) []Piece {
	parts := p.Game().Parts(m)
	if parts.Pass() {
		return nil
	}
	stack := p.Stack(parts.To, nil)
	if parts.From != NoSpot {
		return p.Stack(parts.From, stack)
	}
	if n, ok := p.(Placer); ok && n.Next() != 0 {
		stack = append(stack, n.Next())
	}
	return stack
}
