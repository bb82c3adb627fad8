package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// tables are the tables with their logs.
type tables struct{ *base }

// Create stores a new table with its first events; table.ErrConflict where the id is
// taken.
func (s tables) Create(ctx context.Context, row table.Row, events []table.Event) error {
	if err := check(row, events, 0); err != nil {
		return err
	}
	return s.database.write(ctx, func(ctx context.Context, q tx) error { return insertTable(ctx, q, row, events) })
}

func insertTable(ctx context.Context, q tx, row table.Row, events []table.Event) error {
	if err := or(table.ErrConflict)(q.InsertTable(ctx, queries.InsertTableParams{
		ID: row.ID, Secret: notNil(row.Secret), Created: millis(row.Created), Seq: row.Seq, Updated: millis(row.Updated), Game: row.Game,
		Phase: row.Phase, Public: flag(row.Public), Chair0: row.Seats[0], Chair1: row.Seats[1],
		Deadline: millis(row.Deadline), Summary: string(row.Summary),
	})); err != nil {
		return err
	}
	if err := insertEvents(ctx, q, events); err != nil {
		return err
	}
	return insertNotices(ctx, q, row.Notices)
}

// Append stores events, the first of which has the number after row's last one
// before it, and replaces the row. All or nothing: table.ErrConflict where the log
// has moved on or a message id is there already.
func (s tables) Append(ctx context.Context, row table.Row, events []table.Event) error {
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
			Seq: row.Seq, Updated: millis(row.Updated), Phase: row.Phase, Deadline: millis(row.Deadline), Mover: row.Mover, Summary: string(row.Summary),
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
		if row.Public && events[0].Kind == table.KindShown {
			if err := q.ShowResult(ctx, row.ID); err != nil {
				return err
			}
		}
		if err := insertEvents(ctx, q, events); err != nil {
			return err
		}
		return insertNotices(ctx, q, row.Notices)
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
func (s tables) Load(ctx context.Context, id string) (table.Row, []table.Event, error) {
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
func (s tables) Since(ctx context.Context, id string, seq int64) ([]table.Event, error) {
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
func (s tables) Stored(ctx context.Context, id, message string) (int64, error) {
	return get(ctx, s.base, (*queries.Queries).EventOfMessage, queries.EventOfMessageParams{TableID: id, Message: message})
}

// List returns rows, the newest first.
func (s tables) List(ctx context.Context, query table.Query) ([]table.Row, error) {
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
func (s tables) IDs(ctx context.Context, after string, limit int) ([]string, error) {
	return get(ctx, s.base, (*queries.Queries).TableIDs, queries.TableIDsParams{After: after, Most: int32(limit)})
}

func fromTable(t queries.Table) table.Row {
	return table.Row{
		ID: t.ID, Secret: t.Secret, Created: instant(t.Created), Seq: t.Seq, Updated: instant(t.Updated), Game: t.Game, Phase: t.Phase,
		Public: t.Public != 0, Seats: [2]string{t.Chair0, t.Chair1}, Deadline: instant(t.Deadline), Planned: t.Planned,
		Summary: []byte(t.Summary),
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
