package engine

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/game"
)

// Options say what an engine is made of.
type Options struct {
	Hash    int // size of the hash in MiB; below 1 means 1
	Threads int // below 1 means 1

	// Game is the one to get ready for. The first search of another one, or of any where
	// it is nil, begins with getting ready, while its clock runs.
	Game game.Game

	// Evaluator makes the evaluator of one thread. It must not be nil.
	Evaluator func() Evaluator

	// Knowledge makes what one thread knows about the game besides; nil means
	// that nothing is known.
	Knowledge func() Knowledge

	// Now is the clock, read by the goroutine that calls the engine only; nil means
	// time.Now.
	Now func() time.Time

	// Poll, if set, is called every hundred nodes or so by the first thread, for
	// platforms where a running search must yield so that other code runs.
	Poll func()

	// Without switches techniques off, to measure what they gain.
	Without Technique
}

// Engine finds moves. Its methods may be called by one goroutine at a time.
type Engine struct {
	opts    Options
	hash    *hash
	game    game.Game
	workers []*worker
	stop    atomic.Bool
	start   time.Time
	budget  budget
	ponder  <-chan struct{}
	late    time.Duration // by how much searches have ended after their time, lately
}

// New returns an engine that is ready to search: its memory was written to, so that the
// system has given it, and the evaluators for Options.Game are made.
func New(o Options) *Engine {
	o.Threads = max(o.Threads, 1)
	o.Hash = max(o.Hash, 1)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Evaluator == nil {
		panic("engine: Options.Evaluator is nil")
	}
	e := &Engine{opts: o, hash: newHash(o.Hash)}
	if o.Game != nil {
		e.setGame(o.Game)
	}
	return e
}

// setGame gives e the workers for a game.
func (e *Engine) setGame(g game.Game) {
	e.game = g
	e.workers = nil
	for i := range e.opts.Threads {
		e.workers = append(e.workers, newWorker(e, i, g))
	}
}

// Clear forgets everything learned from earlier searches.
func (e *Engine) Clear() {
	e.hash.clear()
	for _, w := range e.workers {
		w.history.clear()
		*w.estimates = estimates{}
	}
}

// prepare starts the clock of a search.
func (e *Engine) prepare(p game.Position, l Limits) {
	e.start = e.opts.Now()
	if g := p.Game(); e.game == nil || e.game.ID() != g.ID() {
		e.hash.clear()
		e.setGame(g)
	}
	e.hash.step()
	e.stop.Store(false)
	e.budget = e.workers[0].timeBudget(&l, p, 0)
	e.ponder = l.Ponder
	nodes := uint64(math.MaxUint64)
	if l.Nodes > 0 {
		nodes = l.Nodes
	}
	for i, w := range e.workers {
		w.nodes, w.seldepth, w.stopped = 0, 0, false
		w.published.Store(0)
		w.limit = nodes
		if l.Nodes > 0 {
			share := nodes / uint64(len(e.workers))
			if i == 0 {
				share = nodes - share*uint64(len(e.workers)-1)
			}
			w.limit = share
		}
	}
}

// Search finds the best move of pos within the limits. It tells onInfo, which may
// be nil, what it learns: several lines (MultiPV) best first, those of one depth
// together. The last best line told begins with the move it returns. It returns
// within 10 ms of ctx ending. Whatever the limits, the move is legal; it is zero
// only when the game is over.
func (e *Engine) Search(ctx context.Context, pos game.Position, l Limits, onInfo func(Info)) Result {
	e.prepare(pos, l)
	roots, partial := rootMoves(pos, l.Only)
	if len(roots) == 0 {
		return e.finishedResult(pos, onInfo)
	}
	l.MultiPV = min(max(l.MultiPV, 1), len(roots))

	var wait sync.WaitGroup
	for _, w := range e.workers[1:] {
		w.begin(ctx, pos, roots, partial)
		wait.Add(1)
		go func() {
			defer wait.Done()
			w.help(Limits{MultiPV: l.MultiPV, Depth: l.Depth})
		}()
	}
	w := e.workers[0]
	w.begin(ctx, pos, roots, partial)
	var lastMove game.Move // the first of the best line last told
	report := onInfo
	if onInfo != nil {
		report = func(i Info) {
			if i.MultiPV <= 1 && len(i.PV) > 0 {
				lastMove = i.PV[0]
			}
			onInfo(i)
		}
	}
	r := w.iterate(l, report)
	e.stop.Store(true)
	wait.Wait()
	e.fillCounters(&r.Info)
	e.noteLate(r.Time)
	if len(r.Lines) == 0 { // stopped before anything was found
		r.MultiPV, r.PV = 1, []game.Move{r.Move}
		r.Lines = []Info{r.Info}
	}
	for i := range r.Lines {
		r.Lines[i].Nodes, r.Lines[i].Time, r.Lines[i].NPS = r.Nodes, r.Time, r.NPS
	}
	if onInfo != nil && lastMove != r.Move && r.Depth > 0 {
		onInfo(r.Info) // found in an iteration that was not finished
	}
	return r
}

// rootMoves returns the moves to search: the legal ones of only, each once, or all moves of
// pos where only is nil or holds no legal move. partial says that there may be others.
func rootMoves(pos game.Position, only []game.Move) (moves []game.Move, partial bool) {
	for _, m := range only {
		if pos.Legal(m) == nil && !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	if len(moves) > 0 {
		return moves, true
	}
	return pos.Moves(nil), false
}

// finishedResult returns the result of a search in a finished game, and tells it.
func (e *Engine) finishedResult(pos game.Position, onInfo func(Info)) Result {
	i := Info{Score: FinalScore(pos), Bound: Exact, Proved: true, MultiPV: 1}
	if onInfo != nil {
		onInfo(i)
	}
	return Result{Info: i, Lines: []Info{i}}
}

// noteLate notes by how much a search has ended after its time: on a busy machine it may not
// run for a while. What was measured fades over the next searches.
func (e *Engine) noteLate(spent time.Duration) {
	e.late = e.late * 7 / 8
	if e.budget.hard != unlimited && e.ponder == nil {
		e.late = max(e.late, spent-e.budget.hard)
	}
}

// elapsed returns the time since the search began.
func (e *Engine) elapsed() time.Duration { return e.opts.Now().Sub(e.start) }

// nodes returns what all workers have visited.
func (e *Engine) nodes() uint64 {
	var n uint64
	for _, w := range e.workers {
		n += w.published.Load()
	}
	return n
}

// fillCounters sets the nodes, time, speed and hash use of i to those of the search
// up to now.
func (e *Engine) fillCounters(i *Info) {
	i.Nodes = e.nodes()
	i.Time = e.elapsed()
	i.NPS = perSecond(i.Nodes, i.Time)
	i.Hashfull = e.hash.full()
}

// perSecond returns nodes per second of t, 0 where t is too short to tell.
func perSecond(nodes uint64, t time.Duration) uint64 {
	if us := t.Microseconds(); us > 0 {
		return nodes * 1e6 / uint64(us)
	}
	return 0
}
