package table

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

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
func (q request) wanted() (api.Options, error) {
	if q.m.Options == nil {
		return api.Options{}, api.Refuse(api.TableOptions, "field", "options", "value", "")
	}
	o := *q.m.Options
	return o, checkOptions(&o)
}

// nothing is the event of a message that changes nothing: the answer to an ask that there is
// not. It is stored, because what was acknowledged must not be carried out when a late double
// of the message comes, to terms that are others by then.
func nothing(person string) ([]Event, error) {
	return encoded(api.EventAsked, payload{Person: person})
}

// mayNegotiate refuses what is too much of it. It fills only a part of the log: anybody can
// ask, and the game has to find room.
func (s *Service) mayNegotiate(ctx context.Context, st *state, q request) error {
	if err := s.mayPlay(ctx, q.person); err != nil {
		return err
	}
	if st.seq >= s.limits.Events/4 {
		return api.Refuse(api.TableLong)
	}
	return q.charges.take(s.limits.Offers, "offer:"+st.id+":"+q.person)
}

// decideTerms changes the terms of one's own table. It answers all who have asked for others.
func (s *Service) decideTerms(ctx context.Context, st *state, q request) ([]Event, error) {
	if _, seated := st.seat(q.person); !seated {
		return nil, api.Refuse(api.TableNotYours)
	}
	if err := st.requireOpen(); err != nil {
		return nil, err
	}
	o, err := q.wanted()
	if err != nil {
		return nil, err
	}
	if err := s.mayNegotiate(ctx, st, q); err != nil {
		return nil, err
	}
	if o == st.options {
		return nothing(q.person)
	}
	return encoded(api.EventTerms, payload{Options: &o})
}

// decideAsk asks for other terms, takes that back, or, of the maker, declines it.
func (s *Service) decideAsk(ctx context.Context, st *state, q request) ([]Event, error) {
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
	o, err := q.wanted()
	if err != nil {
		return nil, err
	}
	if err := s.distinctAt(ctx, st.seats, q.person); err != nil {
		return nil, err
	}
	o.Public = st.options.Public // where the table is listed is the maker's business
	if o != st.options && !asks && len(st.asks) >= mostAsks {
		return nil, api.Refuse(api.TableAsks)
	}
	if err := s.mayNegotiate(ctx, st, q); err != nil {
		return nil, err
	}
	if o == st.options {
		return nothing(by) // what was asked for before is not wanted any more
	}
	return encoded(api.EventAsked, payload{Person: by, Options: &o})
}

// invitation is what processes tell each other of somebody who is asked to play.
type invitation struct {
	To     string     `json:"to"`
	Invite api.Invite `json:"invite"`
}

// invite asks somebody who is here to play at one's own table, or says no to that. It is
// told and not stored: who is not here any more is not asked. The lock of the table is
// held. The number is that of the last event.
func (s *Service) invite(ctx context.Context, t *liveTable, q request) (int64, error) {
	if err := s.readNow(ctx, t); err != nil {
		return 0, err
	}
	st := t.cached.state
	if err := st.requireOpen(); err != nil {
		return st.seq, err
	}
	_, seated := st.seat(q.person)
	to := q.m.Person
	switch {
	case q.m.No && seated:
		return st.seq, api.Refuse(api.TableSeated)
	case q.m.No:
		to = st.seats[0]
	case !seated:
		return st.seq, api.Refuse(api.TableNotYours)
	case to == q.person:
		return st.seq, api.Refuse(api.TableSeated)
	case to == "" || !s.isHere(to):
		return st.seq, api.Refuse(api.TableNotHere)
	}
	if err := s.mayPlay(ctx, q.person); err != nil {
		return st.seq, err
	}
	// By person, not by table: one has many tables.
	if err := q.charges.take(s.limits.Offers, "invite:"+q.person); err != nil {
		return st.seq, err
	}
	row, err := st.row()
	if err != nil {
		return st.seq, err
	}
	if q.m.No && !s.wasInvited(q.person, t.id) {
		return st.seq, nil // nobody waits for that answer
	}
	told := invitation{To: to, Invite: api.Invite{Person: s.person(ctx, q.person), Table: s.brief(ctx, row, to), No: q.m.No}}
	s.tellInvite(told)
	if body, err := json.Marshal(told); err == nil {
		s.bus.Publish(Hint{Kind: hintInvite, Body: body, Node: s.node})
	}
	return st.seq, nil
}

// invited is somebody who is asked to play at a table.
type invited struct{ person, table string }

const (
	invitedFor  = time.Hour // how long an answer is waited for
	mostInvited = 10_000    // invitations that are remembered
)

// noteInvite remembers who was asked, at every process: their answer may come to any. The
// lock of the service is held.
func (s *Service) noteInvite(v invitation) {
	who := invited{v.To, v.Invite.Table.ID}
	if v.Invite.No {
		delete(s.invited, invited{v.Invite.Person.ID, v.Invite.Table.ID}) // they have answered
		return
	}
	now := s.now()
	if len(s.invited) >= mostInvited {
		maps.DeleteFunc(s.invited, func(_ invited, at time.Time) bool { return now.Sub(at) > invitedFor })
	}
	if len(s.invited) >= mostInvited {
		clear(s.invited)
	}
	s.invited[who] = now
}

// wasInvited reports whether somebody was asked to play at a table and has not answered.
func (s *Service) wasInvited(person, table string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at, ok := s.invited[invited{person, table}]
	return ok && s.now().Sub(at) <= invitedFor
}

// tellInvite tells the person who is asked, on every connection here.
func (s *Service) tellInvite(v invitation) {
	var sessions []*Session
	s.mu.Lock()
	s.noteInvite(v)
	if c := s.people[v.To]; c != nil {
		sessions = slices.Clone(c.sessions)
	}
	s.mu.Unlock()
	p := &Push{Message: api.ToClient{Type: "invited", TableID: v.Invite.Table.ID, Invite: &v.Invite}}
	for _, c := range sessions {
		c.sub.Tell(p)
	}
}
