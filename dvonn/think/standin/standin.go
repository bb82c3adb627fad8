package standin

import (
	"context"
	"errors"
	"math"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Player is the stand-in. It is used by one goroutine at a time.
type Player struct {
	// Now is the clock.
	Now func() time.Time

	seed   string
	table  *table
	stream *game.Stream
}

// New returns a stand-in with a table of that many MiB. The seed decides between
// placings that it finds equally good.
func New(mib int, seed string) *Player {
	p := &Player{Now: time.Now, seed: seed, table: newTable(mib)}
	p.restart()
	return p
}

// Name returns "standin".
func (p *Player) Name() string { return "standin" }

// Reset forgets everything, as if just made.
func (p *Player) Reset() {
	p.table.clear()
	p.restart()
}

func (p *Player) restart() {
	p.stream = game.NewStream("cairn player 1", "standin", p.seed)
}

// The errors of [Player.Choose].
var (
	ErrOver  = errors.New("the game is over")
	ErrOther = errors.New("the stand-in plays DVONN only")
)

// Choose returns a legal move of pos, which must be one of DVONN, and what the
// search found where there was one. It keeps to
// Depth, Nodes, MoveTime, Clock and Increment of the limits and takes no notice
// of the others.
func (p *Player) Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	d, ok := pos.(*dvonn.Position)
	if !ok {
		return engine.Result{}, ErrOther
	}
	moves := d.Moves(nil)
	if len(moves) == 0 {
		return engine.Result{}, ErrOver
	}
	if d.Placing() {
		return withoutSearch(choosePlacing(d, moves, p.stream)), nil
	}
	clocked := l.Clocked || l.Clock[d.Side()] > 0
	if len(moves) == 1 && clocked {
		return withoutSearch(moves[0]), nil
	}
	start := p.Now()
	p.table.age++
	s := &search{ctx: ctx, table: p.table, limit: math.MaxUint64, since: func() time.Duration { return p.Now().Sub(start) }}
	if l.Nodes > 0 {
		s.limit = l.Nodes
	}
	soft, hard := timeBudget(l, d)
	s.hard = hard
	s.plies[0].pos = *d
	best := s.deepen(l, soft, onInfo)
	return engine.Result{Info: best, Move: best.PV[0]}, nil
}

// withoutSearch returns an answer that took no search.
func withoutSearch(m game.Move) engine.Result {
	return engine.Result{Move: m, Info: engine.Info{MultiPV: 1, PV: []game.Move{m}}}
}
