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
	move      game.Move // reaches low; 0 where all moves do
	spent     uint64
}

// proveRoot tries to prove the outcome of the root. Where it is known it writes it
// to the result, tells onInfo, and returns true.
func (w *worker) proveRoot(t *rootProof, r *Result, onInfo func(Info)) bool {
	if w.without&RootProofs != 0 || w.pacer == nil || w.partial || w.pacer.PliesLeft(w.frames[0].pos) > rootProofPlies {
		return false
	}
	for _, q := range outcomeQuestions(r.Score) {
		if !w.askRoot(t, q) {
			return false
		}
	}
	switch {
	case t.low.Won():
		r.Score, r.Bound = t.low, Lower
	case t.high.Lost():
		r.Score, r.Bound = t.high, Upper
	case t.low >= 0 && t.high <= 0:
		r.Score, r.Bound = DrawScore, Exact
	default:
		return false
	}
	if t.low == t.high {
		r.Bound = Exact
	}
	w.setProvedMove(t, r)
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

// askRoot tries to find out whether the score of the root is at least q, within what is
// left of the share of proofs, and reports whether that is known.
func (w *worker) askRoot(t *rootProof, q Score) bool {
	if t.low >= q || t.high < q {
		return true
	}
	allowed := w.nodes / rootProofShare
	if allowed <= t.spent {
		return false
	}
	f := &w.frames[0]
	before, limit := w.nodes, w.limit
	w.limit = min(limit, w.nodes+allowed-t.spent)
	w.rootProofMove = 0
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
		t.move = w.rootProofMove
	} else {
		t.high = min(t.high, s)
	}
	return true
}

// setProvedMove makes the move of the proof that of the result. Where all moves lose there is
// none, and the one that the estimates like best stays, which resists most.
func (w *worker) setProvedMove(t *rootProof, r *Result) {
	pos := w.frames[0].pos
	m := t.move
	if m == 0 || m == r.Move || pos.Legal(m) != nil {
		return
	}
	r.Move, r.Ponder, r.PV = m, 0, []game.Move{m}
	if pv := w.proofLine(proof{pos, t.low, t.high}, false); len(pv) > 1 && pv[0] == m {
		r.Ponder, r.PV = pv[1], pv
	}
}

// outcomeQuestions returns the scores of which it is asked in turn whether at least that
// is reached, to know the outcome: a win and a draw, first the one that an estimate
// expects a yes to.
func outcomeQuestions(estimate Score) [2]Score {
	const win, draw Score = 1, 0 // more than a draw, and no less than one
	if estimate < 0 {
		return [2]Score{draw, win}
	}
	return [2]Score{win, draw}
}
