package storetest

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/table"
)

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
	// A table that was appended to comes at once again.
	row, _, err := s.Load(t.Context(), "table003")
	must(t, "load", err)
	row = next(t, s, row, "")
	if again, err := s.Due(t.Context(), 10); err != nil || !slices.Equal(again, []string{"table003"}) {
		t.Errorf("due after an append: %v, %v", again, err)
	}
	// A deadline that was moved back comes at its time, one of an older table not at all.
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq, s.Now(), s.Now().Add(time.Hour)))
	row, _, err = s.Load(t.Context(), row.ID)
	if err != nil || row.Deadline.Before(s.Now().Add(50*time.Minute)) {
		t.Errorf("the postponed deadline is %v, %v", row.Deadline, err)
	}
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq-1, now, now.Add(-time.Second)))
	if again, err := s.Due(t.Context(), 10); err != nil || len(again) != 0 {
		t.Errorf("due after it was postponed: %v, %v", again, err)
	}
	must(t, "postpone", s.Postpone(t.Context(), row.ID, row.Seq, now, now.Add(-time.Second)))
	if again, err := s.Due(t.Context(), 10); err != nil || !slices.Equal(again, []string{"table003"}) {
		t.Errorf("due at a postponed deadline: %v, %v", again, err)
	}
	row.Deadline = time.Time{}
	next(t, s, row, "")
	if again, err := s.Due(t.Context(), 10); err != nil || len(again) != 0 {
		t.Errorf("due without a deadline: %v, %v", again, err)
	}
}

// testDueRace lets several ask at once: one of them gets each table.
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
	if n, err := s.Processes(t.Context()); err != nil || n != 1 {
		t.Errorf("%d processes, %v, want this one", n, err)
	}
}
