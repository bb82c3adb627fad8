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
}

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
// so a clock that agrees with that is left as it is.
func (c *clock) measured(other time.Time, sent, received time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if least := other.Add(-received); c.offset.Before(least) {
		c.offset = least
	}
	if most := other.Add(-sent); c.offset.After(most) {
		c.offset = most
	}
}
