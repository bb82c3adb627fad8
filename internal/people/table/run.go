package table

import (
	"context"
	"encoding/json"
	"errors"
	"hash/crc32"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

const (
	sweepEvery    = 200 * time.Millisecond
	pollEvery     = 250 * time.Millisecond // while no hints arrive
	recheckEvery  = 10 * time.Second       // though hints arrive: one may have been lost
	presenceEvery = 250 * time.Millisecond
	tidyEvery     = 5 * time.Second
	swept         = 256  // tables in a sweep
	sweepers      = 16   // at once, so that their commits are one
	polled        = 1000 // tables in a question to the store
	polledChat    = 200  // tables of which the chat is read; others are in the next polls, as the order is random
	mostHints     = 4096 // that wait
	listeners     = 8    // that follow hints
)

// Run does what happens without anybody's doing, until the context ends: flags and
// forced passes, news of other processes, presence and the lobby.
func (s *Service) Run(ctx context.Context) error {
	var all sync.WaitGroup
	defer all.Wait()
	s.followHints(ctx, &all)
	every := func(period time.Duration, do func()) {
		all.Go(func() { repeat(ctx, period, do) })
	}
	every(sweepEvery, func() { s.sweep(ctx) })
	every(pollEvery, func() {
		if !s.bus.Healthy() || s.missed.Swap(false) {
			s.poll(ctx)
		}
	})
	every(recheckEvery, func() { s.poll(ctx) })
	every(presenceEvery, s.tellPresence)
	every(aliveEvery, func() { s.countProcesses(ctx) })
	every(aliveEvery, s.askPresence)
	every(lobbyEvery, func() { s.tellLobby(ctx) })
	every(aliveEvery, func() {
		s.publishAlive()
		s.forgetNodes()
		if !s.bus.Healthy() {
			s.names.dropAll() // others may have deleted or renamed people
			s.lobbyChanged(false)
		}
	})
	after := s.anywhere()
	every(forgetEvery, func() { after = s.forgetPeople(ctx, after) })
	every(forgetEvery, func() { s.closeUnseen(ctx) })
	every(forgetEvery, func() { s.forgetTables(ctx) })
	every(tidyEvery, s.tidy)
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

// followHints takes the hints of other processes until the context ends. Those of a table
// are followed in their order; a table whose store does not answer keeps only some others
// waiting.
func (s *Service) followHints(ctx context.Context, all *sync.WaitGroup) {
	var hints [listeners]chan Hint
	for i := range hints {
		hints[i] = make(chan Hint, mostHints/listeners)
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case h := <-hints[i]:
					s.handleHint(ctx, h)
				}
			}
		})
	}
	later := func(h Hint) {
		select {
		case hints[crc32.ChecksumIEEE([]byte(h.Table))%listeners] <- h:
		default: // the next poll finds it
			s.missed.Store(true)
			s.mu.Lock()
			s.mustAskAgain = true
			s.mu.Unlock()
		}
	}
	all.Go(func() {
		for ctx.Err() == nil {
			err := s.bus.Subscribe(ctx, func(h Hint) { s.receiveHint(h, later) })
			if ctx.Err() != nil {
				return
			}
			s.log.Warn("table: no hints", "err", err)
			s.sleep(ctx, time.Second)
		}
	})
}

// sleep waits, or less where the context ends.
func (s *Service) sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// sweep does what is due at tables that nobody may have opened.
func (s *Service) sweep(ctx context.Context) {
	ids, err := s.store.Due(ctx, swept)
	if err != nil {
		if ctx.Err() == nil {
			_ = s.fault("due", "", err)
		}
		return
	}
	var all sync.WaitGroup
	slots := make(chan struct{}, sweepers)
	for _, id := range ids {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			s.sweepTable(ctx, id)
		})
	}
	all.Wait()
}

func (s *Service) sweepTable(ctx context.Context, id string) {
	t := s.use(id)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := storeContext(ctx)
	defer cancel()
	q := request{arrived: s.now()}
	_, err := s.carryOut(ctx, t, q, s.decideOverdue)
	if err != nil || t.cached == nil {
		return // logged; it is due again soon
	}
	st := t.cached.state
	if st.phase != api.Playing {
		return
	}
	after, ok := st.hostAfter(s.grace(st))
	if !ok {
		return
	}
	// Time in which nobody served has not passed on the clocks.
	now := s.now()
	if left := after - s.elapsed(t, st, now); left > 0 {
		if err := s.store.Postpone(ctx, id, st.seq, now, now.Add(left)); err != nil {
			_ = s.fault("postpone", id, err)
		}
	}
}

// decideOverdue closes a table at which nobody has sat down for long.
func (s *Service) decideOverdue(_ context.Context, st *state, q request) ([]Event, error) {
	if st.phase == api.Open && !q.arrived.Before(st.created.Add(openFor)) {
		return encoded(api.EventClosed, payload{})
	}
	return nil, nil
}

// poll asks the store for what happened at the tables that are watched here.
func (s *Service) poll(ctx context.Context) {
	var tables []*liveTable
	s.mu.Lock()
	for _, t := range s.tables {
		if t.users > 0 {
			t.users++
			tables = append(tables, t)
		}
	}
	s.mu.Unlock()
	chats := 0
	for len(tables) > 0 {
		some := tables[:min(len(tables), polled)]
		tables = tables[len(some):]
		ids := make([]string, len(some))
		for i, t := range some {
			ids[i] = t.id
		}
		seqs, err := s.store.Seqs(ctx, ids)
		if err != nil && !errors.Is(err, context.Canceled) {
			_ = s.fault("seqs", "", err)
		}
		for _, t := range some {
			t.mu.Lock()
			if err == nil && len(t.watching) > 0 {
				if seqs[t.id] > t.seq {
					s.refresh(ctx, t)
				}
				if chats++; chats <= polledChat {
					s.catchUpChat(ctx, t)
				}
			}
			t.mu.Unlock()
			s.done(t)
		}
	}
}

// publishAlive tells the other processes that this one lives, and who is here.
func (s *Service) publishAlive() {
	s.mu.Lock()
	news := nodeNews{N: len(s.people)}
	for id := range s.people {
		if len(news.Here) == mostHere {
			break
		}
		news.Here = append(news.Here, id)
	}
	s.mu.Unlock()
	if body, err := json.Marshal(news); err == nil {
		s.bus.Publish(Hint{Kind: hintAlive, Body: body, Node: s.node})
	}
}
