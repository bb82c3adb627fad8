package puzzle

import (
	"errors"

	"cairn.example/game"
)

// Solving is a puzzle with the steps that were made so far.
type Solving struct {
	puzzle *Puzzle
	pos    game.Position
	step   int
}

// Start begins a puzzle of game g. The error says that its position is none.
func Start(g game.Game, p *Puzzle) (*Solving, error) {
	pos, err := g.Parse(p.Position)
	if err != nil {
		return nil, err
	}
	return &Solving{puzzle: p, pos: pos}, nil
}

// Position returns the position in which the solver is to move, or in which the
// puzzle is solved. It must not be changed.
func (s *Solving) Position() game.Position { return s.pos }

// Step returns how many steps of the line were made.
func (s *Solving) Step() int { return s.step }

// Solved reports whether all of the solver's moves were found.
func (s *Solving) Solved() bool { return s.step >= len(s.puzzle.Line) }

// Expected returns the moves that are the answer, the one to show first; none
// when the puzzle is solved.
func (s *Solving) Expected() []string {
	if s.Solved() {
		return nil
	}
	return s.puzzle.Line[s.step]
}

// Right reports whether a legal move is an answer.
func (s *Solving) Right(m game.Move) bool {
	if s.Solved() {
		return false
	}
	for _, text := range s.puzzle.Line[s.step] {
		if e, err := s.pos.ParseMove(text); err == nil && e == m {
			return true
		}
	}
	return false
}

// Answer plays a legal move of the solver if it is right, and then the reply of
// the line, if there is one. It returns false, and changes nothing, if the move is
// wrong. An error says that the move is illegal, or that a reply of the pack is.
func (s *Solving) Answer(m game.Move) (right bool, err error) {
	if err := s.pos.Legal(m); err != nil {
		return false, err
	}
	if !s.Right(m) {
		return false, nil
	}
	next := s.pos.Copy()
	next.PlayUnchecked(m)
	step := s.step + 1
	if step < len(s.puzzle.Line) {
		reply, err := next.ParseMove(s.puzzle.Line[step][0])
		if err != nil {
			return false, errors.Join(errBroken, err)
		}
		next.PlayUnchecked(reply)
		step++
	}
	s.pos, s.step = next, step
	return true, nil
}

// errBroken says that a line of a pack cannot be played.
var errBroken = errors.New("the line of the puzzle cannot be played")
