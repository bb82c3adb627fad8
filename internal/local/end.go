package local

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// endedOffBoard reports whether the game was ended by its players or somebody else, not by
// the rules. An end that a record gives without a reason, or because somebody left, does
// not count: the game can be played on.
func (s *Session) endedOffBoard() bool {
	e := s.state.End()
	switch {
	case !e.Over, e.Why == record.Normal:
		return false
	case !e.FromRecord:
		return true
	case e.Why == record.Unknown, e.Why == record.Abandoned:
		return false
	case e.Why == record.Resignation, e.Why == record.Time:
		_, won := e.Outcome.Winner()
		return won
	}
	return true
}

// End returns how the game ended: wherever the cursor stands, the end that was brought
// about otherwise than by the rules; else what the rules say of the position at the
// cursor. The zero value says that the game goes on.
func (s *Session) End() play.End {
	if s.endedOffBoard() {
		return s.state.End()
	}
	if o := s.cursor.position.Outcome(); o != game.Ongoing {
		return play.End{Over: true, Outcome: o, Why: record.Normal}
	}
	return play.End{}
}

// Outcome reports whether the game is over at the cursor, by the rules or
// otherwise. An aborted game has no outcome; see [Session.Over].
func (s *Session) Outcome() game.Outcome { return s.End().Outcome }

// Over reports whether no move can be played at the cursor, because the game has ended.
func (s *Session) Over() bool { return s.End().Over }
