package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
)

// newer brings a database to the schema of programs that are newer by some versions.
// Each adds what a migration may add: columns, a table, an index.
func newer(t *testing.T, where string, versions int) {
	t.Helper()
	database, dialect := "sqlite", goose.DialectSQLite3
	var db *sql.DB
	var err error
	if IsPostgres(where) {
		database, dialect = "postgres", goose.DialectPostgres
		var config *pgx.ConnConfig
		if config, err = pgx.ParseConfig(where); err == nil {
			db = stdlib.OpenDB(*config)
		}
	} else {
		db, err = sql.Open("sqlite", dsn(where, "journal_mode(WAL)"))
	}
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	files := fstest.MapFS{}
	known, err := fs.Glob(migrations(database), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range known {
		text, err := fs.ReadFile(migrations(database), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: text}
	}
	for i := range versions {
		text := "-- +goose Up\n"
		for _, name := range []string{"tables", "events", "people", "credentials", "chat", "reports", "actions", "blocks", "results", "ratings", "contests", "contest_events", "notices", "push", "secrets", "plans", "away", "kept", "kept_sums", "heartbeat", "processes", "downtime", "identity"} {
			text += fmt.Sprintf("ALTER TABLE %s ADD COLUMN later%d bigint NOT NULL DEFAULT 0;\n", name, i)
			text += fmt.Sprintf("CREATE INDEX later_%s%d ON %s (later%d);\n", name, i, name, i)
		}
		text += fmt.Sprintf("CREATE TABLE later%d (id bigint NOT NULL PRIMARY KEY);\n", i)
		if database == "sqlite" {
			text = strings.ReplaceAll(text, "bigint", "INTEGER")
		}
		for _, s := range statementsOf(text) {
			if !additive.MatchString(s) {
				t.Fatalf("a migration may not do this: %s", s)
			}
		}
		files[fmt.Sprintf("%05d_later.sql", len(known)+i+1)] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := migrate(t.Context(), dialect, db, files); err != nil {
		t.Fatal(err)
	}
}

// TestNewerSchema runs the whole suite as the older of two programs that serve one
// database: the newer one has already changed the schema. In short tests it only goes
// on with a table while the schema changes.
func TestNewerSchema(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		if !testing.Short() {
			storetest.Run(t, func(t *testing.T) table.Store {
				t.Parallel()
				w := empty(t)
				newer(t, w, 1)
				return openTest(t, w, Options{})
			})
		}
		// While the older one is at work, the newer one comes.
		w := empty(t)
		s := openTest(t, w, Options{})
		row, events := storetest.NewTable(s, "table001")
		if err := s.Create(t.Context(), row, events); err != nil {
			t.Fatal(err)
		}
		newer(t, w, 1)
		row.Seq++
		if err := s.Append(t.Context(), row, []table.Event{storetest.Event(row.ID, row.Seq, "", row.Created)}); err != nil {
			t.Errorf("an append after the schema has changed: %v", err)
		}
		if got, stored, err := s.Load(t.Context(), row.ID); err != nil || got.Seq != 2 || len(stored) != 2 {
			t.Errorf("load: %+v, %d events, %v", got, len(stored), err)
		}
		if err := s.beat(t.Context(), false); err != nil {
			t.Errorf("heartbeat: %v", err)
		}
		// Two versions later it is too much.
		newer(t, w, 2)
		if late, err := Open(t.Context(), w, Options{}); !errors.Is(err, ErrNewer) {
			t.Errorf("open on a schema newer by two: %v", err)
			if err == nil {
				late.Close()
			}
		}
	})
}
