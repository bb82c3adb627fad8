//go:build next

package store

import (
	"fmt"
	"io/fs"
	"slices"
	"testing/fstest"
)

// A program built with the tag "next" stands for the next version of this one: it
// has a further migration, which adds what a migration may add to every table. The
// experiment with updates lets both serve one database.
func next(known fs.FS) fs.FS {
	names, err := fs.Glob(known, "*.sql")
	if err != nil {
		panic(err) // the pattern is good
	}
	files := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(known, name)
		if err != nil {
			panic(err) // the files are part of the program
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	slices.Sort(names)
	var number int
	if _, err := fmt.Sscanf(names[len(names)-1], "%d_", &number); err != nil {
		panic(err)
	}
	text := "-- +goose Up\n"
	for _, name := range []string{"tables", "events", "people", "credentials", "chat", "reports", "heartbeat", "processes", "downtime", "identity"} {
		text += fmt.Sprintf("ALTER TABLE %s ADD COLUMN later INTEGER NOT NULL DEFAULT 0;\nCREATE INDEX later_%s ON %s (later);\n", name, name, name)
	}
	text += "CREATE TABLE later (id INTEGER NOT NULL PRIMARY KEY);\n"
	files[fmt.Sprintf("%05d_later.sql", number+1)] = &fstest.MapFile{Data: []byte(text)}
	return files
}
