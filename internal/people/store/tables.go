package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// Create stores a new table with its first events; table.ErrConflict where the id is
// taken.
func (s *Store) Create(ctx context.Context, row table.Row, events []table.Event) error {
	if err := check(row, events, 0); err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		n, err := q.InsertTable(ctx, queries.InsertTableParams{
			ID: row.ID, Secret: notNil(row.Secret), Created: millis(row.Created), Seq: row.Seq, Updated: millis(row.Updated), Game: row.Game,
			Phase: row.Phase, Public: flag(row.Public), Chair0: row.Seats[0], Chair1: row.Seats[1],
			Deadline: millis(row.Deadline), Summary: string(row.Summary),
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return table.ErrConflict
		}
		return insertEvents(ctx, q, events)
	})
}

// Append stores events, the first of which has the number after row's last one
// before it, and replaces the row. All or nothing: table.ErrConflict where the log
// has moved on or a message id is there already.
func (s *Store) Append(ctx context.Context, row table.Row, events []table.Event) error {
	if len(events) == 0 {
		return errors.New("an append without events")
	}
	expected := events[0].Seq - 1
	if err := check(row, events, expected); err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		// Nothing may be written before it is known that all can be.
		for _, e := range events[1:] {
			if e.Message == "" {
				continue
			}
			if _, err := q.EventOfMessage(ctx, queries.EventOfMessageParams{TableID: row.ID, Message: e.Message}); err == nil {
				return table.ErrConflict
			} else if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		n, err := q.AdvanceTable(ctx, queries.AdvanceTableParams{
			ID: row.ID, Expected: expected, Message: events[0].Message,
			Seq: row.Seq, Updated: millis(row.Updated), Phase: row.Phase, Deadline: millis(row.Deadline), Summary: string(row.Summary),
		})
		if err != nil {
			return err
		}
		if n == 0 {
			if _, err := q.TableSeq(ctx, row.ID); err != nil {
				return notFound(err)
			}
			return table.ErrConflict
		}
		if err := q.SeatTable(ctx, queries.SeatTableParams{
			ID: row.ID, Game: row.Game, Public: flag(row.Public), Chair0: row.Seats[0], Chair1: row.Seats[1],
		}); err != nil {
			return err
		}
		return insertEvents(ctx, q, events)
	})
}

// check holds the promises of those who append.
func check(row table.Row, events []table.Event, before int64) error {
	messages := map[string]bool{}
	for i, e := range events {
		if e.Table != row.ID || e.Seq != before+int64(i)+1 {
			return fmt.Errorf("event %d of table %q is appended to %q as number %d", e.Seq, e.Table, row.ID, before+int64(i)+1)
		}
		if e.Message != "" && messages[e.Message] {
			return table.ErrConflict
		}
		messages[e.Message] = true
	}
	if last := before + int64(len(events)); row.Seq != last {
		return fmt.Errorf("table %q says that its last event is %d, it is %d", row.ID, row.Seq, last)
	}
	return nil
}

func insertEvents(ctx context.Context, q tx, events []table.Event) error {
	for _, e := range events {
		if err := q.InsertEvent(ctx, queries.InsertEventParams{
			TableID: e.Table, Seq: e.Seq, Kind: e.Kind, Payload: string(e.Payload), Message: e.Message, At: millis(e.At),
		}); err != nil {
			return err
		}
	}
	return nil
}

// Load returns a table with its whole log.
func (s *Store) Load(ctx context.Context, id string) (table.Row, []table.Event, error) {
	var row table.Row
	var events []table.Event
	err := s.database.snapshot(ctx, func(ctx context.Context, q tx) error {
		t, err := q.GetTable(ctx, id)
		if err != nil {
			return notFound(err)
		}
		row = fromTable(t)
		events, err = eventsSince(ctx, q, id, 0)
		return err
	})
	return row, events, err
}

// Since returns the events after a sequence number.
func (s *Store) Since(ctx context.Context, id string, seq int64) ([]table.Event, error) {
	var events []table.Event
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		if events, err = eventsSince(ctx, q, id, seq); err != nil || len(events) > 0 {
			return err
		}
		_, err = q.TableSeq(ctx, id)
		return notFound(err)
	})
	return events, err
}

func eventsSince(ctx context.Context, q tx, id string, seq int64) ([]table.Event, error) {
	stored, err := q.EventsSince(ctx, queries.EventsSinceParams{TableID: id, Seq: seq})
	if err != nil {
		return nil, err
	}
	events := make([]table.Event, len(stored))
	for i, e := range stored {
		events[i] = table.Event{Table: e.TableID, Seq: e.Seq, Kind: e.Kind, Payload: []byte(e.Payload), Message: e.Message, At: instant(e.At)}
	}
	return events, nil
}

// Stored returns the number of the event with a message id; table.ErrNotFound where
// there is none.
func (s *Store) Stored(ctx context.Context, id, message string) (int64, error) {
	var seq int64
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		seq, err = q.EventOfMessage(ctx, queries.EventOfMessageParams{TableID: id, Message: message})
		return notFound(err)
	})
	return seq, err
}

// lease is for how long a process that was told of a deadline is the only one.
const lease = 3 * time.Second

// Due returns tables whose deadline has passed, as far as every process was heard of
// since ([Store.Heard]). Two processes that ask at once get different ones for a while;
// a table that is not appended to is told again after it.
func (s *Store) Due(ctx context.Context, limit int) ([]string, error) {
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
func (s *Store) anyDue(ctx context.Context, heard, now int64) (bool, error) {
	var n int64
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		n, err = q.AnyDue(ctx, queries.AnyDueParams{Heard: heard, Now: now})
		return err
	})
	return n > 0, err
}

// movedTogether is how many deadlines one transaction moves.
const movedTogether = 1000

// moveDue moves the deadlines that have passed by the downtime that they do not know
// of: after a long one most of them are not over yet. Others that wait to write come
// between two transactions.
func (s *Store) moveDue(ctx context.Context, now int64) error {
	var oldest int64
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		oldest, err = q.OldestDue(ctx, now)
		return err
	})
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
func (s *Store) Postpone(ctx context.Context, id string, seq int64, at, deadline time.Time) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		return q.Postpone(ctx, queries.PostponeParams{ID: id, Seq: seq, At: millis(at), Deadline: millis(deadline)})
	})
}

// List returns rows, the newest first.
func (s *Store) List(ctx context.Context, query table.Query) ([]table.Row, error) {
	most, before := int32(100), int64(math.MaxInt64)
	if query.Limit > 0 {
		most = int32(min(query.Limit, math.MaxInt32))
	}
	if !query.Before.IsZero() {
		before = millis(query.Before)
	}
	var rows []table.Row
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var tables []queries.Table
		var err error
		switch public := flag(query.Public); {
		case query.Person != "":
			tables, err = q.ListTablesOfPerson(ctx, queries.ListTablesOfPersonParams{
				Person: query.Person, Phase: query.Phase, Public: public, Before: before, After: query.After, Most: most,
			})
		case query.Phase != "":
			tables, err = q.ListTablesOfPhase(ctx, queries.ListTablesOfPhaseParams{Phase: query.Phase, Public: public, Before: before, After: query.After, Most: most})
		default:
			tables, err = q.ListTables(ctx, queries.ListTablesParams{Public: public, Before: before, After: query.After, Most: most})
		}
		rows = make([]table.Row, len(tables))
		for i, t := range tables {
			rows[i] = fromTable(t)
		}
		return err
	})
	return rows, err
}

// IDs returns the ids of tables after one in the order of ids, for those who look at
// all of them.
func (s *Store) IDs(ctx context.Context, after string, limit int) ([]string, error) {
	var ids []string
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		ids, err = q.TableIDs(ctx, queries.TableIDsParams{After: after, Most: int32(limit)})
		return err
	})
	return ids, err
}

func fromTable(t queries.Table) table.Row {
	return table.Row{
		ID: t.ID, Secret: t.Secret, Created: instant(t.Created), Seq: t.Seq, Updated: instant(t.Updated), Game: t.Game, Phase: t.Phase,
		Public: t.Public != 0, Seats: [2]string{t.Chair0, t.Chair1}, Deadline: instant(t.Deadline), Summary: []byte(t.Summary),
	}
}

// notFound is the error of a query for one row.
func notFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return table.ErrNotFound
	}
	return err
}

// notNil is for columns that take no NULL.
func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
