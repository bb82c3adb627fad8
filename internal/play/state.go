package play

import (
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// State is what a log of events has led to. It is made by [New] or [Replay] and
// is not safe for concurrent use.
type State struct {
	terms  Terms
	events history[Event]
	traces history[trace] // what a record needs to know of each event

	positions history[game.Position] // the start, then the one after each ply
	plies     history[Ply]
	undone    []string
	clock     clock
	given     [2]time.Duration // to each side by the other
	paused    bool
	offers    offers
	declined  []declined
	end       End
}

// trace is the ply that an event played, the zero Ply for none, and how many plies the
// line had after the event.
type trace struct {
	ply   Ply
	plies int
}

// declined is an offer that was answered with no, kept until the next move.
type declined struct {
	by   game.Side
	what What
}

// New begins a game under the terms, which are made canonical; the start position
// is filled in where it follows from the seed. The error is an *[Error].
func New(t Terms) (*State, error) {
	start, err := t.validate()
	if err != nil {
		return nil, err
	}
	s := &State{terms: t, clock: newClock(t.Control)}
	s.positions.add(start)
	s.endByRules()
	return s, nil
}

// Replay returns what a log has led to. The error is an *[Error] that names the
// first event refused; the state returned with it holds the events before.
func Replay(l Log) (*State, error) {
	s, err := New(l.Terms)
	if err != nil {
		return nil, err
	}
	for i, e := range l.Events {
		if err := s.append(e); err != nil {
			err.Event = i + 1
			return s, err
		}
	}
	return s, nil
}

// Clone returns an independent copy.
func (s *State) Clone() *State {
	c := *s
	c.undone, c.offers, c.declined = slices.Clone(s.undone), slices.Clone(s.offers), slices.Clone(s.declined)
	return &c
}

// Terms returns what was settled before the game.
func (s *State) Terms() Terms { return s.terms }

// Log returns all that happened. Its events must not be changed.
func (s *State) Log() Log { return Log{s.terms, slices.Clip(s.events.items)} }

// Game returns the rule set.
func (s *State) Game() game.Game { return s.positions.items[0].Game() }

// Position returns the position at the end of the line played. It must not be
// changed.
func (s *State) Position() game.Position { return s.positions.items[len(s.positions.items)-1] }

// PositionAt returns the position after a number of plies, from 0 to [State.Ply]. It
// must not be changed.
func (s *State) PositionAt(ply int) game.Position { return s.positions.items[ply] }

// Plies returns the line played: moves that were taken back are not in it. It
// must not be changed.
func (s *State) Plies() []Ply { return slices.Clip(s.plies.items) }

// Ply returns how many plies the line played has.
func (s *State) Ply() int { return len(s.plies.items) }

// End returns how the game ended; the zero value says that it goes on.
func (s *State) End() End { return s.end }

// Over reports whether the game is over.
func (s *State) Over() bool { return s.end.Over }

// Turn returns the side to move; after the end, who would be next.
func (s *State) Turn() game.Side { return s.Position().Side() }

// Offers returns the offers that wait for an answer, at most one of a kind.
func (s *State) Offers() []Pending { return slices.Clone([]Pending(s.offers)) }

// Paused reports whether the game is paused.
func (s *State) Paused() bool { return s.paused }

// Undone returns the texts of the moves that were taken back and not replaced by
// others since: playing the first one again goes on as it went.
func (s *State) Undone() []string { return slices.Clone(s.undone) }

// Clocked reports whether the players have clocks.
func (s *State) Clocked() bool { return s.terms.Control.On() && !s.terms.Untimed }

// charged reports whether the ply to be played costs time.
func (s *State) charged() bool { return s.Clocked() && s.Ply() >= s.terms.Free }

// Running returns the side whose clock runs; false while none does: without a
// control, in the free plies, in a pause and after the end.
func (s *State) Running() (game.Side, bool) {
	return s.Turn(), s.charged() && !s.paused && !s.end.Over
}

// Left returns what a side has left when so much time has passed since the last
// event, never below zero; zero without clocks.
func (s *State) Left(side game.Side, elapsed time.Duration) time.Duration {
	if !s.Clocked() {
		return 0
	}
	if turn := s.Turn(); side == turn && s.charged() && !s.end.Over {
		if s.paused {
			elapsed = 0
		}
		return max(0, s.clock.remaining(side, s.clock.spent+elapsed))
	}
	return s.clock.left[side]
}

// Deadline returns how much time may pass since the last event until the flag of
// the side to move falls; false while no clock runs.
func (s *State) Deadline() (time.Duration, bool) {
	side, runs := s.Running()
	if !runs {
		return 0, false
	}
	return max(0, s.clock.flagAt(side)-s.clock.spent), true
}

// FlagAfter returns the event that ends the game when so much time has passed
// since the last event and the time of the side to move is over; false where it is
// not. Its Took is the time until the deadline, however late that is noticed.
func (s *State) FlagAfter(elapsed time.Duration) (Event, bool) {
	deadline, runs := s.Deadline()
	if !runs || elapsed < deadline {
		return Event{}, false
	}
	return Event{Kind: Flag, Side: s.Turn(), Took: deadline}, true
}

// LastChoice finds the last move that one of the sides has chosen; a forced pass is no
// choice. It returns how many plies stay when that move and all after it are taken
// back; false where there is no such move.
func (s *State) LastChoice(sides ...game.Side) (int, bool) {
	g := s.Game()
	for i := s.Ply() - 1; i >= 0; i-- {
		p := s.plies.items[i]
		if slices.Contains(sides, p.Side) && !g.Parts(p.Move).Pass() {
			return i, true
		}
	}
	return 0, false
}

// endByRules ends the game where the rules do.
func (s *State) endByRules() {
	if o := s.Position().Outcome(); o != game.Ongoing {
		s.finish(End{Outcome: o, Why: record.Normal})
	}
}

// finish ends the game.
func (s *State) finish(e End) {
	e.Over = true
	s.end, s.offers, s.paused = e, nil, false
}

// Clocks is what the clocks show at a moment, for a player who has to choose a move
// in time. The zero value is no clock.
type Clocks struct {
	Control Control
	Left    [2]time.Duration
	Plies   int // played so far
}

// Clocks returns what the clocks show when so much time has passed since the last
// event. Where the ply to be played costs nothing there is no clock either.
func (s *State) Clocks(elapsed time.Duration) Clocks {
	if !s.charged() {
		return Clocks{}
	}
	return Clocks{s.terms.Control, [2]time.Duration{s.Left(game.First, elapsed), s.Left(game.Second, elapsed)}, s.Ply()}
}
