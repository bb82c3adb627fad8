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

// TestIndexGrows: the index is made once more from the last one and the games that ended since,
// not before its time, names nobody, and leaves nothing behind.
func TestIndexGrows(t *testing.T) {
	store, log, ctx := tabletest.NewStore(t), slog.New(slog.DiscardHandler), t.Context()
	results := settle.New(store, log)
	tables := table.New(table.Config{Store: store, Log: log, Ratings: results, Limits: table.Limits{Tables: rate.Limit{Burst: 99, Every: 1}, Open: 99}})
	results.Serve(tables)
	people := [2]string{"90000000000000000001", "90000000000000000002"}
	for i, id := range people {
		if err := store.NewPerson(ctx, table.PersonRow{ID: id, Name: []string{"Ann", "Ben"}[i], Created: store.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	finish := func(move string) {
		t.Helper()
		v, err := tables.Create(ctx, people[0], api.NewTable{Options: api.Options{Game: "dvonn", Control: "300+3", Side: "first", Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []struct {
			side int
			api.ToServer
		}{
			{1, api.ToServer{Type: "sit", Table: v.ID}},
			{0, api.ToServer{Type: "send", Table: v.ID, Event: []byte(`{"v":1,"kind":"move","move":"` + move + `"}`)}},
			{1, api.ToServer{Type: "send", Table: v.ID, Event: []byte(`{"v":1,"kind":"resign"}`)}},
		} {
			n++
			m.ID = fmt.Sprint("m", n)
			if _, err := tables.Do(ctx, people[m.side], m.ToServer); err != nil {
				t.Fatal(err)
			}
		}
		results.Sweep(ctx)
	}
	s := New(tables, results, nil, log)
	explored := func() string {
		t.Helper()
		v, err := s.Explore(ctx, Asked{Game: "dvonn"})
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprint(v.Games, len(v.Tables))
		for _, m := range v.Moves {
			text += fmt.Sprint(" ", m.Move, m.Games)
		}
		return text
	}
	due := func() {
		s.mu.Lock()
		s.after = time.Time{}
		s.mu.Unlock()
	}
	if got := explored(); got != "0 0" {
		t.Errorf("without games: %q", got)
	}
	finish("f3")
	finish("f3")
	if got := explored(); got != "0 0" {
		t.Errorf("before its time: %q", got)
	}
	for _, want := range []string{"2 2 f32", "3 3 f32 e31", "3 3 f32 e31"} {
		due()
		explored()
		s.running.Wait()
		if got := explored(); got != want {
			t.Errorf("found %q, want %q", got, want)
		}
		if want == "2 2 f32" {
			finish("e3")
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
