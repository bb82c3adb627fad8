package engine

import (
	"context"
	"math"
	"sync/atomic"

	"cairn.example/game"
)

// maxPly is the longest line a search follows.
const maxPly = 192

// pollEvery is the number of nodes between two checks of clock and context: a
// fraction of a millisecond on any machine.
const pollEvery = 128

// worker is one thread of a search. Other threads touch only its atomic fields.
type worker struct {
	e       *Engine
	id      int
	without Technique
	eval    Evaluator

	estimates *estimates // what eval has said

	// What is known of the game, of its scores at least what the outcome says.
	bounder  Bounder
	finisher Finisher

	// nil where nothing is known, or where the technique that needs it is switched off.
	tactics  Tactics
	orderer  Orderer
	pacer    Pacer
	reasoner Reasoner
	likely   LikelyLister
	prover   ProofBounder

	ctx        context.Context
	stopped    bool
	nodes      uint64
	limit      uint64
	childLooks uint64 // children looked at by transpositionCutoff
	published  atomic.Uint64
	seldepth   int

	frames  []frame
	history history
	root    []rootMove
	partial bool // some moves of the root are not searched

	rootProofMove game.Move // the last one that noteProof got
	solving       bool      // proofs are those of Solve, not of a search

	lmr  [64][256]int8
	pass game.Move // the move that is a pass, once one was met
}

// frame holds what one ply of the line being searched needs. Its slices keep their
// capacity from node to node, so that a search allocates nothing once it runs.
type frame struct {
	ply       int
	pos       game.Position
	moves     []game.Move
	list      []Ranked
	tried     []Ranked
	pv        []game.Move
	blockBest [blocks]int32 // of the blocks of list, from 1 to blocks
	blocks    int           // the last block
	killers   [2]game.Move
	static    Score
}

func newWorker(e *Engine, id int, g game.Game) *worker {
	w := &worker{e: e, id: id, without: e.opts.Without, eval: e.opts.Evaluator(), estimates: new(estimates), bounder: outcomeOnly{}, finisher: outcomeOnly{}}
	if e.opts.Knowledge != nil {
		k := e.opts.Knowledge()
		w.tactics, w.orderer, w.bounder, w.finisher, w.pacer, w.reasoner = k, k, k, k, k, k
		w.likely, _ = k.(LikelyLister)
		w.prover, _ = k.(ProofBounder)
	}
	if w.without&MoveOrdering != 0 {
		w.orderer = nil
	}
	if w.without&(MoveOrdering|UnlikelyMoves) != 0 {
		w.likely = nil
	}
	if w.without&Quiescence != 0 {
		w.tactics = nil
	}
	w.frames = make([]frame, maxPly+2)
	for i := range w.frames {
		w.frames[i].ply = i
		w.frames[i].pos = g.New()
	}
	for d := 1; d < len(w.lmr); d++ {
		for n := 1; n < len(w.lmr[d]); n++ {
			w.lmr[d][n] = int8(0.4 + math.Log(float64(d))*math.Log(float64(n))/2.2)
		}
	}
	return w
}

// begin readies w for a search of some moves of pos; partial says that there
// are others.
func (w *worker) begin(ctx context.Context, pos game.Position, roots []game.Move, partial bool) {
	w.ctx, w.partial = ctx, partial
	f := &w.frames[0]
	pos.CopyTo(f.pos)
	w.history.age()
	for i := range w.frames {
		w.frames[i].killers = [2]game.Move{}
	}
	w.root = w.root[:0]
	for _, m := range roots {
		w.root = append(w.root, rootMove{move: m, score: -Infinity, last: -Infinity})
	}
}

// countNode counts a node and reports whether the search must stop. Once it has
// returned true it always does, and what unfinished nodes return is meaningless.
func (w *worker) countNode(ply int) bool {
	if w.stopped {
		return true
	}
	if w.nodes >= w.limit {
		w.stopped = true
		return true
	}
	w.nodes++
	if ply > w.seldepth {
		w.seldepth = ply
	}
	if w.nodes%pollEvery == 0 {
		w.poll()
	}
	return w.stopped
}

// poll checks whether anything asks the search to stop.
func (w *worker) poll() {
	w.published.Store(w.nodes)
	e := w.e
	if e.stop.Load() {
		w.stopped = true
		return
	}
	select {
	case <-w.ctx.Done():
		w.stopped = true
		return
	default:
	}
	if w.id != 0 {
		return
	}
	if e.opts.Poll != nil {
		e.opts.Poll()
	}
	if e.ponder != nil {
		select {
		case <-e.ponder:
			e.ponder = nil
			e.start = e.opts.Now()
		default:
			return
		}
	}
	if e.budget.hard != unlimited && e.elapsed() >= e.budget.hard {
		w.stopped = true
	}
}

// play makes m in f and returns the frame of the child.
func (w *worker) play(f *frame, m *Ranked) *frame {
	next := &w.frames[f.ply+1]
	f.pos.CopyTo(next.pos)
	next.pos.PlayUnchecked(m.Move)
	return next
}

// isPass reports whether m, the first move searched in f, is a pass. A pass costs no
// depth, because there was no choice.
func (w *worker) isPass(f *frame, m game.Move) bool {
	if m == w.pass {
		return true
	}
	if w.pass == 0 && f.pos.Game().Parts(m).Pass() {
		w.pass = m
		return true
	}
	return false
}

// outcomeOnly is what a search knows of scores without [Knowledge].
type outcomeOnly struct{}

func (outcomeOnly) Bounds(game.Position) (low, high Score) { return -Infinity, Infinity }
func (outcomeOnly) Final(p game.Position) Score            { return FinalScore(p) }
