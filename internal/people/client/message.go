package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
)

// How a message is sent until it has its answer.

// message waits for its answer.
type message struct {
	body     api.ToServer
	bytes    []byte
	began    time.Time
	first    time.Time // when it was sent first, zero before
	sent     time.Time // last time
	broke    bool      // a connection on which it was sent
	times    int
	busy     int
	trouble  *api.Error // why it was put off, where the server says so
	notUntil time.Time  // after "busy"
	answered chan struct{}
	receipt  Receipt
	err      error
}

// unsent reports whether the message has to be shown as not sent: there is no connection,
// one broke on which it was sent, or its answer is late. Whether it has arrived is then
// not known before it is answered.
func (p *message) unsent(connected bool, late time.Duration, now time.Time) bool {
	return !connected || p.broke || !p.first.IsZero() && now.Sub(p.first) >= late
}

// send notes that the message is sent now.
func (p *message) send(now time.Time) {
	if p.first.IsZero() {
		p.first = now
	}
	p.sent, p.notUntil = now, time.Time{}
	p.times++
}

// Receipt is the server's yes.
type Receipt struct {
	ID string
	// Seq is the number of the event that the message led to.
	Seq int64
	// Latency is the time from the first sending to the acknowledgement.
	Latency time.Duration
	// Sent is how often the message was sent, Busy how often the server put it off.
	Sent, Busy int
}

// Do sends a message that has an id and returns when it was acknowledged. It is sent
// until then, whatever happens to the connection. The error is a [*Refused], that of
// the context, or why the connection ended; after the latter two nobody knows
// whether it was carried out.
func (l *Live) Do(ctx context.Context, m api.ToServer) (Receipt, error) {
	p := &message{answered: make(chan struct{}), began: time.Now()}
	l.mu.Lock()
	if m.ID == "" {
		l.number++
		m.ID = l.prefix + "x" + strconv.FormatInt(l.number, 36)
	}
	l.mu.Unlock()
	keeps := l.o.Outbox != nil && MoveText(m) != ""
	if keeps {
		_ = l.o.Outbox.keep(l.session.Address(), m) // what cannot be kept is sent all the same
	}
	p.body, p.bytes = m, encode(m)
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return Receipt{}, l.err
	}
	l.pending = append(l.pending, p)
	conn := l.conn
	if conn != nil {
		p.send(p.began)
	} else {
		l.notifyTable(m.Table) // it cannot be sent now
	}
	l.mu.Unlock()
	if conn != nil {
		l.writeTo(conn, p.bytes)
	}
	select {
	case l.posted <- struct{}{}:
	default:
	}
	late := time.AfterFunc(l.lateAfter(), func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.notifyTable(m.Table)
	})
	defer late.Stop()
	if keeps {
		go l.o.Outbox.sync(m.ID) // after it was sent: the clock of who moves does not wait for the disk
	}
	select {
	case <-p.answered:
		if keeps && final(p.err) {
			l.o.Outbox.drop(m.ID)
		}
		return p.receipt, p.err
	case <-ctx.Done():
		l.forget(p)
		return Receipt{}, ctx.Err()
	}
}

// final reports whether the server has decided about a message: with the same one it would
// answer the same.
func final(err error) bool {
	var refused *Refused
	switch {
	case err == nil:
		return true
	case !errors.As(err, &refused) || refused.Status != 0: // the connection has ended
		return false
	}
	switch api.Code(refused.Reason.Code) {
	case api.LiveRate, api.LiveBusy, api.LiveEnding:
		return false
	}
	return true
}

// lateAfter is how long an answer may take before it is late.
func (l *Live) lateAfter() time.Duration { return min(lateAfter, l.o.ResendAfter*3/4) }

// notifyTable wakes who waits for a change of a table. The caller holds mu.
func (l *Live) notifyTable(id string) {
	if t := l.tables[id]; t != nil {
		t.notify()
	}
}

func (l *Live) forget(p *message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, q := range l.pending {
		if q == p {
			l.pending = append(l.pending[:i:i], l.pending[i+1:]...)
			return
		}
	}
}

// resend sends again what had no answer for long. Where the server has said nothing at
// all since it was sent, it is sent on another connection. It reports whether something
// waits for an answer.
func (l *Live) resend(conn *websocket.Conn, now time.Time) (waits bool) {
	var again [][]byte
	lastHeard := l.lastHeard()
	l.mu.Lock()
	for _, p := range l.pending {
		if now.Sub(p.sent) >= l.o.ResendAfter && now.After(p.notUntil) {
			if lastHeard.Before(p.sent) {
				l.mu.Unlock()
				cut(conn)
				return true
			}
			p.send(now)
			again = append(again, p.bytes)
		}
	}
	for _, t := range l.tables {
		// The server sends what it has acknowledged sooner or later; ask for it when it is late.
		if t.acked > t.table.Seq && now.Sub(t.ackedAt) >= l.o.ResendAfter {
			t.ackedAt = now
			again = append(again, t.watchMessage())
		}
	}
	waits = len(l.pending) > 0
	l.mu.Unlock()
	for _, text := range again {
		l.writeTo(conn, text)
	}
	return waits
}

// answer ends the wait of a message.
func (l *Live) answer(m *api.ToClient) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range l.pending {
		if p.body.ID != m.ID {
			continue
		}
		l.pending = append(l.pending[:i:i], l.pending[i+1:]...)
		l.notifyTable(p.body.Table)
		if m.Type == "ack" {
			if t := l.tables[p.body.Table]; t != nil && p.body.Type != "say" && m.Seq > t.acked {
				t.acked, t.ackedAt = m.Seq, time.Now()
			}
			p.receipt = Receipt{ID: m.ID, Seq: m.Seq, Latency: time.Since(p.began), Sent: p.times, Busy: p.busy}
		} else {
			refused := &Refused{Seq: m.Seq}
			if m.Error != nil {
				refused.Reason = *m.Error
			}
			p.err = refused
		}
		close(p.answered)
		return
	}
	if m.Type == "refused" && l.o.Stand != nil && m.ID == l.o.Stand.ID && m.Error != nil {
		go l.end(&Refused{Reason: *m.Error}) // what the program offers is none
		return
	}
	// A call that waits for a table that cannot be watched gets the error.
	for _, t := range l.tables {
		if m.Type == "refused" && m.ID == l.prefix+"w"+t.id {
			if m.Error != nil && m.Error.Code == string(api.TableRate) {
				t.watchLater(m.Error)
				return
			}
			t.gone = &Refused{Seq: m.Seq}
			if m.Error != nil {
				t.gone.Reason = *m.Error
			}
			t.notify()
		}
	}
}

// watchLater asks for a table again when the server may be asked: after a reconnection
// more tables are asked for at once than it answers.
func (t *Table) watchLater(why *api.Error) {
	l := t.live
	seconds, _ := strconv.Atoi(why.Args["seconds"])
	time.AfterFunc(time.Duration(seconds)*time.Second+busyWait+rand.N(busyWait), func() {
		l.mu.Lock()
		watched := l.tables[t.id] == t
		text := t.watchMessage()
		l.mu.Unlock()
		if watched {
			l.write(text)
		}
	})
}

// postpone sends a message again a little later.
func (l *Live) postpone(id string, why *api.Error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.pending {
		if p.body.ID != id {
			continue
		}
		p.busy++
		p.trouble = why
		wait := busyWait + rand.N(busyWait)
		p.notUntil = time.Now().Add(wait)
		time.AfterFunc(wait, func() { l.again(p) })
		return
	}
}

func (l *Live) again(p *message) {
	l.mu.Lock()
	conn := l.conn
	waiting := conn != nil && p.err == nil && p.receipt.ID == ""
	if waiting {
		p.send(time.Now())
	}
	l.mu.Unlock()
	if waiting {
		l.writeTo(conn, p.bytes)
	}
}
