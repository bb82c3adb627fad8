package lyngk

import (
	"strconv"
	"strings"

	"cairn.example/game"
)

// PieceOf reads the letter of a piece, W for the joker too. With the methods below
// it implements [game.Editor].
func (g Game) PieceOf(letter rune) game.Piece {
	c, ok := parseColor(letter)
	if !ok {
		return 0
	}
	return c.Piece()
}

// ReadFields reads claims and score.
func (g Game) ReadFields(s *game.Setup, fields [2]string) {
	for side, colors := range halves(fields[0]) {
		for _, letter := range colors {
			if p := g.PieceOf(letter); p != 0 {
				s.Claims[side] += p.Letter()
			}
		}
	}
	for side, text := range halves(fields[1]) {
		if n, err := strconv.Atoi(text); err == nil && n >= 0 && n < 100 {
			s.Tally[side] = n
		}
	}
}

// halves returns what a field says of the two sides.
func halves(field string) [2]string {
	first, second, _ := strings.Cut(field, ":")
	return [2]string{first, second}
}

// AppendFields appends claims, in the order of the pieces, and score.
func (g Game) AppendFields(b []byte, s *game.Setup) []byte {
	for side, colors := range s.Claims {
		b = append(b, " :"[side])
		n := len(b)
		for i := range len(letters) {
			if strings.IndexByte(colors, letters[i]) >= 0 {
				b = append(b, letters[i])
			}
		}
		if len(b) == n {
			b = append(b, '-')
		}
	}
	for side, n := range s.Tally {
		b = strconv.AppendInt(append(b, " :"[side]), int64(n), 10)
	}
	return b
}

// Settle changes nothing: every part of a setup can be chosen.
func (g Game) Settle(*game.Setup) {}
