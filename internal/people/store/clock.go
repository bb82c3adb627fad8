package store

import (
	"sync"
	"time"
)

// clock is the process's clock, moved to where the store's is. It gives whole
// milliseconds and never goes back.
type clock struct {
	source func() time.Time

	mu     sync.Mutex
	began  time.Time // what source showed when the clock was made
	offset time.Time // what this clock shows for it
	last   time.Time
	// ahead is how much earlier than this clock the other one is taken to show: it was set back so far.
	ahead time.Duration
}

// mostWait is how long this clock stands still until another one has come to where it
// is. One that is further behind was set back, and the time of games goes on.
const mostWait = time.Second

func newClock(source func() time.Time) *clock {
	now := source()
	return &clock{source: source, began: now, offset: now}
}

// elapsed is how long the clock runs. Jumps of the system's clock are not in it.
func (c *clock) elapsed() time.Duration { return c.source().Sub(c.began) }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Without the reading of the process's clock the result is like what comes from
	// the database.
	t := c.offset.Add(c.elapsed()).Round(0).UTC().Truncate(time.Millisecond)
	if t.Before(c.last) {
		return c.last
	}
	c.last = t
	return t
}

// atLeast moves the clock forward, if it does not show that time yet.
func (c *clock) atLeast(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := c.offset.Add(c.elapsed()); now.Before(t) {
		c.offset = c.offset.Add(t.Sub(now))
	}
}

// measured moves the clock to another one's, which was asked when sent had passed
// and had answered when received had. The answer was right somewhere between the two,
// so a clock that agrees with that is left as it is. Where the other one was set back,
// this one goes on from where it is, and when it is set right again, nothing happens.
func (c *clock) measured(other time.Time, sent, received time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	least, most := other.Add(c.ahead-received), other.Add(c.ahead-sent)
	switch behind, before := least.Sub(c.offset), c.offset.Sub(most); {
	case behind > 0:
		right := min(behind, c.ahead)
		c.ahead -= right
		c.offset = c.offset.Add(behind - right)
	case before > mostWait:
		c.ahead += before
	case before > 0:
		c.offset = most
	}
}
