package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/table"
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
		{"chat", testChat},
		{"reports", testReports},
		{"delete person", testDeletePerson},
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

func testDue(t *testing.T, s table.Store) {
	ids, err := s.Due(t.Context(), 10)
	if err != nil || len(ids) != 0 {
		t.Errorf("due in an empty store: %v, %v", ids, err)
	}
	now := s.Now()
	for i, deadline := range []time.Time{{}, now.Add(-time.Second), now.Add(time.Hour), now.Add(-time.Minute)} {
		row, events := NewTable(s, fmt.Sprintf("table%03d", i))
		row.Deadline = deadline
		must(t, "create", s.Create(t.Context(), row, events))
	}
	one, err := s.Due(t.Context(), 1)
	must(t, "due", err)
	if !slices.Equal(one, []string{"table003"}) {
		t.Errorf("the first one due is %v, want table003", one)
	}
	two, err := s.Due(t.Context(), 10)
	must(t, "due", err)
	if !slices.Equal(two, []string{"table001"}) {
		t.Errorf("due after it is %v, want table001", two)
	}
	if again, err := s.Due(t.Context(), 10); err != nil || len(again) != 0 {
		t.Errorf("due while others look after them: %v, %v", again, err)
	}
	// Who has appended can be told at once again.
	row, _, err := s.Load(t.Context(), "table003")
	must(t, "load", err)
	row = next(t, s, row, "")
	if again, err := s.Due(t.Context(), 10); err != nil || !slices.Equal(again, []string{"table003"}) {
		t.Errorf("due after an append: %v, %v", again, err)
	}
	// A deadline that was moved back comes at its time, one of an older table not at all.
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq, s.Now().Add(time.Hour)))
	row, _, err = s.Load(t.Context(), row.ID)
	if err != nil || row.Deadline.Before(s.Now().Add(50*time.Minute)) {
		t.Errorf("the postponed deadline is %v, %v", row.Deadline, err)
	}
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq-1, now.Add(-time.Second)))
	if again, err := s.Due(t.Context(), 10); err != nil || len(again) != 0 {
		t.Errorf("due after it was postponed: %v, %v", again, err)
	}
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq, now.Add(-time.Second)))
	if again, err := s.Due(t.Context(), 10); err != nil || !slices.Equal(again, []string{"table003"}) {
		t.Errorf("due at a postponed deadline: %v, %v", again, err)
	}
	row.Deadline = time.Time{}
	next(t, s, row, "")
	if again, err := s.Due(t.Context(), 10); err != nil || len(again) != 0 {
		t.Errorf("due without a deadline: %v, %v", again, err)
	}
}

// testDueRace lets several ask at once: each table is told to one of them.
func testDueRace(t *testing.T, s table.Store) {
	const n = 40
	past := s.Now().Add(-time.Second)
	for i := range n {
		row, events := NewTable(s, fmt.Sprintf("table%03d", i))
		row.Deadline = past
		must(t, "create", s.Create(t.Context(), row, events))
	}
	var mu sync.Mutex
	told := map[string]int{}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 8 {
				ids, err := s.Due(t.Context(), 5)
				if err != nil {
					t.Errorf("due: %v", err)
				}
				mu.Lock()
				for _, id := range ids {
					told[id]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(told) != n {
		t.Errorf("%d of %d tables were told", len(told), n)
	}
	for id, times := range told {
		if times > 1 {
			t.Errorf("%s was told %d times", id, times)
		}
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
	rows, err := s.List(t.Context(), table.Query{Phase: "playing"})
	must(t, "list", err)
	row, _, err := s.Load(t.Context(), "table001")
	must(t, "load", err)
	if len(rows) != 1 || !sameRow(rows[0], row) {
		t.Errorf("the list has %+v, the table is %+v", rows, row)
	}
}

func samePerson(a, b table.PersonRow) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Created.Equal(b.Created) && a.Banned.Equal(b.Banned) && a.Muted.Equal(b.Muted) && a.Banned.IsZero() == b.Banned.IsZero()
}

func testPeople(t *testing.T, s table.Store) {
	ann := table.PersonRow{ID: "ann", Name: "Ann Ö. 安", Created: s.Now()}
	must(t, "new person", s.NewPerson(t.Context(), ann))
	must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: "bob", Created: s.Now()}))
	want(t, "new person twice", s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Name: "Other"}), table.ErrConflict)
	got, err := s.Person(t.Context(), "ann")
	if err != nil || !samePerson(got, ann) {
		t.Errorf("person: %+v, %v, want %+v", got, err, ann)
	}
	_, err = s.Person(t.Context(), "eve")
	want(t, "person", err, table.ErrNotFound)

	ann.Name, ann.Banned, ann.Muted = "Anna", s.Now().Add(time.Hour), s.Now().Add(time.Minute)
	must(t, "update", s.UpdatePerson(t.Context(), ann))
	if got, err := s.Person(t.Context(), "ann"); err != nil || !samePerson(got, ann) {
		t.Errorf("person: %+v, %v, want %+v", got, err, ann)
	}
	must(t, "rename", s.Rename(t.Context(), "ann", "Annie"))
	ann.Name = "Annie"
	if got, err := s.Person(t.Context(), "ann"); err != nil || !samePerson(got, ann) {
		t.Errorf("after a rename: %+v, %v, want %+v", got, err, ann)
	}
	must(t, "rename", s.Rename(t.Context(), "ann", "Anna"))
	want(t, "rename nobody", s.Rename(t.Context(), "eve", "Eve"), table.ErrNotFound)
	want(t, "update nobody", s.UpdatePerson(t.Context(), table.PersonRow{ID: "eve"}), table.ErrNotFound)

	names, err := s.Names(t.Context(), []string{"ann", "eve", "bob", "ann"})
	if err != nil || len(names) != 2 || names["ann"] != "Anna" || names["bob"] != "" {
		t.Errorf("names: %v, %v", names, err)
	}
	if names, err := s.Names(t.Context(), nil); err != nil || len(names) != 0 {
		t.Errorf("names of nobody: %v, %v", names, err)
	}
}

func hash(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

func testCredentials(t *testing.T, s table.Store) {
	must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Name: "Ann", Created: s.Now()}))
	now := s.Now()
	add := func(kind, secret, person string, lasts time.Duration) {
		t.Helper()
		must(t, "new credential", s.NewCredential(t.Context(), table.Credential{Kind: kind, Hash: hash(secret), Person: person, Created: now, Expires: now.Add(lasts)}))
	}
	add("session", "one", "ann", time.Hour)
	add("session", "two", "ann", time.Hour)
	add("link", "one", "ann", time.Hour)
	add("session", "old", "ann", -time.Second)
	want(t, "a credential of nobody", s.NewCredential(t.Context(), table.Credential{Kind: "session", Hash: hash("ghost"), Person: "gone", Created: now, Expires: now.Add(time.Hour)}), table.ErrNotFound)
	want(t, "a credential twice", s.NewCredential(t.Context(), table.Credential{Kind: "session", Hash: hash("one"), Person: "ann", Created: now, Expires: now.Add(time.Hour)}), table.ErrConflict)

	if p, err := s.ByCredential(t.Context(), "session", hash("one")); err != nil || p.ID != "ann" || p.Name != "Ann" {
		t.Errorf("by credential: %+v, %v", p, err)
	}
	for _, c := range [][2]string{{"session", "old"}, {"session", "no"}, {"link", "two"}, {"session", "ghost"}, {"session", ""}} {
		_, err := s.ByCredential(t.Context(), c[0], hash(c[1]))
		want(t, fmt.Sprint(c), err, table.ErrNotFound)
	}

	if p, err := s.UseCredential(t.Context(), "link", hash("one")); err != nil || p.ID != "ann" {
		t.Errorf("use: %+v, %v", p, err)
	}
	_, err := s.UseCredential(t.Context(), "link", hash("one"))
	want(t, "use twice", err, table.ErrNotFound)
	_, err = s.UseCredential(t.Context(), "session", hash("old"))
	want(t, "use an expired one", err, table.ErrNotFound)
	if _, err := s.ByCredential(t.Context(), "session", hash("one")); err != nil {
		t.Errorf("the session with the same secret: %v", err)
	}
	must(t, "delete", s.DeleteCredential(t.Context(), "session", hash("one")))
	must(t, "delete again", s.DeleteCredential(t.Context(), "session", hash("one")))
	_, err = s.ByCredential(t.Context(), "session", hash("one"))
	want(t, "a deleted one", err, table.ErrNotFound)
	if _, err := s.ByCredential(t.Context(), "session", hash("two")); err != nil {
		t.Errorf("the other session: %v", err)
	}
}

// testUsedOnce uses one link from many places at once.
func testUsedOnce(t *testing.T, s table.Store) {
	must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Created: s.Now()}))
	now := s.Now()
	must(t, "new credential", s.NewCredential(t.Context(), table.Credential{Kind: "link", Hash: hash("l"), Person: "ann", Created: now, Expires: now.Add(time.Hour)}))
	var wg sync.WaitGroup
	used := make(chan error, 8)
	for range cap(used) {
		wg.Go(func() {
			_, err := s.UseCredential(t.Context(), "link", hash("l"))
			used <- err
		})
	}
	wg.Wait()
	close(used)
	times := 0
	for err := range used {
		if err == nil {
			times++
		} else if !errors.Is(err, table.ErrNotFound) {
			t.Errorf("use: %v", err)
		}
	}
	if times != 1 {
		t.Errorf("the link was used %d times", times)
	}
}

func testChat(t *testing.T, s table.Store) {
	for _, id := range []string{"ann", "bob"} {
		must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: id, Created: s.Now()}))
	}
	create(t, s, "table001")
	create(t, s, "table002")
	now := s.Now()
	say := func(id, room, person, text string) table.ChatLine {
		t.Helper()
		l, err := s.Say(t.Context(), table.ChatLine{Table: id, Room: room, Person: person, Text: text, At: now})
		must(t, "say", err)
		if l.Text != text || l.Table != id || l.Person != person {
			t.Errorf("say returned %+v", l)
		}
		return l
	}
	for i, text := range []string{"one", "two", "three", "four"} {
		if l := say("table001", []string{"players", "watchers"}[i%2], "ann", text); l.Number != int64(i)+1 {
			t.Errorf("line %q has number %d, want %d", text, l.Number, i+1)
		}
	}
	if l := say("table002", "players", "bob", "else"); l.Number != 1 {
		t.Errorf("the first line of another table has number %d", l.Number)
	}
	for _, tt := range []struct {
		room  string
		after int64
		limit int
		want  string
	}{
		{"players", 0, 10, "1 one, 3 three"},
		{"watchers", 0, 10, "2 two, 4 four"},
		{"watchers", 2, 10, "4 four"},
		{"watchers", 0, 1, "4 four"},
		{"watchers", 4, 10, ""},
		{"nobody", 0, 10, ""},
	} {
		lines, err := s.Said(t.Context(), "table001", tt.room, tt.after, tt.limit)
		must(t, "said", err)
		var got []string
		for _, l := range lines {
			got = append(got, fmt.Sprint(l.Number, " ", l.Text))
			if l.Table != "table001" || l.Room != tt.room || l.Person != "ann" || !l.At.Equal(now) {
				t.Errorf("line %+v", l)
			}
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("said in %s after %d, at most %d: %v, want %s", tt.room, tt.after, tt.limit, got, tt.want)
		}
	}
	_, err := s.Say(t.Context(), table.ChatLine{Table: "nowhere", Room: "players", Person: "ann", Text: "hi", At: now})
	want(t, "say at no table", err, table.ErrNotFound)

	// The same message is the same line, and without an id each is another.
	first, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: "once", Message: "ann-1", At: now})
	must(t, "say", err)
	again, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: "twice", Message: "ann-1", At: now.Add(time.Second)})
	must(t, "say again", err)
	if first.Number != 5 || again.Number != 5 || again.Text != "once" || !again.At.Equal(now) || again.Message != "ann-1" || again.Person != "ann" {
		t.Errorf("said once %+v, again %+v", first, again)
	}
	if l := say("table001", "players", "ann", "next"); l.Number != 6 {
		t.Errorf("the line after a repeated one has number %d", l.Number)
	}

	// What is said at once gets numbers of its own.
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := s.Say(t.Context(), table.ChatLine{Table: "table002", Room: "players", Person: "bob", Text: "x", At: now}); err != nil {
				t.Errorf("say: %v", err)
			}
		})
	}
	wg.Wait()
	lines, err := s.Said(t.Context(), "table002", "players", 0, 100)
	must(t, "said", err)
	for i, l := range lines {
		if l.Number != int64(i)+1 {
			t.Errorf("line %d has number %d", i+1, l.Number)
		}
	}
	if len(lines) != 21 {
		t.Errorf("%d lines", len(lines))
	}
}

func testReports(t *testing.T, s table.Store) {
	now := s.Now()
	for _, id := range []string{"ann", "bob"} {
		must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: id, Created: now}))
	}
	for i := range 3 {
		must(t, "report", s.NewReport(t.Context(), table.Report{
			Table: "table001", Line: int64(i), Reporter: "ann", Person: "bob", Text: fmt.Sprint("report ", i), At: now.Add(time.Duration(i) * time.Second),
		}))
	}
	all, err := s.Reports(t.Context(), 10)
	must(t, "reports", err)
	if len(all) != 3 {
		t.Fatalf("%d reports", len(all))
	}
	for i, r := range all {
		n := int64(2 - i)
		if r.Line != n || r.Text != fmt.Sprint("report ", n) || r.Reporter != "ann" || r.Person != "bob" || r.Table != "table001" || r.ID == 0 || !r.At.Equal(now.Add(time.Duration(n)*time.Second)) {
			t.Errorf("report %d is %+v", i, r)
		}
	}
	if some, err := s.Reports(t.Context(), 2); err != nil || len(some) != 2 || some[0].ID != all[0].ID {
		t.Errorf("two reports: %+v, %v", some, err)
	}
}

// Personal are the strings of the person that [Populate] makes: after the person is
// deleted, none of them may be left anywhere.
var Personal = []string{"Annabel Personal", "Anna Formerly", "annabel's line of chat", "annabel's report", "report about annabel"}

// Populate fills a store with a person, "ann", who has done everything that leaves
// something personal, and with somebody else, "bob".
func Populate(t *testing.T, s table.Store) {
	t.Helper()
	ctx := t.Context()
	now := s.Now()
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "ann", Name: Personal[1], Created: now}))
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "bob", Name: "Bob Other", Created: now}))
	must(t, "rename", s.UpdatePerson(ctx, table.PersonRow{ID: "ann", Name: Personal[0], Muted: now}))
	for _, person := range []string{"ann", "bob"} {
		for _, kind := range []string{"session", "link"} {
			must(t, "credential", s.NewCredential(ctx, table.Credential{Kind: kind, Hash: hash(person), Person: person, Created: now, Expires: now.Add(time.Hour)}))
		}
	}
	row, events := NewTable(s, "table001")
	row.Seats = [2]string{"ann", "bob"}
	must(t, "create", s.Create(ctx, row, events))
	next(t, s, row, "ann-1")
	for range 30 { // more than a page of a file
		for person, text := range map[string]string{"ann": Personal[2], "bob": "bob's line of chat"} {
			_, err := s.Say(ctx, table.ChatLine{Table: row.ID, Room: "players", Person: person, Text: text, At: now})
			must(t, "say", err)
		}
	}
	must(t, "report", s.NewReport(ctx, table.Report{Table: row.ID, Reporter: "ann", Person: "bob", Text: Personal[3], At: now}))
	must(t, "report", s.NewReport(ctx, table.Report{Table: row.ID, Reporter: "bob", Person: "ann", Text: Personal[4], At: now}))
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "eve", Created: now}))
	must(t, "report", s.NewReport(ctx, table.Report{Table: row.ID, Reporter: "bob", Person: "eve", Text: "another report", At: now}))
}

func testDeletePerson(t *testing.T, s table.Store) {
	Populate(t, s)
	ctx := t.Context()
	must(t, "delete", s.DeletePerson(ctx, "ann"))
	_, err := s.Person(ctx, "ann")
	want(t, "the person", err, table.ErrNotFound)
	if names, err := s.Names(ctx, []string{"ann", "bob"}); err != nil || len(names) != 1 || names["bob"] == "" {
		t.Errorf("names: %v, %v", names, err)
	}
	for _, kind := range []string{"session", "link"} {
		_, err := s.ByCredential(ctx, kind, hash("ann"))
		want(t, "a credential", err, table.ErrNotFound)
	}
	lines, err := s.Said(ctx, "table001", "players", 0, 1000)
	must(t, "said", err)
	for _, l := range lines {
		if l.Person == "ann" || l.Text == Personal[2] {
			t.Errorf("a line is left: %+v", l)
		}
	}
	if len(lines) != 30 {
		t.Errorf("%d lines of the other person are left, want 30", len(lines))
	}
	reports, err := s.Reports(ctx, 10)
	must(t, "reports", err)
	if len(reports) != 1 || reports[0].Text != "another report" {
		t.Errorf("reports: %+v", reports)
	}
	// Whatever comes late is not stored.
	_, err = s.Say(ctx, table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: Personal[2], At: s.Now()})
	want(t, "a late line", err, table.ErrNotFound)
	want(t, "a late report", s.NewReport(ctx, table.Report{Table: "table001", Reporter: "ann", Person: "bob", Text: Personal[3]}), table.ErrNotFound)
	want(t, "a late report about somebody", s.NewReport(ctx, table.Report{Table: "table001", Reporter: "bob", Person: "ann", Text: Personal[4]}), table.ErrNotFound)
	want(t, "a late session", s.NewCredential(ctx, table.Credential{Kind: "session", Hash: hash("late"), Person: "ann", Expires: s.Now().Add(time.Hour)}), table.ErrNotFound)
	// The table is as it was, and goes on.
	row, events, err := s.Load(ctx, "table001")
	if err != nil || row.Seats != [2]string{"ann", "bob"} || len(events) != 2 {
		t.Errorf("the table: %+v, %d events, %v", row, len(events), err)
	}
	next(t, s, row, "bob-1")
	if l, err := s.Say(ctx, table.ChatLine{Table: row.ID, Room: "players", Person: "bob", Text: "so?", At: s.Now()}); err != nil || l.Number != 61 {
		t.Errorf("the next line: %+v, %v; numbers are not given again", l, err)
	}
	want(t, "delete twice", s.DeletePerson(ctx, "ann"), table.ErrNotFound)
}

func testTime(t *testing.T, s table.Store) {
	last := s.Now()
	if !last.Equal(last.Truncate(time.Millisecond)) {
		t.Errorf("the clock shows %v, want whole milliseconds", last)
	}
	for range 1000 {
		now := s.Now()
		if now.Before(last) {
			t.Fatalf("the clock went back from %v to %v", last, now)
		}
		last = now
	}
	if d := s.Served(last, last.Add(-time.Second)); d != 0 {
		t.Errorf("served backwards: %v", d)
	}
	row := create(t, s, "table001") // now something is stored
	if d := s.Served(row.Created, row.Created.Add(1500*time.Millisecond)); d != 1500*time.Millisecond {
		t.Errorf("served 1.5 s: %v", d)
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

// testTexts stores what people write.
func testTexts(t *testing.T, s table.Store) {
	must(t, "new person", s.NewPerson(t.Context(), table.PersonRow{ID: "ann", Created: s.Now()}))
	create(t, s, "table001")
	for i, text := range []string{"", "'; DROP TABLE events; --", "ünï 日本 🪨", strings.Repeat("long ", 2000), "tab\tline\nend", `back\slash "quoted" $1 ?1 :a @b`} {
		l, err := s.Say(t.Context(), table.ChatLine{Table: "table001", Room: "players", Person: "ann", Text: text, At: s.Now()})
		must(t, "say", err)
		lines, err := s.Said(t.Context(), "table001", "players", int64(i), 10)
		if err != nil || len(lines) != 1 || lines[0].Text != text || lines[0].Number != l.Number {
			t.Errorf("said %q, stored %+v, %v", text, lines, err)
		}
	}
}
