package engine

// quietPlies is how far quiescence follows tactical moves at most.
const quietPlies = 12

// quiesce returns the score of f with only tactical moves searched, because an
// estimate in the middle of an exchange is worth little. The side to move may
// always stand pat, that is, take the estimate instead: almost always it has some
// quiet move that is no worse.
func (w *worker) quiesce(f *frame, alpha, beta Score, ply int) Score {
	if w.countNode(f.ply) {
		return 0
	}
	f.pv = f.pv[:0]
	low, high := w.bounder.Bounds(f.pos)
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}
	best := w.evaluate(f.pos)
	if best.Decided() {
		return best
	}
	f.static = best
	if best >= beta || w.tactics == nil || ply >= quietPlies || f.ply >= maxPly {
		return best
	}
	from := alpha
	alpha = max(alpha, best)
	f.moves = w.tactics.Tactical(f.pos, f.moves[:0])
	pvNode := beta-from > 1
	for _, move := range f.moves {
		m := Ranked{Move: move, Kind: Tactical}
		next := w.play(f, &m)
		var s Score
		if f.pos.Side() != next.pos.Side() {
			s = -w.quiesce(next, -beta, -alpha, ply+1)
		} else {
			s = w.quiesce(next, alpha, beta, ply+1)
		}
		if w.stopped {
			return 0
		}
		if s > best {
			best = s
			if s > alpha {
				alpha = s
				if pvNode {
					f.pv = append(append(f.pv[:0], move), next.pv...)
				}
				if s >= beta {
					break
				}
			}
		}
	}
	return best
}
