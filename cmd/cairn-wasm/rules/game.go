package rules

import (
	"errors"
	"slices"
	"strings"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/internal/play"
)

var errNoLog = errors.New("there is no log in the question")

// gameCache remembers the last game asked about, so that a question that goes on
// from it need not play it all again. That is all it is for: every question
// brings its whole log, and the answer depends on nothing else.
type gameCache struct {
	terms message.Terms
	state *play.State
}

// replay returns what a log has led to. Where an event is refused, the state is
// that of those before it, and the error names the event.
func (k *gameCache) replay(log *message.Log) (*play.State, error) {
	if log == nil {
		return nil, errNoLog
	}
	var l play.Log
	for _, e := range log.Events {
		event, err := message.ToEvent(e)
		if err != nil {
			return nil, err
		}
		l.Events = append(l.Events, event)
	}
	if k.state != nil && k.terms == log.Terms {
		if had := k.state.Log().Events; len(had) <= len(l.Events) && slices.Equal(had, l.Events[:len(had)]) {
			return k.state, k.advance(l.Events[len(had):])
		}
	}
	terms, err := message.ToTerms(log.Terms)
	if err != nil {
		return nil, err
	}
	k.state = nil
	s, err := play.New(terms)
	if err != nil {
		return nil, err
	}
	k.terms, k.state = log.Terms, s
	return s, k.advance(l.Events)
}

// advance applies events to the game remembered.
func (k *gameCache) advance(events []play.Event) error {
	for _, e := range events {
		if err := k.state.Apply(e); err != nil {
			return err
		}
	}
	return nil
}

func (k *gameCache) fold(log *message.Log) (*message.Folded, error) {
	s, err := k.replay(log)
	if s == nil {
		return nil, err
	}
	f := &message.Folded{Terms: message.FromTerms(s.Terms()), Control: fromControl(s.Terms().Control), Plies: plies(s, 0), State: *stateOf(s)}
	if err != nil {
		n := len(s.Log().Events)
		f.Failed, f.Why = &n, refusalAt(s, err)
		k.state = nil
	}
	return f, nil
}

// apply appends events to a log. Where the time of the side to move was over
// before one of them, its flag is appended first, and nothing after what meets the end.
func (k *gameCache) apply(log *message.Log, events []message.Event) (*message.Applied, error) {
	s, err := k.replay(log)
	if err != nil {
		k.state = nil
		return nil, err
	}
	s = s.Clone()
	had, ply := len(s.Log().Events), s.Ply()
	for _, m := range events {
		e, err := message.ToEvent(m)
		if err != nil {
			return nil, err
		}
		happened, err := s.Advance(e.Took, e)
		if err != nil {
			if len(happened) > 0 {
				break // the flag fell before
			}
			return nil, &gameError{s, err}
		}
		ply = min(ply, s.Ply())
		if e.Kind == play.Move {
			ply = min(ply, s.Ply()-1)
		}
	}
	k.state = s
	a := &message.Applied{Events: []message.Event{}, Plies: plies(s, ply), State: *stateOf(s)}
	for _, e := range s.Log().Events[had:] {
		a.Events = append(a.Events, message.FromEvent(e))
	}
	return a, nil
}

// plies tells of the moves of the line played, from one on.
func plies(s *play.State, from int) []*message.Ply {
	list := []*message.Ply{}
	for i, p := range s.Plies()[from:] {
		d := effect(s.PositionAt(from+i), p.Move, s.PositionAt(from+i+1))
		if p.Route != "" {
			d.Path = strings.Split(p.Route, "-")
		}
		if !s.Terms().Untimed {
			took := p.Took.Milliseconds()
			d.Took = &took
		}
		if s.Clocked() {
			d.Left = message.Millis(p.Left)
		}
		list = append(list, d)
	}
	return list
}

func stateOf(s *play.State) *message.GameState {
	g := &message.GameState{Ply: s.Ply(), View: viewOf(s.Position()), Turn: s.Turn(), Paused: s.Paused(), Undone: s.Undone(), Clock: clockOf(s)}
	choice := func(sides ...game.Side) int {
		if n, ok := s.LastChoice(sides...); ok {
			return n
		}
		return -1
	}
	g.TakeBack = message.TakeBack{Either: choice(game.First, game.Second), First: choice(game.First), Second: choice(game.Second)}
	for _, o := range s.Offers() {
		g.Offers = append(g.Offers, message.Offer{Offer: o.Offer, By: o.By, What: string(o.What), To: o.To})
	}
	if e := s.End(); e.Over {
		g.End = &message.End{Outcome: message.OutcomeOf(e.Outcome), Why: string(e.Why), By: e.By}
	}
	return g
}

func clockOf(s *play.State) *message.Clock {
	if !s.Clocked() {
		return nil
	}
	c := &message.Clock{Left: *message.Millis([2]time.Duration{s.Left(game.First, 0), s.Left(game.Second, 0)})}
	if side, runs := s.Running(); runs {
		deadline, _ := s.Deadline()
		c.Running, c.From = &side, c.Left[side]
		c.Wait = max(0, deadline.Milliseconds()-c.From) // what of a delay is left
		c.Deadline = new(int64)
		*c.Deadline = deadline.Milliseconds()
	}
	return c
}

func fromControl(c play.Control) message.Control {
	return message.Control{Kind: c.Kind.String(), Base: c.Base.Milliseconds(), Increment: c.Increment.Milliseconds(), Short: c.Short()}
}

// --- refusals

// A gameError is an error of play with the game that it is about.
type gameError struct {
	state *play.State
	err   error
}

func (e *gameError) Error() string { return e.err.Error() }
func (e *gameError) Unwrap() error { return e.err }

// refusalAt tells why the next event of a game is refused. Where the rules forbid it,
// their words stand alone.
func refusalAt(s *play.State, err error) *message.Refusal {
	var e *play.Error
	if errors.As(err, &e) && e.Code == play.Illegal && e.Err != nil {
		return refusalIn(s.Position(), e.Err)
	}
	return message.GameRefusal(err)
}
