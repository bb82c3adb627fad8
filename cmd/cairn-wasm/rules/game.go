package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

var errNoLog = errors.New("there is no log in the question")

// keeper remembers the last game asked about, so that a question that goes on
// from it need not play it all again. That is all it is for: every question
// brings its whole log, and the answer depends on nothing else.
type keeper struct {
	terms message.Terms
	state *play.State
}

// state returns what a log has led to. Where an event is refused, the state is
// that of those before it, and the error names the event.
func (k *keeper) replay(log *message.Log) (*play.State, error) {
	if log == nil {
		return nil, errNoLog
	}
	var l play.Log
	for _, e := range log.Events {
		event, err := toEvent(e)
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
	terms, err := toTerms(log.Terms)
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
func (k *keeper) advance(events []play.Event) error {
	for _, e := range events {
		if err := k.state.Apply(e); err != nil {
			return err
		}
	}
	return nil
}

func (k *keeper) fold(log *message.Log) (*message.Folded, error) {
	s, err := k.replay(log)
	if s == nil {
		return nil, err
	}
	f := &message.Folded{Terms: fromTerms(s.Terms()), Control: fromControl(s.Terms().Control), Plies: plies(s, 0), State: *stateOf(s)}
	if err != nil {
		n := len(s.Log().Events)
		f.Failed, f.Why = &n, refusalAt(s, err)
		k.state = nil
	}
	return f, nil
}

// apply appends events to a log. Where the time of the side to move was over
// before one of them, the fall of its flag is appended instead, and nothing
// after it.
func (k *keeper) apply(log *message.Log, events []message.Event) (*message.Applied, error) {
	s, err := k.replay(log)
	if err != nil {
		k.state = nil
		return nil, err
	}
	s = s.Clone()
	had, ply := len(s.Log().Events), s.Ply()
	for _, m := range events {
		e, err := toEvent(m)
		if err != nil {
			return nil, err
		}
		if _, runs := s.Deadline(); runs && e.Kind != play.Flag {
			if flag, fell := s.FlagAfter(e.Took); fell && s.Check(e) != nil {
				if err := s.Apply(flag); err != nil {
					return nil, err
				}
				break
			}
		}
		if err := s.Apply(e); err != nil {
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
		a.Events = append(a.Events, fromEvent(e))
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
			d.Left = millis(p.Left)
		}
		list = append(list, d)
	}
	return list
}

func stateOf(s *play.State) *message.GameState {
	g := &message.GameState{Ply: s.Ply(), View: look(s.Position()), Turn: s.Turn(), Paused: s.Paused(), Undone: s.Undone(), Clock: clockOf(s)}
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
	c := &message.Clock{Left: *millis([2]time.Duration{s.Left(game.First, 0), s.Left(game.Second, 0)})}
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
	kind := [...]string{play.NoClock: "none", play.Fischer: "fischer", play.Delay: "delay", play.PerMove: "permove"}[c.Kind]
	return message.Control{Kind: kind, Base: c.Base.Milliseconds(), Increment: c.Increment.Milliseconds(), Short: c.Short()}
}

func millis(times [2]time.Duration) *[2]int64 {
	return &[2]int64{times[0].Milliseconds(), times[1].Milliseconds()}
}

func recordOf(k *keeper, log *message.Log) (*message.GameRecord, error) {
	s, err := k.replay(log)
	if err != nil {
		k.state = nil
		return nil, err
	}
	return message.FromRecord(s.Record()), nil
}

func logOf(info *message.GameRecord) (*message.Converted, error) {
	r, err := info.ToRecord()
	if err != nil {
		return nil, err
	}
	l, err := play.FromRecord(r)
	return converted(l, err)
}

// converted is a log, and the move at which it ends because of an error.
func converted(l play.Log, err error) (*message.Converted, error) {
	var refused *play.Error
	if err != nil && (!errors.As(err, &refused) || refused.Event == 0) {
		return nil, err
	}
	c := &message.Converted{Log: fromLog(l)}
	if err != nil {
		n := refused.Event - 1
		c.Failed, c.Why = &n, gameRefusal(err)
	}
	return c, nil
}

// --- the stored form of play as messages; a test holds them against each other

var sideNames = [...]string{game.First: "first", game.Second: "second"}

func fromLog(l play.Log) message.Log {
	out := message.Log{V: play.Version, Terms: fromTerms(l.Terms), Events: []message.Event{}}
	for _, e := range l.Events {
		out.Events = append(out.Events, fromEvent(e))
	}
	return out
}

func fromTerms(t play.Terms) message.Terms {
	return message.Terms{
		V: play.Version, Game: t.Game, Start: t.Start, Seed: t.Seed,
		Players: [2]message.Player{message.Player(t.Players[0]), message.Player(t.Players[1])},
		Control: t.Control.String(), Free: t.Free, Takeback: string(t.Takeback), Draws: t.Draws, Abort: t.Abort,
		MoreTime: t.MoreTime, Pause: t.Pause, Untimed: t.Untimed,
	}
}

func toTerms(m message.Terms) (play.Terms, error) {
	if err := version(m.V); err != nil {
		return play.Terms{}, err
	}
	c, err := play.ParseControl(m.Control)
	return play.Terms{
		Game: m.Game, Start: m.Start, Seed: m.Seed, Players: [2]play.Player{play.Player(m.Players[0]), play.Player(m.Players[1])},
		Control: c, Free: m.Free, Takeback: play.Takeback(m.Takeback), Draws: m.Draws, Abort: m.Abort,
		MoreTime: m.MoreTime, Pause: m.Pause, Untimed: m.Untimed,
	}, err
}

func fromEvent(e play.Event) message.Event {
	m := message.Event{
		V: play.Version, Kind: string(e.Kind), Took: e.Took.Milliseconds(), Move: e.Move, What: string(e.What), To: e.To, Offer: e.Offer,
		Add: e.Add.Milliseconds(), Why: string(e.Why),
	}
	if !sideless(e.Kind) {
		m.Side = sideNames[e.Side]
	}
	if e.Outcome != game.Ongoing {
		m.Outcome = string(message.OutcomeOf(e.Outcome))
	}
	if e.Kind == play.Adjust {
		m.Left = millis(e.Left)
	}
	return m
}

func toEvent(m message.Event) (play.Event, error) {
	if err := version(m.V); err != nil {
		return play.Event{}, err
	}
	e := play.Event{
		Kind: play.Kind(m.Kind), Took: time.Duration(m.Took) * time.Millisecond, Move: m.Move, What: play.What(m.What), To: m.To, Offer: m.Offer,
		Add: time.Duration(m.Add) * time.Millisecond, Outcome: message.Outcome(m.Outcome).Game(), Why: record.Termination(m.Why),
	}
	side := slices.Index(sideNames[:], m.Side)
	if side < 0 && !sideless(e.Kind) {
		return e, &play.Error{Code: play.BadSide, Text: play.Messages()[play.BadSide]}
	}
	e.Side = game.Side(max(0, side))
	if m.Left != nil {
		for i, ms := range m.Left {
			e.Left[i] = time.Duration(ms) * time.Millisecond
		}
	}
	return e, nil
}

// sideless tells whether an event of that kind is nobody's.
func sideless(k play.Kind) bool {
	switch k {
	case play.Pause, play.Resume, play.Adjust, play.Adjudicate, play.Result:
		return true
	}
	return false
}

func version(v int) error {
	if v == play.Version {
		return nil
	}
	args := map[string]string{"version": strconv.Itoa(v)}
	return &play.Error{Code: play.NewVersion, Text: play.Messages()[play.NewVersion], Args: args}
}

// --- refusals

// A gameError is an error of play with the game that it is about.
type gameError struct {
	state *play.State
	err   error
}

func (e *gameError) Error() string { return e.err.Error() }
func (e *gameError) Unwrap() error { return e.err }

// refusalAt tells why the next event of a game is refused. What the rules forbid
// is told in their words alone.
func refusalAt(s *play.State, err error) *message.Refusal {
	var e *play.Error
	if errors.As(err, &e) && e.Code == play.Illegal && e.Err != nil {
		return refusalIn(s.Position(), e.Err)
	}
	return gameRefusal(err)
}

func gameRefusal(err error) *message.Refusal {
	var e *play.Error
	if !errors.As(err, &e) {
		return message.RefusalOf(err)
	}
	r := &message.Refusal{Code: string(e.Code), Offset: -1, Args: e.Args, Why: message.RefusalOf(e.Err), Text: game.Expand(e.Text, e.Args)}
	if r.Why != nil {
		r.Clause, r.Spots = r.Why.Clause, r.Why.Spots
	}
	return r
}
