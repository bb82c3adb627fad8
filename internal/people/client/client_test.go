package client

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// person joins the fake server's table.
func person(t *testing.T, f *fakeServer, o LiveOptions) (*Session, *Live, *Table) {
	t.Helper()
	s, err := NewSession(f.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Guest(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	o.LongestWait = 20 * time.Millisecond
	o.ResendAfter = 30 * time.Millisecond
	l := s.Live(o)
	t.Cleanup(l.Close)
	return s, l, l.Watch(fakeID)
}

// playOut plays random legal moves for a person until plies moves are played or
// the game is over.
func playOut(ctx context.Context, t *Table, plies int, r *rand.Rand) error {
	for {
		var move string
		err := t.Wait(ctx, func(v *View) bool {
			if v.State == nil {
				return false
			}
			if v.State.Over() || v.State.Ply() >= plies {
				return true
			}
			if v.MyTurn() {
				moves := v.State.Position().Moves(nil)
				move = v.State.Game().MoveText(moves[r.IntN(len(moves))])
				return true
			}
			return false
		})
		if err != nil || move == "" {
			return err
		}
		if _, err := t.Move(ctx, move); err != nil {
			return err
		}
	}
}

// TestPlay plays a game over a connection with every trouble there is, and in the
// end both players, a watcher and the server have the same log with each move once.
func TestPlay(t *testing.T) {
	t.Parallel()
	for kind := none; kind < troubleKind; kind++ {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			f := newFake(t)
			f.trouble = func(n int, _ *api.ToServer) trouble {
				if n > 2 && n%3 == 0 {
					return kind
				}
				return none
			}
			_, _, watched := person(t, f, LiveOptions{})
			var tables []*Table
			for range 2 {
				_, _, table := person(t, f, LiveOptions{})
				if _, err := table.Sit(t.Context()); err != nil {
					t.Fatal(err)
				}
				tables = append(tables, table)
			}
			ctx, stop := context.WithTimeout(t.Context(), time.Minute)
			defer stop()
			var players sync.WaitGroup
			for i, table := range tables {
				players.Go(func() {
					if err := playOut(ctx, table, 20, rand.New(rand.NewPCG(uint64(i), 1))); err != nil {
						t.Errorf("player %d: %v", i, err)
					}
				})
			}
			players.Wait()
			f.mu.Lock()
			last, plies := f.table.Seq, f.state.Ply()
			f.mu.Unlock()
			if plies != 20 {
				t.Errorf("%d plies were played, want 20", plies)
			}
			for i, table := range append(tables, watched) {
				// Where events are left out, the next that arrives shows the gap; after the last there is none, so ask.
				if kind == leaveOut {
					table.live.Drop()
				}
				if err := table.Wait(ctx, func(v *View) bool { return v.Table.Seq == last }); err != nil {
					t.Fatalf("reader %d: %v", i, err)
				}
				table.View(func(v *View) {
					if v.State.Position().String() != f.state.Position().String() || v.State.Ply() != 20 {
						t.Errorf("reader %d has another position", i)
					}
				})
			}
		})
	}
}

func TestRoles(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	_, _, watched := person(t, f, LiveOptions{})
	var sat []*Table
	for range 2 {
		_, _, table := person(t, f, LiveOptions{})
		if _, err := table.Sit(t.Context()); err != nil {
			t.Fatal(err)
		}
		sat = append(sat, table)
	}
	// The first to sit learns its side when the second has sat down, by a message of its own.
	for i, want := range []api.Role{api.First, api.Second} {
		if err := sat[i].Wait(t.Context(), func(v *View) bool { return v.State != nil && v.Table.You != api.Sitter }); err != nil {
			t.Fatal(err)
		}
		sat[i].View(func(v *View) {
			if v.Table.You != want {
				t.Errorf("player %d is %q", i, v.Table.You)
			}
		})
	}
	if err := watched.Wait(t.Context(), func(v *View) bool { return v.State != nil }); err != nil {
		t.Fatal(err)
	}
	watched.View(func(v *View) {
		if v.Table.You != api.Watcher || v.MyTurn() {
			t.Errorf("the watcher is %q", v.Table.You)
		}
	})
	_, err := watched.Move(t.Context(), "z9")
	if refused := new(Refused); !errors.As(err, &refused) || refused.Reason.Code == "" {
		t.Errorf("an impossible move: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	s, l, table := person(t, f, LiveOptions{})
	if _, err := table.Send(t.Context(), play.Event{Kind: play.Resign}); err == nil {
		t.Error("resigned before the start")
	}
	refused := new(Refused)
	if _, err := s.Table(t.Context(), "nothere2"); !errors.As(err, &refused) || refused.Status != 404 || refused.Reason.Code != "table.unknown" {
		t.Errorf("a table that is not there: %v", err)
	}
	err := l.Watch("nothere2").Wait(t.Context(), func(v *View) bool { return v.Known })
	if !errors.As(err, &refused) || refused.Reason.Code != "table.unknown" {
		t.Errorf("watching a table that is not there: %v", err)
	}

	stranger, err := NewSession(f.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	live := stranger.Live(LiveOptions{})
	select {
	case <-live.Ended():
	case <-t.Context().Done():
	}
	if !errors.As(live.Err(), &refused) || refused.Status != 401 {
		t.Errorf("a connection without a session: %v", live.Err())
	}
	if _, err := live.Watch(fakeID).Sit(t.Context()); err == nil {
		t.Error("sat down without a connection")
	}
}

// TestNoServer reaches what is no server of tables: each time the error says so by a code.
// TestWatchedTooOften refuses to tell of a table as one that is asked for too often: it is
// asked for again, and nobody who waits for it hears of that.
func TestWatchedTooOften(t *testing.T) {
	f := newFake(t)
	f.often = 2
	_, _, table := person(t, f, LiveOptions{})
	if err := table.Wait(t.Context(), func(v *View) bool { return v.Table.ID == fakeID }); err != nil {
		t.Fatal(err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.often != 0 {
		t.Fatalf("%d refusals are left", f.often)
	}
}

// TestSilentConnection: a connection that stays open and says nothing is given up, and made again within 45 seconds.
func TestSilentConnection(t *testing.T) {
	t.Parallel()
	if longest := 5*pingEvery/2 + 3*longestWait/2; longest > 45*time.Second {
		t.Errorf("it takes %v", longest)
	}
	f := newFake(t)
	f.silent = 1
	s, err := NewSession(f.URL, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Guest(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	l := s.Live(LiveOptions{PingEvery: 20 * time.Millisecond, LongestWait: 20 * time.Millisecond, ResendAfter: time.Hour})
	t.Cleanup(l.Close)
	table := l.Watch(fakeID)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := table.Wait(ctx, func(v *View) bool { return v.Known }); err != nil {
		t.Errorf("it never comes back: %v", err)
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	plain := strings.TrimPrefix(other.URL, "http://")
	for _, c := range []struct{ address, code, says string }{
		{"", "cli.remote.address", "“”"},
		{"http://", "cli.remote.address", "http://"},
		{"ftp://play.example.org", "cli.remote.address", "ftp://play.example.org"},
		{"127.0.0.1:port", "cli.remote.address", "127.0.0.1:port"},
		{closed.URL, "cli.remote.unreachable", "no server answers at " + closed.URL},
		{other.URL, "cli.remote.status", "404 Not Found"},
		{plain, "cli.remote.status", "404 Not Found"},
		{"https://" + plain, "cli.remote.no_connection", "no connection to https://" + plain},
	} {
		s, err := NewSession(c.address, Options{})
		if err == nil {
			_, _, err = s.Me(t.Context())
		}
		var said *play.Error
		if !errors.As(Refusal(err), &said) || string(said.Code) != c.code || !strings.Contains(said.Error(), c.says) {
			t.Errorf("%q: %v, want %s: %s", c.address, Refusal(err), c.code, c.says)
		}
	}
	s, err := NewSession(plain, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := s.Me(ctx); !errors.Is(Refusal(err), context.Canceled) {
		t.Errorf("called off: %v", Refusal(err))
	}
}

// TestSessionComesBack takes a session up by its cookie.
func TestSessionComesBack(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	s, _, table := person(t, f, LiveOptions{})
	if _, err := table.Sit(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := NewSession(f.URL, Options{Cookie: s.Cookie()})
	if err != nil {
		t.Fatal(err)
	}
	live := again.Live(LiveOptions{})
	defer live.Close()
	same := live.Watch(fakeID)
	if err := same.Wait(t.Context(), func(v *View) bool { return v.Table.You == api.Sitter }); err != nil {
		t.Fatal(err)
	}
	if again.Person().ID != s.Person().ID {
		t.Errorf("came back as %v, was %v", again.Person(), s.Person())
	}
	// A server may set two: one of them is that of the guest who comes back after signing out.
	const both = "cairn-a=1; cairn=2"
	two, err := NewSession(f.URL, Options{Cookie: both})
	if err != nil || two.Cookie() != both {
		t.Errorf("of two cookies is left %q, %v", two.Cookie(), err)
	}
}

type counter struct{ connected, lost, problems atomic.Int64 }

func (c *counter) Connected(bool)                     { c.connected.Add(1) }
func (c *counter) Lost(error)                         { c.lost.Add(1) }
func (c *counter) EventsReceived(string, []api.Event) {}
func (c *counter) TableReceived(*api.Table)           {}
func (c *counter) Problem(Problem)                    { c.problems.Add(1) }

// TestProblems reports an event that cannot be, and asks for the whole table.
func TestProblems(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	seen := &counter{}
	_, _, table := person(t, f, LiveOptions{Observer: seen})
	f.trouble = func(n int, _ *api.ToServer) trouble {
		if n == 1 {
			return contradict
		}
		return none
	}
	if _, err := table.Sit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if seen.problems.Load() != 1 || seen.connected.Load() != 2 || seen.lost.Load() != 1 {
		t.Errorf("%d problems, %d connections, %d lost; want 1, 2, 1", seen.problems.Load(), seen.connected.Load(), seen.lost.Load())
	}
}

// TestCloseEndsWaits lets nobody wait for an answer that cannot come.
func TestCloseEndsWaits(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	f.trouble = func(int, *api.ToServer) trouble { return swallow }
	_, l, table := person(t, f, LiveOptions{})
	answer := make(chan error)
	go func() {
		_, err := table.Sit(t.Context())
		answer <- err
	}()
	if err := table.Wait(t.Context(), func(v *View) bool { return v.Known }); err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := <-answer; !errors.Is(err, ErrClosed) {
		t.Errorf("sitting ended with %v", err)
	}
	if err := table.Wait(t.Context(), func(*View) bool { return false }); !errors.Is(err, ErrClosed) {
		t.Errorf("waiting ended with %v", err)
	}
}
