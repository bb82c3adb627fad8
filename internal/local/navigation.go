package local

import (
	"cairn.example/game"
)

// Undo takes back the last ply of the line played, or an end that the players have
// brought about. Where one looks back it only goes one ply further back. It is
// false at the start, and where the terms forbid it.
func (s *Session) Undo() bool {
	if s.endedOffBoard() {
		s.cursor = s.end
		return s.takeBackTo(s.state.Ply()) == nil
	}
	if s.cursor.parent == nil {
		return false
	}
	if s.Live() {
		return s.takeBackTo(s.state.Ply()-1) == nil
	}
	s.cursor = s.cursor.parent
	return true
}

// Redo plays the ply again that was last taken back here, or looks one ply ahead;
// false where there is none.
func (s *Session) Redo() bool {
	next := s.cursor.next
	if next == nil || s.endedOffBoard() {
		return false
	}
	if s.Live() {
		return s.Play(next.move) == nil
	}
	s.cursor = next
	return true
}

// Visit moves the cursor to a move that was played from where it stands; false
// where it was not.
func (s *Session) Visit(m game.Move) bool {
	c := s.cursor.child(m)
	if c == nil {
		return false
	}
	s.cursor.next = c
	s.cursor = c
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
func (s *Session) Ply() int { return plies(s.cursor) }

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

// GoToEnd moves the cursor to the end of the line played.
func (s *Session) GoToEnd() { s.cursor = s.end }

// Step is one ply of a line.
type Step struct {
	Before game.Position // not to be changed
	Move   game.Move
	After  game.Position // not to be changed

	// Tried is how many moves were played from Before, this one included.
	Tried int
}

func (n *node) step() Step {
	return Step{n.parent.position, n.move, n.position, len(n.parent.children)}
}

// Played returns the plies from the start to the cursor.
func (s *Session) Played() []Step {
	var steps []Step
	for _, n := range path(s.cursor)[1:] {
		steps = append(steps, n.step())
	}
	return steps
}

// Ahead returns the plies after the cursor: those of the line one looks at, or
// those that redo would play again.
func (s *Session) Ahead() []Step {
	var steps []Step
	for at := s.cursor.next; at != nil; at = at.next {
		steps = append(steps, at.step())
	}
	return steps
}

// Last returns the ply that led to the cursor; false at the start.
func (s *Session) Last() (Step, bool) {
	if s.cursor.parent == nil {
		return Step{}, false
	}
	return s.cursor.step(), true
}
