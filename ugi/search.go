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

// search is one "go" that runs in its own goroutine. The fields that change
// after its start belong to the server's goroutine.
type search struct {
	ctx     context.Context
	cancel  context.CancelFunc
	endless bool // it does not end by itself
	stopped bool // "stop" has come, and it answers at once

	release chan struct{} // closed when the answer may be given
	once    sync.Once     // closes release
	ponder  chan struct{} // closed on ponderhit, nil when nothing is pondered
	hit     bool          // ponder is closed
}

// allowAnswer lets the search answer as soon as it ends. With "infinite" and
// "ponder" that is not before "stop" or "ponderhit".
func (s *search) allowAnswer() { s.once.Do(func() { close(s.release) }) }

// stop ends the search; the answer comes at once.
func (s *search) stop() {
	s.stopped = true
	s.cancel()
	s.allowAnswer()
}

// ponderHit tells that the move pondered on was played; false when none is.
func (s *search) ponderHit() bool {
	if s.ponder == nil || s.hit {
		return false
	}
	s.hit, s.endless = true, false
	close(s.ponder)
	s.allowAnswer()
	return true
}

// newPlayer makes a player of g.
func (s *session) newPlayer(g game.Game, settings Settings) (players.Player, error) {
	if s.server.Player != nil {
		return s.server.Player(g, settings)
	}
	return NewPlayer(g, settings)
}

// makePlayer makes the player, if there is none yet.
func (s *session) makePlayer() error {
	if s.player != nil {
		return nil
	}
	p, err := s.newPlayer(s.game, s.settings)
	if err == nil {
		s.player = p
	}
	return err
}

// refuseGo says why a "go" cannot be obeyed, and ends it with the line that a
// driver waits for.
func (s *session) refuseGo(err error, fields []string) {
	s.sendError(err)
	if slices.Contains(fields, "perft") {
		s.send("perft stopped")
	} else {
		s.send("bestmove none")
	}
}

// begin starts a search or a count.
func (s *session) begin(ctx context.Context, g Go) error {
	if !g.Count {
		if err := s.makePlayer(); err != nil {
			return err
		}
	}
	run := &search{release: make(chan struct{}), endless: g.endless(s.position.Side())}
	run.ctx, run.cancel = context.WithCancel(ctx)
	if !g.Infinite && !g.Ponder {
		run.allowAnswer()
	}
	if g.Ponder {
		run.ponder = make(chan struct{})
		g.Limits.Ponder = run.ponder
	}
	g.Overhead, g.MultiPV = s.settings.Overhead, s.settings.MultiPV
	g.Base, g.Ply = s.settings.Base, s.ply
	s.search = run
	p := s.position.Copy()
	if g.Count {
		go s.count(run, p, g.Perft)
	} else {
		go s.choose(run, p, g, s.player)
	}
	return nil
}

// choose runs a search and answers.
func (s *session) choose(run *search, p game.Position, g Go, player players.Player) {
	r, err := safely(func() (engine.Result, error) {
		return player.Choose(run.ctx, p, g.Limits, func(i engine.Info) { s.send(InfoLine(p.Game(), i)) })
	})
	// The driver waits for an answer, so a failed search answers with any move.
	if moves := p.Moves(nil); err != nil && err != players.ErrOver && len(moves) > 0 {
		s.sendError(err)
		r = engine.Result{Move: moves[0]}
	}
	<-run.release
	line := "bestmove none"
	if r.Move != 0 {
		line = "bestmove " + p.Game().MoveText(r.Move)
		if r.Ponder != 0 {
			line += " ponder " + p.Game().MoveText(r.Ponder)
		}
	}
	s.done <- line
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
func (s *session) count(run *search, p game.Position, n int) {
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
			k, ok := perft(run.ctx, c, n-1)
			if !ok {
				break
			}
			total += k
			s.send(fmt.Sprintf("perft %s %d", g.MoveText(m), k))
		}
	}
	if run.ctx.Err() != nil {
		s.done <- "perft stopped"
		return
	}
	elapsed := time.Since(start)
	nps := uint64(float64(total) / max(elapsed.Seconds(), 1e-6))
	s.done <- fmt.Sprintf("perft total %d time %d nps %d", total, elapsed.Milliseconds(), nps)
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
