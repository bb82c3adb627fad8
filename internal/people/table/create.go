package table

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
)

// NewID returns the id of a table or a contest that follows from random bytes; false where it would have no digit.
func NewID(random []byte) (string, bool) {
	id := make([]byte, 0, api.TableIDLength)
	for _, b := range random {
		if n := int(b & 31); n < len(api.TableIDLetters) && len(id) < api.TableIDLength {
			id = append(id, api.TableIDLetters[n])
		}
	}
	return string(id), api.IsTableID(string(id))
}

// Create makes a table whose maker has the first seat.
func (s *Service) Create(ctx context.Context, person string, n api.NewTable) (_ *api.Table, err error) {
	charges := s.newCharges()
	defer func() { charges.settle(err) }()
	if err := s.accounts.mayPlay(ctx, person); err != nil {
		return nil, err
	}
	if err := CheckOptions(&n.Options); err != nil {
		return nil, err
	}
	if err := s.accounts.fits(ctx, person, n.Options); err != nil {
		return nil, err
	}
	if err := s.mayRate(ctx, n.Options, [2]string{person}); err != nil {
		return nil, err
	}
	nonce, err := s.nonce(n.Nonce)
	if err != nil {
		return nil, err
	}
	if n.With != "" {
		return s.createWith(ctx, person, nonce, n, charges)
	}
	if n.For != "" {
		if err := s.mayInvite(ctx, person, n.For, n.Options); err != nil {
			return nil, err
		}
		n.Options.Public = false // nobody else can sit down
	}
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if n.Join {
		// Of those who ask at the same moment, at any process, one makes the table that the others find.
		end, err := s.store.Alone(ctx)
		if err != nil {
			return nil, s.fault("alone", "", err)
		}
		defer end()
		id, err := s.lobby.waiting(ctx, person, n.Options)
		if err != nil {
			return nil, err
		}
		if id != "" {
			return s.View(ctx, person, id)
		}
	}
	if err := charges.take(s.limits.Tables, "table:"+person); err != nil {
		return nil, err
	}
	// The tables are counted and the new one is stored by one call at a time, or calls at the same moment would all find
	// room for one more.
	unlock, err := s.tables.creating.lock(ctx, person)
	if err != nil {
		return nil, err
	}
	defer unlock()
	open, err := s.store.List(ctx, Query{Person: person, Phase: string(api.Open), Limit: s.limits.Open})
	if err != nil {
		return nil, s.fault("list", "", err)
	}
	if len(open) >= s.limits.Open {
		return nil, api.Refuse(api.TableTooMany, "count", strconv.Itoa(len(open)))
	}
	if n.For != "" {
		if slices.ContainsFunc(open, func(row Row) bool { return summaryOf(row).Reserved == n.For }) {
			return nil, api.Refuse(api.TableInvited)
		}
		if err := s.notDeclined(ctx, person, n.For); err != nil {
			return nil, err
		}
		if err := charges.take(s.limits.Offers, "invite:"+person); err != nil {
			return nil, err
		}
	}
	for {
		id, ok := NewID(s.random(32))
		if !ok {
			continue
		}
		s.lobby.noteOrigin(id, n.Network)
		st, err := s.tables.create(ctx, id, payload{Options: &n.Options, Person: person, Nonce: nonce, Reserved: n.For})
		if errors.Is(err, ErrConflict) {
			continue // the id is taken
		}
		if err != nil {
			return nil, s.fault("create", id, err)
		}
		if st.isInvitation() {
			s.tables.tellInvited(ctx, st)
		}
		return s.tables.created(ctx, person, st)
	}
}

// created shows a table that was just made. It reads nothing from the store: who was
// told of a fault would make another table.
func (l *Tables) created(ctx context.Context, person string, st *state) (*api.Table, error) {
	t, ctx, unlock := l.lock(ctx, st.id)
	defer unlock()
	if t.cached == nil {
		t.begin(&cachedState{state: st, messages: map[string]int64{}})
	}
	return t.picture(ctx, person)
}

// create stores a table that begins with a payload, and returns its state.
func (l *Tables) create(ctx context.Context, id string, p payload) (*state, error) {
	row := Row{ID: id, Secret: l.random(setup.Bytes), Created: l.now()}
	if p.Reveal == nil {
		p.Commit = setup.Commit(id, setup.Share(row.Secret))
	} else {
		p.Commit = p.Reveal.Commit
	}
	opened, err := encoded(api.EventOpened, p)
	if err != nil {
		return nil, err
	}
	e := opened[0]
	e.Table, e.Seq, e.At = id, 1, row.Created
	st := newState(row)
	if err := st.apply(e); err != nil {
		return nil, err
	}
	if row, err = st.row(); err != nil {
		return nil, err
	}
	if st.isInvitation() {
		row.Notices = []Notice{NewNotice(st.reserved, NoticeInvited, id, NoticeArgs{Table: id, By: p.Person, Game: row.Game}, e.At, e.At)}
	}
	if err := l.store.Create(ctx, row, []Event{e}); err != nil {
		return nil, err
	}
	if st.options.Public {
		l.lobby.changed(true)
	}
	return st, nil
}

// CheckOptions refuses options that no game can be played with, and makes the others canonical.
func CheckOptions(o *api.Options) error {
	wrong := func(field, value string) error {
		return api.Refuse(api.TableOptions, "field", field, "value", game.Shown(value))
	}
	g, err := games.Lookup(o.Game)
	if err != nil {
		return wrong("game", o.Game)
	}
	if _, can := g.(game.FullStarter); o.Full && !can {
		return wrong("full", "true")
	}
	if o.Side != "" && o.Side != play.SideWord(game.First) && o.Side != play.SideWord(game.Second) {
		return wrong("side", o.Side)
	}
	c, err := play.ParseControl(o.Control)
	if err != nil {
		return wrong("control", o.Control)
	}
	if c.Renews() && c.Base < time.Minute {
		return wrong("control", o.Control)
	}
	o.Control = c.String()
	o.NoAway = o.NoAway && c.On() && c.Slow() // elsewhere no clock stands anyway
	return nil
}

// newTerms are the terms of a game at a table with a layout from a seed. Names are
// not in them: they can be deleted, a log cannot.
func (st *state) newTerms(seed string) (play.Terms, error) {
	g, err := games.Lookup(st.options.Game)
	if err != nil {
		return play.Terms{}, err
	}
	c, err := play.ParseControl(st.options.Control)
	if err != nil {
		return play.Terms{}, err
	}
	p, ok := game.StartOf(g, seed, st.options.Full)
	if !ok {
		return play.Terms{}, api.Refuse(api.TableOptions, "field", "full", "value", "true")
	}
	t := play.Terms{
		Game: st.options.Game, Start: p.String(), Seed: seed, Control: c, Free: c.FreePlies(),
		Draws: true, Abort: 2, MoreTime: c.On(),
	}
	if st.contest != "" {
		t.Abort = 0 // somebody else has seated them, and counts on a result
	}
	if st.options.Takeback {
		t.Takeback = play.TakebackAgreed
	}
	return t, nil
}

// decideRematch offers, accepts, declines or withdraws a further game.
//
// An offer makes the new table at once, with one seat kept for the opponent: so
// what the server contributes to the layout is published before both give their
// nonces again. To accept is to sit down there. The new table is made or changed before the
// events of this one say so; if the program ends in between, the same message does the rest.
func decideRematch(ctx context.Context, st *state, q request) ([]Event, error) {
	side, err := st.player(q.person)
	switch {
	case err != nil:
		return nil, err
	case st.phase != api.Over:
		return nil, api.Refuse(api.TableNotOver)
	case st.hidden:
		return nil, api.Refuse(api.TableHidden)
	}
	by := play.SideWord(side)
	offer := st.rematch
	switch {
	case offer != nil && offer.Agreed:
		return nil, api.Refuse(api.TableRematchMade)
	case offer == nil || offer.No:
		if q.m.No {
			return nil, api.Refuse(api.TableNoRematch)
		}
		return q.offerRematch(ctx, st, side)
	case q.m.No:
		if err := q.answerRematch(ctx, offer.Table, "leave"); err != nil {
			return nil, err
		}
		return encoded(api.EventRematch, payload{Rematch: &api.Rematch{By: by, Same: offer.Same, Table: offer.Table, No: true}})
	case offer.By == by || offer.Same != q.m.Same:
		return nil, api.Refuse(api.TableRematchPending)
	}
	answer := *offer
	err = q.answerRematch(ctx, offer.Table, "sit")
	var refusal *api.Error
	switch {
	case errors.As(err, &refusal) && refusal.Code == string(api.TableClosed):
		answer.No = true // who had offered has closed the new table meanwhile
	case err != nil:
		return nil, err
	default:
		answer.Agreed = true
	}
	return encoded(api.EventRematch, payload{Rematch: &answer})
}

// offerRematch makes the table of a rematch. Its id follows from the message, so
// that the same message never makes two.
func (q request) offerRematch(ctx context.Context, st *state, side game.Side) ([]Event, error) {
	if err := q.table.accounts.mayPlay(ctx, q.person); err != nil {
		return nil, err
	}
	nonce, err := q.table.nonce(q.m.Nonce)
	if err != nil {
		return nil, err
	}
	if q.table.full(st) {
		return nil, api.Refuse(api.TableLong)
	}
	if err := q.charges.take(q.table.limits.Offers, "offer:"+st.id+":"+q.person); err != nil {
		return nil, err
	}
	if err := q.charges.take(q.table.limits.Tables, "table:"+q.person); err != nil {
		return nil, err // the table of a rematch is one more
	}
	if err := q.table.blocks.refuse(ctx, api.TableNotHere, q.person, st.seats[side.Other()]); err != nil {
		return nil, err
	}
	options := st.options
	options.Public = false
	if err := q.table.mayRate(ctx, options, st.seats); err != nil {
		if !refused(err) {
			return nil, err
		}
		options.Rated = false // they have played enough of those; the table says so before they begin
	}
	options.Side = play.SideWord(side.Other())
	p := payload{Options: &options, Person: q.person, Nonce: nonce, From: st.id, Reserved: st.seats[side.Other()], Swap: true}
	if q.m.Same {
		if p.Terms, err = json.Marshal(st.game.Log().Terms); err != nil {
			return nil, err
		}
		reveal := *st.reveal
		if reveal.From == "" {
			reveal.From = st.id
		}
		p.Reveal = &reveal
	}
	id, err := q.table.tables.createRematch(ctx, st.id, q.key, p)
	if err != nil {
		return nil, err
	}
	return encoded(api.EventRematch, payload{Rematch: &api.Rematch{By: play.SideWord(side), Same: q.m.Same, Table: id}})
}

// createRematch makes the table that a message offers as the rematch of one, or finds the
// one that this message has made before.
func (l *Tables) createRematch(ctx context.Context, from, message string, p payload) (string, error) {
	for n := 0; ; n++ {
		sum := sha256.Sum256([]byte("cairn rematch 1\n" + from + "\n" + message + "\n" + strconv.Itoa(n)))
		id, ok := NewID(sum[:])
		if !ok {
			continue
		}
		switch _, err := l.create(ctx, id, p); {
		case err == nil:
			return id, nil
		case !errors.Is(err, ErrConflict):
			return "", l.fault("create", id, err)
		}
		row, events, err := l.store.Load(ctx, id)
		if err != nil {
			return "", l.fault("load", id, err)
		}
		if row.Phase == string(api.Open) && isOffer(events, p) {
			return id, nil
		}
		// Another table has that id.
	}
}

// isOffer reports whether a log begins as that of the table of such an offer. Somebody who tries
// enough message ids finds one that leads to a table of theirs: the opponent would sit down
// there, by whatever terms it has.
func isOffer(events []Event, p payload) bool {
	first, err := decodePayload(events[0].Payload)
	return err == nil && first.From == p.From && first.Person == p.Person && (first.Terms != nil) == (p.Terms != nil)
}

// answerRematch sits down at the table of a rematch, or closes it. That this was
// done before is no error.
func (q request) answerRematch(ctx context.Context, id, what string) error {
	next, ctx, unlock := q.table.tables.lock(ctx, id)
	defer unlock()
	q.m = api.ToServer{Type: what, Table: id, ID: q.m.ID, Nonce: q.m.Nonce}
	decide := decideSit
	if what == "leave" {
		decide = decideLeave
	}
	_, err := next.carryOut(ctx, q, decide)
	var refusal *api.Error
	if errors.As(err, &refusal) && (refusal.Code == string(api.TableSeated) || refusal.Code == string(api.TableClosed) && what == "leave") {
		return nil
	}
	return err
}
