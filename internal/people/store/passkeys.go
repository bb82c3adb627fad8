package store

import (
	"context"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// NewChallenge stores what somebody, or with no person anybody, is asked to sign.
func (s accounts) NewChallenge(ctx context.Context, c table.Credential) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if c.Person != "" {
			if err := s.mustKnow(ctx, q, c.Person); err != nil {
				return err
			}
		}
		return insertNew(ctx, q, c)
	})
}

// UseChallenge returns a challenge, once; table.ErrNotFound where it is unknown, used or expired.
func (s accounts) UseChallenge(ctx context.Context, hash []byte) (c table.Credential, err error) {
	err = s.database.write(ctx, func(ctx context.Context, q tx) error {
		stored, err := q.GetChallenge(ctx, queries.GetChallengeParams{Hash: hash, Now: millis(s.Now())})
		if err != nil {
			return notFound(err)
		}
		c = fromCredential(stored)
		// Of two at once on PostgreSQL, the second waits here and finds nothing left.
		return or(table.ErrNotFound)(q.DeleteCredential(ctx, queries.DeleteCredentialParams{Kind: stored.Kind, Hash: hash}))
	})
	return c, err
}

// UsePasskey notes that a passkey has signed; table.ErrConflict where it has done so, or was removed, since it was read.
func (s accounts) UsePasskey(ctx context.Context, c table.Credential, before string) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		return or(table.ErrConflict)(q.UsePasskey(ctx, queries.UsePasskeyParams{Hash: c.Hash, Data: c.Data, Used: millis(c.Used), Before: before}))
	})
}
