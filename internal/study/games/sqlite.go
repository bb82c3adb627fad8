package games

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"cairn.example/internal/study/games/posting"
	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// What is wrong with a file that should be an index.
var (
	ErrForeign = errors.New("no index of games")
	ErrNewer   = errors.New("an index of a newer version")
	ErrDamaged = posting.ErrDamaged
	ErrOther   = errors.New("the index of other games")
)

// application marks the files of this package among all of SQLite, and version its tables.
const (
	application = 0x4347616d
	version     = 3
)

var magic = []byte("SQLite format 3\x00")

// IsSQLite reports whether there is a file of that name that begins like one of SQLite.
func IsSQLite(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(magic))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, magic)
}

// openSQLite opens a file with some settings and one connection, so that statements of one
// caller see each other.
func openSQLite(name string, pragmas ...string) (*sql.DB, error) {
	q := url.Values{"_pragma": append([]string{"busy_timeout(5000)", "temp_store(MEMORY)"}, pragmas...)}
	path := (&url.URL{Path: filepath.ToSlash(name)}).EscapedPath()
	db, err := sql.Open("sqlite", "file:"+path+"?"+q.Encode())
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// damage returns [ErrDamaged] for the errors of databases that say so, and others as they are.
func damage(err error) error {
	const corrupt, notADatabase = 11, 26
	var answer *pgconn.PgError
	if errors.As(err, &answer) && (answer.Code == "42P01" || strings.HasPrefix(answer.Code, "XX")) { // a table is gone, or cannot be read
		return ErrDamaged
	}
	var e *sqlite.Error
	if errors.As(err, &e) {
		if code := e.Code() & 0xff; code == corrupt || code == notADatabase {
			return ErrDamaged
		}
	}
	return err
}

// createTable is the statement that makes a table of columns, the first ones its key.
func createTable[T any](name string, columns []Column[T], keys int) string {
	var list, key []string
	for i, c := range columns {
		list = append(list, c.Name+" "+c.Type)
		if i < keys {
			key = append(key, c.Name)
		}
	}
	return fmt.Sprintf("CREATE TABLE %s (%s, PRIMARY KEY (%s))", name, strings.Join(list, ", "), strings.Join(key, ", "))
}

// insertInto is the statement that adds a row to a table of columns.
func insertInto[T any](name string, columns []Column[T]) string {
	return fmt.Sprintf("INSERT INTO %s VALUES (?%s)", name, strings.Repeat(", ?", len(columns)-1))
}

// values are those of one row.
func values[T any](columns []Column[T], of T) []any {
	list := make([]any, len(columns))
	for i, c := range columns {
		list[i] = c.Value(of)
	}
	return list
}
