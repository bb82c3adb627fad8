//go:build planted

package store

import "os"

// A program built with the tag "planted" has faults in its store, which the
// environment variable CAIRN_PLANTED chooses. What looks for lost moves is tried
// against them:
//
//	synchronous-off         SQLite does not wait for the disk
//	synchronous-commit-off  PostgreSQL does not wait for the disk
//	answer-first            SQLite answers writes before their commit
func plantedIs(name string) bool { return os.Getenv("CAIRN_PLANTED") == name }

func planted(name string, f func()) {
	if plantedIs(name) {
		f()
	}
}

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
