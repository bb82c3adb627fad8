package store

import (
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// TestPeopleComeBack: after a server was down, the clock of the side to move stands
// still for a while, and clients that show it know that.
func TestPeopleComeBack(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	open := func() (*Store, *table.Service) {
		s := quiet(t, path, clock)
		return s, table.New(table.Config{Store: s, Log: slog.New(slog.DiscardHandler)})
	}
	s, house := open()
	people := twoGuests(t, house)
	made, err := house.Create(t.Context(), people[0], api.NewTable{Options: api.Options{Game: "dvonn", Full: true, Side: "first", Control: "300+3"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := house.Do(t.Context(), people[1], api.ToServer{Type: "sit", ID: "m1", Table: made.ID}); err != nil {
		t.Fatal(err)
	}
	elapsed := func(want time.Duration) {
		t.Helper()
		view, err := house.View(t.Context(), people[0], made.ID)
		if err != nil || view.Elapsed != want.Milliseconds() {
			t.Errorf("elapsed %v, %v, want %v", time.Duration(view.Elapsed)*time.Millisecond, err, want)
		}
	}
	elapsed(0)
	clock.pass(3 * time.Second)
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	elapsed(3 * time.Second)
	s.kill(t)
	clock.pass(10 * time.Second)
	s, house = open()
	elapsed(3*time.Second - 12*time.Second) // as long as it has lasted, and two seconds
	for range 3 {
		clock.pass(4 * time.Second)
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	elapsed(3 * time.Second)
	clock.pass(time.Second)
	elapsed(4 * time.Second)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
