package store

import (
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
)

// TestHeard: what is known of the time of three processes, one of which is killed. The
// one that does not find out itself knows of the downtime as soon as it knows that the
// other is lost.
func TestHeard(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a := quiet(t, where, clock)
	heard := func(s *Store, want time.Duration) {
		t.Helper()
		got, err := s.Heard(t.Context())
		if err != nil || clock.Now().Sub(got) != want {
			t.Errorf("heard of all until %v ago, %v, want %v", clock.Now().Sub(got), err, want)
		}
	}
	passes := func(d time.Duration, stores ...*Store) {
		t.Helper()
		clock.pass(d)
		for _, s := range stores {
			if err := s.beat(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
	}
	passes(3*time.Second, a)
	clock.pass(700 * time.Millisecond)
	heard(a, 0) // nobody else is there
	b, c := quiet(t, where, clock), quiet(t, where, clock)
	passes(time.Second, a, b, c)
	killed := clock.Now()
	clock.pass(300 * time.Millisecond)
	heard(b, 300*time.Millisecond)
	c.kill(t)
	clock.pass(700 * time.Millisecond)
	for second := 1; second <= 5; second++ {
		heard(a, time.Duration(second)*time.Second)
		if second < 5 {
			passes(time.Second, a, b)
		}
	}
	passes(time.Second, a) // it finds out that the third one is lost
	heard(b, 0)
	if got, want := b.Served(killed, clock.Now()), 2*time.Second; got != want {
		t.Errorf("served %v since the kill, want %v", got, want)
	}
	for _, s := range []*Store{a, b} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestDueWaits: while it is not known of a process whether it serves, a deadline that has passed writes nothing, however
// often it is asked for. When the process is lost, another one finds out, and the deadline is moved before it counts.
func TestDueWaits(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a, b, killed := quiet(t, where, clock), quiet(t, where, clock), quiet(t, where, clock)
	writes := 0
	a.database.(*postgres).options.Observe = func(n int, _ time.Duration) { writes += n }
	passes := func(d time.Duration, stores ...*Store) {
		t.Helper()
		clock.pass(d)
		for _, s := range stores {
			if err := s.beat(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
	}
	due := func(want ...string) {
		t.Helper()
		got, err := a.Due(t.Context(), 10)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("due: %v, %v, want %v", got, err, want)
		}
	}
	passes(time.Second, a, b, killed)
	row, events := storetest.NewTable(a, "table001")
	row.Deadline = a.Now().Add(2500 * time.Millisecond)
	if err := a.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	killed.kill(t)
	for range 5 {
		passes(time.Second, a, b)
		writes = 0
		for range 5 {
			due()
		}
		if writes != 0 {
			t.Errorf("%d writes by looking at a deadline that waits", writes)
		}
	}
	passes(time.Second, b) // finds out that the third one is lost: four seconds are charged to nobody
	due()
	if moved, _, err := a.Load(t.Context(), row.ID); err != nil || moved.Deadline.Sub(row.Deadline) != 4*time.Second {
		t.Errorf("the deadline was moved by %v, %v, want 4s", moved.Deadline.Sub(row.Deadline), err)
	}
	passes(500*time.Millisecond, a, b)
	due(row.ID)
	for _, s := range []*Store{a, b} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLeaseOfSilentProcess: a deadline that a process took before it fell silent is another's when the lease is over,
// though that is after the last that was heard of the process.
func TestLeaseOfSilentProcess(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a, silent := quiet(t, where, clock), quiet(t, where, clock)
	row, events := storetest.NewTable(a, "table001")
	row.Deadline = a.Now().Add(100 * time.Millisecond)
	if err := a.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	due := func(s *Store, want ...string) {
		t.Helper()
		if got, err := s.Due(t.Context(), 10); err != nil || !slices.Equal(got, want) {
			t.Errorf("due: %v, %v, want %v", got, err, want)
		}
	}
	beat := func(s *Store) {
		t.Helper()
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	clock.pass(time.Second)
	beat(a)
	beat(silent)
	due(silent, row.ID)
	clock.pass(lease - time.Second)
	beat(a)
	due(a) // somebody sees to it
	clock.pass(time.Second)
	beat(a)
	due(a, row.ID)
	for _, s := range []*Store{a, silent} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLittleTimeLeft kills the process at which somebody with two seconds left is to
// move: another one goes on, or the same one is started again. The flag does not fall
// while nobody can know what has become of the process, and the move is in time when
// they are back.
func TestLittleTimeLeft(t *testing.T) {
	t.Parallel()
	t.Run("two processes on PostgreSQL", func(t *testing.T) {
		t.Parallel()
		where := shared.Server(t).New(t)
		clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		killed, goesOn := quiet(t, where, clock), quiet(t, where, clock)
		testLittleTimeLeft(t, clock, killed, func() *Store { return goesOn })
	})
	t.Run("started anew on SQLite", func(t *testing.T) {
		t.Parallel()
		path := filepath.Join(t.TempDir(), "cairn.db")
		clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
		testLittleTimeLeft(t, clock, quiet(t, path, clock), func() *Store {
			clock.pass(time.Second)
			return quiet(t, path, clock)
		})
	})
}

func testLittleTimeLeft(t *testing.T, clock *testClock, killed *Store, next func() *Store) {
	serve := func(s *Store) *table.Service {
		return table.New(table.Config{Store: s, Log: slog.New(slog.DiscardHandler)})
	}
	house := serve(killed)
	people := twoGuests(t, house)
	made, err := house.Create(t.Context(), people[0], api.NewTable{Options: api.Options{Game: "dvonn", Side: "first", Control: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	do := func(person, id string, m api.ToServer) error {
		m.ID, m.Table = id, made.ID
		_, err := house.Do(t.Context(), person, m)
		return err
	}
	if err := do(people[1], "m1", api.ToServer{Type: "sit"}); err != nil {
		t.Fatal(err)
	}
	place := func(ply int) error {
		spot := []string{"e3", "e4", "e5"}[ply]
		event, err := json.Marshal(play.Event{Kind: play.Move, Move: spot})
		if err != nil {
			t.Fatal(err)
		}
		return do(people[ply%2], spot, api.ToServer{Type: "send", Ply: ply, Event: event})
	}
	for ply := range 2 { // they cost nothing
		if err := place(ply); err != nil {
			t.Fatal(err)
		}
	}
	killed.kill(t)
	last := clock.Now()
	s := next()
	house = serve(s)
	over := func() bool {
		t.Helper()
		view, err := house.View(t.Context(), people[0], made.ID)
		if err != nil {
			t.Fatal(err)
		}
		return view.Phase == api.Over
	}
	// The clocks stand still until four, or eight, seconds after the last sign of life; it is lost after more than five.
	for clock.Now().Sub(last) < beatLimit {
		clock.pass(time.Second)
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		due, err := s.Due(t.Context(), 10)
		if err != nil || len(due) > 0 || over() {
			t.Fatalf("%v after the kill: due %v, %v, over %v", clock.Now().Sub(last), due, err, over())
		}
	}
	if err := place(2); !errors.Is(err, table.ErrBusy) {
		t.Errorf("a move while nobody knows: %v, want busy", err)
	}
	clock.pass(500 * time.Millisecond)
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	if err := place(2); err != nil {
		t.Errorf("the move: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// twoGuests makes two people who have no account.
func twoGuests(t *testing.T, house *table.Service) (people [2]string) {
	t.Helper()
	for i := range people {
		p, _, err := house.NewGuest(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		people[i] = p.ID
	}
	return people
}
