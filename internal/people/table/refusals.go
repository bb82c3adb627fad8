package table

import (
	"crypto/sha256"
	"encoding/json"
	"time"
)

// What is remembered of messages that were not carried out.

// mostRefusals is how many messages of a table are remembered that were refused.
const mostRefusals = 64

// refusals are the last messages at a table that were refused, and why. What somebody was
// told no is not carried out when a double of the message comes late, to a game that has gone
// on: who wants it still sends another message. The zero value is ready to use.
//
// They are not stored. A double that reaches another process, or this one after a start, is
// looked at as if it came first.
type refusals struct {
	why  map[string]error
	keys []string // the oldest first
}

// find returns why a message was refused, nil if it was not.
func (r *refusals) find(key string) error { return r.why[key] }

// note remembers the answer to a message where it is a refusal, and returns it.
func (r *refusals) note(key string, err error) error {
	if key == "" || err == nil || !refused(err) {
		return err
	}
	if r.why == nil {
		r.why = map[string]error{}
	}
	if _, known := r.why[key]; !known {
		if len(r.keys) >= mostRefusals {
			delete(r.why, r.keys[0])
			r.keys = append(r.keys[:0], r.keys[1:]...)
		}
		r.keys = append(r.keys, key)
	}
	r.why[key] = err
	return err
}

// retry is a message that its sender has to send again: the store did not work (ErrBusy,
// ErrFull, ErrAmbiguous), or a flag waits for other processes (errWaiting). Either way the
// sender's clock is charged only until it came first.
type retry struct {
	first, last time.Time
	person      string
	content     [sha256.Size]byte
}

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
		t.retries[q.key] = retry{first: t.arrival(q), last: now, person: q.person, content: q.content()}
	}
}
