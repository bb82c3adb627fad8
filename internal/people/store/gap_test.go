package store

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/store/storetest"
)

// TestDueAfterGap: after a time without a process the deadlines in it are moved many
// at a time, once, and by no more than they did not know of.
func TestDueAfterGap(t *testing.T) {
	t.Parallel()
	onBoth(t, testDueAfterGap)
}

func testDueAfterGap(t *testing.T, empty func(*testing.T) string) {
	where := empty(t)
	const many = movedTogether + movedTogether/2 // more than are moved at once
	began := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	clock := &testClock{now: began}
	s := quiet(t, where, clock)
	writes := 0
	s.options.Observe = nil
	switch e := s.database.(type) {
	case *sqlite:
		e.options.Observe = func(n int, _ time.Duration) { writes += n }
	case *postgres:
		e.options.Observe = func(n int, _ time.Duration) { writes += n }
	}
	create := func(id string, after time.Duration) {
		t.Helper()
		row, events := storetest.NewTable(s, id)
		row.Deadline = began.Add(after)
		if err := s.Create(t.Context(), row, events); err != nil {
			t.Fatal(err)
		}
	}
	due := func(want ...string) {
		t.Helper()
		got, err := s.Due(t.Context(), 10)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("due after %v: %v, %v, want %v", s.Now().Sub(began), got, err, want)
		}
	}
	deadline := func(id string, want time.Duration) {
		t.Helper()
		row, _, err := s.Load(t.Context(), id)
		if err != nil || row.Deadline.Sub(began) != want {
			t.Errorf("the deadline of %s is after %v, %v, want %v", id, row.Deadline.Sub(began), err, want)
		}
	}
	// Those that go on during the gap, a hundred at once: a write may not take long.
	for from := 0; from < many; from += 100 {
		if err := s.database.write(t.Context(), func(ctx context.Context, q tx) error {
			for i := from; i < min(from+100, many); i++ {
				if _, err := q.InsertTable(ctx, queries.InsertTableParams{
					ID: fmt.Sprintf("many%04d", i), Secret: []byte{}, Created: millis(began), Updated: millis(began),
					Deadline: millis(began.Add(30 * time.Second)), Summary: "{}",
				}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	create("before", 2*time.Second) // over before the gap began
	create("later", 3*time.Hour)    // not in it
	clock.pass(4 * time.Second)
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	clock.pass(time.Hour) // nobody lives
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	back := returning(time.Hour)
	for left := back; left > 0; left -= 4 * time.Second {
		clock.pass(min(left, 4*time.Second))
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	create("after", time.Hour+back+10*time.Second)
	writes = 0
	due("before")
	if writes > 5 {
		t.Errorf("%d writes for %d tables", writes, many)
	}
	for _, id := range []string{"many0000", fmt.Sprintf("many%04d", many-1)} {
		deadline(id, time.Hour+back+30*time.Second)
	}
	deadline("before", 2*time.Second)
	deadline("later", 3*time.Hour)
	deadline("after", time.Hour+back+10*time.Second)
	due() // moved once
	deadline("many0000", time.Hour+back+30*time.Second)

	// What was worked out in the gap, and knows some of it, is moved by the rest.
	row, _, err := s.Load(t.Context(), "many0001")
	if err != nil {
		t.Fatal(err)
	}
	at := began.Add(4*time.Second + 20*time.Minute)
	if err := s.Postpone(t.Context(), row.ID, row.Seq, at, at.Add(26*time.Second)); err != nil {
		t.Fatal(err)
	}
	clock.pass(2 * time.Second)
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	due()
	deadline("many0001", time.Hour+back+30*time.Second)

	for range 2 {
		clock.pass(4 * time.Second)
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	due("after", "before")
	// A second gap, in which those that were moved by the first one would be over.
	clock.pass(2 * time.Hour)
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	due("after", "before")
	deadline("many0000", 3*time.Hour+2*back+30*time.Second)
	deadline("later", 4*time.Hour+back) // the second gap counts when that has passed
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
