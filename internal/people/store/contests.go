package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// contests are contests in rounds, with their logs.
type contests struct{ *base }

var _ director.Store = (*Store)(nil)

// CreateContest stores a new contest with its first events; table.ErrConflict where the id is taken.
func (s contests) CreateContest(ctx context.Context, row director.Row, events []director.Event) error {
	if err := checkContest(row, events, 0); err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := or(table.ErrConflict)(q.InsertContest(ctx, queries.InsertContestParams{
			ID: row.ID, Secret: notNil(row.Secret), Seq: row.Seq, Phase: row.Phase, Starts: millis(row.Starts), Deadline: millis(row.Deadline),
			Created: millis(row.Created), Updated: millis(row.Updated), Host: row.Host, Series: row.Series, Summary: string(row.Summary),
		})); err != nil {
			return err
		}
		if err := insertContestEvents(ctx, q, events); err != nil {
			return err
		}
		return insertNotices(ctx, q, row.Notices)
	})
}

// AppendContest stores events, the first of which has the number after row's last one before it, and replaces
// the row. All or nothing: table.ErrConflict where the log has moved on or a message id is there already.
func (s contests) AppendContest(ctx context.Context, row director.Row, events []director.Event) error {
	if len(events) == 0 {
		return errors.New("an append without events")
	}
	expected := events[0].Seq - 1
	if err := checkContest(row, events, expected); err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		// Nothing may be written before it is known that all can be.
		for _, e := range events {
			if e.Message == "" {
				continue
			}
			if _, err := q.ContestOfMessage(ctx, queries.ContestOfMessageParams{Contest: row.ID, Message: e.Message}); err == nil {
				return table.ErrConflict
			} else if err = notFound(err); !errors.Is(err, table.ErrNotFound) {
				return err
			}
		}
		n, err := q.AdvanceContest(ctx, queries.AdvanceContestParams{
			ID: row.ID, Expected: expected, Seq: row.Seq, Phase: row.Phase, Starts: millis(row.Starts), Deadline: millis(row.Deadline),
			Updated: millis(row.Updated), Summary: string(row.Summary),
		})
		if err != nil {
			return err
		}
		if n == 0 {
			if _, err := q.GetContest(ctx, row.ID); err != nil {
				return notFound(err)
			}
			return table.ErrConflict
		}
		if err := insertContestEvents(ctx, q, events); err != nil {
			return err
		}
		return insertNotices(ctx, q, row.Notices)
	})
}

func checkContest(row director.Row, events []director.Event, before int64) error {
	for i, e := range events {
		if e.Contest != row.ID || e.Seq != before+int64(i)+1 {
			return fmt.Errorf("event %d of contest %q is appended to %q as number %d", e.Seq, e.Contest, row.ID, before+int64(i)+1)
		}
	}
	if last := before + int64(len(events)); row.Seq != last {
		return fmt.Errorf("contest %q says that its last event is %d, it is %d", row.ID, row.Seq, last)
	}
	return nil
}

func insertContestEvents(ctx context.Context, q tx, events []director.Event) error {
	for _, e := range events {
		if err := q.InsertContestEvent(ctx, queries.InsertContestEventParams{
			Contest: e.Contest, Seq: e.Seq, Kind: e.Kind, Payload: string(e.Payload), Message: e.Message, At: millis(e.At),
		}); err != nil {
			return err
		}
	}
	return nil
}

// LoadContest returns a contest with the events after a number.
func (s contests) LoadContest(ctx context.Context, id string, since int64) (row director.Row, events []director.Event, err error) {
	err = s.database.snapshot(ctx, func(ctx context.Context, q tx) error {
		c, err := q.GetContest(ctx, id)
		if err != nil {
			return notFound(err)
		}
		row = fromContest(c)
		stored, err := q.ContestEventsSince(ctx, queries.ContestEventsSinceParams{Contest: id, Seq: since})
		events = make([]director.Event, len(stored))
		for i, e := range stored {
			events[i] = director.Event{Contest: e.Contest, Seq: e.Seq, Kind: e.Kind, Payload: []byte(e.Payload), Message: e.Message, At: instant(e.At)}
		}
		return err
	})
	return row, events, err
}

// DueContests returns contests at which something may be due, with the numbers of their last events.
func (s contests) DueContests(ctx context.Context, most int) (map[string]int64, error) {
	due, err := get(ctx, s.base, (*queries.Queries).DueContests, queries.DueContestsParams{Now: millis(s.Now()), Most: int32(most)})
	found := make(map[string]int64, len(due))
	for _, c := range due {
		found[c.ID] = c.Seq
	}
	return found, err
}

// ContestSeqs returns the numbers of the last events of contests; those that are not there are missing.
func (s contests) ContestSeqs(ctx context.Context, ids []string) (map[string]int64, error) {
	return pairs[int64](ctx, s.base, contestSeqsQuery, ids)
}

// TableBriefs returns phase and summary of tables, with a space between the two; those that are not there are missing.
func (s contests) TableBriefs(ctx context.Context, ids []string) (map[string]string, error) {
	return pairs[string](ctx, s.base, tableBriefsQuery, ids)
}

// Contests returns those of a phase, the next ones first.
func (s contests) Contests(ctx context.Context, phase string, most int) ([]director.Row, error) {
	return list(ctx, s.base, fromContest, (*queries.Queries).ContestsOfPhase, queries.ContestsOfPhaseParams{Phase: phase, Most: int32(most)})
}

// PastContests returns those of a phase that started before a time, the last ones first; of that very time those whose ids
// come before one.
func (s contests) PastContests(ctx context.Context, phase string, before time.Time, after string, most int) ([]director.Row, error) {
	p := queries.PastContestsParams{Phase: phase, Before: endless, After: after, Most: int32(most)}
	if !before.IsZero() {
		p.Before = millis(before)
	}
	return list(ctx, s.base, fromContest, (*queries.Queries).PastContests, p)
}

// PlayedContests returns those that are over and in which somebody has played, the last ones first.
func (s contests) PlayedContests(ctx context.Context, person string, most int) ([]director.Row, error) {
	return list(ctx, s.base, fromContest, (*queries.Queries).PlayedContests, queries.PlayedContestsParams{Person: person, Most: int32(most)})
}

// ContestsOfSeries returns those of a weekly one from a time on.
func (s contests) ContestsOfSeries(ctx context.Context, series string, since time.Time, most int) ([]director.Row, error) {
	return list(ctx, s.base, fromContest, (*queries.Queries).ContestsOfSeries, queries.ContestsOfSeriesParams{Series: series, Since: millis(since), Most: int32(most)})
}

// OpenContestsOf counts those that somebody has announced and that have not started.
func (s contests) OpenContestsOf(ctx context.Context, host string) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).CountContestsOf, host)
	return int(n), err
}

func fromContest(c queries.Contest) director.Row {
	return director.Row{
		ID: c.ID, Secret: c.Secret, Seq: c.Seq, Phase: c.Phase, Starts: instant(c.Starts), Deadline: instant(c.Deadline),
		Created: instant(c.Created), Updated: instant(c.Updated), Host: c.Host, Series: c.Series, Summary: []byte(c.Summary),
	}
}
