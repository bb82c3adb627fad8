package settle

import (
	"cmp"
	"context"
	"slices"

	"cairn.example/internal/rating"
)

// Rerate works the ratings of a pool out once more, from all its rated results. Games of the
// people in without count no longer, for good; a [NobodyError] where one of them has no rated game there, and nothing
// is changed then.
func (s *Service) Rerate(ctx context.Context, pool string, without ...string) (counted, dropped int, err error) {
	levels, err := s.scale(ctx, pool)
	if err != nil {
		return 0, 0, err
	}
	err = s.store.Rerate(ctx, pool, func(results []Result) ([]Result, []Rating, error) {
		for _, id := range without {
			if !slices.ContainsFunc(results, func(r Result) bool { return r.People[0] == id || r.People[1] == id }) {
				return nil, nil, NobodyError{id}
			}
		}
		var ratings []Rating
		results, ratings = replay(pool, levels, results, without)
		counted, dropped = 0, 0
		for _, r := range results {
			if r.Rated {
				counted++
			} else {
				dropped++
			}
		}
		return results, ratings, nil
	})
	return counted, dropped, err
}

// NobodyError says that somebody has no rated game in a pool.
type NobodyError struct{ ID string }

func (e NobodyError) Error() string { return "nobody with the id " + e.ID + " has a rated game there" }

// replay works out what results have done. Who has moved by one moves again; everybody begins
// with what they began with, also if their first game counts no longer.
func replay(pool string, levels scale, results []Result, without []string) ([]Result, []Rating) {
	results = slices.Clone(results)
	now, met := starts(pool, results), map[[2]string]bool{}
	played := map[string]bool{}
	for i := range results {
		r := &results[i]
		if slices.Contains(without, r.People[0]) || slices.Contains(without, r.People[1]) {
			r.Rated, r.Unrated = false, byHost
			continue
		}
		var before [2]Rating
		for side, id := range r.People {
			before[side] = now[id]
			if n, isLevel := levelOf(id); isLevel {
				before[side] = Rating{Person: id, Pool: pool, Rating: levels.of(n)}
			}
		}
		moved := [2]bool{r.Before[0] != r.After[0], r.Before[1] != r.After[1]}
		couple := r.People
		slices.Sort(couple[:])
		for side, id := range r.People {
			shown := before[side].later(r.Ended)
			r.Before[side], r.Deviation[side], r.After[side] = shown.Rating.Rating, shown.Deviation, shown.Rating.Rating
			if !moved[side] {
				continue
			}
			score := r.Score
			if side == 1 {
				score = 1 - score
			}
			next := before[side].after(r.Ended, before[1-side].later(r.Ended).Rating, score, !met[couple])
			now[id], r.After[side], played[id] = next, next.Rating.Rating, true
		}
		met[couple] = true
	}
	var ratings []Rating
	for id := range played {
		ratings = append(ratings, now[id])
	}
	slices.SortFunc(ratings, func(a, b Rating) int { return cmp.Compare(a.Person, b.Person) })
	return results, ratings
}

// starts returns what people had before their first games. A deviation is largest then: a game
// makes it smaller, and years would have to pass for it to grow back.
func starts(pool string, results []Result) map[string]Rating {
	first := map[string]Rating{}
	for _, r := range results {
		for side, id := range r.People {
			if known, ok := first[id]; !ok || r.Deviation[side] > known.Deviation {
				first[id] = Rating{Person: id, Pool: pool, Rating: rating.Rating{Rating: r.Before[side], Deviation: r.Deviation[side], Volatility: newVolatility}}
			}
		}
	}
	return first
}
