package table

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"cairn.example/internal/api"
	"cairn.example/internal/play"
)

// The kinds of hints.
const (
	hintEvents   = "events"
	hintChat     = "chat"
	hintPresence = "presence"
	hintAsk      = "ask"
	hintAlive    = "alive"
	hintLobby    = "lobby"
	hintInvite   = "invite"
)

const (
	// settle is how long after a start, or after the bus or another process failed, it is not known who is away:
	// those whose connection was lost with it are just coming back. It is less where claims are made sooner.
	settle = time.Minute
	// leaving is how long somebody may be gone before the others are told: a reload is no leaving.
	leaving = 1500 * time.Millisecond
	// absence is how long somebody may be gone who counts as having been here all the time.
	absence = 10 * time.Second
	// answering is how long the other processes have to say who is at a table before a claim is decided, and
	// answered is how long what they said is good for that.
	answering = time.Second
	answered  = 10 * time.Second
	// nodeFor is after how long without news another process is taken for dead.
	nodeFor = 6 * time.Second
	// aliveEvery is how often a process says that it lives.
	aliveEvery = 2 * time.Second
	// mostHere is how many people a lobby and a process name.
	mostHere = 50
)

// presence is who is at a table as far as this process knows.
type presence struct {
	// left is since when nobody of that seat is known to be here, zero while somebody is.
	left [2]time.Time
	// came is since when somebody of that seat was here last, apart from short absences.
	came [2]time.Time
	// asked is when the other processes were asked who is here, the last time and the time before.
	asked [2]time.Time
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

// nodeNews is what is known of another process.
type nodeNews struct {
	seen time.Time
	Here []string `json:"here"`
	N    int      `json:"n"`
}

// arrived notes that somebody watches a table. Its lock is held.
func (s *Service) arrived(t *liveTable) {
	if t.presence == nil {
		now := s.now()
		t.presence = &presence{left: [2]time.Time{now, now}}
	}
	if len(t.watching) == 1 {
		s.ask(t)
	}
	s.noteHere(t)
	s.presenceChanged(t, 0)
}

// left notes that somebody no longer watches a table. Its lock is held.
func (s *Service) left(t *liveTable, person string) {
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
	left, came := p.left, p.came
	for seat, person := range t.seats {
		if was, ok := seatOf(before, person); ok {
			p.left[seat], p.came[seat] = left[was], came[was]
		} else {
			p.left[seat], p.came[seat] = now, time.Time{}
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
	for seat := range p.left {
		switch {
		case at.Here[seat]:
			if left := p.left[seat]; !left.IsZero() && (p.came[seat].IsZero() || now.Sub(left) > absence) {
				p.came[seat] = now
			}
			p.left[seat] = time.Time{}
		case p.left[seat].IsZero():
			p.left[seat] = now
		}
	}
}

// away tells for how long nobody of a seat is here. It is not known before this
// process has listened for a while.
func (s *Service) away(t *liveTable, seat int, at time.Time) (away time.Duration, here, known bool) {
	if t.presence == nil {
		return 0, false, false
	}
	left := t.presence.left[seat]
	if left.IsZero() {
		return 0, true, true
	}
	s.mu.Lock()
	knows, uncounted := s.knows.Add(s.settle), s.uncounted
	s.mu.Unlock()
	if uncounted || !s.bus.Healthy() || at.Before(knows) {
		return 0, false, false
	}
	if left.Before(knows) && !left.Add(s.settle).Before(knows) {
		left = knows // who lost the connection then is counted from when it was known
	}
	return s.served(left, at), false, true
}

// served is how much of the time between two instants some process was alive.
func (s *Service) served(from, to time.Time) time.Duration {
	if !to.After(from) {
		return 0
	}
	return s.store.Served(from, to)
}

// awaited is for how long a player who is away was waited for: the opponent must
// have been here.
func (s *Service) awaited(t *liveTable, seat int, away time.Duration, at time.Time) time.Duration {
	p, by := t.presence, 1-seat
	if p == nil || !p.left[by].IsZero() || p.came[by].IsZero() {
		return 0
	}
	return min(away, s.served(p.came[by], at))
}

// ask asks the other processes who is at a table. Its lock is held.
func (s *Service) ask(t *liveTable) {
	t.presence.asked = [2]time.Time{s.now(), t.presence.asked[0]}
	s.bus.Publish(Hint{Table: t.id, Kind: hintAsk, Node: s.node})
}

// seen notes that somebody did something at another process, and so is here,
// whatever hints were lost. The lock of the table is held.
func (s *Service) seen(t *liveTable, events []Event) {
	if t.presence == nil {
		return
	}
	for _, e := range events {
		person, _, ok := strings.Cut(e.Message, ":")
		if seat, sits := seatOf(t.seats, person); ok && sits && !t.presence.left[seat].IsZero() {
			t.presence.left[seat] = s.now()
		}
	}
}

// askPresence asks the other processes who is at the tables that are watched here
// where hints about that may have been lost, and where a claim could be made soon.
// Where it is known by now who is here, which it was not before, it is told.
func (s *Service) askPresence() {
	s.mu.Lock()
	all := s.unsure && s.bus.Healthy()
	if all {
		s.unsure = false
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

// claimSoon tells whether a claim could be made at a table soon.
func (s *Service) claimSoon(t *liveTable) bool {
	after, ok := s.claimAfter(t)
	if !ok {
		return false
	}
	now := s.now()
	for seat := range t.seats {
		if away, here, known := s.away(t, seat, now); known && !here && s.awaited(t, seat, away, now) > after-3*aliveEvery {
			return true
		}
	}
	return false
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

// claimAfter is for how long an opponent must be away before the game can be
// claimed; false where it never can.
func (s *Service) claimAfter(t *liveTable) (time.Duration, bool) {
	if t.phase != api.Playing || t.ply < 2 {
		return 0, false // before the second move it can be aborted
	}
	c, err := play.ParseControl(t.control)
	if err != nil {
		return 0, false
	}
	after, ok := claimAfter(c)
	if ok && s.claims > 0 {
		after = s.claims
	}
	return after, ok
}

// claimAfter is the threshold of a control: the longer a game takes, the longer may
// somebody be gone. With days for a move, being away is how it is played.
func claimAfter(c play.Control) (time.Duration, bool) {
	switch {
	case !c.On():
		return 10 * time.Minute, true
	case c.Kind == play.PerMove && c.Base > time.Hour:
		return 0, false
	case c.Kind == play.PerMove:
		return min(c.Base, 3*time.Minute), true
	}
	switch about := c.Base + 40*c.Increment; { // what a player needs for 40 moves
	case about < 3*time.Minute:
		return 30 * time.Second, true
	case about < 10*time.Minute:
		return time.Minute, true
	case about < time.Hour:
		return 2 * time.Minute, true
	}
	return 5 * time.Minute, true
}

// claimable refuses a claim against the person on a seat who is not known to have
// been away long enough.
func (s *Service) claimable(t *liveTable, seat int, at time.Time) error {
	after, ok := s.claimAfter(t)
	if !ok {
		return api.Refuse(api.TableNoClaim)
	}
	away, here, known := s.away(t, seat, at)
	switch {
	case here:
		return api.Refuse(api.TablePresent)
	case !known:
		return api.Refuse(api.TableUnknown)
	}
	if left := after - s.awaited(t, seat, away, at); left > 0 {
		return api.Refuse(api.TableWait, "seconds", seconds(left))
	}
	if s.bus == Bus(alone{}) {
		return nil
	}
	// A hint may have been lost: the other processes say once more who is here. They are asked again and again while
	// somebody is away, so the question before the last one counts where that is not answered yet.
	now := s.now()
	for _, asked := range t.presence.asked {
		if since := now.Sub(asked); since >= answering && since <= answered {
			return nil
		}
	}
	if now.Sub(t.presence.asked[0]) > answered {
		s.ask(t)
	}
	return api.Refuse(api.TableWait, "seconds", seconds(answering))
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

// publishPresence tells the other processes who is at a table here.
func (s *Service) publishPresence(t *liveTable) {
	body, err := json.Marshal(t.hereLocally())
	if err != nil {
		return
	}
	s.bus.Publish(Hint{Table: t.id, Kind: hintPresence, Body: body, Node: s.node})
}

// receiveHint takes a hint of another process. It must not block, so what needs the store
// is done later.
func (s *Service) receiveHint(h Hint, later func(Hint)) {
	if h.Node == s.node {
		return
	}
	switch h.Kind {
	case hintAlive:
		var news nodeNews
		if json.Unmarshal(h.Body, &news) == nil {
			news.seen = s.now()
			s.mu.Lock()
			if s.nodes[h.Node] == nil {
				s.lobbyChanges++
				s.unsure = true
			}
			s.nodes[h.Node] = &news
			s.mu.Unlock()
		}
	case hintInvite:
		var v invitation
		if json.Unmarshal(h.Body, &v) == nil {
			s.tellInvite(v)
		}
	case hintLobby:
		s.mu.Lock()
		s.lobbyChanges++
		s.mu.Unlock()
	default:
		s.mu.Lock()
		_, used := s.tables[h.Table]
		s.mu.Unlock()
		if used {
			later(h)
		}
	}
}

// handleHint does what a hint of a table asks for.
func (s *Service) handleHint(ctx context.Context, h Hint) {
	s.mu.Lock()
	t := s.tables[h.Table]
	if t == nil {
		s.mu.Unlock()
		return
	}
	t.users++
	s.mu.Unlock()
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watching) == 0 && h.Kind != hintPresence {
		return
	}
	switch h.Kind {
	case hintEvents:
		if h.Seq > t.seq {
			s.refresh(ctx, t)
		}
	case hintChat:
		s.catchUpChat(ctx, t)
	case hintAsk:
		s.publishPresence(t)
	case hintPresence:
		var at atTable
		if t.presence == nil || json.Unmarshal(h.Body, &at) != nil {
			return
		}
		if t.presence.others == nil {
			t.presence.others = map[string]atTable{}
		}
		if t.presence.others[h.Node] == at {
			return
		}
		t.presence.others[h.Node] = at
		s.noteHere(t)
		s.tellHere(t)
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

// refresh reads what others have appended. The lock of the table is held.
func (s *Service) refresh(ctx context.Context, t *liveTable) {
	fresh, err := s.load(ctx, t)
	if err == nil && !fresh {
		_, err = s.catchUp(ctx, t)
	}
	_ = err // logged; the next hint or poll tries again
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
	switch s.uncounted = err != nil; {
	case err != nil:
	case n <= 1+len(s.nodes):
		s.unheard = time.Time{}
	case s.unheard.IsZero():
		s.unheard = now // one that has just begun, or was killed a moment ago
	case now.Sub(s.unheard) >= nodeFor:
		s.knows, s.unsure = now, true
	}
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
		s.unsure = true
	}
	if len(gone) > 0 || !healthy {
		s.knows = now
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
