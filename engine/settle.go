package engine

import "cairn.example/game"

// Near the end a search proves: between two iterations it asks, like Solve,
// whether the side to move wins or draws, with as many nodes as a share of those
// spent so far. The hash remembers what an attempt found, so the next one
// starts further on. What is proved is shown as proved, a draw included, and a
// proved win is played without looking further.

// settlePlies is the number of plies left from which proofs are tried.
const settlePlies = 18

// settleShare is the part of a search's nodes that proofs may take.
const settleShare = 4

// settling is what a search knows of the outcome.
type settling struct {
	low, high Score
	move      game.Move // reaches low
	spent     uint64
}

// settle tries to prove the outcome of the root and reports whether it is known.
// It leaves the result up to date.
func (w *worker) settle(t *settling, r *Result, onInfo func(Info)) bool {
	f := &w.frames[0]
	if w.off&Prove != 0 || w.pacer == nil || w.partial || w.pacer.PliesLeft(f.pos) > settlePlies {
		return false
	}
	questions := [2]Score{1, 0}
	if r.Score < 0 {
		questions = [2]Score{0, 1}
	}
	for _, q := range questions {
		if t.low >= q || t.high < q {
			continue
		}
		cap := w.nodes / settleShare
		if cap <= t.spent {
			return false
		}
		before, limit := w.nodes, w.limit
		w.limit = min(limit, w.nodes+cap-t.spent)
		s := w.prove(f, q-1, q)
		t.spent += w.nodes - before
		w.limit = limit
		if w.halted {
			// Out of nodes for proofs, or for good?
			w.halted = w.nodes >= limit
			if !w.halted {
				w.poll()
			}
			return false
		}
		if s >= q {
			t.low = max(t.low, s)
			t.move = w.e.hash.probe(f.pos.Key() ^ proveSalt).move
		} else {
			t.high = min(t.high, s)
		}
	}
	switch {
	case t.low.Won():
		r.Score, r.Bound = t.low, Lower
	case t.high.Lost():
		// All moves lose: the one that the estimates like best resists most.
		r.Score, r.Bound = t.high, Upper
	case t.low >= 0 && t.high <= 0:
		r.Score, r.Bound = DrawScore, Exact
	default:
		return false
	}
	if m := t.move; !t.high.Lost() && m != 0 && m != r.Move && f.pos.Legal(m) == nil {
		r.Move, r.Ponder, r.PV = m, 0, []game.Move{m}
		if pv := w.proofLine(proof{f.pos, t.low, t.high}, false); len(pv) > 1 && pv[0] == m {
			r.Ponder, r.PV = pv[1], pv
		}
	}
	if t.low == t.high {
		r.Bound = Exact
	}
	r.Proved = true
	r.MultiPV = 1
	w.published.Store(w.nodes)
	w.e.measure(&r.Info)
	if len(r.Lines) > 0 {
		r.Lines[0] = r.Info
	}
	if onInfo != nil {
		onInfo(r.Info)
	}
	return true
}
