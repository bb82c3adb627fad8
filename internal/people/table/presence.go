package table

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// Who is here, and who is at a table. What other processes say of it comes by hints, and one that
// is silent makes it unknown (peers.go); what may be claimed follows from it (claim.go).

// Presence is who has a live connection to this process, and at which tables those who watch
// are to hear who is there.
type Presence struct {
	*env
	mu     sync.Mutex
	people map[string]*connected
	due    map[string]time.Time // by table: when
}

// connected is a person with live connections here.
type connected struct {
	sessions []*Session
	lag      time.Duration
}

// join notes a connection; true for the first one of its person.
func (p *Presence) join(c *Session) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	who := p.people[c.person]
	first := who == nil
	if first {
		who = &connected{}
		p.people[c.person] = who
	}
	who.sessions = append(who.sessions, c)
	return first
}

// leave notes that a connection has ended; true for the last one of its person.
func (p *Presence) leave(c *Session) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	who := p.people[c.person]
	if who == nil {
		return false
	}
	who.sessions = slices.DeleteFunc(who.sessions, func(other *Session) bool { return other == c })
	if len(who.sessions) > 0 {
		return false
	}
	delete(p.people, c.person)
	return true
}

// noteLag notes the round trip that was measured last on a connection of somebody.
func (p *Presence) noteLag(person string, roundTrip time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if who := p.people[person]; who != nil {
		who.lag = roundTrip
	}
}

// lag returns the round trip that was measured last, and how many connections somebody has here.
func (p *Presence) lag(person string) (roundTrip time.Duration, connections int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if who := p.people[person]; who != nil {
		return who.lag, len(who.sessions)
	}
	return 0, 0
}

// some returns the ids of some people who are here, and how many there are.
func (p *Presence) some(most int) (ids []string, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for id := range p.people {
		if len(ids) == most {
			break
		}
		ids = append(ids, id)
	}
	return ids, len(p.people)
}

// tell tells a person something, on every connection here.
func (p *Presence) tell(person string, push *Push) {
	var sessions []*Session
	p.mu.Lock()
	if who := p.people[person]; who != nil {
		sessions = slices.Clone(who.sessions)
	}
	p.mu.Unlock()
	for _, c := range sessions {
		c.sub.Tell(push)
	}
}

// changed has everybody at a table told who is there, after a while.
func (p *Presence) changed(table string, in time.Duration) {
	at := p.now().Add(in)
	p.mu.Lock()
	defer p.mu.Unlock()
	if before, ok := p.due[table]; !ok || at.Before(before) {
		p.due[table] = at
	}
}

// tellDue tells of all tables where it has changed.
func (p *Presence) tellDue() {
	now := p.now()
	var due []string
	p.mu.Lock()
	for id, at := range p.due {
		if !at.After(now) {
			due = append(due, id)
			delete(p.due, id)
		}
	}
	p.mu.Unlock()
	for _, id := range due {
		if t := p.tables.useKept(id); t != nil {
			t.mu.Lock()
			t.attendance.tellHere()
			t.attendance.publishPresence()
			t.mu.Unlock()
			p.tables.done(t)
		}
	}
}

const (
	// leaving is how long somebody may be gone before the others hear of it: a reload is no leaving.
	leaving = 1500 * time.Millisecond
	// absence is how long somebody may be gone who counts as having been here all the time.
	absence = 10 * time.Second
)

// attendance is who is at a table as far as this process knows. The table's lock guards it.
type attendance struct {
	*liveTable
	// known says that somebody has watched the table, since when what follows is noted.
	known bool
	// absentSince is since when nobody of that seat is known to be here, zero while somebody is.
	absentSince [2]time.Time
	// presentSince is since when somebody of that seat was here last, apart from short absences.
	presentSince [2]time.Time
	// askedAt is when the other processes were asked who is here, the last time and the time before.
	askedAt [2]time.Time
	// unknown says that by the last news for those who watch it is not known who is here.
	unknown bool
	// programs says which seats are those of programs, once programsKnown.
	programs      [2]bool
	programsKnown bool
	// others is what other processes have said.
	others map[string]atTable
}

// atTable is what a process says of a table.
type atTable struct {
	Here     [2]bool `json:"here"`
	Watchers int     `json:"watchers"`
}

// watchBegan notes that somebody watches a table. Its lock is held.
func (a *attendance) watchBegan() {
	if !a.known {
		now := a.now()
		a.known, a.absentSince = true, [2]time.Time{now, now}
	}
	if len(a.watching) == 1 {
		a.ask()
	}
	a.noteHere()
	a.changed(0)
}

// watchEnded notes that somebody no longer watches a table. Its lock is held.
func (a *attendance) watchEnded(person string) {
	a.noteHere()
	if _, ok := seatOf(a.seats, person); ok {
		a.changed(leaving)
	} else {
		a.changed(0)
	}
}

// seatsChanged notes that other people sit on the seats than before, or the same
// ones on other seats: who watched a table and then sat down is here already. The
// lock of the table is held.
func (a *attendance) seatsChanged(before [2]string) {
	a.programsKnown = false
	if !a.known {
		return
	}
	now := a.now()
	absent, present := a.absentSince, a.presentSince
	for seat, person := range a.seats {
		if was, ok := seatOf(before, person); ok {
			a.absentSince[seat], a.presentSince[seat] = absent[was], present[was]
		} else {
			a.absentSince[seat], a.presentSince[seat] = now, time.Time{}
		}
	}
	a.noteHere()
	a.changed(0)
}

// hereLocally returns which seats have a connection here that watches the table, and
// counts the others.
func (a *attendance) hereLocally() atTable {
	var at atTable
	people := map[string]bool{}
	for _, w := range a.watching {
		person := w.session.person
		if seat, ok := seatOf(a.seats, person); ok {
			at.Here[seat] = true
		} else if person == "" || !people[person] {
			people[person] = true
			at.Watchers++
		}
	}
	return at
}

// noteHere brings up to date since when nobody of a seat is here.
func (a *attendance) noteHere() {
	if !a.known {
		return
	}
	at := a.hereLocally()
	watchers := at.Watchers
	for _, other := range a.others {
		watchers += other.Watchers
		at.Here[0], at.Here[1] = at.Here[0] || other.Here[0], at.Here[1] || other.Here[1]
	}
	a.watchers.Store(int32(watchers))
	now := a.now()
	for seat := range a.absentSince {
		switch {
		case at.Here[seat]:
			if absent := a.absentSince[seat]; !absent.IsZero() && (a.presentSince[seat].IsZero() || now.Sub(absent) > absence) {
				a.presentSince[seat] = now
			}
			a.absentSince[seat] = time.Time{}
		case a.absentSince[seat].IsZero():
			a.absentSince[seat] = now
		}
	}
}

// away returns for how long nobody of a seat is here. It is not known before this
// process has listened for a while.
func (a *attendance) away(seat int, at time.Time) (away time.Duration, here, known bool) {
	if !a.known {
		return 0, false, false
	}
	absent := a.absentSince[seat]
	if absent.IsZero() {
		return 0, true, true
	}
	knownFrom, known := a.peers.knownFrom()
	if !known || at.Before(knownFrom) {
		return 0, false, false
	}
	if absent.Before(knownFrom) && !absent.Add(a.settleTime).Before(knownFrom) {
		absent = knownFrom // who lost the connection then is counted from when it was known
	}
	return a.served(absent, at), false, true
}

// seen notes that somebody did something, and so is here: at another process, whatever
// hints were lost, or on a connection that does not watch the table. The lock of the
// table is held.
func (a *attendance) seen(events []Event) {
	if !a.known {
		return
	}
	for _, e := range events {
		person, _, ok := strings.Cut(e.Message, ":")
		if seat := slices.Index(a.seats[:], person); ok && seat >= 0 && !a.absentSince[seat].IsZero() {
			a.absentSince[seat] = a.now()
		}
	}
}

// presenceOf is who is at a table. Its lock is held.
func (a *attendance) presenceOf() api.Presence {
	p := api.Presence{Players: [2]string{"unknown", "unknown"}}
	local := a.hereLocally()
	p.Watchers = local.Watchers
	for _, other := range a.others {
		p.Watchers += other.Watchers
	}
	now := a.now()
	for seat, person := range a.seats {
		if person == "" {
			continue
		}
		away, here, known := a.away(seat, now)
		switch {
		case here:
			p.Players[seat] = "here"
			lag, _ := a.presence.lag(person)
			p.Lag[seat] = lag.Milliseconds()
		case known:
			p.Players[seat] = "away"
			p.Away[seat] = max(1, away.Milliseconds())
			if after, ok := a.claimAfter(); ok {
				in := max(0, (after - a.awaited(seat, away, now)).Milliseconds())
				p.Claimable = &in
			}
		}
	}
	if p.Players[0] != "here" && p.Players[1] != "here" {
		p.Claimable = nil // nobody to claim
	}
	return p
}

// changed has everybody at the table told who is there, after a while.
func (a *attendance) changed(in time.Duration) { a.presence.changed(a.id, in) }

// tellHere tells those who watch here, and nobody else, who is at a table.
func (a *attendance) tellHere() {
	here := a.presenceOf()
	a.unknown = a.phase == api.Playing && hasUnknown(here)
	p := &Push{Message: api.ToClient{Type: "presence", TableID: a.id, Presence: &here}}
	for _, w := range a.watching {
		w.session.sub.Tell(p)
	}
}

func hasUnknown(p api.Presence) bool { return p.Players[0] == "unknown" || p.Players[1] == "unknown" }

// ask asks the other processes who is at a table. Its lock is held.
func (a *attendance) ask() {
	a.askedAt = [2]time.Time{a.now(), a.askedAt[0]}
	a.publish(Hint{Table: a.id, Kind: hintAsk})
}

// publishPresence tells the other processes who is at a table here.
func (a *attendance) publishPresence() {
	body, err := json.Marshal(a.hereLocally())
	if err != nil {
		return
	}
	a.publish(Hint{Table: a.id, Kind: hintPresence, Body: body})
}

// noteOther keeps what another process says of the table.
func (a *attendance) noteOther(node string, at atTable) {
	if !a.known || a.others[node] == at {
		return
	}
	if a.others == nil {
		a.others = map[string]atTable{}
	}
	a.others[node] = at
	a.noteHere()
	a.tellHere()
}

// forgetOthers drops what processes have said that are gone.
func (a *attendance) forgetOthers(gone []string) {
	for _, node := range gone {
		if _, ok := a.others[node]; ok {
			delete(a.others, node)
			a.noteHere()
			a.changed(0)
		}
	}
}

// askAgain has all other processes say again who is at the table.
func (a *attendance) askAgain() {
	if len(a.watching) == 0 {
		return
	}
	a.others = nil
	a.noteHere()
	a.changed(leaving)
	a.ask()
	a.publishPresence()
}

// askSoon asks them where a claim could be made soon, and tells who is here once it is known.
func (a *attendance) askSoon() {
	if len(a.watching) == 0 {
		return
	}
	if a.claimSoon() {
		a.ask()
	}
	if a.unknown && !hasUnknown(a.presenceOf()) {
		a.changed(0)
	}
}
