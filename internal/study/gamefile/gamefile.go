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

// Read returns the games of a file in any known format. Where there is no file of that
// name but it ends in a number, as in games.cairn#37, only that game of games.cairn comes;
// the error "record.number" says that there is none. What is wrong with the file is the
// last entry.
func Read(name string) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		in, err := os.Open(name)
		wanted := 0
		if parts := numbered().FindStringSubmatch(name); err != nil && parts != nil {
			if one, found := os.Open(parts[1]); found == nil {
				in, err = one, nil
				wanted, _ = strconv.Atoi(parts[2])
			}
		}
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
