package table

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
)

// Subscriber is told what happens. Tell is called under locks of the service, in
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

// JSON returns the message as text. It is made once for all who are told.
func (p *Push) JSON() []byte {
	p.once.Do(func() {
		// The types of package api can always be written.
		p.text, _ = json.Marshal(&p.Message)
	})
	return p.text
}

// Session is a live connection of a person, or of somebody without a session, whose
// person is "". Its methods are safe for concurrent use.
type Session struct {
	s      *Service
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

// connected is a person with live connections here.
type connected struct {
	sessions []*Session
	lag      time.Duration
}

// Join begins a live connection. From now on the person is here.
func (s *Service) Join(person string, sub Subscriber) *Session {
	c := &Session{s: s, person: person, sub: sub}
	if person != "" {
		s.mu.Lock()
		p := s.people[person]
		if p == nil {
			p = &connected{}
			s.people[person] = p
			s.lobbyChanges++
		}
		p.sessions = append(p.sessions, c)
		s.mu.Unlock()
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
		c.s.unwatch(w)
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	delete(c.s.lobby, c)
	if p := c.s.people[c.person]; p != nil {
		p.sessions = slices.DeleteFunc(p.sessions, func(other *Session) bool { return other == c })
		if len(p.sessions) == 0 {
			delete(c.s.people, c.person)
			c.s.lobbyChanges++
		}
	}
}

// Lag notes the round trip that was measured on the connection.
func (c *Session) Lag(roundTrip time.Duration) {
	c.mu.Lock()
	c.lag = roundTrip
	c.mu.Unlock()
	if c.person == "" {
		return
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if p := c.s.people[c.person]; p != nil {
		p.lag = roundTrip
	}
}

// Do carries out any message of the client but ping. Where it returns no error, a
// message with an id is to be acknowledged with the number; the others are answered
// by what the subscriber is told.
func (c *Session) Do(ctx context.Context, m api.ToServer) (int64, error) {
	switch m.Type {
	case "watch":
		return 0, c.watch(ctx, m.Table, m.Since)
	case "unwatch":
		c.unwatch(m.Table)
		return 0, nil
	case "lobby":
		return 0, c.showLobby(ctx, m.On)
	}
	lag, err := c.mayTry(m.Table)
	if err != nil {
		return 0, err
	}
	seq, err := c.s.do(ctx, c.person, m, lag)
	c.tried(m.Table, seq, err)
	return seq, err
}

// mayTry refuses a table that this connection does not know where too many ids were those
// of none: who has the id of a table that is not public may sit down there, so ids are not
// to be found by trying. It returns the lag that was measured.
func (c *Session) mayTry(id string) (lag time.Duration, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id == c.found || slices.ContainsFunc(c.watches, func(w *watch) bool { return w.table.id == id }) {
		return c.lag, nil
	}
	missed := c.missed // only what misses counts
	return c.lag, tooOften(missed.Take(c.s.limits.Watches, c.s.now()))
}

// tried notes whether there is such a table, as far as the answer says so: with the number
// of an event, or that there is none.
func (c *Session) tried(id string, seq int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := api.Refusal(err); {
	case seq > 0 && id != c.found:
		c.found = strings.Clone(id) // the message is not kept
	case e != nil && e.Code == string(api.TableNotFound):
		c.missed.Take(c.s.limits.Watches, c.s.now())
	}
}

// mayAsk refuses what makes the server send a whole table or the lobby where that is
// asked for too often.
func (c *Session) mayAsk() error {
	now := c.s.now()
	c.mu.Lock()
	defer c.mu.Unlock()
	return tooOften(c.asked.Take(c.s.limits.Watches, now))
}

// watch tells of a table from now on: first what happened after since, or the whole
// table, and the chat that one may read.
func (c *Session) watch(ctx context.Context, id string, since int64) error {
	s := c.s
	if err := c.mayAsk(); err != nil {
		return err
	}
	t := s.use(id)
	taken := false
	defer func() {
		if !taken {
			s.done(t)
		}
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	w, again, err := c.begin(t)
	if err != nil {
		return err
	}
	if err := s.greet(ctx, t, w, since); err != nil {
		if !again {
			c.end(w)
		}
		return err
	}
	if !again {
		t.watching = append(t.watching, w)
		taken = true
		s.watchBegan(t)
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
	if len(c.watches) >= c.s.limits.Watched {
		return nil, false, api.Refuse(api.LiveMany, "count", strconv.Itoa(c.s.limits.Watched))
	}
	if c.closed {
		return nil, false, context.Canceled
	}
	w = &watch{session: c, table: t}
	c.watches = append(c.watches, w)
	return w, false, nil
}

func (c *Session) end(w *watch) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.watches = slices.DeleteFunc(c.watches, func(other *watch) bool { return other == w })
}

func (c *Session) unwatch(id string) {
	c.mu.Lock()
	i := slices.IndexFunc(c.watches, func(w *watch) bool { return w.table.id == id })
	if i < 0 {
		c.mu.Unlock()
		return
	}
	w := c.watches[i]
	c.watches = slices.Delete(c.watches, i, i+1)
	c.mu.Unlock()
	c.s.unwatch(w)
}

func (s *Service) unwatch(w *watch) {
	t := w.table
	t.mu.Lock()
	i := slices.Index(t.watching, w)
	if i >= 0 {
		t.watching = slices.Delete(t.watching, i, i+1)
		s.watchEnded(t, w.session.person)
	}
	t.mu.Unlock()
	if i >= 0 {
		s.done(t)
	}
}

// mostMissed is how many events are sent one by one to who comes back; more are a
// whole table.
const mostMissed = 200

// greet tells a watcher what there is. The lock of the table is held.
func (s *Service) greet(ctx context.Context, t *liveTable, w *watch, since int64) error {
	// Nobody here was told of what other processes did, or the client was told more elsewhere.
	if !t.loaded || len(t.watching) == 0 || since > t.seq {
		if err := s.readNow(ctx, t); err != nil {
			return err
		}
	}
	w.role = roleOf(t.seats, t.phase, w.session.person)
	var err error
	if since > 0 && since <= t.seq && t.seq-since <= mostMissed {
		err = s.tellMissed(ctx, t, w, since)
	} else {
		err = s.tellPicture(ctx, t, w)
	}
	if err != nil {
		return err
	}
	if since > 0 {
		here := s.presenceOf(t)
		w.session.sub.Tell(&Push{Message: api.ToClient{Type: "presence", TableID: t.id, Presence: &here}})
	}
	return s.greetChat(ctx, t, w)
}

// tellMissed tells a watcher the events after a number.
func (s *Service) tellMissed(ctx context.Context, t *liveTable, w *watch, since int64) error {
	var missed []Event
	if since < t.seq {
		var err error
		if missed, err = s.store.Since(ctx, t.id, since); err != nil {
			return s.fault("since", t.id, err)
		}
		for len(missed) > 0 && missed[len(missed)-1].Seq > t.seq {
			missed = missed[:len(missed)-1] // told to all in a moment
		}
	}
	p, err := s.eventsPush(ctx, t, missed)
	if err != nil {
		return err
	}
	w.session.sub.Tell(p)
	return nil
}

// tellPicture tells a watcher the whole table.
func (s *Service) tellPicture(ctx context.Context, t *liveTable, w *watch) error {
	if _, err := s.load(ctx, t); err != nil {
		return err
	}
	picture, err := s.picture(ctx, t, w.session.person)
	if err != nil {
		return err
	}
	w.session.sub.Tell(&Push{Message: api.ToClient{Type: "table", Table: picture}})
	return nil
}

// tell tells everybody who watches a table of events, and with publish the other
// processes. The lock of the table is held.
func (s *Service) tell(ctx context.Context, t *liveTable, events []Event, publish bool) {
	if len(events) == 0 {
		return
	}
	last := events[len(events)-1].Seq
	if publish {
		s.bus.Publish(Hint{Table: t.id, Kind: hintEvents, Seq: last, Node: s.node})
	}
	s.seen(t, events)
	if publish || t.moverWatches() {
		t.shown, t.shownSeq = s.now(), last
	}
	if t.public || t.wasPublic {
		t.wasPublic = t.public
		s.lobbyChanged(publish)
	}
	// Who comes after the end is greeted with the room of the watchers.
	opens := t.phase == api.Over && !t.chatOpen
	t.chatOpen = t.phase == api.Over
	if len(t.watching) == 0 {
		return
	}
	p, err := s.eventsPush(ctx, t, events)
	if err != nil {
		_ = s.fault("tell", t.id, err)
		return
	}
	for _, w := range t.watching {
		w.role = roleOf(t.seats, t.phase, w.session.person)
		w.session.sub.Tell(p)
	}
	if opens {
		s.openWatchersRoom(ctx, t)
	}
	if t.phase != api.Playing || t.ply <= 2 {
		s.presenceChanged(t, 0) // seats may have changed, or whether the game can be claimed
	}
}

// moverWatches reports whether a connection of who is to move watches the table here. Else they
// were told of the last event elsewhere, and perhaps long ago. The lock of the table is held.
func (t *liveTable) moverWatches() bool {
	if t.cached == nil || t.cached.state.game == nil {
		return false
	}
	mover := t.seats[t.cached.state.game.Turn()]
	return slices.ContainsFunc(t.watching, func(w *watch) bool { return w.session.person == mover })
}

// eventsPush is the message with events.
func (s *Service) eventsPush(ctx context.Context, t *liveTable, events []Event) (*Push, error) {
	m := api.ToClient{Type: "events", TableID: t.id, Seq: t.seq, Events: make([]api.Event, 0, len(events))}
	for _, e := range events {
		public, err := s.publicEvent(ctx, e)
		if err != nil {
			return nil, err
		}
		m.Events = append(m.Events, public)
	}
	switch now := s.now(); {
	case t.phase != api.Playing:
	case t.cached != nil:
		m.Elapsed = s.shownElapsed(s.elapsed(t, t.cached.state, now), now)
	case !t.updated.IsZero():
		m.Elapsed = s.shownElapsed(t.held+s.served(t.updated, now), now)
	}
	return &Push{Message: m}, nil
}

// publicEvent is an event as everybody may read it: without the nonces that were
// given before the start.
func (s *Service) publicEvent(ctx context.Context, e Event) (api.Event, error) {
	p, err := decodePayload(e.Payload)
	if err != nil {
		return api.Event{}, err
	}
	public := api.Event{Seq: e.Seq, Kind: api.EventKind(e.Kind), At: api.Millis(e.At)}
	switch public.Kind {
	case api.EventOpened, api.EventSat:
		person := s.person(ctx, p.Person)
		public.Seat, public.Person = p.Seat, &person
	case api.EventTerms:
		public.Options = p.Options
	case api.EventAsked:
		person := s.person(ctx, p.Person)
		public.Person, public.Options = &person, p.Options
	case api.EventStarted:
		if p.Seats != nil {
			public.Seats = &[2]api.Person{s.person(ctx, p.Seats[0]), s.person(ctx, p.Seats[1])}
		}
		public.Terms, public.Reveal = p.Terms, p.Reveal
	case api.EventPlay:
		public.Play = p.Play
	case api.EventRematch:
		public.Rematch = p.Rematch
	}
	return public, nil
}
