package table

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// decideSend is an event of the game.
func (s *Service) decideSend(ctx context.Context, st *state, q request) ([]Event, error) {
	if err := st.requireStarted(); err != nil {
		return nil, err
	}
	side, ok := st.seat(q.person)
	if !ok {
		return nil, api.Refuse(api.TableNotYours)
	}
	var e play.Event
	if err := readEvent(q.m.Event, &e); err != nil {
		return nil, err
	}
	e.Side = game.Side(side)
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
	e, err := st.game.Canonical(e)
	if err != nil {
		refusal := api.Refusal(err)
		if refusal.Code == string(play.FlagFell) {
			return nil, s.tooLate(ctx, st, q, refusal)
		}
		return nil, refusal
	}
	if to, ok := st.game.LastChoice(e.Side); e.Kind == play.Offer && e.What == play.OfferTakeback && (!ok || e.To != to) {
		return nil, api.Refusal(errTakeback)
	}
	switch e.Kind {
	case play.Offer, play.Withdraw, play.MoreTime:
		if s.full(st) {
			return nil, api.Refuse(api.TableLong)
		}
		if err := q.charges.take(s.limits.Offers, "offer:"+st.id+":"+q.person); err != nil {
			return nil, err
		}
	}
	return playEvent(e, back)
}

// seenBy reports whether the sender of a message had seen the position that there is.
func (st *state) seenBy(m api.ToServer) bool {
	return m.Ply == st.game.Ply() && (m.Since == 0 || st.rewound <= m.Since)
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

// requireStarted refuses what needs a game that has begun.
func (st *state) requireStarted() error {
	switch st.phase {
	case api.Open:
		return api.Refuse(api.TableWaiting)
	case api.Closed:
		return api.Refuse(api.TableClosed)
	}
	return nil
}
