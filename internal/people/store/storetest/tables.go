package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

func testCreate(t *testing.T, s table.Store) {
	row, events := NewTable(s, "table001")
	events = append(events, Event(row.ID, 2, "ann-1", row.Created))
	row.Seq, row.Public, row.Seats = 2, true, [2]string{"ann", ""}
	row.Deadline = row.Created.Add(time.Hour)
	must(t, "create", s.Create(t.Context(), row, events))
	holds(t, s, row, events)

	other, first := NewTable(s, row.ID)
	want(t, "create twice", s.Create(t.Context(), other, first), table.ErrConflict)
	holds(t, s, row, events)

	other, first = NewTable(s, "table002")
	first[0].Seq = 2
	if s.Create(t.Context(), other, first) == nil {
		t.Error("a table that begins with event 2 was stored")
	}
	_, _, err := s.Load(t.Context(), "table002")
	want(t, "load what was refused", err, table.ErrNotFound)
	_, _, err = s.Load(t.Context(), "nowhere")
	want(t, "load", err, table.ErrNotFound)
}

func testAppend(t *testing.T, s table.Store) {
	row, events := NewTable(s, "table001")
	must(t, "create", s.Create(t.Context(), row, events))
	old := row
	row = next(t, s, row, "ann-1")
	events = append(events, Event(row.ID, 2, "ann-1", row.Updated))
	holds(t, s, row, events)

	// Who does not know the last event gets a conflict, and nothing is stored.
	_, err := tryNext(s, old, "bob-1")
	want(t, "append after an old event", err, table.ErrConflict)
	ahead := row
	ahead.Seq++
	_, err = tryNext(s, ahead, "bob-1")
	want(t, "append with a gap", err, table.ErrConflict)
	holds(t, s, row, events)

	// Several events at once, all or nothing.
	now := s.Now()
	more := []table.Event{Event(row.ID, 3, "bob-1", now), Event(row.ID, 4, "", now), Event(row.ID, 5, "", now)}
	row.Seq, row.Updated = 5, now
	must(t, "append three", s.Append(t.Context(), row, more))
	events = append(events, more...)
	holds(t, s, row, events)

	_, err = tryNext(s, table.Row{ID: "nowhere", Seq: 7}, "")
	want(t, "append to no table", err, table.ErrNotFound)

	wrong := row
	wrong.Seq = 8
	if s.Append(t.Context(), wrong, []table.Event{Event(row.ID, 6, "", now)}) == nil {
		t.Error("a row that does not fit its events was stored")
	}
	if wrong.Seq = 6; s.Append(t.Context(), wrong, []table.Event{Event("other", 6, "", now)}) == nil {
		t.Error("an event of another table was stored")
	}
	if s.Append(t.Context(), row, nil) == nil {
		t.Error("an append without events was carried out")
	}
	holds(t, s, row, events)

	since, err := s.Since(t.Context(), row.ID, 3)
	must(t, "since", err)
	if !sameEvents(since, events[3:]) {
		t.Errorf("since 3: %+v", since)
	}
	since, err = s.Since(t.Context(), row.ID, 5)
	if err != nil || len(since) != 0 {
		t.Errorf("since the last event: %v, %v", since, err)
	}
	_, err = s.Since(t.Context(), "nowhere", 0)
	want(t, "since of no table", err, table.ErrNotFound)
}

// testRow changes everything that an append may change.
func testRow(t *testing.T, s table.Store) {
	row := create(t, s, "table001")
	events := []table.Event{Event(row.ID, 1, "", row.Created)}
	row.Seq, row.Updated, row.Game, row.Phase, row.Public = 2, s.Now(), "other", "playing", true
	row.Seats, row.Deadline, row.Summary = [2]string{"ann", "bob"}, row.Updated.Add(time.Minute), []byte(`{"v":1,"ply":1}`)
	events = append(events, Event(row.ID, 2, "", row.Updated))
	changed := row
	changed.Secret, changed.Created = []byte("another"), row.Created.Add(time.Hour)
	must(t, "append", s.Append(t.Context(), changed, events[1:]))
	holds(t, s, row, events) // the secret and when it was made stay
	row.Seats, row.Deadline = [2]string{"bob", "ann"}, time.Time{}
	row = next(t, s, row, "")
	holds(t, s, row, append(events, Event(row.ID, 3, "", row.Updated)))
}

func testMessages(t *testing.T, s table.Store) {
	row := create(t, s, "table001")
	row = next(t, s, row, "ann-1")
	row = next(t, s, row, "") // what the server does has no id, as often as it likes
	row = next(t, s, row, "")
	_, err := tryNext(s, row, "ann-1")
	want(t, "the same message", err, table.ErrConflict)

	// The same message in the middle of an append, or twice within one.
	now := s.Now()
	both := row
	both.Seq += 2
	want(t, "the same message second", s.Append(t.Context(), both, []table.Event{Event(row.ID, row.Seq+1, "", now), Event(row.ID, row.Seq+2, "ann-1", now)}), table.ErrConflict)
	want(t, "a message twice", s.Append(t.Context(), both, []table.Event{Event(row.ID, row.Seq+1, "bob-1", now), Event(row.ID, row.Seq+2, "bob-1", now)}), table.ErrConflict)
	_, err = s.Stored(t.Context(), row.ID, "bob-1")
	want(t, "what was refused", err, table.ErrNotFound)

	row = next(t, s, row, "ann-2")
	other := create(t, s, "table002")
	other = next(t, s, other, "ann-1") // another table, another message

	for _, tt := range []struct {
		id, message string
		want        int64
	}{
		{row.ID, "ann-1", 2},
		{row.ID, "ann-2", 5},
		{other.ID, "ann-1", 2},
	} {
		if seq, err := s.Stored(t.Context(), tt.id, tt.message); err != nil || seq != tt.want {
			t.Errorf("message %s at %s is event %d, %v, want %d", tt.message, tt.id, seq, err, tt.want)
		}
	}
	for _, message := range []string{"ann-3", "", "ANN-1", "ann-1 "} {
		_, err := s.Stored(t.Context(), row.ID, message)
		want(t, fmt.Sprintf("message %q", message), err, table.ErrNotFound)
	}
}

// testRace lets many append to one table at once: each number goes to one of them.
func testRace(t *testing.T, s table.Store) {
	row := create(t, s, "table001")
	const writers, each = 8, 10
	var wg sync.WaitGroup
	var conflicts sync.Map
	for w := range writers {
		wg.Go(func() {
			for n := range each {
				message := fmt.Sprintf("w%d-%d", w, n)
				for {
					now, _, err := s.Load(t.Context(), row.ID)
					if err == nil {
						_, err = tryNext(s, now, message)
					}
					if err == nil {
						break
					}
					if !errors.Is(err, table.ErrConflict) && !errors.Is(err, table.ErrBusy) {
						t.Errorf("%s: %v", message, err)
						return
					}
					conflicts.Store(message, true)
				}
			}
		})
	}
	wg.Wait()
	got, events, err := s.Load(t.Context(), row.ID)
	must(t, "load", err)
	if got.Seq != 1+writers*each || len(events) != 1+writers*each {
		t.Fatalf("%d events, the last is %d, want %d", len(events), got.Seq, 1+writers*each)
	}
	last := map[string]int{}
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
		var w, n int
		if e.Message != "" {
			_, err := fmt.Sscanf(e.Message, "w%d-%d", &w, &n)
			must(t, "message", err)
			if before, ok := last[fmt.Sprint(w)]; ok && before != n-1 {
				t.Errorf("writer %d: event %d after event %d", w, n, before)
			}
			last[fmt.Sprint(w)] = n
		}
	}
}

// testMany lets many tables share commits. One of them is refused in each round, and
// the others must not notice.
func testMany(t *testing.T, s table.Store) {
	const tables, rounds = 24, 6
	rows := make([]table.Row, tables)
	for i := range rows {
		rows[i] = create(t, s, fmt.Sprintf("table%03d", i))
	}
	for round := range rounds {
		var wg sync.WaitGroup
		for i := range rows {
			wg.Go(func() {
				if i == round {
					stale := rows[i]
					stale.Seq--
					_, err := tryNext(s, stale, "")
					if !errors.Is(err, table.ErrConflict) {
						t.Errorf("a stale append: %v", err)
					}
					return
				}
				row, err := tryNext(s, rows[i], fmt.Sprintf("m%d", round))
				if err != nil {
					t.Errorf("append: %v", err)
				}
				rows[i] = row
			})
		}
		wg.Wait()
	}
	for _, row := range rows {
		got, events, err := s.Load(t.Context(), row.ID)
		if err != nil || !sameRow(got, row) || int64(len(events)) != row.Seq {
			t.Errorf("%s: %d events, row %+v, want %+v, %v", row.ID, len(events), got, row, err)
		}
	}
}

func testSeqs(t *testing.T, s table.Store) {
	const n = 120 // more than one query takes
	ids := []string{"nowhere"}
	wanted := map[string]int64{}
	for i := range n {
		row := create(t, s, fmt.Sprintf("table%03d", i))
		ids = append(ids, row.ID)
		wanted[row.ID] = 1
		if i%40 == 0 {
			wanted[row.ID] = next(t, s, row, "").Seq
		}
	}
	got, err := s.Seqs(t.Context(), ids)
	must(t, "seqs", err)
	if len(got) != n {
		t.Errorf("%d tables, want %d", len(got), n)
	}
	for id, seq := range wanted {
		if got[id] != seq {
			t.Errorf("%s is at %d, want %d", id, got[id], seq)
		}
	}
	if got, err := s.Seqs(t.Context(), nil); err != nil || len(got) != 0 {
		t.Errorf("seqs of none: %v, %v", got, err)
	}
}

func testList(t *testing.T, s table.Store) {
	start := s.Now()
	for i, tt := range []struct {
		phase  string
		public bool
		seats  [2]string
	}{
		{"open", true, [2]string{"ann", ""}},
		{"playing", true, [2]string{"ann", "bob"}},
		{"open", false, [2]string{"", "bob"}},
		{"over", true, [2]string{"bob", "ann"}},
		{"open", true, [2]string{"", ""}},
	} {
		row, events := NewTable(s, fmt.Sprintf("table%03d", i))
		row.Phase, row.Public, row.Seats, row.Updated = tt.phase, tt.public, tt.seats, start.Add(time.Duration(i)*time.Second)
		must(t, "create", s.Create(t.Context(), row, events))
	}
	for _, tt := range []struct {
		name  string
		query table.Query
		want  string
	}{
		{"all", table.Query{}, "4 3 2 1 0"},
		{"limit", table.Query{Limit: 2}, "4 3"},
		{"before", table.Query{Before: start.Add(2 * time.Second)}, "1 0"},
		{"public", table.Query{Public: true}, "4 3 1 0"},
		{"open", table.Query{Phase: "open"}, "4 2 0"},
		{"open and public", table.Query{Phase: "open", Public: true}, "4 0"},
		{"of a person", table.Query{Person: "ann"}, "3 1 0"},
		{"of a person, public, before", table.Query{Person: "bob", Public: true, Before: start.Add(3 * time.Second)}, "1"},
		{"of a person, open", table.Query{Person: "bob", Phase: "open"}, "2"},
		{"of nobody", table.Query{Person: "eve"}, ""},
		{"of no phase", table.Query{Phase: "closed"}, ""},
	} {
		rows, err := s.List(t.Context(), tt.query)
		must(t, tt.name, err)
		var got []string
		for _, r := range rows {
			got = append(got, strings.TrimPrefix(r.ID, "table00"))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.name, got, tt.want)
		}
	}
	// Tables of the same millisecond are all there, once, whatever page ends among them.
	for i := 5; i < 9; i++ {
		row, events := NewTable(s, fmt.Sprintf("table%03d", i))
		row.Phase, row.Public, row.Seats, row.Updated = "open", true, [2]string{"dan", ""}, start.Add(-time.Hour)
		must(t, "create", s.Create(t.Context(), row, events))
	}
	for _, query := range []table.Query{{}, {Phase: "open"}, {Person: "dan"}} {
		for limit := 1; limit <= 4; limit++ {
			query := query
			query.Limit, query.Public, query.Before = limit, true, start
			var got []string
			for len(got) < 10 {
				page, err := s.List(t.Context(), query)
				must(t, "list", err)
				for _, r := range page {
					got = append(got, strings.TrimPrefix(r.ID, "table00"))
					query.Before, query.After = r.Updated, r.ID
				}
				if len(page) < limit {
					break
				}
			}
			if strings.Join(got, " ") != "5 6 7 8" {
				t.Errorf("pages of %d of %+v: %v, want 5 6 7 8", limit, query, got)
			}
		}
	}
	rows, err := s.List(t.Context(), table.Query{Phase: "playing"})
	must(t, "list", err)
	row, _, err := s.Load(t.Context(), "table001")
	must(t, "load", err)
	if len(rows) != 1 || !sameRow(rows[0], row) {
		t.Errorf("the list has %+v, the table is %+v", rows, row)
	}
}

// testContext gives up before anything was done.
func testContext(t *testing.T, s table.Store) {
	row := create(t, s, "table001")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	after := row
	after.Seq++
	err := s.Append(gone, after, []table.Event{Event(row.ID, after.Seq, "ann-1", s.Now())})
	if err == nil {
		t.Fatal("an append whose sender has gone was acknowledged")
	}
	_, stored := s.Stored(t.Context(), row.ID, "ann-1")
	if errors.Is(err, context.Canceled) {
		want(t, "what was given up", stored, table.ErrNotFound)
	}
}
