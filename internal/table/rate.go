package table

import (
	"strconv"
	"sync"
	"time"

	"cairn.example/internal/api"
)

// Rate allows Burst things at once and one more each Every.
type Rate struct {
	Burst int
	Every time.Duration
}

// Limits bounds what one person may do. A zero field means the usual value.
type Limits struct {
	Tables  Rate // tables made
	Open    int  // tables that wait for somebody, at a time
	Chat    Rate // lines
	Offers  Rate // offers, withdrawals, gifts of time and rematches, at one table
	Names   Rate // changes of the name
	Reports Rate
	Links   Rate // for another device
	Watches Rate // of tables and of the lobby, on one connection
	Watched int  // tables that a connection watches at a time
}

func (l Limits) orUsual() Limits {
	usual := Limits{
		Tables: Rate{10, 15 * time.Second}, Open: 20, Chat: Rate{6, 2 * time.Second}, Offers: Rate{5, 10 * time.Second},
		Names: Rate{5, 10 * time.Minute}, Reports: Rate{5, 5 * time.Minute}, Links: Rate{5, 5 * time.Minute}, Watches: Rate{40, time.Second},
		Watched: 16,
	}
	for _, r := range []struct{ own, usual *Rate }{
		{&l.Tables, &usual.Tables},
		{&l.Chat, &usual.Chat},
		{&l.Offers, &usual.Offers},
		{&l.Names, &usual.Names},
		{&l.Reports, &usual.Reports},
		{&l.Links, &usual.Links},
		{&l.Watches, &usual.Watches},
	} {
		if *r.own == (Rate{}) {
			*r.own = *r.usual
		}
	}
	if l.Open == 0 {
		l.Open = usual.Open
	}
	if l.Watched == 0 {
		l.Watched = usual.Watched
	}
	return l
}

// rates counts what was done. Each entry is when its bucket is full again; those
// that are full are forgotten.
type rates struct {
	mu   sync.Mutex
	full map[string]time.Time
}

// use takes one thing from a bucket that is full again at an instant. It returns when
// it is full from then on, and how long to wait where nothing is left; then nothing is
// taken.
func (r Rate) use(full, now time.Time) (after time.Time, wait time.Duration) {
	if full.Before(now) {
		full = now
	}
	if wait := full.Sub(now) - time.Duration(r.Burst-1)*r.Every; wait > 0 {
		return full, wait
	}
	return full.Add(r.Every), 0
}

// limit refuses one thing too many of that name.
func (s *Service) limit(r Rate, name string) error {
	now := s.now()
	s.rates.mu.Lock()
	defer s.rates.mu.Unlock()
	full, wait := r.use(s.rates.full[name], now)
	if wait > 0 {
		return api.Refuse(api.TableRate, "seconds", seconds(wait))
	}
	if s.rates.full == nil {
		s.rates.full = map[string]time.Time{}
	}
	s.rates.full[name] = full
	return nil
}

// tidyRates forgets the buckets that are full.
func (s *Service) tidyRates() {
	now := s.now()
	s.rates.mu.Lock()
	defer s.rates.mu.Unlock()
	for name, full := range s.rates.full {
		if !full.After(now) {
			delete(s.rates.full, name)
		}
	}
}

// seconds writes a time in whole seconds, rounded up.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
