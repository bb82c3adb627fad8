package store

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// accounts are names that belong to one person, the codes by which their owners sign in, and
// the devices where they did.
type accounts struct{ *base }

// NameTaken reports whether a name, known by its skeleton, is that of an account other than
// a person, or was lately.
func (s accounts) NameTaken(ctx context.Context, skeleton, person string) (taken bool, err error) {
	err = s.database.query(ctx, func(ctx context.Context, q tx) error {
		taken, err = s.nameTaken(ctx, q, skeleton, person)
		return err
	})
	return taken, err
}

func (s accounts) nameTaken(ctx context.Context, q tx, skeleton, person string) (bool, error) {
	owner, err := q.PersonBySkeleton(ctx, skeleton)
	switch err = notFound(err); {
	case err == nil && owner.ID != person:
		return true, nil
	case err != nil && !errors.Is(err, table.ErrNotFound):
		return false, err
	}
	held, err := q.NameHeld(ctx, queries.NameHeldParams{Hash: table.HeldName(skeleton), Person: person, Now: millis(s.Now())})
	return held > 0, err
}

// Claim makes a guest an account: it has the name alone from then on, and the code signs it in.
// The session, known by its hash, is noted as begun by that, and that it got a code. It returns table.ErrConflict where
// the name is taken, and table.ErrNotFound where there is no such guest.
func (s accounts) Claim(ctx context.Context, name, skeleton string, code table.Credential, session []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, code.Person); err != nil {
			return err
		}
		if taken, err := s.nameTaken(ctx, q, skeleton, code.Person); err != nil || taken {
			return orConflict(err)
		}
		if err := or(table.ErrNotFound)(q.ClaimName(ctx, queries.ClaimNameParams{ID: code.Person, Name: name, Skeleton: skeleton})); err != nil {
			return err
		}
		if err := q.NoteBegun(ctx, queries.NoteBegunParams{Hash: session, Person: code.Person, MadeBy: table.ByClaim}); err != nil {
			return err
		}
		return insertCode(ctx, q, code, session)
	})
}

// RenameAccount gives an account another name. The one before stays the account's own until a time, so that nobody
// takes it the moment after. It returns table.ErrConflict where the new one is taken.
func (s accounts) RenameAccount(ctx context.Context, id, name, skeleton string, heldUntil time.Time) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, id); err != nil {
			return err
		}
		if taken, err := s.nameTaken(ctx, q, skeleton, id); err != nil || taken {
			return orConflict(err)
		}
		before, err := q.GetPerson(ctx, id)
		if err != nil {
			return err
		}
		n, err := q.RenameAccount(ctx, queries.RenameAccountParams{ID: id, Name: name, Skeleton: skeleton, Renamed: millis(s.Now())})
		if err == nil && n == 0 {
			return table.ErrNotFound
		}
		if err != nil || before.Skeleton == skeleton {
			return err
		}
		return s.hold(ctx, q, before.Skeleton, id, heldUntil)
	})
}

// hold keeps a name for a person, or for nobody, until a time. Of the name only a hash is stored.
func (s accounts) hold(ctx context.Context, q tx, skeleton, person string, until time.Time) error {
	return q.HoldName(ctx, queries.HoldNameParams{Hash: table.HeldName(skeleton), Person: person, Created: millis(s.Now()), Expires: millis(until)})
}

// AccountNamed returns the account whose name looks like one with that skeleton.
func (s accounts) AccountNamed(ctx context.Context, skeleton string) (table.PersonRow, error) {
	p, err := get(ctx, s.base, (*queries.Queries).PersonBySkeleton, skeleton)
	return fromPerson(p), err
}

// AccountsLike returns some accounts whose names look as if they began so, the shortest names first.
func (s accounts) AccountsLike(ctx context.Context, skeleton string, most int) ([]table.PersonRow, error) {
	return list(ctx, s.base, fromPerson, (*queries.Queries).PeopleLike, queries.PeopleLikeParams{First: skeleton, Last: skeleton + "\U0010FFFF", Most: int32(most)})
}

// Sessions returns the sessions of a person that are good, the one used last first.
func (s accounts) Sessions(ctx context.Context, person string) ([]table.Credential, error) {
	return list(ctx, s.base, fromCredential, (*queries.Queries).SessionsOf, queries.SessionsOfParams{Person: person, Now: millis(s.Now())})
}

// EndSessionsBut ends all sessions of a person but the one with a hash, and the links that would become sessions.
func (s accounts) EndSessionsBut(ctx context.Context, person string, hash []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		_, err := q.DeleteSessionsBut(ctx, queries.DeleteSessionsButParams{Person: person, Hash: hash})
		return err
	})
}

// ReplaceCode gives an account another sign-in code and ends all sessions but the one with a hash; without one, the
// passkeys end as well. It returns table.ErrNotFound where there is no such account.
func (s accounts) ReplaceCode(ctx context.Context, code table.Credential, session []byte) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := s.mustKnow(ctx, q, code.Person); err != nil {
			return err
		}
		// Of two at once on PostgreSQL, the second waits here and finds nothing left.
		if err := or(table.ErrNotFound)(q.DeleteCodeOf(ctx, code.Person)); err != nil {
			return err
		}
		if _, err := q.DeleteSessionsBut(ctx, queries.DeleteSessionsButParams{Person: code.Person, Hash: session}); err != nil {
			return err
		}
		if len(session) == 0 {
			if err := q.DeleteCredentialsOfKind(ctx, queries.DeleteCredentialsOfKindParams{Person: code.Person, Kind: table.PasskeyKind}); err != nil {
				return err
			}
		}
		return insertCode(ctx, q, code, session)
	})
}

// insertCode stores a code that was drawn a moment ago, and when the session with a hash got it.
func insertCode(ctx context.Context, q tx, c table.Credential, session []byte) error {
	if err := insertNew(ctx, q, c); err != nil {
		return err
	}
	return q.NoteCoded(ctx, queries.NoteCodedParams{Hash: session, Person: c.Person, Data: strconv.FormatInt(millis(c.Created), 10)})
}

// insertNew stores a credential that was drawn a moment ago.
func insertNew(ctx context.Context, q tx, c table.Credential) error {
	return or(errTaken)(q.InsertCredential(ctx, toCredential(c))) // no refusal, for something is written
}

// orConflict is table.ErrConflict where there was no fault.
func orConflict(err error) error {
	if err == nil {
		err = table.ErrConflict
	}
	return err
}

// Blocks returns who does not want to meet whom.
func (s accounts) Blocks(ctx context.Context) ([]table.Block, error) {
	var all []table.Block
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		list, err := q.AllBlocks(ctx)
		all = make([]table.Block, 0, len(list))
		for _, b := range list {
			all = append(all, table.Block{Person: b.Person, Other: b.Other, At: instant(b.At)})
		}
		return err
	})
	return all, err
}

// SetBlock has somebody not want to meet another, or with a zero time no longer; table.ErrNotFound where one of
// the two is no more.
func (s accounts) SetBlock(ctx context.Context, b table.Block) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if b.At.IsZero() {
			return q.DeleteBlock(ctx, queries.DeleteBlockParams{Person: b.Person, Other: b.Other})
		}
		if err := errors.Join(s.mustKnow(ctx, q, b.Person), s.mustKnow(ctx, q, b.Other)); err != nil {
			return err
		}
		return q.PutBlock(ctx, queries.PutBlockParams{Person: b.Person, Other: b.Other, At: millis(b.At)})
	})
}

// A further is a table that is about people: which rows are about one, and which columns are shown to whom they are about.
// Secrets are in none of them.
type further struct {
	name, columns, of, order string
}

var furthers = []further{
	{"blocks", "other, at", "person = $1", "other"},
	{"ratings", "pool, rating, deviation, games, opponents, at, best", "person = $1", "pool"},
	{"results", "table_id, ended, game, pool, first, second, score, how, plies, rated", "first = $1 OR second = $1", "ended, table_id"},
	{"notices", "kind, key, args, at, sent, seen", "person = $1", "id"},
	{"actions", "what, until, text, quote, tables, at, acknowledged, answer", "person = $1", "id"},
	{"push", "label, endpoint, created, worked", "person = $1", "created, id"},
	{"plans", "table_id, at_ply, tree, unplayed, updated", "person = $1", "table_id"},
	{"away", "began, until", "person = $1", "began"},
	{"kept", "item, version, payload, updated", "person = $1", "item"},
}

// instants are their columns that are times.
var instants = []string{"at", "ended", "sent", "seen", "created", "worked", "updated", "began", "until", "acknowledged"}

// moreOf returns the rows of all of them that are about somebody.
func moreOf(ctx context.Context, q tx, person string) (map[string][]map[string]any, error) {
	more := map[string][]map[string]any{}
	for _, f := range furthers {
		rows, err := q.db.QueryContext(ctx, "SELECT "+f.columns+" FROM "+f.name+" WHERE "+f.of+" ORDER BY "+f.order, person)
		if err != nil {
			return nil, err
		}
		names := strings.Split(f.columns, ", ")
		for rows.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			if err := rows.Scan(into...); err != nil {
				return nil, errors.Join(err, rows.Close())
			}
			row := map[string]any{}
			for i, name := range names {
				row[name] = values[i]
				if at, ok := values[i].(int64); ok && slices.Contains(instants, name) {
					row[name] = instant(at)
				}
			}
			more[f.name] = append(more[f.name], row)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, err
		}
	}
	return more, nil
}
