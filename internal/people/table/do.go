package table

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// message is how a type of message is carried out, in one of three ways.
type message struct {
	// told answers by what it tells the connection.
	told func(c *Session, ctx context.Context, m api.ToServer) error
	// decide makes events of a table's log.
	decide decision
	// at does something at a table beside its log, under its lock, and returns a number to acknowledge.
	at func(t *liveTable, ctx context.Context, q request) (int64, error)
}

// messages are what clients say: a further message is a line.
var messages = map[string]message{
	"watch":   {told: (*Session).watch},
	"unwatch": {told: (*Session).unwatch},
	"lobby":   {told: (*Session).showLobby},
	"ping":    {told: (*Session).pong},
	"stand":   {told: (*Session).stand},
	"send":    {decide: decideSend},
	"sit":     {decide: decideSit},
	"leave":   {decide: decideLeave},
	"terms":   {decide: decideTerms},
	"ask":     {decide: decideAsk},
	"claim":   {decide: decideClaim},
	"rematch": {decide: decideRematch},
	"invite":  {at: (*liveTable).invite},
	"say":     {at: (*liveTable).say},
	"plan":    {at: (*liveTable).plan},
}

// MessageTypes returns the types of the messages that [Session.Do] carries out, in the order of the alphabet.
func MessageTypes() []string { return slices.Sorted(maps.Keys(messages)) }

// unknown refuses a message of a type that there is not.
func unknown(m api.ToServer) error { return api.Refuse(api.LiveType, "type", game.Shown(m.Type)) }

// request is something that a person wants to happen at a table.
type request struct {
	person  string
	key     string // the message's id with the person's before it
	arrived time.Time
	lag     time.Duration // measured
	m       api.ToServer
	charges *charges // of the limits of the person
	// beforeHost says that the request is decided before what the server has to do by itself.
	beforeHost bool

	table   *liveTable
	elapsed time.Duration // since the last event of the game
}

// decision makes the events that follow from a request, or refuses it. It changes nothing but,
// where a rematch is offered or answered, the table of that: events are tried on a clone.
type decision func(ctx context.Context, st *state, q request) ([]Event, error)

// Do carries out any message of the client. Where it returns a number, the message is to be
// acknowledged with it; without a number and an error what the subscriber gets is the
// answer. On a refusal the number is that of the table's last event.
func (c *Session) Do(ctx context.Context, m api.ToServer) (int64, error) {
	switch how, known := messages[m.Type]; {
	case !known:
		return 0, unknown(m)
	case how.told != nil:
		return 0, how.told(c, ctx, m)
	}
	lag, err := c.mayTry(m.Table)
	if err != nil {
		return 0, err
	}
	seq, err := c.tables.do(ctx, c.person, m, lag)
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
	return c.lag, tooOften(missed.Take(c.limits.Watches, c.now()))
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
		c.missed.Take(c.limits.Watches, c.now())
	}
}

// do is [Service.Do] with the lag of the connection.
func (l *Tables) do(ctx context.Context, person string, m api.ToServer, lag time.Duration) (_ int64, err error) {
	q := request{person: person, key: person + ":" + m.ID, arrived: l.now(), lag: lag, m: m}
	how := messages[m.Type]
	switch {
	case person == "":
		return 0, api.Refuse(api.MeNeeded)
	case !isMessageID(m.ID):
		return 0, api.Refuse(api.TableMessage)
	case how.decide == nil && how.at == nil:
		return 0, unknown(m)
	}
	l.active.note(person)
	q.charges = l.newCharges()
	t, ctx, unlock := l.lock(ctx, m.Table)
	defer unlock()
	defer func() { q.charges.settle(err) }()
	if how.decide != nil {
		return t.carryOut(ctx, q, how.decide)
	}
	if err := t.refusals.find(q.key); err != nil {
		return t.seq, err
	}
	seq, err := how.at(t, ctx, q)
	return seq, t.refusals.note(q.key, err)
}

// lock returns the table of an id with its lock held, a context in which the store has its time, and what gives
// all that back.
func (l *Tables) lock(ctx context.Context, id string) (t *liveTable, bounded context.Context, unlock func()) {
	t = l.use(id)
	t.mu.Lock()
	bounded, cancel := storeContext(ctx)
	return t, bounded, func() {
		cancel()
		t.mu.Unlock()
		l.done(t)
	}
}

// use returns the table of an id, to be given back by done.
func (l *Tables) use(id string) *liveTable {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.byID[id]
	if t == nil {
		t = &liveTable{env: l.env, id: id}
		t.attendance.liveTable, t.chat.liveTable = t, t
		l.byID[id] = t
	}
	t.users++
	return t
}

// mostUnread is how many tables there may be in memory for one to be kept that was never
// read: while the store does not answer, anybody can name as many as they like.
const mostUnread = 1 << 15

func (l *Tables) done(t *liveTable) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.users--
	if t.users == 0 {
		t.idle = l.now()
		if !t.loaded && (len(t.retries) == 0 || len(l.byID) > mostUnread) {
			delete(l.byID, t.id) // there is no such table, or the store does not answer
		}
	}
}

// storeTime bounds what one call of the store may take. A commit goes on when the
// client that asked for it is gone.
const storeTime = 10 * time.Second

func storeContext(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), storeTime)
}

// isMessageID reports whether a text can name a message.
func isMessageID(id string) bool {
	if id == "" || len(id) > 32 {
		return false
	}
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return true
}

// carryOut does what a request asks for. The lock of the table is held.
//
//  1. What is stored already under the message's id is acknowledged again, and what was
//     refused is refused again.
//  2. What the server has to do first, the flag above all, is done first.
//  3. The decision is made on a copy of the state.
//  4. A refusal counts only on a state that was just read: another process may have
//     appended what makes the request right.
//  5. The events are appended. Only then the copy becomes the state, and those who
//     watch hear of it.
func (t *liveTable) carryOut(ctx context.Context, q request, decide decision) (seq int64, err error) {
	defer func() {
		if err != nil && !refused(err) {
			t.noteRetry(q, t.now())
		}
	}()
	fresh, err := t.load(ctx)
	if err != nil {
		return 0, err
	}
	q.arrived = t.arrival(q)
	for range 8 {
		if seq, ok := t.cached.messages[q.key]; ok && q.key != "" {
			delete(t.retries, q.key)
			return seq, nil
		}
		if err := t.refusals.find(q.key); err != nil {
			return t.seq, err
		}
		events, err := t.next(ctx, q, decide)
		if err != nil && !refused(err) {
			return t.seq, err
		}
		if len(events) == 0 && !fresh {
			fresh = true
			if more, err := t.catchUp(ctx); err != nil {
				return 0, err
			} else if more {
				continue
			}
		}
		switch {
		case err != nil:
			delete(t.retries, q.key)
			return t.seq, t.refusals.note(q.key, err)
		case len(events) == 0:
			return t.seq, nil
		}
		own := events[0].Message == q.key && q.key != ""
		switch err := t.append(ctx, events); {
		case err == nil && own:
			delete(t.retries, q.key)
			return events[0].Seq, nil
		case err == nil:
			fresh = true
			continue // it was the server's own; now the request
		case errors.Is(err, ErrConflict):
			if _, err := t.catchUp(ctx); err != nil {
				return 0, err
			}
			fresh = true
		case errors.Is(err, ErrAmbiguous):
			if seq, ok := t.resolve(ctx, events[0].Message); ok && own {
				return seq, nil
			}
			return 0, t.fault("append", t.id, err)
		default:
			return 0, t.fault("append", t.id, err)
		}
	}
	return 0, t.fault("append", t.id, ErrBusy)
}

// next returns the next events: the server's own where something is due, else
// those of the request. They are numbered and ready to be appended.
func (t *liveTable) next(ctx context.Context, q request, decide decision) ([]Event, error) {
	st := t.cached.state
	var events []Event
	var err error
	due, ok := play.Event{}, false
	if !q.beforeHost {
		if due, ok, err = t.due(ctx, st, q.arrived); err != nil {
			return nil, err
		}
	}
	if ok {
		events, err = st.hostEvents(due)
	} else if !q.beforeHost {
		events, err = t.comesBack(st, q.arrived)
	}
	if err == nil && len(events) == 0 && decide != nil {
		q.table, q.elapsed = t, t.elapsed(st, q.arrived)
		if events, err = decide(ctx, st, q); err == nil && len(events) > 0 && q.key != "" {
			events[0].Message = q.key
		}
	}
	if err != nil {
		return nil, err
	}
	at := t.now()
	if last := t.cached.state.updated; at.Before(last) {
		at = last // it was stored by another process, whose clock is a little ahead
	}
	for i := range events {
		events[i].Table, events[i].Seq, events[i].At = t.id, t.seq+int64(i)+1, at
	}
	return events, nil
}

// append makes events durable, and only then takes them over and tells of them. On
// an error nothing has changed here.
func (t *liveTable) append(ctx context.Context, events []Event) error {
	next := t.cached.state.clone()
	for _, e := range events {
		if err := next.apply(e); err != nil {
			return err
		}
	}
	row, err := next.row()
	if err != nil {
		return err
	}
	row.Notices = notices(t.cached.state, next, events)
	if publishFirst() {
		t.tell(ctx, events, true)
	}
	if err := t.store.Append(ctx, row, events); err != nil {
		return err
	}
	t.cached.state = next
	for _, e := range events {
		if e.Message != "" {
			t.cached.messages[e.Message] = e.Seq
		}
	}
	t.take(next)
	t.tell(ctx, events, true)
	return nil
}

// take copies what is kept of a table while its state is not.
func (t *liveTable) take(st *state) {
	seats, phase := t.seats, t.phase
	t.wasPublic = t.wasPublic || t.public
	t.loaded, t.public, t.seq, t.phase, t.seats, t.options = true, st.isPublic(), st.seq, st.phase, st.seats, st.options
	t.updated, t.held, t.hidden, t.stopped = st.updated, st.held, st.hidden, st.stands()
	if st.game != nil {
		t.ply = st.game.Ply()
	}
	if t.seats != seats {
		t.attendance.seatsChanged(seats)
	}
	if t.seats != seats || t.phase != phase {
		for _, w := range t.watching {
			w.role = t.roleOf(w.session.person)
		}
	}
}

// tell tells everybody who watches a table of events, and with publish the other
// processes. The lock of the table is held.
func (t *liveTable) tell(ctx context.Context, events []Event, publish bool) {
	if len(events) == 0 {
		return
	}
	last := events[len(events)-1].Seq
	if publish || t.moverWatches() {
		t.shown, t.shownSeq = t.now(), last
	}
	// Who comes after the end is greeted with the room of the watchers.
	opens := t.phase == api.Over && !t.chat.open
	t.chat.open = t.phase == api.Over
	if len(t.watching) > 0 {
		p, err := t.eventsPush(ctx, events)
		if err != nil {
			_ = t.fault("tell", t.id, err)
		} else {
			for _, w := range t.watching {
				w.session.sub.Tell(p)
			}
		}
		if opens {
			t.chat.openWatchersRoom(ctx)
		}
	}
	if publish {
		t.publish(Hint{Table: t.id, Kind: hintEvents, Seq: last})
	}
	t.attendance.seen(events)
	if publish && slices.ContainsFunc(events, func(e Event) bool { return e.Kind == string(api.EventStarted) }) {
		t.stands.started(t.id, t.seats)
	}
	if len(t.watching) > 0 && (t.phase != api.Playing || t.ply <= 2) {
		t.attendance.changed(0) // seats may have changed, or whether the game can be claimed
	}
	if t.public || t.wasPublic {
		t.wasPublic = t.public
		t.lobby.changed(publish)
	}
}

// moverWatches reports whether a connection of who is to move watches the table here. Else they
// heard of the last event elsewhere, and perhaps long ago. The lock of the table is held.
func (t *liveTable) moverWatches() bool {
	if t.cached == nil || t.cached.state.game == nil {
		return false
	}
	mover := t.seats[t.cached.state.game.Turn()]
	return slices.ContainsFunc(t.watching, func(w *watch) bool { return w.session.person == mover })
}

// eventsPush is the message with events.
func (t *liveTable) eventsPush(ctx context.Context, events []Event) (*Push, error) {
	m := api.ToClient{Type: "events", TableID: t.id, Seq: t.seq, Events: make([]api.Event, 0, len(events))}
	for _, e := range events {
		public, err := t.publicEvent(ctx, e)
		if err != nil {
			return nil, err
		}
		m.Events = append(m.Events, public)
	}
	m.Elapsed = t.shownElapsed()
	if t.cached != nil && t.cached.state.seq == t.seq {
		m.Clocks = t.clocks(t.cached.state)
		if t.phase == api.Over {
			m.Outcome = play.OutcomeWord(t.cached.state.game.End().Outcome)
		}
	}
	return &Push{Message: m}, nil
}

// publicEvent is an event as everybody may read it: without the nonces that were
// given before the start.
func (t *liveTable) publicEvent(ctx context.Context, e Event) (api.Event, error) {
	p, err := decodePayload(e.Payload)
	if err != nil {
		return api.Event{}, err
	}
	player := func(id string) api.Person { return t.accounts.player(ctx, id, t.options) }
	public := api.Event{Seq: e.Seq, Kind: api.EventKind(e.Kind), At: api.Millis(e.At)}
	switch public.Kind {
	case api.EventOpened, api.EventSat:
		person := player(p.Person)
		public.Seat, public.Person = p.Seat, &person
	case api.EventTerms:
		maker := player(t.seats[0]) // with the rating of another pool, perhaps
		public.Options, public.Person = p.Options, &maker
	case api.EventAsked:
		person := player(p.Person)
		public.Person, public.Options = &person, p.Options
	case api.EventStarted:
		if p.Seats != nil {
			public.Seats = &[2]api.Person{player(p.Seats[0]), player(p.Seats[1])}
		}
		public.Terms, public.Reveal = p.Terms, p.Reveal
	case api.EventHold, api.EventResume:
		public.Seat, public.Until = p.Seat, p.Until
	case api.EventPlay:
		public.Play, public.Planned = p.Play, p.Planned
	case api.EventRematch:
		public.Rematch = p.Rematch
	}
	return public, nil
}
