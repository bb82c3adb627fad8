package ugi

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

// search is one "go" that runs in its own goroutine.
type search struct {
	ctx     context.Context
	cancel  context.CancelFunc
	endless bool // it does not end by itself; only the server's goroutine looks

	release chan struct{} // closed when the answer may be given
	once    sync.Once
	ponder  chan struct{} // closed on ponderhit, nil when nothing is pondered
	struck  bool
}

// stop ends the search; the answer comes at once.
func (s *search) stop() {
	s.cancel()
	s.once.Do(func() { close(s.release) })
}

// hit tells that the move pondered on was played; false when none is.
func (s *search) hit() bool {
	if s.ponder == nil || s.struck {
		return false
	}
	s.struck, s.endless = true, false
	close(s.ponder)
	s.once.Do(func() { close(s.release) })
	return true
}

// newPlayer makes a player of g.
func (t *talk) newPlayer(g game.Game, s Settings) (players.Player, error) {
	if t.server.Player != nil {
		return t.server.Player(g, s)
	}
	return NewPlayer(g, s)
}

// refuse says why a "go" cannot be obeyed, and ends it with the line that a driver
// waits for.
func (t *talk) refuse(err error, fields []string) {
	t.complain(err)
	if slices.Contains(fields, "perft") {
		t.say("perft stopped")
	} else {
		t.say("bestmove none")
	}
}

// begin starts a search or a count.
func (t *talk) begin(ctx context.Context, g Go) error {
	if !g.Count && t.player == nil {
		p, err := t.newPlayer(t.game, t.settings)
		if err != nil {
			return err
		}
		t.player = p
	}
	s := &search{release: make(chan struct{}), endless: g.endless(t.position.Side())}
	s.ctx, s.cancel = context.WithCancel(ctx)
	if !g.Infinite && !g.Ponder {
		s.once.Do(func() { close(s.release) })
	}
	if g.Ponder {
		s.ponder = make(chan struct{})
		g.Limits.Ponder = s.ponder
	}
	g.Overhead, g.MultiPV = t.settings.Overhead, t.settings.MultiPV
	t.search = s
	p := t.position.Copy()
	if g.Count {
		go t.count(s, p, g.Perft)
	} else {
		go t.choose(s, p, g, t.player)
	}
	return nil
}

// choose runs a search and answers.
func (t *talk) choose(s *search, p game.Position, g Go, player players.Player) {
	r, err := safely(func() (engine.Result, error) {
		return player.Choose(s.ctx, p, g.Limits, func(i engine.Info) { t.say(InfoLine(p.Game(), i)) })
	})
	// The other end must have an answer, so that it does not wait for ever.
	if moves := p.Moves(nil); err != nil && err != players.ErrOver && len(moves) > 0 {
		t.complain(err)
		r = engine.Result{Move: moves[0]}
	}
	<-s.release // before "stop" or "ponderhit" no answer is allowed
	line := "bestmove none"
	if r.Move != 0 {
		line = "bestmove " + p.Game().MoveText(r.Move)
		if r.Ponder != 0 {
			line += " ponder " + p.Game().MoveText(r.Ponder)
		}
	}
	t.done <- line
}

// safely runs f and makes an error of a panic: a fault of ours must not end a
// game of theirs.
func safely(f func() (engine.Result, error)) (r engine.Result, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			r, err = engine.Result{}, fmt.Errorf("internal: %v", fault)
		}
	}()
	return f()
}

// count counts sequences and answers, the first moves in bytewise order.
func (t *talk) count(s *search, p game.Position, n int) {
	start := time.Now()
	var total uint64
	if n == 0 {
		total = 1
	} else {
		g := p.Game()
		moves := p.Moves(nil)
		slices.SortFunc(moves, func(a, b game.Move) int { return strings.Compare(g.MoveText(a), g.MoveText(b)) })
		for _, m := range moves {
			c := p.Copy()
			c.PlayUnchecked(m)
			k, ok := perft(s.ctx, c, n-1)
			if !ok {
				break
			}
			total += k
			t.say(fmt.Sprintf("perft %s %d", g.MoveText(m), k))
		}
	}
	if s.ctx.Err() != nil {
		t.done <- "perft stopped"
		return
	}
	elapsed := time.Since(start)
	nps := uint64(float64(total) / max(elapsed.Seconds(), 1e-6))
	t.done <- fmt.Sprintf("perft total %d time %d nps %d", total, elapsed.Milliseconds(), nps)
}

// perft counts, looking at ctx often enough to stop at once.
func perft(ctx context.Context, p game.Position, n int) (uint64, bool) {
	if n <= 1 {
		return game.Perft(p, n, true), true
	}
	if ctx.Err() != nil {
		return 0, false
	}
	var total uint64
	c := p.Game().New()
	for _, m := range p.Moves(nil) {
		p.CopyTo(c)
		c.PlayUnchecked(m)
		k, ok := perft(ctx, c, n-1)
		if !ok {
			return 0, false
		}
		total += k
	}
	return total, true
}
