package local

import (
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Session is a game at one computer. It is made by [New], [Begin] or [Open] and is
// not safe for concurrent use.
type Session struct {
	state  *play.State
	root   *node
	end    *node // of the line played
	cursor *node

	// Tags are facts about the game that its record keeps, such as names.
	Tags map[string]string

	// tags are those of the record that was opened, in its order, which a map
	// does not keep.
	tags []record.Tag

	changed bool
}

// node is a position of the tree and the move that led to it.
type node struct {
	parent   *node
	move     game.Move // none at the root
	position game.Position
	children []*node // the main line first
	next     *node   // the child last visited, where redo goes; nil at a leaf

	intro      record.Note // what a record says before the line that starts here
	annotation record.Move // what a record says of the move besides its text
}

// New starts a session at a position, under the terms of a game at home without a
// clock.
func New(start game.Position) *Session {
	s, err := Begin(play.Casual(start, play.Control{}))
	if err != nil {
		// The text of a position can always be read again: package gametest checks it.
		panic("local: " + err.Error())
	}
	return s
}

// SideOf returns the side that a person wants against the computer: "first", "second",
// or "drawn", for which seed returns a fresh one.
func SideOf(g game.Game, want string, seed func() string) game.Side {
	switch want {
	case "second":
		return game.Second
	case "drawn":
		return game.Side(game.NewStream("cairn side 1", g.ID(), seed()).Intn(2))
	}
	return game.First
}

// Begin starts a session under terms. The error is that of [play.New].
func Begin(t play.Terms) (*Session, error) {
	state, err := play.New(t)
	if err != nil {
		return nil, err
	}
	s := &Session{state: state, root: &node{position: state.Position()}, Tags: map[string]string{}}
	s.end, s.cursor = s.root, s.root
	t = state.Terms()
	for name, value := range map[string]string{tagFirst: t.Players[0].Name, tagSecond: t.Players[1].Name, tagSeed: t.Seed} {
		if value != "" {
			s.Tags[name] = value
		}
	}
	if t.Control.On() {
		s.Tags[tagTime] = t.Control.String()
	}
	return s, nil
}

// Replay makes a session of all that happened in a game: what was taken back is in its
// tree. The error is that of [play.Replay].
func Replay(l play.Log) (*Session, error) {
	s, err := Begin(l.Terms)
	if err != nil {
		return nil, err
	}
	for _, e := range l.Events {
		if err := s.Apply(e); err != nil {
			return nil, err
		}
	}
	s.MarkSaved()
	return s, nil
}

// State returns what the line played has led to: clocks, offers, the end. It is
// changed by [Session.Apply] and the other methods of the session only.
func (s *Session) State() *play.State { return s.state }

// Game returns the rule set.
func (s *Session) Game() game.Game { return s.state.Game() }

// Start returns the position the game began with. It must not be changed.
func (s *Session) Start() game.Position { return s.root.position }

// Position returns where the cursor stands. It must not be changed.
func (s *Session) Position() game.Position { return s.cursor.position }

// Live reports whether the cursor stands at the end of the line played.
func (s *Session) Live() bool { return s.cursor == s.end }

// Apply appends an event to the line played, wherever the cursor stands; a cursor at
// the end of that line goes with it. An end that a record gives without a reason is
// taken back first. The error is that of [play.State.Apply].
func (s *Session) Apply(e play.Event) error {
	if err := s.reopen(e); err != nil {
		return err
	}
	if err := s.state.Apply(e); err != nil {
		return err
	}
	s.grow(e)
	return nil
}

// Advance does so with an event that comes when a time has passed since the last one; where
// the flag of the side to move fell before, that comes first. It returns what was appended.
// The error is that of [play.State.Advance].
func (s *Session) Advance(elapsed time.Duration, e play.Event) ([]play.Event, error) {
	if err := s.reopen(e); err != nil {
		return nil, err
	}
	happened, err := s.state.Advance(elapsed, e)
	for _, e := range happened {
		s.grow(e)
	}
	return happened, err
}

// grow makes the tree follow an event that was appended to the line played.
func (s *Session) grow(e play.Event) {
	follow := s.Live()
	if e.Kind == play.Move {
		s.append()
	} else {
		for plies(s.end) > s.state.Ply() {
			s.end = s.end.parent
		}
	}
	if follow {
		s.cursor = s.end
	}
	s.changed = true
}

// reopen takes back the end that a record gives without a reason, where an event needs that
// and can be appended then.
func (s *Session) reopen(e play.Event) error {
	if !s.state.End().FromRecord || s.endedOffBoard() || e.Kind == play.TakeBack || e.Kind == "" {
		return nil
	}
	open := play.Event{Kind: play.TakeBack, Side: s.state.Turn(), To: s.state.Ply()}
	tried := s.state.Clone()
	if err := tried.Apply(open); err != nil {
		return err
	}
	if err := tried.Check(e); err != nil {
		return err
	}
	return s.state.Apply(open)
}

// append makes the last ply of the state the end of the line in the tree.
func (s *Session) append() {
	all := s.state.Plies()
	ply := &all[len(all)-1]
	next := s.end.child(ply.Move)
	if next == nil {
		next = &node{parent: s.end, move: ply.Move, position: s.state.Position()}
		s.end.children = append(s.end.children, next)
	}
	s.end.next = next
	s.end = next
	if !s.state.Terms().Untimed {
		next.annotation.Took = record.Elapsed{Known: true, Time: ply.Took}
	}
	if s.state.Clocked() {
		next.annotation.Clock = record.Clock{Known: true, Left: ply.Left[ply.Side]}
	}
	if _, has := next.annotation.Command(record.RouteCommand); ply.Route != "" && !has {
		next.annotation.AddCommand(record.RouteCommand, ply.Route)
	}
}

func (n *node) child(m game.Move) *node {
	for _, c := range n.children {
		if c.move == m {
			return c
		}
	}
	return nil
}

// plies returns how many plies lead to a node.
func plies(n *node) int {
	count := 0
	for ; n.parent != nil; n = n.parent {
		count++
	}
	return count
}

// path returns the nodes from the root to n.
func path(n *node) []*node {
	var way []*node
	for ; n != nil; n = n.parent {
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

// Play plays m at the cursor, in no time. Where the line played goes on with m, it
// only moves the cursor; where it goes elsewhere, what is in the way is taken back.
// The error is that of the rules, or an *[play.Error] where the game is over or the
// terms forbid it.
func (s *Session) Play(m game.Move) error { return s.PlayAfter(m, play.Event{}) }

// PlayAfter is like [Session.Play] with the rest of the event: the time it took,
// and the spelled text of the move where it has one.
func (s *Session) PlayAfter(m game.Move, e play.Event) error {
	if next := s.nextPlayed(); next != nil && next.move == m {
		s.cursor = next
		return nil
	}
	if s.endedOffBoard() {
		e.Kind, e.Side = play.Move, s.state.Turn()
		return s.state.Check(e)
	}
	if err := s.cursor.position.Legal(m); err != nil {
		return err
	}
	if err := s.bringLineToCursor(); err != nil {
		return err
	}
	e.Kind, e.Side = play.Move, s.state.Turn()
	if e.Move == "" {
		e.Move = s.Game().MoveText(m)
	}
	return s.Apply(e)
}

// nextPlayed returns what the line played has after the cursor, nil where the cursor is
// at its end or not on it.
func (s *Session) nextPlayed() *node {
	way := path(s.end)
	if n := plies(s.cursor); n < len(way)-1 && way[n] == s.cursor {
		return way[n+1]
	}
	return nil
}

// ReopenFor prepares to try out m at the cursor in a game that was resigned or agreed, or
// ended otherwise than by the rules: where m is legal and is not what the line played
// goes on with, that end is taken back. Otherwise nothing changes. The error is that of
// [play.State.Apply].
func (s *Session) ReopenFor(m game.Move) error {
	if next := s.nextPlayed(); !s.endedOffBoard() || next != nil && next.move == m || s.cursor.position.Legal(m) != nil {
		return nil
	}
	return s.takeBackTo(s.state.Ply())
}

// bringLineToCursor makes the line played end at the cursor.
func (s *Session) bringLineToCursor() error {
	if s.Live() {
		return nil
	}
	target := path(s.cursor)
	line := path(s.end)
	fork := 0
	for fork+1 < len(target) && fork+1 < len(line) && target[fork+1] == line[fork+1] {
		fork++
	}
	if fork < len(line)-1 {
		if err := s.takeBackTo(fork); err != nil {
			return err
		}
	}
	for _, n := range target[fork+1:] {
		// It was played before, so it is legal.
		if err := s.Apply(play.Event{Kind: play.Move, Side: s.state.Turn(), Move: s.Game().MoveText(n.move)}); err != nil {
			return err
		}
	}
	s.cursor = s.end
	return nil
}

// takeBackTo takes moves back until ply of them are left.
func (s *Session) takeBackTo(ply int) error {
	return s.Apply(play.Event{Kind: play.TakeBack, Side: s.state.Turn(), To: ply})
}

// Changed reports whether anything was played since the session was made, opened
// or last marked as saved.
func (s *Session) Changed() bool { return s.changed }

// MarkSaved says that everything played so far has been saved.
func (s *Session) MarkSaved() { s.changed = false }

// Annotate lets f change what the record says after the move that led to the
// cursor, such as the value of a position; at the start, before the first move.
func (s *Session) Annotate(f func(*record.Note)) {
	if s.cursor.parent == nil {
		f(&s.root.intro)
		return
	}
	f(&s.cursor.annotation.Note)
}

// Note returns what the record says after the move that led to the cursor.
func (s *Session) Note() record.Note {
	if s.cursor.parent == nil {
		return s.root.intro
	}
	return s.cursor.annotation.Note
}
