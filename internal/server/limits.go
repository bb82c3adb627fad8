package server

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limit is how often somebody may do something: Burst at once, then one every
// Every. The zero value sets no limit.
type Limit struct {
	Every time.Duration
	Burst int
}

// Limits are how often one address may do what costs the server or others
// something. What one person may do is limited by package table.
type Limits struct {
	// By address; this machine's own addresses have no limits, because everybody
	// behind a proxy that is not trusted would share one.
	Guests      Limit // new guests
	Links       Limit // tries of a one-time link
	Connections Limit // new live connections
	Calls       Limit // all calls below /api/
	Open        int   // live connections that are open, 0 for any number

	// Total is how many live connections may be open in all, 0 for any number.
	Total int

	// By live connection: its messages wait beyond this.
	Messages Limit
}

var defaultLimits = Limits{
	Guests:      Limit{5 * time.Second, 20},
	Links:       Limit{10 * time.Second, 10},
	Connections: Limit{time.Second / 2, 60},
	Calls:       Limit{time.Second / 20, 200},
	Open:        200,
	Total:       50_000,
	Messages:    Limit{time.Second / 50, 200},
}

// DefaultLimits returns the limits of `cairn serve`.
func DefaultLimits() Limits { return defaultLimits }

// opened counts the live connections that are open.
type opened struct {
	mu        sync.Mutex
	total     int
	byNetwork map[string]int
}

// add counts a connection of a network, "" for one that has no limit. It tells which
// limit is in the way, if one is.
func (o *opened) add(key string, l Limits) (many, full bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case l.Total > 0 && o.total >= l.Total:
		return false, true
	case key != "" && l.Open > 0 && o.byNetwork[key] >= l.Open:
		return true, false
	}
	o.total++
	if key != "" {
		if o.byNetwork == nil {
			o.byNetwork = map[string]int{}
		}
		o.byNetwork[key]++
	}
	return false, false
}

func (o *opened) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}

func (o *opened) remove(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.total--
	if n := o.byNetwork[key]; n > 1 {
		o.byNetwork[key] = n - 1
	} else {
		delete(o.byNetwork, key)
	}
}

// counters holds a bucket of tokens for each key that was seen lately.
type counters struct {
	limit Limit

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	sweepAt int // the number of buckets at which those that are full again are dropped
}

const fewBuckets = 1024

func newCounters(l Limit) *counters {
	return &counters{limit: l, buckets: map[string]*rate.Limiter{}, sweepAt: fewBuckets}
}

// take uses one token of a key. Where there is none it returns how long to wait.
func (c *counters) take(key string, now time.Time) (wait time.Duration) {
	if c.limit.Burst == 0 {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.buckets[key]
	if b == nil {
		if len(c.buckets) >= c.sweepAt {
			c.sweep(now)
		}
		b = rate.NewLimiter(rate.Every(c.limit.Every), c.limit.Burst)
		c.buckets[key] = b
	}
	r := b.ReserveN(now, 1)
	if wait = r.DelayFrom(now); wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// sweep forgets the buckets that are full again: a new one is the same.
func (c *counters) sweep(now time.Time) {
	for key, b := range c.buckets {
		if b.TokensAt(now) >= float64(c.limit.Burst) {
			delete(c.buckets, key)
		}
	}
	c.sweepAt = max(fewBuckets, 2*len(c.buckets))
}

// network is what an address is counted by: one customer has a whole /64 of IPv6.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
