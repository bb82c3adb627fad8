//go:build !norecords

package play

import (
	"slices"
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
	AddMoves(r, s.tree())
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

// Node is a move in a tree of all that was played.
type Node struct {
	// Move is what a record says of the move, without variations; the zero Move at
	// the root of a tree.
	Move record.Move

	// Intro stands before the line that begins with the move.
	Intro record.Note

	Children []*Node // the moves that were played after it, in the order of their first time
	Next     *Node   // the one of them that was played last, nil at a leaf
}

// AddMoves fills a record that has no moves from a tree. line is the path from the root
// to the end of the line played: it becomes the main line, and everything else becomes
// variations.
func AddMoves(r *record.Record, line []*Node) {
	for i, n := range line[1:] {
		r.Moves = append(r.Moves, line[i].child(n))
	}
	end := line[len(line)-1]
	for _, c := range end.Children {
		again := c.line()
		if len(r.Moves) == 0 {
			// Without a move there is nothing that a variation could be beside, so a
			// command holds what was taken back.
			var moves string
			for _, m := range again.Moves {
				moves += " " + m.Text
			}
			r.AddCommand(record.TakenBackCommand, moves)
			continue
		}
		// What was played after the end of the line stands in variations that
		// repeat the last move.
		last := &r.Moves[len(r.Moves)-1]
		again.Moves = append([]record.Move{{Text: last.Text}}, again.Moves...)
		last.Variations = append(last.Variations, again)
	}
}

// child is the move of a child in a line, with its siblings as variations.
func (n *Node) child(child *Node) record.Move {
	m := child.Move
	m.Variations = nil
	for _, c := range n.Children {
		if c != child {
			m.Variations = append(m.Variations, c.line())
		}
	}
	return m
}

// line is a variation that begins with n: what was played last after it, with what
// else was tried.
func (n *Node) line() record.Line {
	l := record.Line{Note: n.Intro, Moves: []record.Move{n.Move}}
	for at := n; at.Next != nil; at = at.Next {
		l.Moves = append(l.Moves, at.child(at.Next))
	}
	return l
}

// tree returns the way through all that was played to where the line played ends.
func (s *State) tree() []*Node {
	line := []*Node{{}}
	for _, t := range s.traces.items {
		if t.ply.Move == 0 {
			line = line[:t.plies+1]
			continue
		}
		at := line[len(line)-1]
		i := slices.IndexFunc(at.Children, func(c *Node) bool { return c.Move.Text == t.ply.Text })
		if i < 0 {
			i = len(at.Children)
			at.Children = append(at.Children, &Node{})
		}
		at.Next = at.Children[i]
		at.Next.Move = recordMove(&t.ply, s) // of the last time that it was played
		line = append(line[:t.plies:t.plies], at.Next)
	}
	return line
}

// FromRecord makes a log of the main line of a sound record, under the terms of a
// game at home. Going back, [Record] gives the same moves, times and end. Where
// the record does not tell how long every move took, and clocks do not say it
// either, the log is marked Untimed. The error is an *[Error].
//
// Variations, comments and tags stay in the record. A record does not say who offered
// a draw or aborted, nor how long a player thought before the game ended without
// another move.
func FromRecord(r *record.Record) (Log, error) {
	control, err := ParseControl(r.TimeControl)
	if err != nil {
		control = Control{}
	}
	t := casual(control)
	t.Game, t.Start, t.Seed = r.Game, r.Start, r.Seed
	t.Players = [2]Player{{Name: r.First}, {Name: r.Second}}
	if n, err := strconv.Atoi(r.Tag(FreeTag)); err == nil && n >= 0 && n <= mostFree {
		t.Free = n
	}
	t.Untimed = !timed(r, t) || len(r.Moves) == 0 && !t.Control.On()
	s, err := New(t)
	if err != nil {
		return Log{}, err
	}
	into := importer{s}
	for i := range r.Moves {
		if err := into.replayMove(&r.Moves[i]); err != nil {
			err.Event = i + 1
			return s.Log(), err
		}
	}
	if err := into.replayEnd(r); err != nil {
		return s.Log(), err
	}
	return s.Log(), nil
}

// importer plays what a record says.
type importer struct{ *State }

// timed reports whether a record says how long each move took, or at least what the
// clocks showed.
func timed(r *record.Record, t Terms) bool {
	for i := range r.Moves {
		m := &r.Moves[i]
		switch {
		case m.Took.Known:
		case t.Control.On() && !t.Control.Renews():
			if !m.Clock.Known {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// replayMove plays a move of a record. Where the record shows another time on the clock
// than the control gives, an [Adjust] event before or after the move sets it.
func (s importer) replayMove(m *record.Move) *Error {
	side := s.Turn()
	e := Event{Kind: Move, Side: side, Move: s.moveWithRoute(m), Took: m.Took.Time}
	if !s.Clocked() {
		return s.append(e)
	}
	if s.charged() {
		if !m.Took.Known {
			e.Took = s.tookByClock(m.Clock.Left)
		}
		e.Took = min(e.Took, mostLeft)
	}
	if left := s.leftBefore(m, e.Took); left != s.clock.left[side] {
		if err := s.adjust(side, min(left, mostLeft)); err != nil {
			return err
		}
	}
	if err := s.append(e); err != nil {
		return err
	}
	if m.Clock.Known && s.clock.left[side] != m.Clock.Left && !s.end.Over {
		return s.adjust(side, m.Clock.Left)
	}
	return nil
}

// moveWithRoute is the text of a move of a record, with the way it was spelled where the
// rules allow it.
func (s importer) moveWithRoute(m *record.Move) string {
	if route, ok := m.Command(record.RouteCommand); ok {
		text := spelled(m.Text, route)
		if s.Check(Event{Kind: Move, Side: s.Turn(), Move: text}) == nil {
			return text
		}
	}
	return m.Text
}

// tookByClock is how long the move to be played took after which the mover's clock shows
// that time. Of a move within its delay nobody can tell: it counts as one of no time.
func (s importer) tookByClock(after time.Duration) time.Duration {
	c := &s.clock
	took := max(0, c.left[s.Turn()]+c.gain()-after)
	if took > 0 && c.control.row().delays {
		took += c.control.Increment
	}
	return took
}

// leftBefore is what the mover's clock must show before a move of a record that took so
// long, for it to show afterwards what the record says, and for the flag not to fall.
func (s importer) leftBefore(m *record.Move, took time.Duration) time.Duration {
	c := &s.clock
	left := c.left[s.Turn()]
	if !s.charged() {
		if m.Clock.Known {
			left = m.Clock.Left
		}
		return left
	}
	if m.Clock.Known && !c.control.Renews() { // there each move starts with the same time
		left = m.Clock.Left - c.gain() + c.cost(took)
	}
	return max(left, c.cost(took))
}

// adjust sets one clock.
func (s importer) adjust(side game.Side, left time.Duration) *Error {
	e := Event{Kind: Adjust, Left: s.clock.left}
	e.Left[side] = left
	return s.append(e)
}

// replayEnd ends the game as the record tells.
func (s importer) replayEnd(r *record.Record) error {
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
	if err := s.append(e); err != nil {
		return err
	}
	return nil
}
