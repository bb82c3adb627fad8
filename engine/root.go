package engine

import (
	"slices"
	"time"

	"cairn.example/game"
)

// rootMove is a move of the root with what is known about it.
type rootMove struct {
	move    game.Move
	score   Score // of this iteration, -Infinity where only an upper bound is known
	last    Score // of the iteration before
	shallow Score // of a quiescence search, for the first order
	pv      []game.Move
	rank    Ranked
}

// iterate deepens ply by ply until a limit is reached and returns the result of
// the last iteration that found anything. It is the search of the first thread.
func (w *worker) iterate(l Limits, onInfo func(Info)) Result {
	k := max(1, l.MultiPV)
	w.orderRoot()
	r := Result{Move: w.root[0].move}
	deepest := w.deepest(&l)
	stable := 0 // iterations since the best move last changed
	proof := rootProof{low: -Infinity, high: Infinity}
	for depth := 1; depth <= deepest; depth++ {
		before := w.root[0].move
		done := w.searchLines(k, depth, onInfo)
		if found, ok := w.collectLines(&r, k, depth, done); ok {
			r = found
			// A single line that was not finished is reported at the end of the search, if at all.
			isNew := done > 0 || k > 1 && slices.ContainsFunc(r.Lines, func(i Info) bool { return i.Depth == depth })
			if onInfo != nil && isNew {
				for _, line := range r.Lines {
					onInfo(line)
				}
			}
		}
		if w.stopped {
			break
		}
		if k == 1 && !l.Exhaust && !r.Proved && w.proveRoot(&proof, &r, onInfo) {
			return r
		}
		if w.stopped {
			break
		}
		if w.root[0].move == before {
			stable++
		} else {
			stable = 0
		}
		if !l.Exhaust && w.stopDeepening(&l, depth, stable, k) {
			break
		}
	}
	w.published.Store(w.nodes)
	return r
}

// deepest returns the depth of the last iteration. Where it is known how many plies are
// left, deeper ones would find nothing new.
func (w *worker) deepest(l *Limits) int {
	depth := maxPly - 1
	if l.Depth > 0 {
		depth = min(depth, l.Depth)
	}
	if w.pacer != nil && !l.Exhaust {
		// Passes are not counted in PliesLeft, and there is at most one after each ply.
		depth = min(depth, 2*w.pacer.PliesLeft(w.frames[0].pos)+1)
	}
	return depth
}

// help searches as iterate does, in another thread, for what it leaves in the hash; what it
// finds is not asked for. Helpers skip every other depth in turn, so that threads are spread
// over depths and fill the hash for one another.
func (w *worker) help(l Limits) {
	w.orderRoot()
	deepest := w.deepest(&l)
	for depth := 1; depth <= deepest && !w.stopped && !w.e.stop.Load(); depth++ {
		if (depth+w.id)%2 == 1 && depth > 2 && depth < deepest {
			continue
		}
		w.searchLines(max(1, l.MultiPV), depth, nil)
	}
	w.published.Store(w.nodes)
}

// searchLines searches the moves of the root depth plies deep for the best k of them, one
// after the other, and returns how many it has found. These come first then, the best
// one in front.
func (w *worker) searchLines(k, depth int, onInfo func(Info)) (done int) {
	for i := range w.root {
		w.root[i].last, w.root[i].score = w.root[i].score, -Infinity
	}
	for done < k {
		w.aspirationSearch(done, depth, onInfo)
		if w.stopped {
			break
		}
		done++
		// A line found later may be better than those before it.
		slices.SortStableFunc(w.root[:done], func(a, b rootMove) int { return int(b.score) - int(a.score) })
	}
	return done
}

// orderRoot orders the moves of the root by a quiescence search of each: a thousand
// moves in arbitrary order would waste the first iterations.
func (w *worker) orderRoot() {
	f := &w.frames[0]
	f.static = w.evaluate(f.pos)
	f.list = f.list[:0]
	for i := range w.root {
		f.list = append(f.list, Ranked{Move: w.root[i].move, Slot: slotOf(w.root[i].move)})
	}
	if w.orderer != nil {
		w.orderer.Order(f.pos, f.list)
	}
	for i := range w.root {
		w.root[i].rank = f.list[i]
	}
	if len(w.root) == 1 {
		return
	}
	for i := range w.root {
		w.root[i].shallow = -Infinity
	}
	for i := range w.root {
		m := &w.root[i]
		next := w.play(f, &m.rank)
		s := w.searchChild(f, next, -Infinity, Infinity, 0, false)
		if w.stopped {
			break
		}
		m.shallow = s
	}
	slices.SortStableFunc(w.root, func(a, b rootMove) int {
		if a.shallow != b.shallow {
			return int(b.shallow) - int(a.shallow)
		}
		return int(b.rank.Rank) - int(a.rank.Rank)
	})
}

// aspirationSearch finds the best root move from number i on and puts it there. It
// searches with a window around the score expected and widens it while the score
// falls outside.
func (w *worker) aspirationSearch(i, depth int, onInfo func(Info)) {
	alpha, beta := -Infinity, Infinity
	delta := firstWindow
	if last := w.root[i].last; w.without&AspirationWindows == 0 && depth >= windowDepth && last > -Infinity && !last.Decided() {
		alpha, beta = max(last-delta, -Infinity), min(last+delta, Infinity)
	}
	for {
		s := w.searchRoot(i, alpha, beta, depth)
		slices.SortStableFunc(w.root[i:], func(a, b rootMove) int { return int(b.score) - int(a.score) })
		if w.stopped {
			return
		}
		var b Bound
		switch {
		case s <= alpha && alpha > -Infinity:
			b = Upper
			beta = (alpha + beta) / 2
			alpha = max(s-delta, -Infinity)
		case s >= beta && beta < Infinity:
			b = Lower
			beta = min(s+delta, Infinity)
		default:
			return
		}
		if delta *= 2; delta > widestWindow {
			alpha, beta = -Infinity, Infinity
		}
		if onInfo != nil && w.e.elapsed() > quietTime {
			onInfo(w.info(i, depth, b))
		}
	}
}

// The windows of aspirationSearch, tuned as the constants of the recipe were.
const (
	windowDepth        = 4 // less deep, scores change too much for a window
	firstWindow  Score = 20
	widestWindow Score = 2000 // beyond it the window is open
)

// quietTime is how long a search runs before it tells of scores outside a window: until
// then iterations follow each other so fast that nobody can read them.
const quietTime = 500 * time.Millisecond

// searchRoot searches the root moves from number i on and returns the best score.
func (w *worker) searchRoot(i int, alpha, beta Score, depth int) Score {
	f := &w.frames[0]
	if w.countNode(0) {
		return 0
	}
	best, from := -Infinity, alpha
	var top game.Move
	for n := i; n < len(w.root); n++ {
		m := &w.root[n]
		count := n - i + 1
		next := w.play(f, &m.rank)
		d := depth - 1
		if len(w.root) == 1 && w.isPass(f, m.move) {
			d = depth
		}
		var s Score
		if count == 1 {
			s = w.searchChild(f, next, alpha, beta, d, false)
		} else {
			r := 0
			if w.without&LateMoveReductions == 0 && depth >= 3 && count > 3 && !best.Lost() {
				r = w.reduction(f, &m.rank, depth, count, true, false, true)
			}
			s = w.searchLater(f, next, alpha, beta, d, r, false)
		}
		if w.stopped {
			return best
		}
		if count == 1 || s > alpha {
			m.score = s
			m.pv = append(append(m.pv[:0], m.move), next.pv...)
		} else {
			m.score = -Infinity
		}
		if s > best {
			best, top = s, m.move
			alpha = max(alpha, s)
			if s >= beta {
				// Scores of moves not searched are of another window.
				for j := n + 1; j < len(w.root); j++ {
					w.root[j].score = -Infinity
				}
				break
			}
		}
	}
	if i == 0 && !w.partial && w.without&HashCutoffs == 0 {
		w.e.hash.store(f.pos.Key(), entry{move: top, score: best, depth: depth, bound: boundOf(best, from, beta)})
	}
	return best
}

// info describes best move number i.
func (w *worker) info(i, depth int, b Bound) Info {
	w.published.Store(w.nodes)
	m := &w.root[i]
	s := m.score
	if s == -Infinity {
		s = m.last
	}
	in := Info{
		Depth: depth, SelDepth: w.seldepth, Score: s, Bound: b,
		Proved: s.Decided() && b != Upper, MultiPV: i + 1, PV: w.extendPV(m.pv, depth),
	}
	if in.Proved {
		in.Bound = provedBound(s, w.bounder, w.frames[0].pos)
	}
	w.e.fillCounters(&in)
	return in
}

// provedBound says how far the margin of a decided score of the root is proved. A
// search skips moves of the winner, so it proves a margin that the winner gets at
// least; that is exact only where the bounds of the position allow no larger one.
func provedBound(s Score, k Bounder, root game.Position) Bound {
	low, high := k.Bounds(root)
	switch {
	case s.Won() && s < high:
		return Lower
	case s.Lost() && s > low:
		return Upper
	}
	return Exact
}

// extendPV returns pv, continued with the moves of the hash up to depth plies where
// a hash cutoff made it short. The moves added are those the hash expects; they are
// not part of the proof of a score.
func (w *worker) extendPV(pv []game.Move, depth int) []game.Move {
	pv = slices.Clone(pv)
	if len(pv) >= depth || w.without&HashCutoffs != 0 {
		return pv
	}
	pos := w.frames[0].pos.Copy()
	for _, m := range pv {
		pos.PlayUnchecked(m)
	}
	for len(pv) < depth {
		e := w.e.hash.probe(pos.Key())
		if e.move == 0 || e.bound&Lower == 0 || pos.Legal(e.move) != nil {
			break
		}
		pos.PlayUnchecked(e.move)
		pv = append(pv, e.move)
	}
	return pv
}

// collectLines returns what is known after an iteration to which done of k lines were
// searched, last being what was known before; false where the iteration added
// nothing.
func (w *worker) collectLines(last *Result, k, depth, done int) (Result, bool) {
	var lines []Info
	for i := range done {
		lines = append(lines, w.info(i, depth, Exact))
	}
	if done < k { // else they are as the moves of the root, the best one first
		lines = w.mergeUnfinished(lines, last, depth, done)
		if k > 1 {
			slices.SortStableFunc(lines, func(a, b Info) int { return int(b.Score) - int(a.Score) })
		}
	}
	if len(lines) == 0 {
		return Result{}, false
	}
	if k == 1 {
		lines = lines[:1]
	} else {
		lines = lines[:min(k, len(lines))]
		for i := range lines {
			lines[i].MultiPV = i + 1
			w.e.fillCounters(&lines[i])
		}
	}
	r := Result{Info: lines[0], Move: lines[0].PV[0], Lines: lines}
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
	return r, true
}

// mergeUnfinished adds to the lines of an iteration that was stopped what else is
// known: the best move of the line it was busy with, if that is news, and the
// lines of the iteration before for all other moves. Moves of which nothing is
// known are left out.
func (w *worker) mergeUnfinished(lines []Info, last *Result, depth, done int) []Info {
	next := &w.root[done]
	searched := next.score > -Infinity
	if done == 0 && (!searched || next.move == last.Move && len(last.Lines) > 0 && !next.score.Won()) {
		// All that can be said is that the score of the best move lies above or
		// below a window; the iteration before has a line to show.
		return nil
	}
	old := last.Lines
	isOld := slices.ContainsFunc(old, func(i Info) bool { return i.PV[0] == next.move })
	if searched && (done == 0 || !isOld) {
		b := Exact
		if done == 0 && next.score.Lost() {
			b = Upper // of this move; the others were not all looked at
		}
		lines = append(lines, w.info(done, depth, b))
	}
	for _, line := range old {
		if slices.ContainsFunc(lines, func(i Info) bool { return i.PV[0] == line.PV[0] }) {
			continue
		}
		i := slices.IndexFunc(w.root, func(m rootMove) bool { return m.move == line.PV[0] })
		if s := w.root[i].score; s > -Infinity && s < line.Score {
			line = w.info(i, depth, Upper) // this iteration has refuted it
		}
		lines = append(lines, line)
	}
	return lines
}
