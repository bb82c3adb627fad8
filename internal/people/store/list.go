package store

import (
	"context"
	"fmt"
	"strings"
)

// listed is how many values one query looks for. It is always the same number, so
// that the database reads the query once.
const listed = 50

// listQuery looks for rows whose key is one of a list. sqlc has no form for that which
// both databases understand.
type listQuery string

// The queries for lists.
var (
	seqsQuery        = newListQuery("SELECT id, seq FROM tables WHERE id IN", "")
	namesQuery       = newListQuery("SELECT id, name FROM people WHERE id IN", "")
	contestSeqsQuery = newListQuery("SELECT id, seq FROM contests WHERE id IN", "")
	tableBriefsQuery = newListQuery("SELECT id, phase || ' ' || summary FROM tables WHERE id IN", "")
	credentialsQuery = newListQuery("SELECT hash, expires FROM credentials WHERE hash IN", "AND kind = $%d")
)

// newListQuery puts the places of the list between the two parts of a query. The second
// part may have one place of its own.
func newListQuery(before, after string) listQuery {
	places := make([]string, listed)
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	if after != "" {
		after = fmt.Sprintf(" "+after, listed+1)
	}
	return listQuery(before + " (" + strings.Join(places, ", ") + ")" + after)
}

// pairs runs the query for all keys and puts what it finds into a map; more are the values
// of the places behind the list.
func pairs[V, K any](ctx context.Context, s *base, query listQuery, keys []K, more ...any) (map[string]V, error) {
	found := make(map[string]V, len(keys))
	args := append(make([]any, listed), more...)
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		for start := 0; start < len(keys); start += listed {
			for i := range listed {
				args[i] = keys[min(start+i, len(keys)-1)]
			}
			rows, err := q.db.QueryContext(ctx, string(query), args...)
			if err != nil {
				return err
			}
			for rows.Next() {
				var key string
				var value V
				if err := rows.Scan(&key, &value); err != nil {
					rows.Close()
					return err
				}
				found[key] = value
			}
			if err := rows.Err(); err != nil {
				return err
			}
		}
		return nil
	})
	return found, err
}

// Seqs returns the last sequence numbers of tables; those that are not there are
// missing.
func (s tables) Seqs(ctx context.Context, ids []string) (map[string]int64, error) {
	return pairs[int64](ctx, s.base, seqsQuery, ids)
}

// Names returns the names of people; who was deleted is missing.
func (s people) Names(ctx context.Context, ids []string) (map[string]string, error) {
	return pairs[string](ctx, s.base, namesQuery, ids)
}
