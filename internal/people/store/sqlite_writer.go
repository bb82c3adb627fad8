package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/table"
)

// scrubPatience is how long a deletion waits for readers.
const scrubPatience = 30 * time.Second

// mostTogether is how many writes share one commit at most.
const mostTogether = 512

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
	err := e.enqueue(ctx, e.queue, newRequest(f))
	// A write may succeed for the room that is left in the log beside the file.
	if err == nil && e.full() && !isFull(nil, filepath.Dir(e.path)) {
		e.noRoom.end()
	}
	return err
}

// writeLong is for a process that does nothing else: what is written alone does not begin again.
func (e *sqlite) writeLong(ctx context.Context, f work) error { return e.write(ctx, f) }

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
