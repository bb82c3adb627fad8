package store

import (
	"context"
	"fmt"
	"strings"
)

// listed is how many values one query looks for. It is always the same number, so
// that the database reads the query once.
const listed = 50

// listQuery looks for rows whose id is one of a list. sqlc has no form for that which
// both databases understand.
type listQuery string

// The queries for lists.
var (
	seqsQuery  = newListQuery("SELECT id, seq FROM tables WHERE id IN ")
	namesQuery = newListQuery("SELECT id, name FROM people WHERE id IN ")
)

func newListQuery(text string) listQuery {
	places := make([]string, listed)
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return listQuery(text + "(" + strings.Join(places, ", ") + ")")
}

// pairs runs the query for all ids and puts what it finds into a map.
func pairs[V any](ctx context.Context, s *Store, query listQuery, ids []string) (map[string]V, error) {
	found := make(map[string]V, len(ids))
	args := make([]any, listed)
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		for start := 0; start < len(ids); start += listed {
			for i := range args {
				args[i] = ids[min(start+i, len(ids)-1)]
			}
			rows, err := q.db.QueryContext(ctx, string(query), args...)
			if err != nil {
				return err
			}
			for rows.Next() {
				var id string
				var value V
				if err := rows.Scan(&id, &value); err != nil {
					rows.Close()
					return err
				}
				found[id] = value
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
func (s *Store) Seqs(ctx context.Context, ids []string) (map[string]int64, error) {
	return pairs[int64](ctx, s, seqsQuery, ids)
}

// Names returns the names of people; who was deleted is missing.
func (s *Store) Names(ctx context.Context, ids []string) (map[string]string, error) {
	return pairs[string](ctx, s, namesQuery, ids)
}
