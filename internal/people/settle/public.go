package settle

import (
	"context"
	"strconv"
	"time"

	"cairn.example/games"
	"cairn.example/internal/people/api"
)

// MostPublic is how many public games are listed at a time at most.
const MostPublic = 100

// PublicAsked is which public games are listed.
type PublicAsked struct {
	// Person is who played, "" for anybody; Game a rule set, "" for all.
	Person, Game string
	// From and To are the first and the last day, such as 2026-11-27, in UTC; "" for any.
	From, To string
	// Before is what came back with the list before. Limit is how many are listed at most.
	Before string
	Limit  int
}

// PublicQuery selects results of public tables, the newest first.
type PublicQuery struct {
	Person, Game string
	Since, Until time.Time // Until is the end of it; zero for no bound
	Before       time.Time // as in ResultQuery
	After        string
	Limit        int
}

// Public returns how public games ended, the newest first, and what Before must be for the
// next ones, "" after the last.
func (s *Service) Public(ctx context.Context, a PublicAsked) (list []Result, more string, err error) {
	wrong := func(name, value string) ([]Result, string, error) {
		return nil, "", api.RefuseQuery(name, value)
	}
	q := PublicQuery{Person: a.Person, Game: a.Game, Limit: a.Limit + 1}
	if a.Limit < 1 || a.Limit > MostPublic {
		return wrong("limit", strconv.Itoa(a.Limit))
	}
	if _, err := games.Lookup(a.Game); a.Game != "" && err != nil {
		return wrong("game", a.Game)
	}
	if a.From != "" {
		if q.Since, err = time.Parse(time.DateOnly, a.From); err != nil {
			return wrong("from", a.From)
		}
	}
	if a.To != "" {
		if q.Until, err = time.Parse(time.DateOnly, a.To); err != nil {
			return wrong("to", a.To)
		}
		q.Until = q.Until.Add(day)
	}
	if a.Before != "" {
		var ok bool
		if q.Before, q.After, ok = parsePlace(a.Before); !ok {
			return wrong("before", a.Before)
		}
	}
	list, err = s.store.Public(ctx, q)
	if err == nil && len(list) > a.Limit {
		list = list[:a.Limit]
		more = placeOf(list[a.Limit-1])
	}
	return list, more, err
}
