package store

import (
	"context"
	"time"

	"cairn.example/internal/people/store/queries"
)

// deadlines are when something must happen at a table without anybody's doing.
type deadlines struct{ *heartbeat }

// lease is for how long the process that Due has given a table is the only one.
const lease = 3 * time.Second

// Due returns tables whose deadline has passed, as far as every process was heard of
// since (Heard). Two processes that ask at once get different ones for a while;
// a table that nothing is appended to comes again after it.
func (s deadlines) Due(ctx context.Context, limit int) ([]string, error) {
	if s.left.Load() {
		return nil, nil // the processes that live see to it, or the next one
	}
	if !s.options.Passive && s.alive.late(s.Now()) {
		// The heartbeat finds out whether nobody was alive.
		if err := s.beat(ctx, false); err != nil {
			return nil, err
		}
	}
	now := millis(s.Now())
	if some, err := s.anyDue(ctx, now, now); err != nil || !some {
		return nil, err
	}
	// A flag waits until every process was heard of after it: till then nothing is written. What downtime is known with
	// that moves deadlines before any of them counts.
	last, err := s.Heard(ctx)
	if err != nil {
		return nil, err
	}
	heard := millis(last)
	if heard < now {
		if some, err := s.anyDue(ctx, heard, now); err != nil || !some {
			return nil, err
		}
	}
	if err := s.moveDue(ctx, heard); err != nil {
		return nil, err
	}
	var due []string
	err = s.database.write(ctx, func(ctx context.Context, q tx) error {
		var err error
		until := now + lease.Milliseconds()
		if s.database.locks() {
			due, err = q.ClaimDueLocked(ctx, queries.ClaimDueLockedParams{Until: until, Heard: heard, Now: now, Most: int32(limit)})
		} else {
			due, err = q.ClaimDue(ctx, queries.ClaimDueParams{Until: until, Heard: heard, Now: now, Most: int32(limit)})
		}
		return err
	})
	return due, err
}

// anyDue reports whether a deadline had passed until heard which nobody sees to now.
func (s deadlines) anyDue(ctx context.Context, heard, now int64) (bool, error) {
	n, err := get(ctx, s.base, (*queries.Queries).AnyDue, queries.AnyDueParams{Heard: heard, Now: now})
	return n > 0, err
}

// movedTogether is how many deadlines one transaction moves.
const movedTogether = 1000

// moveDue moves the deadlines that have passed by the downtime that they do not know
// of: after a long one most of them are not over yet. Others that wait to write come
// between two transactions.
func (s deadlines) moveDue(ctx context.Context, now int64) error {
	oldest, err := get(ctx, s.base, (*queries.Queries).OldestDue, now)
	if err != nil {
		return err
	}
	for _, g := range s.alive.gapsAfter(oldest) {
		for moved := int64(movedTogether); moved == movedTogether; {
			err := s.database.write(ctx, func(ctx context.Context, q tx) error {
				var err error
				moved, err = q.MoveDue(ctx, queries.MoveDueParams{Began: g.began, Ended: g.ended, Now: now, Most: movedTogether})
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Postpone moves the deadline of a table whose last event still has that number, as
// it was worked out at that instant.
func (s deadlines) Postpone(ctx context.Context, id string, seq int64, at, deadline time.Time) error {
	return put(ctx, s.base, (*queries.Queries).Postpone, queries.PostponeParams{ID: id, Seq: seq, At: millis(at), Deadline: millis(deadline)})
}
