package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
)

// TestDumpIsWhole compares what a backup holds with the schema.
func TestDumpIsWhole(t *testing.T) {
	t.Parallel()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	var schema []string
	rows, err := s.database.(*sqlite).writer.QueryContext(t.Context(),
		`SELECT m.name || '.' || c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name NOT IN ('goose_db_version', 'processes') AND NOT (m.name IN ('reports', 'notices', 'actions') AND c.name = 'id')`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		schema = append(schema, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	var held []string
	for _, d := range dumped {
		for _, c := range d.columns {
			held = append(held, d.name+"."+c)
		}
	}
	slices.Sort(schema)
	slices.Sort(held)
	if !slices.Equal(schema, held) {
		t.Errorf("a backup holds\n%v, the schema has\n%v", held, schema)
	}
}

// TestRestore takes a backup during a game and goes on with it much later, elsewhere.
func TestRestore(t *testing.T) {
	t.Parallel()
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, filepath.Join(t.TempDir(), "cairn.db"), clock)
	storetest.Populate(t, s)
	row, _, err := s.Load(t.Context(), "table001")
	if err != nil {
		t.Fatal(err)
	}
	row.Seq++
	row.Updated, row.Deadline = s.Now(), s.Now().Add(time.Minute)
	if err := s.Append(t.Context(), row, []table.Event{storetest.Event(row.ID, row.Seq, "bob-1", row.Updated)}); err != nil {
		t.Fatal(err)
	}
	var backup bytes.Buffer
	if _, err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	row.Seq++
	if err := s.Append(t.Context(), row, []table.Event{storetest.Event(row.ID, row.Seq, "bob-2", row.Updated)}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(50 * time.Minute)

	path := filepath.Join(t.TempDir(), "cairn.db")
	passive := Options{Clock: clock.Now, Passive: true}
	empty, err := Open(t.Context(), path, passive)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := empty.Restore(t.Context(), bytes.NewReader(backup.Bytes()))
	if err != nil || counts != (Counts{Tables: 1, Events: 3, People: 3}) {
		t.Errorf("restored %+v, %v", counts, err)
	}
	if _, err := empty.Restore(t.Context(), bytes.NewReader(backup.Bytes())); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("restored twice: %v", err)
	}
	if err := empty.Close(); err != nil {
		t.Error(err)
	}
	name := s.ID()
	s = quiet(t, path, clock)
	defer s.kill(t)
	if s.ID() != name || len(name) != idLength {
		t.Errorf("the store was %q and is restored as %q", name, s.ID())
	}
	if due, err := s.Due(t.Context(), 10); err != nil || len(due) != 0 {
		t.Errorf("due after the restoration: %v, %v", due, err)
	}
	got, events, err := s.Load(t.Context(), row.ID)
	if err != nil || got.Seq != 3 || len(events) != 3 {
		t.Errorf("restored %+v, %d events, %v", got, len(events), err)
	}
	if served := s.Served(row.Updated, s.Now()); served != 0 {
		t.Errorf("since the backup %v were served", served)
	}
	if left := got.Deadline.Sub(s.Now()); left != time.Minute+returning(50*time.Minute) {
		t.Errorf("the deadline comes after %v, want a minute after people could come back", left)
	}
	got.Seq++
	if err := s.Append(t.Context(), got, []table.Event{storetest.Event(got.ID, got.Seq, "bob-2", s.Now())}); err != nil {
		t.Errorf("the game goes on: %v", err)
	}
	sum := sha256.Sum256([]byte("bob"))
	if p, _, err := s.ByCredential(t.Context(), "session", sum[:]); err != nil || p.ID != "bob" {
		t.Errorf("who plays: %+v, %v", p, err)
	}
	if err := s.NewReport(t.Context(), table.Report{Table: got.ID, Reporter: "bob", Person: "eve", Text: "a new one"}); err != nil {
		t.Errorf("a report: %v", err)
	}
}

// TestDamagedBackup restores what is no whole backup.
func TestDamagedBackup(t *testing.T) {
	t.Parallel()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	storetest.Populate(t, s)
	var backup bytes.Buffer
	if _, err := s.Backup(t.Context(), &backup); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(backup.String(), "\n")
	lines = lines[:len(lines)-1]
	last := len(lines) - 1
	join := func(parts ...[]string) string { return strings.Join(slices.Concat(parts...), "") }
	for name, tt := range map[string]struct {
		text string
		want error
	}{
		"nothing":         {"", ErrBackup},
		"something else":  {"hello\n", ErrBackup},
		"no end":          {join(lines[:last]), ErrBackup},
		"cut in a line":   {backup.String()[:backup.Len()/2], ErrBackup},
		"a line missing":  {join(lines[:last-1], lines[last:]), ErrBackup},
		"a line twice":    {join(lines[:last-1], lines[last-2:last-1], lines[last-1:]), ErrBackup},
		"changed":         {strings.Replace(backup.String(), "Bob Other", "Bob Bother", 1), ErrBackup},
		"another table":   {strings.Replace(backup.String(), `"table":"people"`, `"table":"goose_db_version"`, 1), ErrNewer},
		"another column":  {strings.Replace(backup.String(), `"columns":["id","name"`, `"columns":["id","name = 1; --"`, 1), ErrNewer},
		"a later version": {strings.Replace(backup.String(), `"version":1`, `"version":2`, 1), ErrNewer},
	} {
		empty := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{Passive: true})
		if _, err := empty.Restore(t.Context(), strings.NewReader(tt.text)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if _, err := s.Restore(t.Context(), &backup); err == nil {
		t.Error("a store that is served was restored")
	}
}

// TestRestoreIsWhole restores a backup that breaks off after hundreds of rows: the store is what it was before, and takes
// the whole one.
func TestRestoreIsWhole(t *testing.T) {
	t.Parallel()
	full := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{Passive: true})
	storetest.Populate(t, full)
	for n := range 2 * together {
		if err := full.NewPerson(t.Context(), table.PersonRow{ID: fmt.Sprintf("person%04d", n), Created: full.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	var backup bytes.Buffer
	counts, err := full.Backup(t.Context(), &backup)
	if err != nil {
		t.Fatal(err)
	}
	half := backup.Bytes()[:backup.Len()*3/4]
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s := openTest(t, empty(t), Options{Passive: true})
		was := s.ID()
		if got, err := s.Restore(t.Context(), bytes.NewReader(half)); !errors.Is(err, ErrBackup) || got != (Counts{}) {
			t.Errorf("half of a backup: %+v, %v", got, err)
		}
		if err := s.identify(t.Context()); err != nil || s.ID() != was {
			t.Errorf("the store is called %q, and was %q (%v)", s.ID(), was, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Restore(ctx, bytes.NewReader(backup.Bytes())); !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		if got, err := s.Restore(t.Context(), bytes.NewReader(backup.Bytes())); err != nil || got != counts {
			t.Errorf("restored %+v, %v, want %+v", got, err, counts)
		}
		if err := s.identify(t.Context()); err != nil || s.ID() != full.ID() {
			t.Errorf("the store is called %q, and was %q (%v)", s.ID(), full.ID(), err)
		}
	})
}

// TestBackupUnderLoad takes backups while tables are played at: each is the state at one
// moment.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) {
		s := openTest(t, empty(t), Options{})
		rows := make([]table.Row, 5)
		for i := range rows {
			var events []table.Event
			rows[i], events = storetest.NewTable(s, fmt.Sprintf("table%03d", i))
			if err := s.Create(t.Context(), rows[i], events); err != nil {
				t.Fatal(err)
			}
		}
		stop, stopped := make(chan bool), make(chan error, 1)
		go func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					stopped <- nil
					return
				default:
				}
				r := &rows[n%len(rows)]
				r.Seq++
				if err := s.Append(t.Context(), *r, []table.Event{storetest.Event(r.ID, r.Seq, "", s.Now())}); err != nil {
					stopped <- err
					return
				}
			}
		}()
		for range 4 {
			var backup bytes.Buffer
			if _, err := s.Backup(t.Context(), &backup); err != nil {
				t.Fatal(err)
			}
			copied := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{Passive: true})
			if _, err := copied.Restore(t.Context(), &backup); err != nil {
				t.Fatal(err)
			}
			if err := copied.All(t.Context(), func(row table.Row, events []table.Event) error {
				if row.Seq != int64(len(events)) || events[len(events)-1].Seq != row.Seq {
					return fmt.Errorf("%s is at %d and has %d events", row.ID, row.Seq, len(events))
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
		close(stop)
		if err := <-stopped; err != nil {
			t.Error(err)
		}
	})
}

// TestShared notices a command that writes into the file of a server.
func TestShared(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, path, clock)
	defer s.kill(t)
	shares := func(want bool) {
		t.Helper()
		if err := s.beat(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if s.Shared() != want {
			t.Errorf("shared: %v, want %v", !want, want)
		}
	}
	shares(false)
	if err := s.NewPerson(t.Context(), table.PersonRow{ID: "ann"}); err != nil {
		t.Fatal(err)
	}
	shares(false)
	command := openTest(t, path, Options{Passive: true})
	shares(false)
	if err := command.DeletePerson(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	shares(true)
	clock.pass(othersFor)
	shares(false)
}
