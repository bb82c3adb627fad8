package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

// Run tests stores that open makes, an empty one at each call.
func Run(t *testing.T, open func(t *testing.T) table.Store) {
	for _, tt := range []struct {
		name string
		test func(t *testing.T, s table.Store)
	}{
		{"create", testCreate},
		{"append", testAppend},
		{"row", testRow},
		{"messages", testMessages},
		{"race", testRace},
		{"many at once", testMany},
		{"seqs", testSeqs},
		{"due", testDue},
		{"due race", testDueRace},
		{"list", testList},
		{"people", testPeople},
		{"credentials", testCredentials},
		{"used once", testUsedOnce},
		{"notices", testNotices},
		{"devices", testDevices},
		{"kept", testKept},
		{"chat", testChat},
		{"reports", testReports},
		{"delete person", testDeletePerson},
		{"forget", testForget},
		{"unseen tables", testUnseenTables},
		{"forget tables", testForgetTables},
		{"come back", testComeBack},
		{"time", testTime},
		{"context", testContext},
		{"texts", testTexts},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, open(t)) })
	}
}

// NewTable returns a row with its first event, at the time of the store.
func NewTable(s table.Store, id string) (table.Row, []table.Event) {
	now := s.Now()
	row := table.Row{
		ID: id, Secret: []byte("secret of " + id), Created: now, Seq: 1, Updated: now, Game: "game", Phase: "open",
		Summary: []byte(`{"v":1}`),
	}
	return row, []table.Event{Event(id, 1, "", now)}
}

// Event returns an event of a table.
func Event(id string, seq int64, message string, at time.Time) table.Event {
	return table.Event{Table: id, Seq: seq, Kind: "play", Payload: fmt.Appendf(nil, `{"v":1,"n":%d}`, seq), Message: message, At: at}
}

// next appends one event and returns the row after it.
func next(t *testing.T, s table.Store, row table.Row, message string) table.Row {
	t.Helper()
	row, err := tryNext(s, row, message)
	if err != nil {
		t.Fatalf("append number %d: %v", row.Seq, err)
	}
	return row
}

func tryNext(s table.Store, row table.Row, message string) (table.Row, error) {
	row.Seq++
	row.Updated = s.Now()
	return row, s.Append(context.Background(), row, []table.Event{Event(row.ID, row.Seq, message, row.Updated)})
}

func create(t *testing.T, s table.Store, id string) table.Row {
	t.Helper()
	row, events := NewTable(s, id)
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatalf("create %s: %v", id, err)
	}
	return row
}

// want is a refusal that a call must give.
func want(t *testing.T, what string, err, is error) {
	t.Helper()
	if !errors.Is(err, is) {
		t.Errorf("%s: error %v, want %v", what, err, is)
	}
}

func must(t *testing.T, what string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
}

func sameRow(a, b table.Row) bool {
	return a.ID == b.ID && bytes.Equal(a.Secret, b.Secret) && a.Created.Equal(b.Created) && a.Seq == b.Seq && a.Updated.Equal(b.Updated) &&
		a.Game == b.Game && a.Phase == b.Phase && a.Public == b.Public && a.Seats == b.Seats && a.Deadline.Equal(b.Deadline) &&
		a.Deadline.IsZero() == b.Deadline.IsZero() && bytes.Equal(a.Summary, b.Summary)
}

func sameEvents(a, b []table.Event) bool {
	return slices.EqualFunc(a, b, func(x, y table.Event) bool {
		return x.Table == y.Table && x.Seq == y.Seq && x.Kind == y.Kind && bytes.Equal(x.Payload, y.Payload) && x.Message == y.Message && x.At.Equal(y.At)
	})
}

// holds compares what a store holds of a table with what it must hold.
func holds(t *testing.T, s table.Store, row table.Row, events []table.Event) {
	t.Helper()
	gotRow, gotEvents, err := s.Load(t.Context(), row.ID)
	must(t, "load", err)
	if !sameRow(gotRow, row) {
		t.Errorf("the row is\n%+v, want\n%+v", gotRow, row)
	}
	if !sameEvents(gotEvents, events) {
		t.Errorf("the events are\n%+v, want\n%+v", gotEvents, events)
	}
}
