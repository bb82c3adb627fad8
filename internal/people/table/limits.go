package table

import (
	"strconv"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
)

// Limits bounds what one person may do. A zero field means the usual value.
type Limits struct {
	Tables  rate.Limit // tables made
	Open    int        // tables that wait for somebody, at a time
	Chat    rate.Limit // lines
	Offers  rate.Limit // offers, withdrawals, gifts of time and rematches, at one table; invitations, at all
	Plans   rate.Limit // at one table
	Names   rate.Limit // changes of the name
	Reports rate.Limit
	Links   rate.Limit // for another device
	Watches rate.Limit // of tables and of the lobby, on one connection
	Watched int        // tables that a connection watches at a time
	// Events bounds the log of a table: offers could be made without end. Only what has no end by itself is refused
	// then. The rules bound the moves, and everything else answers an offer or ends the game.
	Events int64
}

func (l Limits) orUsual() Limits {
	usual := Limits{
		Tables: rate.Limit{Burst: 10, Every: 15 * time.Second}, Open: 20,
		Chat: rate.Limit{Burst: 6, Every: 2 * time.Second}, Offers: rate.Limit{Burst: 5, Every: 10 * time.Second},
		Plans:   rate.Limit{Burst: 64, Every: 5 * time.Second},
		Names:   rate.Limit{Burst: 5, Every: 10 * time.Minute},
		Reports: rate.Limit{Burst: 5, Every: 5 * time.Minute}, Links: rate.Limit{Burst: 5, Every: 5 * time.Minute},
		Watches: rate.Limit{Burst: 40, Every: time.Second}, Watched: 16, Events: 2000,
	}
	for _, r := range []struct{ own, usual *rate.Limit }{
		{&l.Tables, &usual.Tables},
		{&l.Chat, &usual.Chat},
		{&l.Offers, &usual.Offers},
		{&l.Plans, &usual.Plans},
		{&l.Names, &usual.Names},
		{&l.Reports, &usual.Reports},
		{&l.Links, &usual.Links},
		{&l.Watches, &usual.Watches},
	} {
		if *r.own == (rate.Limit{}) {
			*r.own = *r.usual
		}
	}
	if l.Open == 0 {
		l.Open = usual.Open
	}
	if l.Watched == 0 {
		l.Watched = usual.Watched
	}
	if l.Events == 0 {
		l.Events = usual.Events
	}
	return l
}

// full reports whether nothing is added to the log of a table that could be without end.
func (e *env) full(st *state) bool { return st.seq >= e.limits.Events }

// charges are what one request has used up of the limits of its person. It is charged once,
// also where another process came first and it is decided again, and it is charged nothing
// where the server was at fault.
type charges struct {
	*env
	taken map[string]rate.Limit
}

func (e *env) newCharges() *charges { return &charges{env: e} }

// take refuses one thing too many of a name.
func (c *charges) take(l rate.Limit, name string) error {
	if _, ok := c.taken[name]; ok {
		return nil
	}
	if err := tooOften(c.rates.Take(l, name, c.now())); err != nil {
		return err
	}
	if c.taken == nil {
		c.taken = map[string]rate.Limit{}
	}
	c.taken[name] = l
	return nil
}

// settle gives everything back where the request has ended with a fault.
func (c *charges) settle(err error) {
	if err == nil || refused(err) {
		return
	}
	for name, l := range c.taken {
		c.rates.Return(l, name)
	}
}

// tooOften is the refusal of who has to wait.
func tooOften(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	return api.Refuse(api.TableRate, "seconds", seconds(wait))
}

// seconds writes a time in whole seconds, rounded up.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
