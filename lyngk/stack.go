package lyngk

import "cairn.example/game"

// Color is a kind of piece. The five active colors come first, in canonical
// order; Joker is the last kind.
type Color uint8

// The kinds of pieces.
const (
	Ivory Color = iota
	Blue
	Red
	Green
	Black
	Joker

	// Colors is the number of active colors.
	Colors = 5

	kinds = 6
)

const letters = "IBRGKJ"

var colorNames = [kinds]string{"ivory", "blue", "red", "green", "black", "joker"}

// Piece returns the letter of c in text forms.
func (c Color) Piece() game.Piece { return game.Piece(letters[c]) }

// String returns the English name in lower case.
func (c Color) String() string { return colorNames[c] }

// ColorSet is a set of active colors: bit c stands for color c.
type ColorSet uint8

const allColors ColorSet = 1<<Colors - 1

// Has reports whether c is in the set.
func (s ColorSet) Has(c Color) bool { return s>>c&1 != 0 }

// Len returns the number of colors.
func (s ColorSet) Len() int {
	n := 0
	for ; s != 0; s &= s - 1 {
		n++
	}
	return n
}

// stack is the pieces on a spot; zero is an empty spot.
//
//	bits 0-4   the active colors it holds
//	bits 5-7   its height
//	bits 8-10  the kind of its top piece
//	bits 11-28 the kinds of all pieces, 3 bits each, bottom first
//
// The low eleven bits are all that decides play; the rest is for drawing.
type stack uint32

const (
	stackColors = 1<<5 - 1
	stackTop    = 7 << 8
	stackPlay   = 1<<11 - 1
	pieceShift  = 11
)

func (s stack) colors() ColorSet { return ColorSet(s & stackColors) }
func (s stack) height() int      { return int(s >> 5 & 7) }
func (s stack) top() Color       { return Color(s >> 8 & 7) }

// piece returns the kind of piece i, counted from the bottom.
func (s stack) piece(i int) Color { return Color(s >> (pieceShift + 3*i) & 7) }

// single returns a stack of one piece.
func single(c Color) stack {
	return stack(1<<c&stackColors) | 1<<5 | stack(c)<<8 | stack(c)<<pieceShift
}

// onto returns s put on top of below. Their colors are disjoint and their
// heights sum to 6 at most, so the fields add up without a carry.
func (s stack) onto(below stack) stack {
	return s&stackPlay + below&^stackTop + s>>pieceShift<<(pieceShift+3*(below>>5&7))
}
