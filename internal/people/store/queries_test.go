package store

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestQueriesAreMade compares what the code in queries/ was made from with what is
// there. Making it needs sqlc, which takes minutes to build.
func TestQueriesAreMade(t *testing.T) {
	t.Parallel()
	noted, err := os.ReadFile("queries/made-from.txt")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"query/*.sql", "sqlc.yaml", "migrations/postgres/*.sql"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatalf("%s: %v, %v", pattern, some, err)
		}
		files = append(files, some...)
	}
	var want strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "%x  %s\n", sha256.Sum256(text), filepath.ToSlash(name))
	}
	if string(noted) != want.String() {
		t.Errorf(`queries/ is out of date: run "go generate ./internal/people/store"; it was made from
%swhat is there is
%s`, noted, &want)
	}
}

// additive is what a migration after the first one may do: see doc.go. A column that
// an older program does not know must have a value when that program inserts a row.
var additive = regexp.MustCompile(`(?is)^(CREATE (UNIQUE )?(TABLE|INDEX) .*|ALTER TABLE \w+ ADD (COLUMN )?\w+ \w+( COLLATE \S+)?( NOT NULL DEFAULT .*)?)$`)

// statementsOf returns the statements of a migration.
func statementsOf(text string) (list []string) {
	text = regexp.MustCompile(`(?m)--.*$`).ReplaceAllString(text, "")
	for s := range strings.SplitSeq(text, ";") {
		if s = strings.TrimSpace(s); s != "" {
			list = append(list, s)
		}
	}
	return list
}

func TestMigrationsAdd(t *testing.T) {
	t.Parallel()
	names := map[string][]string{}
	for _, database := range []string{"sqlite", "postgres"} {
		files, err := fs.Glob(migrations(database), "*.sql")
		if err != nil || len(files) == 0 {
			t.Fatalf("%d migrations, %v", len(files), err)
		}
		names[database] = files
		for i, name := range files {
			text, err := fs.ReadFile(migrations(database), name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) {
				t.Errorf("%s: migration %d has another number", name, i+1)
			}
			for _, s := range statementsOf(string(text)) {
				if !additive.MatchString(s) {
					t.Errorf("%s/%s: only what older programs can do without may be added: %s", database, name, s)
				}
			}
		}
	}
	if fmt.Sprint(names["sqlite"]) != fmt.Sprint(names["postgres"]) {
		t.Errorf("the databases have different histories: %v", names)
	}
	for _, bad := range []string{"ALTER TABLE tables DROP COLUMN lines", "ALTER TABLE tables ADD COLUMN x text NOT NULL", "DROP TABLE events", "ALTER TABLE tables RENAME COLUMN a TO b", "UPDATE tables SET x = 1"} {
		if additive.MatchString(bad) {
			t.Errorf("taken for an addition: %s", bad)
		}
	}
	if !additive.MatchString("ALTER TABLE tables ADD COLUMN x bigint NOT NULL DEFAULT 0") {
		t.Error("an addition was refused")
	}
}
