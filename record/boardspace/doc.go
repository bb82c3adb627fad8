// Package boardspace reads and writes the game records of boardspace.net for
// DVONN and LYNGK: trees in the Smart Game Format (SGF) whose nodes hold the
// clicks of the players.
//
//	for e := range (boardspace.SGF{}).Read(file, record.Options{Start: layout}) {
//		...
//	}
//
// That site plays LYNGK with the house rule of 1.7, so its games are
// "lyngk-captured" unless [record.Options] say otherwise. A LYNGK layout
// follows from a key that only the site can read: such a file is imported
// against a start position that the user gives, else refused with an error that
// says so.
//
// What SGF has no property for is written in some of our own, described in
// docs/records.md, so that every part of a record is kept. The package refuses to
// guess: an operation it does not know makes the record unreadable.
package boardspace
