package tui

import (
	"slices"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// offer returns the offer that waits of the person, or that of the opponent. Of two it is the one that came first:
// another one that comes does not take its place.
func (t *tableState) offer(own bool) (play.Pending, bool) {
	me, plays := t.plays()
	for _, o := range t.state.Offers() {
		if plays && (o.By == me) == own {
			return o, true
		}
	}
	return play.Pending{}, false
}

// toAnswer returns the offer of the opponent that the person may answer.
func (t *tableState) toAnswer() (play.Pending, bool) { return t.offer(false) }

// rematchOffer returns the rematch that is offered, and whether by the person.
func (t *tableState) rematchOffer() (r *api.Rematch, own bool) {
	r = t.known.Table.Rematch
	if r == nil || r.No || r.Agreed {
		return nil, false
	}
	me, plays := t.plays()
	return r, plays && r.By == string([2]api.Role{api.First, api.Second}[me])
}

// answers reports whether there is something to say yes or no to.
func (t *tableState) answers() bool {
	if _, ok := t.toAnswer(); ok {
		return true
	}
	_, plays := t.plays()
	r, own := t.rematchOffer()
	return plays && r != nil && !own
}

// withdrawable reports whether an own offer waits.
func (t *tableState) withdrawable() bool {
	if _, ok := t.offer(true); ok {
		return true
	}
	r, own := t.rematchOffer()
	return r != nil && own
}

// claimIn returns in how many seconds the opponent, who is away, can be claimed against;
// false where nobody is away or no claim is possible.
func (t *tableState) claimIn(now time.Time) (seconds int, ok bool) {
	me, plays := t.plays()
	p := t.known.Table.Presence
	if !plays || p.Claimable == nil || p.Players[me.Other()] != "away" || t.state.Over() || !t.known.Connected {
		return 0, false
	}
	left := time.Duration(*p.Claimable)*time.Millisecond - now.Sub(t.presenceAt)
	return max(0, int((left+time.Second-1)/time.Second)), true
}

// unsent reports whether the move that is shown may not have arrived.
func (t *tableState) unsent() bool {
	return t.sending != nil && slices.ContainsFunc(t.known.Unsent, func(m api.ToServer) bool { return client.MoveText(m) != "" })
}

// agreed reports whether a rematch was agreed on.
func (t *tableState) agreed() bool {
	r := t.known.Table.Rematch
	return r != nil && r.Agreed
}

// rematchable reports whether a rematch can be offered.
func (t *tableState) rematchable() bool {
	return t.state.Over() && t.seated() && !t.agreed() && !t.answers() && !t.withdrawable()
}
