package director

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Tables are what a [Service] needs of the tables of people.
type Tables interface {
	Person(ctx context.Context, id string) api.Person
	IsHere(person string) bool
	Standing(person string) (api.Standing, bool)
	CreateSeated(ctx context.Context, a table.Seated) error
	Played(ctx context.Context, id string) (table.Played, error)
	RuleAbsent(ctx context.Context, id string, due bool) (over bool, err error)
	AbortSeated(ctx context.Context, id string) error
	Show(ctx context.Context, id string) error
	NewNamed(ctx context.Context, name string) (api.Person, error)
}

// Config is what a [Service] works with.
type Config struct {
	Store  Store
	Tables Tables
	// Shown returns the rating of somebody in a pool; nil for none.
	Shown func(ctx context.Context, person, pool string) (rating int, provisional bool, err error)
	// HostsOnly lets people make contests who are hosts of the server, and nobody else.
	HostsOnly bool
	// Rand gives secrets and ids; nil for crypto/rand.
	Rand io.Reader
	Log  *slog.Logger
}

// Service is all contests, as one process sees them. Its methods are safe for concurrent use. Errors are refusals and
// faults, as those of package table.
type Service struct {
	Config
	store  Store
	tables Tables
	steps  stepper
	rates  rate.Buckets

	mu       sync.Mutex
	contests map[string]*live
	watchers watchers

	// Due is how many contests ran or were about to start at the last look.
	Due atomic.Int64
}

// New returns a service. It does nothing by itself before [Service.Run].
func New(c Config) *Service {
	c.Log = cmp.Or(c.Log, slog.Default())
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	return &Service{Config: c, store: c.Store, tables: c.Tables, steps: stepper{c.Store, c.Tables}, contests: map[string]*live{}}
}

// live is a contest in memory: a copy of what is stored, which may be older.
type live struct {
	id string
	mu sync.Mutex
	st *state // nil before it was read
}

// mostKept is how many contests are kept in memory.
const mostKept = 256

// contest returns the one of an id.
func (s *Service) contest(id string) *live {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.contests[id]
	if l == nil {
		if len(s.contests) >= mostKept {
			clear(s.contests) // they are read again
		}
		l = &live{id: id}
		s.contests[id] = l
	}
	return l
}

// read makes sure that all that is stored is known. The lock of the contest is held.
func (l *live) read(ctx context.Context, s *Service) error {
	if !api.IsTableID(l.id) {
		return api.Refuse(api.ContestNotFound)
	}
	since := int64(0)
	if l.st != nil {
		since = l.st.seq()
	}
	row, events, err := s.store.LoadContest(ctx, l.id, since)
	if errors.Is(err, table.ErrNotFound) {
		return api.Refuse(api.ContestNotFound)
	}
	if err != nil {
		return s.fault("load", l.id, err)
	}
	if l.st == nil {
		l.st = newState(row)
	}
	more := make([]payload, len(events))
	for i, e := range events {
		if more[i], err = decodePayload(e); err != nil {
			return s.fault("replay", l.id, err)
		}
	}
	next := l.st
	if len(more) > 0 {
		// A state that somebody has is never changed.
		if next, err = l.st.with(more...); err != nil {
			l.st = nil
			return s.fault("replay", l.id, err)
		}
	}
	l.st = next
	return nil
}

// change is what is to be appended, with the news of it.
type change struct {
	events  []payload
	notices []table.Notice
}

func (c *change) add(e contest.Event) { c.events = append(c.events, payload{Event: e}) }

// tell adds news for somebody.
func (c *change) tell(st *state, person, what string, round, board int, tableID string, at time.Time) {
	args := table.NoticeArgs{What: what, Contest: st.row.ID, Title: st.terms.Title, Round: round, Board: board, Table: tableID, Over: st.terms.Starts}
	text, _ := json.Marshal(args) // it has strings and numbers only
	c.notices = append(c.notices, table.Notice{Person: person, Kind: table.NoticeContest, Key: st.row.ID, Args: string(text), At: at, Due: at})
}

// update appends what f decides on the state as it is stored, again where somebody else was first. Where f returns no
// events nothing happens.
func (s *Service) update(ctx context.Context, id string, f func(ctx context.Context, st *state) (change, error)) (*state, error) {
	l := s.contest(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	for range 8 {
		if err := l.read(ctx, s); err != nil {
			return nil, err
		}
		c, err := f(ctx, l.st)
		if err != nil || len(c.events) == 0 {
			return l.st, s.named(ctx, err)
		}
		at := later(s.store.Now().Truncate(time.Millisecond), l.st.updated)
		next, err := s.append(ctx, l.st, c, at)
		switch {
		case err == nil:
			l.st = next
			s.watchers.changed(id)
			return next, nil
		case errors.Is(err, table.ErrAmbiguous):
			if err := l.read(ctx, s); err == nil && l.st.holds(c.events) {
				s.watchers.changed(id)
				return l.st, nil
			}
			return nil, s.fault("append", id, err)
		case !errors.Is(err, table.ErrConflict):
			return nil, s.named(ctx, err)
		}
	}
	return nil, s.fault("append", id, table.ErrBusy)
}

// storeTime bounds what one change may take.
const storeTime = 10 * time.Second

// append makes events durable and returns the state after them.
func (s *Service) append(ctx context.Context, st *state, c change, at time.Time) (*state, error) {
	events := make([]Event, len(c.events))
	for i := range c.events {
		c.events[i].at = at
		text, err := c.events[i].encode()
		if err != nil {
			return nil, err
		}
		events[i] = Event{Contest: st.row.ID, Seq: st.seq() + int64(i) + 1, Kind: string(c.events[i].Kind), Payload: text, Message: c.events[i].message, At: at}
	}
	next, err := st.with(c.events...)
	if err != nil {
		return nil, err
	}
	row, err := next.rowNow()
	if err != nil {
		return nil, err
	}
	row.Notices = c.notices
	return next, s.store.AppendContest(ctx, row, events)
}

// holds reports whether the log ends with these events.
func (st *state) holds(events []payload) bool {
	if len(st.log) < len(events) {
		return false
	}
	for i, e := range events {
		a, _ := e.encode()
		b, _ := st.log[len(st.log)-len(events)+i].encode()
		if string(a) != string(b) {
			return false
		}
	}
	return true
}

const (
	lookEvery = time.Second
	looked    = 256 // contests at a time
)

// Run does what happens without anybody's doing, until the context ends.
func (s *Service) Run(ctx context.Context) {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		s.Sweep(ctx)
		s.tell(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// Sweep does what is due. Other processes may do the same at once.
func (s *Service) Sweep(ctx context.Context) {
	due, err := s.store.DueContests(ctx, looked)
	if err != nil {
		_ = s.fault("due", "", err)
		return
	}
	s.Due.Store(int64(len(due)))
	for id := range due {
		if ctx.Err() != nil {
			return
		}
		s.Look(ctx, id)
	}
}

// Look does what is due in one contest, one thing after another.
func (s *Service) Look(ctx context.Context, id string) {
	at, err := s.store.Heard(ctx)
	if err != nil {
		_ = s.fault("heard", id, err)
		return
	}
	for range 16 {
		before := int64(-1)
		st, err := s.update(ctx, id, func(ctx context.Context, st *state) (change, error) {
			before = st.seq()
			return s.steps.step(ctx, st, at)
		})
		if err != nil {
			_ = s.fault("look", id, err)
			return
		}
		if st.seq() == before {
			return
		}
		if st.phase() != api.ContestOpen {
			s.extend(ctx, st)
		}
		at = later(at, st.updated)
	}
}

// fault logs an error that does not pass by itself, and returns it.
func (s *Service) fault(doing, id string, err error) error {
	switch {
	case errors.Is(err, table.ErrBusy), errors.Is(err, table.ErrFull), errors.Is(err, context.Canceled), api.Refusal(err) != nil:
	default:
		s.Log.Error("contest: "+doing, "contest", id, "err", err)
	}
	return err
}

// named returns a refusal with the names of people in place of their ids.
func (s *Service) named(ctx context.Context, err error) error {
	var e *api.Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Code, "contest.") {
		return err
	}
	pairs := []string{}
	for name, value := range e.Args {
		if slices.Contains([]string{"person", "first", "second"}, name) && api.IsPersonID(value) {
			value = cmp.Or(s.tables.Person(ctx, value).Called(), value)
		}
		pairs = append(pairs, name, value)
	}
	return api.Refuse(api.Code(e.Code), pairs...)
}
