package table

import (
	"context"
	"errors"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

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

// decision makes the events that follow from a request, or refuses it. It changes nothing,
// the state that it is given neither: whoever tries events does that on a clone.
type decision func(ctx context.Context, st *state, q request) ([]Event, error)

// Do carries out a message of a person: send, sit, leave, terms, ask, invite, rematch,
// claim or say. It returns the number of the event that the message became; for say that of the
// line. It is durable then. The same id of the same person at the same table is
// carried out once, and acknowledged as often as it comes; one that was refused is refused again.
//
// On a refusal the number is that of the last event, and whoever watches the table
// has been told everything up to it.
func (s *Service) Do(ctx context.Context, person string, m api.ToServer) (int64, error) {
	return s.do(ctx, person, m, 0)
}

func (s *Service) do(ctx context.Context, person string, m api.ToServer, lag time.Duration) (_ int64, err error) {
	q := request{person: person, key: person + ":" + m.ID, arrived: s.now(), lag: lag, m: m, charges: s.charges()}
	defer func() { q.charges.settle(err) }()
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
		if err := t.refusals.find(q.key); err != nil {
			return t.seq, err
		}
		seq, err := s.invite(ctx, t, q)
		return seq, t.refusals.note(q.key, err)
	}
	return s.carryOut(ctx, t, q, decide)
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
//  5. The events are appended. Only then the copy becomes the state, and whoever
//     watches is told.
func (s *Service) carryOut(ctx context.Context, t *liveTable, q request, decide decision) (seq int64, err error) {
	q.arrived = t.arrival(q)
	defer func() {
		if err != nil && !refused(err) {
			t.noteRetry(q, s.now())
		}
	}()
	fresh, err := s.load(ctx, t)
	if err != nil {
		return 0, err
	}
	for range 8 {
		if seq, ok := t.cached.messages[q.key]; ok && q.key != "" {
			delete(t.retries, q.key)
			return seq, nil
		}
		if err := t.refusals.find(q.key); err != nil {
			return t.seq, err
		}
		events, err := s.decide(ctx, t, q, decide)
		if err != nil && !refused(err) {
			return t.seq, err
		}
		if len(events) == 0 && !fresh {
			fresh = true
			if more, err := s.catchUp(ctx, t); err != nil {
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
		switch err := s.append(ctx, t, events); {
		case err == nil && own:
			delete(t.retries, q.key)
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
	st := t.cached.state
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
