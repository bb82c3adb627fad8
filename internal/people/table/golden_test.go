package table_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

var update = flag.Bool("update", false, "write the logs of the current version in testdata/logs anew")

// golden is a stored table and what everybody must see of it.
type golden struct {
	Row    table.Row
	Events []goldenEvent
	View   *api.Table
}

type goldenEvent struct {
	Seq     int64
	Kind    string
	Payload json.RawMessage
	Message string
	At      time.Time
}

// Tables that any version has stored are the same tables for ever. The files of
// earlier versions are never changed.
func TestGoldenLogs(t *testing.T) {
	if *update {
		writeGoldenLogs(t)
	}
	files, err := filepath.Glob("testdata/logs/*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files (%v)", len(files), err)
	}
	kinds, lags := map[string]bool{}, false
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(text, &g); err != nil {
				t.Fatal(err)
			}
			h := newHouse(t)
			var events []table.Event
			held := false
			for _, e := range g.Events {
				kinds[e.Kind] = true
				held = held || isHeld(t, e.Payload)
				events = append(events, table.Event{Table: g.Row.ID, Seq: e.Seq, Kind: e.Kind, Payload: e.Payload, Message: e.Message, At: e.At})
			}
			if err := h.store.Create(t.Context(), g.Row, events); err != nil {
				t.Fatal(err)
			}
			// The clocks stand where they stood: what the row says of them follows from the log.
			replayed, err := table.Replay(g.Row, events)
			if err != nil {
				t.Fatal(err)
			}
			// Older programs looked for a flag only when no lag whatever could help.
			sooner := g.Row.Deadline.Sub(replayed.Row.Deadline)
			if r := replayed.Row; sooner < 0 || sooner > table.MostLag || string(r.Summary) != string(g.Row.Summary) {
				t.Errorf("something is due at %v and was at %v; lists show\n%s\nand showed\n%s", r.Deadline, g.Row.Deadline, r.Summary, g.Row.Summary)
			}
			lags = lags || held
			got, err := h.View(t.Context(), "", g.Row.ID)
			if err != nil {
				t.Fatal(err)
			}
			settled(got)
			if g.View.Outcome == "" && replayed.Game != nil {
				g.View.Outcome = play.OutcomeWord(replayed.Game.End().Outcome) // pictures of versions 1 and 2 lack it
			}
			got.Clocks, g.View.Clocks = nil, nil // they follow from the log and the time
			if got, want := indented(t, got), indented(t, g.View); got != want {
				t.Errorf("is now\n%s\nand was\n%s", got, want)
			}
			// What comes by since= is the same game.
			ear := &tabletest.Recorder{}
			c := h.Join("", ear)
			defer c.Close()
			if _, err := c.Do(t.Context(), api.ToServer{Type: "watch", Table: g.Row.ID, Since: 1}); err != nil {
				t.Fatal(err)
			}
			if n := len(ear.Events(g.Row.ID)); n != len(events)-1 {
				t.Errorf("%d events come by since=1, want %d", n, len(events)-1)
			}
		})
	}
	for _, kind := range []api.EventKind{api.EventOpened, api.EventSat, api.EventStarted, api.EventPlay, api.EventClosed, api.EventRematch, api.EventTerms, api.EventAsked} {
		if !kinds[string(kind)] {
			t.Errorf("no log holds %s", kind)
		}
	}
	if !lags {
		t.Error("in no log an event of the opponent leaves time to the next one")
	}
}

// isHeld reports whether an event is an offer that leaves a part of the time before it to the
// next event: no move has a lag and an offer besides.
func isHeld(t *testing.T, payload json.RawMessage) bool {
	t.Helper()
	var p struct {
		Lag  int64
		Play play.Event
	}
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	return p.Lag > 0 && p.Play.Kind == play.Offer
}

// hasVersion reports whether the version wrote one of the events.
func hasVersion(t *testing.T, events []table.Event, version int) bool {
	t.Helper()
	for _, e := range events {
		var p struct{ V int }
		if err := json.Unmarshal(e.Payload, &p); err != nil {
			t.Fatal(err)
		}
		if p.V == version {
			return true
		}
	}
	return false
}

// settled takes away what depends on the moment, and what of people is not in the log.
func settled(v *api.Table) {
	v.Elapsed, v.Presence = 0, api.Presence{}
	for _, p := range v.Seats {
		if p != nil {
			*p = api.Person{ID: p.ID}
		}
	}
}

func indented(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writeGoldenLogs plays games with everything that can happen at a table.
func writeGoldenLogs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits, func(c *table.Config) { c.Rand, c.Ratings = rand.NewChaCha8([32]byte{1}), &ratings{} })
		write := func(name, id string, newUse bool) {
			row, events, err := h.store.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if !newUse && !hasVersion(t, events, table.Version) {
				return // a file of an earlier version holds all of it
			}
			view, err := h.View(t.Context(), "", id)
			if err != nil {
				t.Fatal(err)
			}
			settled(view)
			g := golden{Row: row, View: view}
			for _, e := range events {
				g.Events = append(g.Events, goldenEvent{e.Seq, e.Kind, e.Payload, e.Message, e.At.UTC()})
			}
			if err := os.WriteFile(fmt.Sprintf("testdata/logs/v%d-%s.json", table.Version, name), []byte(indented(t, g)+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		id, people := h.table(api.Options{Game: "lyngk", Control: "300+3", Takeback: true})
		_, c := h.watcher(people[0], id)
		c.Lag(300 * time.Millisecond)
		do := func(person int, e play.Event) {
			time.Sleep(1234 * time.Millisecond)
			m := send(id, h.game(id).Ply(), e)
			m.ID = h.id()
			if person == 0 {
				if _, err := c.Do(t.Context(), m); err != nil {
					t.Fatal(err)
				}
				return
			}
			h.must(people[person], m)
		}
		for n := range 6 {
			s := h.game(id)
			do(int(s.Turn()), play.Event{Kind: play.Move, Move: moveText(s, n)})
		}
		do(0, play.Event{Kind: play.Offer, What: play.OfferDraw})
		do(1, play.Event{Kind: play.Decline})
		do(1, play.Event{Kind: play.MoreTime, Add: 15 * time.Second})
		do(1, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 5})
		do(0, play.Event{Kind: play.Accept})
		do(1, play.Event{Kind: play.Move, Move: moveText(h.game(id), 3)})
		do(0, play.Event{Kind: play.Resign})
		h.must(people[0], api.ToServer{Type: "rematch", Table: id})
		h.must(people[1], api.ToServer{Type: "rematch", Table: id, No: true})
		h.must(people[1], api.ToServer{Type: "rematch", Table: id, Same: true})
		h.must(people[0], api.ToServer{Type: "rematch", Table: id, Same: true})
		v, _ := h.view("", id)
		again := v.Rematch.Table
		h.move(again, h.view2(again), 0)
		write("resigned", id, false)
		write("same-layout", again, false)

		ann := h.person("") // names are not in the log
		made, err := h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "dvonn", Control: "1/259200", Full: true, Public: true}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(people[0], api.ToServer{Type: "sit", Table: made.ID})
		for n := range 4 {
			time.Sleep(5 * time.Hour)
			h.move(made.ID, h.view2(made.ID), n)
		}
		write("days", made.ID, false)

		made, err = h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk6", Control: "60d3", Side: "second"}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(people[0], api.ToServer{Type: "sit", Table: made.ID})
		h.move(made.ID, h.view2(made.ID), 0)
		h.move(made.ID, h.view2(made.ID), 0)
		time.Sleep(65 * time.Second)
		h.Sweep(t.Context())
		write("flag", made.ID, false)

		made, err = h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk-captured", Control: "-"}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(ann, api.ToServer{Type: "leave", Table: made.ID})
		write("closed", made.ID, false)

		made, err = h.Create(t.Context(), ann, api.NewTable{Options: api.Options{Game: "lyngk", Control: "-"}})
		if err != nil {
			t.Fatal(err)
		}
		ask := api.Options{Game: "dvonn", Control: "600+5", Side: "second", Full: true}
		h.must(people[0], api.ToServer{Type: "ask", Table: made.ID, Options: &ask})
		h.must(people[1], api.ToServer{Type: "ask", Table: made.ID, Options: &api.Options{Game: "lyngk6", Control: "-"}})
		h.must(ann, api.ToServer{Type: "ask", Table: made.ID, No: true, Person: people[1]})
		write("asked", made.ID, false)
		h.must(ann, api.ToServer{Type: "terms", Table: made.ID, Options: &ask})
		v, _ = h.view("", made.ID)
		h.must(people[0], api.ToServer{Type: "sit", Table: made.ID, Since: v.Seq})
		h.move(made.ID, h.view2(made.ID), 0)
		write("terms", made.ID, false)

		// The opponent offers while a move is on its way, and again after it.
		id, people = h.table(api.Options{Game: "dvonn", Control: "300+3"})
		for n := range 2 {
			h.move(id, people, n)
		}
		_, slow := h.watcher(people[0], id)
		slow.Lag(700 * time.Millisecond)
		time.Sleep(10 * time.Second)
		h.must(people[1], send(id, 0, play.Event{Kind: play.Offer, What: play.OfferDraw}))
		time.Sleep(100 * time.Millisecond)
		m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(h.game(id), 1)})
		m.ID = h.id()
		if _, err := slow.Do(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		h.move(id, people, 2)
		time.Sleep(20 * time.Second)
		h.must(people[1], send(id, 0, play.Event{Kind: play.MoreTime, Add: 15 * time.Second}))
		time.Sleep(400 * time.Millisecond)
		h.must(people[1], send(id, 0, play.Event{Kind: play.Offer, What: play.OfferDraw}))
		write("held", id, false)

		// The terms of a rated game.
		made, err = h.Create(t.Context(), h.account("10000000000000000000", "Ann"), api.NewTable{Options: api.Options{Game: "lyngk", Control: "300+3", Rated: true}})
		if err != nil {
			t.Fatal(err)
		}
		h.must(h.account("10000000000000000001", "Ben"), api.ToServer{Type: "sit", Table: made.ID})
		h.move(made.ID, h.view2(made.ID), 0)
		h.must(h.view2(made.ID)[1], send(made.ID, 0, play.Event{Kind: play.Resign}))
		write("rated", made.ID, false)

		// A game of a contest, to which nobody came.
		seats := [2]string{h.view2(made.ID)[0], h.view2(made.ID)[1]}
		seated := table.Seated{ID: "ctst2345", Contest: "cntt2345", People: seats, Options: api.Options{Game: "lyngk", Control: "600+5", Public: true}}
		for range 2 { // to make it once more is harmless
			if err := h.CreateSeated(t.Context(), seated); err != nil {
				t.Fatal(err)
			}
		}
		for _, due := range []bool{false, true} {
			if over, err := h.RuleAbsent(t.Context(), seated.ID, due); err != nil || over != due {
				t.Fatalf("over %v, %v", over, err)
			}
			time.Sleep(2 * time.Minute)
		}
		write("contest", seated.ID, false)

		// One on the layout of a duplicate round, hidden until it is over.
		hidden := seated
		hidden.ID, hidden.Draw = "ctst2346", &setup.Draw{Table: "cntt2345/1", Secret: strings.Repeat("ab", 16), Shares: []string{strings.Repeat("01", 16), strings.Repeat("02", 16)}}
		if err := h.CreateSeated(t.Context(), hidden); err != nil {
			t.Fatal(err)
		}
		h.must(seats[0], send(hidden.ID, 0, play.Event{Kind: play.Resign}))
		for range 2 {
			if err := h.Show(t.Context(), hidden.ID); err != nil {
				t.Fatal(err)
			}
		}
		write("duplicate", hidden.ID, true)
		seated.Contest = "strg2345"
		if err := h.CreateSeated(t.Context(), seated); !errors.Is(err, table.ErrTakenID) {
			t.Errorf("the table of another contest: %v", err)
		}
		c.Close()
		slow.Close()

		// Answers that were planned, and absences.
		id, people = h.table(days)
		h.move(id, people, 0)
		plan := line(h.game(id), 3, 5)
		h.plan(people[0], id, plan)
		time.Sleep(time.Hour)
		h.away(people[1], time.Time{}, h.store.Now().Add(3*day))
		time.Sleep(2 * day)
		h.away(people[0], time.Time{}, h.store.Now().Add(3*day))
		h.away(people[1], time.Time{}, time.Time{})
		h.text(id, people, plan[0])
		h.Sweep(t.Context())
		write("away", id, true)
	})
}
