package storetest

import (
	"context"
	"strconv"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

// outbox is the part of a store that package notify works with.
type outbox interface {
	table.Store
	Notify(ctx context.Context, list []table.Notice) error
	ClaimNotices(ctx context.Context, until time.Time, most int) ([]table.Notice, error)
	PutOffNotice(ctx context.Context, n table.Notice) error
	FinishNotice(ctx context.Context, n table.Notice) error
	Notices(ctx context.Context, person string, most int) ([]table.Notice, error)
	SeeNotices(ctx context.Context, person string, last int64) error
	ForgetNotices(ctx context.Context, before time.Time) error
	PutDevice(ctx context.Context, d table.Device) error
	Devices(ctx context.Context, person string) ([]table.Device, error)
	DeleteDevice(ctx context.Context, person, id string) error
	DeviceWorked(ctx context.Context, id string) error
	DeviceFailed(ctx context.Context, id string, paused time.Time) error
	Secret(ctx context.Context, name string, draw func() (string, error)) (string, error)
	SetSettings(ctx context.Context, person, before, settings string) error
	ReplaceCredentials(ctx context.Context, c table.Credential) error
	OfKind(ctx context.Context, person, kind string) ([]table.Credential, error)
}

// device gives somebody a session and a device.
func device(t *testing.T, s outbox, person, id string) {
	t.Helper()
	now := s.Now()
	must(t, "new session", s.NewCredential(t.Context(), table.Credential{Kind: "session", Hash: hash(id), Person: person, Created: now, Expires: now.Add(time.Hour)}))
	must(t, "put device", s.PutDevice(t.Context(), table.Device{ID: id, Person: person, Session: hash(id), Endpoint: "https://push.example/" + id, P256dh: "p", Auth: "a", Label: "Firefox", Created: now}))
}

func testNotices(t *testing.T, store table.Store) {
	s := store.(outbox)
	ctx, now := t.Context(), store.Now()
	for _, id := range []string{"ann", "bob"} {
		must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: id, Created: now}))
	}
	device(t, s, "ann", "annabel")
	claim := func(want ...string) []table.Notice {
		t.Helper()
		list, err := s.ClaimNotices(ctx, s.Now().Add(time.Minute), 10)
		must(t, "claim", err)
		if len(list) != len(want) {
			t.Fatalf("claimed %+v, want %v", list, want)
		}
		for i, n := range list {
			if n.Kind != want[i] || n.Tries < 1 || n.Claimed.IsZero() {
				t.Errorf("claimed %+v, want %s", n, want[i])
			}
		}
		return list
	}
	claim()
	// With a change that is refused nothing is stored of it; with one that is made, in the same transaction.
	row := create(t, s, "aaaa2222")
	row.Notices = []table.Notice{
		{Person: "ann", Kind: "turn", Args: `{"n":1}`, At: now, Due: now},
		{Person: "bob", Kind: "turn", At: now, Due: now},
		{Person: "eve", Kind: "turn", At: now, Due: now},
	}
	wrong := row
	wrong.Seq += 2
	want(t, "append", s.Append(ctx, wrong, []table.Event{Event(row.ID, wrong.Seq, "", now)}), table.ErrConflict)
	claim()
	row = next(t, s, row, "")
	if list, err := s.Notices(ctx, "bob", 10); err != nil || len(list) != 1 || !list[0].Due.IsZero() {
		t.Errorf("who has no device: %+v, %v", list, err)
	}
	if list, err := s.Notices(ctx, "eve", 10); err != nil || len(list) != 0 {
		t.Errorf("nobody: %+v, %v", list, err)
	}
	n := claim("turn")[0]
	claim() // it is another process's for a while
	n.Sent = s.Now()
	must(t, "finish", s.FinishNotice(ctx, n))
	// It comes once until it was seen, and again then.
	row = next(t, s, row, "")
	claim()
	must(t, "see people", s.SeePeople(ctx, []string{"ann", "eve"}, s.Now()))
	if p, err := s.Person(ctx, "ann"); err != nil || p.Seen.IsZero() {
		t.Errorf("seen: %+v, %v", p, err)
	}
	row = next(t, s, row, "")
	n = claim("turn")[0]
	// One that comes while it is in hand is not lost where nothing waited a moment before.
	next(t, s, row, "")
	n.Seen = s.Now()
	must(t, "finish", s.FinishNotice(ctx, n))
	n = claim("turn")[0]
	n.Due, n.Tries = s.Now().Add(2*time.Hour), 0
	must(t, "put off", s.PutOffNotice(ctx, n))
	must(t, "notify", s.Notify(ctx, []table.Notice{{Person: "ann", Kind: "turn", At: s.Now(), Due: s.Now()}}))
	claim() // it waits for its time
	// Others of a key take the place of the one before, also while that is sent.
	ending := table.Notice{Person: "ann", Kind: "ending", Key: "aaaa2222", At: now, Due: now}
	must(t, "notify", s.Notify(ctx, []table.Notice{ending, {Person: "ann", Kind: "ending", Key: "bbbb2222", At: now.Add(time.Hour), Due: now.Add(time.Hour)}}))
	old := claim("ending")[0]
	must(t, "notify", s.Notify(ctx, []table.Notice{ending}))
	old.Sent = s.Now()
	must(t, "finish", s.FinishNotice(ctx, old))
	again := claim("ending")[0]
	again.Tries, again.Due = 0, s.Now().Add(time.Hour)
	must(t, "put off", s.PutOffNotice(ctx, again))
	claim()
	list, err := s.Notices(ctx, "ann", 10)
	if err != nil || len(list) != 3 || list[0].Kind != "ending" || list[0].Tries != 0 {
		t.Errorf("what ann was told until now: %+v, %v", list, err)
	}
	must(t, "see", s.SeeNotices(ctx, "ann", list[0].ID))
	if list, err = s.Notices(ctx, "ann", 10); err != nil || list[0].Seen.IsZero() || list[1].Seen.IsZero() {
		t.Errorf("seen: %+v, %v", list, err)
	}
	must(t, "forget", s.ForgetNotices(ctx, s.Now()))
	if list, err = s.Notices(ctx, "ann", 10); err != nil || len(list) != 0 {
		t.Errorf("forgotten: %+v, %v", list, err)
	}
}

func testDevices(t *testing.T, store table.Store) {
	s := store.(outbox)
	ctx, now := t.Context(), store.Now()
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "ann", Created: now}))
	must(t, "new person", s.NewPerson(ctx, table.PersonRow{ID: "bob", Created: now}))
	want(t, "a device of nobody", s.PutDevice(ctx, table.Device{ID: "x", Person: "eve", Session: hash("x")}), table.ErrNotFound)
	device(t, s, "ann", "one")
	device(t, s, "ann", "two")
	ids := func(person string) (all string) {
		t.Helper()
		list, err := s.Devices(ctx, person)
		must(t, "devices", err)
		for _, d := range list {
			all += d.ID + " "
		}
		return all
	}
	if got := ids("ann"); got != "one two " {
		t.Error(got)
	}
	for range 5 {
		must(t, "failed", s.DeviceFailed(ctx, "one", time.Time{}))
	}
	must(t, "failed", s.DeviceFailed(ctx, "two", s.Now().Add(time.Hour)))
	list, err := s.Devices(ctx, "ann")
	must(t, "devices", err)
	if list[0].Paused.Sub(s.Now()) < 23*time.Hour || list[1].Paused.Sub(s.Now()) > time.Hour || list[1].Failures != 1 {
		t.Errorf("%+v", list)
	}
	must(t, "worked", s.DeviceWorked(ctx, "one"))
	if list, err = s.Devices(ctx, "ann"); err != nil || !list[0].Paused.IsZero() || list[0].Worked.IsZero() {
		t.Errorf("%+v, %v", list, err)
	}
	must(t, "delete", s.DeleteDevice(ctx, "bob", "one")) // not his
	must(t, "delete", s.DeleteDevice(ctx, "ann", "one"))
	must(t, "sign out", s.DeleteCredential(ctx, "session", hash("two")))
	if got := ids("ann"); got != "" {
		t.Error(got, "is signed out")
	}
	many := make([]table.Notice, 1001)
	for i := range many {
		many[i] = table.Notice{Person: "bob", Kind: "ending", Key: strconv.Itoa(i), At: now}
	}
	must(t, "notify", s.Notify(ctx, many))
	must(t, "forget", s.ForgetNotices(ctx, now))
	if list, err := s.Notices(ctx, "bob", 9); err != nil || len(list) > 0 {
		t.Errorf("of many notices are left %+v, %v", list, err)
	}
	must(t, "sign in", s.NewCredential(ctx, table.Credential{Kind: "session", Hash: hash("two"), Person: "ann", Created: now, Expires: now.Add(time.Hour)}))
	if got := ids("ann"); got != "" {
		t.Error(got, "had signed out")
	}
	for range 2 {
		if secret, err := s.Secret(ctx, "vapid", func() (string, error) { return s.Now().String(), nil }); err != nil || secret == "" {
			t.Error(err)
		}
	}
	first, _ := s.Secret(ctx, "key", func() (string, error) { return "one", nil })
	if second, err := s.Secret(ctx, "key", func() (string, error) { return "two", nil }); err != nil || second != first {
		t.Errorf("a second secret: %q, %v", second, err)
	}
	want(t, "settings", s.SetSettings(ctx, "ann", `{"x":1}`, `{"y":1}`), table.ErrConflict)
	must(t, "settings", s.SetSettings(ctx, "ann", `{}`, `{"y":1}`))
	for _, key := range []string{"a", "b"} {
		must(t, "replace", s.ReplaceCredentials(ctx, table.Credential{Kind: "feed", Hash: hash(key), Person: "ann", Created: now, Expires: now.Add(time.Hour), Data: key}))
	}
	if list, err := s.OfKind(ctx, "ann", "feed"); err != nil || len(list) != 1 || list[0].Data != "b" {
		t.Errorf("%+v, %v", list, err)
	}
}
