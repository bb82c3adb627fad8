package local

import (
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// endedOffBoard tells whether the game was ended by its players or somebody else, not by
// the rules. What a record tells without a reason is no such end: the game can be
// played on.
func (s *Session) endedOffBoard() bool {
	e := s.state.End()
	switch {
	case !e.Over, e.Why == record.Normal:
		return false
	case !e.FromRecord, e.Why == record.Agreement, e.Why == record.Adjudication, e.Why == record.Aborted:
		return true
	}
	_, won := e.Outcome.Winner()
	return won && (e.Why == record.Resignation || e.Why == record.Time)
}

// End returns how the game ended, as far as one has to know it at the cursor: by
// the rules there, or otherwise at the end of the line played. The zero value says
// that it goes on.
func (s *Session) End() play.End {
	if s.endedOffBoard() {
		return s.state.End()
	}
	if o := s.cursor.position.Outcome(); o != game.Ongoing {
		return play.End{Over: true, Outcome: o, Why: record.Normal}
	}
	return play.End{}
}

// Outcome tells whether the game is over at the cursor, by the rules or
// otherwise. An aborted game has no outcome; see [Session.Over].
func (s *Session) Outcome() game.Outcome { return s.End().Outcome }

// Over tells whether nothing more is played at the cursor.
func (s *Session) Over() bool { return s.End().Over }

// Resign ends the game at the cursor, lost for side. A game that is over already
// stays as it is, and false is returned.
func (s *Session) Resign(side game.Side) bool {
	return !s.Over() && s.bringLineToCursor() == nil && s.Apply(play.Event{Kind: play.Resign, Side: side}) == nil
}

// TimeOut is like [Session.Resign] for a side whose time has run out on a clock
// that this session does not keep.
func (s *Session) TimeOut(side game.Side) bool {
	return !s.Over() && s.bringLineToCursor() == nil &&
		s.Apply(play.Event{Kind: play.Result, Outcome: game.Win(side.Other()), Why: record.Time}) == nil
}

// Ending is the end of a game that was lost by resignation or on time. The zero
// value is none.
type Ending struct {
	Why   record.Termination // Unknown for no such end
	Loser game.Side
}

// Ended returns who has resigned or run out of time; the zero value where the game
// goes on or ended otherwise.
func (s *Session) Ended() Ending {
	e := s.state.End()
	if s.endedOffBoard() && (e.Why == record.Resignation || e.Why == record.Time) {
		return Ending{e.Why, e.By}
	}
	return Ending{}
}

// Resigned returns who has resigned; false when nobody has.
func (s *Session) Resigned() (game.Side, bool) {
	e := s.Ended()
	return e.Loser, e.Why == record.Resignation
}

// Reading is the time that a side had left after one of its moves.
type Reading struct {
	Side game.Side
	Left time.Duration
}

// Clocks returns the times left that were noted on the way from the start to the
// cursor, the latest first.
func (s *Session) Clocks() []Reading {
	var list []Reading
	for at := s.cursor; at.parent != nil; at = at.parent {
		if c := at.annotation.Clock; c.Known {
			list = append(list, Reading{at.parent.position.Side(), c.Left})
		}
	}
	return list
}
