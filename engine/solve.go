package engine

import (
	"context"
	"math"
	"sync"

	"cairn.example/game"
)

// Solve proves the outcome of pos and then the margin with which both sides at
// their best reach it. Result.Proved reports whether the outcome is certain; the
// margin is so where Result.Bound is Exact, else Score bounds it. A position
// that the limits are too tight for comes back unproved, its Score an estimate.
// The line of an exact result leads to the end of the game with that outcome and
// margin; where the limits end before, it is the beginning of such a line.
// onInfo, which may be nil, gets each step. Of the limits Depth, MultiPV and Only
// set none here: all moves are looked at, to the end of the game. Pondering ends as in
// [Engine.Search].
//
// It is a plain depth-first alpha-beta search to the end of the game: nothing is
// reduced or skipped, only ordered well and remembered. First it asks whether
// the side to move wins and whether it draws, with windows of no width, which
// cut far more than a search for the margin; then the margin, from the bound
// that the first answer gave.
func (e *Engine) Solve(ctx context.Context, pos game.Position, l Limits, onInfo func(Info)) Result {
	total := l.Nodes
	seed := l
	seed.Depth, seed.MultiPV, seed.Only, seed.Exhaust = 24, 1, nil, false
	if seed.Nodes = solveSeed; total > 0 {
		seed.Nodes = min(solveSeed, total/4+1)
	}
	// A short search first: it proves what is easy, and leaves the best moves
	// of the first plies in the hash.
	r := e.Search(ctx, pos, seed, nil)
	if r.Move == 0 {
		if onInfo != nil {
			onInfo(r.Info)
		}
		return r
	}
	s := solver{e: e, ctx: ctx, pos: pos, onInfo: onInfo, nodes: r.Nodes, result: r}
	if total > 0 {
		s.limit = max(total, r.Nodes+1) - r.Nodes
	}
	start, ponder := e.start, e.ponder
	e.prepare(pos, l)
	// The clock runs since the beginning, or since pondering ended, which may have been seen.
	e.start, e.ponder = start, ponder
	e.setSolving(true)
	s.run()
	s.finish()
	e.setSolving(false)
	return s.result
}

// setSolving says whether what the workers prove next is asked by Solve.
func (e *Engine) setSolving(solving bool) {
	for _, w := range e.workers {
		w.solving = solving
	}
}

// solveSeed is the size of the search before a solution.
const solveSeed = 30000

// solver is one call of Solve.
type solver struct {
	e      *Engine
	ctx    context.Context
	pos    game.Position
	onInfo func(Info)
	nodes  uint64 // spent before this question
	limit  uint64 // nodes left, 0 for no limit
	result Result

	low, high Score // what is proved
}

func (s *solver) run() {
	s.low, s.high = -Infinity, Infinity
	if sc := s.result.Score; sc.Won() {
		s.low = sc
		s.report(false)
	} else if sc.Lost() {
		s.high = sc
		s.report(false)
	}
	for _, q := range outcomeQuestions(s.result.Score) {
		if !s.proveAtLeast(q) {
			return
		}
	}
	// The margin: step by step from the bound that is known. Most answers are
	// near it, and each step is cut well.
	for s.low < s.high {
		q := s.high
		if s.low.Won() {
			q = s.low + 1
		}
		if !s.proveAtLeast(q) {
			return
		}
	}
}

// proof returns what is proved so far.
func (s *solver) proof() proof { return proof{s.pos, s.low, s.high} }

// proveAtLeast tries to decide whether the score is at least q, and reports whether
// that is known.
func (s *solver) proveAtLeast(q Score) bool {
	if s.low >= q || s.high < q {
		return true
	}
	if s.ctx.Err() != nil {
		return false
	}
	answer, known := s.ask(q)
	spent := s.e.nodes()
	s.nodes += spent
	if s.limit > 0 {
		s.limit = max(s.limit, spent+1) - spent
	}
	switch {
	case !known:
		s.report(false)
	case answer >= q:
		s.low = max(s.low, answer)
		s.report(true)
	default:
		// That something cannot be had says nothing about the move, unless
		// nothing better is known.
		s.high = min(s.high, answer)
		s.report(s.low == -Infinity)
	}
	return known
}

// ask lets all workers prove whether the score is at least q. It returns the answer of the
// one that has it first; false where the limits end the first worker before one has it.
func (s *solver) ask(q Score) (answer Score, known bool) {
	e := s.e
	e.stop.Store(false)
	limit := uint64(math.MaxUint64)
	if s.limit > 0 {
		limit = max(s.limit/uint64(len(e.workers)), 1)
	}
	for _, w := range e.workers {
		w.nodes, w.stopped, w.seldepth, w.limit = 0, false, 0, limit
		w.published.Store(0)
		w.begin(s.ctx, s.pos, nil, false)
	}
	var mutex sync.Mutex
	prove := func(w *worker) {
		v := w.prove(&w.frames[0], q-1, q)
		w.published.Store(w.nodes)
		if w.stopped {
			return
		}
		mutex.Lock()
		if !known {
			answer, known = v, true
		}
		mutex.Unlock()
		e.stop.Store(true)
	}
	var wait sync.WaitGroup
	for _, w := range e.workers[1:] {
		wait.Add(1)
		go func() {
			defer wait.Done()
			prove(w)
		}()
	}
	prove(e.workers[0])
	e.stop.Store(true)
	wait.Wait()
	return answer, known
}

// report updates the result to what is proved, with the line of the proof where line
// says so, and publishes it.
func (s *solver) report(line bool) {
	i := &s.result.Info
	switch {
	case s.low == s.high:
		i.Score, i.Bound, i.Proved = s.low, Exact, true
	case s.low.Won():
		i.Score, i.Bound, i.Proved = s.low, Lower, true
	case s.high.Lost():
		i.Score, i.Bound, i.Proved = s.high, Upper, true
	default:
		i.Proved = false
		if s.low >= 0 {
			i.Score, i.Bound = max(i.Score, 0), Lower
		} else if s.high <= 0 {
			i.Score, i.Bound = min(i.Score, 0), Upper
		}
	}
	i.MultiPV = 1
	if line {
		s.setLine(s.e.workers[0].proofLine(s.proof(), false))
	}
	s.publish()
}

// finish completes the line of a result that is proved exact, within what the
// limits leave.
func (s *solver) finish() {
	if s.low < s.high || s.limit == 1 || s.ctx.Err() != nil {
		return
	}
	w := s.e.workers[0]
	s.e.stop.Store(false)
	w.begin(s.ctx, s.pos, nil, false)
	w.nodes, w.stopped, w.limit = 0, false, math.MaxUint64
	if s.limit > 0 {
		w.limit = s.limit
	}
	s.setLine(w.proofLine(s.proof(), true))
	s.nodes += w.nodes
	s.publish()
}

// setLine makes pv the line of the result.
func (s *solver) setLine(pv []game.Move) {
	if len(pv) == 0 {
		return
	}
	s.result.PV = pv
	s.result.Move, s.result.Ponder = pv[0], 0
	if len(pv) > 1 {
		s.result.Ponder = pv[1]
	}
}

// publish updates the counters of the result and hands it to onInfo.
func (s *solver) publish() {
	i := &s.result.Info
	s.e.fillCounters(i)
	i.Nodes = s.nodes // of all questions, where e counts those of the last
	i.NPS = perSecond(i.Nodes, i.Time)
	i.Depth, i.SelDepth = len(i.PV), len(i.PV)
	s.result.Lines = []Info{*i}
	if s.onInfo != nil {
		s.onInfo(*i)
	}
}

// proveSalt keeps proofs apart from estimates in the hash.
const proveSalt = 0x6a09e667f3bcc909

// The plies left from which a proof looks at the children of a node before it searches them;
// closer to the end that costs more than it saves.
const (
	lookedPlies     = 9
	rootLookedPlies = 7 // in the proofs of a search, which rank by estimates
)

// What a reply costs in rank, more than all else says of a move, and how many are counted.
const (
	replyRank   = 1 << 20
	mostReplies = firstRank/replyRank - 2
)

// prove returns a proved score of f: at least beta, at most alpha, or exact.
func (w *worker) prove(f *frame, alpha, beta Score) Score {
	if w.countNode(f.ply) {
		return 0
	}
	key := f.pos.Key()
	e := w.e.hash.probe(key ^ proveSalt)
	if e.bound != NoBound && e.cuts(alpha, beta) {
		w.noteProof(f, e.move)
		return e.score
	}
	low, high := w.proofBounds(f.pos)
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}
	if e.move == 0 {
		e.move = w.e.hash.probe(key).move
	}
	best, bestMove, from := -Infinity, game.Move(0), alpha
	w.generate(f, 0)
	if len(f.list) == 0 {
		return w.finisher.Final(f.pos)
	}
	f.tried = f.tried[:0]
	if f.ply >= maxPly {
		w.stopped = true // no game is that long
		return 0
	}
	f.rankFirst(e.move)
	looked := lookedPlies
	if !w.solving {
		looked = rootLookedPlies
	}
	if w.pacer != nil && len(f.list) > 1 && w.pacer.PliesLeft(f.pos) >= looked {
		if s, ok := w.transpositionCutoff(f, alpha, beta); ok {
			return s
		}
		if w.stopped {
			return 0
		}
	}
	p := movePicker{stage: 2}
	for {
		m := w.nextMove(f, &p)
		if m.Move == 0 {
			break
		}
		next := w.play(f, &m)
		s := w.proveChild(f, next, alpha, beta)
		if w.stopped {
			return 0
		}
		if len(f.tried) < maxTried {
			f.tried = append(f.tried, m)
		}
		if s > best {
			best, bestMove = s, m.Move
			if s > alpha {
				alpha = s
				if s >= beta {
					w.updateHistory(f, &m, 4)
					break
				}
			}
		}
	}
	best = min(max(best, low), high)
	w.noteProof(f, bestMove)
	w.e.hash.store(key^proveSalt, entry{move: bestMove, score: best, depth: provedDepth, bound: boundOf(best, from, beta)})
	return best
}

// proofBounds returns bounds of the final score of p.
func (w *worker) proofBounds(p game.Position) (low, high Score) {
	if w.solving && w.prover != nil {
		return w.prover.ProofBounds(p)
	}
	return w.bounder.Bounds(p)
}

// noteProof remembers at the root which move its score comes from. The hash is no place to
// ask for it afterwards: another thread may have written over the entry.
func (w *worker) noteProof(f *frame, m game.Move) {
	if f.ply == 0 {
		w.rootProofMove = m
	}
}

// proveChild is [worker.prove] of next, a child of f, with its score for the side to move
// in f.
func (w *worker) proveChild(f, next *frame, alpha, beta Score) Score {
	if f.pos.Side() != next.pos.Side() {
		return -w.prove(next, -beta, -alpha)
	}
	return w.prove(next, alpha, beta)
}

// transpositionCutoff looks up the children of f in the hash before any is searched
// (enhanced transposition cutoff): where one is known to reach beta it returns that
// score and true. Else it ranks the moves of f, those known to fail last. In a solution
// those come first that leave the fewest replies, all of which must be refuted: a tree of
// a fifth the size. In a search, which knows more of the moves, the estimates of the
// children say which are best. Threads rank them a little differently, so that they do not
// all prove the same.
func (w *worker) transpositionCutoff(f *frame, alpha, beta Score) (Score, bool) {
	for i := range f.list {
		// A child looked at costs as much as a node, and a node has many.
		if w.childLooks++; w.childLooks%pollEvery == 0 {
			if w.poll(); w.stopped {
				return 0, false
			}
		}
		m := &f.list[i]
		next := w.play(f, m)
		flip := f.pos.Side() != next.pos.Side()
		e := w.e.hash.probe(next.pos.Key() ^ proveSalt)
		if e.bound != NoBound {
			v, b := e.score, e.bound
			if flip {
				v = -v
				if b != Exact {
					b ^= Exact
				}
			}
			if b&Lower != 0 && v >= beta {
				w.noteProof(f, m.Move)
				w.e.hash.store(f.pos.Key()^proveSalt, entry{move: m.Move, score: v, depth: provedDepth, bound: Lower})
				return v, true
			}
			if b&Upper != 0 && v <= alpha {
				m.Rank = lastRank // answered by the hash at once
				continue
			}
		}
		m.Rank += int32(w.id) * int32(i*7919%64) * 8
		if counter, ok := next.pos.(game.Counter); ok && w.solving {
			m.Rank -= int32(min(counter.CountMoves(), mostReplies)) * replyRank
			continue
		}
		s := w.evaluate(next.pos)
		if flip {
			s = -s
		}
		m.Rank += int32(s) * 16
	}
	return 0, false
}
