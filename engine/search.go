package engine

// The recipe. Each step is named where it happens, with its reason; what each
// gained is in docs/lab/2026-11-strength.md.
//
// A score that is decided must stay a proof whatever is skipped, so these rules
// hold throughout: an estimate is clamped to the range of estimates before it is
// returned; no move is skipped while the best one so far is a proved loss; a
// reduced search that proves something has proved it at any depth.

// search returns the score of f searched depth plies deep: exact where it lies
// between alpha and beta, a bound where it does not. A node whose window is wider
// than one is a PV node; cutNode says that a score of at least beta is expected.
func (w *worker) search(f *frame, alpha, beta Score, depth int, cutNode bool) Score {
	// Step 1: the horizon. Estimates are made in quiet positions only.
	if depth <= 0 || f.ply >= maxPly {
		return w.quiesce(f, alpha, beta, 0)
	}
	if w.countNode(f.ply) {
		return 0
	}
	pvNode := beta-alpha > 1
	f.pv = f.pv[:0]

	// Step 2: decided positions. Where the rest of the game cannot change the
	// result any more, or only to a side of the window, nothing is searched.
	low, high := w.bounder.Bounds(f.pos)
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}

	// Step 3: the transposition cutoff. A position that was searched deep enough
	// need not be searched again; a shallower entry still gives the move to try
	// first.
	key := f.pos.Key()
	var e entry
	if w.without&HashCutoffs == 0 {
		e = w.e.hash.probe(key)
	}
	if e.bound != NoBound && (e.depth == provedDepth || !pvNode && e.depth >= depth) && e.cuts(alpha, beta) {
		return e.score
	}

	// Step 4: the static evaluation, which the steps before the moves need, and
	// whether it is improving: a side whose estimate grows from turn to turn is
	// less likely to be refuted, so less is skipped.
	f.static = w.evaluate(f.pos)
	if f.static.Decided() {
		return f.static
	}
	estimate := e.refine(f.static)
	improving := f.ply < 2 || f.static > w.frames[f.ply-2].static

	// Step 5: reverse futility pruning. Outside PV nodes the only question is on
	// which side of the window the score lies. With an estimate so far above beta
	// and so little depth left, it seldom falls below beta.
	if !pvNode && w.without&ReverseFutility == 0 && depth <= staticDepth && !beta.Decided() {
		margin := Score(depth * staticMargin)
		if improving {
			margin -= staticMargin / 2
		}
		if estimate-margin >= beta {
			return estimate
		}
	}

	// Step 6: internal iterative reduction. Without a hash move the moves are
	// badly ordered and a full search is expensive; the reduced one stores a
	// move for the next time.
	if w.without&InternalReduction == 0 && depth >= 4 && e.move == 0 {
		depth--
	}

	best, bestMove, from := -Infinity, Ranked{}, alpha
	count, quiets := 0, 0
	p := movePicker{hash: e.move, likely: w.likely != nil && !pvNode && depth <= likelyDepth}
	f.tried = f.tried[:0]
	for {
		// Step 7: the next move: the hash move, then what wins material, then
		// killer moves, then the rest by history and knowledge of the game. Close
		// to the horizon unlikely moves come after all others, so that they need
		// not be listed where the node ends before.
		m := w.nextMove(f, &p)
		if m.Move == 0 {
			break
		}
		count++
		quiet := m.Kind != Tactical

		// Step 8: late move and futility pruning. Close to the horizon, quiet
		// moves far down the list, or with an estimate far below alpha, are
		// skipped. What skips one skips those that follow it by rank, so they
		// leave the list together.
		if !pvNode && quiet && count > 1 && !best.Lost() && depth <= skipDepth {
			if w.without&LateMovePruning == 0 {
				n := quietLimit(depth, improving)
				if m.Kind == Unlikely && w.without&UnlikelyMoves == 0 {
					n /= 2
				}
				if quiets >= n {
					if m.Kind != Unlikely {
						break
					}
					f.drop(&p, Unlikely)
					continue
				}
			}
			if w.without&Futility == 0 && f.static+Score(futilityBase+futilityMargin*depth) <= alpha && m.Rank < killerRank/2 {
				best = max(best, Estimate(int(f.static)))
				f.drop(&p, Quiet, Unlikely)
				continue
			}
		}
		if quiet {
			quiets++
		}

		next := w.play(f, &m)

		// Step 9: a pass costs no depth, for there was no choice.
		d := depth - 1
		if count == 1 && w.isPass(f, m.Move) {
			d = depth
		}

		// Step 10: principal variation search. The first move gets the whole
		// window; the others have to beat it, the later they come the less deep.
		var s Score
		if count == 1 {
			s = w.searchChild(f, next, alpha, beta, d, !pvNode && !cutNode)
		} else {
			r := 0
			if w.without&LateMoveReductions == 0 && depth >= 3 && count > 2 {
				r = w.reduction(f, &m, depth, count, pvNode, cutNode, improving)
			}
			s = w.searchLater(f, next, alpha, beta, d, r, cutNode)
		}
		if w.stopped {
			return 0
		}
		if len(f.tried) < maxTried {
			f.tried = append(f.tried, m)
		}

		// Step 11: what was found.
		if s > best {
			best = s
			if s > alpha {
				bestMove = m
				alpha = s
				if pvNode {
					f.pv = append(append(f.pv[:0], m.Move), next.pv...)
				}
				if s >= beta {
					w.updateHistory(f, &m, depth)
					break
				}
			}
		}
	}

	// Step 12: the end of the game has no moves; anything else is remembered.
	if count == 0 {
		best = w.finisher.Final(f.pos)
		w.e.hash.store(key, entry{score: best, depth: provedDepth, bound: Exact})
		return best
	}
	best = min(max(best, low), high)
	if w.without&HashCutoffs == 0 {
		w.e.hash.store(key, entry{move: bestMove.Move, score: best, depth: min(depth, provedDepth-1), bound: boundOf(best, from, beta)})
	}
	return best
}

// The tuned constants of the steps above. Margins are in the unit of the games'
// evaluations, where 100 is about a piece or a small stack.
const (
	staticDepth    = 6
	staticMargin   = 70
	skipDepth      = 6
	lateBase       = 5
	lateFactor     = 2
	likelyDepth    = 1
	futilityBase   = 60
	futilityMargin = 70
	maxTried       = 64
)

// cuts reports whether e answers a search with this window.
func (e *entry) cuts(alpha, beta Score) bool {
	return e.bound == Exact || e.bound == Lower && e.score >= beta || e.bound == Upper && e.score <= alpha
}

// refine returns the estimate of a position whose static evaluation is given: the
// score of e instead, where e says that the evaluation is wrong, and by how much.
func (e *entry) refine(static Score) Score {
	if e.bound == NoBound || e.score.Decided() {
		return static
	}
	if e.bound == Exact || e.bound == Lower && e.score > static || e.bound == Upper && e.score < static {
		return e.score
	}
	return static
}

// boundOf returns what a search with the window from alpha to beta has shown when it
// returned s.
func boundOf(s, alpha, beta Score) Bound {
	switch {
	case s >= beta:
		return Lower
	case s <= alpha:
		return Upper
	}
	return Exact
}

// quietLimit returns how many quiet moves are searched at a node depth plies above the
// horizon before the others are skipped (step 8).
func quietLimit(depth int, improving bool) int {
	n := lateBase + depth*depth*lateFactor
	if !improving {
		n = n * 2 / 3
	}
	return n
}

// searchChild searches next, a child of f, and returns its score for the side to move
// in f. Almost always the side changes; where it does not, as between the phases
// of a game, neither does the sign.
func (w *worker) searchChild(f, next *frame, alpha, beta Score, depth int, cutNode bool) Score {
	if f.pos.Side() != next.pos.Side() {
		return -w.search(next, -beta, -alpha, depth, cutNode)
	}
	return w.search(next, alpha, beta, depth, cutNode)
}

// searchLater searches next, the child of f after a move that is not the first one
// searched, and returns its score for the side to move in f. The move before is
// expected to be better, so a window of one reports whether this one is, at depth less
// reduction plies where that is more than none; if it is, it is searched again without
// the reduction, and then, where the score lies inside the window, for the score itself.
// What it returns after a stop is meaningless.
func (w *worker) searchLater(f, next *frame, alpha, beta Score, depth, reduction int, cutNode bool) Score {
	var s Score
	reduction = min(reduction, depth-1)
	if reduction > 0 {
		s = w.searchChild(f, next, alpha, alpha+1, depth-reduction, true)
	}
	if reduction <= 0 || s > alpha && !w.stopped {
		s = w.searchChild(f, next, alpha, alpha+1, depth, !cutNode)
	}
	if s > alpha && s < beta && !w.stopped { // never in a window of one
		s = w.searchChild(f, next, alpha, beta, depth, false)
	}
	return s
}

// reduction returns by how many plies the search of a late move is reduced.
func (w *worker) reduction(f *frame, m *Ranked, depth, count int, pvNode, cutNode, improving bool) int {
	r := int(w.lmr[min(depth, len(w.lmr)-1)][min(count, len(w.lmr[0])-1)])
	if m.Kind == Tactical {
		return max(r-2, 0)
	}
	if pvNode {
		r--
	}
	if cutNode {
		r++
	}
	if !improving {
		r++
	}
	if m.Kind == Unlikely && w.without&UnlikelyMoves == 0 {
		r++
	}
	if w.without&History == 0 {
		r -= int(w.history[f.pos.Side()][m.Slot&(Slots-1)]) / 4096
	}
	return r
}
