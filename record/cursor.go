//go:build !norecords

package record

import (
	"slices"

	"cairn.example/game"
	"cairn.example/games"
)

// A Cursor is a place in the tree of a record: before the first move, or after one of the
// main line or a variation. It is made by [NewCursor], and stays good while nothing but the
// cursor adds moves to the record.
type Cursor struct {
	rules game.Game
	lines []cursorLine // the main line, then each variation inside the one before
	trail []played     // the start, then every move on the way here
}

// cursorLine is a line with how many of its moves lead here.
type cursorLine struct {
	*Line
	done int
}

type played struct {
	move  game.Move
	after game.Position
}

// NewCursor returns the place before the first move of a sound record; see [Record.Check].
func NewCursor(r *Record) (*Cursor, error) {
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(r.Start)
	if err != nil {
		return nil, texts.Error(Place{Offset: -1}, "record.start").because(err)
	}
	return &Cursor{g, []cursorLine{{Line: &r.Line}}, []played{{after: p}}}, nil
}

// here is the line of the place.
func (c *Cursor) here() *cursorLine { return &c.lines[len(c.lines)-1] }

// Position returns the position at the place. It must not be changed.
func (c *Cursor) Position() game.Position { return c.trail[len(c.trail)-1].after }

// Ply returns how many moves lead to the place.
func (c *Cursor) Ply() int { return len(c.trail) - 1 }

// Variation returns in how many variations, one inside the other, the place lies: 0 on the
// main line.
func (c *Cursor) Variation() int { return len(c.lines) - 1 }

// Move returns the move that led to the place, nil at the start. Its glyphs and note may be
// changed.
func (c *Cursor) Move() *Move {
	if l := c.here(); l.done > 0 {
		return &l.Moves[l.done-1]
	}
	return nil
}

// Played returns the move that led to the place, as the rules know it; 0 at the start.
func (c *Cursor) Played() game.Move { return c.trail[len(c.trail)-1].move }

// Choices returns the moves that the record has from here: that of this line first, then
// those of its variations.
func (c *Cursor) Choices() []string {
	l := c.here()
	if l.done == len(l.Moves) {
		return nil
	}
	next := &l.Moves[l.done]
	list := []string{next.Text}
	for _, v := range next.Variations {
		if len(v.Moves) > 0 {
			list = append(list, v.Moves[0].Text)
		}
	}
	return list
}

// Next goes on by one move of this line. It is false at its end, and where a move is illegal
// because the record was not sound.
func (c *Cursor) Next() bool { return c.Choose(0) }

// Choose goes on by one of [Cursor.Choices]; false where there is none of that number.
func (c *Cursor) Choose(n int) bool {
	l := c.here()
	if n < 0 || l.done == len(l.Moves) {
		return false
	}
	next := &l.Moves[l.done]
	if n == 0 {
		if !c.step(next.Text) {
			return false
		}
		l.done++
		return true
	}
	for i := range next.Variations {
		v := &next.Variations[i]
		if len(v.Moves) == 0 {
			continue
		}
		if n--; n > 0 {
			continue
		}
		if !c.step(v.Moves[0].Text) {
			return false
		}
		c.lines = append(c.lines, cursorLine{v, 1})
		return true
	}
	return false
}

// step plays a move on the board.
func (c *Cursor) step(text string) bool {
	p := c.Position().Copy()
	m, err := p.ParseMove(text)
	if err != nil {
		return false
	}
	p.PlayUnchecked(m)
	c.trail = append(c.trail, played{m, p})
	return true
}

// Previous takes one move back: before the first move of a variation is the place on the
// line around it where another move was played. It is false at the start.
func (c *Cursor) Previous() bool {
	if len(c.trail) == 1 {
		return false
	}
	c.trail = c.trail[:len(c.trail)-1]
	l := c.here()
	if l.done--; l.done == 0 && len(c.lines) > 1 {
		c.lines = c.lines[:len(c.lines)-1]
	}
	return true
}

// Play goes on by a move that the record has from here, or puts it in: at the end of the
// line, else as a new variation. The error says why the move is illegal; nothing has changed
// then. Result and termination stay as they are.
func (c *Cursor) Play(text string) error {
	m, err := c.Position().ParseMove(text)
	if err != nil {
		return err
	}
	text = c.rules.MoveText(m)
	choices := c.Choices()
	n := slices.Index(choices, text)
	switch l := c.here(); {
	case n >= 0:
	case len(choices) == 0:
		l.Moves = append(l.Moves, Move{Text: text})
		n = 0
	default:
		next := &l.Moves[l.done]
		next.Variations = append(next.Variations, Line{Moves: []Move{{Text: text}}})
		n = len(choices)
	}
	c.Choose(n)
	return nil
}
