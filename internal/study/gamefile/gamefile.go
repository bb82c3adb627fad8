// Package gamefile reads the games of a file that a person names, one of them where the
// name says which. It refuses to write files.
package gamefile

import (
	"iter"
	"os"
	"regexp"
	"strconv"
	"sync"

	"cairn.example/internal/files/charset"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// numbered is a name with the number of a game: games.cairn#37, games.cairn 37.
var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+?)(?: *#| +)([1-9][0-9]{0,8})$`) })

// Numbered returns the name by which [Read] reads the nth game of a file alone.
func Numbered(name string, n int) string { return name + "#" + strconv.Itoa(n) }

// Split returns the file that a name means and the number of the game, 0 for all: that of games.cairn
// for games.cairn#37 where there is no file of that whole name.
func Split(name string) (file string, n int) {
	parts := numbered().FindStringSubmatch(name)
	if parts == nil || exists(name) || !exists(parts[1]) {
		return name, 0
	}
	n, _ = strconv.Atoi(parts[2])
	return parts[1], n
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Read returns the games of a file in any known format, or the one game that its name chooses
// (see [Split]); the error "record.number" says that there is none of that number. What is
// wrong with the file is the last entry.
func Read(name string) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		file, wanted := Split(name)
		in, err := os.Open(file)
		if err != nil {
			yield(record.Entry{Err: err})
			return
		}
		defer in.Close()
		entries := formats.Read(in, nil, record.Options{Decode: charset.Decode})
		if wanted > 0 {
			entries = record.Only(entries, wanted)
		}
		entries(yield)
	}
}
