package store

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/store/storetest"
)

// testClock is a process's clock that a test moves.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// quiet is a store whose heartbeats a test makes itself.
func quiet(t *testing.T, path string, c *testClock) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, Options{Clock: c.Now, database: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	s.stop() // the heartbeat; nothing else listens to it
	s.finished.Wait()
	return s
}

// TestHandOver ends one of two processes: what people need to move to the other one is
// charged to nobody, at either, and it is known there before they are sent away.
func TestHandOver(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a := quiet(t, where, clock)
	if wait, err := a.HandOver(t.Context()); wait != 0 || err != nil {
		t.Fatalf("the only process waits for %v, %v", wait, err)
	}
	b := quiet(t, where, clock)
	clock.pass(time.Second)
	for _, s := range []*Store{a, b} {
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	began := b.Now()
	wait, err := a.HandOver(t.Context())
	if err != nil || wait < beatEvery {
		t.Fatalf("to wait for %v, %v", wait, err)
	}
	clock.pass(beatEvery)
	if err := b.beat(t.Context(), false); err != nil { // the other one learns of it
		t.Fatal(err)
	}
	clock.pass(wait - beatEvery)
	sent := b.Now()
	for name, s := range map[string]*Store{"who ends": a, "who stays": b} {
		if served := s.Served(began, sent); served != wait {
			t.Errorf("%s served %v until people were sent away, want %v", name, served, wait)
		}
		if served := s.Served(sent, sent.Add(movingOver)); served != 0 {
			t.Errorf("%s charges %v while they move", name, served)
		}
		if served := s.Served(sent, sent.Add(movingOver+time.Minute)); served != time.Minute {
			t.Errorf("%s charges %v of a minute after that", name, served)
		}
	}
	for _, s := range []*Store{a, b} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// kill ends a store as a process ends that is killed: without a word.
func (s *Store) kill(t *testing.T) {
	t.Helper()
	if err := s.database.close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func TestDowntime(t *testing.T) {
	t.Parallel()
	onBoth(t, testDowntime)
}

func testDowntime(t *testing.T, empty func(*testing.T) string) {
	path := empty(t)
	began := time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)
	clock := &testClock{now: began}
	s := quiet(t, path, clock)
	served := func(want time.Duration) {
		t.Helper()
		if got := s.Served(began, s.Now()); got != want {
			t.Errorf("served %v of %v, want %v", got, s.Now().Sub(began), want)
		}
	}
	beat := func() {
		t.Helper()
		if err := s.beat(context.Background(), false); err != nil {
			t.Fatal(err)
		}
	}
	row, events := storetest.NewTable(s, "table001")
	row.Deadline = began.Add(time.Minute)
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	deadline := func(want time.Duration) {
		t.Helper()
		got, _, err := s.Load(t.Context(), row.ID)
		if err != nil || !got.Deadline.Equal(began.Add(want)) {
			t.Errorf("the deadline is after %v, %v, want %v", got.Deadline.Sub(began), err, want)
		}
	}
	// People come back, while no clock runs.
	back := func(gap time.Duration) {
		t.Helper()
		for left := returning(gap); left > 0; left -= 4 * time.Second {
			clock.pass(min(left, 4*time.Second))
			beat()
		}
	}
	due := func(want int) {
		t.Helper()
		if ids, err := s.Due(t.Context(), 10); err != nil || len(ids) != want {
			t.Errorf("due: %v, %v, want %d", ids, err, want)
		}
	}
	served(0)
	clock.pass(10 * time.Second)
	// The process itself was stopped for ten seconds.
	served(0)
	beat()
	served(0)
	back(10 * time.Second)
	served(0)
	deadline(time.Minute) // moved when it has passed
	for range 4 {
		clock.pass(5 * time.Second) // late, but not down
		beat()
	}
	served(20 * time.Second)

	// Killed, and started again within five seconds: another may have been alive.
	clock.pass(time.Second)
	s.kill(t)
	clock.pass(3 * time.Second)
	s = quiet(t, path, clock)
	served(24 * time.Second)

	// Killed for an hour. The last second was not recorded.
	clock.pass(time.Second)
	s.kill(t)
	clock.pass(time.Hour)
	s = quiet(t, path, clock)
	served(24 * time.Second)
	back(time.Hour)
	served(24 * time.Second)
	due(0)
	deadline(time.Minute + 22*time.Second + time.Hour + 16*time.Second)

	// Ended in order, and started again after a blink.
	clock.pass(2 * time.Second)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(1500 * time.Millisecond)
	s = quiet(t, path, clock)
	served(26 * time.Second)
	back(1500 * time.Millisecond)
	served(26 * time.Second)
	due(0)

	// A command that looks on changes nothing, and knows the same.
	passive, err := Open(t.Context(), path, Options{Clock: clock.Now, database: clock.Now, Passive: true})
	if err != nil {
		t.Fatal(err)
	}
	clock.pass(4 * time.Second)
	if got := passive.Served(began, s.Now()); got != 30*time.Second {
		t.Errorf("a passive store says %v", got)
	}
	if last, serving, err := passive.Alive(t.Context()); err != nil || !serving || passive.Now().Sub(last) != 4*time.Second {
		t.Errorf("alive: %v, %v, %v", last, serving, err)
	}
	if err := passive.Close(); err != nil {
		t.Error(err)
	}
	served(30 * time.Second)

	// Due moves the deadlines first, if the process finds itself late.
	clock.pass(2 * time.Hour)
	due(0)
	deadline(time.Minute + 22*time.Second + time.Hour + 16*time.Second + 5*time.Second + 2*time.Hour + 19*time.Second)
	served(26 * time.Second) // the four seconds since the last heartbeat count as the gap's
	for range 20 {
		clock.pass(3 * time.Second)
		beat()
	}
	due(1)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestClockGoesOn sets the system's clock back while no process lives.
func TestClockGoesOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, path, clock)
	last := s.Now()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(-time.Hour)
	s = quiet(t, path, clock)
	if now := s.Now(); !now.Equal(last) {
		t.Errorf("the clock goes on at %v after %v", now, last)
	}
	clock.pass(time.Second)
	if now := s.Now(); now.Sub(last) != time.Second {
		t.Errorf("a second later it shows %v more", now.Sub(last))
	}
	clock.pass(-time.Minute) // a clock that a test moves can go back; the store's cannot
	if now := s.Now(); now.Sub(last) != time.Second {
		t.Errorf("it went back to %v more", now.Sub(last))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestServed(t *testing.T) {
	t.Parallel()
	at := func(s int) time.Time { return time.Unix(int64(1000+s), 0) }
	var a alive
	ms := func(s int) int64 { return int64(1000+s) * 1000 }
	a.beat(at(100), []gap{{ms(30), ms(40)}, {ms(10), ms(20)}, {ms(35), ms(45)}, {ms(60), ms(61)}})
	a.beat(at(100), []gap{{ms(60), ms(61)}})
	for _, tt := range []struct{ from, to, now, want int }{
		{0, 100, 100, 74},
		{0, 5, 100, 5},
		{12, 18, 100, 0},
		{15, 25, 100, 5},
		{20, 30, 100, 10},
		{40, 60, 100, 15},
		{45, 60, 105, 15},
		{50, 105, 105, 54}, // five seconds without a heartbeat are not too long
		{50, 106, 106, 49}, // six are
		{70, 70, 100, 0},
		{80, 70, 100, 0},
	} {
		if got := a.served(at(tt.from), at(tt.to), at(tt.now)); got != time.Duration(tt.want)*time.Second {
			t.Errorf("from %d to %d at %d: %v, want %d s", tt.from, tt.to, tt.now, got, tt.want)
		}
	}
}

// TestMeasured follows another machine's clock.
func TestMeasured(t *testing.T) {
	t.Parallel()
	source := &testClock{now: time.Unix(5000, 0)}
	c := newClock(source.Now)
	other := func(s float64) time.Time { return time.Unix(5000, 0).Add(time.Duration(s * 1e9)) }
	shows := func(want float64) {
		t.Helper()
		if got := c.now(); !got.Equal(other(want)) {
			t.Errorf("the clock shows %v, want %v", got, other(want).UTC())
		}
	}
	// The other clock is ten seconds ahead; the answer took two.
	source.pass(2 * time.Second)
	c.measured(other(11), 0, 2*time.Second)
	shows(11)
	source.pass(time.Second)
	shows(12)
	// An answer that took long and agrees changes nothing.
	c.measured(other(13), 2*time.Second, 6*time.Second)
	source.pass(time.Second)
	shows(13)
	// One that does not agree moves the clock as little as it must: forward at once,
	// back by waiting a little.
	c.measured(other(24), 4*time.Second, 4*time.Second)
	shows(24)
	c.measured(other(23.25), 4*time.Second, 4*time.Second)
	shows(24)
	source.pass(500 * time.Millisecond)
	shows(24)
	source.pass(500 * time.Millisecond)
	shows(24.25)
	// For one that was set back there is no waiting, and none when it is set right.
	c.measured(other(-3600+24.25), 5*time.Second, 5*time.Second)
	shows(24.25)
	source.pass(time.Second)
	shows(25.25)
	c.measured(other(-3600+25.25), 6*time.Second, 6*time.Second)
	shows(25.25)
	c.measured(other(25.25), 6*time.Second, 6*time.Second)
	shows(25.25)
	c.measured(other(30), 6*time.Second, 6*time.Second)
	shows(30)
}

// TestLostProcess kills one of two processes: the other one finds out, and nobody is
// charged for moving to it.
func TestLostProcess(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	began := clock.Now()
	passes := func(seconds int, stores ...*Store) {
		t.Helper()
		for range seconds {
			clock.pass(time.Second)
			for _, s := range stores {
				if err := s.beat(t.Context(), false); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	served := func(s *Store, want time.Duration) {
		t.Helper()
		if got := s.Served(began, clock.Now()); got != want {
			t.Errorf("served %v of %v, want %v", got, clock.Now().Sub(began), want)
		}
	}
	a, b, c := quiet(t, where, clock), quiet(t, where, clock), quiet(t, where, clock)
	passes(10, a, b, c)
	a.kill(t)
	passes(5, b, c)
	served(b, 15*time.Second) // it may only be slow
	passes(1, b, c)
	for _, s := range []*Store{b, c} {
		served(s, 12*time.Second)
	}
	passes(10, b, c)
	served(c, 22*time.Second) // once

	// Another is lost soon after that: it is not the server's people who come and go.
	c.kill(t)
	passes(6, b)
	served(b, 28*time.Second)
	// One that ends in order is missed by nobody.
	passes(40, b)
	d := quiet(t, where, clock)
	passes(2, b, d)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	passes(10, b)
	served(b, 80*time.Second)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestLostAgain loses processes one after the other: the clocks stand still for the first, for no other one of the next
// thirty seconds, and for the one after that.
func TestLostAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		later time.Duration // the second one is killed so long after what the first one stopped the clocks for
		gaps  int
	}{
		{0, 1},
		{lostEvery - time.Millisecond, 1},
		{lostEvery, 2},
	} {
		t.Run(tt.later.String(), func(t *testing.T) {
			t.Parallel()
			where := shared.Server(t).New(t)
			clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
			stays := quiet(t, where, clock)
			loses := func(after time.Duration) {
				t.Helper()
				lost := quiet(t, where, clock)
				for left := after; left > 0; left -= time.Second {
					clock.pass(min(left, time.Second))
					for _, s := range []*Store{stays, lost} {
						if err := s.beat(t.Context(), false); err != nil {
							t.Fatal(err)
						}
					}
				}
				lost.kill(t)
				for range 6 {
					clock.pass(time.Second)
					if err := stays.beat(t.Context(), false); err != nil {
						t.Fatal(err)
					}
				}
			}
			loses(time.Second)
			// The first gap ended four seconds after the kill, and it is six seconds later.
			ended := stays.alive.gaps[0].ended
			loses(instant(ended).Add(tt.later).Sub(clock.Now()))
			if len(stays.alive.gaps) != tt.gaps {
				t.Errorf("%d gaps, want %d: %v", len(stays.alive.gaps), tt.gaps, stays.alive.gaps)
			}
			if err := stays.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestStartedInItsPlace kills the only process and starts it again so soon that its last
// heartbeat is not too old yet.
func TestStartedInItsPlace(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, path, clock)
	killed := clock.Now()
	s.kill(t)
	clock.pass(3 * time.Second)
	s = quiet(t, path, clock)
	const out = 3*time.Second + 5*time.Second // as long as it lasted, and returning
	for second := 3; second < 20; second++ {
		want := time.Duration(second) * time.Second
		if second > 5 { // then the one that was killed is missed
			want = max(0, want-out)
		}
		if got := s.Served(killed, clock.Now()); got != want {
			t.Errorf("%d seconds after the kill: served %v, want %v", second, got, want)
		}
		clock.pass(time.Second)
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
