package store

import (
	"context"
	"testing"
	"time"
)

// TestPostgresClockStepsBack sets the database's clock back, and right again, under
// two processes that go on meanwhile. Their time goes on as if nothing had happened, so
// nobody's clock stands still and none runs faster.
func TestPostgresClockStepsBack(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	process, database := &testClock{now: began}, &testClock{now: began}
	open := func() *Store {
		t.Helper()
		s, err := Open(t.Context(), where, Options{Clock: process.Now, database: database.Now})
		if err != nil {
			t.Fatal(err)
		}
		s.stop()
		s.finished.Wait()
		return s
	}
	stores := []*Store{open()}
	seconds := 0
	pass := func(n int) {
		t.Helper()
		for range n {
			process.pass(time.Second)
			database.pass(time.Second)
			seconds++
			for _, s := range stores {
				if err := s.beat(context.Background(), false); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	check := func(what string) {
		t.Helper()
		for i, s := range stores {
			want := time.Duration(seconds) * time.Second
			if got := s.Now().Sub(began); got != want {
				t.Errorf("%s: %v have passed for process %d, want %v", what, got, i, want)
			}
			if got := s.Served(began, s.Now()); got != want {
				t.Errorf("%s: process %d says that %v were served, want %v", what, i, got, want)
			}
		}
	}
	pass(3)
	check("at first")
	for _, step := range []time.Duration{-time.Hour, -5 * time.Second, 5 * time.Second, time.Hour} {
		database.pass(step)
		pass(7)
		check("a while after a step of " + step.String())
		if len(stores) == 1 {
			// One that begins now goes on where the other one is.
			stores = append(stores, open())
			check("another process")
			pass(2)
			check("another process later")
		}
	}
	for _, s := range stores {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
