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

type gamesExportCmd struct {
	gamesChoice
	Out   string `short:"o" help:"File to write: .csv, .jsonl, .parquet or .sqlite (default: standard output)." placeholder:"FILE"`
	To    string `help:"What to write: csv, jsonl, parquet or sqlite (default: by the ending of --out)." placeholder:"KIND"`
	Table string `help:"The rows of all but sqlite: games or positions." default:"games" enum:"games,positions" placeholder:"TABLE"`
	overwriteFlag
}

func (gamesExportCmd) Help() string {
	return `A CSV file, a file of JSON lines or of Apache Parquet, or a table of SQLite has a row
for each game, or for each position of the games; SQLite holds both tables.
docs/games.md tells what the columns are. Try

  cairn games export club.cairn -o club.sqlite
  cairn games export club.cairn --to csv --table positions`
}

// exportKinds are what export writes, by the ending of the file.
var exportKinds = map[string]string{".csv": "csv", ".jsonl": "jsonl", ".json": "jsonl", ".parquet": "parquet", ".sqlite": "sqlite", ".db": "sqlite"}

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
	case "csv", "jsonl", "parquet", "sqlite":
		return kind, nil
	case "":
		return "", usageError(errors.New(catalog.T("cli.usage.missing", i18n.Args{"arguments": "--to=KIND"})), catalog.T("cli.usage.arguments", i18n.Args{"command": "cairn games export --help"}))
	}
	args := i18n.Args{"flag": "--to", "choices": "csv, jsonl, parquet, sqlite", "value": shown(c.To)}
	return "", usageError(errors.New(catalog.T("cli.usage.choice", args)), "")
}

func (c *gamesExportCmd) Run(ctx context.Context, s *streams) error {
	kind, err := c.kind(s.catalog)
	if err != nil {
		return err
	}
	if c.Out == "" {
		verdict, err := c.export(ctx, s, kind, s.out, new(converted))
		return cmp.Or(err, verdict)
	}
	n := converted{catalog: s.catalog}
	verdict, err := c.toFile(s, c.Out, &n, func(f io.Writer) (error, error) { return c.export(ctx, s, kind, f, &n) })
	return cmp.Or(err, verdict)
}

// export writes the games, and counts them.
func (c *gamesExportCmd) export(ctx context.Context, s *streams, kind string, w io.Writer, n *converted) (verdict, err error) {
	var e collection.Exporter
	switch kind {
	case "csv":
		e = collection.CSV(w, collection.Table(c.Table))
	case "jsonl":
		e = collection.JSONLines(w, collection.Table(c.Table))
	case "parquet":
		e = collection.Parquet(w, collection.Table(c.Table))
	default:
		if e, err = collection.SQLite(w); err != nil {
			return nil, failure(err, "")
		}
	}
	verdict, err = c.chosen(ctx, s, func(g *collection.Game) error {
		n.read++
		return e.Add(g)
	})
	if closed := e.Close(err == nil); err == nil && closed != nil {
		err = failure(closed, "")
	}
	return verdict, err
}
