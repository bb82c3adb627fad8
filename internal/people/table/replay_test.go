package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// TestReplay folds stored logs again, and finds what is wrong with those that were
// changed.
func TestReplay(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Game: "dvonn", Full: true, Control: "300+3"})
	h.must(people[0], api.ToServer{Type: "send", Table: id, Event: []byte(`{"v":1,"kind":"resign","side":"first"}`)})
	row, events, err := h.store.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Replay(row, events)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Game.Over() || r.Row.Seq != row.Seq || r.Row.Phase != string(api.Over) {
		t.Errorf("replayed %+v", r.Row)
	}
	if rec := r.Record(); rec == nil || rec.First != "" || rec.Second != "" || rec.Tag("Date") != row.Created.UTC().Format(time.DateOnly) || len(rec.Tags) < 2 {
		t.Errorf("the record is %+v", rec)
	}
	for _, tt := range []struct {
		name, kind string
		change     func(row *table.Row, events []table.Event) []table.Event
	}{
		{"an event missing", table.FoundEvent, func(_ *table.Row, e []table.Event) []table.Event { return slices.Delete(e, 1, 2) }},
		{"the last one missing", table.FoundRow, func(_ *table.Row, e []table.Event) []table.Event { return e[:len(e)-1] }},
		{"an event twice", table.FoundTwice, func(_ *table.Row, e []table.Event) []table.Event { return append(e, e[len(e)-1]) }},
		{"of another table", table.FoundStranger, func(_ *table.Row, e []table.Event) []table.Event { e[1].Table = "abcdefg2"; return e }},
		{"a message twice", table.FoundTwice, func(_ *table.Row, e []table.Event) []table.Event { e[1].Message = e[len(e)-1].Message; return e }},
		{"earlier", table.FoundEarly, func(_ *table.Row, e []table.Event) []table.Event {
			e[1].At = e[1].At.Add(-time.Hour)
			return e
		}},
		{"another payload", table.FoundEvent, func(_ *table.Row, e []table.Event) []table.Event {
			last := &e[len(e)-1]
			last.Payload = bytes.Replace(last.Payload, []byte("resign"), []byte("offer"), 1)
			return e
		}},
		{"an unknown kind", table.FoundEvent, func(_ *table.Row, e []table.Event) []table.Event { e[1].Kind = "what"; return e }},
		{"the row's phase", table.FoundRow, func(r *table.Row, e []table.Event) []table.Event { r.Phase = "playing"; return e }},
		{"the row's seat", table.FoundRow, func(r *table.Row, e []table.Event) []table.Event { r.Seats[0] = "eve"; return e }},
		{"the row's seq", table.FoundRow, func(r *table.Row, e []table.Event) []table.Event { r.Seq++; return e }},
	} {
		changed := row
		log := tt.change(&changed, slices.Clone(events))
		_, err := table.Replay(changed, log)
		var found *table.Finding
		if !errors.As(err, &found) || found.Kind != tt.kind || found.Table != row.ID || (found.Event > 0) != (tt.kind != table.FoundRow) {
			t.Errorf("%s: found %+v (%v), want %s", tt.name, found, err, tt.kind)
		}
	}
}

// TestCloseTable ends tables as the host of a server.
func TestCloseTable(t *testing.T) {
	h := newHouse(t)
	id, people := h.table(api.Options{Game: "dvonn", Full: true, Control: "300+3"})
	if err := h.CloseTable(t.Context(), id, game.Ongoing); err == nil {
		t.Error("a game was decided as nothing")
	}
	if err := h.CloseTable(t.Context(), id, game.SecondWins); err != nil {
		t.Fatal(err)
	}
	row, events, err := h.store.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Replay(row, events)
	if err != nil {
		t.Fatal(err)
	}
	if end := r.Game.End(); end.Outcome != game.SecondWins || end.Why != record.Adjudication {
		t.Errorf("the end is %+v", end)
	}
	h.refused(string(play.GameOver), people[0], api.ToServer{Type: "send", Table: id, Event: []byte(`{"v":1,"kind":"resign","side":"first"}`)})
	if err := h.CloseTable(t.Context(), id, game.Draw); err == nil {
		t.Error("a game that is over was closed")
	}

	open, err := h.Create(t.Context(), people[0], api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.CloseTable(t.Context(), open.ID, game.Draw); err != nil {
		t.Fatal(err)
	}
	if err := h.CloseTable(t.Context(), open.ID, game.Draw); err == nil {
		t.Error("a closed table was closed")
	}
	if err := h.CloseTable(t.Context(), "abcdefg2", game.Draw); codeOf(err) != string(api.TableNotFound) {
		t.Errorf("no table: %v", err)
	}
}
