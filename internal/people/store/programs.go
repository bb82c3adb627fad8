package store

import (
	"cmp"
	"context"
	"slices"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// NewBot stores a program with its owner and claimed name; false where the owner has as many as may be. It returns
// table.ErrConflict where the name is taken, and table.ErrNotFound where there is no such owner.
func (s accounts) NewBot(ctx context.Context, bot table.PersonRow, most int) (made bool, err error) {
	err = s.database.write(ctx, func(ctx context.Context, q tx) error {
		made = false
		// Of two at once on PostgreSQL, the second waits here and counts the first.
		if err := s.lockPerson(ctx, q, bot.Owner, "UPDATE"); err != nil {
			return err
		}
		bots, err := q.BotsOf(ctx, bot.Owner)
		if err != nil || len(bots) >= most {
			return err
		}
		if taken, err := s.nameTaken(ctx, q, bot.Skeleton, bot.ID); err != nil || taken {
			return orConflict(err)
		}
		n, err := q.InsertPerson(ctx, toPerson(bot))
		if err == nil && n == 0 {
			err = table.ErrConflict
		}
		made = err == nil
		return err
	})
	return made, err
}

// BotsOf returns the programs of an account, the oldest first.
func (s accounts) BotsOf(ctx context.Context, owner string) ([]table.PersonRow, error) {
	return list(ctx, s.base, fromPerson, (*queries.Queries).BotsOf, owner)
}

// Tokens returns the tokens of a program, the oldest first.
func (s accounts) Tokens(ctx context.Context, bot string) ([]table.Credential, error) {
	return list(ctx, s.base, fromCredential, (*queries.Queries).TokensOf, queries.TokensOfParams{Person: bot, Now: millis(s.Now())})
}

// mostGames bounds the games of one person that are looked at.
const mostGames = 1000

// CreateIf stores a new table as Create does, unless may refuses it. It gets the games that some people play now, and
// no other CreateIf begins one of theirs meanwhile. May must change nothing: it may be called again.
func (s tables) CreateIf(ctx context.Context, row table.Row, events []table.Event, people []string, may func(games []table.Row) error) error {
	if err := check(row, events, 0); err != nil {
		return err
	}
	people = slices.Sorted(slices.Values(people)) // locks are taken in one order
	var refusal error
	err := s.database.write(ctx, func(ctx context.Context, q tx) error {
		var games []table.Row
		for _, id := range people {
			if err := s.lockPerson(ctx, q, id, "NO KEY UPDATE"); err != nil {
				return err
			}
			some, err := playedBy(ctx, q, id)
			if err != nil {
				return err
			}
			games = append(games, some...)
		}
		if refusal = may(games); refusal != nil {
			return nil // nothing is written
		}
		return insertTable(ctx, q, row, events)
	})
	return cmp.Or(err, refusal)
}

// Alone waits until nobody else is alone, at any process, and returns what ends it. One of a process waits at a time for
// others, for each that does has a connection.
func (s tables) Alone(ctx context.Context) (end func(), err error) {
	select {
	case s.alone <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	free, err := s.database.alone(ctx)
	if err != nil {
		<-s.alone
		return nil, err
	}
	return func() { free(); <-s.alone }, nil
}

// GamesOf returns the games that somebody plays now.
func (s tables) GamesOf(ctx context.Context, person string) (games []table.Row, err error) {
	err = s.database.query(ctx, func(ctx context.Context, q tx) error {
		games, err = playedBy(ctx, q, person)
		return err
	})
	return games, err
}

func playedBy(ctx context.Context, q tx, person string) ([]table.Row, error) {
	stored, err := q.GamesOf(ctx, queries.GamesOfParams{Person: person, Most: mostGames})
	var games []table.Row
	for _, t := range stored {
		games = append(games, fromTable(t))
	}
	return games, err
}
