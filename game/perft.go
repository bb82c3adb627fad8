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
	w := walk{game: p.Game()}
	return w.perft(p, 0, depth, bulk)
}

// Divide calls yield with each move of p, in the order of [Position.Moves],
// and the number of sequences of depth plies that start with it.
func Divide(p Position, depth int, bulk bool, yield func(Move, uint64)) {
	if depth <= 0 {
		return
	}
	w := walk{game: p.Game()}
	child := w.game.New()
	for _, m := range p.Moves(nil) {
		n := uint64(1)
		if depth > 1 {
			p.CopyTo(child)
			child.PlayUnchecked(m)
			n = w.perft(child, 0, depth-1, bulk)
		}
		yield(m, n)
	}
}

// walk holds what each ply of a perft needs, so that counting allocates nothing
// once it runs. A ply gets its place when it is first reached: games end, however
// large a depth was asked for.
type walk struct {
	game   Game
	levels []*level // by the plies walked
}

type level struct {
	child Position
	buf   []Move
}

func (w *walk) perft(p Position, ply, depth int, bulk bool) uint64 {
	if depth == 1 && bulk {
		if c, ok := p.(Counter); ok {
			return uint64(c.CountMoves())
		}
	}
	if ply == len(w.levels) {
		w.levels = append(w.levels, &level{child: w.game.New()})
	}
	l := w.levels[ply]
	l.buf = p.Moves(l.buf[:0])
	if depth == 1 && bulk {
		return uint64(len(l.buf))
	}
	var n uint64
	for _, m := range l.buf {
		p.CopyTo(l.child)
		l.child.PlayUnchecked(m)
		if depth == 1 {
			n++
		} else {
			n += w.perft(l.child, ply+1, depth-1, bulk)
		}
	}
	return n
}
