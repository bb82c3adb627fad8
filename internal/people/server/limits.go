package server

import (
	"net/netip"
	"sync"
	"time"

	"cairn.example/internal/people/rate"
)

// Limits are how often one address may do what costs the server or others
// something; a zero field sets no limit. What one person may do is limited by package table.
type Limits struct {
	// By address; this machine's own addresses have no limits, because everybody
	// behind a proxy that is not trusted would share one.
	Guests      rate.Limit // new guests
	Links       rate.Limit // tries of a one-time link
	Tables      rate.Limit // tables made
	Connections rate.Limit // new live connections
	Calls       rate.Limit // all calls below /api/
	Games       rate.Limit // lists of games, and positions looked up in them
	People      rate.Limit // profiles, lists of results and leaderboards
	Open        int        // live connections that are open, 0 for any number
	Sockets     int        // connections of any kind that are open, 0 for any number

	// Total is how many live connections may be open in all, 0 for any number.
	Total int

	// By live connection: its messages wait beyond this.
	Messages rate.Limit
}

var defaultLimits = Limits{
	Guests:      rate.Limit{Burst: 20, Every: 5 * time.Second},
	Links:       rate.Limit{Burst: 10, Every: 10 * time.Second},
	Tables:      rate.Limit{Burst: 60, Every: 10 * time.Second},
	Connections: rate.Limit{Burst: 60, Every: time.Second / 2},
	Calls:       rate.Limit{Burst: 200, Every: time.Second / 20},
	Games:       rate.Limit{Burst: 60, Every: time.Second},
	People:      rate.Limit{Burst: 60, Every: time.Second},
	Open:        200,
	Sockets:     2000,
	Total:       50_000,
	Messages:    rate.Limit{Burst: 200, Every: time.Second / 50},
}

// DefaultLimits returns the limits of `cairn serve`.
func DefaultLimits() Limits { return defaultLimits }

// wide is how many times the limit of one address a whole /48 of IPv6 has.
const wide = 10

// A network is what an address is counted by, and how many times the limit of one address
// it has.
type network struct {
	prefix netip.Prefix
	times  int
}

// networksOf returns the networks that an address is counted by, none for this machine's
// own. One customer has a whole /64 of IPv6, and many can have a /56 or a /48 as well.
func networksOf(a netip.Addr) []network {
	switch {
	case a.IsLoopback():
		return nil
	case a.Is6():
		return []network{{netip.PrefixFrom(a, 64).Masked(), 1}, {netip.PrefixFrom(a, 48).Masked(), wide}}
	}
	return []network{{netip.PrefixFrom(a, a.BitLen()), 1}}
}

// opened counts the connections that are open.
type opened struct {
	mu        sync.Mutex
	total     int
	byNetwork map[netip.Prefix]int
}

// add counts a connection, whose number is limited by address and in all. It returns
// which limit is in the way, 0 for none.
func (o *opened) add(from netip.Addr, most, inAll int) (many, full bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if inAll > 0 && o.total >= inAll {
		return false, true
	}
	all := networksOf(from)
	for _, n := range all {
		if most > 0 && o.byNetwork[n.prefix] >= n.times*most {
			return true, false
		}
	}
	o.total++
	if o.byNetwork == nil {
		o.byNetwork = map[netip.Prefix]int{}
	}
	for _, n := range all {
		o.byNetwork[n.prefix]++
	}
	return false, false
}

func (o *opened) remove(from netip.Addr) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.total--
	for _, n := range networksOf(from) {
		if o.byNetwork[n.prefix]--; o.byNetwork[n.prefix] <= 0 {
			delete(o.byNetwork, n.prefix)
		}
	}
}
