package local

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Record returns the whole session as a record: the line played is the main one,
// everything else a variation.
func (s *Session) Record() *record.Record {
	e := s.state.End()
	r := &record.Record{Game: s.Game().ID(), Start: s.Start().String(), Result: e.Outcome, Termination: e.Why}
	s.tag(r)
	r.Note = s.root.intro
	r.Commands = slices.Clone(r.Commands)
	made := map[*node]*play.Node{}
	s.root.tree(s.Game(), made)
	var line []*play.Node
	for _, n := range path(s.end) {
		line = append(line, made[n])
	}
	play.AddMoves(r, line)
	return r
}

// tree makes the nodes that package play writes, from n down.
func (n *node) tree(g game.Game, made map[*node]*play.Node) {
	t := &play.Node{Intro: n.intro}
	if n.parent != nil {
		t.Move = n.record(g)
	}
	made[n] = t
	for _, c := range n.children {
		c.tree(g, made)
		t.Children = append(t.Children, made[c])
	}
	t.Next = made[n.next]
}

func (n *node) record(g game.Game) record.Move {
	m := n.annotation
	m.Text = g.MoveText(n.move)
	m.Variations = nil
	return m
}

// tag gives the record its tags: first those of the record that was opened, in their
// order and as often as they stood there, then the others by name.
func (s *Session) tag(r *record.Record) {
	tags := s.Tags
	if t := s.state.Terms(); t.Control.On() && t.Free != t.Control.FreePlies() {
		tags = maps.Clone(tags)
		tags[play.FreeTag] = strconv.Itoa(t.Free)
	}
	known := map[string]bool{}
	for _, t := range s.tags {
		value, there := tags[t.Name]
		switch {
		case !there:
			continue
		case !known[t.Name]:
			t.Value = value
		}
		known[t.Name] = true
		r.Tags = append(r.Tags, t)
	}
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		value := tags[name]
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

// DateTag is the tag of the day on which a game began, as in 2026-11-27.
const DateTag = "Date"

// NameTag is the tag that has the name of a side's player.
func NameTag(side game.Side) string {
	if side == game.First {
		return tagFirst
	}
	return tagSecond
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
	s := &Session{root: &node{position: start}, tags: slices.Clone(r.Tags), Tags: map[string]string{}}
	for _, t := range slices.Backward(r.Tags) {
		s.Tags[t.Name] = t.Value // of several, the first one
	}
	for name, value := range map[string]string{tagFirst: r.First, tagSecond: r.Second, tagSeed: r.Seed, tagTime: r.TimeControl} {
		if value != "" {
			s.Tags[name] = value
		}
	}
	s.root.intro = r.Note
	if s.end, err = read(s.root, r.Moves); err != nil {
		return nil, err
	}
	s.readTakenBack()
	log, err := play.FromRecord(r)
	if err != nil {
		return nil, err
	}
	if s.state, err = play.Replay(log); err != nil {
		return nil, err
	}
	s.cursor = s.end
	return s, nil
}

// readTakenBack puts the moves into the tree that a command before the first move lists
// as taken back.
func (s *Session) readTakenBack() {
	var rest []record.Command
	for _, c := range s.root.intro.Commands {
		if c.Name != record.TakenBackCommand || !s.readTried(strings.Fields(c.Arg)) {
			rest = append(rest, c)
		}
	}
	s.root.intro.Commands = rest
}

// readTried puts a line into the tree that was tried at the start. It is false for one that
// this program cannot have written.
func (s *Session) readTried(texts []string) bool {
	if len(texts) == 0 {
		return false
	}
	var moves []record.Move
	for _, text := range texts {
		moves = append(moves, record.Move{Text: text})
	}
	main := s.root.next
	_, err := read(s.root, moves)
	if main != nil {
		s.root.next = main
	}
	return err == nil
}

// read puts moves into the tree below a node and returns the last one.
func read(at *node, moves []record.Move) (*node, error) {
	for _, m := range moves {
		move, err := at.position.ParseMove(m.Text)
		if err != nil {
			return nil, fmt.Errorf("ply %d, %s: %w", plies(at)+1, m.Text, err)
		}
		next := at.child(move)
		if next == nil {
			p := at.position.Copy()
			p.PlayUnchecked(move)
			next = &node{parent: at, move: move, position: p}
			at.children = append(at.children, next)
		}
		next.annotate(m)
		for _, v := range m.Variations {
			if _, err := read(at, v.Moves); err != nil {
				return nil, err
			}
			if len(v.Moves) == 0 { // a note that no move of a tree has room for
				next.annotation.AddComment(v.Comment)
				continue
			}
			// Reading it has made its first move the one visited last.
			if first := at.next; first.intro.IsZero() {
				first.intro = v.Note
			}
		}
		at.next = next
		at = next
	}
	return at, nil
}

// annotate takes over what a record says of a move; where the move stands twice,
// the first one that says anything counts.
func (n *node) annotate(m record.Move) {
	if n.annotation.IsZero() && len(n.annotation.NAGs) == 0 {
		n.annotation = m
	}
}
