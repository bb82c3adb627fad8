package table_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
)

// pictures is where the steps of TestPictures are, for the page.
const pictures = "../api/testdata/pictures.json"

// A step is a table before and after an event, as somebody sees it.
type step struct {
	Me     string     `json:"me"`
	Before *api.Table `json:"before"`
	Event  api.Event  `json:"event"`
	After  *api.Table `json:"after"`
}

// A client that gets one event after the other has the same picture of a table as one
// that asks for it: in every role, at every step of every golden log. The page is held to
// the same steps.
func TestPictures(t *testing.T) {
	files, err := filepath.Glob("testdata/logs/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	steps, seen := []step{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var g golden
		if err := json.Unmarshal(text, &g); err != nil {
			t.Fatal(err)
		}
		h, id := newHouse(t, noLimits), g.Row.ID
		ear := &tabletest.Recorder{}
		people, watcher := []string{""}, ""
		for _, seat := range g.Row.Seats {
			if seat != "" {
				people = append(people, seat)
			}
		}
		if strings.Contains(string(g.Events[0].Payload), `"hidden"`) { // from all but who sits there
			people, watcher = people[1:2], people[1]
		}
		everybody := h.Join(watcher, ear)
		defer everybody.Close()
		view := func(person string) *api.Table {
			v, err := h.View(t.Context(), person, id)
			if err != nil {
				t.Fatal(err)
			}
			settled(v)
			v.Log, v.Clocks = nil, nil
			return v
		}
		before := map[string]*api.Table{}
		for i, e := range g.Events {
			row, stored := g.Row, []table.Event{{Table: id, Seq: e.Seq, Kind: e.Kind, Payload: e.Payload, Message: e.Message, At: e.At}}
			if row.Seq = e.Seq; i == 0 {
				err = h.store.Create(t.Context(), row, stored)
			} else {
				err = h.store.Append(t.Context(), row, stored)
			}
			if err == nil && i > 0 {
				_, err = everybody.Do(t.Context(), api.ToServer{Type: "watch", Table: id, Since: e.Seq - 1})
			}
			if err != nil {
				t.Fatal(err)
			}
			told := ear.Events(id)
			if _, err := everybody.Do(t.Context(), api.ToServer{Type: "unwatch", Table: id}); err != nil {
				t.Fatal(err)
			}
			for _, person := range people {
				after := view(person)
				if i > 0 {
					s := step{person, before[person], told[len(told)-1], after}
					if s.Event.Seq != e.Seq {
						t.Fatalf("event %d was told as %d", e.Seq, s.Event.Seq)
					}
					taken := *s.Before
					if err := taken.Apply(&s.Event, person); err != nil {
						t.Fatal(err)
					}
					if s.Event.Kind == api.EventPlay {
						taken.Phase, taken.Outcome = after.Phase, after.Outcome // whether the game is over, it tells itself
					}
					if got, want := indented(t, taken), indented(t, after); got != want {
						t.Errorf("%s, event %d, seen by %q: is\n%s\nand the server has\n%s", file, e.Seq, person, got, want)
					}
					if s.Event.Kind != api.EventPlay {
						steps, seen[e.Kind] = append(steps, s), true
					}
				}
				before[person] = after
			}
		}
	}
	for _, kind := range []api.EventKind{api.EventSat, api.EventStarted, api.EventClosed, api.EventRematch, api.EventTerms, api.EventAsked, api.EventShown, api.EventHold, api.EventResume} {
		if !seen[string(kind)] {
			t.Errorf("no step is %s", kind)
		}
	}
	var lines []string
	for _, s := range steps {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	want := "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	if *update {
		if err := os.WriteFile(pictures, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(pictures); err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): go test ./internal/people/table -run TestPictures -update", pictures, err)
	}
}
