package server

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

func TestCounters(t *testing.T) {
	t.Parallel()
	c := newCounters(Limit{Every: time.Second, Burst: 3})
	now := time.Unix(1000, 0)
	for i := range 3 {
		if wait := c.take("a", now); wait != 0 {
			t.Fatalf("take %d waits %v", i, wait)
		}
	}
	if wait := c.take("a", now); wait != time.Second {
		t.Errorf("the fourth waits %v, want a second", wait)
	}
	if wait := c.take("a", now); wait != time.Second {
		t.Errorf("a refusal costs nothing, yet the next waits %v", wait)
	}
	if wait := c.take("b", now); wait != 0 {
		t.Errorf("another key waits %v", wait)
	}
	if wait := c.take("a", now.Add(time.Second)); wait != 0 {
		t.Errorf("a second later it waits %v", wait)
	}
	if wait := newCounters(Limit{}).take("a", now); wait != 0 {
		t.Errorf("without a limit it waits %v", wait)
	}
}

// TestCountersForget: what was seen long ago takes no memory.
func TestCountersForget(t *testing.T) {
	t.Parallel()
	c := newCounters(Limit{Every: time.Second, Burst: 3})
	now := time.Unix(1000, 0)
	for i := range 100 * fewBuckets {
		c.take(fmt.Sprint(i), now)
		now = now.Add(time.Millisecond)
	}
	if n := len(c.buckets); n > 4*fewBuckets {
		t.Errorf("%d buckets are kept", n)
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ a, b string }{
		{"192.0.2.1", "192.0.2.1"},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff::9"},
	} {
		if a, b := network(netip.MustParseAddr(tt.a)), network(netip.MustParseAddr(tt.b)); a != b {
			t.Errorf("%s is counted by %s, %s by %s", tt.a, a, tt.b, b)
		}
	}
	if network(netip.MustParseAddr("192.0.2.1")) == network(netip.MustParseAddr("192.0.2.2")) {
		t.Error("two addresses are counted as one")
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	l := Limit{Every: 10 * time.Millisecond, Burst: 5}
	var b budget
	now := int64(1)
	for i := range 5 {
		if wait := b.take(l, now); wait != 0 {
			t.Fatalf("message %d waits %v", i, wait)
		}
	}
	wait := b.take(l, now)
	if wait < 9*time.Millisecond || wait > 11*time.Millisecond {
		t.Errorf("the sixth waits %v", wait)
	}
	now += int64(time.Hour)
	for i := range 5 {
		if wait := b.take(l, now); wait != 0 {
			t.Fatalf("an hour later message %d waits %v", i, wait)
		}
	}
}
