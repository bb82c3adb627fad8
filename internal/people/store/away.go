package store

import (
	"context"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// AwayOf returns when somebody is away, and was until after an instant, the earliest first.
func (s tables) AwayOf(ctx context.Context, person string, after time.Time) ([]table.AwayRow, error) {
	stored, err := get(ctx, s.base, (*queries.Queries).AwayOf, queries.AwayOfParams{Person: person, After: millis(after)})
	return fromAway(stored), err
}

// AwayNow returns some of those who are away at an instant.
func (s tables) AwayNow(ctx context.Context, now time.Time, most int) ([]table.AwayRow, error) {
	stored, err := get(ctx, s.base, (*queries.Queries).AwayNow, queries.AwayNowParams{Now: millis(now), Most: int32(most)})
	return fromAway(stored), err
}

// SetAway replaces what of somebody's absence lies after an instant; table.ErrNotFound where the person is no more.
func (s tables) SetAway(ctx context.Context, person string, after time.Time, rows []table.AwayRow) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if _, err := q.GetPerson(ctx, person); err != nil {
			return notFound(err)
		}
		if err := q.DeleteAway(ctx, queries.DeleteAwayParams{Person: person, After: millis(after)}); err != nil {
			return err
		}
		for _, r := range rows {
			if err := q.PutAway(ctx, queries.PutAwayParams{Person: person, Began: millis(r.Began), Until: millis(r.Until)}); err != nil {
				return err
			}
		}
		return nil
	})
}

func fromAway(stored []queries.Away) (rows []table.AwayRow) {
	for _, a := range stored {
		rows = append(rows, table.AwayRow{Person: a.Person, Began: instant(a.Began), Until: instant(a.Until)})
	}
	return rows
}
