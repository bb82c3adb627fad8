package tui

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// --- what is pending

// offerOf returns an offer of that kind that waits, and whether it is the own one.
func (gs *gameScreen) offerOf(what play.What) (o play.Pending, own, ok bool) {
	me, plays := gs.table.plays()
	for _, o := range gs.table.state.Offers() {
		if o.What == what {
			return o, plays && o.By == me, true
		}
	}
	return o, false, false
}

// toAnswer returns the offer of the opponent that the person may answer. Of two it is the one that came first: another
// one that comes does not take its place.
func (gs *gameScreen) toAnswer() (play.Pending, bool) {
	me, plays := gs.table.plays()
	for _, o := range gs.table.state.Offers() {
		if plays && o.By != me {
			return o, true
		}
	}
	return play.Pending{}, false
}

// noteAnswered notes what yes and no answer now.
func (gs *gameScreen) noteAnswered() {
	what := ""
	if o, ok := gs.toAnswer(); ok {
		what = strconv.Itoa(o.Offer)
	} else if r, own := gs.rematchOffer(); r != nil && !own {
		what = r.Table
	}
	gs.table.answered.note(what, gs.Now())
}

// rematchOffer returns the rematch that is offered, and whether by oneself.
func (gs *gameScreen) rematchOffer() (r *api.Rematch, own bool) {
	r = gs.table.view.Table.Rematch
	if r == nil || r.No || r.Agreed {
		return nil, false
	}
	me, plays := gs.table.plays()
	return r, plays && r.By == string([2]api.Role{api.First, api.Second}[me])
}

// claimIn returns in how many seconds the opponent, who is away, can be claimed against;
// false where nobody is away or no claim is possible.
func (gs *gameScreen) claimIn() (seconds int, ok bool) {
	t := gs.table
	me, plays := t.plays()
	p := t.view.Table.Presence
	if !plays || p.Claimable == nil || p.Players[me.Other()] != "away" || t.state.Over() || !t.view.Connected {
		return 0, false
	}
	left := time.Duration(*p.Claimable)*time.Millisecond - gs.Now().Sub(t.presenceAt)
	return max(0, int((left+time.Second-1)/time.Second)), true
}

// --- what the person does

// playsHere reports whether the person plays at the table and the game goes on; who does
// not is told so.
func (gs *gameScreen) playsHere() bool {
	_, plays := gs.table.plays()
	switch {
	case !plays:
		gs.clearMessages()
		gs.warn(i18n.Sentence(gs.t(string(api.TableNotYours))))
	case gs.table.state.Over():
		gs.clearMessages()
		gs.tell(strong, gs.result())
	default:
		return true
	}
	return false
}

// playAtTable sends a move and shows it at once.
func (gs *gameScreen) playAtTable(m game.Move, e play.Event, now time.Time) tea.Cmd {
	if gs.table.sending != nil { // it is played when the one before is acknowledged
		gs.table.queued = m
		return nil
	}
	route := gs.chosenRoute(m)
	e.Kind, e.Side = play.Move, gs.state().Turn()
	e.Took = max(0, min(now.Sub(gs.since), gs.state().Left(e.Side, 0))) // the server says whether the flag has fallen
	if err := gs.session.Apply(e); err != nil {
		gs.warn(i18n.Sentence(gs.reason(err)))
		return nil
	}
	gs.table.sending = &e
	last, _ := gs.session.Last()
	gs.clearMessages()
	gs.tell(plain, gs.say.Move(last.Before, m, last.After))
	if parts := gs.game().Parts(m); parts.To != game.NoSpot {
		gs.focus = parts.To
	}
	gs.refresh()
	return tea.Batch(gs.animate(last.Before, m, last.After, route), gs.proceed(), gs.sendEvent(e))
}

// offerTakeback asks the opponent for the last own move back.
func (gs *gameScreen) offerTakeback() tea.Cmd {
	if !gs.playsHere() {
		return nil
	}
	me, _ := gs.table.plays()
	to, ok := gs.table.state.LastChoice(me)
	if !ok {
		gs.warn(i18n.Sentence(gs.t("cli.nothing_to_undo")))
		return nil
	}
	return gs.sendEvent(play.Event{Kind: play.Offer, Side: me, What: play.OfferTakeback, To: to})
}

// answerOffer says yes or no to what the opponent offers.
func (gs *gameScreen) answerOffer(yes bool) tea.Cmd {
	t := gs.table
	me, plays := t.plays()
	if !t.answered.read(gs.Now()) {
		return nil
	}
	if o, ok := gs.toAnswer(); ok {
		kind := play.Decline
		if yes {
			kind = play.Accept
		}
		return gs.sendEvent(play.Event{Kind: kind, Side: me, Offer: o.Offer})
	}
	if r, own := gs.rematchOffer(); r != nil && plays && !own {
		if yes {
			return gs.rematch(r.Same)
		}
		return gs.post(play.Event{}, t.DeclineRematch)
	}
	return nil
}

// answers reports whether there is something to say yes or no to.
func (gs *gameScreen) answers() bool {
	if _, ok := gs.toAnswer(); ok {
		return true
	}
	_, plays := gs.table.plays()
	r, own := gs.rematchOffer()
	return plays && r != nil && !own
}

// withdraw takes the own offers back.
func (gs *gameScreen) withdraw() tea.Cmd {
	me, plays := gs.table.plays()
	if !plays {
		return nil
	}
	for _, what := range []play.What{play.OfferDraw, play.OfferTakeback} {
		if o, own, ok := gs.offerOf(what); ok && own {
			return gs.sendEvent(play.Event{Kind: play.Withdraw, Side: me, Offer: o.Offer})
		}
	}
	if r, own := gs.rematchOffer(); r != nil && own {
		return gs.post(play.Event{}, gs.table.DeclineRematch)
	}
	gs.warn(i18n.Sentence(gs.t(string(play.NoOffer))))
	return nil
}

// withdrawable reports whether an own offer waits.
func (gs *gameScreen) withdrawable() bool {
	for _, what := range []play.What{play.OfferDraw, play.OfferTakeback} {
		if _, own, ok := gs.offerOf(what); ok && own {
			return true
		}
	}
	r, own := gs.rematchOffer()
	return r != nil && own
}

// moreTime gives the opponent time.
func (gs *gameScreen) moreTime(d time.Duration) tea.Cmd {
	if !gs.playsHere() {
		return nil
	}
	me, _ := gs.table.plays()
	return gs.sendEvent(play.Event{Kind: play.MoreTime, Side: me, Add: d})
}

// extraTime is what the opponent is given at a press of a key.
const extraTime = 15 * time.Second

// claimGame ends the game of an opponent who is long gone.
func (gs *gameScreen) claimGame(draw bool) tea.Cmd {
	if !gs.playsHere() {
		return nil
	}
	t := gs.table
	return gs.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Claim(ctx, draw) })
}

// rematch offers to play again, or accepts that.
func (gs *gameScreen) rematch(same bool) tea.Cmd {
	t := gs.table
	if _, plays := t.plays(); !plays {
		gs.warn(i18n.Sentence(gs.t(string(api.TableNotYours))))
		return nil
	}
	return gs.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Rematch(ctx, same) })
}

// sayAtTable says something to the others.
func (gs *gameScreen) sayAtTable(text string) tea.Cmd {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	t := gs.table
	return gs.post(play.Event{}, func(ctx context.Context) (client.Receipt, error) { return t.Say(ctx, text) })
}
