package table

import (
	"context"
	"slices"

	"cairn.example/internal/people/api"
)

// How the terms of a game are settled before it begins: who made the table changes
// them, others ask for other ones, and people who are here are asked to play.
//
// The server's share of the layout stays what it was bound to when the table was made:
// nobody knows it, so nobody can choose a layout by choosing terms. Who sits down says
// what they have seen, so that nobody plays by terms they did not see.

// ask is that somebody wants other terms than those of the table.
type ask struct {
	person  string
	options api.Options
}

// mostAsks is how many people ask at a table at a time.
const mostAsks = 8

// withoutAsk returns the asks of all others; the list is a new one.
func withoutAsk(asks []ask, person string) []ask {
	return slices.DeleteFunc(slices.Clone(asks), func(a ask) bool { return a.person == person })
}

// requireOpen refuses what is possible only while a seat is free for anybody.
func (st *state) requireOpen() error {
	switch {
	case st.phase == api.Closed:
		return api.Refuse(api.TableClosed)
	case st.phase != api.Open:
		return api.Refuse(api.TableStarted)
	case st.from != "":
		return api.Refuse(api.TableRematchTerms)
	}
	return nil
}

// wanted returns the options of a message, in their canonical form.
func (q request) wanted(ctx context.Context) (api.Options, error) {
	if q.m.Options == nil {
		return api.Options{}, api.Refuse(api.TableOptions, "field", "options", "value", "")
	}
	o := *q.m.Options
	if err := CheckOptions(&o); err != nil {
		return o, err
	}
	return o, q.table.accounts.fits(ctx, q.person, o)
}

// nothing is the event of a message that changes nothing: the answer to an ask that there is
// not. It is stored, because what was acknowledged must not be carried out when a late double
// of the message comes, to terms that are others by then.
func nothing(person string) ([]Event, error) {
	return encoded(api.EventAsked, payload{Person: person})
}

// mayNegotiate refuses what is too much of it. It fills only a part of the log: anybody can
// ask, and the game has to find room.
func (q request) mayNegotiate(ctx context.Context, st *state) error {
	if err := q.table.accounts.mayPlay(ctx, q.person); err != nil {
		return err
	}
	if st.seq >= q.table.limits.Events/4 {
		return api.Refuse(api.TableLong)
	}
	return q.charges.take(q.table.limits.Offers, "offer:"+st.id+":"+q.person)
}

// decideTerms changes the terms of one's own table. It answers all who have asked for others.
func decideTerms(ctx context.Context, st *state, q request) ([]Event, error) {
	if _, seated := st.seat(q.person); !seated {
		return nil, api.Refuse(api.TableNotYours)
	}
	if err := st.requireOpen(); err != nil {
		return nil, err
	}
	o, err := q.wanted(ctx)
	if err != nil {
		return nil, err
	}
	if st.isInvitation() {
		o.Public = false // nobody else can sit down
		err = q.table.mayInvite(ctx, q.person, st.reserved, o)
	} else {
		err = q.table.mayRate(ctx, o, [2]string{q.person})
	}
	if err != nil {
		return nil, err
	}
	if err := q.mayNegotiate(ctx, st); err != nil {
		return nil, err
	}
	if o == st.options {
		return nothing(q.person)
	}
	return encoded(api.EventTerms, payload{Options: &o})
}

// decideAsk asks for other terms, takes that back, or, of the maker, declines it.
func decideAsk(ctx context.Context, st *state, q request) ([]Event, error) {
	_, seated := st.seat(q.person)
	if err := st.requireOpen(); err != nil {
		return nil, err
	}
	by := q.person
	if seated {
		if !q.m.No {
			return nil, api.Refuse(api.TableSeated)
		}
		by = q.m.Person
	}
	asks := slices.ContainsFunc(st.asks, func(a ask) bool { return a.person == by })
	if q.m.No {
		if !asks {
			return nil, api.Refuse(api.TableNoAsk)
		}
		return encoded(api.EventAsked, payload{Person: by})
	}
	if err := q.table.blocks.refuse(ctx, api.TableTaken, q.person, st.seats[0]); err != nil {
		return nil, err
	}
	o, err := q.wanted(ctx)
	if err != nil {
		return nil, err
	}
	if err := q.table.accounts.distinctAt(ctx, st.seats, q.person); err != nil {
		return nil, err
	}
	o.Public = st.options.Public // where the table is listed is the maker's business
	if err := q.table.mayRate(ctx, o, [2]string{st.seats[0], q.person}); err != nil {
		return nil, err
	}
	if o != st.options && !asks && len(st.asks) >= mostAsks {
		return nil, api.Refuse(api.TableAsks)
	}
	if err := q.mayNegotiate(ctx, st); err != nil {
		return nil, err
	}
	if o == st.options {
		return nothing(by) // what was asked for before is not wanted any more
	}
	return encoded(api.EventAsked, payload{Person: by, Options: &o})
}
