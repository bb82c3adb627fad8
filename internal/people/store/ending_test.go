package store

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// TestTemporaryInMemory: a container may have no folder for temporary files.
func TestTemporaryInMemory(t *testing.T) {
	t.Parallel()
	s := openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	e := s.database.(*sqlite)
	reader := <-e.idle
	defer func() { e.idle <- reader }()
	var writer, reads int
	err := errors.Join(
		e.writer.QueryRowContext(t.Context(), "PRAGMA temp_store").Scan(&writer),
		reader.conn.QueryRowContext(t.Context(), "PRAGMA temp_store").Scan(&reads),
	)
	if err != nil || writer != 2 || reads != 2 {
		t.Errorf("temp_store is %d and %d, %v, want 2: memory", writer, reads, err)
	}
}

// TestCloseLeavesOneFile: after an ordered end all that is stored is in the one file
// that people copy.
func TestCloseLeavesOneFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	storetest.Populate(t, s)
	if _, _, err := s.Load(t.Context(), "table001"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v, %v", files, err)
	}
}

// TestCloseTableOfStopped decides a game while no server runs: the time in which none
// did is charged to nobody.
func TestCloseTableOfStopped(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, path, clock)
	service := func(s *Store) *table.Service {
		return table.New(table.Config{Store: s, Log: slog.New(slog.DiscardHandler)})
	}
	house := service(s)
	people := twoGuests(t, house)
	made, err := house.Create(t.Context(), people[0], api.NewTable{Options: api.Options{Game: "dvonn", Full: true, Side: "first", Control: "300+3"}})
	if err != nil {
		t.Fatal(err)
	}
	do := func(person, id string, m api.ToServer) {
		t.Helper()
		m.ID, m.Table = id, made.ID
		if _, err := house.Do(t.Context(), person, m); err != nil {
			t.Fatal(err)
		}
	}
	do(people[1], "m1", api.ToServer{Type: "sit"})
	for i := range 4 {
		view, err := house.View(t.Context(), people[0], made.ID)
		if err != nil {
			t.Fatal(err)
		}
		var log play.Log
		if err := json.Unmarshal(view.Log, &log); err != nil {
			t.Fatal(err)
		}
		g, err := play.Replay(log)
		if err != nil {
			t.Fatal(err)
		}
		event, err := json.Marshal(play.Event{Kind: play.Move, Move: g.Game().MoveText(g.Position().Moves(nil)[0])})
		if err != nil {
			t.Fatal(err)
		}
		clock.pass(time.Second)
		do(people[i%2], "n"+string(rune('0'+i)), api.ToServer{Type: "send", Ply: g.Ply(), Event: event})
	}
	if err := s.beat(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	s.kill(t)
	clock.pass(10 * time.Minute)
	command, err := Open(t.Context(), path, Options{Clock: clock.Now, Passive: true})
	if err != nil {
		t.Fatal(err)
	}
	defer command.Close()
	if err := service(command).CloseTable(t.Context(), made.ID, game.Draw); err != nil {
		t.Fatal(err)
	}
	replayed, err := command.replay(t, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	if end := replayed.Game.End(); end.Outcome != game.Draw || end.Why != record.Adjudication {
		t.Errorf("the end is %+v", end)
	}
}

func (s *Store) replay(t *testing.T, id string) (*table.Replayed, error) {
	row, events, err := s.Load(t.Context(), id)
	if err != nil {
		return nil, err
	}
	return table.Replay(row, events)
}

// TestLeave ends a process that still answers for a while: what passes then is charged
// to nobody, and no flag falls.
func TestLeave(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "cairn.db")
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, path, clock)
	began := s.Now()
	row, events := storetest.NewTable(s, "table001")
	row.Deadline = began.Add(3 * time.Second)
	if err := s.Create(t.Context(), row, events); err != nil {
		t.Fatal(err)
	}
	clock.pass(2 * time.Second)
	if err := s.Leave(); err != nil {
		t.Fatal(err)
	}
	clock.pass(4 * time.Second) // clients are sent away
	if served := s.Served(began, s.Now()); served != 2*time.Second {
		t.Errorf("served %v while it ends", served)
	}
	if due, err := s.Due(t.Context(), 10); err != nil || len(due) != 0 {
		t.Errorf("due while it ends: %v, %v", due, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(time.Second)
	s = quiet(t, path, clock)
	if served := s.Served(began, s.Now()); served != 2*time.Second {
		t.Errorf("the next process says that %v were served", served)
	}
	if due, err := s.Due(t.Context(), 10); err != nil || len(due) != 0 {
		t.Errorf("due at the next process: %v, %v", due, err)
	}
	got, _, err := s.Load(t.Context(), row.ID)
	if err != nil || !got.Deadline.Equal(row.Deadline.Add(5*time.Second+returning(5*time.Second))) {
		t.Errorf("the deadline is %v, %v", got.Deadline, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestGapsFarApart orders gaps whose distance is more than 32 bits hold.
func TestGapsFarApart(t *testing.T) {
	t.Parallel()
	var a alive
	const far = 3 << 31
	a.beat(time.Time{}, []gap{{far, far + 10}, {10, 20}})
	if len(a.gaps) != 2 || a.gaps[0].began != 10 {
		t.Errorf("the gaps are %v", a.gaps)
	}
}

// TestPostgresClockGoesOn sets the database's clock back while no process lives.
func TestPostgresClockGoesOn(t *testing.T) {
	t.Parallel()
	where := shared.Server(t).New(t)
	clock := &testClock{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s := quiet(t, where, clock)
	last := s.Now()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clock.pass(-time.Hour)
	s = quiet(t, where, clock)
	if now := s.Now(); now.Before(last) {
		t.Errorf("the clock goes on at %v after %v", now, last)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestPostgresTimes: reading ends after a while, a backup takes as long as it takes.
func TestPostgresTimes(t *testing.T) {
	t.Parallel()
	s := openTest(t, shared.Server(t).New(t), Options{})
	for name, tt := range map[string]struct {
		read    func(context.Context, work) error
		timeout string
		ends    bool
	}{
		"query": {s.database.query, "10s", true}, "snapshot": {s.database.snapshot, "10s", true}, "long": {s.database.long, "0", false},
	} {
		err := tt.read(t.Context(), func(ctx context.Context, q tx) error {
			if at, ends := ctx.Deadline(); ends != tt.ends || ends && time.Until(at) > readTimeout {
				t.Errorf("%s ends: %t, at %v", name, ends, at)
			}
			var got string
			if err := q.db.QueryRowContext(ctx, "SHOW statement_timeout").Scan(&got); err != nil {
				return err
			}
			if got != tt.timeout {
				t.Errorf("%s: a statement may take %s, want %s", name, got, tt.timeout)
			}
			return nil
		})
		if err != nil {
			t.Error(name, err)
		}
	}
}

// TestBanAndRename changes one thing of a person after somebody else has changed
// another.
func TestBanAndRename(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, empty func(*testing.T) string) { banAndRename(t, openTest(t, empty(t), Options{})) })
}

func banAndRename(t *testing.T, s *Store) {
	service := table.New(table.Config{Store: s, Log: slog.New(slog.DiscardHandler)})
	p, _, err := service.NewGuest(t.Context(), "Ann", "")
	if err != nil {
		t.Fatal(err)
	}
	banned, muted := s.Now().Add(time.Hour), s.Now().Add(2*time.Hour)
	restrict := func(person, what string, until time.Time) error {
		_, err := s.Act(t.Context(), host.Action{Person: person, What: what, Until: until, At: s.Now()}, func(int64, string) []table.Notice { return nil })
		return err
	}
	for _, err := range []error{restrict(p.ID, host.Ban, banned), restrict(p.ID, host.Mute, muted), s.Rename(t.Context(), p.ID, "Anna")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := restrict(p.ID, host.Mute, time.Time{}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Person(t.Context(), p.ID)
	if err != nil || got.Name != "Anna" || !got.Banned.Equal(banned) || !got.Muted.IsZero() {
		t.Errorf("the person is %+v, %v", got, err)
	}
	for _, err := range []error{restrict("eve", host.Ban, banned), restrict("eve", host.Mute, muted), s.Rename(t.Context(), "eve", "Eve")} {
		if !errors.Is(err, table.ErrNotFound) {
			t.Errorf("a change of nobody: %v", err)
		}
	}
}
