package table

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// invitation is what processes tell each other of somebody who is asked to play.
type invitation struct {
	To     string     `json:"to"`
	Invite api.Invite `json:"invite"`
}

// invite asks somebody who is here to play at one's own table, or says no to that. It is
// told and not stored: who is not here any more is not asked. A table that was made for somebody (see Create) is
// an invitation that is stored. The lock of the table is
// held. The number is that of the last event.
func (t *liveTable) invite(ctx context.Context, q request) (int64, error) {
	if err := t.readNow(ctx); err != nil {
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
	case q.m.No && st.reserved == q.person:
		return t.carryOut(ctx, q, decideLeave)
	case q.m.No:
		to = st.seats[0]
	case !seated:
		return st.seq, api.Refuse(api.TableNotYours)
	case to == q.person:
		return st.seq, api.Refuse(api.TableSeated)
	case st.reserved != "" && to != st.reserved:
		return st.seq, api.Refuse(api.TableReserved)
	case to == "" || !t.peers.isHere(to):
		return st.seq, api.Refuse(api.TableNotHere)
	}
	if err := t.accounts.mayPlay(ctx, q.person); err != nil {
		return st.seq, err
	}
	if !q.m.No {
		if err := t.blocks.refuse(ctx, api.TableNotHere, q.person, to); err != nil {
			return st.seq, err
		}
		if err := t.invitations.notDeclined(q.person, to); err != nil {
			return st.seq, err
		}
	}
	// By person, not by table: one has many tables.
	if err := q.charges.take(t.limits.Offers, "invite:"+q.person); err != nil {
		return st.seq, err
	}
	row, err := st.row()
	if err != nil {
		return st.seq, err
	}
	if q.m.No && !t.invitations.was(q.person, t.id) {
		return st.seq, nil // nobody waits for that answer
	}
	t.tables.tellInvitation(invitation{To: to, Invite: api.Invite{Person: t.accounts.person(ctx, q.person), Table: t.tables.brief(ctx, row, to), No: q.m.No}})
	return st.seq, nil
}

// tellInvitation tells it at every process.
func (l *Tables) tellInvitation(told invitation) {
	l.invitations.tell(told)
	if body, err := json.Marshal(told); err == nil {
		l.publish(Hint{Kind: hintInvite, Body: body})
	}
}

// tellInvited tells who is asked to play at a new table, if they are here. A notice waits for them in any case.
func (l *Tables) tellInvited(ctx context.Context, st *state) {
	row, err := st.row()
	if err != nil || !l.peers.isHere(st.reserved) {
		return
	}
	l.tellInvitation(invitation{To: st.reserved, Invite: api.Invite{
		Person: l.accounts.person(ctx, st.seats[0]), Table: l.brief(ctx, row, st.reserved),
	}})
}

// mayInvite refuses an invitation to nobody, and to who could not sit down by the terms.
func (e *env) mayInvite(ctx context.Context, person, to string, o api.Options) error {
	if person == to {
		return api.Refuse(api.TableSeated)
	}
	row, lives, err := e.accounts.rowNow(ctx, to)
	switch {
	case err != nil:
		return err
	case !lives, row.Kind == string(api.KindLevel): // a level answers nobody
		return api.Refuse(api.TableNotHere)
	case o.Accounts && row.Kind == string(api.KindGuest):
		return api.Refuse(api.TableGuest)
	}
	if err := e.blocks.refuse(ctx, api.TableNotHere, person, to); err != nil {
		return err
	}
	return e.mayRate(ctx, o, [2]string{person, to})
}

// notDeclined refuses another invitation of who has declined one today.
func (s *Service) notDeclined(ctx context.Context, person, to string) error {
	closed, err := s.store.List(ctx, Query{Person: person, Phase: string(api.Closed)})
	if err != nil {
		return s.fault("list", "", err)
	}
	for _, row := range closed {
		if s.now().Sub(row.Updated) >= day || summaryOf(row).Reserved != to {
			continue
		}
		_, events, err := s.store.Load(ctx, row.ID)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return s.fault("load", row.ID, err)
		}
		if len(events) > 0 && strings.HasPrefix(events[len(events)-1].Message, to+":") {
			return api.Refuse(api.TableDeclined)
		}
	}
	return nil
}

// invited is somebody who is asked to play at a table.
type invited struct{ person, table string }

const (
	invitedFor  = time.Hour // how long an answer is waited for
	mostInvited = 10_000    // invitations that are remembered
)

// invitations are those that wait for an answer, at every process: it may come to any.
type invitations struct {
	*env
	mu    sync.Mutex
	asked map[invited]time.Time // when
	// declined is when the first has declined an invitation of the second that was not stored, and twice when they
	// did so once more that day.
	declined, twice map[[2]string]time.Time
}

// note remembers an invitation, or that it was answered.
func (i *invitations) note(v invitation) {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := i.now()
	if v.Invite.No {
		delete(i.asked, invited{v.Invite.Person.ID, v.Invite.Table.ID})
		both, declined := [2]string{v.Invite.Person.ID, v.To}, i.declined
		if at, ok := declined[both]; ok && now.Sub(at) < day {
			declined = i.twice
		}
		remember(declined, both, now)
		return
	}
	remember(i.asked, invited{v.To, v.Invite.Table.ID}, now)
}

// remember notes when something was, and forgets what is long ago where there is much.
func remember[K comparable](all map[K]time.Time, key K, now time.Time) {
	if len(all) >= mostInvited {
		maps.DeleteFunc(all, func(_ K, at time.Time) bool { return now.Sub(at) > day })
	}
	if len(all) >= mostInvited {
		clear(all)
	}
	all[key] = now
}

// notDeclined refuses to ask somebody again who has declined twice that day: "not now" may mean what it says.
func (i *invitations) notDeclined(person, to string) error {
	i.mu.Lock()
	at, declined := i.twice[[2]string{to, person}]
	i.mu.Unlock()
	if declined && i.now().Sub(at) < day {
		return api.Refuse(api.TableDeclined)
	}
	return nil
}

// was reports whether somebody was asked to play at a table and has not answered.
func (i *invitations) was(person, table string) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	at, ok := i.asked[invited{person, table}]
	return ok && i.now().Sub(at) <= invitedFor
}

// tell tells the person who is asked, on every connection here.
func (i *invitations) tell(v invitation) {
	i.note(v)
	i.presence.tell(v.To, &Push{Message: api.ToClient{Type: "invited", TableID: v.Invite.Table.ID, Invite: &v.Invite}})
}
