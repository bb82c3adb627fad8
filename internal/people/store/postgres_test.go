package store

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn.example/internal/people/store/pgtest"
	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
)

var shared pgtest.Shared

// onBoth runs a test on SQLite and on PostgreSQL. empty names a fresh store there.
func onBoth(t *testing.T, test func(t *testing.T, empty func(*testing.T) string)) {
	for name, empty := range map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "cairn.db") },
		"PostgreSQL": func(t *testing.T) string { return shared.Server(t).New(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, empty)
		})
	}
}

func TestMain(m *testing.M) { os.Exit(shared.Main(m)) }

func TestPostgres(t *testing.T) {
	t.Parallel()
	server := shared.Server(t)
	storetest.Run(t, func(t *testing.T) table.Store {
		t.Parallel()
		return openTest(t, server.New(t), Options{})
	})
}

// TestSettings asks for the settings that durability hangs on, of a database that was
// set up without them.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := openTest(t, shared.Server(t).New(t)+"&synchronous_commit=off", Options{})
	for name, want := range map[string]string{"synchronous_commit": "on", "application_name": "cairn", "fsync": "on"} {
		var got string
		if err := s.database.(*postgres).db.QueryRowContext(t.Context(), "SHOW "+name).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", name, got, err, want)
		}
	}
}

// TestTwoProcesses lets two stores share a database.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	a, b := quiet(t, where, clock), quiet(t, where, clock)
	due := func(s *Store, want int) {
		t.Helper()
		ids, err := s.Due(t.Context(), 10)
		if err != nil || len(ids) != want {
			t.Errorf("due: %v, %v, want %d", ids, err, want)
		}
	}
	passes := func(d time.Duration) {
		t.Helper()
		clock.pass(d)
		for _, s := range []*Store{a, b} {
			if err := s.beat(t.Context(), false); err != nil {
				t.Fatal(err)
			}
		}
	}
	row, events := storetest.NewTable(a, "table001")
	row.Deadline = a.Now()
	if err := a.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	passes(time.Second)
	due(b, 1)
	due(a, 0)
	passes(lease - time.Millisecond)
	due(a, 0)
	passes(time.Millisecond) // nothing came of it
	due(a, 1)
	due(b, 0)
	// Both know the same last event; the database decides.
	row.Seq = 2
	errs := make(chan error, 2)
	for _, s := range []*Store{a, b} {
		go func() {
			errs <- s.Append(context.Background(), row, []table.Event{storetest.Event(row.ID, 2, "", row.Created)})
		}()
	}
	first, second := <-errs, <-errs
	if (first == nil) == (second == nil) || !errors.Is(errors.Join(first, second), table.ErrConflict) {
		t.Errorf("two appends: %v, %v", first, second)
	}
	// One that goes leaves the other alive: no downtime.
	if err := a.beat(t.Context(), false); err != nil {
		t.Error(err)
	}
	if err := b.leave(t.Context()); err != nil {
		t.Error(err)
	}
	c := quiet(t, where, clock)
	if len(c.alive.gaps) != 0 {
		t.Errorf("downtime while a process was alive: %v", c.alive.gaps)
	}
	for _, s := range []*Store{a, b, c} {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAlone: of those who want to be alone at two processes nobody meets another one, and who gives up is not waited for.
func TestAlone(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	var inside atomic.Int32
	var all sync.WaitGroup
	for range 2 {
		s := openTest(t, where, Options{})
		for range 20 {
			all.Go(func() {
				end, err := s.Alone(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				if n := inside.Add(1); n != 1 {
					t.Errorf("%d are alone", n)
				}
				_, _ = s.Heard(t.Context())
				inside.Add(-1)
				end()
			})
		}
	}
	all.Wait()
	s := openTest(t, where, Options{})
	for range 2 * mostConnections {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := s.Alone(ctx); err == nil {
			t.Error("who gave up is alone")
		}
	}
	// Each of these waits for the lock while another one holds it, and gives up there.
	held, err := s.Alone(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other := openTest(t, where, Options{})
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, err := other.Alone(ctx); err == nil {
			t.Error("two are alone")
		}
		cancel()
	}
	held()
	end, err := other.Alone(t.Context())
	if err != nil {
		t.Fatal("who gave up is waited for:", err)
	}
	end()
}

// TestAmbiguous cuts the connection when PostgreSQL has the commit and nobody its
// answer.
func TestAmbiguous(t *testing.T) {
	t.Parallel()
	server := shared.Server(t)
	cut := &cutter{target: filepath.Join(server.Socket(), ".s.PGSQL.5432")}
	dir, err := os.MkdirTemp("", "cairn-cut-") // short, for the name of a socket has a limit
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	cut.listen(t, filepath.Join(dir, ".s.PGSQL.5432"))
	through := openTest(t, throughCut(t, server.New(t), server.Socket(), dir), Options{})
	through.stop() // no heartbeat on the connections that are cut
	through.finished.Wait()

	row, events := storetest.NewTable(through, "table001")
	if err := through.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	row.Seq++
	cut.armed.Store(true)
	err = through.Append(t.Context(), row, []table.Event{storetest.Event(row.ID, row.Seq, "ann-1", row.Created)})
	cut.armed.Store(false)
	if !errors.Is(err, table.ErrAmbiguous) {
		t.Fatalf("a commit without an answer: %v", err)
	}
	// The commit is on its way, or done: who looks for the message finds it.
	waitFor(t, func() bool {
		seq, err := through.Stored(t.Context(), row.ID, "ann-1")
		return err == nil && seq == 2
	})
	if err := through.Append(t.Context(), row, []table.Event{storetest.Event(row.ID, row.Seq, "ann-1", row.Created)}); !errors.Is(err, table.ErrConflict) {
		t.Errorf("the same message again: %v", err)
	}

	// A connection that breaks before the commit: nothing is stored.
	cut.closeAll()
	if err := through.NewPerson(t.Context(), table.PersonRow{ID: "ann"}); err != nil && !errors.Is(err, table.ErrBusy) {
		t.Errorf("a write on a broken connection: %v", err)
	}
}

// TestUnreachable opens a store whose database is not there.
func TestUnreachable(t *testing.T) {
	t.Parallel()
	_, err := Open(t.Context(), "postgres://cairn@/postgres?host="+t.TempDir(), Options{})
	var gone *UnreachableError
	if !errors.Is(err, table.ErrBusy) || !errors.As(err, &gone) || gone.Err == nil {
		t.Errorf("open: %v", err)
	}
	if _, err := Open(t.Context(), "postgres://%", Options{}); err == nil {
		t.Error("an address that is none was opened")
	}
}

func throughCut(t *testing.T, where, socket, dir string) string {
	t.Helper()
	return strings.Replace(where, strings.ReplaceAll(socket, "/", "%2F"), strings.ReplaceAll(dir, "/", "%2F"), 1)
}

// cutter passes on what a client and PostgreSQL say to each other. While armed, it
// passes on a commit and closes the connection before the answer.
type cutter struct {
	target string
	armed  atomic.Bool
	conns  chan net.Conn
}

func (c *cutter) listen(t *testing.T, socket string) {
	t.Helper()
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	c.conns = make(chan net.Conn, 1000)
	t.Cleanup(func() {
		l.Close()
		c.closeAll()
	})
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", c.target)
			if err != nil {
				client.Close()
				continue
			}
			c.conns <- client
			go c.pass(client, server)
		}
	}()
}

func (c *cutter) closeAll() {
	for {
		select {
		case conn := <-c.conns:
			conn.Close()
		default:
			return
		}
	}
}

func (c *cutter) pass(client, server net.Conn) {
	defer server.Close()
	defer client.Close()
	var cut atomic.Bool
	go func() {
		buf := make([]byte, 64<<10)
		for {
			n, err := server.Read(buf)
			if err != nil || cut.Load() {
				client.Close()
				return
			}
			if _, err := client.Write(buf[:n]); err != nil {
				return
			}
		}
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		if c.armed.Load() && bytes.Contains(buf[:n], []byte("commit")) {
			cut.Store(true)
			// The answer is read by the other goroutine, and not passed on: it closes the
			// client's connection then, and with that this loop ends.
			if _, err := server.Write(buf[:n]); err != nil {
				return
			}
			continue
		}
		if _, err := server.Write(buf[:n]); err != nil {
			return
		}
	}
}
