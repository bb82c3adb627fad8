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

// Tables are those that somebody here watches or has just used.
type Tables struct {
	*env

	mu   sync.Mutex
	byID map[string]*liveTable

	creating keyLocks // by person: who is making a table

	hotMu sync.Mutex
	hot   *list.List // of *liveTable, the one used last in front
	most  int        // of the hot ones
}

// mostHot is how many games are kept in memory besides the log.
const mostHot = 2048

// liveTable is one of [Tables]. What its log has led to is kept only while it is used; a
// table that is only watched holds little.
type liveTable struct {
	*env
	id string
	// users counts who works with it or watches it, and idle is since when nobody does. Tables.mu guards both.
	users int
	idle  time.Time

	mu sync.Mutex
	// Once loaded, these are those of the last event known here.
	loaded bool
	public bool
	// wasPublic says that it was public when the lobby last heard of it: a table that leaves the lobby changes it too.
	wasPublic bool
	seq       int64
	phase     api.Phase
	seats     [2]string
	options   api.Options
	ply       int
	updated   time.Time

	// shown is when the event shownSeq went out to those who watch here, to who is to move or at once: the clock that it set
	// going is charged from then on.
	shown    time.Time
	shownSeq int64
	// held is what of the time before it is charged with the next event.
	held time.Duration
	// hidden says that nobody but the players sees it.
	hidden bool
	// stopped says that the clock of the side to move stands, as its player is away.
	stopped bool

	cached     *cachedState
	ended      *Ended        // nil while it is not known
	element    *list.Element // in Tables.hot, guarded by Tables.hotMu
	watching   []*watch
	attendance attendance
	chat       chat
	retries    map[string]retry
	refusals   refusals
	// watchers is how many people look on.
	watchers atomic.Int32
}

// cachedState is the state of a table and the message ids in its log.
type cachedState struct {
	state    *state
	messages map[string]int64
	used     time.Time
}

// useKept returns the table of an id if it is in memory, to be given back by done; else nil.
func (l *Tables) useKept(id string) *liveTable {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.byID[id]
	if t != nil {
		t.users++
	}
	return t
}

// useAll returns all tables in memory or, with used, those that somebody uses, to be given back too.
func (l *Tables) useAll(used bool) (all []*liveTable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.byID {
		if !used || t.users > 0 {
			t.users++
			all = append(all, t)
		}
	}
	return all
}

// find returns a table if it is in memory, for what needs no lock of it; else nil.
func (l *Tables) find(id string) *liveTable {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byID[id]
}

// watchersOf is how many people watch a table, as far as this process knows.
func (l *Tables) watchersOf(id string) int {
	if t := l.find(id); t != nil {
		return int(t.watchers.Load())
	}
	return 0
}

// load makes sure that the state of a table is there. Its lock is held. It returns
// whether the log was read just now.
func (t *liveTable) load(ctx context.Context) (fresh bool, err error) {
	if t.cached != nil {
		t.tables.touch(t)
		return false, nil
	}
	if !api.IsTableID(t.id) {
		return false, api.Refuse(api.TableNotFound)
	}
	row, events, err := t.store.Load(ctx, t.id)
	if errors.Is(err, ErrNotFound) {
		return false, api.Refuse(api.TableNotFound)
	}
	if err != nil {
		return false, t.fault("load", t.id, err)
	}
	f := &cachedState{state: newState(row), messages: map[string]int64{}}
	for _, e := range events {
		if err := f.add(e); err != nil {
			if !refused(err) {
				err = t.fault("replay", t.id, err)
			}
			return false, err
		}
	}
	known, before := t.loaded, t.seq
	t.begin(f)
	if !known {
		t.chat.open = t.phase == api.Over // who watches from now on is greeted with all of it
	}
	if known && f.state.seq > before {
		// Those who watch it know less so far.
		t.tell(ctx, after(events, before), false)
	}
	return true, nil
}

// begin keeps a state that was just read or made.
func (t *liveTable) begin(f *cachedState) {
	t.cached = f
	t.take(f.state)
	t.tables.touch(t)
}

// add takes a stored event into account.
func (f *cachedState) add(e Event) error {
	if err := f.state.apply(e); err != nil {
		return err
	}
	if e.Message != "" {
		f.messages[e.Message] = e.Seq
	}
	return nil
}

// catchUp reads what others have appended, and tells those who watch. It returns
// whether there was anything. The lock of the table is held and its state is there.
func (t *liveTable) catchUp(ctx context.Context) (bool, error) {
	events, err := t.store.Since(ctx, t.id, t.seq)
	if err != nil {
		return false, t.fault("since", t.id, err)
	}
	for i, e := range events {
		if err := t.cached.add(e); err != nil {
			t.cached = nil
			t.tell(ctx, events[:i], false)
			if !refused(err) {
				err = t.fault("replay", t.id, err)
			}
			return true, err
		}
		t.take(t.cached.state)
	}
	t.tell(ctx, events, false)
	return len(events) > 0, nil
}

// readNow makes sure that the state of a table is there, with all that other processes
// have appended. Its lock is held.
func (t *liveTable) readNow(ctx context.Context) error {
	fresh, err := t.load(ctx)
	if err == nil && !fresh {
		_, err = t.catchUp(ctx)
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

// resolve finds out whether events were stored of which the store did not know.
// While that cannot be said, the sender has to repeat the message, and the log
// is read again before anything else happens.
func (t *liveTable) resolve(ctx context.Context, message string) (int64, bool) {
	defer t.tables.forget(t)
	if message == "" {
		return 0, false
	}
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		seq, err := t.store.Stored(ctx, t.id, message)
		switch {
		case err == nil:
			if _, err := t.catchUp(ctx); err != nil {
				return 0, false
			}
			return seq, true
		case errors.Is(err, ErrNotFound):
			return 0, false
		}
		select {
		case <-ctx.Done():
			return 0, false
		case <-time.After(wait):
		}
	}
}

// touch notes that the state of a table is used, and drops the one that was not
// used for longest where there are too many.
func (l *Tables) touch(t *liveTable) {
	t.cached.used = l.now()
	l.hotMu.Lock()
	defer l.hotMu.Unlock()
	if t.element != nil {
		l.hot.MoveToFront(t.element)
		return
	}
	t.element = l.hot.PushFront(t)
	for e := l.hot.Back(); e != nil && l.hot.Len() > l.most; {
		old, previous := e.Value.(*liveTable), e.Prev()
		// Who holds the lock uses it just now.
		if old != t && old.mu.TryLock() {
			l.drop(old)
			old.mu.Unlock()
		}
		e = previous
	}
}

// drop forgets the state of a table. Its lock and hotMu are held.
func (l *Tables) drop(t *liveTable) {
	t.cached = nil
	if t.element != nil {
		l.hot.Remove(t.element)
		t.element = nil
	}
}

// forget drops the state of a table, so that it is read again. Its lock is held.
func (l *Tables) forget(t *liveTable) {
	l.hotMu.Lock()
	defer l.hotMu.Unlock()
	l.drop(t)
}

const (
	hotFor  = time.Minute     // how long an unused state is kept
	idleFor = 2 * time.Minute // how long a table that nobody watches is kept, so that it is known who has left
)

// tidy drops what is no longer used.
func (l *Tables) tidy() {
	now := l.now()
	for l.dropOld(now) {
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, t := range l.byID {
		if t.users == 0 && now.Sub(t.idle) > idleFor {
			delete(l.byID, id)
			l.hotMu.Lock()
			if t.element != nil {
				l.hot.Remove(t.element)
				t.element = nil
			}
			l.hotMu.Unlock()
		}
	}
}

// dropOld drops the state that was not used for longest, if that is long ago.
func (l *Tables) dropOld(now time.Time) bool {
	l.hotMu.Lock()
	defer l.hotMu.Unlock()
	e := l.hot.Back()
	if e == nil {
		return false
	}
	t := e.Value.(*liveTable)
	if !t.mu.TryLock() {
		return false
	}
	defer t.mu.Unlock()
	old := t.cached == nil || now.Sub(t.cached.used) > hotFor
	if old {
		l.drop(t)
	}
	return old
}
