package table

import (
	"container/list"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/api"
)

// liveTable is a table that somebody here watches or has just used. What its log
// has led to is kept only while it is used; a table that is only watched holds
// little.
type liveTable struct {
	id string
	// users counts who works with it or watches it, guarded by Service.mu.
	users int
	// idle is since when nobody does.
	idle time.Time

	mu sync.Mutex
	// Once loaded, these are those of the last event known here.
	loaded bool
	public bool
	// wasPublic says that it was public when it was told last: a table that leaves the lobby changes it too.
	wasPublic bool
	seq       int64
	phase     api.Phase
	seats     [2]string
	control   string // of the options
	ply       int

	// shown is when the event shownSeq was told here, to who is to move or at once: the clock that it set going is charged
	// from then on.
	shown    time.Time
	shownSeq int64
	// held is what of the time before it is charged with the next event.
	held time.Duration

	cached   *cachedState
	element  *list.Element // in Service.hot, guarded by Service.hotMu
	watching []*watch
	presence *presence
	chatSeen int64
	chatIDs  map[string]int64 // the last message ids of chat
	retries  map[string]retry
	refusals refusals
	// chatOpen says that the game is over, and that the players who watched then were told what the watchers had said.
	chatOpen bool
	updated  time.Time
	// watchers is how many people look on.
	watchers atomic.Int32
}

// cachedState is the state of a table and the message ids in its log.
type cachedState struct {
	state    *state
	messages map[string]int64
	used     time.Time
}

// use returns the table of an id, to be given back by [Service.done].
func (s *Service) use(id string) *liveTable {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[id]
	if t == nil {
		t = &liveTable{id: id}
		s.tables[id] = t
	}
	t.users++
	return t
}

// mostUnread is how many tables there may be in memory for one to be kept that was never
// read: while the store does not answer, anybody can name as many as they like.
const mostUnread = 1 << 15

func (s *Service) done(t *liveTable) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.users--
	if t.users == 0 {
		t.idle = s.now()
		if !t.loaded && (len(t.retries) == 0 || len(s.tables) > mostUnread) {
			delete(s.tables, t.id) // there is no such table, or the store does not answer
		}
	}
}

// load makes sure that the state of a table is there. Its lock is held. It returns
// whether the log was read just now.
func (s *Service) load(ctx context.Context, t *liveTable) (fresh bool, err error) {
	if t.cached != nil {
		s.touch(t)
		return false, nil
	}
	if !api.IsTableID(t.id) {
		return false, api.Refuse(api.TableNotFound)
	}
	row, events, err := s.store.Load(ctx, t.id)
	if errors.Is(err, ErrNotFound) {
		return false, api.Refuse(api.TableNotFound)
	}
	if err != nil {
		return false, s.fault("load", t.id, err)
	}
	f := &cachedState{state: newState(row), messages: map[string]int64{}}
	for _, e := range events {
		if err := f.add(e); err != nil {
			if !refused(err) {
				err = s.fault("replay", t.id, err)
			}
			return false, err
		}
	}
	known, before := t.loaded, t.seq
	t.cached = f
	s.take(t, f.state)
	s.touch(t)
	if !known {
		t.chatOpen = t.phase == api.Over // whoever watches from now on is greeted with all of it
	}
	if known && f.state.seq > before {
		// Those who watch it were told less so far.
		s.tell(ctx, t, after(events, before), false)
	}
	return true, nil
}

// add takes a stored event into account.
func (c *cachedState) add(e Event) error {
	if err := c.state.apply(e); err != nil {
		return err
	}
	if e.Message != "" {
		c.messages[e.Message] = e.Seq
	}
	return nil
}

// take copies what is kept of a table while its state is not.
func (s *Service) take(t *liveTable, st *state) {
	before := t.seats
	t.wasPublic = t.wasPublic || t.public
	t.loaded, t.public, t.seq, t.phase, t.seats, t.control = true, st.options.Public, st.seq, st.phase, st.seats, st.options.Control
	t.updated, t.held = st.updated, st.held
	if st.game != nil {
		t.ply = st.game.Ply()
	}
	if t.presence != nil && t.seats != before {
		s.seatsChanged(t, before)
	}
}

// catchUp reads what others have appended, and tells those who watch. It returns
// whether there was anything. The lock of the table is held and its state is there.
func (s *Service) catchUp(ctx context.Context, t *liveTable) (bool, error) {
	events, err := s.store.Since(ctx, t.id, t.seq)
	if err != nil {
		return false, s.fault("since", t.id, err)
	}
	for i, e := range events {
		if err := t.cached.add(e); err != nil {
			t.cached = nil
			s.tell(ctx, t, events[:i], false)
			if !refused(err) {
				err = s.fault("replay", t.id, err)
			}
			return true, err
		}
		s.take(t, t.cached.state)
	}
	if len(events) > 0 {
		s.tell(ctx, t, events, false)
	}
	return len(events) > 0, nil
}

// readNow makes sure that the state of a table is there, with all that other processes
// have appended. Its lock is held.
func (s *Service) readNow(ctx context.Context, t *liveTable) error {
	fresh, err := s.load(ctx, t)
	if err == nil && !fresh {
		_, err = s.catchUp(ctx, t)
	}
	return err
}

// after returns the events after a number.
func after(events []Event, seq int64) []Event {
	for i, e := range events {
		if e.Seq > seq {
			return events[i:]
		}
	}
	return nil
}

// touch notes that the state of a table is used, and drops the one that was not
// used for longest where there are too many.
func (s *Service) touch(t *liveTable) {
	t.cached.used = s.now()
	s.hotMu.Lock()
	defer s.hotMu.Unlock()
	if t.element != nil {
		s.hot.MoveToFront(t.element)
		return
	}
	t.element = s.hot.PushFront(t)
	for e := s.hot.Back(); e != nil && s.hot.Len() > s.most; {
		old, previous := e.Value.(*liveTable), e.Prev()
		// Whoever holds the lock uses it just now.
		if old != t && old.mu.TryLock() {
			s.drop(old)
			old.mu.Unlock()
		}
		e = previous
	}
}

// drop forgets the state of a table. Its lock and hotMu are held.
func (s *Service) drop(t *liveTable) {
	t.cached = nil
	if t.element != nil {
		s.hot.Remove(t.element)
		t.element = nil
	}
}

// forget drops the state of a table, so that it is read anew. Its lock is held.
func (s *Service) forget(t *liveTable) {
	s.hotMu.Lock()
	defer s.hotMu.Unlock()
	s.drop(t)
}

const (
	hotFor  = time.Minute     // how long an unused state is kept
	idleFor = 2 * time.Minute // how long a table that nobody watches is kept, so that it is known who has left
)

// tidy drops what is no longer used.
func (s *Service) tidy() {
	now := s.now()
	for {
		s.hotMu.Lock()
		e := s.hot.Back()
		if e == nil {
			s.hotMu.Unlock()
			break
		}
		t := e.Value.(*liveTable)
		if !t.mu.TryLock() {
			s.hotMu.Unlock()
			break
		}
		old := t.cached == nil || now.Sub(t.cached.used) > hotFor
		if old {
			s.drop(t)
		}
		t.mu.Unlock()
		s.hotMu.Unlock()
		if !old {
			break
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, t := range s.tables {
		if t.users == 0 && now.Sub(t.idle) > idleFor {
			delete(s.tables, id)
			delete(s.presenceDue, t)
			s.hotMu.Lock()
			if t.element != nil {
				s.hot.Remove(t.element)
				t.element = nil
			}
			s.hotMu.Unlock()
		}
	}
}

// from is when the clock that runs was set going: when its event was told here, or
// else when it was stored. Who was told elsewhere is not given the time until this
// process has read of it.
func (t *liveTable) from(st *state) time.Time {
	if t.shownSeq == st.seq && !t.shown.IsZero() && st.phase == api.Playing {
		return t.shown
	}
	return st.ticked
}

// elapsed is the time since the last event of the game, as the clocks count it, with what of the time before it is not
// charged yet.
func (s *Service) elapsed(t *liveTable, st *state, at time.Time) time.Duration {
	if st.game == nil || st.phase != api.Playing {
		return 0
	}
	return st.held + s.served(t.from(st), at)
}

// mostHold is more than any store lets people come back after downtime.
const mostHold = time.Minute

// shownElapsed is the time since the last event of the game for who shows the clocks.
// While they stand still, because people come back after downtime, it is by so much less
// as that will last, and may be negative.
func (s *Service) shownElapsed(elapsed time.Duration, now time.Time) int64 {
	hold := mostHold - s.store.Served(now, now.Add(mostHold))
	return (elapsed - hold).Milliseconds()
}
