package table

import (
	"strings"
	"time"

	"cairn.example/internal/people/api"
)

// Who is at a table. What other processes say of it comes by hints (hint.go); which of them
// are silent makes it unknown (processes.go); what may be claimed follows from it (claim.go).

const (
	// leaving is how long somebody may be gone before the others are told: a reload is no leaving.
	leaving = 1500 * time.Millisecond
	// absence is how long somebody may be gone who counts as having been here all the time.
	absence = 10 * time.Second
)

// presence is who is at a table as far as this process knows.
type presence struct {
	// absentSince is since when nobody of that seat is known to be here, zero while somebody is.
	absentSince [2]time.Time
	// presentSince is since when somebody of that seat was here last, apart from short absences.
	presentSince [2]time.Time
	// askedAt is when the other processes were asked who is here, the last time and the time before.
	askedAt [2]time.Time
	// unknown says that those who watch were told last that it is not known who is here.
	unknown bool
	// others is what other processes have said.
	others map[string]atTable
}

// atTable is what a process says of a table.
type atTable struct {
	Here     [2]bool `json:"here"`
	Watchers int     `json:"watchers"`
}

// watchBegan notes that somebody watches a table. Its lock is held.
func (s *Service) watchBegan(t *liveTable) {
	if t.presence == nil {
		now := s.now()
		t.presence = &presence{absentSince: [2]time.Time{now, now}}
	}
	if len(t.watching) == 1 {
		s.ask(t)
	}
	s.noteHere(t)
	s.presenceChanged(t, 0)
}

// watchEnded notes that somebody no longer watches a table. Its lock is held.
func (s *Service) watchEnded(t *liveTable, person string) {
	s.noteHere(t)
	if _, ok := seatOf(t.seats, person); ok {
		s.presenceChanged(t, leaving)
	} else {
		s.presenceChanged(t, 0)
	}
}

// seatsChanged notes that other people sit on the seats than before, or the same
// ones on other seats: who watched a table and then sat down is here already. The
// lock of the table is held.
func (s *Service) seatsChanged(t *liveTable, before [2]string) {
	p, now := t.presence, s.now()
	absent, present := p.absentSince, p.presentSince
	for seat, person := range t.seats {
		if was, ok := seatOf(before, person); ok {
			p.absentSince[seat], p.presentSince[seat] = absent[was], present[was]
		} else {
			p.absentSince[seat], p.presentSince[seat] = now, time.Time{}
		}
	}
	s.noteHere(t)
	s.presenceChanged(t, 0)
}

// hereLocally tells which seats have a connection here that watches the table, and
// counts the others.
func (t *liveTable) hereLocally() atTable {
	var at atTable
	people := map[string]bool{}
	for _, w := range t.watching {
		person := w.session.person
		if seat, ok := seatOf(t.seats, person); ok {
			at.Here[seat] = true
		} else if person == "" || !people[person] {
			people[person] = true
			at.Watchers++
		}
	}
	return at
}

// noteHere brings up to date since when nobody of a seat is here.
func (s *Service) noteHere(t *liveTable) {
	p := t.presence
	if p == nil {
		return
	}
	at := t.hereLocally()
	watchers := at.Watchers
	for _, other := range p.others {
		watchers += other.Watchers
		at.Here[0], at.Here[1] = at.Here[0] || other.Here[0], at.Here[1] || other.Here[1]
	}
	t.watchers.Store(int32(watchers))
	now := s.now()
	for seat := range p.absentSince {
		switch {
		case at.Here[seat]:
			if absent := p.absentSince[seat]; !absent.IsZero() && (p.presentSince[seat].IsZero() || now.Sub(absent) > absence) {
				p.presentSince[seat] = now
			}
			p.absentSince[seat] = time.Time{}
		case p.absentSince[seat].IsZero():
			p.absentSince[seat] = now
		}
	}
}

// away tells for how long nobody of a seat is here. It is not known before this
// process has listened for a while.
func (s *Service) away(t *liveTable, seat int, at time.Time) (away time.Duration, here, known bool) {
	if t.presence == nil {
		return 0, false, false
	}
	absent := t.presence.absentSince[seat]
	if absent.IsZero() {
		return 0, true, true
	}
	s.mu.Lock()
	knownFrom, countUnknown := s.presenceKnownSince.Add(s.settleTime), s.processCountUnknown
	s.mu.Unlock()
	if countUnknown || !s.bus.Healthy() || at.Before(knownFrom) {
		return 0, false, false
	}
	if absent.Before(knownFrom) && !absent.Add(s.settleTime).Before(knownFrom) {
		absent = knownFrom // who lost the connection then is counted from when it was known
	}
	return s.served(absent, at), false, true
}

// served is how much of the time between two instants some process was alive.
func (s *Service) served(from, to time.Time) time.Duration {
	if !to.After(from) {
		return 0
	}
	return s.store.Served(from, to)
}

// seen notes that somebody did something, and so is here: at another process, whatever
// hints were lost, or on a connection that does not watch the table. The lock of the
// table is held.
func (s *Service) seen(t *liveTable, events []Event) {
	if t.presence == nil {
		return
	}
	for _, e := range events {
		person, _, ok := strings.Cut(e.Message, ":")
		if seat, sits := seatOf(t.seats, person); ok && sits && !t.presence.absentSince[seat].IsZero() {
			t.presence.absentSince[seat] = s.now()
		}
	}
}

// presenceOf is who is at a table. Its lock is held.
func (s *Service) presenceOf(t *liveTable) api.Presence {
	p := api.Presence{Players: [2]string{"unknown", "unknown"}}
	local := t.hereLocally()
	p.Watchers = local.Watchers
	if t.presence != nil {
		for _, other := range t.presence.others {
			p.Watchers += other.Watchers
		}
	}
	now := s.now()
	for seat, person := range t.seats {
		if person == "" {
			continue
		}
		away, here, known := s.away(t, seat, now)
		switch {
		case here:
			p.Players[seat] = "here"
			s.mu.Lock()
			if c := s.people[person]; c != nil {
				p.Lag[seat] = c.lag.Milliseconds()
			}
			s.mu.Unlock()
		case known:
			p.Players[seat] = "away"
			p.Away[seat] = max(1, away.Milliseconds())
			if after, ok := s.claimAfter(t); ok {
				in := max(0, (after - s.awaited(t, seat, away, now)).Milliseconds())
				p.Claimable = &in
			}
		}
	}
	if p.Players[0] != "here" && p.Players[1] != "here" {
		p.Claimable = nil // nobody to claim
	}
	return p
}

// presenceChanged has everybody at a table told who is here, after a while.
func (s *Service) presenceChanged(t *liveTable, in time.Duration) {
	at := s.now().Add(in)
	s.mu.Lock()
	defer s.mu.Unlock()
	if before, ok := s.presenceDue[t]; !ok || at.Before(before) {
		s.presenceDue[t] = at
	}
}

// tellPresence tells of all tables where it has changed.
func (s *Service) tellPresence() {
	now := s.now()
	var due []*liveTable
	s.mu.Lock()
	for t, at := range s.presenceDue {
		if !at.After(now) {
			due = append(due, t)
			delete(s.presenceDue, t)
			t.users++
		}
	}
	s.mu.Unlock()
	for _, t := range due {
		t.mu.Lock()
		s.tellHere(t)
		s.publishPresence(t)
		t.mu.Unlock()
		s.done(t)
	}
}

// tellHere tells those who watch here, and nobody else, who is at a table.
func (s *Service) tellHere(t *liveTable) {
	here := s.presenceOf(t)
	if t.presence != nil {
		t.presence.unknown = t.phase == api.Playing && hasUnknown(here)
	}
	p := &Push{Message: api.ToClient{Type: "presence", TableID: t.id, Presence: &here}}
	for _, w := range t.watching {
		w.session.sub.Tell(p)
	}
}

func hasUnknown(p api.Presence) bool { return p.Players[0] == "unknown" || p.Players[1] == "unknown" }
