package table

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Seated is a table at which two people are seated by somebody else, such as a contest.
type Seated struct {
	// ID is given, so that to make the table once more makes no second one. It must be one that nobody can guess: see NewID.
	ID      string
	Options api.Options
	// People are First and Second, and Nonces their shares of the layout, drawn where they are "".
	People, Nonces [2]string
	// Contest is what the game is part of.
	Contest string
	// Same is a table with the same people whose layout is played once more, "" for a new one.
	Same string
	// Draw is what the layout is drawn from where others play on it, too; nil for a layout of its own. Then nobody but the two
	// sees the table before [Service.Show].
	Draw *setup.Draw
	// Notices are stored with the table.
	Notices []Notice
}

// ErrTakenID says that another table has the id of one that was to be made.
var ErrTakenID = errors.New("another table has this id")

// CreateSeated makes a table whose game begins at once, with all its events in one append. To do so again is harmless. It
// refuses who may not play: somebody who is banned or gone. Where two have played enough rated games, the game is
// a casual one. The error is ErrTakenID where the table of that id is another one.
func (s *Service) CreateSeated(ctx context.Context, a Seated) error {
	ctx, cancel := storeContext(ctx)
	defer cancel()
	if made, err := s.madeSeated(ctx, a); made || err != nil {
		return err
	}
	for _, person := range a.People {
		if err := s.accounts.mayPlay(ctx, person); err != nil {
			return err
		}
		if err := s.accounts.fits(ctx, person, a.Options); err != nil {
			return err
		}
	}
	if err := CheckOptions(&a.Options); err != nil {
		return err
	}
	if err := s.mayRate(ctx, a.Options, a.People); err != nil {
		if !refused(err) {
			return err
		}
		a.Options.Rated = false
	}
	a.Options.Side = play.SideWord(game.First)
	p := payload{Options: &a.Options, Person: a.People[0], Contest: a.Contest}
	for i := range a.Nonces {
		var err error
		if a.Nonces[i], err = s.nonce(a.Nonces[i]); err != nil {
			return err
		}
	}
	p.Nonce = a.Nonces[0]
	if a.Same != "" {
		if err := s.sameLayout(ctx, a.Same, &p); err != nil {
			return err
		}
	}
	if a.Draw != nil {
		if err := drawnElsewhere(*a.Draw, a.Options, &p); err != nil {
			return err
		}
	}
	row := Row{ID: a.ID, Secret: s.random(setup.Bytes), Created: s.now()}
	if p.Commit = setup.Commit(a.ID, setup.Share(row.Secret)); p.Reveal != nil {
		p.Commit = p.Reveal.Commit
	}
	st, events, err := seat(row, p, a)
	if err != nil {
		return err
	}
	if row, err = st.row(); err != nil {
		return err
	}
	open := newState(row)
	open.seats[0] = a.People[0]
	row.Notices = slices.DeleteFunc(notices(open, st, events), func(n Notice) bool { return n.Kind == NoticeSat })
	row.Notices = append(row.Notices, a.Notices...)
	switch err := s.store.Create(ctx, row, events); {
	case errors.Is(err, ErrConflict): // another process has made it, or there is another one
		made, err := s.madeSeated(ctx, a)
		if err == nil && !made {
			err = ErrBusy
		}
		return err
	case err != nil:
		return s.fault("create", a.ID, err)
	}
	s.stands.started(a.ID, st.seats)
	if st.isPublic() {
		s.lobby.changed(true)
	}
	return nil
}

// madeSeated reports whether the table was made before.
func (s *Service) madeSeated(ctx context.Context, a Seated) (bool, error) {
	_, events, err := s.store.Load(ctx, a.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		return false, nil
	case err != nil:
		return false, s.fault("load", a.ID, err)
	}
	first, err := decodePayload(events[0].Payload)
	if err != nil {
		return false, err
	}
	if first.Contest != a.Contest || first.Person != a.People[0] {
		return false, s.fault("create", a.ID, ErrTakenID)
	}
	return true, nil
}

// sameLayout lets a payload begin a table on the layout of another one.
func (s *Service) sameLayout(ctx context.Context, from string, p *payload) error {
	t, ctx, unlock := s.tables.lock(ctx, from)
	defer unlock()
	if err := t.readNow(ctx); err != nil {
		return err
	}
	st := t.cached.state
	if st.game == nil {
		return api.Refuse(api.TableWaiting)
	}
	terms, err := json.Marshal(st.game.Log().Terms)
	if err != nil {
		return err
	}
	reveal := *st.reveal
	if reveal.From == "" {
		reveal.From = from
	}
	p.Terms, p.Reveal, p.From, p.Swap = terms, &reveal, from, true
	return nil
}

// KindShown is the kind of the event from which on everybody sees a table that was hidden.
const KindShown = string(api.EventShown)

// Layout returns the position in which a game by some terms begins whose layout has a seed, "" where there is none.
func Layout(o api.Options, seed string) string {
	g, err := games.Lookup(o.Game)
	if err != nil {
		return ""
	}
	p, _ := game.StartOf(g, seed, o.Full)
	return p.String()
}

// drawnElsewhere lets a payload begin a hidden table on a layout that others play on, too.
func drawnElsewhere(d setup.Draw, o api.Options, p *payload) error {
	terms, err := (&state{options: o, contest: p.Contest}).newTerms(d.Seed())
	if err != nil {
		return err
	}
	text, err := json.Marshal(terms)
	if err != nil {
		return err
	}
	p.Terms, p.Hidden = text, true
	p.Reveal = &api.Reveal{Secret: d.Secret, Shares: d.Shares, Commit: d.Commit(), From: d.Table}
	return nil
}

// Show lets everybody see a table that was hidden. To do so again is harmless.
func (s *Service) Show(ctx context.Context, id string) error {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	_, err := t.carryOut(ctx, request{arrived: t.now(), beforeHost: true}, func(_ context.Context, st *state, _ request) ([]Event, error) {
		if !st.hidden {
			return nil, nil
		}
		return encoded(api.EventShown, payload{})
	})
	return err
}

// seat makes the events of a table whose game begins at once.
func seat(row Row, p payload, a Seated) (*state, []Event, error) {
	st := newState(row)
	var events []Event
	add := func(more []Event, err error) error {
		if err != nil {
			return err
		}
		for _, e := range more {
			e.Table, e.Seq, e.At = row.ID, st.seq+1, row.Created
			if err := st.apply(e); err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	}
	if err := add(encoded(api.EventOpened, p)); err != nil {
		return nil, nil, err
	}
	if err := add(encoded(api.EventSat, payload{Seat: 1, Person: a.People[1], Nonce: a.Nonces[1]})); err != nil {
		return nil, nil, err
	}
	err := add(st.start())
	return st, events, err
}

// Played is how a game at a table stands, as somebody who has seated people there wants to know it.
type Played struct {
	Phase   api.Phase
	People  [2]string // First and Second
	Outcome game.Outcome
	// Moved says who has done anything in the game; Absent is who was ruled absent.
	Moved, Absent [2]bool
	// Slow says that nobody sits before the board all the time.
	Slow bool
	// Margin is by how much it was won, nil before the end.
	Margin *api.Margin
}

// Played returns how the game at a table stands.
func (s *Service) Played(ctx context.Context, id string) (Played, error) {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	if err := t.readNow(ctx); err != nil {
		return Played{}, err
	}
	return t.cached.state.played(), nil
}

func (st *state) played() Played {
	v := Played{Phase: st.phase, People: st.seats, Slow: st.isSlow()}
	if st.game == nil {
		return v
	}
	events := st.game.Log().Events
	for _, e := range events {
		if !e.Kind.ByHost() && (e.Side == game.First || e.Side == game.Second) {
			v.Moved[e.Side] = true
		}
	}
	if !st.game.Over() {
		return v
	}
	v.Outcome = st.game.End().Outcome
	v.Margin = marginOf(st.game)
	last := events[len(events)-1]
	switch last.Kind {
	case play.Abandon: // a claim is not possible before the second move, so who has done nothing was ruled absent
		v.Absent[last.Side] = !v.Moved[last.Side]
	case play.Result:
		v.Absent = [2]bool{!v.Moved[0], !v.Moved[1]}
	}
	return v
}

// marginOf is by how much a game was won: by what the rules count, most important first, and more than by any of that
// where somebody gave up.
func marginOf(g *play.State) *api.Margin {
	end := g.End()
	sign := 0
	switch end.Outcome {
	case game.FirstWins:
		sign = 1
	case game.SecondWins:
		sign = -1
	}
	m := &api.Margin{Order: []int{sign}}
	p, scored := g.Position().(game.Scorer)
	if end.Why != record.Normal || !scored {
		m.Order[0] *= 2
		return m
	}
	first, second := p.Standing(game.First), p.Standing(game.Second)
	for i, c := range first {
		d := c.N - second[i].N
		if m.Order = append(m.Order, d); d != 0 && m.Key == "" {
			m.Key, m.Height, m.N = c.Key, c.Height, [2]int{c.N, second[i].N}
		}
	}
	return m
}

// RuleAbsent ends the game of who has not done anything in it and is not at the table: the opponent wins, and where
// neither is there the game is aborted. It reports whether it did so or the game is over. Before it is known who is at
// the table, nobody is absent: it is to be called again and again, from the beginning of the game on.
func (s *Service) RuleAbsent(ctx context.Context, id string, due bool) (over bool, err error) {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	if err := t.readNow(ctx); err != nil {
		return false, err
	}
	t.attendance.expect()
	_, err = t.carryOut(ctx, request{arrived: t.now()}, func(_ context.Context, st *state, q request) ([]Event, error) {
		e, ok := t.absentEnd(st)
		if !due || !ok {
			return nil, nil
		}
		e.Took = st.untilFlag(q.elapsed)
		return st.hostEvents(e)
	})
	return err == nil && t.cached.state.phase != api.Playing, err
}

// absentEnd is what ends the game of who is not there; false where it goes on.
func (t *liveTable) absentEnd(st *state) (play.Event, bool) {
	if st.phase != api.Playing {
		return play.Event{}, false
	}
	moved := st.played().Moved
	var absent [2]bool
	for seat := range absent {
		away, here, known := t.attendance.away(seat, t.now())
		if !moved[seat] && !here && !known {
			return play.Event{}, false
		}
		absent[seat] = !moved[seat] && !here && away > absence
	}
	switch absent {
	case [2]bool{true, false}:
		return play.Event{Kind: play.Abandon, Side: game.First}, true
	case [2]bool{false, true}:
		return play.Event{Kind: play.Abandon, Side: game.Second}, true
	case [2]bool{true, true}:
		return aborted, true
	}
	return play.Event{}, false
}

// aborted ends a game without a result.
var aborted = play.Event{Kind: play.Result, Why: record.Aborted}

// AbortSeated ends the game at a table without a result. One that is over is left as it is.
func (s *Service) AbortSeated(ctx context.Context, id string) error {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	_, err := t.carryOut(ctx, request{arrived: t.now(), beforeHost: true}, func(_ context.Context, st *state, q request) ([]Event, error) {
		if st.phase != api.Playing {
			return nil, nil
		}
		e := aborted
		e.Took = st.untilFlag(q.elapsed)
		return st.hostEvents(e)
	})
	return err
}

// expect notes from now on who is at a table, though nobody watches it here. Its lock is held.
func (a *attendance) expect() {
	if a.known || a.phase != api.Playing {
		if now := a.now(); a.known && len(a.watching) == 0 && now.Sub(a.askedAt[0]) > answerGoodFor/2 {
			a.ask()
		}
		return
	}
	now := a.now()
	a.known, a.absentSince = true, [2]time.Time{now, now}
	a.ask()
	a.noteHere()
}

// NewNamed makes somebody with a name and without a session, who plays where no server is needed for it.
func (s *Service) NewNamed(ctx context.Context, name string) (api.Person, error) {
	name, err := CheckName(name)
	if err != nil {
		return api.Person{}, err
	}
	row := PersonRow{ID: s.newPersonID(), Name: name, Created: s.now()}
	if err := s.store.NewPerson(ctx, row); err != nil {
		return api.Person{}, s.fault("new person", "", err)
	}
	// Nobody signs in by it. It keeps the name from being forgotten at once, as that of who does not come back.
	c := Credential{Kind: "named", Hash: s.random(sha256.Size), Person: row.ID, Created: row.Created, Expires: row.Created.Add(2 * SessionFor)}
	if err := s.store.NewCredential(ctx, c); err != nil {
		return api.Person{}, s.fault("new person", "", err)
	}
	return row.Shown(), nil
}
