package table

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// decideSend is an event of the game.
func decideSend(ctx context.Context, st *state, q request) ([]Event, error) {
	side, err := st.player(q.person)
	if err != nil {
		return nil, err
	}
	var e play.Event
	if err := readEvent(q.m.Event, &e); err != nil {
		return nil, err
	}
	e.Side = side
	switch {
	case e.Kind.ByHost():
		return nil, api.Refuse(api.TableByHost)
	case e.Kind == play.Move && !st.seenBy(q.m):
		return nil, api.Refuse(api.TableStale)
	case e.Kind == play.Offer && e.What == play.OfferDraw && st.seenBy(q.m):
		e = st.agreed(e)
	}
	var back time.Duration
	e.Took, back = st.took(e.Side, e.Kind, q.elapsed, q.lag)
	e, err = st.game.Canonical(e)
	if err != nil {
		refusal := api.Refusal(err)
		if refusal.Code == string(play.FlagFell) {
			return nil, q.table.tooLate(ctx, st, q, refusal)
		}
		return nil, refusal
	}
	if to, ok := st.game.LastChoice(e.Side); e.Kind == play.Offer && e.What == play.OfferTakeback && (!ok || e.To != to) {
		return nil, api.Refusal(errTakeback)
	}
	switch e.Kind {
	case play.Abort:
		if st.options.Rated {
			_ = q.charges.take(cancels, "cancel:"+q.person) // one may always do it; see cancels
		}
	case play.Offer, play.Withdraw, play.MoreTime:
		if q.table.full(st) {
			return nil, api.Refuse(api.TableLong)
		}
		if err := q.charges.take(q.table.limits.Offers, "offer:"+st.id+":"+q.person); err != nil {
			return nil, err
		}
	}
	return playEvent(e, back)
}

// seenBy reports whether the sender of a message had seen the position that there is.
func (st *state) seenBy(m api.ToServer) bool {
	return m.Ply == st.game.Ply() && (m.Since == 0 || st.rewound <= m.Since)
}

// took is the time that an event of a player takes, and what of it is given back
// for lag, when so much was measured since the last event.
//
// What who is not to move does ends no ply, and the mover's message may be under way by
// then. So as much as can still be given back is not charged with it but with what comes
// next, and that is returned as back. Else an offer would take the opponent's lag away.
//
// Until the flag is there, who is to move may still do something that is no move, and it
// takes the time until the deadline: but only what came late because it travelled, and that
// is given back of the same quota. Else an offer would buy time for the move after it.
func (st *state) took(by game.Side, kind play.Kind, elapsed, lag time.Duration) (took, back time.Duration) {
	elapsed = max(0, elapsed)
	turn := st.game.Turn()
	deadline, runs := st.game.Deadline()
	switch {
	case by != turn:
		took = st.untilFlag(elapsed)
		switch kind {
		case play.Offer, play.Withdraw, play.Decline, play.MoreTime:
			back = min(took, st.quota[turn])
		}
		return took - back, back
	case !runs:
		return elapsed, 0
	case kind == play.Move:
		deadline = 0
	}
	back = min(lag.Truncate(time.Millisecond), st.quota[turn], max(0, elapsed-deadline))
	return elapsed - back, back
}

// untilFlag is the time since the last event of the game, or that until the flag where it
// could have fallen already.
func (st *state) untilFlag(elapsed time.Duration) time.Duration {
	elapsed = max(0, elapsed)
	if flag, runs := st.game.Deadline(); runs {
		elapsed = min(elapsed, flag)
	}
	return elapsed
}

// agreed returns an offer of a draw as it is stored: where the opponent has offered one already, both want it, and it is a
// yes. Offers to take back never meet like that, because each is about a move of its sender.
func (st *state) agreed(offer play.Event) play.Event {
	for _, o := range st.game.Offers() {
		if o.What == offer.What && o.By != offer.Side {
			return play.Event{Kind: play.Accept, Side: offer.Side, Offer: o.Offer}
		}
	}
	return offer
}

// errTakeback refuses to take back anything but one's own last move: that is what the
// opponent is asked for, wherever they read it.
var errTakeback = &play.Error{Code: play.BadTakeback, Text: play.Messages()[play.BadTakeback]}

// readEvent reads an event of the game as a client sends it: a client need not say
// the version, and side and time are not its business.
func readEvent(text json.RawMessage, e *play.Event) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
	}
	if fields == nil {
		return api.Refuse(api.TableEvent, "problem", "null")
	}
	delete(fields, "took")
	fields["side"] = json.RawMessage(`"first"`)
	if _, ok := fields["v"]; !ok {
		fields["v"] = json.RawMessage(strconv.Itoa(play.Version))
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
	}
	if err := json.Unmarshal(text, e); err != nil {
		r := api.Refusal(err)
		switch {
		case r == nil:
			return api.Refuse(api.TableEvent, "problem", game.Shown(err.Error()))
		// The texts of these speak of a saved game.
		case r.Code == string(play.BadLog):
			return api.Refuse(api.TableEvent, "problem", r.Args["problem"])
		case r.Code == string(play.NewVersion):
			return api.Refuse(api.TableEvent, "problem", "version "+r.Args["version"])
		}
		return r
	}
	return nil
}

// player returns the side of a person in a game that has begun, and refuses all others.
func (st *state) player(person string) (game.Side, error) {
	side := slices.Index(st.seats[:], person)
	switch {
	case st.phase == api.Open:
		return 0, api.Refuse(api.TableWaiting)
	case st.phase == api.Closed:
		return 0, api.Refuse(api.TableClosed)
	case side < 0 || person == "":
		return 0, api.Refuse(api.TableNotYours)
	}
	return game.Side(side), nil
}

// playEvent is the event of a table for an event of its game.
func playEvent(e play.Event, lag time.Duration) ([]Event, error) {
	text, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return encoded(api.EventPlay, payload{Play: text, Lag: lag.Milliseconds()})
}
