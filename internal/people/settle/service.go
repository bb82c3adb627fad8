package settle

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// Tables are what a [Service] needs of the tables of people.
type Tables interface {
	// Person returns somebody as others see them.
	Person(ctx context.Context, id string) api.Person
	// Settled tells those who watch a table what its game has done.
	Settled(ctx context.Context, id string)
}

// Service settles tables and answers what is asked of results and ratings. Its methods are
// safe for concurrent use. Errors are refusals and faults, as those of package table.
type Service struct {
	store  Store
	log    *slog.Logger
	tables Tables

	shown  shownRatings
	failed failures
}

var _ table.Ratings = (*Service)(nil)

// New returns a service on a store. It does nothing by itself before [Service.Run].
func New(store Store, log *slog.Logger) *Service {
	return &Service{store: store, log: cmp.Or(log, slog.Default())}
}

// Serve says where the tables are, before anything else is asked.
func (s *Service) Serve(t Tables) { s.tables = t }

const (
	settleEvery = time.Second
	together    = 64 // tables in a sweep
)

// Run settles tables until the context ends, those of all processes of the store.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(settleEvery)
	defer ticker.Stop()
	ready := false
	for {
		if !ready {
			ready = s.makeLevels(ctx)
		}
		s.Sweep(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// makeLevels makes sure that the levels are people of the store.
func (s *Service) makeLevels(ctx context.Context) bool {
	for n := 1; n <= Levels; n++ {
		if err := s.store.NewPerson(ctx, levelPerson(n, s.store.Now())); err != nil && !errors.Is(err, table.ErrConflict) {
			s.fault(ctx, "levels", "", err)
			return false
		}
	}
	return true
}

// fault logs an error that does not pass by itself.
func (s *Service) fault(ctx context.Context, doing, table string, err error) {
	if ctx.Err() == nil && !isPassing(err) {
		s.log.Error("settle: "+doing, "table", table, "err", err)
	}
}

func isPassing(err error) bool {
	return errors.Is(err, table.ErrBusy) || errors.Is(err, table.ErrFull) || errors.Is(err, context.Canceled)
}

// failures are the tables that could not be settled, and until when they are left alone.
type failures struct {
	mu     sync.Mutex
	tables map[string]failure
}

type failure struct {
	until time.Time
	after time.Duration // since the time before
}

// A table that could not be read is tried again after againAfter, then each time after twice as
// long, at most after againAtLast.
const (
	againAfter  = time.Minute
	againAtLast = day
)

func (f *failures) note(id string, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tables == nil {
		f.tables = map[string]failure{}
	}
	after := max(againAfter, min(againAtLast, 2*f.tables[id].after))
	f.tables[id] = failure{now.Add(after), after}
}

func (f *failures) forget(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.tables, id)
}

// keep forgets all tables but those that are not settled.
func (f *failures) keep(unsettled map[string]bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.DeleteFunc(f.tables, func(id string, _ failure) bool { return !unsettled[id] })
}

// wait reports whether a table is left alone.
func (f *failures) wait(id string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tables[id].until.After(now)
}

// shownRatings keeps ratings for a moment, so that lists can show them.
type shownRatings struct {
	mu  sync.Mutex
	all map[string]shownRating
}

type shownRating struct {
	rating      int
	provisional bool
	until       time.Time
}

const (
	shownFor  = 10 * time.Second
	mostShown = 4096
)

// Shown returns the rating of somebody in a pool, 0 for who has none, and whether it is
// provisional. It may be some seconds old.
func (s *Service) Shown(ctx context.Context, person, pool string) (int, bool, error) {
	key, now := person+" "+pool, s.store.Now()
	s.shown.mu.Lock()
	r, ok := s.shown.all[key]
	s.shown.mu.Unlock()
	if ok && r.until.After(now) {
		return r.rating, r.provisional, nil
	}
	r = shownRating{until: now.Add(shownFor)}
	if n, ok := levelOf(person); ok {
		levels, err := s.scale(ctx, pool)
		if err != nil {
			return 0, false, err
		}
		r.rating = rounded(levels.of(n).Rating)
	} else {
		all, err := s.store.RatingsOf(ctx, person)
		if err != nil {
			return 0, false, err
		}
		for _, one := range all {
			if one.Pool == pool {
				one = one.later(now)
				r.rating, r.provisional = rounded(one.Rating.Rating), one.isProvisional()
			}
		}
	}
	s.shown.mu.Lock()
	defer s.shown.mu.Unlock()
	if s.shown.all == nil || len(s.shown.all) >= mostShown {
		s.shown.all = map[string]shownRating{}
	}
	s.shown.all[key] = r
	return r.rating, r.provisional, nil
}

// drop forgets what is shown of people.
func (s *shownRatings) drop(people [2]string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.all {
		if id, _, _ := strings.Cut(key, " "); id == people[0] || id == people[1] {
			delete(s.all, key)
		}
	}
}

// Ended returns what a game by rated terms has done, or why it does not count; false while
// its table is not settled.
func (s *Service) Ended(ctx context.Context, id string) (table.Ended, bool, error) {
	r, err := s.store.Result(ctx, id)
	if errors.Is(err, table.ErrNotFound) {
		settled, err := s.store.Settled(ctx, id) // without a result: it was aborted
		return table.Ended{}, settled, err
	}
	if err != nil {
		return table.Ended{}, false, err
	}
	s.shown.drop(r.People) // another process may have settled it
	return table.Ended{Rating: r.change(), Unrated: r.Unrated}, true, nil
}

// change is before and after of both, nil for a game that was not rated.
func (r Result) change() *[2][2]int {
	if !r.Rated {
		return nil
	}
	return &[2][2]int{{rounded(r.Before[0]), rounded(r.After[0])}, {rounded(r.Before[1]), rounded(r.After[1])}}
}
