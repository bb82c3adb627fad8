package local

import (
	"fmt"
	"maps"
	"slices"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// Record returns the whole session as a record: the line with the cursor is the
// main one, as far as it was played, everything else a variation. The result is
// that at the end of the main line.
func (s *Session) Record() *record.Record {
	r := &record.Record{Game: s.game.ID(), Start: s.start.String()}
	s.tag(r)
	r.Line = record.Line{Note: s.root.lead, Moves: s.line(s.root, s.main(s.root))}
	end := s.root
	for next := s.main(end); next != nil; next = s.main(end) {
		end = next
	}
	r.Result = end.position.Outcome()
	switch {
	case r.Result != game.Ongoing:
		r.Termination = record.Normal
	case s.ended != (Ending{}):
		r.Result = game.Win(s.ended.Loser.Other())
		r.Termination = s.ended.Why
	case end == s.told.end:
		r.Result, r.Termination = s.told.result, s.told.why
	}
	return r
}

// tag gives the record its tags: those that were read in their order, one that
// stood twice still twice, then the others by name.
func (s *Session) tag(r *record.Record) {
	known := map[string]bool{}
	for _, t := range s.tags {
		value, there := s.Tags[t.Name]
		switch {
		case !there:
			continue
		case !known[t.Name]:
			t.Value = value
		}
		known[t.Name] = true
		r.Tags = append(r.Tags, t)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tags)) {
		value := s.Tags[name]
		switch name {
		case tagFirst:
			r.First = value
		case tagSecond:
			r.Second = value
		case tagSeed:
			r.Seed = value
		case tagTime:
			r.TimeControl = value
		default:
			if !known[name] {
				r.Tags = append(r.Tags, record.Tag{Name: name, Value: value})
			}
		}
	}
}

// The names of the tags that a record has fields for.
const (
	tagFirst  = "First"
	tagSecond = "Second"
	tagSeed   = "Seed"
	tagTime   = "TimeControl"
)

// main returns the child of n on the main line: the one last visited. A game
// that the rules did not end ends at the cursor.
func (s *Session) main(n *node) *node {
	if s.ended != (Ending{}) && n == s.cursor {
		return nil
	}
	return n.next
}

// line returns the moves from first, a child of n, on; its siblings are
// variations of it.
func (s *Session) line(n, first *node) []record.Move {
	var moves []record.Move
	for at, next := n, first; next != nil; at, next = next, s.main(next) {
		m := next.record(s.game)
		for _, c := range at.children {
			if c != next {
				m.Variations = append(m.Variations, s.branch(c))
			}
		}
		moves = append(moves, m)
		if s.ended != (Ending{}) && next == s.cursor {
			// What was once played on from where a player has lost stands
			// in variations that repeat the last move.
			last := &moves[len(moves)-1]
			for _, c := range next.children {
				again := s.branch(c)
				again.Moves = append([]record.Move{{Text: last.Text}}, again.Moves...)
				last.Variations = append(last.Variations, again)
			}
		}
	}
	return moves
}

// branch returns the line that starts with c, without c's siblings.
func (s *Session) branch(c *node) record.Line {
	return record.Line{Note: c.lead, Moves: append([]record.Move{c.record(s.game)}, s.line(c, s.main(c))...)}
}

func (n *node) record(g game.Game) record.Move {
	m := n.kept
	m.Text = g.MoveText(n.move)
	m.Variations = nil
	return m
}

// Open makes a session of a sound record, its variations included, with the
// cursor at the end of the main line.
func Open(r *record.Record) (*Session, error) {
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	start, err := g.Parse(r.Start)
	if err != nil {
		return nil, fmt.Errorf("start position: %w", err)
	}
	s := New(start)
	s.tags = slices.Clone(r.Tags)
	for _, t := range slices.Backward(r.Tags) {
		s.Tags[t.Name] = t.Value // of several, the first one
	}
	for name, value := range map[string]string{tagFirst: r.First, tagSecond: r.Second, tagSeed: r.Seed, tagTime: r.TimeControl} {
		if value != "" {
			s.Tags[name] = value
		}
	}
	s.root.lead = r.Note
	if err := s.read(r.Moves); err != nil {
		return nil, err
	}
	if r.Termination == record.Resignation || r.Termination == record.Time {
		if winner, won := r.Result.Winner(); won {
			s.ended = Ending{r.Termination, winner.Other()}
		}
	}
	if s.Outcome() == game.Ongoing && (r.Result != game.Ongoing || r.Termination != record.Unknown) {
		s.told = told{s.cursor, r.Result, r.Termination}
	}
	s.changed = false
	return s, nil
}

// read plays moves from the cursor on, and leaves the cursor at their end.
func (s *Session) read(moves []record.Move) error {
	for _, m := range moves {
		before := s.cursor
		move, err := before.position.ParseMove(m.Text)
		if err != nil {
			return fmt.Errorf("ply %d, %s: %w", s.Ply()+1, m.Text, err)
		}
		if err := s.Play(move); err != nil {
			return err
		}
		played := s.cursor
		played.keep(m)
		for _, v := range m.Variations {
			s.cursor = before
			if err := s.read(v.Moves); err != nil {
				return err
			}
			if first := before.next; len(v.Moves) > 0 && first.lead.IsZero() {
				first.lead = v.Note
			}
		}
		before.next = played
		s.cursor = played
	}
	return nil
}

// keep keeps what a record says of a move; where the move stands twice, the
// first one that says anything is kept.
func (n *node) keep(m record.Move) {
	if n.kept.IsZero() && len(n.kept.NAGs) == 0 {
		n.kept = m
	}
}
