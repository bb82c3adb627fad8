package load

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Finding is a broken promise.
type Finding struct {
	// Kind is "lost", "doubled", "changed", "gap", "illegal", "flag" or "contradiction".
	Kind  string `json:"kind"`
	Table string `json:"table"`
	Seq   int64  `json:"seq,omitempty"`
	Text  string `json:"text"`
}

func (f Finding) String() string {
	return fmt.Sprintf("%s: table %s, event %d: %s", f.Kind, f.Table, f.Seq, f.Text)
}

// Ledger notes what was sent to a server, what it has acknowledged and what it has
// told anybody. It is a [client.Observer] for every connection of a run and is safe
// for concurrent use.
type Ledger struct {
	mu       sync.Mutex
	tables   map[string]*tableLedger
	findings []Finding
	seen     map[Finding]bool
	counts   Counts
}

// Counts are the sums of a [Ledger].
type Counts struct {
	Sent, Acknowledged, Received, Resent, Reconnected int64
	// Flags is how often somebody lost on time, by the events received.
	Flags int64
	// Longest is the longest time from the first sending of a message to its acknowledgement.
	Longest time.Duration
	// Refused counts refusals by code.
	Refused map[string]int64
}

// tableLedger is the part of one table.
type tableLedger struct {
	received map[int64]string // what was received of each event
	last     int64            // the greatest number received
	started  int64            // the number of the start, 0 before
	acked    map[int64]deed   // what was acknowledged under each number
	by       map[int64]string // the message that was acknowledged under it
	sent     map[deed]int     // how often something was sent, each message once
}

// deed is what somebody does in a game, without the time.
type deed struct {
	side game.Side
	kind play.Kind
	text string
}

func deedOf(e play.Event) deed {
	d := deed{side: e.Side, kind: e.Kind}
	switch e.Kind {
	case play.Move:
		d.text = e.Move
	case play.Offer:
		d.text = string(e.What)
	}
	return d
}

// NewLedger returns an empty ledger.
func NewLedger() *Ledger {
	return &Ledger{tables: map[string]*tableLedger{}, seen: map[Finding]bool{}, counts: Counts{Refused: map[string]int64{}}}
}

func (l *Ledger) table(id string) *tableLedger {
	t := l.tables[id]
	if t == nil {
		t = &tableLedger{received: map[int64]string{}, acked: map[int64]deed{}, by: map[int64]string{}, sent: map[deed]int{}}
		l.tables[id] = t
	}
	return t
}

// find notes a finding once. The caller holds mu.
func (l *Ledger) find(kind, table string, seq int64, format string, args ...any) {
	f := Finding{Kind: kind, Table: table, Seq: seq, Text: fmt.Sprintf(format, args...)}
	if !l.seen[f] {
		l.seen[f] = true
		l.findings = append(l.findings, f)
	}
}

// Findings returns what was found so far.
func (l *Ledger) Findings() []Finding {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.findings)
}

// Counts returns the sums so far.
func (l *Ledger) Counts() Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.counts
	c.Refused = map[string]int64{}
	for code, n := range l.counts.Refused {
		c.Refused[code] = n
	}
	return c
}

// Tables returns the ids of all tables noted.
func (l *Ledger) Tables() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ids []string
	for id := range l.tables {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Add notes a table, so that it is compared though nothing was sent there.
func (l *Ledger) Add(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.table(id)
}

// Forget leaves out a table from now on: one that is over and was compared.
func (l *Ledger) Forget(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.tables, id)
}

// Sending notes what a player is about to do; it is called once for each message.
func (l *Ledger) Sending(table string, e play.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counts.Sent++
	l.table(table).sent[deedOf(e)]++
}

// Answered notes the answer to a message.
func (l *Ledger) Answered(table string, e play.Event, r client.Receipt, refusal string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.table(table)
	if refusal != "" {
		l.counts.Refused[refusal]++
		return
	}
	l.counts.Acknowledged++
	l.counts.Longest = max(l.counts.Longest, r.Latency)
	if r.Sent > 1 {
		l.counts.Resent++
	}
	if by, taken := t.by[r.Seq]; taken && by != r.ID {
		l.find("doubled", table, r.Seq, "two messages were acknowledged under one number: %s and %s", by, r.ID)
	}
	t.by[r.Seq] = r.ID
	t.acked[r.Seq] = deedOf(e)
}

// Connected is part of [client.Observer].
func (l *Ledger) Connected(again bool) {
	if again {
		l.mu.Lock()
		l.counts.Reconnected++
		l.mu.Unlock()
	}
}

// Lost is part of [client.Observer]: connections break in these runs.
func (l *Ledger) Lost(error) {}

// EventsReceived is part of [client.Observer]: what was sent once stays as it is.
func (l *Ledger) EventsReceived(table string, events []api.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.table(table)
	for _, e := range events {
		l.counts.Received++
		is := digest(e)
		if was, known := t.received[e.Seq]; known && was != is {
			l.find("changed", table, e.Seq, "was told as %s, then as %s", was, is)
		}
		if _, known := t.received[e.Seq]; !known && strings.Contains(string(e.Play), `"kind":"flag"`) {
			l.counts.Flags++
		}
		t.received[e.Seq] = is
		t.last = max(t.last, e.Seq)
		if e.Kind == api.EventStarted {
			t.started = e.Seq
		}
	}
}

// TableReceived is part of [client.Observer]. Tables are compared by [Ledger.Compare], where
// it is known what must be in them.
func (l *Ledger) TableReceived(*api.Table) {}

// Problem is part of [client.Observer].
func (l *Ledger) Problem(p client.Problem) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.find("contradiction", p.Table, p.Seq, "%v", p.Err)
}

// digest is what must be the same of an event for everybody at any time. Names
// are left out, because people may change theirs.
func digest(e api.Event) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at %d", e.Kind, e.At)
	if e.Person != nil {
		fmt.Fprintf(&b, " seat %d %s", e.Seat, e.Person.ID)
	}
	if e.Seats != nil {
		fmt.Fprintf(&b, " %s %s", e.Seats[0].ID, e.Seats[1].ID)
	}
	if e.Reveal != nil {
		fmt.Fprintf(&b, " %v", *e.Reveal)
	}
	if e.Rematch != nil {
		fmt.Fprintf(&b, " %v", *e.Rematch)
	}
	b.Write(e.Terms)
	b.Write(e.Play)
	return b.String()
}

// Mark is how much of a table a ledger knew at a moment.
type Mark struct {
	last     int64
	started  int64
	received map[int64]string
	acked    map[int64]deed
}

// least is the number of the last event that must be there.
func (m Mark) least() int64 {
	least := m.last
	for seq := range m.acked {
		least = max(least, seq)
	}
	return least
}

// Mark returns what must be in a table that is read from now on.
func (l *Ledger) Mark(id string) Mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.table(id)
	m := Mark{last: t.last, started: t.started, received: map[int64]string{}, acked: map[int64]deed{}}
	for seq, is := range t.received {
		m.received[seq] = is
	}
	for seq, d := range t.acked {
		m.acked[seq] = d
	}
	return m
}

// Compare holds a table, as it was read after the mark was made, against the ledger.
func (l *Ledger) Compare(m Mark, read *api.Table) {
	l.mu.Lock()
	defer l.mu.Unlock()
	id := read.ID
	if read.Seq < m.last {
		l.find("lost", id, m.last, "it was told, but the table ends with event %d", read.Seq)
	}
	for seq := range m.acked {
		if read.Seq < seq {
			l.find("lost", id, seq, "it was acknowledged, but the table ends with event %d", read.Seq)
		}
	}
	var log play.Log
	if len(read.Log) == 0 {
		if len(m.acked) > 0 {
			l.find("lost", id, 0, "%d events were acknowledged, but no game has begun", len(m.acked))
		}
		return
	}
	if err := json.Unmarshal(read.Log, &log); err != nil {
		l.find("illegal", id, 0, "the log cannot be read: %v", err)
		return
	}
	state, err := play.Replay(log)
	if err != nil {
		l.find("illegal", id, 0, "%v", err)
	}
	if state != nil && state.End().Why == record.Time {
		l.find("flag", id, read.Seq, "somebody lost on time")
	}
	l.compareEvents(m, id, log.Events)
	l.compareSent(id, log.Events)
}

// Missing notes that a table cannot be read any more.
func (l *Ledger) Missing(id string, r *client.Refused) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.find("lost", id, 0, "the table cannot be read: %s", r.Reason.Code)
}

// compareEvents holds the events of a game against what was acknowledged and told
// under their numbers. The caller holds mu.
func (l *Ledger) compareEvents(m Mark, id string, events []play.Event) {
	if m.started == 0 {
		return // nobody received the start, so nothing was played either
	}
	for seq, want := range m.acked {
		i := seq - m.started - 1
		switch {
		case i < 0:
			l.find("changed", id, seq, "a deed was acknowledged under the number of an event before the start")
		case i >= int64(len(events)):
			l.find("lost", id, seq, "it was acknowledged, but the game has %d events", len(events))
		case deedOf(events[i]) != want && met(events, i) != want:
			l.find("changed", id, seq, "%v was acknowledged, but %v is there", want, deedOf(events[i]))
		}
	}
	for i, e := range events {
		seq := m.started + 1 + int64(i)
		was, known := m.received[seq]
		text, err := json.Marshal(e)
		if known && err == nil && !strings.HasSuffix(was, string(text)) {
			l.find("changed", id, seq, "was told as %s, but %s is there", was, text)
		}
	}
	for seq := m.started; seq <= m.last; seq++ {
		if i := seq - m.started - 1; i >= int64(len(events)) {
			l.find("gap", id, seq, "it was told, but the game has %d events", len(events))
			break
		}
	}
}

// met returns the offer of a draw that an acceptance may have been sent as: it met the opponent's. For anything else it
// returns no deed.
func met(events []play.Event, i int64) deed {
	e := events[i]
	if e.Kind != play.Accept || e.Offer < 1 || int64(e.Offer) > i || events[e.Offer-1].What != play.OfferDraw {
		return deed{}
	}
	return deedOf(play.Event{Kind: play.Offer, What: play.OfferDraw, Side: e.Side})
}

// compareSent finds what is in a game more often than anybody has sent it. The
// caller holds mu.
func (l *Ledger) compareSent(id string, events []play.Event) {
	sent := l.table(id).sent
	there := map[deed]int{}
	for i, e := range events {
		d := deedOf(e)
		if offer := met(events, int64(i)); offer != (deed{}) && there[d] == sent[d] {
			d = offer
		}
		// A forced pass is played by the server where the player does not come to it.
		if !e.Kind.ByHost() && e.Move != "pass" {
			there[d]++
		}
	}
	for d, n := range there {
		if n > sent[d] {
			l.find("doubled", id, 0, "%v was sent %d times and is there %d times", d, sent[d], n)
		}
	}
}
