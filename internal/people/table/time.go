package table

import (
	"context"
	"fmt"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// What is given back to a player whose messages travel long: never more than was
// measured, at most mostLag for a move. The quota is full at the start; each move
// regains lagGain of what it has used.
const (
	mostLag = time.Second
	lagGain = 100 * time.Millisecond
)

// leastGrace is how long a flag waits at least for a move that may be under way.
const leastGrace = 50 * time.Millisecond

// passAfter is how long a player who can only pass may look at the board before the
// server passes. Clients pass earlier, after a moment; a player who is away does
// not make the opponent wait, and nobody loses on time who could only pass.
const passAfter = 15 * time.Second

// openFor is how long a table waits for somebody to sit down, unseenFor how long if its maker does not come back.
const (
	openFor   = 30 * day
	unseenFor = 14 * day
)

// invitationFor is how long a seat is kept for who is asked to play.
const invitationFor = 14 * day

// openUntil is when a table is closed at which the game has not begun.
func (st *state) openUntil() time.Time {
	if st.isInvitation() {
		return st.created.Add(invitationFor)
	}
	return st.created.Add(openFor)
}

// forcedPass returns the pass of a side that has no other move.
func (st *state) forcedPass() (string, bool) {
	if st.phase != api.Playing {
		return "", false
	}
	m, ok := game.ForcedPass(st.game.Position())
	if !ok {
		return "", false
	}
	return st.game.Game().MoveText(m), true
}

// hostEvent returns what the server does when so much time has passed since the
// last event of the game: a forced pass, or the flag.
func (st *state) hostEvent(elapsed, grace time.Duration) (play.Event, bool) {
	if st.phase != api.Playing {
		return play.Event{}, false
	}
	after, ok := st.hostAfter(grace)
	if !ok || elapsed < after {
		return play.Event{}, false
	}
	flagAfter, runs := st.game.Deadline()
	if pass, only := st.forcedPass(); only {
		if runs {
			elapsed = min(elapsed, flagAfter)
		}
		return play.Event{Kind: play.Move, Side: st.game.Turn(), Move: pass, Took: elapsed}, true
	}
	return st.game.FlagAfter(elapsed)
}

// hostAfter returns how long after the last event of the game the server does
// something by itself; false for never. The flag waits that grace for a move that may be
// on its way, but no longer than can still be given back for lag.
func (st *state) hostAfter(grace time.Duration) (after time.Duration, ok bool) {
	if st.stands() {
		return 0, false
	}
	flag, runs := st.game.Deadline()
	if _, only := st.forcedPass(); only {
		if runs {
			return min(flag, passAfter), true
		}
		return passAfter, true
	}
	if !runs {
		return 0, false
	}
	return flag + min(grace, st.quota[st.game.Turn()]), true
}

// grace is how long after its time was over a move of the side to move may still come that
// is given back its lag: as long as was measured, where the player has one connection and
// it is here. What came through another one may have travelled longer.
func (t *liveTable) grace(st *state) time.Duration {
	if st.phase != api.Playing {
		return mostLag
	}
	lag, connections := t.presence.lag(st.seats[st.game.Turn()])
	if connections != 1 || lag == 0 {
		return mostLag
	}
	return lag + leastGrace
}

// deadline is when the server must look at the table first, counted from when the last
// event of the game was stored; zero for never.
func (st *state) deadline(from time.Time) time.Time {
	switch st.phase {
	case api.Open:
		return st.openUntil()
	case api.Playing:
		until := st.awayUntil()
		if after, ok := st.hostAfter(leastGrace); ok {
			return earlier(until, from.Add(after-st.held))
		}
		return until
	}
	return time.Time{}
}

// from is when the clock that runs was set going: when its event went out here, or
// else when it was stored. Who heard of it elsewhere does not get the time until this
// process has read of it.
func (t *liveTable) from(st *state) time.Time {
	if t.shownSeq == st.seq && !t.shown.IsZero() && st.phase == api.Playing {
		return t.shown
	}
	return st.ticked
}

// elapsed is the time since the last event of the game, as the clocks count it, with what of the time before it is not
// charged yet.
func (t *liveTable) elapsed(st *state, at time.Time) time.Duration {
	if st.game == nil || st.phase != api.Playing {
		return 0
	}
	if st.stands() {
		return st.held
	}
	return st.held + t.served(t.from(st), at)
}

// served is how much of the time between two instants some process was alive.
func (e *env) served(from, to time.Time) time.Duration {
	if !to.After(from) {
		return 0
	}
	return e.store.Served(from, to)
}

// mostHold is more than any store lets people come back after downtime.
const mostHold = time.Minute

// shownElapsed is the time since the last event of the game for those who show the clocks, in milliseconds.
// While they stand still, because people come back after downtime, it is by so much less
// as that will last, and may be negative.
func (t *liveTable) shownElapsed() int64 {
	now := t.now()
	var elapsed time.Duration
	switch {
	case t.phase != api.Playing:
		return 0
	case t.stopped:
		return t.held.Milliseconds()
	case t.cached != nil:
		elapsed = t.elapsed(t.cached.state, now)
	default:
		elapsed = t.held + t.served(t.updated, now)
	}
	hold := mostHold - t.store.Served(now, now.Add(mostHold))
	return (elapsed - hold).Milliseconds()
}

// due returns what the server has to do at a table by itself at that time. While
// somebody whose message could not be carried out is trying again, nothing is due but a
// flag that had fallen before that message came.
//
// A flag falls only when every process has been heard of after its time. Until then it
// may be that the process of who is to move was killed, and errWaiting is the answer: the
// same message, sent again, counts as if it had come now.
func (t *liveTable) due(ctx context.Context, st *state, at time.Time) (play.Event, bool, error) {
	if _, ok := st.hostEvent(t.elapsed(st, at), 0); !ok {
		return play.Event{}, false, nil
	}
	grace := t.grace(st)
	e, ok := st.hostEvent(t.elapsed(st, at), grace)
	if !ok {
		return e, false, nil
	}
	var heard time.Time
	if e.Kind == play.Flag {
		var err error
		if heard, err = t.store.Heard(ctx); err != nil {
			return e, false, t.fault("heard", t.id, err)
		}
		e, ok = st.hostEvent(t.elapsed(st, at), grace) // by what is known now of the time until then
	}
	now := t.now()
	for key, a := range t.retries {
		switch {
		case now.Sub(a.last) > repeatFor:
			delete(t.retries, key)
		case a.person == st.seats[st.game.Turn()] && a.first.Before(at):
			if was, late := st.hostEvent(t.elapsed(st, a.first), grace); !late || was.Kind != play.Flag {
				return e, false, nil
			}
		}
	}
	if !ok || e.Kind != play.Flag || !heard.Before(at) {
		return e, ok, nil
	}
	if e, ok = st.hostEvent(t.elapsed(st, heard), grace); !ok {
		return e, false, errWaiting
	}
	return e, true, nil
}

// tooLate is the answer to an event that the game refuses because its time was over:
// errWaiting while it is not known of every process whether it served until then.
func (t *liveTable) tooLate(ctx context.Context, st *state, q request, refusal error) error {
	heard, err := t.store.Heard(ctx)
	switch {
	case err != nil:
		return t.fault("heard", t.id, err)
	case heard.Before(q.arrived), t.elapsed(st, q.arrived) < q.elapsed:
		return errWaiting
	}
	return refusal
}

// hostEvents are the events with which the server does something itself.
func (st *state) hostEvents(e play.Event) ([]Event, error) {
	e, err := st.game.Canonical(e)
	if err != nil {
		return nil, err
	}
	return playEvent(e, 0)
}

// errWaiting says that it is not known of every process whether it served until a flag. To
// the sender the server is busy; the store is not.
var errWaiting = fmt.Errorf("a flag waits for other processes: %w", ErrBusy)
