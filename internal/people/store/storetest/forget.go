package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

// forgetting looks at everybody made until now, for whom sessions are old that are good
// for less than an hour.
func forgetting(s table.Store, most int) table.Forgetting {
	return table.Forgetting{Most: most, Created: s.Now(), Unused: s.Now().Add(time.Hour)}
}

// session gives a person a credential that is good for a while, or was.
func session(t *testing.T, s table.Store, kind, person string, lasts time.Duration) table.Credential {
	t.Helper()
	now := s.Now()
	c := table.Credential{Kind: kind, Hash: hash(kind + person), Person: person, Created: now, Expires: now.Add(lasts)}
	must(t, "new credential", s.NewCredential(t.Context(), c))
	return c
}

// forgotten are kinds of people, and who of them goes.
var forgotten = []struct {
	id      string
	session time.Duration // how long it is good, 0 for none
	phase   string        // of the table where the person sits, "" for none
	banned  bool
	goes    bool
}{
	{id: "expired, a game is over", session: -time.Second, phase: "over", goes: true},
	{id: "expired, a table was closed", session: -time.Second, phase: "closed", goes: true},
	{id: "expired, plays", session: -time.Second, phase: "playing"},
	{id: "expired, waits", session: -time.Second, phase: "open"},
	{id: "expired, banned", session: -time.Second, banned: true},
	{id: "expired", session: -time.Second, goes: true},
	{id: "signed out", goes: true},
	{id: "signed out, plays", phase: "playing"},
	{id: "old session, a game is over", session: time.Minute, phase: "over"},
	{id: "old session, never sat", session: time.Minute, goes: true},
	{id: "new session, never sat", session: 2 * time.Hour},
}

// testForget looks at people of every kind, on either seat, a few at a time.
func testForget(t *testing.T, s table.Store) {
	ctx := t.Context()
	names := func(n, chair int) (person, id string) {
		return fmt.Sprintf("%s %d", forgotten[n].id, chair), fmt.Sprintf("table%02d%d", n, chair)
	}
	people := 0
	for n, p := range forgotten {
		for chair := range 2 {
			person, id := names(n, chair)
			row := table.PersonRow{ID: person, Name: "somebody", Created: s.Now()}
			if p.banned {
				row.Banned = s.Now().Add(time.Hour)
			}
			must(t, "new person", s.NewPerson(ctx, row))
			people++
			if p.session != 0 {
				session(t, s, "session", person, p.session)
			}
			if p.phase != "" {
				sits, events := NewTable(s, id)
				sits.Phase, sits.Seats[chair] = p.phase, person
				must(t, "create", s.Create(ctx, sits, events))
				_, err := s.Say(ctx, table.ChatLine{Table: id, Room: "players", Person: person, Text: "hello", At: s.Now()})
				must(t, "say", err)
			}
		}
	}
	f := forgetting(s, 4)
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "signed out, too new", Created: f.Created.Add(time.Second)}))
	people++

	looks := 0
	for again := true; again; looks++ {
		last, gone, err := s.Forget(ctx, f)
		must(t, "forget", err)
		if len(gone) > f.Most || last != "" && last <= f.After {
			t.Fatalf("after %q: %q, %d people", f.After, last, len(gone))
		}
		f.After, again = last, last != ""
	}
	if looks != people/4+1 {
		t.Errorf("%d people in %d looks of four", people, looks)
	}
	_, err := s.Person(ctx, "signed out, too new")
	must(t, "who was made a moment ago", err)
	for n, p := range forgotten {
		for chair := range 2 {
			person, id := names(n, chair)
			if _, err := s.Person(ctx, person); p.goes {
				want(t, person, err, table.ErrNotFound)
			} else {
				must(t, person, err)
			}
			if p.phase == "" {
				continue
			}
			row, events, err := s.Load(ctx, id)
			if err != nil || row.Seats[chair] != person || len(events) != 1 {
				t.Errorf("%s: the table has %q, %d events, %v", person, row.Seats, len(events), err)
			}
			lines, err := s.Lines(ctx, id, "players", 0, 10)
			if said := len(lines) > 0; err != nil || said == p.goes {
				t.Errorf("%s: %d lines are left, %v", person, len(lines), err)
			}
		}
	}
}

// testUnseenTables finds the open tables of those who do not come back.
func testUnseenTables(t *testing.T, s table.Store) {
	ctx := t.Context()
	old := s.Now().Add(-time.Hour)
	for i, c := range []struct {
		phase   string
		updated time.Time
		session time.Duration // of the maker, 0 for none
	}{
		{"open", old, 0},
		{"open", old, time.Minute},
		{"open", old.Add(-time.Second), 2 * time.Hour},
		{"open", s.Now(), 0},
		{"playing", old, 0},
		{"closed", old, 0},
	} {
		person := fmt.Sprint("person", i)
		must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: person, Created: old}))
		if c.session != 0 {
			session(t, s, "session", person, c.session)
		}
		row, events := NewTable(s, fmt.Sprintf("table%03d", i))
		row.Phase, row.Updated, row.Seats[0] = c.phase, c.updated, person
		must(t, "create", s.Create(ctx, row, events))
	}
	for most, want := range map[int]int{1: 1, 10: 2} {
		got, err := s.UnseenTables(ctx, old, s.Now().Add(time.Hour), most)
		slices.Sort(got)
		if err != nil || len(got) != want || most == 10 && !slices.Equal(got, []string{"table000", "table001"}) {
			t.Errorf("of %d unseen tables: %q, %v", most, got, err)
		}
	}
}

// testForgetTables deletes tables that were never played, whole, some at each call, by two processes at once.
func testForgetTables(t *testing.T, s table.Store) {
	ctx := t.Context()
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "ann", Name: "Ann", Created: s.Now()}))
	old := s.Now().Add(-time.Hour)
	make := func(id, phase string, updated time.Time) {
		row, events := NewTable(s, id)
		row.Phase, row.Updated = phase, updated
		must(t, "create", s.Create(ctx, row, events))
		_, err := s.Say(ctx, table.ChatLine{Table: id, Room: "players", Person: "ann", Text: "hello", At: updated})
		must(t, "say", err)
	}
	kept := []string{"waits001", "plays001", "over0001", "closed01"}
	for i, phase := range []string{"open", "playing", "over"} {
		make(kept[i], phase, old)
	}
	make(kept[3], "closed", s.Now())
	const closed = 7
	for n := range closed {
		make(fmt.Sprintf("old%05d", n), "closed", old)
	}
	before := s.Now().Add(-time.Minute)
	n, err := s.ForgetTables(ctx, before, 3)
	must(t, "forget tables", err)
	if n != 3 {
		t.Errorf("%d tables were deleted, want 3", n)
	}
	var wg sync.WaitGroup
	var rest [2]int
	for i := range rest {
		wg.Go(func() {
			n, err := s.ForgetTables(ctx, before, 100)
			if err != nil {
				t.Errorf("forget tables: %v", err)
			}
			rest[i] = n
		})
	}
	wg.Wait()
	if rest[0]+rest[1] != closed-3 {
		t.Errorf("%d tables were deleted by two processes, want %d", rest, closed-3)
	}
	for n := range closed {
		id := fmt.Sprintf("old%05d", n)
		_, _, err := s.Load(ctx, id)
		want(t, "a table that was never played", err, table.ErrNotFound)
		if lines, err := s.Lines(ctx, id, "players", 0, 10); err != nil || len(lines) > 0 {
			t.Errorf("%s: %d lines are left, %v", id, len(lines), err)
		}
		row, events := NewTable(s, id) // nothing of it is in the way of another one
		must(t, "create again", s.Create(ctx, row, events))
	}
	for _, id := range kept {
		if _, events, err := s.Load(ctx, id); err != nil || len(events) != 1 {
			t.Errorf("%s has %d events, %v", id, len(events), err)
		}
	}
}

// testComeBack lets people use their sessions while they are about to be forgotten: where
// the session was said to be good, the person is there.
func testComeBack(t *testing.T, s table.Store) {
	ctx := t.Context()
	var all []table.Credential
	for n := range 16 {
		id := fmt.Sprintf("person%02d", n)
		must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: id, Created: s.Now()}))
		all = append(all, session(t, s, "session", id, time.Minute))
	}
	f := forgetting(s, len(all))
	renewed := make([]error, len(all))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if _, _, err := s.Forget(ctx, f); err != nil {
				t.Errorf("forget: %v", err)
			}
		})
	}
	for n, c := range slices.Backward(all) {
		wg.Go(func() {
			c.Expires = f.Unused.Add(time.Hour)
			renewed[n] = s.RenewCredential(ctx, c)
		})
	}
	wg.Wait()
	for n, c := range all {
		_, kept, err := s.ByCredential(ctx, c.Kind, c.Hash)
		if renewed[n] == nil {
			if err != nil || !kept.Expires.Equal(f.Unused.Add(time.Hour)) {
				t.Errorf("%s came back, and has a session until %v, %v", c.Person, kept.Expires, err)
			}
			continue
		}
		want(t, "renewed", renewed[n], table.ErrNotFound)
		want(t, "who was forgotten", err, table.ErrNotFound)
	}
	// Nobody's is renewed, and none lasts shorter for it.
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "ann", Created: s.Now()}))
	c := session(t, s, "session", "ann", time.Hour)
	want(t, "no such secret", s.RenewCredential(ctx, table.Credential{Kind: c.Kind, Hash: hash("x"), Person: "ann", Expires: c.Expires.Add(time.Hour)}), table.ErrNotFound)
	want(t, "a link of that secret", s.RenewCredential(ctx, table.Credential{Kind: "link", Hash: c.Hash, Person: "ann", Expires: c.Expires.Add(time.Hour)}), table.ErrNotFound)
	if _, kept, err := s.ByCredential(ctx, c.Kind, c.Hash); err != nil || !kept.Expires.Equal(c.Expires) {
		t.Errorf("the session is good until %v, want %v, %v", kept.Expires, c.Expires, err)
	}
}
