package table

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/record"
)

// Subscriber hears what happens. Tell is called under locks of the service, in
// the order in which things happened: it must not block and must not call the
// service. A subscriber that cannot take more closes its connection.
type Subscriber interface {
	Tell(p *Push)
}

// Push is a message to one or many clients. It must not be changed.
type Push struct {
	Message api.ToClient

	once sync.Once
	text []byte
}

// JSON returns the message as text, which is made once for all who get it. What only HTML
// needs is not escaped: no message is read as that.
func (p *Push) JSON() []byte {
	p.once.Do(func() {
		p.text, _ = record.Marshal(&p.Message) // the types of package api can always be written
	})
	return p.text
}

// Session is a live connection of a person, or of somebody without a session, whose
// person is "". Its methods are safe for concurrent use.
type Session struct {
	*env
	person string
	sub    Subscriber

	mu      sync.Mutex
	watches []*watch
	closed  bool
	lag     time.Duration
	asked   rate.Bucket // how often tables and the lobby were asked for
	missed  rate.Bucket // how often there was no such table
	found   string      // the last one that there was
}

// watch is a session that watches a table.
type watch struct {
	session *Session
	table   *liveTable
	role    api.Role
}

// Join begins a live connection. From now on the person is here.
func (s *Service) Join(person string, sub Subscriber) *Session {
	c := &Session{env: s.env, person: person, sub: sub}
	if person != "" && s.presence.join(c) {
		s.lobby.changed(false)
	}
	return c
}

// Close ends a live connection.
func (c *Session) Close() {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	c.closed = true
	watches := c.watches
	c.watches = nil
	c.mu.Unlock()
	for _, w := range watches {
		w.end()
	}
	c.lobby.leave(c)
	c.stands.leave(c)
	if c.presence.leave(c) {
		c.lobby.noteLeft(c.person)
		c.lobby.changed(false)
	}
}

// Lag notes the round trip that was measured on the connection.
func (c *Session) Lag(roundTrip time.Duration) {
	c.mu.Lock()
	c.lag = roundTrip
	c.mu.Unlock()
	c.presence.noteLag(c.person, roundTrip)
}

// pong answers a ping on the level of messages: pages cannot see the pings of the
// connection itself.
func (c *Session) pong(_ context.Context, m api.ToServer) error {
	if m.On {
		c.active.note(c.person)
	}
	c.mu.Lock()
	lag := c.lag
	c.mu.Unlock()
	c.sub.Tell(&Push{Message: api.ToClient{Type: "pong", Number: m.Number, Lag: lag.Milliseconds()}})
	return nil
}

// mayAsk refuses what makes the server send a whole table or the lobby where that is
// asked for too often.
func (c *Session) mayAsk() error {
	now := c.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return tooOften(c.asked.Take(c.limits.Watches, now))
}

// watch tells of a table from now on: first what happened after Since, or the whole
// table, and the chat that one may read.
func (c *Session) watch(ctx context.Context, m api.ToServer) error {
	if err := c.mayAsk(); err != nil {
		return err
	}
	t := c.tables.use(m.Table)
	taken := false
	defer func() {
		if !taken {
			c.tables.done(t)
		}
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	w, again, err := c.begin(t)
	if err != nil {
		return err
	}
	if err := t.greet(ctx, w, m.Since); err != nil {
		if !again {
			c.drop(w)
		}
		return err
	}
	if !again {
		t.watching = append(t.watching, w)
		taken = true
		t.attendance.watchBegan()
	}
	return nil
}

// begin makes the watch of a table, or finds the one that there is.
func (c *Session) begin(t *liveTable) (w *watch, again bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.watches {
		if w.table == t {
			return w, true, nil
		}
	}
	if most := c.limits.Watched + c.stands.games(c); len(c.watches) >= most {
		return nil, false, api.Refuse(api.LiveMany, "count", strconv.Itoa(most))
	}
	if c.closed {
		return nil, false, context.Canceled
	}
	w = &watch{session: c, table: t}
	c.watches = append(c.watches, w)
	return w, false, nil
}

// drop takes a watch off the list.
func (c *Session) drop(w *watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watches = slices.DeleteFunc(c.watches, func(other *watch) bool { return other == w })
}

// unwatch tells of a table no longer.
func (c *Session) unwatch(_ context.Context, m api.ToServer) error {
	c.mu.Lock()
	i := slices.IndexFunc(c.watches, func(w *watch) bool { return w.table.id == m.Table })
	if i < 0 {
		c.mu.Unlock()
		return nil
	}
	w := c.watches[i]
	c.watches = slices.Delete(c.watches, i, i+1)
	c.mu.Unlock()
	w.end()
	return nil
}

// end takes a watch off its table.
func (w *watch) end() {
	t := w.table
	t.mu.Lock()
	i := slices.Index(t.watching, w)
	if i >= 0 {
		t.watching = slices.Delete(t.watching, i, i+1)
		t.attendance.watchEnded(w.session.person)
	}
	t.mu.Unlock()
	if i >= 0 {
		t.tables.done(t)
	}
}

// mostMissed is how many events are sent one by one to who comes back; more are a
// whole table.
const mostMissed = 200

// roleOf is what a person is at the table. Its lock is held.
func (t *liveTable) roleOf(person string) api.Role { return roleOf(t.seats, t.phase, person) }

// greet tells a watcher what there is. The lock of the table is held.
func (t *liveTable) greet(ctx context.Context, w *watch, since int64) error {
	// Nobody here heard of what other processes did, or the client heard more elsewhere.
	if !t.loaded || len(t.watching) == 0 || since > t.seq {
		if err := t.readNow(ctx); err != nil {
			return err
		}
	}
	err := refuseHidden(t.hidden, t.seats, w.session.person)
	if err != nil {
		return err
	}
	if since > 0 && since <= t.seq && t.seq-since <= mostMissed {
		err = t.tellMissed(ctx, w, since)
	} else {
		err = t.tellPicture(ctx, w)
	}
	if err != nil {
		return err
	}
	w.role = t.roleOf(w.session.person)
	if since > 0 {
		here := t.attendance.presenceOf()
		w.session.sub.Tell(&Push{Message: api.ToClient{Type: "presence", TableID: t.id, Presence: &here}})
	}
	if err := t.tellPlan(ctx, w, since > 0); err != nil {
		return err
	}
	return t.chat.greetChat(ctx, w)
}

// tellMissed tells a watcher the events after a number.
func (t *liveTable) tellMissed(ctx context.Context, w *watch, since int64) error {
	var missed []Event
	if since < t.seq {
		var err error
		if missed, err = t.store.Since(ctx, t.id, since); err != nil {
			return t.fault("since", t.id, err)
		}
		for len(missed) > 0 && missed[len(missed)-1].Seq > t.seq {
			missed = missed[:len(missed)-1] // told to all in a moment
		}
	}
	p, err := t.eventsPush(ctx, missed)
	if err != nil {
		return err
	}
	w.session.sub.Tell(p)
	return nil
}

// tellPicture tells a watcher the whole table.
func (t *liveTable) tellPicture(ctx context.Context, w *watch) error {
	if _, err := t.load(ctx); err != nil {
		return err
	}
	picture, err := t.picture(ctx, w.session.person)
	if err != nil {
		return err
	}
	w.session.sub.Tell(&Push{Message: api.ToClient{Type: "table", Table: picture}})
	return nil
}
