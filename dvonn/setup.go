package dvonn

import (
	"strings"

	"cairn.example/game"
)

// The phases as position texts name them.
const (
	phasePlace = "place"
	phaseMove  = "move"
)

// PieceOf reads the letter of a piece. With the methods below it implements
// [game.Editor].
func (Rules) PieceOf(letter rune) game.Piece {
	switch letter {
	case 'W', 'w':
		return White
	case 'B', 'b':
		return Black
	case 'D', 'd':
		return Dvonn
	}
	return 0
}

// ReadFields reads the phase.
func (Rules) ReadFields(s *game.Setup, fields [2]string) {
	s.Placing = strings.EqualFold(fields[0], phasePlace)
}

// AppendFields appends the phase.
func (Rules) AppendFields(b []byte, s *game.Setup) []byte { return appendPhase(b, s.Placing) }

func appendPhase(b []byte, placing bool) []byte {
	b = append(b, ' ')
	if placing {
		return append(b, phasePlace...)
	}
	return append(b, phaseMove...)
}

// Settle gives the turn to whom it belongs while pieces are placed: by rule 2.1 the
// number of pieces on the board says that.
func (Rules) Settle(s *game.Setup) {
	if s.Placing {
		s.Side = game.Side(len(s.Stacks) % 2)
	}
}
