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

	"cairn.example/internal/table"
)

// othersFor is how long another process is taken to write after it did.
const othersFor = 5 * time.Second

// closePatience is how long closing waits for readers.
const closePatience = 5 * time.Second

// scrubPatience is how long a deletion waits for readers.
const scrubPatience = 30 * time.Second

// busyPatience is how long a connection waits for another one's lock, in milliseconds.
const busyPatience = 5000

// mostTogether is how many writes share one commit at most.
const mostTogether = 512

// sqlite is a database with one goroutine that writes and a pool of readers.
type sqlite struct {
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

	broken  chan struct{}
	problem error // set before broken is closed

	// exec runs a statement of the writer's transactions. Tests put a failing disk here.
	exec func(query string) error
}

// A request is a write that waits to be carried out.
type request struct {
	work  work
	scrub bool // instead of work
	state atomic.Int32
	done  chan error
}

// newRequest makes room for two answers: a planted fault gives one too many.
func newRequest(f work) *request { return &request{work: f, done: make(chan error, 2)} }

// The states of a request.
const (
	waiting int32 = iota
	taken
	withdrawn
)

func openSQLite(ctx context.Context, path string, o Options) (_ database, err error) {
	if err := prepareFile(path); err != nil {
		return nil, err
	}
	e := &sqlite{
		options: o, clock: newClock(o.Clock),
		queue: make(chan *request, o.Queue), urgent: make(chan *request, 16),
		stop: make(chan struct{}), stopped: make(chan struct{}), broken: make(chan struct{}),
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.closeFiles())
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
	if err := syncFolder(filepath.Dir(path)); err != nil {
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
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		if err := syncFolder(filepath.Dir(dir)); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// syncFolder puts the names in a folder on the disk.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // a folder cannot be opened there
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
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

// run is the writer.
func (e *sqlite) run() {
	defer close(e.stopped)
	batch := make([]*request, 0, mostTogether)
	for {
		batch = batch[:0]
		select {
		case r := <-e.urgent:
			batch = append(batch, r)
		case r := <-e.queue:
			batch = append(batch, r)
		case <-e.stop:
		}
		batch = e.fill(batch)
		if len(batch) == 0 {
			return // the store is closed, and nothing waits
		}
		e.carryOut(batch)
	}
}

// fill adds what else waits, the urgent first.
func (e *sqlite) fill(batch []*request) []*request {
	for _, queue := range []chan *request{e.urgent, e.queue} {
		for empty := false; !empty && (len(batch) < mostTogether || queue == e.urgent); {
			select {
			case r := <-queue:
				batch = append(batch, r)
			default:
				empty = true
			}
		}
	}
	return batch
}

// carryOut answers requests, those that write in one transaction.
func (e *sqlite) carryOut(batch []*request) {
	writes := batch[:0]
	var scrubs []*request
	for _, r := range batch {
		switch {
		case !r.state.CompareAndSwap(waiting, taken):
		case r.scrub:
			scrubs = append(scrubs, r)
		default:
			writes = append(writes, r)
		}
	}
	if len(writes) > 0 {
		e.commit(writes)
	}
	for _, r := range scrubs {
		e.truncateLog()
		r.done <- nil
	}
	if e.dirty.Load() && len(scrubs) == 0 {
		e.truncateLog()
	}
}

// commit carries out writes in one transaction and answers all of them once it is on
// the disk.
func (e *sqlite) commit(writes []*request) {
	began := time.Now()
	answers, err := e.transact(writes)
	if errors.Is(err, errAlone) {
		// One of them failed halfway. Nothing is stored; each is tried for itself.
		for _, r := range writes {
			e.commit([]*request{r})
		}
		return
	}
	if err == nil && e.options.Observe != nil {
		e.options.Observe(len(writes), time.Since(began))
	}
	for i, r := range writes {
		if err != nil {
			r.done <- err
		} else {
			r.done <- answers[i]
		}
	}
}

// errAlone says that a transaction has to be repeated write by write.
var errAlone = errors.New("repeat each write alone")

// transact carries out writes in one transaction. After an error nothing is stored,
// unless the store has failed.
func (e *sqlite) transact(writes []*request) (answers []error, err error) {
	if err := e.err(); err != nil {
		return nil, err
	}
	if err := e.exec("BEGIN IMMEDIATE"); err != nil {
		return nil, e.fault(err)
	}
	committed := false
	defer func() {
		if !committed && e.err() == nil {
			// SQLite may have rolled back by itself; then there is nothing left to do.
			_ = e.exec("ROLLBACK")
		}
	}()
	answers = make([]error, len(writes))
	q := newTx(e.stmts)
	for i, r := range writes {
		err := r.work(context.Background(), q)
		switch {
		case err == nil || isRefusal(err):
			answers[i] = err
		case len(writes) == 1 || isDiskFault(err):
			return nil, e.fault(err)
		default:
			return nil, errAlone
		}
	}
	planted("answer-first", func() {
		if !e.onlyEvents() {
			return
		}
		for i, r := range writes {
			r.done <- answers[i]
		}
	})
	if err := e.exec("COMMIT"); err != nil {
		return nil, e.fault(err)
	}
	committed = true
	return answers, nil
}

// The result codes of SQLite that are told apart: those of its documentation, which
// never change.
const (
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteReadOnly = 8
	sqliteIOErr    = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// codeOf returns the primary result code of an error, 0 for one that is not SQLite's.
func codeOf(err error) int {
	var coded interface{ Code() int }
	if errors.As(err, &coded) {
		return coded.Code() & 0xff
	}
	return 0
}

// isDiskFault tells whether an error concerns the file rather than one statement.
func isDiskFault(err error) bool {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked, sqliteReadOnly, sqliteIOErr, sqliteCorrupt, sqliteFull, sqliteCantOpen, sqliteNotADB:
		return true
	}
	return false
}

// fault is the error of a transaction that was not carried out. When the disk could
// not read or write, nobody knows what it holds, and the store has failed.
func (e *sqlite) fault(err error) error {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	case sqliteFull:
		return fmt.Errorf("%w: %w", table.ErrFull, err)
	case sqliteIOErr, sqliteCorrupt, sqliteCantOpen, sqliteNotADB, sqliteReadOnly:
		e.problem = fmt.Errorf("%w: %w", ErrFailed, err)
		close(e.broken)
		e.options.Log.Error("the store has failed", "error", err)
		return fmt.Errorf("%w: %w", table.ErrAmbiguous, e.problem)
	}
	return err
}

// truncateLog empties the log of the file, in which texts stand that were deleted. A
// reader can be in the way; then it is tried again after the next write, of which
// there is one each second.
func (e *sqlite) truncateLog() {
	if e.err() != nil {
		return
	}
	// While it waited for readers, nobody could write, in other processes too.
	ctx := context.Background()
	if _, err := e.writer.ExecContext(ctx, "PRAGMA busy_timeout = 0"); err != nil {
		return
	}
	defer func() {
		if _, err := e.writer.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", busyPatience)); err != nil {
			e.options.Log.Error("the store waits no more for locks", "error", err)
		}
	}()
	var busy, log, done int
	err := e.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log, &done)
	if err != nil && codeOf(err) == sqliteIOErr {
		_ = e.fault(err)
	}
	e.dirty.Store(err != nil || busy != 0)
}

func (e *sqlite) write(ctx context.Context, f work) error {
	return e.enqueue(ctx, e.queue, newRequest(f))
}

// beat also looks whether another process, such as a command, has written: that is when
// the version of the data changes for the only connection that writes here.
func (e *sqlite) beat(ctx context.Context, f work) error {
	return e.enqueue(ctx, e.urgent, newRequest(func(ctx context.Context, q tx) error {
		var version int64
		if err := q.db.QueryRowContext(ctx, "PRAGMA data_version").Scan(&version); err != nil {
			return err
		}
		if version != e.version && e.version != 0 {
			e.others.Store(millis(e.now().Add(othersFor)))
		}
		e.version = version
		return f(ctx, q)
	}))
}

func (e *sqlite) shared() bool { return millis(e.now()) < e.others.Load() }

// scrub tries again while a reader, of another process perhaps, is in the way.
func (e *sqlite) scrub(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, scrubPatience)
	defer cancel()
	e.dirty.Store(true)
	for {
		r := newRequest(nil)
		r.scrub = true
		err := e.enqueue(ctx, e.urgent, r)
		switch {
		case err == nil && !e.dirty.Load():
			return nil
		case err != nil && !errors.Is(err, table.ErrBusy) && ctx.Err() == nil:
			return err
		}
		select {
		case <-ctx.Done():
			return ErrTraces // the writer goes on trying after each write
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// enqueue hands a request to the writer and waits for its answer. A request that the
// writer has begun is waited for whatever happens to the context: its end is near, and
// who goes away would not know what it was.
func (e *sqlite) enqueue(ctx context.Context, queue chan *request, r *request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := e.err(); err != nil {
		return err
	}
	select {
	case queue <- r:
	default:
		return table.ErrBusy
	}
	cancel := ctx.Done()
	for {
		select {
		case err := <-r.done:
			return err
		case <-cancel:
			if r.state.CompareAndSwap(waiting, withdrawn) {
				return ctx.Err()
			}
			cancel = nil
		case <-e.stopped:
			select {
			case err := <-r.done:
				return err
			default:
				return ErrClosed
			}
		}
	}
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

// readFault is the error of a reader.
func readFault(err error) error {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	}
	return err
}

// measure has nothing to do: this process's clock is the store's.
func (e *sqlite) measure(context.Context) error { return nil }

func (e *sqlite) atLeast(t time.Time)     { e.clock.atLeast(t) }
func (e *sqlite) now() time.Time          { return e.clock.now() }
func (e *sqlite) locks() bool             { return false }
func (e *sqlite) failed() <-chan struct{} { return e.broken }

func (e *sqlite) err() error {
	select {
	case <-e.broken:
		return e.problem
	default:
		return nil
	}
}

func (e *sqlite) close() error {
	e.closing.Do(func() { close(e.stop) })
	<-e.stopped
	return e.closeFiles()
}

// closeFiles closes the connections, the readers first: whoever closes the last one
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
