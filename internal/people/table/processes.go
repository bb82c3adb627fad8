package table

import (
	"context"
	"time"
)

// Which other processes serve the store, and what is not known of presence because one of
// them is silent.

const (
	// settleTime is how long after a start, or after the bus or another process failed, it is not known who is away:
	// those whose connection was lost with it are just coming back. It is less where claims are made sooner.
	settleTime = time.Minute
	// nodeFor is after how long without news another process is taken for dead.
	nodeFor = 6 * time.Second
	// aliveEvery is how often a process says that it lives.
	aliveEvery = 2 * time.Second
	// mostHere is how many people a lobby and a process name.
	mostHere = 50
)

// nodeNews is what is known of another process.
type nodeNews struct {
	seen time.Time
	Here []string `json:"here"`
	N    int      `json:"n"`
}

// countProcesses compares how many processes serve the store with those that are heard
// of. People at one that is not heard of, because its hints do not arrive though it
// lives, are not away: nobody knows where they are.
func (s *Service) countProcesses(ctx context.Context) {
	n, err := s.store.Processes(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		_ = s.fault("count processes", "", err)
	}
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.processCountUnknown = err != nil; {
	case err != nil:
	case n <= 1+len(s.nodes):
		s.silentSince, s.silenceLogged = time.Time{}, false
	case s.silentSince.IsZero():
		s.silentSince = now // one that has just begun, or was killed a moment ago
	case now.Sub(s.silentSince) >= nodeFor:
		s.presenceKnownSince, s.mustAskAgain = now, true
		if !s.silenceLogged {
			s.silenceLogged = true
			s.log.Warn("table: nothing is heard of other servers on this store, as without a common --bus: who is there is not known here, "+
				"so their tables with a clock are not listed, they cannot be asked to play, and no game can be claimed", "unheard", n-1-len(s.nodes))
		}
	}
}

// Alone reports whether no other process serves the store, as far as that can be found out.
func (s *Service) Alone(ctx context.Context) bool {
	n, err := s.store.Processes(ctx)
	return err == nil && n <= 1
}

// forgetNodes drops the processes that are silent, and what they had said.
func (s *Service) forgetNodes() {
	now := s.now()
	healthy := s.bus.Healthy()
	var gone []string
	s.mu.Lock()
	for id, n := range s.nodes {
		if now.Sub(n.seen) > nodeFor {
			gone = append(gone, id)
			delete(s.nodes, id)
		}
	}
	if !healthy {
		s.mustAskAgain = true
	}
	if len(gone) > 0 || !healthy {
		s.presenceKnownSince = now
		s.lobbyChanges++
	}
	var all []*liveTable
	if len(gone) > 0 {
		for _, t := range s.tables {
			t.users++
			all = append(all, t)
		}
	}
	s.mu.Unlock()
	for _, t := range all {
		t.mu.Lock()
		if t.presence != nil {
			for _, id := range gone {
				if _, ok := t.presence.others[id]; ok {
					delete(t.presence.others, id)
					s.noteHere(t)
					s.presenceChanged(t, 0)
				}
			}
		}
		t.mu.Unlock()
		s.done(t)
	}
}

// askPresence asks the other processes who is at the tables that are watched here
// where hints about that may have been lost, and where a claim could be made soon.
// Where it is known by now who is here, which it was not before, it is told.
func (s *Service) askPresence() {
	s.mu.Lock()
	all := s.mustAskAgain && s.bus.Healthy()
	if all {
		s.mustAskAgain = false
	}
	var tables []*liveTable
	for _, t := range s.tables {
		if t.users > 0 {
			t.users++
			tables = append(tables, t)
		}
	}
	s.mu.Unlock()
	for _, t := range tables {
		switch {
		case all:
			t.mu.Lock()
			if t.presence != nil && len(t.watching) > 0 {
				// Who is there says so again.
				t.presence.others = nil
				s.noteHere(t)
				s.presenceChanged(t, leaving)
				s.ask(t)
				s.publishPresence(t)
			}
			t.mu.Unlock()
		case t.mu.TryLock():
			if t.presence != nil && len(t.watching) > 0 {
				if s.claimSoon(t) {
					s.ask(t)
				}
				if t.presence.unknown && !hasUnknown(s.presenceOf(t)) {
					s.presenceChanged(t, 0)
				}
			}
			t.mu.Unlock()
		}
		s.done(t)
	}
}
