package load

import (
	"context"
	"sync"

	"cairn.example/internal/people/client"
)

// Playing is games that go on, one after the other at each of several pairs of
// people, until it is stopped.
type Playing struct {
	games *gameList
	stop  context.CancelFunc
	pairs sync.WaitGroup
}

// PlayOn begins to play. What happens is noted in the ledger, which is to be the
// observer of the crowd's connections too.
func PlayOn(ctx context.Context, crowd *Crowd, ledger *Ledger, pairs int, manners bool) *Playing {
	ctx, stop := context.WithCancel(ctx)
	p := &Playing{games: &gameList{ledger: ledger, plain: !manners}, stop: stop}
	for n := range pairs {
		p.pairs.Go(func() { p.games.playOn(ctx, crowd, int64(n), int64(pairs)) })
	}
	return p
}

// Stop ends the games where they are and returns when nobody sends any more.
func (p *Playing) Stop() {
	p.stop()
	p.pairs.Wait()
}

// Tables returns all tables so far.
func (p *Playing) Tables() []string { return p.games.all() }

// Marks returns what must be in the tables that are read from now on.
func (p *Playing) Marks() map[string]Mark {
	marks := map[string]Mark{}
	for _, id := range p.games.all() {
		marks[id] = p.games.ledger.Mark(id)
	}
	return marks
}

// Compare reads tables by a session and holds them against what must be in them; what
// is wrong becomes a finding of the ledger.
func (p *Playing) Compare(ctx context.Context, judge *client.Session, marks map[string]Mark) error {
	return compareAll(ctx, p.games.ledger, judge, marks, 0)
}
