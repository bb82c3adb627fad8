package table

import (
	"context"
	"encoding/json"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
)

// decideSit takes the free seat; with that the game begins.
func decideSit(ctx context.Context, st *state, q request) ([]Event, error) {
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
	if err := q.table.blocks.refuse(ctx, api.TableTaken, q.person, st.seats[0]); err != nil {
		return nil, err
	}
	if err := q.table.accounts.mayPlay(ctx, q.person); err != nil {
		return nil, err
	}
	if err := mayJoin(ctx, q.table.accounts, q.person, st); err != nil {
		return nil, err
	}
	if err := q.table.accounts.fits(ctx, q.person, st.options); err != nil {
		return nil, err
	}
	if err := q.table.accounts.distinctAt(ctx, st.seats, q.person); err != nil {
		return nil, err
	}
	maker, lives, err := q.table.accounts.rowNow(ctx, st.seats[0])
	switch {
	case err != nil:
		return nil, err
	case !lives || maker.Banned.After(q.table.now()):
		return nil, api.Refuse(api.TableClosed) // nobody would play there
	}
	if err := q.table.mayRate(ctx, st.options, [2]string{st.seats[0], q.person}); err != nil {
		return nil, err
	}
	nonce, err := q.table.nonce(q.m.Nonce)
	if err != nil {
		return nil, err
	}
	sat, err := encoded(api.EventSat, payload{Seat: 1, Person: q.person, Nonce: nonce})
	if err != nil {
		return nil, err
	}
	next := st.clone()
	next.seats[1], next.nonces[1] = q.person, nonce
	started, err := next.start()
	return append(sat, started...), err
}

// mayJoin refuses a program at a table that was not made for it: who waits for somebody is not answered by a program.
func mayJoin(ctx context.Context, a *Accounts, person string, st *state) error {
	if row, _, err := a.row(ctx, person); err != nil || row.Kind != string(api.KindBot) || st.reserved == person {
		return err
	}
	return api.Refuse(api.BotCall)
}

// distinctAt refuses a person whose name could be taken for that of somebody who sits at a table.
func (a *Accounts) distinctAt(ctx context.Context, seats [2]string, person string) error {
	row, _, err := a.row(ctx, person)
	if err != nil {
		return err
	}
	return a.distinct(ctx, person, row.Name, seats)
}

// nonce returns the share that a player gives, or one drawn for a player who gives
// none.
func (e *env) nonce(given string) (string, error) {
	switch {
	case given == "":
		return setup.Share(e.random(setup.Bytes)), nil
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
func decideLeave(_ context.Context, st *state, q request) ([]Event, error) {
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
