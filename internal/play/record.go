//go:build !norecords

package play

import (
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// FreeTag is the tag of a record that says how many plies cost no time, where it
// is not the usual number of its time control.
const FreeTag = "FreePlies"

// Record returns the record of a game. The line played is its main line, with the
// time that each move took and what the mover had left after it; moves that were
// taken back are variations.
func (s *State) Record() *record.Record {
	t := &s.terms
	r := &record.Record{
		Game: t.Game, Start: t.Start, Seed: t.Seed, First: t.Players[0].Name, Second: t.Players[1].Name,
		Result: s.end.Outcome, Termination: s.end.Why,
	}
	if t.Control.On() {
		r.TimeControl = t.Control.String()
		if t.Free != t.Control.FreePlies() {
			r.Tags = append(r.Tags, record.Tag{Name: FreeTag, Value: number(t.Free)})
		}
	}
	root, path := s.tree()
	for i := range s.plies {
		m := recordMove(&s.plies[i], s)
		for _, c := range path[i].children {
			if c != path[i+1] {
				m.Variations = append(m.Variations, c.line(s))
			}
		}
		r.Moves = append(r.Moves, m)
	}
	last := path[len(path)-1]
	for _, c := range last.children {
		if last == root {
			var moves string
			for _, m := range c.line(s).Moves {
				moves += " " + m.Text
			}
			r.AddCommand(record.TakenBackCommand, moves)
			continue
		}
		// What was taken back at the end stands in variations that repeat the
		// last move.
		m := &r.Moves[len(r.Moves)-1]
		line := c.line(s)
		line.Moves = append([]record.Move{{Text: m.Text}}, line.Moves...)
		m.Variations = append(m.Variations, line)
	}
	return r
}

// recordMove is a ply of the line played as a record keeps it.
func recordMove(p *Ply, s *State) record.Move {
	m := record.Move{Text: p.Text}
	if !s.terms.Untimed {
		m.Took = record.Elapsed{Known: true, Time: p.Took}
	}
	if s.Clocked() {
		m.Clock = record.Clock{Known: true, Left: p.Left[p.Side]}
	}
	if p.Route != "" {
		m.AddCommand(record.RouteCommand, p.Route)
	}
	return m
}

// Record returns the record of a log. The error is that of [Replay].
func Record(l Log) (*record.Record, error) {
	s, err := Replay(l)
	if err != nil {
		return nil, err
	}
	return s.Record(), nil
}

// branch is a move that was played, the last time it was, and what was played
// after it.
type branch struct {
	ply      Ply
	children []*branch
	next     *branch // the child last played
}

// tree returns all that was played, and the way to where the line played ends.
func (s *State) tree() (root *branch, path []*branch) {
	root = &branch{}
	path = []*branch{root}
	for _, t := range s.traces {
		if t.ply.Move == 0 {
			path = path[:t.plies+1]
			continue
		}
		at := path[len(path)-1]
		next := at.child(t.ply.Move)
		if next == nil {
			next = &branch{}
			at.children = append(at.children, next)
		}
		next.ply, at.next = t.ply, next
		path = append(path[:t.plies:t.plies], next)
	}
	return root, path
}

func (b *branch) child(m game.Move) *branch {
	for _, c := range b.children {
		if c.ply.Move == m {
			return c
		}
	}
	return nil
}

// line is a variation that begins with b: what was played last after it, with
// what else was tried.
func (b *branch) line(s *State) record.Line {
	l := record.Line{Moves: []record.Move{recordMove(&b.ply, s)}}
	for at := b; at.next != nil; at = at.next {
		m := recordMove(&at.next.ply, s)
		for _, c := range at.children {
			if c != at.next {
				m.Variations = append(m.Variations, c.line(s))
			}
		}
		l.Moves = append(l.Moves, m)
	}
	return l
}

// FromRecord makes a log of the main line of a sound record, under the terms of a
// game at home. Going back, [Record] gives the same moves, times and end. Where
// the record does not tell how long every move took, and clocks do not say it
// either, the log is marked Untimed. The error is an *[Error].
//
// Variations, comments and tags stay in the record. A record does not say who
// offered a draw or aborted, nor how long a player thought who did not move any
// more.
func FromRecord(r *record.Record) (Log, error) {
	t := Terms{
		Game: r.Game, Start: r.Start, Seed: r.Seed, Players: [2]Player{{Name: r.First}, {Name: r.Second}},
		Takeback: TakebackFree, Draws: true, Abort: 2, MoreTime: true, Pause: true,
	}
	if c, err := ParseControl(r.TimeControl); err == nil {
		t.Control = c
	}
	t.Free = t.Control.FreePlies()
	if n, err := strconv.Atoi(r.Tag(FreeTag)); err == nil && n >= 0 && n <= mostFree {
		t.Free = n
	}
	t.Untimed = !timed(r, t) || len(r.Moves) == 0 && !t.Control.On()
	s, err := New(t)
	if err != nil {
		return Log{}, err
	}
	for i := range r.Moves {
		if err := s.replayMove(&r.Moves[i]); err != nil {
			err.Event = i + 1
			return s.Log(), err
		}
	}
	if err := s.replayEnd(r); err != nil {
		return s.Log(), err
	}
	return s.Log(), nil
}

// timed tells whether a record says how long each move took, or at least what the
// clocks showed.
func timed(r *record.Record, t Terms) bool {
	for i := range r.Moves {
		m := &r.Moves[i]
		switch {
		case m.Took.Known:
		case t.Control.Kind == Fischer || t.Control.Kind == Delay:
			if !m.Clock.Known {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// replayMove plays a move of a record. Where its clock is not what the control
// makes of its times, an event before it or after it says so.
func (s *State) replayMove(m *record.Move) *Error {
	side := s.Turn()
	e := Event{Kind: Move, Side: side, Move: m.Text, Took: m.Took.Time}
	if route, ok := m.Command(record.RouteCommand); ok {
		e.Move = spelled(m.Text, route)
		if s.Check(Event{Kind: Move, Side: side, Move: e.Move}) != nil {
			e.Move = m.Text // of the way the rules know nothing
		}
	}
	if !s.Clocked() {
		return s.apply(e)
	}
	c := &s.clock
	before := c.left[side]
	if m.Clock.Known && !s.charged() {
		before = m.Clock.Left
	}
	if s.charged() {
		gain := c.control.Increment
		if c.control.Kind != Fischer {
			gain = 0
		}
		if !m.Took.Known {
			e.Took = max(0, c.left[side]+gain-m.Clock.Left)
			if e.Took > 0 && c.control.Kind == Delay {
				e.Took += c.control.Increment
			}
		}
		e.Took = min(e.Took, mostLeft)
		if m.Clock.Known && c.control.Kind != PerMove {
			before = m.Clock.Left - gain + c.cost(e.Took)
		}
		before = max(before, c.cost(e.Took))
	}
	if before != c.left[side] {
		if err := s.adjust(side, min(before, mostLeft)); err != nil {
			return err
		}
	}
	if err := s.apply(e); err != nil {
		return err
	}
	if m.Clock.Known && s.clock.left[side] != m.Clock.Left && !s.end.Over {
		return s.adjust(side, m.Clock.Left)
	}
	return nil
}

// adjust sets one clock.
func (s *State) adjust(side game.Side, left time.Duration) *Error {
	e := Event{Kind: Adjust, Left: s.clock.left}
	e.Left[side] = left
	return s.apply(e)
}

// replayEnd ends the game as the record tells.
func (s *State) replayEnd(r *record.Record) error {
	if s.end.Over || r.Result == game.Ongoing && r.Termination == record.Unknown {
		return nil
	}
	e := Event{Kind: Result, Outcome: r.Result, Why: r.Termination}
	winner, won := r.Result.Winner()
	loser := winner.Other()
	switch {
	case won && r.Termination == record.Resignation:
		e = Event{Kind: Resign, Side: loser}
	case won && r.Termination == record.Time:
		if deadline, runs := s.Deadline(); runs && s.Turn() == loser {
			e = Event{Kind: Flag, Side: loser, Took: deadline}
		}
	case r.Result != game.Ongoing && r.Termination == record.Adjudication:
		e = Event{Kind: Adjudicate, Outcome: r.Result}
	}
	if err := s.apply(e); err != nil {
		return err
	}
	return nil
}
