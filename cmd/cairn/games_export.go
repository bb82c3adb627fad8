package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	collection "cairn.example/internal/study/games"
)

// each calls f for the games that can be read, with numbers of their own, and says what is
// wrong with the others. The verdict is that some were, the error that of f or the end of ctx.
func (c gamesInput) each(ctx context.Context, s *streams, f func(*collection.Game) error) (verdict, err error) {
	entries, closeInput, err := c.open(ctx, s)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	n := converted{catalog: s.catalog, game: c.Game}
	defer n.warn(s.err)
	var id int64
	for e := range entries {
		if ctx.Err() != nil {
			return nil, failure(context.Cause(ctx), "")
		}
		if sound, err := n.sound(s.err, &e); err != nil {
			return nil, err
		} else if !sound {
			continue
		}
		id++
		if err := f(&collection.Game{ID: id, Entry: e}); err != nil {
			return nil, failure(err, "")
		}
	}
	return n.verdict("cli.games.failed"), nil
}

type gamesExportCmd struct {
	gamesInput
	Out   string `short:"o" help:"File to write: .csv, .jsonl or .sqlite (default: standard output)." placeholder:"FILE"`
	To    string `help:"What to write: csv, jsonl or sqlite (default: by the ending of --out)." placeholder:"KIND"`
	Table string `help:"The rows of csv and jsonl: games or positions." default:"games" enum:"games,positions" placeholder:"TABLE"`
	overwriteFlag
}

func (gamesExportCmd) Help() string {
	return `A CSV file, a file of JSON lines or a table of SQLite has a row for each game, or for
each position of the games; SQLite holds both tables. docs/games.md tells what the
columns are. Try

  cairn games export club.cairn -o club.sqlite
  cairn games export club.cairn --to csv --table positions`
}

// exportKinds are what export writes, by the ending of the file.
var exportKinds = map[string]string{".csv": "csv", ".jsonl": "jsonl", ".json": "jsonl", ".sqlite": "sqlite", ".db": "sqlite"}

// kind returns what to write.
func (c *gamesExportCmd) kind(catalog *i18n.Catalog) (string, error) {
	kind := strings.ToLower(c.To)
	if kind == "" {
		name := c.Out
		if files.IsGzip(name) {
			name = strings.TrimSuffix(name, filepath.Ext(name))
		}
		kind = exportKinds[strings.ToLower(filepath.Ext(name))]
	}
	switch kind {
	case "csv", "jsonl", "sqlite":
		return kind, nil
	case "":
		return "", usageError(errors.New(catalog.T("cli.usage.missing", i18n.Args{"arguments": "--to=KIND"})), "")
	}
	args := i18n.Args{"flag": "--to", "choices": "csv, jsonl, sqlite", "value": shown(c.To)}
	return "", usageError(errors.New(catalog.T("cli.usage.choice", args)), "")
}

func (c *gamesExportCmd) Run(s *streams) error {
	kind, err := c.kind(s.catalog)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if c.Out == "" {
		verdict, _, err := c.export(ctx, s, kind, s.out)
		return cmp.Or(err, verdict)
	}
	f, err := c.create(s.catalog, c.Out)
	if err != nil {
		return err
	}
	verdict, n, err := c.export(ctx, s, kind, f)
	if err != nil || n == 0 && verdict != nil {
		f.Drop()
		return cmp.Or(err, verdict)
	}
	if err := f.Keep(); err != nil {
		return failure(unwritable(s.catalog, c.Out, err), "")
	}
	return verdict
}

// export writes all games and returns how many.
func (c *gamesExportCmd) export(ctx context.Context, s *streams, kind string, w io.Writer) (verdict error, n int, err error) {
	var e collection.Exporter
	switch kind {
	case "csv":
		e = collection.CSV(w, collection.Table(c.Table))
	case "jsonl":
		e = collection.JSONLines(w, collection.Table(c.Table))
	default:
		if e, err = collection.SQLite(w); err != nil {
			return nil, 0, failure(err, "")
		}
	}
	verdict, err = c.each(ctx, s, func(g *collection.Game) error {
		n++
		return e.Add(g)
	})
	if closed := e.Close(err == nil); err == nil && closed != nil {
		err = failure(closed, "")
	}
	return verdict, n, err
}
