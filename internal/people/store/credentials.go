package store

import (
	"context"
	"errors"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// credentials are the hashes of the secrets by which people are known.
type credentials struct{ *base }

// NewCredential stores the hash of a secret that identifies a person; table.ErrNotFound
// where there is no such person.
func (s credentials) NewCredential(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, c.Person); err != nil {
			return err
		}
		if err := or(table.ErrConflict)(q.InsertCredential(ctx, toCredential(c))); err != nil {
			return err
		}
		return insertNotices(ctx, q, table.NewDevice(c))
	})
}

// ByCredential returns whose secret it is, and what is stored of it; table.ErrNotFound
// where it is expired or unknown.
func (s credentials) ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, table.Credential, error) {
	var p table.PersonRow
	var c table.Credential
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		p, c, err = s.byCredential(ctx, q, kind, hash)
		return err
	})
	return p, c, err
}

// GoodCredentials returns which of these hashes belong to credentials of a kind that are
// good now, as a set.
func (s credentials) GoodCredentials(ctx context.Context, kind string, hashes [][]byte) (map[string]bool, error) {
	expires, err := pairs[int64](ctx, s.base, credentialsQuery, hashes, kind)
	good, now := make(map[string]bool, len(expires)), millis(s.Now())
	for hash, at := range expires {
		if at > now {
			good[hash] = true
		}
	}
	return good, err
}

// RenewCredential notes that a person's credential was used, and lets it be good for longer;
// table.ErrNotFound where one of the two is no more.
func (s credentials) RenewCredential(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, c.Person); err != nil {
			return err
		}
		return or(table.ErrNotFound)(q.RenewCredential(ctx, queries.RenewCredentialParams{Kind: c.Kind, Hash: c.Hash, Expires: millis(c.Expires), Used: millis(c.Used)}))
	})
}

// UseCredential does the same, and in one transaction replaces the credential by another
// one of that person: it is used once, and after a fault it is as good as before.
func (s credentials) UseCredential(ctx context.Context, kind string, hash []byte, next table.Credential) (table.PersonRow, error) {
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
		if err := or(table.ErrNotFound)(q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: kind, Hash: hash})); err != nil {
			return err
		}
		next.Person = p.ID
		if err := insertNew(ctx, q, next); err != nil {
			return err
		}
		return insertNotices(ctx, q, table.NewDevice(next))
	})
	if err != nil {
		return table.PersonRow{}, err
	}
	return p, nil
}

var errTaken = errors.New("the credential that is to come is there already")

func (s credentials) byCredential(ctx context.Context, q tx, kind string, hash []byte) (table.PersonRow, table.Credential, error) {
	r, err := q.PersonByCredential(ctx, queries.PersonByCredentialParams{Kind: kind, Hash: hash, Now: millis(s.Now())})
	return fromPerson(r.Person), fromCredential(r.Credential), notFound(err)
}

func toCredential(c table.Credential) queries.InsertCredentialParams {
	return queries.InsertCredentialParams{
		Kind: c.Kind, Hash: c.Hash, Person: c.Person, Created: millis(c.Created), Expires: millis(c.Expires),
		Label: c.Label, Used: millis(c.Used), MadeBy: c.MadeBy, Data: c.Data,
	}
}

func fromCredential(c queries.Credential) table.Credential {
	return table.Credential{
		Kind: c.Kind, Hash: c.Hash, Person: c.Person, Created: instant(c.Created), Expires: instant(c.Expires),
		Label: c.Label, Used: instant(c.Used), MadeBy: c.MadeBy, Data: c.Data,
	}
}

// DeleteCredential deletes one; that there is none is no error.
func (s credentials) DeleteCredential(ctx context.Context, kind string, hash []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		_, err := q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: kind, Hash: hash})
		return err
	})
}
