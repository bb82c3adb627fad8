package rate

import (
	"fmt"
	"testing"
	"time"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	l := Limit{Burst: 3, Every: time.Second}
	now := time.Unix(1000, 0)
	var s Buckets
	for _, step := range []struct {
		key  string
		at   time.Duration
		wait time.Duration
		why  string
	}{
		{"a", 0, 0, "the first"},
		{"a", 0, 0, "the second"},
		{"a", 0, 0, "the third"},
		{"a", 0, time.Second, "the fourth"},
		{"a", 0, time.Second, "a refusal costs nothing"},
		{"b", 0, 0, "another key"},
		{"a", 300 * time.Millisecond, 700 * time.Millisecond, "a part of the wait"},
		{"a", time.Second, 0, "one more is there"},
		{"a", time.Second, time.Second, "and only one"},
		{"a", time.Hour, 0, "full again"},
		{"a", time.Hour, 0, "full again"},
		{"a", time.Hour, 0, "full again"},
		{"a", time.Hour, time.Second, "fuller than full there is not"},
		{"a", 0, time.Second, "the clock was set back by an hour"},
		{"a", time.Second, 0, "that costs one wait, not an hour"},
	} {
		if wait := s.Take(l, step.key, now.Add(step.at)); wait != step.wait {
			t.Errorf("%s: %s after %v waits %v, want %v", step.why, step.key, step.at, wait, step.wait)
		}
	}
}

// TestReturn: what is given back can be taken again, and never more than that.
func TestReturn(t *testing.T) {
	t.Parallel()
	l := Limit{Burst: 2, Every: time.Second}
	now := time.Unix(1000, 0)
	var s Buckets
	s.Return(l, "a") // of whom nothing is known
	taken := func(at time.Time) (n int) {
		for s.Take(l, "a", at) == 0 {
			n++
		}
		return n
	}
	if n := taken(now); n != 2 {
		t.Errorf("%d were there at first", n)
	}
	s.Return(l, "a")
	if n := taken(now); n != 1 {
		t.Errorf("%d were given back, want one", n)
	}
	now = now.Add(time.Hour)
	for range 5 {
		s.Return(l, "a")
	}
	if n := taken(now); n != 2 {
		t.Errorf("%d are there in the end", n)
	}
}

func TestNoLimit(t *testing.T) {
	t.Parallel()
	var s Buckets
	for range 100 {
		if wait := s.Take(Limit{}, "a", time.Unix(1000, 0)); wait != 0 {
			t.Fatalf("without a limit it waits %v", wait)
		}
	}
	if len(s.byKey) != 0 {
		t.Error("what has no limit is counted")
	}
}

// TestForget: what was seen long ago takes no memory.
func TestForget(t *testing.T) {
	t.Parallel()
	var s Buckets
	now := time.Unix(1000, 0)
	for i := range 100 * fewBuckets {
		s.Take(Limit{Burst: 3, Every: time.Second}, fmt.Sprint(i), now)
		now = now.Add(time.Millisecond)
	}
	if n := len(s.byKey); n > 4*fewBuckets {
		t.Errorf("%d buckets are kept", n)
	}
}
