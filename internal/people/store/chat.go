package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// chat is what people said, and what others reported of it.
type chat struct{ *base }

// Say stores a line of chat and returns it with its number. A line whose message id is
// stored already is returned as it is stored; table.ErrNotFound where there is no such
// person or table.
func (s chat) Say(ctx context.Context, l table.ChatLine) (table.ChatLine, error) {
	var stored table.ChatLine
	err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		old, err := q.LineOfMessage(ctx, queries.LineOfMessageParams{TableID: l.Table, Message: l.Message})
		if err == nil {
			stored = fromLine(old)
			return nil
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if err := s.mustKnow(ctx, q, l.Person); err != nil {
			return err
		}
		stored = l
		if stored.Number, err = q.NextLine(ctx, l.Table); err != nil {
			return notFound(err)
		}
		return q.InsertLine(ctx, queries.InsertLineParams{
			TableID: l.Table, Number: stored.Number, Room: l.Room, Person: l.Person, Text: l.Text, Message: l.Message, At: millis(l.At),
		})
	})
	return stored, err
}

// Said returns the number of the line with a message id; table.ErrNotFound where there
// is none.
func (s chat) Said(ctx context.Context, id, message string) (int64, error) {
	l, err := get(ctx, s.base, (*queries.Queries).LineOfMessage, queries.LineOfMessageParams{TableID: id, Message: message})
	return l.Number, err
}

// Lines returns the lines of a room after a number, the newest limit ones, the oldest
// of them first.
func (s chat) Lines(ctx context.Context, id, room string, after int64, limit int) ([]table.ChatLine, error) {
	stored, err := get(ctx, s.base, (*queries.Queries).LinesAfter, queries.LinesAfterParams{TableID: id, Room: room, After: after, Most: int32(limit)})
	slices.Reverse(stored)
	return each(stored, fromLine), err
}

// Line returns the line of a table with a number; table.ErrNotFound where there is none.
func (s chat) Line(ctx context.Context, id string, number int64) (table.ChatLine, error) {
	l, err := get(ctx, s.base, (*queries.Queries).LineByNumber, queries.LineByNumberParams{TableID: id, Number: number})
	if err != nil {
		return table.ChatLine{}, err
	}
	return fromLine(l), nil
}

// NewReport stores what somebody told the hosts of the server, who hear of it; table.ErrNotFound where
// one of the two people is not there.
func (s chat) NewReport(ctx context.Context, r table.Report) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		for _, person := range []string{r.Reporter, r.Person} {
			if err := s.mustKnow(ctx, q, person); err != nil {
				return err
			}
		}
		if err := q.InsertReport(ctx, queries.InsertReportParams{
			TableID: r.Table, Line: r.Line, Reporter: r.Reporter, Person: r.Person, Text: r.Text, At: millis(r.At),
		}); err != nil {
			return err
		}
		hosts, err := q.PeopleWithRole(ctx, table.HostRole)
		if err != nil {
			return err
		}
		return insertNotices(ctx, q, r.Notices(hosts))
	})
}

// Reports returns the newest reports, the newest first.
func (s chat) Reports(ctx context.Context, limit int) ([]table.Report, error) {
	return list(ctx, s.base, fromReport, (*queries.Queries).ListReports, int32(limit))
}

func fromLine(l queries.Chat) table.ChatLine {
	return table.ChatLine{Table: l.TableID, Number: l.Number, Room: l.Room, Person: l.Person, Text: l.Text, Message: l.Message, At: instant(l.At)}
}

func fromReport(r queries.Report) table.Report {
	return table.Report{ID: r.ID, Table: r.TableID, Line: r.Line, Reporter: r.Reporter, Person: r.Person, Text: r.Text, At: instant(r.At), Done: instant(r.Done), Host: r.Host}
}
