package local

import (
	"errors"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// Session is a game at one computer. It is made by [New] or [Open] and is not
// safe for concurrent use.
type Session struct {
	game   game.Game
	start  game.Position
	root   *node
	cursor *node

	// Tags are facts about the game that its record keeps, such as names.
	Tags map[string]string

	ended Ending

	// told is what the record that was opened says of the end.
	told told

	// tags are those of that record, in its order, which a map does not keep.
	tags []record.Tag

	changed bool
}

// told is how a record says that the game ended where the rules do not say so:
// a draw agreed on, or a result nobody explains. It holds as long as the main
// line ends there. The zero value is none.
type told struct {
	end    *node
	result game.Outcome
	why    record.Termination
}

// node is a position of the tree and the move that led to it.
type node struct {
	parent   *node
	move     game.Move // none at the root
	position game.Position
	children []*node // the main line first
	next     *node   // the child last visited, where redo goes; nil at a leaf

	lead record.Note // what a record says before the line that starts here
	kept record.Move // what a record says of the move besides its text
}

// Ending is the end of a game that the rules did not bring about. The zero value
// is none.
type Ending struct {
	Why   record.Termination // Unknown for no such end
	Loser game.Side
}

// New starts a session at a position, which it copies.
func New(start game.Position) *Session {
	s := &Session{game: start.Game(), start: start.Copy(), Tags: map[string]string{}}
	s.root = &node{position: s.start}
	s.cursor = s.root
	return s
}

// Game returns the rule set.
func (s *Session) Game() game.Game { return s.game }

// Start returns the position the game began with. It must not be changed.
func (s *Session) Start() game.Position { return s.start }

// Position returns where the cursor stands. It must not be changed.
func (s *Session) Position() game.Position { return s.cursor.position }

// ErrOver is returned for a move after a resignation or the end of a player's
// time.
var ErrOver = errors.New("the game is over: a player has resigned or run out of time")

// Play plays m at the cursor. The error is [ErrOver] or that of the rules.
func (s *Session) Play(m game.Move) error {
	if s.ended != (Ending{}) {
		return ErrOver
	}
	for _, c := range s.cursor.children {
		if c.move == m {
			s.visit(c)
			return nil
		}
	}
	p := s.cursor.position.Copy()
	if err := p.Play(m); err != nil {
		return err
	}
	child := &node{parent: s.cursor, move: m, position: p}
	s.cursor.children = append(s.cursor.children, child)
	s.visit(child)
	s.changed = true
	return nil
}

// visit moves the cursor to a child of where it stands.
func (s *Session) visit(child *node) {
	s.cursor.next = child
	s.cursor = child
}

// Undo takes back one ply, or an [Ending]; false at the start.
func (s *Session) Undo() bool {
	if s.ended != (Ending{}) {
		s.ended = Ending{}
		s.changed = true
		return true
	}
	if s.cursor.parent == nil {
		return false
	}
	s.cursor = s.cursor.parent
	return true
}

// Redo plays the ply again that was last taken back here; false where there is
// none.
func (s *Session) Redo() bool {
	if s.cursor.next == nil || s.ended != (Ending{}) {
		return false
	}
	s.cursor = s.cursor.next
	return true
}

// Alternatives returns the moves that were played from where the cursor stands,
// the main line first.
func (s *Session) Alternatives() []game.Move {
	moves := make([]game.Move, len(s.cursor.children))
	for i, c := range s.cursor.children {
		moves[i] = c.move
	}
	return moves
}

// Ply returns how many plies lead from the start to the cursor.
func (s *Session) Ply() int {
	n := 0
	for at := s.cursor; at.parent != nil; at = at.parent {
		n++
	}
	return n
}

// GoTo moves the cursor along its line to a ply counted from the start, as far
// as the line reaches.
func (s *Session) GoTo(ply int) {
	for at := s.Ply(); at > ply && s.cursor.parent != nil; at-- {
		s.cursor = s.cursor.parent
	}
	for at := s.Ply(); at < ply && s.cursor.next != nil; at++ {
		s.cursor = s.cursor.next
	}
}

// Step is one ply of a line.
type Step struct {
	Before game.Position // not to be changed
	Move   game.Move
	After  game.Position // not to be changed

	// Tried is how many moves were played from Before, this one included.
	Tried int
}

// Played returns the plies from the start to the cursor.
func (s *Session) Played() []Step {
	var steps []Step
	for at := s.cursor; at.parent != nil; at = at.parent {
		steps = append(steps, Step{at.parent.position, at.move, at.position, len(at.parent.children)})
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

// Ahead returns the plies that redo would play.
func (s *Session) Ahead() []Step {
	var steps []Step
	for at := s.cursor; at.next != nil; at = at.next {
		steps = append(steps, Step{at.position, at.next.move, at.next.position, len(at.children)})
	}
	return steps
}

// Last returns the ply that led to the cursor; false at the start.
func (s *Session) Last() (Step, bool) {
	if s.cursor.parent == nil {
		return Step{}, false
	}
	return Step{s.cursor.parent.position, s.cursor.move, s.cursor.position, len(s.cursor.parent.children)}, true
}

// Resign ends the game where the cursor stands, lost for side. A game that is
// over already stays as it is, and false is returned.
func (s *Session) Resign(side game.Side) bool { return s.lose(side, record.Resignation) }

// TimeOut is like [Session.Resign] for a side whose time has run out.
func (s *Session) TimeOut(side game.Side) bool { return s.lose(side, record.Time) }

func (s *Session) lose(side game.Side, why record.Termination) bool {
	if s.Outcome() != game.Ongoing {
		return false
	}
	s.ended, s.changed = Ending{why, side}, true
	return true
}

// Ended returns how the game ended where the rules did not end it; the zero
// value where they did or it goes on.
func (s *Session) Ended() Ending { return s.ended }

// Resigned returns who has resigned; false when nobody has.
func (s *Session) Resigned() (game.Side, bool) {
	return s.ended.Loser, s.ended.Why == record.Resignation
}

// Outcome tells whether the game is over at the cursor, by the rules or
// otherwise.
func (s *Session) Outcome() game.Outcome {
	if s.ended != (Ending{}) {
		return game.Win(s.ended.Loser.Other())
	}
	return s.cursor.position.Outcome()
}

// Changed tells whether anything was played since the session was made, opened
// or last marked as kept.
func (s *Session) Changed() bool { return s.changed }

// Kept marks the session as saved.
func (s *Session) Kept() { s.changed = false }

// Annotate lets f change what the record says after the move that led to the
// cursor, such as the time left; at the start, before the first move.
func (s *Session) Annotate(f func(*record.Note)) {
	if s.cursor.parent == nil {
		f(&s.root.lead)
		return
	}
	f(&s.cursor.kept.Note)
}

// Note returns what the record says after the move that led to the cursor.
func (s *Session) Note() record.Note {
	if s.cursor.parent == nil {
		return s.root.lead
	}
	return s.cursor.kept.Note
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
		if c := at.kept.Clock; c.Known {
			list = append(list, Reading{at.parent.position.Side(), c.Left})
		}
	}
	return list
}
