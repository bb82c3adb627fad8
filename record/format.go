//go:build !norecords

package record

import (
	"fmt"
	"io"
	"iter"
)

// Format is a way to write games down. Values are immutable and safe for
// concurrent use.
type Format interface {
	// Name returns the name by which programs choose the format, such as
	// "cairn" or "sgf".
	Name() string

	// Extension returns the usual end of file names, such as ".cairn".
	Extension() string

	// Detect reports whether a file that begins with head looks like this
	// format. It is a guess that reads no further than needed.
	Detect(head []byte) bool

	// Read returns the games of r one after the other, holding no more than
	// one in memory. A game that is broken or illegal is an entry with an
	// *[Error], the games after it follow. Any other error is r's own and the
	// last entry.
	Read(r io.Reader, opt Options) iter.Seq[Entry]

	// Write writes one game in one call of w.Write, so that several calls make a
	// file of games. What is written is the record as [Record.Check] completes
	// it: with the start position that follows from the seed or the game, the
	// result and termination that the moves lead to, and canonical texts. The
	// record itself is not changed. The warnings say what the format does not
	// support or Check dropped. An *[Error] says why the record is not sound;
	// nothing is written then. Any other error is w's.
	Write(w io.Writer, r *Record) ([]Warning, error)
}

// Options tell a reader what the file does not say. The zero value is good for
// files that say everything.
type Options struct {
	// File is the name of the file for errors and warnings; nothing is opened.
	File string

	// Game is the id of the rule set where the file names none, or where its
	// format leaves open which of several is meant.
	Game string

	// Start is the position text where the file has no start position.
	Start string

	// KeepLegal keeps the moves before an illegal one, with a warning, instead of refusing
	// the game.
	KeepLegal bool

	// Decode returns the text of bytes in a charset that the file declares; false for one
	// that it does not know. Nil knows UTF-8 and Latin-1.
	Decode func(charset string, b []byte) (string, bool)

	// Limit is the most bytes one game may take; 0 means [DefaultLimit].
	Limit int
}

// DefaultLimit is the most bytes one game may take where [Options] set no limit.
const DefaultLimit = 4 << 20

// MaxBytes returns the most bytes one game may take.
func (o Options) MaxBytes() int {
	if o.Limit > 0 {
		return o.Limit
	}
	return DefaultLimit
}

// Only returns the entry of the nth game alone, counted from 1 over all entries; the
// error "record.number" where there are fewer.
func Only(entries iter.Seq[Entry], n int) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		count, file := 0, ""
		for e := range entries {
			file = e.File
			if count++; count == n {
				yield(e)
				return
			}
		}
		yield(Entry{Err: texts.Error(Place{File: file, Offset: -1}, "record.number", "n", fmt.Sprint(n), "last", fmt.Sprint(count))})
	}
}

// Entry is one game of a file as it was read. The zero value holds nothing.
type Entry struct {
	// Record is the game. Beside an Err it holds what came before the error,
	// or is nil.
	Record *Record

	// Err says why the game cannot be read: an *[Error], or an error of the
	// underlying reader.
	Err error

	// Warnings tell what of the game was ignored or looks wrong.
	Warnings []Warning

	// File and Number say which game of which file it is, counted from 1; Line
	// is where it begins, 0 where lines mean nothing.
	File   string
	Number int
	Line   int
}
