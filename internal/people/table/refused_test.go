package table_test

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
	"cairn.example/internal/play"
)

// What was refused stays refused: a double that comes late is not carried out in a game that has gone on since.
func TestRefusedStaysRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, noLimits)
		id, people := h.table(api.Options{Control: "300+3", Takeback: true})
		ann, ben := people[0], people[1]
		again := func(code, person string, m api.ToServer, between func()) {
			t.Helper()
			m.ID = h.id()
			h.refused(code, person, m)
			between()
			before := h.game(id).Log().Events
			h.refused(code, person, m)
			if after := h.game(id).Log().Events; len(after) != len(before) {
				t.Errorf("the double has led to %+v", after[len(after)-1])
			}
		}
		h.move(id, people, 0)
		// A yes to nothing, and then there is an offer.
		again(string(play.NoOffer), ben, send(id, 1, play.Event{Kind: play.Accept}), func() {
			h.must(ann, send(id, 1, play.Event{Kind: play.Offer, What: play.OfferDraw}))
		})
		h.must(ben, send(id, 1, play.Event{Kind: play.Decline}))
		// An offer that was declined, and then a move.
		again(string(play.OfferAgain), ann, send(id, 1, play.Event{Kind: play.Offer, What: play.OfferDraw}), func() { h.move(id, people, 1) })
		// A rematch before the end.
		again(string(api.TableNotOver), ann, api.ToServer{Type: "rematch", Table: id}, func() {
			h.must(ben, send(id, 2, play.Event{Kind: play.Resign}))
		})
		if v, _ := h.view("", id); v.Rematch != nil {
			t.Errorf("the double offers a rematch: %+v", v.Rematch)
		}
		// The same thing under another id is another thing.
		h.must(ann, api.ToServer{Type: "rematch", Table: id})
	})
}

// What was too much chat is not said later, when its writer has put it otherwise.
func TestRefusedLineStaysRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, func(c *table.Config) { c.Limits.Chat = rate.Limit{Burst: 1, Every: time.Minute} })
		id, people := h.table(api.Options{Control: "-"})
		h.must(people[0], api.ToServer{Type: "say", Table: id, Text: "one"})
		m := api.ToServer{Type: "say", Table: id, ID: "late", Text: "two"}
		h.refused(string(api.TableRate), people[0], m)
		time.Sleep(time.Hour)
		h.refused(string(api.TableRate), people[0], m)
		h.must(people[0], api.ToServer{Type: "say", Table: id, Text: "three"})
	})
}

// A line that is stored is acknowledged again, whatever its sender may do by now, at a process that does not remember it.
func TestStoredLineIsAcknowledged(t *testing.T) {
	few := func(c *table.Config) { c.Limits.Chat = rate.Limit{Burst: 2, Every: time.Minute} }
	for name, forbid := range map[string]func(h *house, id, person string){
		"muted": func(h *house, _, person string) {
			if err := h.store.Mute(t.Context(), person, h.store.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		},
		"too fast": func(h *house, id, person string) {
			for range 2 {
				h.must(person, api.ToServer{Type: "say", Table: id, Text: "more"})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t, few)
			id, people := h.table(api.Options{Control: "-"})
			m := api.ToServer{Type: "say", Table: id, ID: "once", Text: "hello"}
			number := h.must(people[0], m)
			h.start(few)
			forbid(h, id, people[0])
			h.store.Fail(func(method, _ string) error {
				if method == "Said" {
					return table.ErrBusy
				}
				return nil
			}, false)
			if _, err := h.Do(t.Context(), people[0], m); codeOf(err) != "" {
				t.Errorf("while nobody can say whether it is stored: %v", err)
			}
			h.store.Fail(nil, false)
			if again := h.must(people[0], m); again != number {
				t.Errorf("line %d, then %d", number, again)
			}
			lines, err := h.store.Lines(t.Context(), id, "players", 0, 10)
			if err != nil || lines[0].Number != number || len(lines) > 1 && lines[1].Text == "hello" {
				t.Errorf("stored %+v (%v)", lines, err)
			}
		})
	}
}

// What was not stored does not count against how much one may write.
func TestBusyLineCountsOnce(t *testing.T) {
	h := newHouse(t, func(c *table.Config) { c.Limits.Chat = rate.Limit{Burst: 2, Every: time.Hour} })
	id, people := h.table(api.Options{Control: "-"})
	m := api.ToServer{Type: "say", Table: id, ID: "once", Text: "hello"}
	h.store.Fail(func(method, _ string) error {
		if method == "Say" {
			return table.ErrBusy
		}
		return nil
	}, false)
	for range 5 {
		if _, err := h.Do(t.Context(), people[0], m); !errors.Is(err, table.ErrBusy) {
			t.Fatalf("while the store is busy: %v", err)
		}
	}
	h.store.Fail(nil, false)
	h.must(people[0], m)
	h.must(people[0], api.ToServer{Type: "say", Table: id, Text: "again"})
	h.refused(string(api.TableRate), people[0], api.ToServer{Type: "say", Table: id, Text: "too much"})
}
