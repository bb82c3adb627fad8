package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"cairn.example/internal/people/table"
)

const (
	// mostConnections is how many connections a process has to PostgreSQL.
	mostConnections = 16

	// commitTimeout is how long a transaction may take in all.
	commitTimeout = 15 * time.Second

	// readTimeout is how long reading may take: a table may wait for it.
	readTimeout = 10 * time.Second

	// tries is how often a transaction is begun that PostgreSQL gives up for the sake
	// of another one.
	tries = 4
)

// postgres is a database on PostgreSQL, which does by itself what one on SQLite
// must see to: commits of many connections share one write to the disk.
type postgres struct {
	options Options
	clock   *clock
	db      *sql.DB
	slots   chan struct{} // one taken for each write
	noRoom  fullness

	// ask returns the database's time. Tests put their own clock here.
	ask func(ctx context.Context) (time.Time, error)
}

func openPostgres(ctx context.Context, where string, o Options) (_ database, err error) {
	config, err := pgx.ParseConfig(where)
	if err != nil {
		return nil, err
	}
	for name, value := range map[string]string{"application_name": "cairn", "statement_timeout": "10000"} {
		if config.RuntimeParams[name] == "" {
			config.RuntimeParams[name] = value
		}
	}
	// A database may be set up not to wait for its disk; this store always does.
	config.RuntimeParams["synchronous_commit"] = synchronousCommit()
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 5 * time.Second
	}
	e := &postgres{options: o, clock: newClock(o.Clock), db: stdlib.OpenDB(*config), slots: make(chan struct{}, o.Queue)}
	e.db.SetMaxOpenConns(mostConnections)
	e.db.SetMaxIdleConns(mostConnections)
	e.db.SetConnMaxIdleTime(5 * time.Minute)
	defer func() {
		if err != nil {
			err = errors.Join(err, e.db.Close())
		}
	}()
	e.ask = e.askDatabase
	if o.database != nil {
		e.ask = func(context.Context) (time.Time, error) { return o.database(), nil }
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 30))
	if err != nil {
		return nil, err
	}
	// A large table may take long to change.
	patient := config.Copy()
	patient.RuntimeParams["statement_timeout"] = "0"
	migrating := stdlib.OpenDB(*patient)
	err = migrate(ctx, goose.DialectPostgres, migrating, migrations("postgres"), goose.WithSessionLocker(locker))
	if err = errors.Join(err, migrating.Close()); err != nil {
		return nil, e.fault(err)
	}
	if err := e.measure(ctx); err != nil {
		return nil, err
	}
	// After the database's clock was set back, this one waits until it has come there
	// again.
	last, err := newTx(e.db).LastBeat(ctx)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, e.fault(err)
	}
	e.clock.atLeast(instant(last))
	e.clock.now()
	return e, nil
}

func (e *postgres) askDatabase(ctx context.Context) (time.Time, error) {
	var micros int64
	err := e.db.QueryRowContext(ctx, "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS bigint)").Scan(&micros)
	return time.UnixMicro(micros), err
}

// measure moves the clock to the database's.
func (e *postgres) measure(ctx context.Context) error {
	sent := e.clock.elapsed()
	t, err := e.ask(ctx)
	if err != nil {
		return e.fault(err)
	}
	e.clock.measured(t, sent, e.clock.elapsed())
	return nil
}

func (e *postgres) write(ctx context.Context, f work) error {
	select {
	case e.slots <- struct{}{}:
	default:
		return table.ErrBusy
	}
	defer func() { <-e.slots }()
	err := e.beat(ctx, f)
	if err == nil {
		e.noRoom.end()
	}
	return err
}

func (e *postgres) beat(ctx context.Context, f work) error {
	var err error
	for range tries {
		began := time.Now()
		if err = e.transact(ctx, f); !isPassing(err) {
			if err == nil && e.options.Observe != nil {
				e.options.Observe(1, time.Since(began))
			}
			break
		}
	}
	if isPassing(err) {
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	}
	return err
}

// transact carries out a write. Its commit is not given up with the context: who goes
// away then would leave open what is stored.
func (e *postgres) transact(ctx context.Context, f work) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	long, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	return e.commit(ctx, long, f)
}

func (e *postgres) writeLong(ctx context.Context, f work) error {
	return e.commit(ctx, context.WithoutCancel(ctx), f)
}

// commit carries out a write in a transaction that ends with the context whole.
func (e *postgres) commit(ctx, whole context.Context, f work) error {
	t, err := e.db.BeginTx(whole, nil)
	if err != nil {
		return e.fault(err)
	}
	defer func() { _ = t.Rollback() }() // does nothing after a commit
	if err := f(ctx, newTx(t)); err != nil {
		if isRefusal(err) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return e.fault(err)
	}
	err = t.Commit()
	var answer *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrTxCommitRollback), errors.As(err, &answer) && answer.Severity == "ERROR":
		return e.fault(err) // PostgreSQL says itself that it did not commit
	}
	return fmt.Errorf("%w: %w", table.ErrAmbiguous, err)
}

// isPassing reports whether a transaction was given up for the sake of another one, so
// that it can begin again at once.
func isPassing(err error) bool {
	var answer *pgconn.PgError
	if errors.Is(err, table.ErrAmbiguous) || !errors.As(err, &answer) {
		return false
	}
	switch answer.Code {
	case "40001", "40P01", "23505": // serialization, deadlock; a row that another one has just inserted
		return true
	}
	return false
}

// fault is the error of a transaction that was not carried out, or of a query.
func (e *postgres) fault(err error) error {
	var answer *pgconn.PgError
	switch {
	case err == nil || isRefusal(err) || isPassing(err) || errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &answer):
		switch {
		case answer.Code == "53100":
			e.noRoom.note(e.now())
			return fmt.Errorf("%w: %w", table.ErrFull, err)
		case strings.HasPrefix(answer.Code, "53"), strings.HasPrefix(answer.Code, "57P"), answer.Code == "57014", answer.Code == "55P03", answer.Code == "25006":
			// Too little memory, too many connections; going down or coming up; it took
			// too long; a copy that is not written to, as while a copy takes over.
			return fmt.Errorf("%w: %w", table.ErrBusy, err)
		}
		return err
	case err.Error() == "sql: database is closed":
		return ErrClosed
	case isConnection(err):
		return &UnreachableError{err}
	}
	return err
}

// isConnection reports whether an error says that the database cannot be reached.
func isConnection(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.Is(err, context.DeadlineExceeded) ||
		strings.HasSuffix(err.Error(), "conn closed")
}

func (e *postgres) query(ctx context.Context, f work) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	return e.fault(f(ctx, newTx(e.db)))
}

func (e *postgres) snapshot(ctx context.Context, f work) error {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	return e.inSnapshot(ctx, f)
}

func (e *postgres) long(ctx context.Context, f work) error {
	return e.inSnapshot(ctx, func(ctx context.Context, q tx) error {
		if _, err := q.db.ExecContext(ctx, "SET LOCAL statement_timeout = 0"); err != nil {
			return err
		}
		return f(ctx, q)
	})
}

func (e *postgres) inSnapshot(ctx context.Context, f work) error {
	t, err := e.db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return e.fault(err)
	}
	defer func() { _ = t.Rollback() }() // nothing was written
	return e.fault(f(ctx, newTx(t)))
}

// alone holds a lock of the database until it is ended. A process that hangs in it loses its connection after a while.
func (e *postgres) alone(ctx context.Context) (end func(), err error) {
	t, err := e.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, e.fault(err)
	}
	for _, do := range []string{"SET LOCAL idle_in_transaction_session_timeout = 3000", "SELECT pg_advisory_xact_lock(1128352110)"} {
		if _, err := t.ExecContext(ctx, do); err != nil {
			return nil, e.fault(errors.Join(err, t.Rollback()))
		}
	}
	return func() { _ = t.Rollback() }, nil // nothing was written
}

// scrub has nothing to do: the database reuses the space of what was deleted in its
// own time.
func (e *postgres) scrub(context.Context) error { return nil }

func (e *postgres) atLeast(t time.Time)     { e.clock.atLeast(t) }
func (e *postgres) now() time.Time          { return e.clock.now() }
func (e *postgres) shared() bool            { return true }
func (e *postgres) locks() bool             { return true }
func (e *postgres) full() bool              { return e.noRoom.is(e.now()) }
func (e *postgres) failed() <-chan struct{} { return nil }
func (e *postgres) err() error              { return nil }
func (e *postgres) close() error            { return e.db.Close() }
