package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
	"cairn.example/internal/rating"
)

// results are how games ended, and how strong people are.
type results struct{ *base }

var _ settle.Store = (*Store)(nil)

// Unsettled returns tables whose game is over and was not settled, those first that were
// over first.
func (s results) Unsettled(ctx context.Context, skip, most int) ([]string, error) {
	return get(ctx, s.base, (*queries.Queries).UnsettledTables, queries.UnsettledTablesParams{Skip: int32(skip), Most: int32(most)})
}

// Settle stores what is decided about a table and that it is settled; table.ErrConflict
// where that was done before.
//
// Its transaction is the only place where a result and what follows from it is written. The
// mark on the table and the key of the result each let it happen once.
func (s results) Settle(ctx context.Context, t settle.Settling) error {
	if plantedIs("settle-halves") {
		return s.settleInHalves(ctx, t)
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := or(table.ErrConflict)(q.MarkSettled(ctx, queries.MarkSettledParams{ID: t.Table, At: millis(t.At)})); err != nil {
			return err
		}
		v, err := s.decide(ctx, q, t)
		if err != nil {
			return err
		}
		if err := putRatings(ctx, q, v.Ratings); err != nil {
			return err
		}
		return insertResult(ctx, q, v.Result)
	})
}

// decide reads what is known about a table that is settled, and lets what is stored be
// decided. Of the two people nothing changes until the transaction ends.
func (s results) decide(ctx context.Context, q tx, t settle.Settling) (settle.Verdict, error) {
	var k settle.Known
	if t.Rated && s.database.locks() {
		// Nobody works the ratings out once more meanwhile: see Rerate.
		if _, err := q.db.ExecContext(ctx, "LOCK TABLE ratings IN ROW EXCLUSIVE MODE"); err != nil {
			return settle.Verdict{}, err
		}
	}
	sides := []int{0, 1}
	slices.SortFunc(sides, func(a, b int) int { // so that two transactions about the same people don't wait for each other
		if t.People[a] < t.People[b] {
			return -1
		}
		return 1
	})
	for _, side := range sides {
		id := t.People[side]
		// A name that was read must not be written after its person was deleted.
		if err := s.mustKnow(ctx, q, id); errors.Is(err, table.ErrNotFound) {
			continue
		} else if err != nil {
			return settle.Verdict{}, err
		}
		p, err := q.GetPerson(ctx, id)
		if err != nil {
			return settle.Verdict{}, err
		}
		if t.Rated && p.Kind != "level" { // those have the same rating always
			if err := s.lockPerson(ctx, q, id, "NO KEY UPDATE"); err != nil {
				return settle.Verdict{}, err
			}
			rows, err := q.RatingsOf(ctx, id)
			if err != nil {
				return settle.Verdict{}, err
			}
			k.Ratings[side] = each(rows, fromRating)
		}
		k.People[side] = fromPerson(p)
	}
	if t.Rated {
		pair, err := q.CountTogether(ctx, gamesOf(t.Pool, t.People, t.Since))
		if err != nil {
			return settle.Verdict{}, err
		}
		ever, err := q.CountTogether(ctx, gamesOf(t.Pool, t.People, time.Time{}))
		if err != nil {
			return settle.Verdict{}, err
		}
		k.Pair, k.Met = int(pair), ever > 0
	}
	return t.Decide(k), nil
}

func gamesOf(pool string, people [2]string, since time.Time) queries.CountTogetherParams {
	return queries.CountTogetherParams{Pool: pool, One: people[0], Other: people[1], Since: millis(since)}
}

func putRatings(ctx context.Context, q tx, ratings []settle.Rating) error {
	for _, r := range ratings {
		if err := q.PutRating(ctx, queries.PutRatingParams{
			Person: r.Person, Pool: r.Pool, Rating: r.Rating.Rating, Deviation: r.Deviation, Volatility: r.Volatility,
			Games: int64(r.Games), Opponents: int64(r.Opponents), At: millis(r.At), Best: r.Best,
		}); err != nil {
			return err
		}
	}
	return nil
}

func insertResult(ctx context.Context, q tx, r *settle.Result) error {
	if r == nil {
		return nil
	}
	return q.InsertResult(ctx, queries.InsertResultParams{
		TableID: r.Table, Ended: millis(r.Ended), Game: r.Game, Pool: r.Pool, First: r.People[0], Second: r.People[1],
		FirstName: r.Names[0], SecondName: r.Names[1], Score: r.Score, How: r.How, Margin: int64(r.Margin), Plies: int64(r.Plies),
		Rated: flag(r.Rated), Unrated: r.Unrated, Contest: r.Contest,
		FirstBefore: r.Before[0], FirstDeviation: r.Deviation[0], FirstAfter: r.After[0],
		SecondBefore: r.Before[1], SecondDeviation: r.Deviation[1], SecondAfter: r.After[1],
	})
}

// Settled reports whether a table is settled; table.ErrNotFound where there is none.
func (s results) Settled(ctx context.Context, id string) (bool, error) {
	at, err := get(ctx, s.base, (*queries.Queries).TableSettled, id)
	return at > 0, err
}

// Result returns that of a table; table.ErrNotFound where there is none.
func (s results) Result(ctx context.Context, id string) (settle.Result, error) {
	r, err := get(ctx, s.base, (*queries.Queries).ResultOf, id)
	return fromResult(r), err
}

// endless is later than any result.
const endless = 1 << 62

// Results returns those that a query selects.
func (s results) Results(ctx context.Context, a settle.ResultQuery) ([]settle.Result, error) {
	p := queries.ResultsOfParams{
		Person: a.Person, Reader: a.Reader, Pool: a.Game, Pools: a.Game + "/%", Other: a.With, Rated: 2, Before: endless, After: a.After, Most: int32(a.Limit),
	}
	if a.Rated != nil {
		p.Rated = flag(*a.Rated)
	}
	if !a.Before.IsZero() {
		p.Before = millis(a.Before)
	}
	return list(ctx, s.base, fromResult, (*queries.Queries).ResultsOf, p)
}

// Public returns results of public tables, the newest first.
func (s results) Public(ctx context.Context, a settle.PublicQuery) ([]settle.Result, error) {
	p := queries.PublicResultsOfParams{Person: a.Person, Game: a.Game, Before: endless, Until: endless, After: a.After, Most: int32(a.Limit)}
	if !a.Since.IsZero() {
		p.Since = millis(a.Since)
	}
	if !a.Until.IsZero() {
		p.Until = millis(a.Until)
	}
	if !a.Before.IsZero() {
		p.Before = millis(a.Before)
	}
	if a.Person != "" {
		return list(ctx, s.base, fromResult, (*queries.Queries).PublicResultsOf, p)
	}
	return list(ctx, s.base, fromResult, (*queries.Queries).PublicResults, queries.PublicResultsParams{
		Game: p.Game, Since: p.Since, Until: p.Until, Before: p.Before, After: p.After, Most: p.Most,
	})
}

// Together returns how many rated games two people have played in a pool since a time.
func (s results) Together(ctx context.Context, pool string, people [2]string, since time.Time) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).CountTogether, gamesOf(pool, people, since))
	return int(n), err
}

// RatedOf returns the rated results of somebody in a pool since a time, the oldest first.
func (s results) RatedOf(ctx context.Context, person, pool string, since time.Time) ([]settle.Result, error) {
	return list(ctx, s.base, fromResult, (*queries.Queries).RatedOf, queries.RatedOfParams{Person: person, Pool: pool, Since: millis(since)})
}

// RatedIn returns all rated results of a pool, the oldest first.
func (s results) RatedIn(ctx context.Context, pool string) ([]settle.Result, error) {
	return list(ctx, s.base, fromResult, (*queries.Queries).RatedIn, pool)
}

// Tally counts how games of somebody at public tables ended, or, with another person, all
// games of the two.
func (s results) Tally(ctx context.Context, person, with string) (settle.Tally, error) {
	t, err := get(ctx, s.base, (*queries.Queries).TallyOf, queries.TallyOfParams{Person: person, Other: with})
	return settle.Tally{Won: int(t.Won), Drawn: int(t.Drawn), Lost: int(t.Lost)}, err
}

// Tallies counts how rated games of somebody ended, by pools.
func (s results) Tallies(ctx context.Context, person string) (map[string]settle.Tally, error) {
	found, err := get(ctx, s.base, (*queries.Queries).TalliesOf, person)
	tallies := make(map[string]settle.Tally, len(found))
	for _, t := range found {
		tallies[t.Pool] = settle.Tally{Won: int(t.Won), Drawn: int(t.Drawn), Lost: int(t.Lost)}
	}
	return tallies, err
}

// RatingsOf returns those of somebody in all pools.
func (s results) RatingsOf(ctx context.Context, person string) ([]settle.Rating, error) {
	return list(ctx, s.base, fromRating, (*queries.Queries).RatingsOf, person)
}

// Leading returns the highest ratings of accounts in a pool.
func (s results) Leading(ctx context.Context, l settle.Listed) ([]settle.Rating, error) {
	return list(ctx, s.base, fromRating, (*queries.Queries).LeadingIn, queries.LeadingInParams{
		Pool: l.Pool, Games: int64(l.Games), Opponents: int64(l.Opponents), Deviation: l.Deviation, Since: millis(l.Since), Most: int32(l.Limit),
	})
}

// Rerate replaces what the rated results of a pool have done by what f works out from them.
// Nothing is settled meanwhile.
func (s results) Rerate(ctx context.Context, pool string, f func([]settle.Result) ([]settle.Result, []settle.Rating, error)) error {
	return s.database.writeLong(ctx, func(ctx context.Context, q tx) error {
		if s.database.locks() {
			if _, err := q.db.ExecContext(ctx, "LOCK TABLE ratings IN SHARE ROW EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		found, err := q.RatedIn(ctx, pool)
		if err != nil {
			return err
		}
		changed, ratings, err := f(each(found, fromResult))
		if err != nil {
			return err
		}
		if err := q.DeleteRatingsIn(ctx, pool); err != nil {
			return err
		}
		if err := putRatings(ctx, q, ratings); err != nil {
			return err
		}
		for _, r := range changed {
			if err := q.ChangeResult(ctx, queries.ChangeResultParams{
				TableID: r.Table, Rated: flag(r.Rated), Unrated: r.Unrated,
				FirstBefore: r.Before[0], FirstDeviation: r.Deviation[0], FirstAfter: r.After[0],
				SecondBefore: r.Before[1], SecondDeviation: r.Deviation[1], SecondAfter: r.After[1],
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

func fromResult(r queries.Result) settle.Result {
	return settle.Result{
		Table: r.TableID, Ended: instant(r.Ended), Game: r.Game, Pool: r.Pool, People: [2]string{r.First, r.Second},
		Names: [2]string{r.FirstName, r.SecondName}, Score: r.Score, How: r.How, Margin: int(r.Margin), Plies: int(r.Plies),
		Public: r.Public != 0, Rated: r.Rated != 0, Unrated: r.Unrated, Contest: r.Contest,
		Before: [2]float64{r.FirstBefore, r.SecondBefore}, Deviation: [2]float64{r.FirstDeviation, r.SecondDeviation},
		After: [2]float64{r.FirstAfter, r.SecondAfter},
	}
}

func fromRating(r queries.Rating) settle.Rating {
	return settle.Rating{
		Person: r.Person, Pool: r.Pool, Rating: rating.Rating{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility},
		Games: int(r.Games), Opponents: int(r.Opponents), At: instant(r.At), Best: r.Best,
	}
}
