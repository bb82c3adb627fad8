package server

import (
	"net/netip"
	"sync"
	"time"

	"cairn.example/internal/rate"
)

// Limits are how often one address may do what costs the server or others
// something; a zero field sets no limit. What one person may do is limited by package table.
type Limits struct {
	// By address; this machine's own addresses have no limits, because everybody
	// behind a proxy that is not trusted would share one.
	Guests      rate.Limit // new guests
	Links       rate.Limit // tries of a one-time link
	Connections rate.Limit // new live connections
	Calls       rate.Limit // all calls below /api/
	Open        int        // live connections that are open, 0 for any number

	// Total is how many live connections may be open in all, 0 for any number.
	Total int

	// By live connection: its messages wait beyond this.
	Messages rate.Limit
}

var defaultLimits = Limits{
	Guests:      rate.Limit{Burst: 20, Every: 5 * time.Second},
	Links:       rate.Limit{Burst: 10, Every: 10 * time.Second},
	Connections: rate.Limit{Burst: 60, Every: time.Second / 2},
	Calls:       rate.Limit{Burst: 200, Every: time.Second / 20},
	Open:        200,
	Total:       50_000,
	Messages:    rate.Limit{Burst: 200, Every: time.Second / 50},
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

// network is what an address is counted by: one customer has a whole /64 of IPv6.
func network(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}
