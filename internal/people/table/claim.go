package table

import (
	"context"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// When the game of an opponent who is long gone can be claimed. Presence that is not known
// never permits it.

const (
	// answerTime is how long the other processes have to say who is at a table before a claim is decided, and
	// answerGoodFor is how long what they said is good for that.
	answerTime    = time.Second
	answerGoodFor = 10 * time.Second
)

// claimAfter is for how long an opponent must be away before the game of this table can
// be claimed; false where it never can.
func (a *attendance) claimAfter() (time.Duration, bool) {
	if a.phase != api.Playing || a.ply < 2 {
		return 0, false // before the second move it can be aborted
	}
	c, err := play.ParseControl(a.options.Control)
	if err != nil {
		return 0, false
	}
	after, ok := c.ClaimAfter()
	if ok && a.claims > 0 {
		after = a.claims
	}
	return after, ok
}

// claimable refuses a claim against the person on a seat who is not known to have
// been away long enough.
func (a *attendance) claimable(seat int, at time.Time) error {
	after, ok := a.claimAfter()
	if !ok {
		return api.Refuse(api.TableNoClaim)
	}
	away, here, known := a.away(seat, at)
	switch {
	case here:
		return api.Refuse(api.TablePresent)
	case !known:
		return api.Refuse(api.TableUnknown)
	}
	if left := after - a.awaited(seat, away, at); left > 0 {
		return api.Refuse(api.TableWait, "seconds", seconds(left))
	}
	if a.bus == Bus(alone{}) {
		return nil
	}
	// A hint may have been lost: the other processes say once more who is here. They are asked again and again while
	// somebody is away, so the question before the last one counts where that is not answered yet.
	now := a.now()
	for _, asked := range a.askedAt {
		if since := now.Sub(asked); since >= answerTime && since <= answerGoodFor {
			return nil
		}
	}
	if now.Sub(a.askedAt[0]) > answerGoodFor {
		a.ask()
	}
	return api.Refuse(api.TableWait, "seconds", seconds(answerTime))
}

// awaited is for how long a player who is away was waited for: the opponent must
// have been here.
func (a *attendance) awaited(seat int, away time.Duration, at time.Time) time.Duration {
	by := 1 - seat
	if !a.known || !a.absentSince[by].IsZero() || a.presentSince[by].IsZero() {
		return 0
	}
	return min(away, a.served(a.presentSince[by], at))
}

// claimSoon reports whether a claim could be made at a table soon.
func (a *attendance) claimSoon() bool {
	after, ok := a.claimAfter()
	if !ok {
		return false
	}
	now := a.now()
	for seat := range a.seats {
		if away, here, known := a.away(seat, now); known && !here && a.awaited(seat, away, now) > after-3*aliveEvery {
			return true
		}
	}
	return false
}

// decideClaim ends the game of an opponent who has been away for long.
func decideClaim(_ context.Context, st *state, q request) ([]Event, error) {
	side, err := st.player(q.person)
	if err != nil {
		return nil, err
	}
	e := play.Event{Kind: play.Abandon, Side: side.Other()}
	if q.m.Draw {
		e.Outcome = game.Draw
	}
	e.Took, _ = st.took(side, e.Kind, q.elapsed, q.lag)
	e, err = st.game.Canonical(e)
	if err != nil {
		return nil, api.Refusal(err)
	}
	if err := q.table.attendance.claimable(int(side.Other()), q.arrived); err != nil {
		return nil, err
	}
	return playEvent(e, 0)
}
