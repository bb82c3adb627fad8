package dvonn

import (
	"strings"

	"cairn.example/game"
)

// MoveText returns the contract's text of a move: "e3", "e3-f3" or "pass", and
// "?" for a value that is no move.
func (Rules) MoveText(m game.Move) string {
	switch {
	case !wellFormed(m):
		return "?"
	case m == Pass:
		return game.PassText
	case m&kindMask == kindPlacing:
		return layout.Names[moveTo(m)]
	}
	return layout.Names[moveFrom(m)] + "-" + layout.Names[moveTo(m)]
}

// ParseMove reads a move and checks that it is legal here. Besides the canonical
// text it takes "e3f3", and upper case throughout.
func (p *Position) ParseMove(text string) (game.Move, error) {
	m, err := game.ReadPlain(text, p.parseMove)
	if err != nil {
		// A letter that looks like the one that was meant is the trouble, whatever follows from it.
		if strange, n, at := game.Strange(text); at >= 0 {
			return 0, refuseAt(at, "dvonn.move_character", args{"character": strange, "n": number(n)})
		}
	}
	return m, err
}

func (p *Position) parseMove(text string) (game.Move, error) {
	m, e := readMove(text)
	if e != nil {
		return 0, e
	}
	if e := p.refusal(m); e != nil {
		e.Offset = moveOffset(text, e)
		return 0, e
	}
	return m, nil
}

// readMove reads the text of a move, legal or not.
func readMove(text string) (game.Move, *game.Error) {
	if strings.ToLower(text) == game.PassText {
		return Pass, nil
	}
	to, rest, e := readSpot(text, 0)
	if e != nil {
		return 0, e
	}
	if rest == len(text) {
		return Placing(to), nil
	}
	if text[rest] == '-' {
		rest++
	}
	from := to
	if to, rest, e = readSpot(text, rest); e != nil {
		return 0, e
	}
	if rest != len(text) {
		return 0, moveTextError(text, rest)
	}
	return Stacking(from, to), nil
}

// readSpot reads the name of a spot at an offset and returns the offset behind
// it.
func readSpot(text string, at int) (game.Spot, int, *game.Error) {
	if at >= len(text) {
		return 0, 0, moveTextError(text, at)
	}
	column := text[at] | 0x20
	if column < 'a' || column > 'z' {
		return 0, 0, moveTextError(text, at)
	}
	end := at + 1
	for end < len(text) && '0' <= text[end] && text[end] <= '9' {
		end++
	}
	if end == at+1 {
		if column < 'a'+cols {
			at++ // a column, but then no row
		}
		return 0, 0, moveTextError(text, at)
	}
	if end == at+2 && column < 'a'+cols {
		c, r := int(column-'a'), int(text[at+1])-'1'
		if 0 <= r && r < rows && firstCol[r] <= c && c <= lastCol[r] {
			return game.Spot(c + stride*r), end, nil
		}
	}
	return 0, 0, refuseAt(at, "dvonn.move_space", args{"text": text[at:end]})
}

func moveTextError(text string, offset int) *game.Error {
	return refuseAt(offset, "dvonn.move_text", args{"text": game.ShownOrEmpty(text)})
}

// moveOffset returns where in the text of a move the first spot of an error is
// named, 0 where none is.
func moveOffset(text string, e *game.Error) int {
	if len(e.Spots) > 0 {
		if i := strings.Index(strings.ToLower(text), e.Spots[0]); i > 0 {
			return i
		}
	}
	return 0
}

// String returns the canonical text form of the position.
func (p *Position) String() string { return string(p.appendText(make([]byte, 0, 128))) }

func (p *Position) appendText(b []byte) []byte {
	var buf [Spots]game.Piece
	b = game.AppendBoard(b, layout, func(b []byte, s game.Spot) []byte {
		for _, piece := range p.Stack(s, buf[:0]) {
			b = append(b, byte(piece))
		}
		return b
	})
	b = append(append(b, ' '), Game.SideName(p.Side())...)
	return appendPhase(b, p.placing)
}
