package client

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// View is what is known of a table. The state is that of the table itself: it may be
// read only within the function it was handed to.
type View struct {
	// Table is the table; its Log is not kept up, State is.
	Table api.Table
	// State is the game, nil before the start.
	State *play.State
	// Elapsed is the time since the last event of the game.
	Elapsed time.Duration
	// Plan is what one has planned, nil for nothing.
	Plan *api.Plan
	// Chat are the lines that one may read, the oldest first.
	Chat []api.Line
	// PresenceAge is the time since Table.Presence arrived.
	PresenceAge time.Duration
	// Known says that the table has arrived at all.
	Known bool
	// Connected says that there is a connection now.
	Connected bool
	// Stopped says that the server is being restarted, so that no clock runs.
	Stopped bool
	// Away says that nothing serves at the server's address. Whether it serves others by another way is not known.
	Away bool
	// Unsent is what was sent to the table and has to be shown as not sent, because it cannot be sent now or its answer
	// is late; Trouble is why the server puts it off, nil where it does not say so.
	Unsent  []api.ToServer
	Trouble *api.Error
	// Gone is why the server does not tell of the table, nil where it does.
	Gone *Refused
}

// Side returns the side that the session's person plays; false for who watches.
func (v *View) Side() (game.Side, bool) {
	switch v.Table.You {
	case api.First:
		return game.First, true
	case api.Second:
		return game.Second, true
	}
	return 0, false
}

// MyTurn reports whether the session's person is to move.
func (v *View) MyTurn() bool {
	side, plays := v.Side()
	return plays && v.State != nil && !v.State.Over() && v.State.Turn() == side
}

// Table is a table that a live connection watches. It is safe for concurrent use.
type Table struct {
	id   string
	live *Live

	// Guarded by live.mu.
	table      api.Table
	state      *play.State
	known      bool
	event      time.Time // when the last event of the game happened, by the own clock
	heard      time.Time // when the server said so last
	presenceAt time.Time // when the news of who is here arrived
	plan       *api.Plan // nil for none
	chat       []api.Line
	changed    chan struct{}
	acked      int64     // the greatest number that a message of ours was acknowledged with,
	ackedAt    time.Time // and when, or when the table was asked for it last
	gone       *Refused  // the server does not tell of the table
}

// Watch begins to watch a table, or returns it where it is watched.
func (l *Live) Watch(id string) *Table {
	l.mu.Lock()
	t := l.tables[id]
	isNew := t == nil
	if isNew {
		t = &Table{id: id, live: l, changed: make(chan struct{})}
		l.tables[id] = t
	}
	text := t.watchMessage()
	l.mu.Unlock()
	if isNew {
		l.write(text)
	}
	return t
}

// Unwatch ends the watching of a table.
func (l *Live) Unwatch(id string) {
	l.mu.Lock()
	t := l.tables[id]
	delete(l.tables, id)
	l.mu.Unlock()
	if t != nil {
		l.write(encode(api.ToServer{Type: "unwatch", Table: id}))
	}
}

// watchMessage asks for what follows the last event known. The caller holds mu.
func (t *Table) watchMessage() []byte {
	t.plan = nil // it comes with the answer where there is one
	return encode(api.ToServer{Type: "watch", Table: t.id, Since: t.table.Seq, ID: t.live.prefix + "w" + t.id})
}

// notify wakes who waits for a change. The caller holds mu.
func (t *Table) notify() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// ID returns the id of the table.
func (t *Table) ID() string { return t.id }

// View calls f with what is known now; f must be quick and must not call the
// connection.
func (t *Table) View(f func(*View)) {
	t.live.mu.Lock()
	defer t.live.mu.Unlock()
	v := t.view()
	f(&v)
}

func (t *Table) view() View {
	v := View{Table: t.table, State: t.state, Plan: t.plan, Chat: t.chat, Known: t.known, Connected: t.live.conn != nil, Away: t.live.away, Gone: t.gone}
	if !t.presenceAt.IsZero() {
		v.PresenceAge = time.Since(t.presenceAt)
	}
	now := time.Now()
	for _, p := range t.live.pending {
		if p.body.Table == t.id && p.unsent(v.Connected, t.live.lateAfter(), now) {
			v.Unsent = append(v.Unsent, p.body)
			v.Trouble = p.trouble
		}
	}
	if v.Stopped = !t.live.stopped.IsZero(); v.Stopped {
		now = t.live.stopped
	}
	if t.state != nil {
		if a := t.table.Away; a != nil && a[t.state.Turn()] > 0 {
			now = t.heard // the clock of who is away stands
		}
		v.Elapsed = max(0, now.Sub(t.event))
	}
	return v
}

// Changed returns a channel that is closed at the next change.
func (t *Table) Changed() <-chan struct{} {
	t.live.mu.Lock()
	defer t.live.mu.Unlock()
	return t.changed
}

// Wait returns when the condition holds, which is asked now and at every change. The
// error is that of the context, or why the connection ended.
func (t *Table) Wait(ctx context.Context, condition func(*View) bool) error {
	for {
		t.live.mu.Lock()
		v := t.view()
		holds, changed, err := condition(&v), t.changed, t.live.err
		if t.gone != nil && err == nil {
			err = t.gone
		}
		t.live.mu.Unlock()
		switch {
		case holds:
			return nil
		case err != nil:
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// --- what the server tells

func (l *Live) receiveTable(table *api.Table) error {
	if l.o.Observer != nil {
		l.o.Observer.TableReceived(table)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tables[table.ID]
	if t == nil || t.known && table.Seq < t.table.Seq {
		return nil // no longer watched, or older than what is known
	}
	var state *play.State
	if len(table.Log) > 0 {
		var log play.Log
		err := json.Unmarshal(table.Log, &log)
		if err == nil {
			state, err = play.Replay(log)
		}
		if err != nil {
			return l.problem(table.ID, table.Seq, err)
		}
	}
	t.table, t.state, t.known = *table, state, true
	t.table.Log = nil
	t.presenceAt = time.Now()
	t.heard = time.Now()
	t.event = t.heard.Add(-time.Duration(table.Elapsed) * time.Millisecond)
	t.notify()
	return nil
}

func (l *Live) receiveEvents(m *api.ToClient) error {
	if l.o.Observer != nil {
		l.o.Observer.EventsReceived(m.TableID, m.Events)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.tables[m.TableID]
	if t == nil || !t.known {
		return nil
	}
	for i := range m.Events {
		e := &m.Events[i]
		switch {
		case e.Seq <= t.table.Seq:
			continue
		case e.Seq > t.table.Seq+1:
			// Something was not told: ask for it. The answer holds this event too.
			go l.write(t.watchMessage())
			return nil
		}
		if err := t.fold(e); err != nil {
			t.table.Seq = 0 // the next connection asks for the whole table
			return l.problem(t.id, e.Seq, err)
		}
	}
	if m.Elapsed != 0 {
		t.heard = time.Now()
		t.event = t.heard.Add(-time.Duration(m.Elapsed) * time.Millisecond)
	}
	t.notify()
	return nil
}

// fold takes over one event. The caller holds mu.
func (t *Table) fold(e *api.Event) error {
	state, err := api.Fold(t.state, e.Kind, e.Terms, e.Play)
	if err != nil {
		return err
	}
	if e.Kind == api.EventStarted || e.Kind == api.EventPlay {
		t.event = time.Now()
		t.heard = t.event
	}
	if err := t.table.Apply(e, t.live.session.Person().ID); err != nil {
		return err
	}
	if t.state = state; state != nil && state.Over() {
		t.table.Phase = api.Over
	}
	if t.plan != nil && state != nil {
		plan := t.plan.After(state)
		t.plan = &plan
	}
	return nil
}

// receiveAside takes over what is not part of the log. The caller holds mu.
func (t *Table) receiveAside(m *api.ToClient) {
	if m.Presence != nil {
		t.table.Presence, t.presenceAt = *m.Presence, time.Now()
	}
	if m.Plan != nil {
		t.plan = m.Plan
	}
	for _, line := range m.Chat {
		// At the end players get what watchers have said before, and after a reconnection all lines come again.
		at, known := slices.BinarySearchFunc(t.chat, line.Number, func(l api.Line, n int64) int { return cmp.Compare(l.Number, n) })
		if !known {
			t.chat = slices.Insert(slices.Clip(t.chat), at, line)
		}
	}
}

// --- what the person does

// Send does something in the game. It returns when the server has acknowledged it
// and the table has reached the event it led to; errors are those of [Live.Do].
func (t *Table) Send(ctx context.Context, e play.Event) (Receipt, error) {
	return t.SendAcked(ctx, e, nil)
}

// SendAcked is [Table.Send] and calls f, unless it is nil, with the acknowledgement as
// soon as that has come.
func (t *Table) SendAcked(ctx context.Context, e play.Event, f func(Receipt)) (Receipt, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return Receipt{}, err
	}
	m := api.ToServer{Type: "send", Event: text}
	t.View(func(v *View) {
		if v.State != nil {
			m.Ply, m.Since = v.State.Ply(), v.Table.Seq
		}
	})
	return t.do(ctx, m, f)
}

// Do sends a message of this table; see [Table.Send].
func (t *Table) Do(ctx context.Context, m api.ToServer) (Receipt, error) {
	return t.do(ctx, m, nil)
}

func (t *Table) do(ctx context.Context, m api.ToServer, f func(Receipt)) (Receipt, error) {
	m.Table = t.id
	receipt, err := t.live.Do(ctx, m)
	if err != nil {
		return receipt, err
	}
	if f != nil {
		f(receipt)
	}
	return receipt, t.Wait(ctx, func(v *View) bool { return v.Table.Seq >= receipt.Seq })
}

// Move plays a move.
func (t *Table) Move(ctx context.Context, text string) (Receipt, error) {
	return t.Send(ctx, play.Event{Kind: play.Move, Move: text})
}

// Sit takes the free seat, by the terms that are known here; where they have changed
// meanwhile it is refused.
func (t *Table) Sit(ctx context.Context) (Receipt, error) {
	m := api.ToServer{Type: "sit", Nonce: newNonce()}
	t.View(func(v *View) { m.Since = v.Table.Seq })
	return t.Do(ctx, m)
}

// Terms changes the terms of one's own table before the start.
func (t *Table) Terms(ctx context.Context, o api.Options) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "terms", Options: &o})
}

// Ask asks who made the table for other terms.
func (t *Table) Ask(ctx context.Context, o api.Options) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "ask", Options: &o})
}

// Unask takes one's own ask back, or declines that of a person at one's own table.
func (t *Table) Unask(ctx context.Context, person string) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "ask", No: true, Person: person})
}

// Leave closes one's own table before the start, or one where a seat is kept for one.
func (t *Table) Leave(ctx context.Context) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "leave"})
}

// Rematch offers or accepts to play again, on the same layout with sides swapped if
// same is set.
func (t *Table) Rematch(ctx context.Context, same bool) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "rematch", Same: same, Nonce: newNonce()})
}

// DeclineRematch says no to a rematch, or withdraws one's own offer.
func (t *Table) DeclineRematch(ctx context.Context) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "rematch", No: true})
}

// Claim ends the game of an opponent who is long gone.
func (t *Table) Claim(ctx context.Context, draw bool) (Receipt, error) {
	return t.Do(ctx, api.ToServer{Type: "claim", Draw: draw})
}

// Plan has the server answer moves of the opponent; without lines it does so no longer.
func (t *Table) Plan(ctx context.Context, lines [][]string) (Receipt, error) {
	m := api.ToServer{Type: "plan", Lines: lines}
	t.View(func(v *View) { m.Ply = v.State.Ply() })
	return t.Do(ctx, m)
}

// Say says something in the room of one's role.
func (t *Table) Say(ctx context.Context, text string) (Receipt, error) {
	m := api.ToServer{Type: "say", Table: t.id, Text: text}
	return t.live.Do(ctx, m) // a line is no event of the table
}

// newNonce is a player's share of the layout: 128 random bits.
func newNonce() string {
	var bits [16]byte
	_, _ = rand.Read(bits[:]) // never fails
	return hex.EncodeToString(bits[:])
}
