package games

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"cairn.example/internal/files"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A database is where an index lies: a file of SQLite, or a schema of a PostgreSQL database
// with the same tables, which is asked the same.
type database struct {
	*sql.DB
	schema string // "" for a file
}

// sql returns a query of SQLite as the database takes it.
func (d database) sql(query string) string {
	if d.schema == "" {
		return query
	}
	query = strings.NewReplacer("BLOB", "BYTEA", "json_each(?)", "json_array_elements_text(?::json)").Replace(query)
	for n := 1; strings.Contains(query, "?"); n++ {
		query = strings.Replace(query, "?", fmt.Sprint("$", n), 1)
	}
	return query
}

// row returns the values of a row as the database takes them: a text of PostgreSQL has no
// byte 0.
func (d database) row(values []any) []any {
	for i, v := range values {
		if text, ok := v.(string); ok && d.schema != "" {
			values[i] = strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "")
		}
	}
	return values
}

// IsPostgres reports whether an index is named by the address of a PostgreSQL database.
func IsPostgres(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Part is the name of an index that is not whole yet.
func Part(name string) string {
	if u, err := url.Parse(name); err == nil && IsPostgres(name) {
		q := u.Query()
		q.Set("search_path", cmp.Or(q.Get("search_path"), usualSchema)+"_part")
		u.RawQuery = q.Encode()
		return u.String()
	}
	return name + ".part"
}

// usualSchema holds an index where an address names none by search_path.
const usualSchema = "cairn_games"

// mark is the comment of a schema with an index, before its version.
const mark = "Cairn, index of games, version "

// An UnreachableError says why a database can't be reached.
type UnreachableError string

func (e UnreachableError) Error() string { return "the database can't be reached: " + string(e) }

// errNone says that there is no such schema.
var errNone = fmt.Errorf("no such schema: %w", fs.ErrNotExist)

// connect opens a PostgreSQL database, whatever is in it.
func connect(name string) (d database, err error) {
	config, err := pgx.ParseConfig(name)
	if err != nil {
		return d, err
	}
	d.schema = cmp.Or(config.RuntimeParams["search_path"], usualSchema)
	config.RuntimeParams["search_path"] = d.quoted()
	d.DB = stdlib.OpenDB(*config)
	d.SetMaxOpenConns(1)
	return d, nil
}

func (d database) quoted() string { return pgx.Identifier{d.schema}.Sanitize() }

// openPostgres opens an index that is there, as [open] does.
func openPostgres(name string) (d database, err error) {
	if d, err = connect(name); err != nil {
		return d, err
	}
	var comment string
	const query = "SELECT coalesce(obj_description(oid, 'pg_namespace'), '') FROM pg_namespace WHERE nspname = $1"
	if err = d.QueryRow(query, d.schema).Scan(&comment); err == nil {
		v := 0
		if fmt.Sscanf(comment, mark+"%d", &v); v == version {
			return d, nil
		}
		err = ErrForeign
		if v > version {
			err = ErrNewer
		}
	} else if errors.Is(err, sql.ErrNoRows) {
		err = errNone
	} else if failed := new(pgconn.ConnectError); errors.As(err, &failed) {
		err = UnreachableError(strings.Join(strings.Fields(err.Error()), " ")) // the driver has a line for each try
	}
	return d, errors.Join(err, d.Close())
}

// create begins an index of games from some sources.
func create(name, sources string, pragmas []string) (d database, err error) {
	if IsPostgres(name) {
		d, err = connect(name)
	} else {
		d.DB, err = openSQLite(name, pragmas...)
	}
	if err != nil {
		return d, err
	}
	if err = d.createTables(sources); err == nil {
		return d, nil
	}
	err = errors.Join(err, d.Close())
	if !IsPostgres(name) {
		err = errors.Join(err, remove(name))
	}
	return d, err
}

// createTables makes the tables of an index.
func (d database) createTables(sources string) (err error) {
	tx, err := d.Begin()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rollback(tx)) }()
	begin := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, version)
	if d.schema != "" {
		begin = fmt.Sprintf("CREATE SCHEMA %s; COMMENT ON SCHEMA %[1]s IS '%s%d'", d.quoted(), mark, version)
	}
	for _, statement := range []string{begin, createTable("games", Columns, 1), d.sql(tables)} {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(d.sql("INSERT INTO progress VALUES (?, 0, 0, 0)"), sources); err != nil {
		return err
	}
	return tx.Commit()
}

// lock lets one program at a time make an index, until it closes the database; a file of
// SQLite sees to that itself.
func (d database) lock() error {
	if d.schema == "" {
		return nil
	}
	var alone bool
	if err := d.QueryRow("SELECT pg_try_advisory_lock(hashtext($1))", mark+d.schema).Scan(&alone); err != nil {
		return err
	}
	if !alone {
		return ErrOther
	}
	return nil
}

// remove removes an index.
func remove(name string) error {
	if !IsPostgres(name) {
		return os.Remove(name)
	}
	d, err := openPostgres(name)
	if err != nil {
		return err
	}
	_, err = d.Exec("DROP SCHEMA " + d.quoted() + " CASCADE")
	return errors.Join(err, d.Close())
}

// rename puts an index in the place of another.
func rename(from, to string) error {
	if !IsPostgres(from) {
		if err := files.Sync(from); err != nil {
			return err
		}
		return os.Rename(from, to)
	}
	old, err := openPostgres(to)
	if err == nil {
		err = errors.Join(old.Close(), remove(to))
	} else if errors.Is(err, errNone) {
		err = nil
	}
	if err != nil {
		return err
	}
	d, err := openPostgres(from)
	if err != nil {
		return err
	}
	_, err = d.Exec("ALTER SCHEMA " + d.quoted() + " RENAME TO " + old.quoted())
	return errors.Join(err, d.Close())
}

// Exists reports whether there is an index of that name in a PostgreSQL database. The error
// is [ErrForeign] where something else has it.
func Exists(name string) (bool, error) {
	d, err := openPostgres(name)
	if err == nil {
		return true, d.Close()
	}
	if errors.Is(err, errNone) {
		err = nil
	}
	return false, err
}
