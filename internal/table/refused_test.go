package table_test

import (
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/api"
	"cairn.example/internal/play"
	"cairn.example/internal/rate"
	"cairn.example/internal/table"
)

// Who was told no is told no again: a double that comes late is not carried out in a game that has gone on since.
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
