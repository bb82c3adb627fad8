package store

import (
	"context"
	"errors"
	"slices"
	"strings"

	"cairn.example/internal/people/host"
	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// hosts are what hosts of the server do about people.
type hosts struct{ *base }

var _ host.Store = (*Store)(nil)

// Act stores an action with all that follows from it, in one transaction: the mute, the ban or the name, that the report was
// looked at, and the notices. It is table.ErrNotFound where there is no such person, and table.ErrConflict where somebody
// has looked at the report before.
func (s hosts) Act(ctx context.Context, a host.Action, notices func(id int64, reporter string) []table.Notice) (id int64, err error) {
	err = s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.lockPerson(ctx, q, a.Person, "NO KEY UPDATE"); err != nil {
			return err
		}
		reporter := ""
		if a.Report > 0 {
			n, err := q.TakeReport(ctx, queries.TakeReportParams{ID: a.Report, At: millis(a.At), Host: a.Host})
			if err != nil || n == 0 {
				return orConflict(err)
			}
			r, err := q.GetReport(ctx, a.Report)
			if err != nil {
				return err
			}
			reporter = r.Reporter
		}
		if err := s.follow(ctx, q, a); err != nil {
			return err
		}
		var err error
		if id, err = q.InsertAction(ctx, queries.InsertActionParams{
			Host: a.Host, Person: a.Person, What: a.What, Until: millis(a.Until), Text: a.Text, Quote: a.Quote,
			Tables: strings.Join(a.Tables, " "), At: millis(a.At), Acknowledged: millis(a.Acknowledged),
		}); err != nil {
			return err
		}
		return insertNotices(ctx, q, notices(id, reporter))
	})
	return id, err
}

// follow changes of a person what an action says.
func (s hosts) follow(ctx context.Context, q tx, a host.Action) (err error) {
	switch a.What {
	case host.Mute:
		_, err = q.MutePerson(ctx, queries.MutePersonParams{ID: a.Person, Muted: millis(a.Until)})
	case host.Ban:
		_, err = q.BanPerson(ctx, queries.BanPersonParams{ID: a.Person, Banned: millis(a.Until)})
	case host.Name:
		skeleton := ""
		p, err := q.GetPerson(ctx, a.Person)
		if err != nil {
			return err
		}
		if p.Skeleton != "" {
			skeleton = table.Skeleton(a.NewName)
			if taken, err := accounts(s).nameTaken(ctx, q, skeleton, a.Person); err != nil || taken {
				return errors.Join(err, errTaken)
			}
		}
		if _, err := q.ForceName(ctx, queries.ForceNameParams{ID: a.Person, Name: a.NewName, Skeleton: skeleton}); err != nil {
			return err
		}
		// Records bear the name that was taken away no longer.
		for _, forget := range []func(context.Context, string) (int64, error){q.ForgetFirstName, q.ForgetSecondName} {
			if _, err := forget(ctx, a.Person); err != nil {
				return err
			}
		}
		return q.RefuseName(ctx, queries.RefuseNameParams{
			Hash: table.HeldName(table.Skeleton(p.Name)), Person: a.Person, Created: millis(a.At), Expires: millis(a.At.Add(table.NameHeldFor)),
		})
	}
	return err
}

// Actions returns the last ones about somebody, or with "" about all, the newest first.
func (s hosts) Actions(ctx context.Context, person string, most int) ([]host.Action, error) {
	var stored []queries.Action
	var err error
	if person == "" {
		stored, err = get(ctx, s.base, (*queries.Queries).LastActions, int32(most))
	} else {
		stored, err = get(ctx, s.base, (*queries.Queries).ActionsOf, queries.ActionsOfParams{Person: person, Most: int32(most)})
	}
	var list []host.Action
	for _, a := range stored {
		list = append(list, fromAction(a))
	}
	return list, err
}

// Waiting returns how many actions somebody has not acknowledged.
func (s hosts) Waiting(ctx context.Context, person string) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).WaitingActions, person)
	return int(n), err
}

// Acknowledge notes that somebody has read an action about them, with an answer or "". It is table.ErrNotFound where it is
// about somebody else, and table.ErrConflict after another answer.
func (s hosts) Acknowledge(ctx context.Context, person string, id int64, answer string, notices func(a host.Action, hosts []string) []table.Notice) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		// Of two answers at once on PostgreSQL, the second waits here and finds the first.
		if err := s.lockPerson(ctx, q, person, "NO KEY UPDATE"); err != nil {
			return err
		}
		stored, err := q.GetAction(ctx, id)
		if err = notFound(err); err != nil {
			return err
		}
		switch {
		case stored.Person != person:
			return table.ErrNotFound
		case answer != "" && stored.Answer != "":
			return table.ErrConflict
		case answer == "":
			answer = stored.Answer
		default:
			hosts, err := q.PeopleWithRole(ctx, host.Role)
			if err != nil {
				return err
			}
			a := fromAction(stored)
			a.Answer = answer
			if err := insertNotices(ctx, q, notices(a, hosts)); err != nil {
				return err
			}
		}
		return q.AcknowledgeAction(ctx, queries.AcknowledgeActionParams{ID: id, At: millis(s.Now()), Answer: answer})
	})
}

// OpenReports returns the reports at which no host has looked, the oldest first.
func (s hosts) OpenReports(ctx context.Context, most int) ([]table.Report, error) {
	return list(ctx, s.base, fromReport, (*queries.Queries).OpenReports, int32(most))
}

// Report returns one of any; table.ErrNotFound where there is none.
func (s hosts) Report(ctx context.Context, id int64) (table.Report, error) {
	r, err := get(ctx, s.base, (*queries.Queries).GetReport, id)
	return fromReport(r), err
}

// ReportsAbout returns how many reports there are about somebody.
func (s hosts) ReportsAbout(ctx context.Context, person string) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).CountReportsAbout, person)
	return int(n), err
}

// SeatsOf returns how often somebody has sat down.
func (s hosts) SeatsOf(ctx context.Context, person string) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).CountTablesOf, person)
	return int(n), err
}

// Around returns a line of chat with some before and after it, of the same room.
func (s hosts) Around(ctx context.Context, line table.ChatLine, before, after int) ([]table.ChatLine, error) {
	first, err := get(ctx, s.base, (*queries.Queries).LinesUpTo, queries.LinesUpToParams{TableID: line.Table, Room: line.Room, Last: line.Number, Most: int32(before + 1)})
	if err != nil {
		return nil, err
	}
	slices.Reverse(first)
	rest, err := get(ctx, s.base, (*queries.Queries).LinesFrom, queries.LinesFromParams{TableID: line.Table, Room: line.Room, After: line.Number, Most: int32(after)})
	return each(append(first, rest...), fromLine), err
}

// SetRole gives somebody a role, or with "" takes it.
func (s hosts) SetRole(ctx context.Context, person, role string) error {
	return change(ctx, s.base, table.ErrNotFound, (*queries.Queries).SetRole, queries.SetRoleParams{ID: person, Role: role})
}

// UseRole gives a role to who has a credential of a kind, which is used up; table.ErrNotFound where there is none such.
func (s hosts) UseRole(ctx context.Context, person, role, kind string, hash []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		found, err := q.PersonByCredential(ctx, queries.PersonByCredentialParams{Kind: kind, Hash: hash, Now: millis(s.Now())})
		if err = notFound(err); err == nil && found.Person.ID != person {
			err = table.ErrNotFound
		}
		if err != nil {
			return err
		}
		// Of two at once on PostgreSQL, the second waits here and finds nothing left.
		if err := or(table.ErrNotFound)(q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: kind, Hash: hash})); err != nil {
			return err
		}
		_, err = q.SetRole(ctx, queries.SetRoleParams{ID: person, Role: role})
		return err
	})
}

func fromAction(a queries.Action) host.Action {
	return host.Action{
		ID: a.ID, Host: a.Host, Person: a.Person, What: a.What, Until: instant(a.Until), Text: a.Text, Quote: a.Quote,
		Tables: strings.Fields(a.Tables), At: instant(a.At), Acknowledged: instant(a.Acknowledged), Answer: a.Answer,
	}
}
