package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/store/queries"
	"cairn.example/internal/people/table"
)

var (
	// ErrFailed says that the disk could not write, and that the store can be used no more.
	ErrFailed = errors.New("the store has failed; start the program anew")
	// ErrClosed says that the store was closed.
	ErrClosed = errors.New("the store is closed")
	// ErrTraces says that what was deleted may still be found in the files.
	ErrTraces = errors.New("what was deleted is still in the log of the file, because somebody reads it; delete again when that has ended")
	// ErrNewer says that a program newer by more than one version has used the store.
	ErrNewer = errors.New("the store belongs to a newer version of the program")
)

// An UnreachableError says that the database does not answer. It is a table.ErrBusy as
// well: what is tried again later can succeed.
type UnreachableError struct{ Err error }

func (e *UnreachableError) Error() string {
	return fmt.Sprintf("%v: the database cannot be reached: %v", table.ErrBusy, e.Err)
}

// Unwrap returns both what callers tell apart and the cause.
func (e *UnreachableError) Unwrap() []error { return []error{table.ErrBusy, e.Err} }

// Options are how a store is opened. The zero value is what a server uses.
type Options struct {
	// Clock is the process's clock, time.Now where it is nil. Only how much passes
	// between two readings counts.
	Clock func() time.Time

	// Passive opens a store for a command that looks at it or changes a little: its
	// process serves no tables and has no heartbeat.
	Passive bool

	// Queue is how many writes may wait, 1,024 where it is 0.
	Queue int

	// Observe hears of every commit: how many writes it held and how long it took.
	Observe func(writes int, took time.Duration)

	// Log receives what does not work, slog.Default where it is nil.
	Log *slog.Logger

	// database stands for PostgreSQL's clock in tests.
	database func() time.Time
}

// Store is a table.Store on a database, by a part for each subject. It is made by [Open].
type Store struct {
	*base
	*heartbeat
	tables
	deadlines
	people
	credentials
	accounts
	chat
	notices
	results
	contests
	hosts
}

// base is what all parts of a store work with.
type base struct {
	database database
	options  Options
	process  string // a name of this process among those that share the database
	id       string // see ID
	alive    alive
	alone    chan struct{} // has room for one: who is alone
}

var _ table.Store = (*Store)(nil)

// A database is what differs between the databases.
type database interface {
	// write runs f in a transaction and returns when that is on the disk. f may be run
	// again from its beginning. An error of f that is a refusal must come before f has
	// written anything.
	write(ctx context.Context, f work) error

	// writeLong does the same for as long as f takes, which is run once.
	writeLong(ctx context.Context, f work) error

	// beat does the same ahead of all writes that wait.
	beat(ctx context.Context, f work) error

	// query runs f, each of its queries for itself.
	query(ctx context.Context, f work) error

	// snapshot runs f on what is stored at one moment.
	snapshot(ctx context.Context, f work) error

	// long does the same for as long as f takes.
	long(ctx context.Context, f work) error

	// scrub makes sure that nothing is left in the files of what was deleted.
	scrub(ctx context.Context) error

	now() time.Time

	// atLeast moves the clock forward, if it does not show that time yet.
	atLeast(t time.Time)

	// measure moves the clock to the database's, where that has one.
	measure(ctx context.Context) error

	// locks reports whether the database knows FOR UPDATE SKIP LOCKED.
	locks() bool

	// shared reports whether other processes may write.
	shared() bool

	// alone waits until no other process is alone, and returns what ends it.
	alone(ctx context.Context) (end func(), err error)

	// full reports whether there was no room for a write in the last seconds.
	full() bool

	failed() <-chan struct{}
	err() error
	close() error
}

// fullFor is how long a store counts as full after a write that it had no room for, unless
// one succeeds before. Heartbeats say nothing: they are small and may go on meanwhile.
const fullFor = 10 * time.Second

// fullness remembers when there was no room for a write.
type fullness struct{ last atomic.Int64 }

func (f *fullness) note(now time.Time) { f.last.Store(millis(now)) }
func (f *fullness) end()               { f.last.Store(0) }
func (f *fullness) is(now time.Time) bool {
	last := f.last.Load()
	return last != 0 && now.Before(instant(last).Add(fullFor))
}

// work is what is done in a transaction.
type work func(ctx context.Context, q tx) error

// tx is what work runs on: the queries of the folder query, and the database for others.
type tx struct {
	*queries.Queries
	db queries.DBTX
}

func newTx(db queries.DBTX) tx { return tx{queries.New(db), db} }

// isRefusal reports whether an error of work is an answer rather than a fault.
func isRefusal(err error) bool {
	return errors.Is(err, table.ErrConflict) || errors.Is(err, table.ErrNotFound)
}

// Schemes are how the addresses of databases begin.
func Schemes() []string { return []string{"postgres://", "postgresql://"} }

// IsPostgres reports whether a store is named by the address of a PostgreSQL database
// rather than by the name of a file.
func IsPostgres(where string) bool {
	return slices.ContainsFunc(Schemes(), func(scheme string) bool { return strings.HasPrefix(where, scheme) })
}

// An UnknownError says that a store is named by the address of something that is no
// PostgreSQL database, or by pairs such as host=db dbname=cairn, for which Scheme is empty.
// Either would make a strange name of a file.
type UnknownError struct{ Scheme string }

func (e *UnknownError) Error() string {
	if e.Scheme == "" {
		return "a database is named by an address such as " + ExampleAddress
	}
	return fmt.Sprintf("unknown database %s; known databases: %s", e.Scheme, strings.Join(Schemes(), ", "))
}

// ExampleAddress is how a PostgreSQL database is named.
const ExampleAddress = "postgres://user@host/name"

// CheckName refuses what names a database in a way that is not known with an *[UnknownError].
func CheckName(where string) error {
	// PostgreSQL's own programs also take "host=... dbname=...".
	if pair, _ := regexp.MatchString(`^\s*[a-z_]+\s*=`, where); pair {
		return &UnknownError{}
	}
	if scheme, _, ok := strings.Cut(where, "://"); ok && !IsPostgres(where) {
		return &UnknownError{scheme + "://"}
	}
	return nil
}

// Open opens the store: where is the address of a PostgreSQL database, such as
// [ExampleAddress], or the name of a file for SQLite, which is made if it is not there. A
// schema of an older version is brought up to date. What [CheckName] refuses is refused.
func Open(ctx context.Context, where string, o Options) (*Store, error) {
	if err := CheckName(where); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Queue == 0 {
		o.Queue = 1024
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	var e database
	var err error
	if IsPostgres(where) {
		e, err = openPostgres(ctx, where, o)
	} else {
		e, err = openSQLite(ctx, where, o)
	}
	if err != nil {
		return nil, fmt.Errorf("open the store: %w", err)
	}
	b := &base{database: e, options: o, process: rand.Text(), alone: make(chan struct{}, 1)}
	h := &heartbeat{base: b}
	s := &Store{b, h, tables{b}, deadlines{h}, people{b}, credentials{b}, accounts{b}, chat{b}, notices{b}, results{b}, contests{b}, hosts{b}}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the store: %w", err), e.close())
	}
	return s, nil
}

// start reads or records the downtime and starts the heartbeat.
func (s *Store) start(ctx context.Context) error {
	if err := s.identify(ctx); err != nil {
		return err
	}
	if s.options.Passive {
		s.stop = func() {}
		return s.readDowntime(ctx)
	}
	if err := s.beat(ctx, true); err != nil {
		return err
	}
	ctx, s.stop = context.WithCancel(context.Background())
	s.finished.Go(func() { s.keepBeating(ctx) })
	return nil
}

// identify reads the name of the store, and draws one where it has none yet. Of two
// processes that do so at once, one wins.
func (s *base) identify(ctx context.Context) error {
	read := func(ctx context.Context, q tx) (err error) {
		s.id, err = q.GetIdentity(ctx)
		return notFound(err)
	}
	err := s.database.query(ctx, read)
	if !errors.Is(err, table.ErrNotFound) {
		return err
	}
	name := rand.Text()[:idLength]
	if err := s.database.write(ctx, func(ctx context.Context, q tx) error { return q.InsertIdentity(ctx, name) }); err != nil {
		return err
	}
	return s.database.query(ctx, read)
}

// idLength is how many letters and digits name a store: 60 bits, so that no two have the
// same one by chance.
const idLength = 12

// ID is the name of the store itself, the same for all processes that serve it. It is drawn
// once and is part of a backup.
func (s *base) ID() string { return s.id }

// mustKnow refuses with table.ErrNotFound where a person was deleted or never was.
// Nobody deletes one that is there before the transaction ends: what is written about
// people must not come after they were deleted.
func (s *base) mustKnow(ctx context.Context, q tx, id string) error {
	return s.lockPerson(ctx, q, id, "KEY SHARE")
}

// lockPerson takes a lock on the row of a person, where the database has such.
func (s *base) lockPerson(ctx context.Context, q tx, id, lock string) error {
	statement := "SELECT 1 FROM people WHERE id = $1"
	if s.database.locks() {
		statement += " FOR " + lock
	}
	var one int
	return notFound(q.db.QueryRowContext(ctx, statement, id).Scan(&one))
}

// Close waits for the writes under way and closes the store.
func (s *Store) Close() error {
	return errors.Join(s.Leave(), s.database.close())
}

// Failed is closed when the store has failed: see [ErrFailed]. Err tells why.
func (s *base) Failed() <-chan struct{} { return s.database.failed() }

// Err is why the store has failed, nil while it works.
func (s *base) Err() error { return s.database.err() }

// Shared reports whether others may have written what this process does not know. On
// SQLite that is a command which works on the file of a server; a process finds out
// within a second.
func (s *base) Shared() bool { return s.database.shared() }

// Now is the store's clock.
func (s *base) Now() time.Time { return s.database.now() }

// Served returns how much of the time between two instants some process was alive.
func (s *base) Served(from, to time.Time) time.Duration { return s.alive.served(from, to, s.Now()) }

// Ping asks the database for an answer.
func (s *base) Ping(ctx context.Context) error {
	if s.database.full() {
		return table.ErrFull
	}
	return s.database.query(ctx, func(ctx context.Context, q tx) error {
		_, err := q.LastBeat(ctx)
		return notFound(err)
	})
}

// DefaultFile is SQLite's file in a data folder.
func DefaultFile(dir string) string { return filepath.Join(dir, "cairn.db") }

// get returns what a query finds, table.ErrNotFound where it looks for one row and finds none.
func get[A, T any](ctx context.Context, s *base, query func(*queries.Queries, context.Context, A) (T, error), arg A) (found T, err error) {
	err = s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		found, err = query(q.Queries, ctx, arg)
		return notFound(err)
	})
	return found, err
}

// list returns the rows that a query finds, each as from reads it.
func list[A, R, T any](ctx context.Context, s *base, from func(R) T, query func(*queries.Queries, context.Context, A) ([]R, error), arg A) ([]T, error) {
	rows, err := get(ctx, s, query, arg)
	return each(rows, from), err
}

// each returns what from reads of each row.
func each[R, T any](rows []R, from func(R) T) []T {
	all := make([]T, len(rows))
	for i, row := range rows {
		all[i] = from(row)
	}
	return all
}

// put runs one statement.
func put[A any](ctx context.Context, s *base, statement func(*queries.Queries, context.Context, A) error, arg A) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error { return statement(q.Queries, ctx, arg) })
}

// change writes one row; none is the error where it changed no row.
func change[A any](ctx context.Context, s *base, none error, statement func(*queries.Queries, context.Context, A) (int64, error), arg A) error {
	return s.database.write(ctx, func(ctx context.Context, q tx) error { return or(none)(statement(q.Queries, ctx, arg)) })
}

// or returns the error of a statement, none where it changed no row.
func or(none error) func(n int64, err error) error {
	return func(n int64, err error) error {
		if err == nil && n == 0 {
			return none
		}
		return err
	}
}
