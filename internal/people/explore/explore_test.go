package explore

import (
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// asked is an index of public games, with two people who play some.
type asked struct {
	*Service
	t       *testing.T
	store   *tabletest.Store
	tables  *table.Service
	results *settle.Service
	sent    int
}

var people = [2]string{"90000000000000000001", "90000000000000000002"}

func newAsked(t *testing.T) *asked {
	t.Helper()
	a, log := &asked{t: t, store: tabletest.NewStore(t)}, slog.New(slog.DiscardHandler)
	a.results = settle.New(a.store, log)
	a.tables = table.New(table.Config{Store: a.store, Log: log, Ratings: a.results, Limits: table.Limits{Tables: rate.Limit{Burst: 99, Every: 1}, Open: 99}})
	a.results.Serve(a.tables)
	for i, id := range people {
		if err := a.store.NewPerson(t.Context(), table.PersonRow{ID: id, Name: []string{"Ann", "Ben"}[i], Created: a.store.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	a.Service = New(a.tables, a.results, nil, log)
	return a
}

// finish has a game of one move end.
func (a *asked) finish(move string) {
	a.t.Helper()
	ctx := a.t.Context()
	v, err := a.tables.Create(ctx, people[0], api.NewTable{Options: api.Options{Game: "dvonn", Control: "300+3", Side: "first", Public: true}})
	if err != nil {
		a.t.Fatal(err)
	}
	for _, m := range []struct {
		side int
		api.ToServer
	}{
		{1, api.ToServer{Type: "sit", Table: v.ID}},
		{0, api.ToServer{Type: "send", Table: v.ID, Event: []byte(`{"v":1,"kind":"move","move":"` + move + `"}`)}},
		{1, api.ToServer{Type: "send", Table: v.ID, Event: []byte(`{"v":1,"kind":"resign"}`)}},
	} {
		a.sent++
		m.ID = fmt.Sprint("m", a.sent)
		if _, err := a.tables.Do(ctx, people[m.side], m.ToServer); err != nil {
			a.t.Fatal(err)
		}
	}
	a.results.Sweep(ctx)
}

// explored is how many games there are, how many tables are named, and the first moves.
func (a *asked) explored() string {
	v, err := a.Explore(a.t.Context(), Asked{Game: "dvonn"})
	if err != nil {
		return err.Error()
	}
	text := fmt.Sprint(v.Games, len(v.Tables))
	for _, m := range v.Moves {
		text += fmt.Sprint(" ", m.Move, m.Games)
	}
	return text
}

// again has the index made once more.
func (a *asked) again() {
	a.mu.Lock()
	a.after = time.Time{}
	a.mu.Unlock()
	a.explored()
	a.running.Wait()
}

// TestBusyIsNotForgotten: while the store is in trouble, there is no index rather than an empty
// one, and no game is missing from it for good.
func TestBusyIsNotForgotten(t *testing.T) {
	s := newAsked(t)
	defer s.Close()
	s.finish("f3")
	for _, c := range []struct{ during, after string }{{table.ErrBusy.Error(), "1 1 f31"}, {"1 1 f31", "2 2 f32"}} {
		s.store.Fail(func(method, _ string) error {
			if method == "Load" || method == "Since" {
				return table.ErrBusy
			}
			return nil
		}, false)
		s.again()
		if got := s.explored(); got != c.during {
			t.Errorf("in trouble: %q, want %q", got, c.during)
		}
		s.store.Fail(nil, false)
		s.again()
		if got := s.explored(); got != c.after {
			t.Errorf("afterwards: %q, want %q", got, c.after)
		}
		s.finish("f3")
	}
	if list, err := os.ReadDir(s.dir); err != nil || len(list) != 1 {
		t.Errorf("%d files: %v", len(list), err)
	}
}

// TestIndexGrows: the index is made once more from the last one and the games that ended since,
// not before its time, names nobody, and leaves nothing behind.
func TestIndexGrows(t *testing.T) {
	s := newAsked(t)
	if got := s.explored(); got != "0 0" {
		t.Errorf("without games: %q", got)
	}
	s.finish("f3")
	s.finish("f3")
	if got := s.explored(); got != "0 0" {
		t.Errorf("before its time: %q", got)
	}
	for _, want := range []string{"2 2 f32", "3 3 f32 e31", "3 3 f32 e31"} {
		s.again()
		if got := s.explored(); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
		if want == "2 2 f32" {
			s.finish("e3")
		}
	}
	for g, err := range s.public.Games(nil) {
		if err != nil || g.Record.First != "" || g.Record.Second != "" || len(g.Record.Tags) > 0 {
			t.Errorf("the index holds %+v (%v)", g, err)
		}
	}
	if list, err := os.ReadDir(s.dir); err != nil || len(list) != 1 {
		t.Errorf("%d files: %v", len(list), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(s.dir); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", s.dir, err)
	}
}
