package engine

import "cairn.example/game"

// Near the end of a game a search also tries to prove the outcome of the root:
// between two iterations it asks, like Solve, whether the side to move wins or at
// least draws, and spends on that a share of the nodes searched so far. The hash
// keeps what an attempt found, so the next attempt gets further. A proved outcome,
// a draw included, is reported as proved, and ends the search.

// rootProofPlies is the largest number of plies left with which proofs are tried.
const rootProofPlies = 18

// rootProofShare is the part of a search's nodes that proofs may take.
const rootProofShare = 4

// rootProof is what a search has proved of the root so far.
type rootProof struct {
	low, high Score
	move      game.Move // reaches low
	spent     uint64
}

// proveRoot tries to prove the outcome of the root. Where it is known it writes it
// to the result, tells onInfo, and returns true.
func (w *worker) proveRoot(t *rootProof, r *Result, onInfo func(Info)) bool {
	f := &w.frames[0]
	if w.without&RootProofs != 0 || w.pacer == nil || w.partial || w.pacer.PliesLeft(f.pos) > rootProofPlies {
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
		cap := w.nodes / rootProofShare
		if cap <= t.spent {
			return false
		}
		before, limit := w.nodes, w.limit
		w.limit = min(limit, w.nodes+cap-t.spent)
		s := w.prove(f, q-1, q)
		t.spent += w.nodes - before
		w.limit = limit
		if w.stopped {
			// Out of nodes for proofs, or for good?
			w.stopped = w.nodes >= limit
			if !w.stopped {
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
	w.e.fillCounters(&r.Info)
	if len(r.Lines) > 0 {
		r.Lines[0] = r.Info
	}
	if onInfo != nil {
		onInfo(r.Info)
	}
	return true
}
