package games

import (
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// A Table is what an [Exporter] writes: one row for each game, or for each position.
type Table string

// The tables.
const (
	GameTable     Table = "games"
	PositionTable Table = "positions"
)

// An Exporter writes games for other programs, one after the other. Close ends the file,
// which is to be whole or is given up.
type Exporter interface {
	Add(g *Game) error
	Close(whole bool) error
}

// rows calls f for the rows of a game in a table, with the values in the order of names.
func rows(g *Game, t Table, f func(row []any) error) error {
	if t == GameTable {
		return f(values(Columns, g))
	}
	places, err := g.Places()
	if err != nil {
		return err
	}
	for i := range places {
		if err := f(values(PlaceColumns, &places[i])); err != nil {
			return err
		}
	}
	return nil
}

// Columns returns the names and the types of the columns of a table.
func (t Table) Columns() (names, types []string) {
	if t == GameTable {
		return heads(Columns)
	}
	return heads(PlaceColumns)
}

func heads[T any](columns []Column[T]) (names, types []string) {
	for _, c := range columns {
		names, types = append(names, c.Name), append(types, c.Type)
	}
	return names, types
}

// CSV writes a table as RFC 4180 has it, with a line of names before the rows; what is
// unknown is empty.
func CSV(w io.Writer, t Table) Exporter {
	e := &csvExporter{w: csv.NewWriter(w), table: t}
	names, _ := t.Columns()
	e.failed = e.w.Write(names)
	return e
}

type csvExporter struct {
	w      *csv.Writer
	table  Table
	failed error
}

func (e *csvExporter) Add(g *Game) error {
	if e.failed != nil {
		return e.failed
	}
	return rows(g, e.table, func(row []any) error {
		texts := make([]string, len(row))
		for i, v := range row {
			switch v := v.(type) {
			case nil:
			case float64:
				texts[i] = strconv.FormatFloat(v, 'f', -1, 64)
			default:
				texts[i] = fmt.Sprint(v)
			}
		}
		return e.w.Write(texts)
	})
}

func (e *csvExporter) Close(bool) error {
	e.w.Flush()
	return errors.Join(e.failed, e.w.Error())
}

// JSONLines writes a table as one JSON object a line; what is unknown is null.
func JSONLines(w io.Writer, t Table) Exporter {
	names, _ := t.Columns()
	return &jsonExporter{w, t, names}
}

type jsonExporter struct {
	w     io.Writer
	table Table
	names []string
}

func (e *jsonExporter) Add(g *Game) error {
	return rows(g, e.table, func(row []any) error {
		line := []byte{'{'}
		for i, v := range row {
			if i > 0 {
				line = append(line, ',')
			}
			line = append(strconv.AppendQuote(line, e.names[i]), ':')
			value, err := json.Marshal(v)
			if err != nil {
				return err
			}
			line = append(line, value...)
		}
		_, err := e.w.Write(append(line, '}', '\n'))
		return err
	})
}

func (e *jsonExporter) Close(bool) error { return nil }

// SQLite writes both tables as one file of SQLite, which comes when it is closed: it is
// made in the folder for temporary files.
func SQLite(w io.Writer) (Exporter, error) {
	folder, err := os.MkdirTemp("", "cairn")
	if err != nil {
		return nil, err
	}
	e := &sqliteExporter{w: w, folder: folder, name: filepath.Join(folder, "export.sqlite")}
	if e.db, err = openSQLite(e.name, "journal_mode(OFF)", "synchronous(OFF)"); err == nil {
		err = e.begin()
	}
	if err != nil {
		return nil, errors.Join(err, e.Close(false))
	}
	return e, nil
}

type sqliteExporter struct {
	w            io.Writer
	folder, name string
	db           *sql.DB
	tx           *sql.Tx
	game, place  *sql.Stmt
}

func (e *sqliteExporter) begin() (err error) {
	if e.tx, err = e.db.Begin(); err != nil {
		return err
	}
	for _, statement := range []string{
		createTable(string(GameTable), Columns, 1),
		createTable(string(PositionTable), PlaceColumns, 2) + " WITHOUT ROWID",
	} {
		if _, err := e.tx.Exec(statement); err != nil {
			return err
		}
	}
	if e.game, err = e.tx.Prepare(insertInto(string(GameTable), Columns)); err == nil {
		e.place, err = e.tx.Prepare(insertInto(string(PositionTable), PlaceColumns))
	}
	return err
}

func (e *sqliteExporter) Add(g *Game) error {
	insert := func(into *sql.Stmt) func([]any) error {
		return func(row []any) error { _, err := into.Exec(row...); return err }
	}
	return errors.Join(rows(g, GameTable, insert(e.game)), rows(g, PositionTable, insert(e.place)))
}

func (e *sqliteExporter) Close(whole bool) (err error) {
	if e.tx != nil && whole {
		if _, err = e.tx.Exec("CREATE INDEX positions_key ON positions (key)"); err == nil {
			err = e.tx.Commit()
		}
	} else if e.tx != nil {
		err = e.tx.Rollback()
	}
	if e.db != nil {
		err = errors.Join(err, e.db.Close())
	}
	if whole && err == nil {
		err = e.copy()
	}
	return errors.Join(err, os.RemoveAll(e.folder))
}

func (e *sqliteExporter) copy() error {
	f, err := os.Open(e.name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(e.w, f)
	return err
}
