package draw

import (
	"fmt"
	"strings"

	"cairn.example/game"
)

// Kind tells how a game's stacks are built up.
type Kind uint8

// The kinds of stacks.
const (
	// Discs are thick discs seen from the side, every layer visible and marked.
	Discs Kind = iota

	// Rings are rings seen from above; a number says how many lie there.
	Rings
)

// Sign is the mark on a piece that tells it apart without its color.
type Sign uint8

// The signs.
const (
	Plain    Sign = iota // no mark
	Circle               // an open circle
	Waves                // two waves
	Cross                // a diagonal cross
	Triangle             // a full triangle
	Rim                  // a light line round the face
	Star                 // a star among specks
	Lozenge              // a lozenge in place of the round hole of a ring
)

// PieceStyle says how one kind of piece looks and what it is called.
type PieceStyle struct {
	Letter game.Piece
	Name   string // the English name in lower case; its message key is "color." and this
	Sign   Sign

	Face Color // the top
	Wall Color // the side
	Deep Color // shade in the dish of a disc
	Edge Color // the lit rim of a disc; the light line on a ring
	Mark Color // the sign or the number

	Glyph rune  // the sign in a terminal with Unicode
	Ascii rune  // the sign in one without
	Term  uint8 // the background in a terminal of sixteen colors, 0 to 15
	Cube  uint8 // the same in one of 256
}

// Style is all that drawing must know of a game beyond its layout: a value that
// a new game adds here, so that this package imports no game.
type Style struct {
	Kind   Kind
	Height int // the greatest height of a stack; 0 where the board sets the limit
	Pieces []PieceStyle

	// Binder is the piece whose presence in a stack shows, wherever it lies in
	// it; 0 for none.
	Binder game.Piece

	// Layer is the thickness of a disc in units of the pitch.
	Layer float64

	// BoardRadius is that of a hexagonal board with corners left and right, and
	// BoardRadiusSmall the same for a pitch below 60 px. Where they are 0 the board
	// follows the board's own outline at a distance.
	BoardRadius, BoardRadiusSmall float64

	// Turnable reports whether the board may be drawn turned by 90 degrees.
	Turnable bool

	// Rows reports whether rows have coordinates of their own, besides columns.
	Rows bool

	terms map[Size]termSize
}

// Piece returns the style of a piece letter; an unknown letter gets a plain gray
// piece without a name, so that nothing on a board can be invisible.
func (s *Style) Piece(p game.Piece) *PieceStyle {
	for i := range s.Pieces {
		if s.Pieces[i].Letter == p {
			return &s.Pieces[i]
		}
	}
	return &PieceStyle{
		Letter: p, Name: strings.ToLower(string(rune(p))), Face: RGB(0x8A8A8A), Wall: RGB(0x777777), Deep: RGB(0x666666),
		Edge: RGB(0xA0A0A0), Mark: RGB(0x111111), Glyph: ' ', Ascii: ' ', Term: 7, Cube: 245,
	}
}

// holdsBinder reports whether a stack holds the piece that must not be lost sight of.
func (s *Style) holdsBinder(stack []game.Piece) bool {
	for _, p := range stack {
		if p == s.Binder && p != 0 {
			return true
		}
	}
	return false
}

// StyleOf returns the style of a game, chosen by its id: "lyngk…" draws discs,
// "dvonn…" rings. A game whose id is unknown is drawn like the one that has all
// of its piece letters; the error says that there is none.
func StyleOf(g game.Game) (*Style, error) {
	var s *Style
	switch id := g.ID(); {
	case strings.HasPrefix(id, "lyngk"):
		s = discStyle(g.MaxHeight())
	case strings.HasPrefix(id, "dvonn"):
		s = ringStyle()
	default:
		for _, t := range []*Style{discStyle(g.MaxHeight()), ringStyle()} {
			if s == nil && t.covers(g.Pieces()) {
				s = t
			}
		}
	}
	if s == nil {
		return nil, fmt.Errorf("no way to draw the game %q: add its pieces to the styles of package draw", g.ID())
	}
	return s, nil
}

func (s *Style) covers(letters []game.Piece) bool {
	for _, p := range letters {
		if s.Piece(p).Name == strings.ToLower(string(rune(p))) {
			return false
		}
	}
	return len(letters) > 0
}

// discStyle is LYNGK's look. Six layers must fit where five do otherwise, so
// they are thinner: no stack at rest may hide a layer of a neighbor.
func discStyle(height int) *Style {
	layer := 0.106
	if height > 5 {
		layer = 0.088
	}
	return &Style{
		Kind: Discs, Height: height, Layer: layer, BoardRadius: 4.12, BoardRadiusSmall: 3.97,
		Pieces: []PieceStyle{
			{'I', "ivory", Circle, RGB(0xF8DFA6), RGB(0xEFD294), RGB(0xD9BA75), RGB(0xFCECC6), RGB(0x5C4210), '○', 'o', 11, 223},
			{'B', "blue", Waves, RGB(0x174F97), RGB(0x12458A), RGB(0x0D3670), RGB(0x2F68B2), RGB(0xE6F0FF), '≈', '~', 4, 25},
			{'R', "red", Cross, RGB(0xB22F1F), RGB(0xA32718), RGB(0x84190D), RGB(0xCB4A38), RGB(0xFFF1EC), '×', 'x', 1, 124},
			{'G', "green", Triangle, RGB(0x589B81), RGB(0x4F9178), RGB(0x3B765E), RGB(0x78B49B), RGB(0x0A2419), '▲', '^', 2, 72},
			{'K', "black", Rim, RGB(0x242426), RGB(0x1D1D1F), RGB(0x111112), RGB(0x37373A), RGB(0xE9E6DE), '●', '@', 0, 234},
			{'J', "joker", Star, RGB(0xEBF3F7), RGB(0xE0EAEF), RGB(0xC0CDD4), RGB(0xF8FCFE), RGB(0x2A3238), '★', '*', 15, 255},
		},
		terms: map[Size]termSize{
			Small:  {unit: 2, minStep: 4, maxStep: 8, lines: 1},
			Medium: {unit: 4, minStep: 7, maxStep: 9, width: 5, lines: 2},
			Large:  {unit: max(5, height), minStep: 10, maxStep: 12, width: 7, lines: max(5, height)},
			Huge:   {unit: 8, minStep: 12, maxStep: 14, width: 9, lines: max(5, height)},
		},
	}
}

// ringStyle is DVONN's look.
func ringStyle() *Style {
	return &Style{
		Kind: Rings, Binder: 'D', Turnable: true, Rows: true,
		Pieces: []PieceStyle{
			{'W', "white", Plain, RGB(0xF4F0E6), RGB(0xDDD7C8), RGB(0xCFC8B6), RGB(0xFFFFFF), RGB(0x1C1D1F), ' ', ' ', 7, 255},
			{'B', "black", Rim, RGB(0x2B2C2F), RGB(0x1B1C1E), RGB(0x101112), RGB(0xD9D5CB), RGB(0xF4F0E6), ' ', ' ', 0, 235},
			{'D', "dvonn", Lozenge, RGB(0xB22F1F), RGB(0x8E2114), RGB(0x84190D), RGB(0xE9836F), RGB(0xFFF6F2), '◆', '*', 1, 124},
		},
		terms: map[Size]termSize{
			Small:  {unit: 2, minStep: 4, maxStep: 7, width: 4, lines: 1},
			Medium: {unit: 3, minStep: 6, maxStep: 9, width: 5, lines: 3},
			Large:  {unit: 5, minStep: 10, maxStep: 14, width: 7, lines: 3},
			Huge:   {unit: 8, minStep: 16, maxStep: 18, width: 11, lines: 5},
		},
	}
}
