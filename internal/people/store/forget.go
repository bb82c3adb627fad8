package store

import (
	"context"
	"errors"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// Forget deletes those of some people who will not come back, each as DeletePerson does.
// It looks at a bounded number of them, in the order of their ids, and returns the last
// one, "" after the end.
func (s people) Forget(ctx context.Context, f table.Forgetting) (last string, forgotten []string, err error) {
	var looked, unused []string
	err = s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		looked, err = q.PeopleAfter(ctx, queries.PeopleAfterParams{After: f.After, Most: int32(f.Most)})
		if err != nil || len(looked) == 0 {
			return err
		}
		unused, err = s.forgottenAmong(ctx, q, f, looked[0], looked[len(looked)-1])
		return err
	})
	if err != nil {
		return f.After, nil, err
	}
	for _, id := range unused {
		err = s.database.write(ctx, func(ctx context.Context, q tx) error {
			// A call that renews a session waits for this lock, or has renewed it by now.
			if err := s.lockPerson(ctx, q, id, "UPDATE"); err != nil {
				return err
			}
			still, err := s.forgottenAmong(ctx, q, f, id, id)
			if err == nil && len(still) == 0 {
				return table.ErrNotFound
			}
			if err != nil {
				return err
			}
			return s.deletePerson(ctx, q, id)
		})
		switch {
		case err == nil:
			forgotten = append(forgotten, id)
		case !errors.Is(err, table.ErrNotFound):
			return f.After, forgotten, err
		}
	}
	if len(looked) == f.Most {
		last = looked[len(looked)-1]
	}
	if len(forgotten) > 0 {
		// What a reader keeps from being overwritten now is overwritten after a later write.
		if err := s.database.scrub(ctx); !errors.Is(err, ErrTraces) {
			return last, forgotten, err
		}
	}
	return last, forgotten, nil
}

// UnseenTables returns open tables that have waited since a time and whose makers have no
// session or link that is good until another one; most bounds how many.
func (s tables) UnseenTables(ctx context.Context, before, until time.Time, most int) ([]string, error) {
	return get(ctx, s.base, (*queries.Queries).UnseenTables, queries.UnseenTablesParams{Before: millis(before), Until: millis(until), Most: int32(most)})
}

// ForgetTables deletes tables that were closed before a game began, with their events and
// what was said there, if nothing has happened at them since a time. It returns how many of
// them were deleted; most bounds how many.
func (s tables) ForgetTables(ctx context.Context, before time.Time, most int) (int, error) {
	closed, err := get(ctx, s.base, (*queries.Queries).ClosedTables, queries.ClosedTablesParams{Before: millis(before), Most: int32(most)})
	if err != nil || len(closed) == 0 {
		return 0, err
	}
	deleted := 0
	err = s.database.write(ctx, func(ctx context.Context, q tx) error {
		deleted = 0
		for _, id := range closed {
			n, err := q.DeleteClosedTable(ctx, id)
			if err != nil {
				return err
			}
			if n == 0 {
				continue // another process came first
			}
			deleted++
			if err := q.DeleteEventsAt(ctx, id); err != nil {
				return err
			}
			if err := q.DeleteChatAt(ctx, id); err != nil {
				return err
			}
		}
		return nil
	})
	return deleted, err
}

func (s people) forgottenAmong(ctx context.Context, q tx, f table.Forgetting, first, last string) ([]string, error) {
	return q.ForgottenPeople(ctx, queries.ForgottenPeopleParams{
		First: first, Last: last, Created: millis(f.Created), Now: millis(s.Now()), Unused: millis(f.Unused),
	})
}
