package game

// Perft returns the number of distinct turn sequences of exactly depth plies
// from p (section 3 of the contract): a forced pass is one ply, a finished game
// has no turns. A depth of zero or less counts one.
//
// With bulk, the moves of the last ply are counted and not made, by
// [Counter] where p offers it. p is unchanged.
func Perft(p Position, depth int, bulk bool) uint64 {
	if depth <= 0 {
		return 1
	}
	w := newWalk(p.Game(), depth)
	return w.perft(p, depth, bulk)
}

// Divide calls yield with each move of p, in the order of [Position.Moves],
// and the number of sequences of depth plies that start with it.
func Divide(p Position, depth int, bulk bool, yield func(Move, uint64)) {
	if depth <= 0 {
		return
	}
	w := newWalk(p.Game(), depth)
	for _, m := range p.Moves(nil) {
		n := uint64(1)
		if depth > 1 {
			child := w.levels[depth].child
			p.CopyTo(child)
			child.PlayUnchecked(m)
			n = w.perft(child, depth-1, bulk)
		}
		yield(m, n)
	}
}

// walk holds what each level of a perft needs, so that counting allocates
// nothing once it runs.
type walk struct{ levels []level }

type level struct {
	child Position
	buf   []Move
}

func newWalk(g Game, depth int) *walk {
	w := &walk{levels: make([]level, depth+1)}
	for i := range w.levels {
		w.levels[i].child = g.New()
	}
	return w
}

func (w *walk) perft(p Position, depth int, bulk bool) uint64 {
	l := &w.levels[depth]
	if depth == 1 && bulk {
		if c, ok := p.(Counter); ok {
			return uint64(c.CountMoves())
		}
		l.buf = p.Moves(l.buf[:0])
		return uint64(len(l.buf))
	}
	l.buf = p.Moves(l.buf[:0])
	var n uint64
	for _, m := range l.buf {
		p.CopyTo(l.child)
		l.child.PlayUnchecked(m)
		if depth == 1 {
			n++
		} else {
			n += w.perft(l.child, depth-1, bulk)
		}
	}
	return n
}
