package store

import (
	"cmp"
	"context"
	"errors"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// people are names, and until when somebody is banned or muted.
type people struct{ *base }

// NewPerson stores somebody; table.ErrConflict where the id is taken.
func (s people) NewPerson(ctx context.Context, p table.PersonRow) error {
	return change(ctx, s.base, table.ErrConflict, (*queries.Queries).InsertPerson, toPerson(p))
}

func toPerson(p table.PersonRow) queries.InsertPersonParams {
	return queries.InsertPersonParams{
		ID: p.ID, Name: p.Name, Created: millis(p.Created), Banned: millis(p.Banned), Muted: millis(p.Muted),
		Skeleton: p.Skeleton, Kind: p.Kind, Owner: p.Owner, Role: p.Role,
		Renamed: millis(p.Renamed), Seen: millis(p.Seen), Settings: orEmpty(p.Settings),
	}
}

// Person returns somebody.
func (s people) Person(ctx context.Context, id string) (table.PersonRow, error) {
	p, err := get(ctx, s.base, (*queries.Queries).GetPerson, id)
	return fromPerson(p), err
}

// People returns people after one in the order of their ids, for those who look at all of them.
func (s people) People(ctx context.Context, after string, limit int) ([]table.PersonRow, error) {
	return list(ctx, s.base, fromPerson, (*queries.Queries).ListPeople, queries.ListPeopleParams{After: after, Most: int32(limit)})
}

// Rename replaces the name of a guest alone; table.ErrNotFound where there is no such guest.
func (s people) Rename(ctx context.Context, id, name string) error {
	return change(ctx, s.base, table.ErrNotFound, (*queries.Queries).RenamePerson, queries.RenamePersonParams{ID: id, Name: name})
}

// DeletePerson deletes all that is personal: name, credentials, what was said, the
// reports by and about somebody, and whatever else has a column for a person. The tables
// stay, under the id. The name of an account is kept for nobody for a while. Programs go with their owner. After ErrTraces
// all is deleted, and nobody reads it any more, but bytes of it are left in the files.
func (s people) DeletePerson(ctx context.Context, id string) error {
	err := s.database.write(ctx, func(ctx context.Context, q tx) error { return s.deletePerson(ctx, q, id) })
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	// Also of somebody who was deleted before: then that may not have been possible.
	if scrub := s.database.scrub(ctx); scrub != nil {
		return scrub
	}
	return err
}

func (s people) deletePerson(ctx context.Context, q tx, id string) error {
	p, err := q.GetPerson(ctx, id)
	if err = notFound(err); err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	known := false
	for _, remove := range []func(context.Context, string) (int64, error){
		q.DeletePerson, q.DeleteCredentialsOf, q.DeleteChatOf, q.DeleteReportsOf, q.DeleteBlocksOf, q.DeleteRatingsOf,
		q.ForgetActionsOf, q.DeleteNoticesOf, q.DeleteDevicesOf, q.DeletePlansOf, q.DeleteAwayOf, q.DeleteKeptOf, q.DeleteKeptSumOf, q.ForgetFirstName, q.ForgetSecondName,
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
	bots, err := q.BotsOf(ctx, id)
	if err != nil {
		return err
	}
	for _, bot := range bots {
		if err := s.deletePerson(ctx, q, bot.ID); err != nil {
			return err
		}
	}
	if p.Skeleton == "" {
		return nil
	}
	return accounts(s).hold(ctx, q, p.Skeleton, "", s.Now().Add(table.NameHeldFor))
}

// PersonalOf returns all that DeletePerson would delete.
func (s people) PersonalOf(ctx context.Context, id string) (table.Personal, error) {
	var all table.Personal
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
		all = table.Personal{Person: fromPerson(p), Chat: each(lines, fromLine), Reports: each(reports, fromReport)}
		for _, c := range credentials {
			one := fromCredential(c)
			one.Hash, one.Data = nil, ""
			all.Credentials = append(all.Credentials, one)
		}
		all.More, err = moreOf(ctx, q, id)
		return err
	})
	return all, err
}

func fromPerson(p queries.Person) table.PersonRow {
	return table.PersonRow{
		ID: p.ID, Name: p.Name, Created: instant(p.Created), Banned: instant(p.Banned), Muted: instant(p.Muted),
		Skeleton: p.Skeleton, Kind: p.Kind, Owner: p.Owner, Role: p.Role,
		Renamed: instant(p.Renamed), Seen: instant(p.Seen), Settings: p.Settings,
	}
}

// orEmpty returns settings as JSON.
func orEmpty(settings string) string { return cmp.Or(settings, "{}") }
