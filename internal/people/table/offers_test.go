package table_test

import (
	"testing"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Two who offer a draw at the same time agree on it. A yes is meant for the position that its sender saw.
func TestDrawOffersThatCross(t *testing.T) {
	offer := func(id string, ply int) api.ToServer {
		return send(id, ply, play.Event{Kind: play.Offer, What: play.OfferDraw})
	}
	for first := range 2 { // who is to move, and who is not
		h := newHouse(t, noLimits)
		id, people := h.table(api.Options{Control: "300+3"})
		h.move(id, people, 0)
		h.must(people[first], offer(id, 1))
		h.refused(string(play.OfferPending), people[first], offer(id, 1)) // one's own offer is no yes
		yes := offer(id, 1)
		yes.ID = h.id()
		seq := h.must(people[1-first], yes)
		s := h.game(id)
		if end := s.End(); end.Why != record.Agreement || end.Outcome != game.Draw || end.By != game.Side(first) {
			t.Errorf("the game has ended like this: %+v", end)
		}
		events := s.Log().Events
		if last := events[len(events)-1]; last.Kind != play.Accept || last.Side != game.Side(1-first) || last.Offer != 2 {
			t.Errorf("it is stored as %+v", last)
		}
		if again := h.must(people[1-first], yes); again != seq {
			t.Errorf("sent again it is event %d, not %d", again, seq)
		}
	}

	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "300+3", Takeback: true})
	for ply := range 2 {
		h.move(id, people, ply)
	}
	// The second one's offer was on its way when the first one moved and offered.
	h.move(id, people, 2)
	h.must(people[0], offer(id, 3))
	h.refused(string(play.OfferPending), people[1], offer(id, 2))
	// A declined offer is not made again before a move, but the other one's may be met.
	h.must(people[1], send(id, 3, play.Event{Kind: play.Decline}))
	h.refused(string(play.OfferAgain), people[0], offer(id, 3))
	h.must(people[1], offer(id, 3))
	// Moves were taken back meanwhile: as many plies are played, but not those that were seen.
	h.must(people[1], send(id, 3, play.Event{Kind: play.Withdraw}))
	seen := h.must(people[0], send(id, 3, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 2}))
	h.must(people[1], send(id, 3, play.Event{Kind: play.Accept}))
	h.move(id, people, 3)
	h.must(people[1], offer(id, 3))
	late := offer(id, 3)
	late.Since = seen
	h.refused(string(play.OfferPending), people[0], late)
	late.ID, late.Since = "", seen+1
	h.must(people[0], late)
	if !h.game(id).Over() {
		t.Error("the game goes on")
	}
}

// Two who ask for a takeback at the same time ask for different moves: neither has said yes.
func TestTakebackOffersThatCross(t *testing.T) {
	h := newHouse(t, noLimits)
	id, people := h.table(api.Options{Control: "300+3", Takeback: true})
	for ply := range 4 {
		h.move(id, people, ply)
	}
	h.must(people[0], send(id, 4, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 2}))
	h.refused(string(play.OfferPending), people[1], send(id, 4, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 3}))
	h.refused(string(play.OfferPending), people[1], send(id, 4, play.Event{Kind: play.Offer, What: play.OfferTakeback, To: 2}))
	if ply := h.game(id).Ply(); ply != 4 {
		t.Errorf("%d plies are left", ply)
	}
}
