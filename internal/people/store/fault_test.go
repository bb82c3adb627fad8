package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
)

// TestNothingPersonalLeft looks into the bytes of the files.
func TestNothingPersonalLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openTest(t, filepath.Join(dir, "cairn.db"), Options{})
	storetest.Populate(t, s)
	found := func() (all []string) {
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range storetest.Personal {
				if bytes.Contains(text, []byte(p)) {
					all = append(all, f.Name()+": "+p)
				}
			}
		}
		return all
	}
	if len(found()) < len(storetest.Personal) {
		t.Fatalf("before: %v; the search would find nothing", found())
	}
	if err := s.DeletePerson(t.Context(), "ann"); err != nil {
		t.Fatal(err)
	}
	if left := found(); left != nil {
		t.Errorf("left: %v", left)
	}
}

// TestScrubAfterReader deletes while somebody reads, who needs the old log.
func TestScrubAfterReader(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openTest(t, filepath.Join(dir, "cairn.db"), Options{})
	storetest.Populate(t, s)
	e := s.database.(*sqlite)
	err := e.snapshot(t.Context(), func(ctx context.Context, q tx) error {
		if _, err := q.GetPerson(ctx, "ann"); err != nil {
			return err
		}
		short, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()
		if err := s.DeletePerson(short, "ann"); !errors.Is(err, ErrTraces) {
			t.Errorf("deleted while somebody reads: %v", err)
		}
		if !e.dirty.Load() {
			t.Error("the log was emptied while somebody read it")
		}
		// The lock on writing is not held meanwhile, and the next one waits for it again.
		began := time.Now()
		if err := s.NewPerson(ctx, table.PersonRow{ID: "cem"}); err != nil || time.Since(began) > busyPatience*time.Millisecond/2 {
			t.Errorf("a write meanwhile: %v after %v", err, time.Since(began))
		}
		_, err := q.GetPerson(ctx, "ann") // as it was when the reader began
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return !e.dirty.Load() })
	var patience int
	if err := e.writer.QueryRowContext(t.Context(), "PRAGMA busy_timeout").Scan(&patience); err != nil || patience != busyPatience {
		t.Errorf("the writer waits %d ms for a lock, %v", patience, err)
	}
	if err := s.DeletePerson(t.Context(), "ann"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("deleted again: %v", err)
	}
}

// codeError is an error of SQLite's that a test makes.
type codeError int

func (e codeError) Error() string { return fmt.Sprintf("result code %d", int(e)) }
func (e codeError) Code() int     { return int(e) }

// faulty opens a store whose disk fails as the function says.
func faulty(t *testing.T, fail func(query string) error) *Store {
	t.Helper()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	s.stop()
	s.finished.Wait()
	e := s.database.(*sqlite)
	exec := e.exec
	// Between two writes the writer looks at nothing, so this is no race.
	if err := e.beat(t.Context(), func(context.Context, tx) error {
		e.exec = func(query string) error {
			if err := fail(query); err != nil {
				return err
			}
			return exec(query)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSyncFails lets the disk refuse the commit: the store is at its end.
func TestSyncFails(t *testing.T) {
	t.Parallel()
	const ioerrFsync = 10 | 4<<8
	var fail bool
	s := faulty(t, func(query string) error {
		if fail && query == "COMMIT" {
			return codeError(ioerrFsync)
		}
		return nil
	})
	row, events := storetest.NewTable(s, "table001")
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	fail = true
	row, events = storetest.NewTable(s, "table002")
	err := s.Create(t.Context(), row, events)
	if !errors.Is(err, ErrFailed) || !errors.Is(err, table.ErrAmbiguous) {
		t.Errorf("the write during the fault: %v", err)
	}
	select {
	case <-s.Failed():
	default:
		t.Error("nobody was told that the store has failed")
	}
	fail = false
	if err := s.Create(t.Context(), row, events); !errors.Is(err, ErrFailed) {
		t.Errorf("a write after it: %v", err)
	}
	if _, _, err := s.Load(t.Context(), "table001"); !errors.Is(err, ErrFailed) {
		t.Errorf("a read after it: %v", err)
	}
	var named *fs.PathError
	if !errors.As(s.Err(), &named) || filepath.Base(named.Path) != "cairn.db" || !strings.Contains(s.Err().Error(), "result code") {
		t.Errorf("the reason: %v", s.Err())
	}
}

// TestDiskFull fills the disk, which SQLite sees as the most pages that it may use.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	s := openTest(t, path, Options{})
	limit := func(pages int) {
		t.Helper()
		e := s.database.(*sqlite)
		if err := e.beat(t.Context(), func(ctx context.Context, _ tx) error {
			_, err := e.writer.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	row, events := storetest.NewTable(s, "table001")
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	limit(1) // as many as there are
	acknowledged := int64(1)
	var err error
	for err == nil && acknowledged < 1000 {
		next := row
		next.Seq++
		e := storetest.Event(row.ID, next.Seq, "", s.Now())
		e.Payload = bytes.Repeat([]byte("x"), 2000)
		if err = s.Append(t.Context(), next, []table.Event{e}); err == nil {
			row, acknowledged = next, next.Seq
		}
	}
	var named *fs.PathError
	if !errors.Is(err, table.ErrFull) || !errors.As(err, &named) || named.Path != path {
		t.Fatalf("a full disk: %v", err)
	}
	if s.Err() != nil {
		t.Errorf("a full disk ended the store: %v", s.Err())
	}
	if err := s.Ping(t.Context()); !errors.Is(err, table.ErrFull) {
		t.Errorf("a store without room says that it is ready: %v", err)
	}
	got, stored, err := s.Load(t.Context(), row.ID)
	if err != nil || got.Seq != acknowledged || int64(len(stored)) != acknowledged {
		t.Errorf("%d events are stored, %d were acknowledged, %v", len(stored), acknowledged, err)
	}
	limit(1 << 30)
	if err := s.Ping(t.Context()); !errors.Is(err, table.ErrFull) {
		t.Errorf("a heartbeat alone says that there is room again: %v", err)
	}
	row.Seq++
	e := storetest.Event(row.ID, row.Seq, "", s.Now())
	e.Payload = bytes.Repeat([]byte("x"), 2000)
	if err := s.Append(t.Context(), row, []table.Event{e}); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Errorf("after a write that had room again: %v", err)
	}
}

// TestOpenFault names the file of a store that cannot be opened, and a full disk as what it is.
func TestOpenFault(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	for _, tt := range []struct {
		err  error
		full bool
	}{
		{fmt.Errorf("read the version of the schema: %w", codeError(sqliteFull)), true},
		{errors.Join(codeError(sqliteFull), errors.New("sql: transaction has already been committed or rolled back")), true},
		{&fs.PathError{Op: "mkdir", Path: "elsewhere", Err: syscall.ENOSPC}, true},
		{codeError(sqliteIOErr | 19<<8), false}, // there is room
		{codeError(sqliteNotADB), false},
	} {
		err := openFault(path, tt.err)
		var named *fs.PathError
		if !errors.As(err, &named) || named.Path != path || errors.Is(err, table.ErrFull) != tt.full || errors.Is(err, syscall.ENOSPC) != tt.full {
			t.Errorf("%v becomes %v", tt.err, err)
		}
		if !tt.full && !errors.Is(err, tt.err) {
			t.Errorf("%v is lost in %v", tt.err, err)
		}
	}
	for _, known := range []error{ErrNewer, &fs.PathError{Op: "open", Path: "elsewhere", Err: fs.ErrPermission}} {
		if err := openFault(path, known); err != known {
			t.Errorf("%v becomes %v", known, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := os.WriteFile(path, []byte("These are notes, and no database of any kind.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, Options{Passive: true}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a file that is no database: %v", err)
	}
}

// TestFaultOfOne lets one of many writes fail halfway: what it wrote is taken back, and
// the others are stored.
func TestFaultOfOne(t *testing.T) {
	t.Parallel()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	release := hold(t, s)
	bad := errors.New("halfway")
	failed := make(chan error, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		failed <- s.database.write(t.Context(), func(ctx context.Context, q tx) error {
			if _, err := q.InsertPerson(ctx, queries.InsertPersonParams{ID: "half"}); err != nil {
				return err
			}
			return bad
		})
	})
	for i := range 10 {
		wg.Go(func() {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: fmt.Sprint("person", i)}); err != nil {
				t.Errorf("another write: %v", err)
			}
		})
	}
	waitFor(t, func() bool { return len(s.database.(*sqlite).queue) == 11 })
	release()
	wg.Wait()
	if err := <-failed; !errors.Is(err, bad) {
		t.Errorf("the write that fails: %v", err)
	}
	names, err := s.Names(t.Context(), []string{"half", "person0", "person9"})
	if _, half := names["half"]; err != nil || half || len(names) != 2 {
		t.Errorf("stored: %v, %v", names, err)
	}
}

// TestOneCommit counts commits: writes that wait share one.
func TestOneCommit(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var commits []int
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{Observe: func(n int, _ time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		commits = append(commits, n)
	}})
	release := hold(t, s)
	var wg sync.WaitGroup
	for i := range 50 {
		wg.Go(func() {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: fmt.Sprint("person", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { return len(s.database.(*sqlite).queue) == 50 })
	release()
	wg.Wait()
	mu.Lock()
	defer mu.Unlock()
	most := 0
	for _, n := range commits {
		most = max(most, n)
	}
	if most < 50 {
		t.Errorf("commits held %v writes, want one with the 50", commits)
	}
}

// TestBusy fills the queue.
func TestBusy(t *testing.T) {
	t.Parallel()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{Queue: 2})
	release := hold(t, s)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if err := s.NewPerson(t.Context(), table.PersonRow{ID: fmt.Sprint("person", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	waitFor(t, func() bool { return len(s.database.(*sqlite).queue) == 2 })
	if err := s.NewPerson(t.Context(), table.PersonRow{ID: "late"}); !errors.Is(err, table.ErrBusy) {
		t.Errorf("a write too many: %v", err)
	}
	// Who waits may give up, and nothing is stored then.
	release()
	wg.Wait()
	release = hold(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	wg.Go(func() {
		if err := s.NewPerson(ctx, table.PersonRow{ID: "gone"}); !errors.Is(err, context.Canceled) {
			t.Errorf("a write that was given up: %v", err)
		}
	})
	waitFor(t, func() bool { return len(s.database.(*sqlite).queue) == 1 })
	cancel()
	wg.Wait()
	release()
	names, err := s.Names(t.Context(), []string{"late", "gone", "person0", "person1"})
	if err != nil || len(names) != 2 {
		t.Errorf("stored: %v, %v", names, err)
	}
}

// hold keeps the writer busy until it is released.
func hold(t *testing.T, s *Store) (release func()) {
	t.Helper()
	began, end := make(chan bool), make(chan bool)
	done := make(chan error, 1)
	go func() {
		done <- s.database.beat(context.Background(), func(context.Context, tx) error {
			began <- true
			<-end
			return nil
		})
	}()
	<-began
	return func() {
		close(end)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func waitFor(t *testing.T, ready func() bool) {
	t.Helper()
	for !ready() {
		if t.Context().Err() != nil {
			t.Fatal("waited in vain")
		}
		time.Sleep(time.Millisecond)
	}
}

// TestClosed writes to a store that was closed.
func TestClosed(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "cairn.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.NewPerson(t.Context(), table.PersonRow{ID: "late"}); !errors.Is(err, ErrClosed) {
		t.Errorf("a write: %v", err)
	}
}

// TestFileNames opens files whose names mean something in an address.
func TestFileNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b", "100%", "what?x=1", "number#1", "ünï", "plus+&="} {
		dir := filepath.Join(t.TempDir(), name)
		s := openTest(t, filepath.Join(dir, name+".db"), Options{})
		if err := s.NewPerson(t.Context(), table.PersonRow{ID: "ann"}); err != nil {
			t.Error(err)
		}
		info, err := os.Stat(filepath.Join(dir, name+".db"))
		if err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%q can be read by others: %v", name, info.Mode())
		}
	}
}
