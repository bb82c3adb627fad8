package table

import (
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
func (s *Service) grace(st *state) time.Duration {
	if st.phase != api.Playing {
		return mostLag
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.people[st.seats[st.game.Turn()]]
	if p == nil || len(p.sessions) != 1 || p.lag == 0 {
		return mostLag
	}
	return p.lag + leastGrace
}

// deadline is when the server must look at the table first, counted from when the last
// event of the game was stored; zero for never.
func (st *state) deadline(from time.Time) time.Time {
	switch st.phase {
	case api.Open:
		return st.created.Add(openFor)
	case api.Playing:
		if after, ok := st.hostAfter(leastGrace); ok {
			return from.Add(after - st.held)
		}
	}
	return time.Time{}
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
