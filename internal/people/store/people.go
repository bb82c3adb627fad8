package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// NewPerson stores somebody; table.ErrConflict where the id is taken.
func (s *Store) NewPerson(ctx context.Context, p table.PersonRow) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		n, err := q.InsertPerson(ctx, queries.InsertPersonParams{
			ID: p.ID, Name: p.Name, Created: millis(p.Created), Banned: millis(p.Banned), Muted: millis(p.Muted),
		})
		if err == nil && n == 0 {
			return table.ErrConflict
		}
		return err
	})
}

// Person returns somebody.
func (s *Store) Person(ctx context.Context, id string) (table.PersonRow, error) {
	var p queries.Person
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		p, err = q.GetPerson(ctx, id)
		return notFound(err)
	})
	return fromPerson(p), err
}

// People returns people after one in the order of their ids, for those who look at all of them.
func (s *Store) People(ctx context.Context, after string, limit int) ([]table.PersonRow, error) {
	var people []table.PersonRow
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		stored, err := q.ListPeople(ctx, queries.ListPeopleParams{After: after, Most: int32(limit)})
		for _, p := range stored {
			people = append(people, fromPerson(p))
		}
		return err
	})
	return people, err
}

// Rename replaces the name alone.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	return s.change(ctx, func(ctx context.Context, q tx) (int64, error) {
		return q.RenamePerson(ctx, queries.RenamePersonParams{ID: id, Name: name})
	})
}

// Ban replaces the time until when somebody is banned.
func (s *Store) Ban(ctx context.Context, id string, until time.Time) error {
	return s.change(ctx, func(ctx context.Context, q tx) (int64, error) {
		return q.BanPerson(ctx, queries.BanPersonParams{ID: id, Banned: millis(until)})
	})
}

// Mute replaces the time until when somebody is muted.
func (s *Store) Mute(ctx context.Context, id string, until time.Time) error {
	return s.change(ctx, func(ctx context.Context, q tx) (int64, error) {
		return q.MutePerson(ctx, queries.MutePersonParams{ID: id, Muted: millis(until)})
	})
}

// change writes one row; table.ErrNotFound where there is none.
func (s *Store) change(ctx context.Context, statement func(context.Context, tx) (int64, error)) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		n, err := statement(ctx, q)
		if err == nil && n == 0 {
			return table.ErrNotFound
		}
		return err
	})
}

// mustKnow refuses with table.ErrNotFound where a person was deleted or never was.
// Nobody deletes one that is there before the transaction ends: what is written about
// people must not come after they were deleted.
func (s *Store) mustKnow(ctx context.Context, q tx, id string) error {
	return s.lockPerson(ctx, q, id, "KEY SHARE")
}

// lockPerson takes a lock on the row of a person, where the database has such.
func (s *Store) lockPerson(ctx context.Context, q tx, id, lock string) error {
	statement := "SELECT 1 FROM people WHERE id = $1"
	if s.database.locks() {
		statement += " FOR " + lock
	}
	var one int
	return notFound(q.db.QueryRowContext(ctx, statement, id).Scan(&one))
}

// DeletePerson deletes all that is personal: name, credentials, what was said, and
// the reports by and about somebody. The tables stay, under the id. After ErrTraces all
// is deleted, and nobody reads it any more, but bytes of it are left in the files.
func (s *Store) DeletePerson(ctx context.Context, id string) error {
	err := s.database.write(ctx, func(ctx context.Context, q tx) error { return deletePerson(ctx, q, id) })
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	// Also of somebody who was deleted before: then that may not have been possible.
	if scrub := s.database.scrub(ctx); scrub != nil {
		return scrub
	}
	return err
}

func deletePerson(ctx context.Context, q tx, id string) error {
	known := false
	for _, remove := range []func(context.Context, string) (int64, error){
		q.DeletePerson, q.DeleteCredentialsOf, q.DeleteChatOf, q.DeleteReportsOf,
	} {
		n, err := remove(ctx, id)
		if err != nil {
			return err
		}
		known = known || n > 0
	}
	if !known {
		return table.ErrNotFound
	}
	return nil
}

// NewCredential stores the hash of a secret that identifies a person; table.ErrNotFound
// where there is no such person.
func (s *Store) NewCredential(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, c.Person); err != nil {
			return err
		}
		n, err := q.InsertCredential(ctx, queries.InsertCredentialParams{
			Kind: c.Kind, Hash: c.Hash, Person: c.Person, Created: millis(c.Created), Expires: millis(c.Expires),
		})
		if err == nil && n == 0 {
			return table.ErrConflict
		}
		return err
	})
}

// ByCredential returns whose secret it is, and until when it is good; table.ErrNotFound
// where it is expired or unknown.
func (s *Store) ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, time.Time, error) {
	var p table.PersonRow
	var expires time.Time
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		p, expires, err = s.byCredential(ctx, q, kind, hash)
		return err
	})
	return p, expires, err
}

// GoodCredentials returns which of these hashes belong to credentials of a kind that are
// good now, as a set.
func (s *Store) GoodCredentials(ctx context.Context, kind string, hashes [][]byte) (map[string]bool, error) {
	expires, err := pairs[int64](ctx, s, credentialsQuery, hashes, kind)
	good, now := make(map[string]bool, len(expires)), millis(s.Now())
	for hash, at := range expires {
		if at > now {
			good[hash] = true
		}
	}
	return good, err
}

// RenewCredential lets a person's credential be good for longer; table.ErrNotFound where
// one of the two is no more.
func (s *Store) RenewCredential(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, c.Person); err != nil {
			return err
		}
		n, err := q.RenewCredential(ctx, queries.RenewCredentialParams{Kind: c.Kind, Hash: c.Hash, Expires: millis(c.Expires)})
		if err == nil && n == 0 {
			return table.ErrNotFound
		}
		return err
	})
}

// UseCredential does the same, and in one transaction replaces the credential by another
// one of that person: it is used once, and after a fault it is as good as before.
func (s *Store) UseCredential(ctx context.Context, kind string, hash []byte, next table.Credential) (table.PersonRow, error) {
	var p table.PersonRow
	err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		var err error
		if p, _, err = s.byCredential(ctx, q, kind, hash); err != nil {
			return err
		}
		if err := s.mustKnow(ctx, q, p.ID); err != nil {
			return err
		}
		// Of two at once on PostgreSQL, the second waits here and finds nothing left.
		n, err := q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: kind, Hash: hash})
		if err == nil && n == 0 {
			return table.ErrNotFound
		}
		if err != nil {
			return err
		}
		n, err = q.InsertCredential(ctx, queries.InsertCredentialParams{
			Kind: next.Kind, Hash: next.Hash, Person: p.ID, Created: millis(next.Created), Expires: millis(next.Expires),
		})
		if err == nil && n == 0 {
			return errTaken // no refusal, for something is written
		}
		return err
	})
	if err != nil {
		return table.PersonRow{}, err
	}
	return p, nil
}

var errTaken = errors.New("the credential that is to come is there already")

func (s *Store) byCredential(ctx context.Context, q tx, kind string, hash []byte) (table.PersonRow, time.Time, error) {
	r, err := q.PersonByCredential(ctx, queries.PersonByCredentialParams{Kind: kind, Hash: hash, Now: millis(s.Now())})
	p := queries.Person{ID: r.ID, Name: r.Name, Created: r.Created, Banned: r.Banned, Muted: r.Muted}
	return fromPerson(p), instant(r.Expires), notFound(err)
}

// DeleteCredential deletes one; that there is none is no error.
func (s *Store) DeleteCredential(ctx context.Context, kind string, hash []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		_, err := q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: kind, Hash: hash})
		return err
	})
}

// Say stores a line of chat and returns it with its number. A line whose message id is
// stored already is returned as it is stored; table.ErrNotFound where there is no such
// person or table.
func (s *Store) Say(ctx context.Context, l table.ChatLine) (table.ChatLine, error) {
	var stored table.ChatLine
	err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		old, err := q.LineOfMessage(ctx, queries.LineOfMessageParams{TableID: l.Table, Message: l.Message})
		if err == nil {
			stored = fromChat([]queries.Chat{old})[0]
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
func (s *Store) Said(ctx context.Context, id, message string) (int64, error) {
	var l queries.Chat
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		l, err = q.LineOfMessage(ctx, queries.LineOfMessageParams{TableID: id, Message: message})
		return notFound(err)
	})
	return l.Number, err
}

// Lines returns the lines of a room after a number, the newest limit ones, the oldest
// of them first.
func (s *Store) Lines(ctx context.Context, id, room string, after int64, limit int) ([]table.ChatLine, error) {
	var stored []queries.Chat
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		stored, err = q.LinesAfter(ctx, queries.LinesAfterParams{TableID: id, Room: room, After: after, Most: int32(limit)})
		return err
	})
	slices.Reverse(stored)
	return fromChat(stored), err
}

// Line returns the line of a table with a number; table.ErrNotFound where there is none.
func (s *Store) Line(ctx context.Context, id string, number int64) (table.ChatLine, error) {
	var l queries.Chat
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		l, err = q.LineByNumber(ctx, queries.LineByNumberParams{TableID: id, Number: number})
		return notFound(err)
	})
	if err != nil {
		return table.ChatLine{}, err
	}
	return fromChat([]queries.Chat{l})[0], nil
}

// NewReport stores what somebody told the host of the server; table.ErrNotFound where
// one of the two people is not there.
func (s *Store) NewReport(ctx context.Context, r table.Report) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		for _, person := range []string{r.Reporter, r.Person} {
			if err := s.mustKnow(ctx, q, person); err != nil {
				return err
			}
		}
		return q.InsertReport(ctx, queries.InsertReportParams{
			TableID: r.Table, Line: r.Line, Reporter: r.Reporter, Person: r.Person, Text: r.Text, At: millis(r.At),
		})
	})
}

// Reports returns the newest reports, the newest first.
func (s *Store) Reports(ctx context.Context, limit int) ([]table.Report, error) {
	var stored []queries.Report
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		stored, err = q.ListReports(ctx, int32(limit))
		return err
	})
	return fromReports(stored), err
}

// Personal is all that a store knows of somebody beside the tables.
type Personal struct {
	Person      table.PersonRow
	Credentials []table.Credential // without the hashes, which could be tried out
	Chat        []table.ChatLine
	Reports     []table.Report // by and about the person
}

// PersonalOf returns all that DeletePerson would delete.
func (s *Store) PersonalOf(ctx context.Context, id string) (Personal, error) {
	var all Personal
	err := s.database.snapshot(ctx, func(ctx context.Context, q tx) error {
		p, err := q.GetPerson(ctx, id)
		if err != nil {
			return notFound(err)
		}
		credentials, err := q.CredentialsOf(ctx, id)
		if err != nil {
			return err
		}
		lines, err := q.LinesOf(ctx, id)
		if err != nil {
			return err
		}
		reports, err := q.ReportsOf(ctx, id)
		if err != nil {
			return err
		}
		all = Personal{Person: fromPerson(p), Chat: fromChat(lines), Reports: fromReports(reports)}
		for _, c := range credentials {
			all.Credentials = append(all.Credentials, table.Credential{Kind: c.Kind, Person: c.Person, Created: instant(c.Created), Expires: instant(c.Expires)})
		}
		return nil
	})
	return all, err
}

func fromPerson(p queries.Person) table.PersonRow {
	return table.PersonRow{ID: p.ID, Name: p.Name, Created: instant(p.Created), Banned: instant(p.Banned), Muted: instant(p.Muted)}
}

func fromChat(stored []queries.Chat) []table.ChatLine {
	lines := make([]table.ChatLine, len(stored))
	for i, l := range stored {
		lines[i] = table.ChatLine{Table: l.TableID, Number: l.Number, Room: l.Room, Person: l.Person, Text: l.Text, Message: l.Message, At: instant(l.At)}
	}
	return lines
}

func fromReports(stored []queries.Report) []table.Report {
	reports := make([]table.Report, len(stored))
	for i, r := range stored {
		reports[i] = table.Report{ID: r.ID, Table: r.TableID, Line: r.Line, Reporter: r.Reporter, Person: r.Person, Text: r.Text, At: instant(r.At)}
	}
	return reports
}
