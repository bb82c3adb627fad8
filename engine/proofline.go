package engine

import (
	"slices"

	"cairn.example/game"
)

// The line of a proof. What is proved of the root holds at each position of the
// line: a side that is proved to reach a score plays a move after which it still
// reaches it. The hash has most of these moves, but entries get lost, and the move
// of an entry may be one that failed. So a move is taken only where the position
// after it is known to keep the score, or is proved again to do so.

// proof is what is certain about the score of pos, for the side to move in it.
type proof struct {
	pos       game.Position
	low, high Score
}

// goal returns the score that side is proved to reach, for that side; -Infinity
// where nothing is.
func (p proof) goal(side game.Side) Score {
	if side == p.pos.Side() {
		return p.low
	}
	return -p.high
}

// proofLine follows t from its position. It ends where the next move is not known;
// with search, which needs the outcome and margin proved, only where the limits
// end or the game does.
func (w *worker) proofLine(t proof, search bool) []game.Move {
	if t.low == -Infinity && t.high == Infinity {
		return nil
	}
	p := t.pos.Copy()
	var pv, moves []game.Move
	for len(pv) < maxPly {
		if moves = p.Moves(moves[:0]); len(moves) == 0 {
			break
		}
		goal := t.goal(p.Side())
		m := w.e.hash.remembered(p, moves)
		if len(moves) > 1 && goal > -Infinity {
			if m = w.knownMove(p, moves, m, goal); m == 0 && search {
				m = w.proveMove(p, goal)
			}
		}
		if m == 0 {
			break
		}
		pv = append(pv, m)
		p.PlayUnchecked(m)
	}
	return pv
}

// remembered returns the move of p that the hash names, the first one where it
// names none.
func (h *hash) remembered(p game.Position, moves []game.Move) game.Move {
	for _, key := range [2]uint64{p.Key() ^ proveSalt, p.Key()} {
		if m := h.probe(key).move; slices.Contains(moves, m) {
			return m
		}
	}
	return moves[0]
}

// known returns what is certain about the score of p without a search.
func (w *worker) known(p game.Position) (low, high Score) {
	if p.Outcome() != game.Ongoing {
		v := FinalScore(p)
		return v, v
	}
	low, high = w.proofBounds(p)
	e := w.e.hash.probe(p.Key() ^ proveSalt)
	if e.bound&Lower != 0 {
		low = max(low, e.score)
	}
	if e.bound&Upper != 0 {
		high = min(high, e.score)
	}
	return low, high
}

// knownMove returns a move of p that is known to keep goal, preferring first; 0
// where none is.
func (w *worker) knownMove(p game.Position, moves []game.Move, first game.Move, goal Score) game.Move {
	child := p.Copy()
	keeps := func(m game.Move) bool {
		p.CopyTo(child)
		child.PlayUnchecked(m)
		low, high := w.known(child)
		if child.Side() != p.Side() {
			low = -high
		}
		return low >= goal
	}
	if keeps(first) {
		return first
	}
	for _, m := range moves {
		if keeps(m) {
			return m
		}
	}
	return 0
}

// proveMove searches for a move of p that keeps goal; 0 where the limits end
// before one is found.
func (w *worker) proveMove(p game.Position, goal Score) game.Move {
	f := &w.frames[0]
	p.CopyTo(f.pos)
	w.generate(f, 0)
	key := p.Key()
	hint := w.e.hash.probe(key ^ proveSalt).move
	if hint == 0 {
		hint = w.e.hash.probe(key).move
	}
	f.rankFirst(hint)
	if _, ok := w.transpositionCutoff(f, goal-1, goal); w.stopped {
		return 0
	} else if ok {
		return w.e.hash.probe(key ^ proveSalt).move
	}
	pick := movePicker{stage: 2}
	for {
		m := w.nextMove(f, &pick)
		if m.Move == 0 {
			return 0
		}
		next := w.play(f, &m)
		v := w.proveChild(f, next, goal-1, goal)
		switch {
		case w.stopped:
			return 0
		case v >= goal:
			return m.Move
		}
	}
}
