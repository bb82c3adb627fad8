//go:build planted

package store

import (
	"context"
	"os"
	"time"

	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

// A program built with the tag "planted" has faults in its store, which the
// environment variable CAIRN_PLANTED chooses. What looks for lost moves is tried
// against them:
//
//	synchronous-off         SQLite does not wait for the disk
//	synchronous-commit-off  PostgreSQL does not wait for the disk
//	answer-first            SQLite answers what happens in games before its commit; what the store is called, who
//	                        somebody is and which tables there are is read again at once, so without that nobody
//	                        could begin to play
//	settle-halves           a game is rated in one transaction and marked as settled in the next
func plantedIs(name string) bool { return os.Getenv("CAIRN_PLANTED") == name }

func planted(name string, f func()) {
	if plantedIs(name) {
		f()
	}
}

// onlyEvents reports whether the transaction has made no person, session or table. Only
// the writer calls it.
func (e *sqlite) onlyEvents() bool {
	var n int
	err := e.writer.QueryRowContext(context.Background(), "SELECT (SELECT count(*) FROM people) + (SELECT count(*) FROM credentials) + (SELECT count(*) FROM tables) + (SELECT count(*) FROM identity)").Scan(&n)
	same := err == nil && n == plantedCount
	plantedCount = n
	return same
}

var plantedCount int

func synchronous() string {
	if plantedIs("synchronous-off") {
		return "OFF"
	}
	return "FULL"
}

func synchronousCommit() string {
	if plantedIs("synchronous-commit-off") {
		return "off"
	}
	return "on"
}

// settleInHalves rates a game in one transaction and marks it as settled in another one, so
// that a program which dies between them rates it twice.
func (s results) settleInHalves(ctx context.Context, t settle.Settling) error {
	var v settle.Verdict
	if err := s.database.write(ctx, func(ctx context.Context, q tx) (err error) {
		if v, err = s.decide(ctx, q, t); err != nil {
			return err
		}
		return putRatings(ctx, q, v.Ratings)
	}); err != nil {
		return err
	}
	time.Sleep(200 * time.Millisecond)
	return s.database.write(ctx, func(ctx context.Context, q tx) error {
		if err := or(table.ErrConflict)(q.MarkSettled(ctx, queries.MarkSettledParams{ID: t.Table, At: millis(t.At)})); err != nil {
			return err
		}
		return insertResult(ctx, q, v.Result)
	})
}
