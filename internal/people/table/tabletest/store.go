package tabletest

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/people/host"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
)

// Store is a store on SQLite, in a file that the test leaves behind, which fails when
// told to and whose time jumps. It has no heartbeat: time in which nobody served is what
// [Store.Jump] says. See [NewStore].
type Store struct {
	*store.Store

	mu        sync.Mutex
	down      [][2]time.Time
	offset    time.Duration // of the clock
	back      time.Duration // of another process's clock, which Now shows then
	processes int
	heard     time.Time // zero where every process is heard of

	fail    func(method, id string) error
	stored  bool
	appends int
}

var _ table.Store = (*Store)(nil)

// NewStore returns an empty store whose clock is that of the process. It is closed
// when the test ends.
func NewStore(t testing.TB) *Store {
	t.Helper()
	s := &Store{processes: 1}
	var err error
	s.Store, err = store.Open(t.Context(), filepath.Join(folder(t), "cairn.db"), store.Options{
		Passive: true, Clock: s.clock, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return s
}

// folder is one in memory where the system has such: what is tested with this store
// is not whether the disk keeps it.
func folder(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "cairn-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func (s *Store) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.offset)
}

// Fail has f decide which calls fail. For an Append that fails with
// [table.ErrAmbiguous], stored says whether the events are stored all the same. A nil
// f lets everything work.
func (s *Store) Fail(f func(method, id string) error, stored bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail, s.stored = f, stored
}

// Jump lets time pass in which nobody served, or, with served, in which somebody did.
// Back it only shows the time of a process whose clock is behind.
func (s *Store) Jump(d time.Duration, served bool) {
	from := s.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if d < 0 {
		s.back -= d
		return
	}
	s.offset += d
	if !served {
		s.down = append(s.down, [2]time.Time{from, from.Add(d)})
	}
}

// Serve says how many processes serve the store.
func (s *Store) Serve(processes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.processes = processes
}

// HeardUntil says until when every process was heard of; a zero time that all are now.
func (s *Store) HeardUntil(until time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.heard = until
}

// Miss lets it be known of a time that has passed that nobody served in it.
func (s *Store) Miss(from, to time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = append(s.down, [2]time.Time{from, to})
}

// Appends returns how many appends were stored.
func (s *Store) Appends() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.appends
}

func (s *Store) failing(method, id string) error {
	s.mu.Lock()
	fail := s.fail
	s.mu.Unlock()
	if fail == nil {
		return nil
	}
	return fail(method, id) // which may wait
}

// Now is the time of the process, and what was jumped.
func (s *Store) Now() time.Time {
	now := s.Store.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	return now.Add(-s.back)
}

// Served leaves out the time in which nobody served.
func (s *Store) Served(from, to time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := to.Sub(from)
	for _, down := range s.down {
		start, end := down[0], down[1]
		if start.Before(from) {
			start = from
		}
		if end.After(to) {
			end = to
		}
		if end.After(start) {
			d -= end.Sub(start)
		}
	}
	return max(0, d)
}

// Heard returns what [Store.HeardUntil] has said.
func (s *Store) Heard(ctx context.Context) (time.Time, error) {
	if err := s.failing("Heard", ""); err != nil {
		return time.Time{}, err
	}
	s.mu.Lock()
	heard := s.heard
	s.mu.Unlock()
	if !heard.IsZero() {
		return heard, nil
	}
	return s.Store.Heard(ctx)
}

// Processes returns what [Store.Serve] has said.
func (s *Store) Processes(context.Context) (int, error) {
	if err := s.failing("Processes", ""); err != nil {
		return 0, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.processes, nil
}

// Create fails when told to.
func (s *Store) Create(ctx context.Context, row table.Row, events []table.Event) error {
	if err := s.failing("Create", row.ID); err != nil {
		return err
	}
	return s.Store.Create(ctx, row, events)
}

// Append fails when told to, after it has stored the events where that was asked for.
func (s *Store) Append(ctx context.Context, row table.Row, events []table.Event) error {
	err := s.failing("Append", row.ID)
	s.mu.Lock()
	stored := s.stored
	s.mu.Unlock()
	if err != nil && (!errors.Is(err, table.ErrAmbiguous) || !stored) {
		return err
	}
	if err := s.Store.Append(ctx, row, events); err != nil {
		return err
	}
	s.mu.Lock()
	s.appends++
	s.mu.Unlock()
	return err
}

// Load fails when told to.
func (s *Store) Load(ctx context.Context, id string) (table.Row, []table.Event, error) {
	if err := s.failing("Load", id); err != nil {
		return table.Row{}, nil, err
	}
	return s.Store.Load(ctx, id)
}

// Since fails when told to.
func (s *Store) Since(ctx context.Context, id string, seq int64) ([]table.Event, error) {
	if err := s.failing("Since", id); err != nil {
		return nil, err
	}
	return s.Store.Since(ctx, id, seq)
}

// Seqs fails when told to.
func (s *Store) Seqs(ctx context.Context, ids []string) (map[string]int64, error) {
	if err := s.failing("Seqs", ""); err != nil {
		return nil, err
	}
	return s.Store.Seqs(ctx, ids)
}

// Stored fails when told to.
func (s *Store) Stored(ctx context.Context, id, message string) (int64, error) {
	if err := s.failing("Stored", id); err != nil {
		return 0, err
	}
	return s.Store.Stored(ctx, id, message)
}

// Due fails when told to.
func (s *Store) Due(ctx context.Context, limit int) ([]string, error) {
	if err := s.failing("Due", ""); err != nil {
		return nil, err
	}
	return s.Store.Due(ctx, limit)
}

// Postpone fails when told to.
func (s *Store) Postpone(ctx context.Context, id string, seq int64, at, deadline time.Time) error {
	if err := s.failing("Postpone", id); err != nil {
		return err
	}
	return s.Store.Postpone(ctx, id, seq, at, deadline)
}

// List fails when told to.
func (s *Store) List(ctx context.Context, q table.Query) ([]table.Row, error) {
	if err := s.failing("List", ""); err != nil {
		return nil, err
	}
	return s.Store.List(ctx, q)
}

// NewPerson fails when told to.
func (s *Store) NewPerson(ctx context.Context, p table.PersonRow) error {
	if err := s.failing("NewPerson", p.ID); err != nil {
		return err
	}
	return s.Store.NewPerson(ctx, p)
}

// Person fails when told to.
func (s *Store) Person(ctx context.Context, id string) (table.PersonRow, error) {
	if err := s.failing("Person", id); err != nil {
		return table.PersonRow{}, err
	}
	return s.Store.Person(ctx, id)
}

// Rename fails when told to.
func (s *Store) Rename(ctx context.Context, id, name string) error {
	if err := s.failing("Rename", id); err != nil {
		return err
	}
	return s.Store.Rename(ctx, id, name)
}

// NewCredential fails when told to.
func (s *Store) NewCredential(ctx context.Context, c table.Credential) error {
	if err := s.failing("NewCredential", c.Person); err != nil {
		return err
	}
	return s.Store.NewCredential(ctx, c)
}

// ByCredential fails when told to.
func (s *Store) ByCredential(ctx context.Context, kind string, hash []byte) (table.PersonRow, table.Credential, error) {
	if err := s.failing("ByCredential", ""); err != nil {
		return table.PersonRow{}, table.Credential{}, err
	}
	return s.Store.ByCredential(ctx, kind, hash)
}

// GoodCredentials fails when told to.
func (s *Store) GoodCredentials(ctx context.Context, kind string, hashes [][]byte) (map[string]bool, error) {
	if err := s.failing("GoodCredentials", ""); err != nil {
		return nil, err
	}
	return s.Store.GoodCredentials(ctx, kind, hashes)
}

// RenewCredential fails when told to.
func (s *Store) RenewCredential(ctx context.Context, c table.Credential) error {
	if err := s.failing("RenewCredential", c.Person); err != nil {
		return err
	}
	return s.Store.RenewCredential(ctx, c)
}

// UseCredential fails when told to, after it has stored what there is to store where that
// was asked for.
func (s *Store) UseCredential(ctx context.Context, kind string, hash []byte, next table.Credential) (table.PersonRow, error) {
	err := s.failing("UseCredential", "")
	s.mu.Lock()
	stored := s.stored
	s.mu.Unlock()
	if err == nil || errors.Is(err, table.ErrAmbiguous) && stored {
		p, failed := s.Store.UseCredential(ctx, kind, hash, next)
		if err == nil {
			return p, failed
		}
	}
	return table.PersonRow{}, err
}

// Say fails when told to.
func (s *Store) Say(ctx context.Context, l table.ChatLine) (table.ChatLine, error) {
	if err := s.failing("Say", l.Table); err != nil {
		return l, err
	}
	return s.Store.Say(ctx, l)
}

// Said fails when told to.
func (s *Store) Said(ctx context.Context, id, message string) (int64, error) {
	if err := s.failing("Said", id); err != nil {
		return 0, err
	}
	return s.Store.Said(ctx, id, message)
}

// Lines fails when told to.
func (s *Store) Lines(ctx context.Context, id, room string, after int64, limit int) ([]table.ChatLine, error) {
	if err := s.failing("Lines", id); err != nil {
		return nil, err
	}
	return s.Store.Lines(ctx, id, room, after, limit)
}

// Line fails when told to.
func (s *Store) Line(ctx context.Context, id string, number int64) (table.ChatLine, error) {
	if err := s.failing("Line", id); err != nil {
		return table.ChatLine{}, err
	}
	return s.Store.Line(ctx, id, number)
}

// Ban has a person banned until a time, as the owner of the server does it, and Mute muted.
func (s *Store) Ban(ctx context.Context, person string, until time.Time) error {
	return s.restrict(ctx, host.Ban, person, until)
}

// Mute has a person muted until a time.
func (s *Store) Mute(ctx context.Context, person string, until time.Time) error {
	return s.restrict(ctx, host.Mute, person, until)
}

func (s *Store) restrict(ctx context.Context, what, person string, until time.Time) error {
	a := host.Action{Person: person, What: what, Until: until, At: s.Now(), Acknowledged: s.Now()}
	_, err := s.Act(ctx, a, func(int64, string) []table.Notice { return nil })
	return err
}

// NewReport fails when told to.
func (s *Store) NewReport(ctx context.Context, r table.Report) error {
	if err := s.failing("NewReport", r.Table); err != nil {
		return err
	}
	return s.Store.NewReport(ctx, r)
}
