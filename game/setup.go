package game

import "strings"

// Setup is a position under construction: what can be written in a position's
// text, whether the rules take it or not.
type Setup struct {
	// Stacks are the letters of the pieces on each spot by its name, bottom
	// first; an empty spot has no entry.
	Stacks map[string]string

	// Side is the side to move.
	Side Side

	// Claims are the letters of the colors that each side has claimed, Tally is
	// what each has scored, in games with these.
	Claims [2]string
	Tally  [2]int

	// Placing says that pieces are still being placed, in games with that.
	Placing bool
}

// Editor is offered by games whose positions can be put together by hand: what
// [ReadSetup] and [SetupText] ask the game.
type Editor interface {
	Game

	// PieceOf returns the piece that a letter of a position's text stands for, in
	// either case; 0 for any other letter.
	PieceOf(letter rune) Piece

	// ReadFields reads what follows board and side in a position's text into s,
	// as far as it can be read. Fields that the text lacks are empty.
	ReadFields(s *Setup, fields [2]string)

	// AppendFields appends what follows board and side in the text of s to b, a
	// blank in front of each field.
	AppendFields(b []byte, s *Setup) []byte

	// Settle changes what the rules leave no choice about to what it has to be
	// by the rest of the setup, such as the side to move.
	Settle(s *Setup)
}

// ReadSetup reads what can be read of a position's text, in any case. It returns nil
// where not even the board has the right shape, or holds other letters than pieces.
func ReadSetup(e Editor, text string) *Setup {
	var fields [4]string
	copy(fields[:], strings.Fields(text))
	s := &Setup{Stacks: map[string]string{}}
	l := e.Layout()
	columns := strings.Split(fields[0], "/")
	if len(columns) != len(l.Columns) {
		return nil
	}
	for i, spots := range l.Columns {
		cells := strings.Split(columns[i], ",")
		if len(cells) != len(spots) {
			return nil
		}
		for j, at := range spots {
			if cells[j] == "." {
				continue
			}
			var stack []byte
			for _, letter := range cells[j] {
				p := e.PieceOf(letter)
				if p == 0 {
					return nil
				}
				stack = append(stack, byte(p))
			}
			if len(stack) > 0 {
				s.Stacks[l.Names[at]] = string(stack)
			}
		}
	}
	if strings.EqualFold(fields[1], e.SideName(Second)) {
		s.Side = Second
	}
	e.ReadFields(s, [2]string(fields[2:]))
	return s
}

// SetupText returns the text of a setup in canonical form. [Game.Parse] says whether
// it is a position.
func SetupText(e Editor, s *Setup) string {
	l := e.Layout()
	b := AppendBoard(make([]byte, 0, 128), l, func(b []byte, at Spot) []byte { return append(b, s.Stacks[l.Names[at]]...) })
	b = append(append(b, ' '), e.SideName(s.Side)...)
	return string(e.AppendFields(b, s))
}

// AppendBoard appends the board of a position's text to b: column by column, with
// what stack appends for each spot, and a dot where that is nothing.
//
//go:noinline // a copy in every caller would be more for browsers to fetch
func AppendBoard(b []byte, l *Layout, stack func(b []byte, s Spot) []byte) []byte {
	for i, column := range l.Columns {
		if i > 0 {
			b = append(b, '/')
		}
		for j, s := range column {
			if j > 0 {
				b = append(b, ',')
			}
			n := len(b)
			if b = stack(b, s); len(b) == n {
				b = append(b, '.')
			}
		}
	}
	return b
}
