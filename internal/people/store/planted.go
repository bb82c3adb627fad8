//go:build planted

package store

import (
	"context"
	"os"
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
