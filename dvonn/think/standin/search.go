package standin

import (
	"context"
	"math"
	"math/bits"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// maxPly is the longest line: every stacking move empties a space.
const maxPly = 100

// search is the state of one call of Choose.
type search struct {
	ctx   context.Context
	table *table
	nodes uint64
	limit uint64
	hard  time.Duration
	since func() time.Duration
	stop  bool
	plies [maxPly]ply
}

type ply struct {
	pos   dvonn.Position
	moves []game.Move
	pv    []game.Move
}

// countNode counts a position and reports whether to stop.
func (s *search) countNode() bool {
	if s.stop {
		return true
	}
	if s.nodes >= s.limit {
		s.stop = true
		return true
	}
	s.nodes++
	if s.nodes%512 == 0 && (s.ctx.Err() != nil || s.since() >= s.hard) {
		s.stop = true
	}
	return s.stop
}

// alphaBeta returns the score of the position at n, depth plies deep.
func (s *search) alphaBeta(n int, alpha, beta engine.Score, depth int) engine.Score {
	if s.countNode() {
		return 0
	}
	f := &s.plies[n]
	f.pv = f.pv[:0]
	if depth <= 0 || n+1 >= maxPly {
		if p := &f.pos; !p.CanMove(game.First) && !p.CanMove(game.Second) {
			return engine.Decided(0, p.Lead(p.Side()))
		}
		return evaluate(&f.pos)
	}
	key := f.pos.Key()
	var first game.Move
	if e := s.table.probe(key); e != nil {
		first = e.move
		v := engine.Score(e.score)
		// The root needs a move, so it is never cut.
		if n > 0 && (int(e.depth) == depth && (e.bound == engine.Exact || e.bound == engine.Lower && v >= beta || e.bound == engine.Upper && v <= alpha) ||
			e.bound == engine.Exact && int(e.depth) >= depth) {
			return v
		}
	}
	f.moves = f.pos.Moves(f.moves[:0])
	if len(f.moves) == 0 {
		return engine.Decided(0, f.pos.Lead(f.pos.Side()))
	}
	s.sort(f, first)
	best, from := -engine.Infinity, alpha
	var top game.Move
	for i, m := range f.moves {
		next := &s.plies[n+1]
		next.pos = f.pos
		next.pos.PlayUnchecked(m)
		var v engine.Score
		if i == 0 {
			v = -s.alphaBeta(n+1, -beta, -alpha, depth-1)
		} else {
			v = -s.alphaBeta(n+1, -alpha-1, -alpha, depth-1)
			if v > alpha && v < beta && !s.stop {
				v = -s.alphaBeta(n+1, -beta, -alpha, depth-1)
			}
		}
		if s.stop {
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				alpha, top = v, m
				f.pv = append(append(f.pv[:0], m), next.pv...)
				if v >= beta {
					break
				}
			}
		}
	}
	b := engine.Exact
	switch {
	case best >= beta:
		b = engine.Lower
	case best <= from:
		b = engine.Upper
	}
	s.table.store(key, top, best, depth, b)
	return best
}

// sort puts the table's move first and captures before other moves.
func (s *search) sort(f *ply, first game.Move) {
	enemies := f.pos.Owned(f.pos.Side().Other())
	l, n := f.moves, 0
	for i := range l {
		if l[i] == first {
			l[i], l[0] = l[0], l[i]
			n = 1
			break
		}
	}
	for i := n; i < len(l); i++ {
		if to := dvonn.To(l[i]); to < game.NoSpot && enemies&to.Bit() != 0 {
			l[i], l[n] = l[n], l[i]
			n++
		}
	}
}

// deepen searches ply by ply and returns the best move of the last whole
// iteration, or of the unfinished one as far as it got.
func (s *search) deepen(l engine.Limits, soft time.Duration, onInfo func(engine.Info)) engine.Info {
	root := &s.plies[0]
	most := bits.OnesCount64(root.pos.Occupied())*2 + 1
	if l.Depth > 0 {
		most = min(most, l.Depth)
	}
	most = min(most, maxPly-2)
	best := engine.Info{PV: root.pos.Moves(nil)[:1], MultiPV: 1}
	for depth := 1; depth <= most; depth++ {
		v := s.alphaBeta(0, -engine.Infinity, engine.Infinity, depth)
		if s.stop && (len(root.pv) == 0 || depth == 1) {
			break
		}
		if s.stop {
			best.PV = append([]game.Move(nil), root.pv...)
			break
		}
		best.Depth, best.SelDepth = depth, depth
		best.Score, best.Bound = v, engine.Exact
		if len(root.pv) > 0 {
			best.PV = append([]game.Move(nil), root.pv...)
		}
		best.Nodes, best.Time = s.nodes, s.since()
		if us := best.Time.Microseconds(); us > 0 {
			best.NPS = s.nodes * 1e6 / uint64(us)
		}
		if onInfo != nil {
			onInfo(best)
		}
		if v.Decided() && depth > 1 || best.Time >= soft {
			break
		}
	}
	best.Nodes = s.nodes
	return best
}

// timeBudget returns when no new iteration begins and when the search stops.
func timeBudget(l engine.Limits, p *dvonn.Position) (soft, hard time.Duration) {
	soft, hard = math.MaxInt64, math.MaxInt64
	side := p.Side()
	if l.Clocked || l.Clock[side] > 0 {
		left := max(l.Clock[side]-l.Overhead, 0)
		n := time.Duration(max(2, (bits.OnesCount64(p.Occupied())-14)/2))
		share := left/n + l.Increment[side]/2
		soft, hard = share*6/10, min(3*share, left/3)
	}
	if l.MoveTime > 0 {
		hard = min(hard, max(l.MoveTime-l.Overhead, 0))
	}
	return soft, hard
}
