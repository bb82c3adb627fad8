package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver

	"cairn.example/internal/files"
)

// othersFor is how long another process is taken to write after it did.
const othersFor = 5 * time.Second

// closePatience is how long closing waits for readers.
const closePatience = 5 * time.Second

// busyPatience is how long a connection waits for another one's lock, in milliseconds.
const busyPatience = 5000

// sqlite is a database with one goroutine that writes and a pool of readers.
type sqlite struct {
	path    string
	options Options
	clock   *clock

	writers *sql.DB // of one connection
	writer  *sql.Conn
	stmts   *statements // of the writer

	readers *sql.DB
	idle    chan *statements // those that nobody uses
	count   int              // of all readers

	queue, urgent chan *request
	stop          chan struct{} // closed to end the writer
	stopped       chan struct{} // closed when it has ended
	closing       sync.Once
	dirty         atomic.Bool // deleted texts may still be in the log of the file

	version int64        // of the data, as the last heartbeat saw it
	others  atomic.Int64 // until when another process is taken to write, in the clock's milliseconds

	noRoom  fullness
	broken  chan struct{}
	problem error // set before broken is closed

	// exec runs a statement of the writer's transactions. Tests put a failing disk here.
	exec func(query string) error
}

func openSQLite(ctx context.Context, path string, o Options) (_ database, err error) {
	if err := prepareFile(path); err != nil {
		return nil, openFault(path, err)
	}
	e := &sqlite{
		path: path, options: o, clock: newClock(o.Clock),
		queue: make(chan *request, o.Queue), urgent: make(chan *request, 16),
		stop: make(chan struct{}), stopped: make(chan struct{}), broken: make(chan struct{}),
	}
	defer func() {
		if err != nil {
			err = errors.Join(openFault(path, err), e.closeFiles())
		}
	}()
	// synchronous FULL: the log is on the disk before a commit returns; fullfsync: also
	// on systems where fsync alone does not see to that. secure_delete overwrites what
	// is deleted. temp_store: in a container there may be no folder for what SQLite
	// writes beside its file for a moment.
	if e.writers, err = sql.Open("sqlite", dsn(path, "journal_mode(WAL)", "synchronous("+synchronous()+")", "fullfsync(1)", "checkpoint_fullfsync(1)", "secure_delete(1)", "cache_size(-8000)", "temp_store(MEMORY)")); err != nil {
		return nil, err
	}
	e.writers.SetMaxOpenConns(1)
	if err := migrate(ctx, goose.DialectSQLite3, e.writers, migrations("sqlite")); err != nil {
		return nil, err
	}
	if e.writer, err = e.writers.Conn(ctx); err != nil {
		return nil, err
	}
	if err := e.checkPragmas(ctx); err != nil {
		return nil, err
	}
	if err := files.SyncFolder(filepath.Dir(path)); err != nil {
		return nil, err
	}
	e.stmts = newStatements(e.writer)
	e.exec = func(query string) error {
		_, err := e.stmts.ExecContext(context.Background(), query)
		return err
	}
	if e.readers, err = sql.Open("sqlite", dsn(path, "query_only(1)", "cache_size(-2000)", "temp_store(MEMORY)")); err != nil {
		return nil, err
	}
	e.idle = make(chan *statements, max(4, runtime.GOMAXPROCS(0)))
	for range cap(e.idle) {
		conn, err := e.readers.Conn(ctx)
		if err != nil {
			return nil, err
		}
		e.idle <- newStatements(conn)
		e.count++
	}
	// The clock goes on where the process before has left it.
	last, err := newTx(e.stmts).LastBeat(ctx)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	e.clock.atLeast(instant(last))
	go e.run()
	return e, nil
}

// dsn is the name of a file with the settings of its connections.
func dsn(path string, pragmas ...string) string {
	q := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyPatience)}, pragmas...)}
	return (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: q.Encode()}).String()
}

// prepareFile makes the folder and the file, so that nobody else can read them: SQLite
// gives the files beside it the same permissions.
func prepareFile(path string) error {
	dir := filepath.Dir(path)
	if _, err := files.MakeFolders(dir); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	// Where there is no room for an empty store to become one, the migration would try for seconds.
	if info.Size() == 0 && isFull(nil, dir) {
		return noRoom(path)
	}
	return nil
}

// checkPragmas makes sure that the settings that durability hangs on are in force.
func (e *sqlite) checkPragmas(ctx context.Context) error {
	var mode string
	if err := e.writer.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not let SQLite keep its log (journal mode %s)", mode)
	}
	var level int
	if err := e.writer.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		return err
	}
	if level < 2 && synchronous() == "FULL" {
		return fmt.Errorf("SQLite does not wait for the disk (synchronous %d)", level)
	}
	return nil
}

func (e *sqlite) query(ctx context.Context, f work) error {
	return e.read(ctx, func(r *statements) error { return f(ctx, newTx(r)) })
}

func (e *sqlite) snapshot(ctx context.Context, f work) error {
	return e.read(ctx, func(r *statements) error {
		if _, err := r.ExecContext(ctx, "BEGIN"); err != nil {
			return err
		}
		// Nothing was written, so nothing is lost if that fails.
		defer func() { _, _ = r.ExecContext(context.Background(), "ROLLBACK") }()
		return f(ctx, newTx(r))
	})
}

func (e *sqlite) long(ctx context.Context, f work) error { return e.snapshot(ctx, f) }

// read lends a reader.
func (e *sqlite) read(ctx context.Context, f func(r *statements) error) error {
	if err := e.err(); err != nil {
		return err
	}
	select {
	case <-e.stopped:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case r := <-e.idle:
		defer func() { e.idle <- r }()
		return readFault(f(r))
	}
}

// measure has nothing to do: this process's clock is the store's.
func (e *sqlite) measure(context.Context) error { return nil }

// alone waits for nobody: one process serves a file.
func (e *sqlite) alone(context.Context) (end func(), err error) { return func() {}, nil }

func (e *sqlite) atLeast(t time.Time)     { e.clock.atLeast(t) }
func (e *sqlite) now() time.Time          { return e.clock.now() }
func (e *sqlite) locks() bool             { return false }
func (e *sqlite) full() bool              { return e.noRoom.is(e.now()) }
func (e *sqlite) failed() <-chan struct{} { return e.broken }

func (e *sqlite) close() error {
	e.closing.Do(func() { close(e.stop) })
	<-e.stopped
	return e.closeFiles()
}

// closeFiles closes the connections, the readers first: the one that closes last
// empties the log.
func (e *sqlite) closeFiles() error {
	var errs []error
	if e.readers != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closePatience)
		for range e.count {
			select {
			case r := <-e.idle:
				errs = append(errs, r.close())
			case <-ctx.Done(): // somebody still reads
			}
		}
		cancel()
		errs = append(errs, e.readers.Close())
	}
	switch {
	case e.stmts != nil:
		errs = append(errs, e.stmts.close())
	case e.writer != nil:
		errs = append(errs, e.writer.Close())
	}
	if e.writers != nil {
		errs = append(errs, e.writers.Close())
	}
	return errors.Join(errs...)
}
