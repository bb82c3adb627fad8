// Package record keeps games: it reads and writes files of them, checks every
// move under the rules, and holds what people and programs say about them.
//
// Vocabulary: a [Record] is the stored moves of one game; a [Line] is a
// sequence of moves, the main line or a variation; a [Note] is what is said at
// one place of a line: a comment, the time left or spent, a value, a command for
// a program. A [Cursor] is a place in the tree of lines that can be walked. A [Format] is a way to write records down. An [Entry] is one game of
// a file as it was read: a record, or an [Error] that says where and why not. A
// [Warning] tells what was ignored or looks wrong.
//
// A file is read as a sequence of entries, no more than one in memory:
//
//	for e := range (record.Cairn{}).Read(file, record.Options{File: "my.cairn"}) {
//		if e.Err != nil {
//			log.Print(e.Err) // file, line, game, ply and reason; the next game follows
//			continue
//		}
//		use(e.Record)
//	}
//
// Here live our own format, [Cairn], and [JSON]; the formats of other programs
// are in the packages below, and all of them in one table in record/formats.
// docs/records.md describes them all.
//
// The package refuses to open files, to keep a record with an illegal move, and
// to drop anything without a warning. What a record says of its end is held
// against the rules; a resignation or a flag is believed.
//
// With the build tag norecords only the values are left, without what reads,
// checks and writes them: for the browser's rules, which must be small.
package record
