package store

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"cairn.example/internal/people/table"
)

// A backup is text: one JSON value a line, the same for both databases, so that it is
// restored into either. The first line says what it is; a line with an object begins
// each table, a line with an array is a row; the last line tells how many rows there
// were, and the SHA-256 of all lines before it.

// dumpVersion is the version of that form.
const dumpVersion = 1

// A dumpTable is a table in a backup.
type dumpTable struct {
	name    string
	order   string // of the rows
	columns []string
}

// dumped are the tables in the order in which they are written. Reports, notices and actions get new numbers
// when they are restored, and who serves is not part of a backup.
var dumped = slices.Concat(ofStore, contents)

// ofStore are those about the store itself. An empty one has rows there, too, which a
// backup replaces.
var ofStore = []dumpTable{
	{"identity", "id", []string{"id", "name"}},
	{"heartbeat", "id", []string{"id", "at", "previous"}},
	{"downtime", "began", []string{"began", "ended"}},
}

// contents are those that must be empty before a backup is restored.
var contents = []dumpTable{
	{"tables", "id", []string{"id", "secret", "created", "seq", "updated", "game", "phase", "public", "chair0", "chair1", "deadline", "deadline_set", "claimed", "lines", "summary", "settled", "planned"}},
	{"events", "table_id, seq", []string{"table_id", "seq", "kind", "payload", "message", "at"}},
	{"people", "id", []string{"id", "name", "created", "banned", "muted", "skeleton", "kind", "owner", "role", "renamed", "seen", "settings"}},
	{"credentials", "kind, hash", []string{"kind", "hash", "person", "created", "expires", "label", "used", "made_by", "data"}},
	{"blocks", "person, other", []string{"person", "other", "at"}},
	{"results", "table_id", []string{
		"table_id", "ended", "game", "pool", "first", "second", "score", "how", "margin", "plies", "public", "rated", "unrated",
		"first_before", "first_deviation", "first_after", "second_before", "second_deviation", "second_after", "contest", "first_name", "second_name",
	}},
	{"contests", "id", []string{"id", "secret", "seq", "phase", "starts", "deadline", "created", "updated", "host", "series", "summary"}},
	{"contest_events", "contest, seq", []string{"contest", "seq", "kind", "payload", "message", "at"}},
	{"ratings", "person, pool", []string{"person", "pool", "rating", "deviation", "volatility", "games", "opponents", "at", "best"}},
	{"notices", "id", []string{"person", "kind", "key", "args", "at", "due", "claimed", "tries", "sent", "seen"}},
	{"push", "id", []string{"id", "person", "session", "endpoint", "p256dh", "auth", "label", "created", "failures", "paused", "worked"}},
	{"secrets", "name", []string{"name", "data"}},
	{"plans", "table_id, person", []string{"table_id", "person", "seq", "at_ply", "tree", "unplayed", "updated"}},
	{"away", "person, began", []string{"person", "began", "until"}},
	{"kept", "person, item", []string{"person", "item", "version", "payload", "updated"}},
	{"kept_sums", "person", []string{"person", "epoch", "version", "bytes", "items"}},
	{"chat", "table_id, number", []string{"table_id", "number", "room", "person", "text", "message", "at"}},
	{"reports", "id", []string{"table_id", "line", "reporter", "person", "text", "at", "done", "host"}},
	{"actions", "id", []string{"host", "person", "what", "until", "text", "quote", "tables", "at", "acknowledged", "answer"}},
}

// binary are the columns that hold bytes rather than text.
var binary = []string{"secret", "hash", "session"}

var (
	// ErrBackup says that a file is no backup, or not a whole one.
	ErrBackup = errors.New("the backup is damaged or incomplete")
	// ErrNotEmpty says that a store holds something, so that nothing is restored into it.
	ErrNotEmpty = errors.New("the store is not empty")
	// ErrServed says that a process serves the store.
	ErrServed = errors.New("a server uses the store")
)

// Counts is what a backup holds.
type Counts struct{ Tables, Events, People int }

func (c *Counts) add(table string) {
	switch table {
	case "tables":
		c.Tables++
	case "events":
		c.Events++
	case "people":
		c.People++
	}
}

type dumpHead struct {
	Cairn   string `json:"cairn"`
	Version int    `json:"version"`
	At      int64  `json:"at"`
}

type dumpLine struct {
	Table   string   `json:"table,omitempty"`
	Columns []string `json:"columns,omitempty"`
	End     bool     `json:"end,omitempty"`
	Rows    int      `json:"rows,omitempty"`
	SHA256  string   `json:"sha256,omitempty"`
}

// Backup writes all that is stored at one moment, while others go on writing.
func (s *Store) Backup(ctx context.Context, w io.Writer) (Counts, error) {
	var counts Counts
	sum := sha256.New()
	out := json.NewEncoder(io.MultiWriter(w, sum))
	out.SetEscapeHTML(false)
	rows := 0
	err := s.database.long(ctx, func(ctx context.Context, q tx) error {
		if err := out.Encode(dumpHead{"store", dumpVersion, millis(s.Now())}); err != nil {
			return err
		}
		for _, t := range dumped {
			if err := out.Encode(dumpLine{Table: t.name, Columns: t.columns}); err != nil {
				return err
			}
			if err := dumpRows(ctx, q, t, func(row []any) error {
				rows++
				counts.add(t.name)
				return out.Encode(row)
			}); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
		return nil
	})
	if err != nil {
		return counts, err
	}
	return counts, json.NewEncoder(w).Encode(dumpLine{End: true, Rows: rows, SHA256: fmt.Sprintf("%x", sum.Sum(nil))})
}

// dumpRows calls f for every row of a table.
func dumpRows(ctx context.Context, q tx, t dumpTable, f func(row []any) error) error {
	rows, err := q.db.QueryContext(ctx, "SELECT "+strings.Join(t.columns, ", ")+" FROM "+t.name+" ORDER BY "+t.order)
	if err != nil {
		return err
	}
	defer rows.Close()
	row, places := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range row {
		places[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(places...); err != nil {
			return err
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// together is how many rows are read before they are restored.
const together = 500

// Restore fills an empty store with a backup, with all of it or with nothing. The store must be passive, and nobody may
// serve it. The error is [ErrBackup] if the backup is damaged or incomplete, [ErrNewer] if this version does not know all
// that is in it. The time since the backup is downtime for the process that serves the store next.
func (s *Store) Restore(ctx context.Context, r io.Reader) (Counts, error) {
	if !s.options.Passive {
		return Counts{}, errors.New("a store that is served cannot be restored")
	}
	switch _, serving, err := s.Alive(ctx); {
	case err != nil:
		return Counts{}, err
	case serving:
		return Counts{}, ErrServed
	}
	d, err := openDump(r)
	if err != nil {
		return Counts{}, err
	}
	var counts Counts
	err = s.database.writeLong(ctx, func(_ context.Context, q tx) (err error) {
		if err := mustBeEmpty(ctx, q); err != nil {
			return err
		}
		for _, t := range append(slices.Clone(ofStore), dumpTable{name: "processes"}) {
			if _, err := q.db.ExecContext(ctx, "DELETE FROM "+t.name); err != nil {
				return err
			}
		}
		counts, err = d.insert(ctx, q)
		return err
	})
	if err != nil {
		return Counts{}, err
	}
	return counts, nil
}

// mustBeEmpty refuses to restore where something is stored.
func mustBeEmpty(ctx context.Context, q tx) error {
	for _, t := range contents {
		var n int
		if err := q.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM (SELECT 1 FROM "+t.name+" LIMIT 1) AS one").Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return ErrNotEmpty
		}
	}
	return nil
}

// A dump is a backup that is read.
type dump struct {
	in      *bufio.Reader
	sum     hash.Hash
	table   string
	columns []string
	rows    int
	ahead   []byte // a line that was read and belongs to what comes next
}

// openDump reads the first line of a backup.
func openDump(r io.Reader) (*dump, error) {
	d := &dump{in: bufio.NewReader(r), sum: sha256.New()}
	var head dumpHead
	text, err := d.line()
	if err != nil || json.Unmarshal(text, &head) != nil || head.Cairn != "store" {
		return nil, ErrBackup
	}
	if head.Version > dumpVersion {
		return nil, ErrNewer
	}
	return d, nil
}

// insert puts all that follows into the database.
func (d *dump) insert(ctx context.Context, q tx) (counts Counts, err error) {
	for {
		insert, rows, err := d.some()
		if err == io.EOF {
			return counts, nil
		}
		if err != nil {
			return counts, err
		}
		for _, row := range rows {
			if _, err := q.db.ExecContext(ctx, insert, row...); err != nil {
				return counts, err
			}
			counts.add(d.table)
		}
	}
}

// line returns the next line, and counts it to the sum unless it is the last one.
func (d *dump) line() ([]byte, error) {
	if text := d.ahead; text != nil {
		d.ahead = nil
		return text, nil
	}
	text, err := d.in.ReadBytes('\n')
	if err != nil {
		return nil, ErrBackup // a whole backup ends with a line of its own
	}
	if !bytes.HasPrefix(text, []byte(`{"end":`)) {
		d.sum.Write(text)
	}
	return text, nil
}

// some returns rows of one table and the statement that inserts each of them; io.EOF
// after the last one of a whole backup.
func (d *dump) some() (insert string, rows [][]any, err error) {
	for len(rows) < together {
		text, err := d.line()
		if err != nil {
			return "", nil, err
		}
		if text[0] == '[' {
			row, err := d.row(text)
			if err != nil {
				return "", nil, err
			}
			rows = append(rows, row)
			continue
		}
		if len(rows) > 0 {
			d.ahead = text
			break
		}
		var l dumpLine
		if json.Unmarshal(text, &l) != nil {
			return "", nil, ErrBackup
		}
		if l.End {
			if l.Rows != d.rows || l.SHA256 != fmt.Sprintf("%x", d.sum.Sum(nil)) {
				return "", nil, ErrBackup
			}
			return "", nil, io.EOF
		}
		if err := d.begin(l); err != nil {
			return "", nil, err
		}
	}
	places := make([]string, len(d.columns))
	for i := range places {
		places[i] = fmt.Sprintf("$%d", i+1)
	}
	return "INSERT INTO " + d.table + " (" + strings.Join(d.columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ")", rows, nil
}

// begin begins a table. Only names that are known become part of a statement.
func (d *dump) begin(l dumpLine) error {
	for _, t := range dumped {
		if t.name != l.Table {
			continue
		}
		for _, c := range l.Columns {
			if !slices.Contains(t.columns, c) {
				return fmt.Errorf("%w: column %q of table %s", ErrNewer, c, t.name)
			}
		}
		d.table, d.columns = t.name, l.Columns
		return nil
	}
	return fmt.Errorf("%w: table %q", ErrNewer, l.Table)
}

// row reads a row.
func (d *dump) row(text []byte) ([]any, error) {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	var row []any
	if err := in.Decode(&row); err != nil || len(row) != len(d.columns) || len(row) == 0 {
		return nil, ErrBackup
	}
	for i, v := range row {
		switch v := v.(type) {
		case json.Number:
			if n, err := v.Int64(); err == nil {
				row[i] = n
			} else if x, err := v.Float64(); err == nil {
				row[i] = x
			} else {
				return nil, ErrBackup
			}
		case string:
			if slices.Contains(binary, d.columns[i]) {
				b, err := base64.StdEncoding.DecodeString(v)
				if err != nil {
					return nil, ErrBackup
				}
				row[i] = b
			}
		default:
			return nil, ErrBackup
		}
	}
	d.rows++
	return row, nil
}

// Integrity asks the database whether its own structures are in order.
func (s *Store) Integrity(ctx context.Context) error {
	if s.database.locks() {
		return nil // PostgreSQL looks after its own
	}
	return s.database.query(ctx, func(ctx context.Context, q tx) error {
		var text string
		if err := q.db.QueryRowContext(ctx, "PRAGMA integrity_check").Scan(&text); err != nil {
			return err
		}
		if text != "ok" {
			return errors.New(text)
		}
		return nil
	})
}

// All calls f for every table in the order of their ids, each as it is stored then.
func (s tables) All(ctx context.Context, f func(row table.Row, events []table.Event) error) error {
	after := ""
	for {
		ids, err := s.IDs(ctx, after, 500)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			row, events, err := s.Load(ctx, id)
			if err != nil {
				return err
			}
			if err := f(row, events); err != nil {
				return err
			}
		}
		after = ids[len(ids)-1]
	}
}
