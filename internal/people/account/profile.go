package account

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

const (
	mostFound   = 10
	fewestTyped = 3 // letters, to find names that begin so
)

// Find returns the account whose name looks like one. An account that has typed three letters also finds names that
// begin so; a guest only needs to know whether a name is free. Where nobody is found, a name that nobody can have is refused
// as [Service.Claim] does.
func (s *Service) Find(ctx context.Context, who table.SignedIn, name string) ([]api.Person, error) {
	if _, err := s.take(finds, "find:"+who.Person.ID); err != nil {
		return nil, err
	}
	found := []api.Person{}
	skeleton := table.Skeleton(name)
	var rows []table.PersonRow
	var err error
	if who.Person.Kind != api.KindGuest && utf8.RuneCountInString(skeleton) >= fewestTyped {
		rows, err = s.store.AccountsLike(ctx, skeleton, mostFound)
	} else {
		var row table.PersonRow
		if row, err = s.store.AccountNamed(ctx, skeleton); err == nil {
			rows = append(rows, row)
		}
	}
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return nil, s.fault("find", err)
	}
	for _, row := range rows {
		found = append(found, row.Shown())
	}
	if len(found) == 0 && name != "" {
		_, err = table.CheckName(name)
		return found, err
	}
	return found, nil
}

// Profile returns what everybody may see of somebody, named by their id or, behind a @, by the name of their account. What
// is known of games and ratings package settle adds.
func (s *Service) Profile(ctx context.Context, whom string) (api.Profile, error) {
	var row table.PersonRow
	var err error
	name, named := strings.CutPrefix(whom, "@")
	if named {
		row, err = s.store.AccountNamed(ctx, table.Skeleton(name))
	} else {
		row, err = s.store.Person(ctx, whom)
	}
	p := api.Profile{Pools: []api.PoolRating{}}
	switch {
	case errors.Is(err, table.ErrNotFound) && !named && api.IsPersonID(whom):
		// Ids are drawn, and nobody comes upon one that was never given.
		p.Person, p.Gone = api.Person{ID: whom}, true
		return p, nil
	case errors.Is(err, table.ErrNotFound):
		return p, api.Refuse(api.AccountNobody)
	case err != nil:
		return p, s.fault("profile", err)
	}
	return s.profileOf(ctx, row), nil
}

func (s *Service) profileOf(ctx context.Context, row table.PersonRow) api.Profile {
	p := api.Profile{Pools: []api.PoolRating{}, Person: row.Shown(), Here: s.tables.IsHere(row.ID)}
	if row.Owner != "" {
		owner := s.tables.Person(ctx, row.Owner)
		p.Owner = &owner
	}
	if one, ok := s.tables.Standing(row.ID); ok {
		one.Person, p.Stand = p.Person, &one
	}
	if p.Person.Kind == api.KindLevel {
		return p // it was always here
	}
	seen := row.Seen
	if p.Here {
		seen = s.store.Now()
	}
	if seen.Before(row.Created) {
		seen = row.Created
	}
	p.Since, p.Seen = day(row.Created), day(seen)
	return p
}

// day is the beginning of the day of an instant. Those who are alone see who was here in the
// last hour; what is kept says no more than the day.
func day(t time.Time) int64 { return api.Millis(t.UTC().Truncate(24 * time.Hour)) }

// Blocks lists whom somebody does not want to meet.
func (s *Service) Blocks(ctx context.Context, who table.SignedIn) (api.Blocks, error) {
	list := api.Blocks{Blocks: []api.Person{}}
	all, err := s.store.Blocks(ctx)
	if err != nil {
		return list, s.fault("blocks", err)
	}
	for _, b := range all {
		if b.Person == who.Person.ID {
			list.Blocks = append(list.Blocks, s.tables.Person(ctx, b.Other))
		}
	}
	return list, nil
}

// Block has somebody not want to meet another, or meet them again. Neither sees the other's open tables, sits down
// there or reads what the other writes; invitations between them are withdrawn.
func (s *Service) Block(ctx context.Context, who table.SignedIn, other string, on bool) error {
	b := table.Block{Person: who.Person.ID, Other: other}
	if on {
		if b.At = s.store.Now(); other == b.Person {
			return api.Refuse(api.AccountNobody)
		}
		if _, err := s.take(blocked, "block:"+b.Person); err != nil {
			return err
		}
	}
	switch err := s.store.SetBlock(ctx, b); {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.AccountNobody)
	case err != nil:
		return s.fault("block", err)
	}
	s.tables.BlocksChanged()
	if !on {
		return nil
	}
	if err := s.decline(ctx, b.Person, other); err != nil {
		return err
	}
	return s.decline(ctx, other, b.Person)
}
