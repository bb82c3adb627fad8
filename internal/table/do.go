package table

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/play"
	"cairn.example/internal/setup"
)

// mostEvents bounds the log of a table: offers could be made without end. Only what
// has no end by itself is refused then. The rules bound the moves, and everything else
// answers an offer or ends the game.
const mostEvents = 2000

// request is something that a person wants to happen at a table.
type request struct {
	person  string
	key     string // the message's id with the person's before it
	arrived time.Time
	lag     time.Duration // measured
	m       api.ToServer
	// beforeHost says that the request is decided before what the server has to do by itself.
	beforeHost bool

	table   *liveTable
	elapsed time.Duration // since the last event of the game
}

// decision makes the events that follow from a request, or refuses it. It may try
// them on the state it is given and changes nothing else.
type decision func(ctx context.Context, st *state, q request) ([]Event, error)

// Do carries out a message of a person: send, sit, leave, terms, ask, invite, rematch,
// claim or say. It returns the number of the event that the message became; for say that of the
// line. It is durable then. The same id of the same person at the same table is
// carried out once, and acknowledged as often as it comes.
//
// On a refusal the number is that of the last event, and whoever watches the table
// has been told everything up to it.
func (s *Service) Do(ctx context.Context, person string, m api.ToServer) (int64, error) {
	return s.do(ctx, person, m, 0)
}

func (s *Service) do(ctx context.Context, person string, m api.ToServer, lag time.Duration) (int64, error) {
	q := request{person: person, key: person + ":" + m.ID, arrived: s.now(), lag: lag, m: m}
	switch {
	case person == "":
		return 0, api.Refuse(api.MeNeeded)
	case !isMessageID(m.ID):
		return 0, api.Refuse(api.TableMessage)
	}
	if m.Type == "say" {
		return s.say(ctx, q)
	}
	decide := map[string]decision{
		"send": s.decideSend, "sit": s.decideSit, "leave": s.decideLeave, "claim": s.decideClaim, "terms": s.decideTerms, "ask": s.decideAsk,
	}[m.Type]
	if decide == nil && m.Type != "rematch" && m.Type != "invite" {
		return 0, api.Refuse(api.LiveType, "type", game.Shown(m.Type))
	}
	t := s.use(m.Table)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := storeContext(ctx)
	defer cancel()
	switch m.Type {
	case "rematch":
		return s.rematch(ctx, t, q)
	case "invite":
		return s.invite(ctx, t, q)
	}
	return s.carryOut(ctx, t, q, decide)
}

// isMessageID tells whether a text can name a message.
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
//  1. What is stored already under the message's id is acknowledged again.
//  2. What the server has to do first, the flag above all, is done first.
//  3. The decision is made on a copy of the state.
//  4. A refusal counts only on a state that was just read: another process may have
//     appended what makes the request right.
//  5. The events are appended. Only then the copy becomes the state, and whoever
//     watches is told.
func (s *Service) carryOut(ctx context.Context, t *liveTable, q request, decide decision) (seq int64, err error) {
	q.arrived = t.arrival(q)
	defer func() {
		if err != nil && !refused(err) {
			t.postpone(q, s.now())
		}
	}()
	fresh, err := s.load(ctx, t)
	if err != nil {
		return 0, err
	}
	for range 8 {
		if seq, ok := t.cached.messages[q.key]; ok && q.key != "" {
			delete(t.postponed, q.key)
			return seq, nil
		}
		events, err := s.decide(ctx, t, q, decide)
		if err != nil {
			if !refused(err) {
				return t.seq, err
			}
			if !fresh {
				fresh = true
				if more, err := s.catchUp(ctx, t); err != nil {
					return 0, err
				} else if more {
					continue
				}
			}
			delete(t.postponed, q.key)
			return t.seq, err
		}
		if len(events) == 0 {
			if !fresh {
				fresh = true
				if more, err := s.catchUp(ctx, t); err != nil {
					return 0, err
				} else if more {
					continue
				}
			}
			return t.seq, nil
		}
		own := events[0].Message == q.key && q.key != ""
		switch err := s.append(ctx, t, events); {
		case err == nil && own:
			delete(t.postponed, q.key)
			return events[0].Seq, nil
		case err == nil:
			fresh = true
			continue // it was the server's own; now the request
		case errors.Is(err, ErrConflict):
			if _, err := s.catchUp(ctx, t); err != nil {
				return 0, err
			}
			fresh = true
		case errors.Is(err, ErrAmbiguous):
			if seq, ok := s.resolve(ctx, t, events[0].Message); ok && own {
				return seq, nil
			}
			return 0, s.fault("append", t.id, err)
		default:
			return 0, s.fault("append", t.id, err)
		}
	}
	return 0, s.fault("append", t.id, ErrBusy)
}

// decide returns the next events: the server's own where something is due, else
// those of the request. They are numbered and ready to be appended.
func (s *Service) decide(ctx context.Context, t *liveTable, q request, decide decision) ([]Event, error) {
	st := t.cached.state.clone()
	var events []Event
	var err error
	due, ok := play.Event{}, false
	if !q.beforeHost {
		if due, ok, err = s.due(ctx, t, st, q.arrived); err != nil {
			return nil, err
		}
	}
	if ok {
		events, err = s.hostEvents(st, due)
	} else if decide != nil {
		q.table, q.elapsed = t, s.elapsed(t, st, q.arrived)
		if events, err = decide(ctx, st, q); err == nil && len(events) > 0 {
			events[0].Message = q.key
		}
	}
	if err != nil {
		return nil, err
	}
	at := s.now()
	if last := t.cached.state.updated; at.Before(last) {
		at = last // it was stored by another process, whose clock is a little ahead
	}
	for i := range events {
		events[i].Table, events[i].Seq, events[i].At = t.id, t.seq+int64(i)+1, at
	}
	return events, nil
}

// due returns what the server has to do at a table by itself at that time. While
// somebody whose message could not be carried out is trying again, nothing is due but a
// flag that had fallen before that message came.
//
// A flag falls only when every process has been heard of after its time. Until then it
// may be that the process of who is to move was killed, and errWaiting is the answer: the
// same message, sent again, counts as if it had come now.
func (s *Service) due(ctx context.Context, t *liveTable, st *state, at time.Time) (play.Event, bool, error) {
	e, ok := st.hostEvent(s.elapsed(t, st, at))
	if !ok {
		return e, false, nil
	}
	var heard time.Time
	if e.Kind == play.Flag {
		var err error
		if heard, err = s.store.Heard(ctx); err != nil {
			return e, false, s.fault("heard", t.id, err)
		}
		e, ok = st.hostEvent(s.elapsed(t, st, at)) // by what is known now of the time until then
	}
	now := s.now()
	for key, a := range t.postponed {
		switch {
		case now.Sub(a.last) > repeatFor:
			delete(t.postponed, key)
		case a.person == st.seats[st.game.Turn()] && a.first.Before(at):
			if was, late := st.hostEvent(s.elapsed(t, st, a.first)); !late || was.Kind != play.Flag {
				return e, false, nil
			}
		}
	}
	if !ok || e.Kind != play.Flag || !heard.Before(at) {
		return e, ok, nil
	}
	if e, ok = st.hostEvent(s.elapsed(t, st, heard)); !ok {
		return e, false, errWaiting
	}
	return e, true, nil
}

// tooLate is the answer to an event that the game refuses because its time was over:
// errWaiting while it is not known of every process whether it served until then.
func (s *Service) tooLate(ctx context.Context, st *state, q request, refusal error) error {
	heard, err := s.store.Heard(ctx)
	switch {
	case err != nil:
		return s.fault("heard", q.table.id, err)
	case heard.Before(q.arrived), s.elapsed(q.table, st, q.arrived) < q.elapsed:
		return errWaiting
	}
	return refusal
}

// hostEvents are the events with which the server does something itself.
func (s *Service) hostEvents(st *state, e play.Event) ([]Event, error) {
	if err := st.game.Apply(e); err != nil {
		return nil, err
	}
	return playEvent(st, 0)
}

// playEvent is the event of a table for the last event of its game.
func playEvent(st *state, lag time.Duration) ([]Event, error) {
	log := st.game.Log().Events
	text, err := json.Marshal(log[len(log)-1])
	if err != nil {
		return nil, err
	}
	return encoded(api.EventPlay, payload{Play: text, Lag: lag.Milliseconds()})
}

// encoded makes an event of a payload.
func encoded(kind api.EventKind, p payload) ([]Event, error) {
	text, err := p.encode(kind)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: string(kind), Payload: text}}, nil
}

// append makes events durable, and only then takes them over and tells of them. On
// an error nothing has changed here.
func (s *Service) append(ctx context.Context, t *liveTable, events []Event) error {
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
	if publishFirst() {
		s.tell(ctx, t, events, true)
	}
	if err := s.store.Append(ctx, row, events); err != nil {
		return err
	}
	t.cached.state = next
	for _, e := range events {
		if e.Message != "" {
			t.cached.messages[e.Message] = e.Seq
		}
	}
	s.take(t, next)
	s.touch(t)
	s.tell(ctx, t, events, true)
	return nil
}

// resolve finds out whether events were stored of which the store did not know.
// While that cannot be said, the sender is told to repeat the message, and the log
// is read anew before anything else happens.
func (s *Service) resolve(ctx context.Context, t *liveTable, message string) (int64, bool) {
	defer s.forget(t)
	if message == "" {
		return 0, false
	}
	for wait := 10 * time.Millisecond; ; wait *= 2 {
		seq, err := s.store.Stored(ctx, t.id, message)
		switch {
		case err == nil:
			if _, err := s.catchUp(ctx, t); err != nil {
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

// content is what a message asks for: the same message has the same whenever it is sent.
func (q request) content() [sha256.Size]byte {
	text, _ := json.Marshal([]any{q.m.Type, q.m.Ply, string(q.m.Event)})
	return sha256.Sum256(text)
}

// arrival is when a message came first, where it could not be carried out then. It
// counts for the same message, sent again in time: who thinks on pays for that.
func (t *liveTable) arrival(q request) time.Time {
	a, ok := t.postponed[q.key]
	if ok && a.content == q.content() && q.arrived.Sub(a.last) <= repeatFor && a.first.Before(q.arrived) {
		return a.first
	}
	return q.arrived
}

// postpone notes that a message could not be carried out.
func (t *liveTable) postpone(q request, now time.Time) {
	if q.key == "" || q.person == "" {
		return
	}
	if _, seated := seatOf(t.seats, q.person); t.loaded && !seated {
		return // no clock of theirs runs
	}
	if t.postponed == nil {
		t.postponed = map[string]postponed{}
	}
	for key, a := range t.postponed {
		if now.Sub(a.last) > repeatFor {
			delete(t.postponed, key)
		}
	}
	if _, again := t.postponed[q.key]; again || len(t.postponed) < mostPostponed {
		t.postponed[q.key] = postponed{first: q.arrived, last: now, person: q.person, content: q.content()}
	}
}

// decideSend is an event of the game.
func (s *Service) decideSend(ctx context.Context, st *state, q request) ([]Event, error) {
	if err := st.requireStarted(); err != nil {
		return nil, err
	}
	side, ok := st.seat(q.person)
	if !ok {
		return nil, api.Refuse(api.TableNotYours)
	}
	var e play.Event
	if err := readEvent(q.m.Event, &e); err != nil {
		return nil, err
	}
	e.Side = game.Side(side)
	switch {
	case e.Kind.ByHost():
		return nil, api.Refuse(api.TableByHost)
	case e.Kind == play.Move && (q.m.Ply != st.game.Ply() || q.m.Since > 0 && st.rewound > q.m.Since):
		return nil, api.Refuse(api.TableStale)
	}
	var back time.Duration
	e.Took, back = st.took(e, q.elapsed, q.lag)
	if err := st.game.Apply(e); err != nil {
		refusal := api.Refusal(err)
		if refusal.Code == string(play.FlagFell) {
			return nil, s.tooLate(ctx, st, q, refusal)
		}
		return nil, refusal
	}
	switch e.Kind {
	case play.Offer, play.Withdraw, play.MoreTime:
		if st.seq >= mostEvents {
			return nil, api.Refuse(api.TableLong)
		}
		if err := s.limit(s.limits.Offers, "offer:"+st.id+":"+q.person); err != nil {
			return nil, err
		}
	}
	return playEvent(st, back)
}

// readEvent reads an event of the game as a client sends it: a client need not say
// the version, and side and time are not its business.
func readEvent(text json.RawMessage, e *play.Event) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
	}
	if fields == nil {
		return api.Refuse(api.TableEvent, "problem", "null")
	}
	delete(fields, "took")
	fields["side"] = json.RawMessage(`"first"`)
	if _, ok := fields["v"]; !ok {
		fields["v"] = json.RawMessage(strconv.Itoa(play.Version))
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
	}
	if err := json.Unmarshal(text, e); err != nil {
		if r := api.Refusal(err); r != nil {
			return r
		}
		return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
	}
	return nil
}

// requireStarted refuses what needs a game that has begun.
func (st *state) requireStarted() error {
	switch st.phase {
	case api.Open:
		return api.Refuse(api.TableWaiting)
	case api.Closed:
		return api.Refuse(api.TableClosed)
	}
	return nil
}

// decideSit takes the free seat; with that the game begins.
func (s *Service) decideSit(ctx context.Context, st *state, q request) ([]Event, error) {
	_, seated := st.seat(q.person)
	switch {
	case seated:
		return nil, api.Refuse(api.TableSeated)
	case st.phase == api.Closed:
		return nil, api.Refuse(api.TableClosed)
	case st.phase != api.Open:
		return nil, api.Refuse(api.TableTaken)
	case st.reserved != "" && st.reserved != q.person:
		return nil, api.Refuse(api.TableReserved)
	case q.m.Since > 0 && st.changed > q.m.Since:
		return nil, api.Refuse(api.TableChanged)
	}
	if err := s.mayPlay(ctx, q.person); err != nil {
		return nil, err
	}
	maker, lives, err := s.row(ctx, st.seats[0])
	switch {
	case err != nil:
		return nil, err
	case !lives || maker.Banned.After(s.now()):
		return nil, api.Refuse(api.TableClosed) // nobody would play there
	}
	nonce, err := s.nonce(q.m.Nonce)
	if err != nil {
		return nil, err
	}
	sat, err := encoded(api.EventSat, payload{Seat: 1, Person: q.person, Nonce: nonce})
	if err != nil {
		return nil, err
	}
	st.seats[1], st.nonces[1] = q.person, nonce
	started, err := st.start()
	return append(sat, started...), err
}

// nonce returns the share that a player gives, or one drawn for a player who gives
// none.
func (s *Service) nonce(given string) (string, error) {
	switch {
	case given == "":
		return setup.Share(s.random(setup.Bytes)), nil
	case !setup.IsShare(given):
		return "", api.Refuse(api.TableNonce)
	}
	return given, nil
}

// start is the event that begins the game: both seats are taken.
func (st *state) start() ([]Event, error) {
	reveal, text := st.reveal, st.terms
	var swapped bool
	if text == nil {
		d := setup.Draw{Table: st.id, Secret: setup.Share(st.secret), Nonces: st.nonces}
		reveal = &api.Reveal{Secret: d.Secret, Nonces: d.Nonces, Commit: st.commit}
		terms, err := st.newTerms(d.Seed())
		if err != nil {
			return nil, err
		}
		if text, err = json.Marshal(terms); err != nil {
			return nil, err
		}
		if reveal.Drawn = st.options.Side == ""; reveal.Drawn {
			swapped = d.Swapped()
		}
	} else {
		copied := *reveal
		reveal, copied.Drawn = &copied, false
	}
	if st.options.Side != "" {
		swapped = st.options.Side == play.SideWord(game.Second)
	}
	reveal.Swapped = swapped
	seats := st.seats
	if swapped {
		seats[0], seats[1] = seats[1], seats[0]
	}
	return encoded(api.EventStarted, payload{Terms: text, Reveal: reveal, Seats: &seats})
}

// decideLeave closes a table at which the game has not begun.
func (s *Service) decideLeave(_ context.Context, st *state, q request) ([]Event, error) {
	_, seated := st.seat(q.person)
	switch {
	case !seated && (st.reserved == "" || st.reserved != q.person):
		return nil, api.Refuse(api.TableNotYours)
	case st.phase == api.Closed:
		return nil, api.Refuse(api.TableClosed)
	case st.phase != api.Open:
		return nil, api.Refuse(api.TableStarted)
	}
	return encoded(api.EventClosed, payload{})
}

// decideClaim ends the game of an opponent who has been away for long.
func (s *Service) decideClaim(_ context.Context, st *state, q request) ([]Event, error) {
	if err := st.requireStarted(); err != nil {
		return nil, err
	}
	seat, ok := st.seat(q.person)
	if !ok {
		return nil, api.Refuse(api.TableNotYours)
	}
	e := play.Event{Kind: play.Abandon, Side: game.Side(1 - seat)}
	if q.m.Draw {
		e.Outcome = game.Draw
	}
	e.Took, _ = st.took(e, q.elapsed, 0)
	if err := st.game.Apply(e); err != nil {
		return nil, api.Refusal(err)
	}
	if err := s.claimable(q.table, 1-seat, q.arrived); err != nil {
		return nil, err
	}
	return playEvent(st, 0)
}
