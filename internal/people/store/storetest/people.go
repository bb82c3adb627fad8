package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/host"
	"cairn.example/internal/people/table"
)

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

	must(t, "rename", s.Rename(t.Context(), "ann", "Annie"))
	ann.Name = "Annie"
	if got, err := s.Person(t.Context(), "ann"); err != nil || !samePerson(got, ann) {
		t.Errorf("after a rename: %+v, %v, want %+v", got, err, ann)
	}
	must(t, "rename", s.Rename(t.Context(), "ann", "Anna"))
	eva := table.PersonRow{ID: "eva", Name: "Eva", Kind: "account", Skeleton: "eva", Created: s.Now()}
	must(t, "new person", s.NewPerson(t.Context(), eva))
	want(t, "rename an account as a guest", s.Rename(t.Context(), "eva", "Evi"), table.ErrNotFound)
	want(t, "rename a guest as an account", s.RenameAccount(t.Context(), "ann", "Eve", "eve", s.Now()), table.ErrNotFound)
	must(t, "rename an account", s.RenameAccount(t.Context(), "eva", "Evi", "evi", s.Now().Add(time.Hour)))
	for _, c := range []struct {
		skeleton, person string
		taken            bool
	}{{"evi", "ann", true}, {"evi", "eva", false}, {"eva", "ann", true}, {"eva", "eva", false}, {"eva", "", true}, {"ev", "ann", false}} {
		if taken, err := s.NameTaken(t.Context(), c.skeleton, c.person); err != nil || taken != c.taken {
			t.Errorf("%s is taken for %s: %v, %v", c.skeleton, c.person, taken, err)
		}
	}
	must(t, "delete", s.DeletePerson(t.Context(), "eva"))
	for _, held := range []string{"evi", "eva"} {
		if taken, err := s.NameTaken(t.Context(), held, "ann"); err != nil || taken != (held == "evi") {
			t.Errorf("%s is taken after deletion: %v, %v", held, taken, err)
		}
	}
	want(t, "rename nobody", s.Rename(t.Context(), "eve", "Eve"), table.ErrNotFound)

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

	if p, _, err := s.ByCredential(t.Context(), "session", hash("one")); err != nil || p.ID != "ann" || p.Name != "Ann" {
		t.Errorf("by credential: %+v, %v", p, err)
	}
	for _, c := range [][2]string{{"session", "old"}, {"session", "no"}, {"link", "two"}, {"session", "ghost"}, {"session", ""}} {
		_, _, err := s.ByCredential(t.Context(), c[0], hash(c[1]))
		want(t, fmt.Sprint(c), err, table.ErrNotFound)
	}

	// More than one question to the database holds.
	many := [][]byte{hash("one"), hash("old"), hash("ghost")}
	for i := range 120 {
		many = append(many, hash(fmt.Sprint("many ", i)))
	}
	add("session", "many 119", "ann", time.Hour)
	add("link", "many 118", "ann", time.Hour)
	good, err := s.GoodCredentials(t.Context(), "session", many)
	if err != nil || len(good) != 2 || !good[string(hash("one"))] || !good[string(hash("many 119"))] {
		t.Errorf("good: %d, %v", len(good), err)
	}
	if good, err := s.GoodCredentials(t.Context(), "session", nil); err != nil || len(good) != 0 {
		t.Errorf("good of none: %d, %v", len(good), err)
	}

	next := func(secret string) table.Credential {
		return table.Credential{Kind: "session", Hash: hash(secret), Created: now, Expires: now.Add(time.Hour)}
	}
	if p, err := s.UseCredential(t.Context(), "link", hash("one"), next("three")); err != nil || p.ID != "ann" {
		t.Errorf("use: %+v, %v", p, err)
	}
	if p, _, err := s.ByCredential(t.Context(), "session", hash("three")); err != nil || p.ID != "ann" {
		t.Errorf("the session of the link: %+v, %v", p, err)
	}
	_, err = s.UseCredential(t.Context(), "link", hash("one"), next("four"))
	want(t, "use twice", err, table.ErrNotFound)
	_, err = s.UseCredential(t.Context(), "session", hash("old"), next("four"))
	want(t, "use an expired one", err, table.ErrNotFound)
	_, _, err = s.ByCredential(t.Context(), "session", hash("four"))
	want(t, "a session of nothing", err, table.ErrNotFound)
	// Where the session cannot be stored, the link is as good as before.
	add("link", "two", "ann", time.Hour)
	if _, err := s.UseCredential(t.Context(), "link", hash("two"), next("three")); err == nil || errors.Is(err, table.ErrNotFound) {
		t.Errorf("use it for a session that is there: %v", err)
	}
	if p, err := s.UseCredential(t.Context(), "link", hash("two"), next("five")); err != nil || p.ID != "ann" {
		t.Errorf("use it after that: %+v, %v", p, err)
	}
	if _, _, err := s.ByCredential(t.Context(), "session", hash("one")); err != nil {
		t.Errorf("the session with the same secret: %v", err)
	}
	must(t, "delete", s.DeleteCredential(t.Context(), "session", hash("one")))
	must(t, "delete again", s.DeleteCredential(t.Context(), "session", hash("one")))
	_, _, err = s.ByCredential(t.Context(), "session", hash("one"))
	want(t, "a deleted one", err, table.ErrNotFound)
	if _, _, err := s.ByCredential(t.Context(), "session", hash("two")); err != nil {
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
	for i := range cap(used) {
		wg.Go(func() {
			_, err := s.UseCredential(t.Context(), "link", hash("l"), table.Credential{Kind: "session", Hash: hash(fmt.Sprint(i)), Created: now, Expires: now.Add(time.Hour)})
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

// Personal are the strings of the person that [Populate] makes: after the person is
// deleted, none of them may be left anywhere.
var Personal = []string{
	"Annabel Personal", "Anna Formerly", "annabel's line of chat", "annabel's report", "report about annabel",
	"https://push.example/annabel", "annabel-notice", "what annabel had written", "annabel said that", "annabel's answer", "annabels-game",
	skeletonNow, skeletonBefore, browser, setting,
}

// What an account has beyond that.
const (
	skeletonNow, skeletonBefore = "annabelpersonal", "annaformerly"
	browser, setting            = "Annabel's browser", "annabel's setting"
)

// Populate fills a store with a person, "ann", who has done everything that leaves
// something personal, and with somebody else, "bob".
func Populate(t *testing.T, s table.Store) {
	t.Helper()
	ctx := t.Context()
	now := s.Now()
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{
		ID: "ann", Name: Personal[1], Created: now, Muted: now.Add(2 * time.Hour), Banned: now.Add(time.Hour),
		Kind: "account", Skeleton: skeletonBefore, Settings: `{"zone":"` + setting + `"}`,
	}))
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "bob", Name: "Bob Other", Created: now}))
	must(t, "rename", s.RenameAccount(ctx, "ann", Personal[0], skeletonNow, now.Add(time.Hour)))
	for _, person := range []string{"ann", "bob"} {
		for _, kind := range []string{"session", "link"} {
			must(t, "credential", s.NewCredential(ctx, table.Credential{Kind: kind, Hash: hash(person), Person: person, Created: now, Expires: now.Add(time.Hour), Label: map[string]string{"ann": browser}[person]}))
		}
	}
	device(t, s.(outbox), "ann", "annabel")
	row, events := NewTable(s, "table001")
	row.Seats = [2]string{"ann", "bob"}
	row.Notices = []table.Notice{{Person: "ann", Kind: "device", Key: Personal[6], At: now, Due: now}}
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
	_, _, err := s.(keeping).PutKept(ctx, "ann", []table.KeptItem{{Item: "g.1", Payload: Personal[10], Updated: now}}, keptMost)
	must(t, "keep", err)
	h := s.(deciding)
	none := func(int64, string) []table.Notice { return nil }
	id, err := h.Act(ctx, host.Action{Host: "bob", Person: "ann", What: host.Warn, Quote: Personal[7], Text: Personal[8], At: now}, none)
	must(t, "act", err)
	must(t, "acknowledge", h.Acknowledge(ctx, "ann", id, Personal[9], func(host.Action, []string) []table.Notice { return nil }))
	_, err = h.Act(ctx, host.Action{Host: "ann", Person: "bob", What: host.Warn, Text: "said to bob", At: now}, none)
	must(t, "act", err)
}

// deciding is a store that keeps what hosts have decided.
type deciding interface {
	Act(ctx context.Context, a host.Action, notices func(id int64, reporter string) []table.Notice) (int64, error)
	Acknowledge(ctx context.Context, person string, id int64, answer string, notices func(a host.Action, hosts []string) []table.Notice) error
	Actions(ctx context.Context, person string, most int) ([]host.Action, error)
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
		_, _, err := s.ByCredential(ctx, kind, hash("ann"))
		want(t, "a credential", err, table.ErrNotFound)
	}
	lines, err := s.Lines(ctx, "table001", "players", 0, 1000)
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
	// What was decided stays, and says nothing of them any more.
	done, err := s.(deciding).Actions(ctx, "ann", 10)
	if err != nil || len(done) != 1 || done[0].Host != "bob" || done[0].What != host.Warn || done[0].Text+done[0].Quote+done[0].Answer != "" {
		t.Errorf("decided about them: %+v, %v", done, err)
	}
	if done, err = s.(deciding).Actions(ctx, "bob", 10); err != nil || len(done) != 1 || done[0].Text != "said to bob" {
		t.Errorf("decided about the other: %+v, %v", done, err)
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
