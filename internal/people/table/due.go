package table

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"cairn.example/internal/play"
)

// due returns what the server has to do at a table by itself at that time. While
// somebody whose message could not be carried out is trying again, nothing is due but a
// flag that had fallen before that message came.
//
// A flag falls only when every process has been heard of after its time. Until then it
// may be that the process of who is to move was killed, and errWaiting is the answer: the
// same message, sent again, counts as if it had come now.
func (s *Service) due(ctx context.Context, t *liveTable, st *state, at time.Time) (play.Event, bool, error) {
	grace := s.grace(st)
	e, ok := st.hostEvent(s.elapsed(t, st, at), grace)
	if !ok {
		return e, false, nil
	}
	var heard time.Time
	if e.Kind == play.Flag {
		var err error
		if heard, err = s.store.Heard(ctx); err != nil {
			return e, false, s.fault("heard", t.id, err)
		}
		e, ok = st.hostEvent(s.elapsed(t, st, at), grace) // by what is known now of the time until then
	}
	now := s.now()
	for key, a := range t.retries {
		switch {
		case now.Sub(a.last) > repeatFor:
			delete(t.retries, key)
		case a.person == st.seats[st.game.Turn()] && a.first.Before(at):
			if was, late := st.hostEvent(s.elapsed(t, st, a.first), grace); !late || was.Kind != play.Flag {
				return e, false, nil
			}
		}
	}
	if !ok || e.Kind != play.Flag || !heard.Before(at) {
		return e, ok, nil
	}
	if e, ok = st.hostEvent(s.elapsed(t, st, heard), grace); !ok {
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
	e, err := st.game.Canonical(e)
	if err != nil {
		return nil, err
	}
	return playEvent(e, 0)
}

// retry is a message that its sender was told to send again: the store did not work (ErrBusy,
// ErrFull, ErrAmbiguous), or a flag waits for other processes (errWaiting). Either way the
// sender's clock is not charged from when it came first.
type retry struct {
	first, last time.Time
	person      string
	content     [sha256.Size]byte
}

// errWaiting says that it is not known of every process whether it served until a flag. To
// the sender the server is busy; the store is not.
var errWaiting = fmt.Errorf("a flag waits for other processes: %w", ErrBusy)

const (
	repeatFor     = 10 * time.Second // how long the sender of a message has to repeat it
	mostRetries   = 512              // messages that wait for that at a table
	mostRetriesOf = 8                // of them those of one person, so that nobody leaves the opponent no room
)

// content is what a message asks for: the same message has the same whenever it is sent.
func (q request) content() [sha256.Size]byte {
	text, _ := json.Marshal([]any{q.m.Type, q.m.Ply, string(q.m.Event)})
	return sha256.Sum256(text)
}

// arrival is when a message came first, where it could not be carried out then. It
// counts for the same message, sent again in time: who thinks on pays for that.
func (t *liveTable) arrival(q request) time.Time {
	a, ok := t.retries[q.key]
	if ok && a.content == q.content() && q.arrived.Sub(a.last) <= repeatFor && a.first.Before(q.arrived) {
		return a.first
	}
	return q.arrived
}

// noteRetry notes that a message could not be carried out.
func (t *liveTable) noteRetry(q request, now time.Time) {
	if q.key == "" || q.person == "" {
		return
	}
	if _, seated := seatOf(t.seats, q.person); t.loaded && !seated {
		return // no clock of theirs runs
	}
	if t.retries == nil {
		t.retries = map[string]retry{}
	}
	of := 0
	for key, a := range t.retries {
		switch {
		case now.Sub(a.last) > repeatFor:
			delete(t.retries, key)
		case a.person == q.person:
			of++
		}
	}
	if _, again := t.retries[q.key]; again || len(t.retries) < mostRetries && of < mostRetriesOf {
		t.retries[q.key] = retry{first: q.arrived, last: now, person: q.person, content: q.content()}
	}
}
