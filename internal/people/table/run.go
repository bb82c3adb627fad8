package table

import (
	"context"
	"errors"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

const (
	sweepEvery    = 200 * time.Millisecond
	pollEvery     = 250 * time.Millisecond // while no hints arrive
	recheckEvery  = 10 * time.Second       // though hints arrive: one may have been lost
	standEvery    = 5 * time.Second
	presenceEvery = 250 * time.Millisecond
	tidyEvery     = 5 * time.Second
	swept         = 256  // tables in a sweep
	sweepers      = 16   // at once, so that their commits are one
	polled        = 1000 // tables in a question to the store
	polledChat    = 200  // tables of which the chat is read; others are in the next polls, as the order is random
)

// Run does what happens without anybody's doing, until the context ends: flags and
// forced passes, news of other processes, presence and the lobby.
func (s *Service) Run(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	s.peers.follow(ctx, &all)
	every := func(period time.Duration, do func()) {
		all.Go(func() { repeat(ctx, period, do) })
	}
	every(sweepEvery, func() { s.tables.sweep(ctx) })
	every(pollEvery, func() {
		if !s.bus.Healthy() || s.peers.missed.Swap(false) {
			s.tables.poll(ctx)
		}
	})
	every(recheckEvery, func() { s.tables.poll(ctx) })
	every(standEvery, func() { s.stands.lookAll(ctx) })
	every(presenceEvery, s.presence.tellDue)
	every(aliveEvery, func() { s.peers.count(ctx) })
	every(aliveEvery, func() { s.peers.askPresence(ctx) })
	every(activeFlush, func() { s.active.flush(ctx) })
	every(lobbyEvery, func() { s.lobby.tell(ctx) })
	every(aliveEvery, func() {
		s.peers.sayAlive()
		s.peers.forget()
		if !s.bus.Healthy() {
			s.accounts.dropAll() // others may have deleted or renamed people
			s.lobby.changed(false)
		}
	})
	every(awayLook, func() { s.tables.lookAway(ctx) })
	after := s.anywhere()
	every(forgetEvery, func() { after = s.accounts.forget(ctx, after) })
	every(forgetEvery, func() { s.tables.closeUnseen(ctx) })
	every(forgetEvery, func() { s.tables.forgetUnplayed(ctx) })
	every(tidyEvery, s.tables.tidy)
	<-ctx.Done()
	return ctx.Err()
}

// repeat does something again and again until the context ends.
func repeat(ctx context.Context, period time.Duration, do func()) {
	ticker := time.NewTicker(period)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			do()
		}
	}
}

// sweep does what is due at tables that nobody may have opened.
func (l *Tables) sweep(ctx context.Context) {
	ids, err := l.store.Due(ctx, swept)
	if err != nil {
		if ctx.Err() == nil {
			_ = l.fault("due", "", err)
		}
		return
	}
	var all sync.WaitGroup
	slots := make(chan struct{}, sweepers)
	for _, id := range ids {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			l.sweepTable(ctx, id)
		})
	}
	all.Wait()
}

func (l *Tables) sweepTable(ctx context.Context, id string) {
	t, ctx, unlock := l.lock(ctx, id)
	defer unlock()
	if played, err := t.playPlanned(ctx); played || err != nil {
		return // it is due again where there is more to do
	}
	q := request{arrived: t.now()}
	_, err := t.carryOut(ctx, q, decideOverdue)
	if err != nil || t.cached == nil {
		return // logged; it is due again soon
	}
	st := t.cached.state
	if st.phase != api.Playing {
		return
	}
	deadline, now := st.awayUntil(), t.now()
	if after, ok := st.hostAfter(t.grace(st)); ok {
		// Time in which nobody served has not passed on the clocks.
		left := after - t.elapsed(st, now)
		if left <= 0 {
			return
		}
		deadline = earlier(deadline, now.Add(left))
	}
	if err := t.store.Postpone(ctx, id, st.seq, now, deadline); err != nil {
		_ = t.fault("postpone", id, err)
	}
}

// decideOverdue closes a table at which nobody has sat down for long.
func decideOverdue(_ context.Context, st *state, q request) ([]Event, error) {
	if st.phase == api.Open && !q.arrived.Before(st.openUntil()) {
		return encoded(api.EventClosed, payload{})
	}
	return nil, nil
}

// poll asks the store for what happened at the tables that are watched here.
func (l *Tables) poll(ctx context.Context) {
	tables, chats := l.useAll(true), 0
	for len(tables) > 0 {
		some := tables[:min(len(tables), polled)]
		tables = tables[len(some):]
		ids := make([]string, len(some))
		for i, t := range some {
			ids[i] = t.id
		}
		seqs, err := l.store.Seqs(ctx, ids)
		if err != nil && !errors.Is(err, context.Canceled) {
			_ = l.fault("seqs", "", err)
		}
		for _, t := range some {
			t.mu.Lock()
			if err == nil && len(t.watching) > 0 {
				if seqs[t.id] > t.seq {
					_ = t.readNow(ctx) // logged; the next poll tries again
				}
				if chats++; chats <= polledChat {
					t.chat.catchUpChat(ctx)
				}
			}
			t.mu.Unlock()
			l.done(t)
		}
	}
}
