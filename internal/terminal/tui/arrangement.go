package tui

import (
	"reflect"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
)

// panelMost is the greatest width of the panel beside a board.
const panelMost = 46

// foot is the number of lines below everything: two of messages, one of keys. Where
// that allows a finer board the messages are beside it, in messagesBeside lines.
const (
	foot           = 3
	messagesBeside = 5
)

// messagesMost is how many lines a long message may take.
const messagesMost = 6

// stackLeast is how many lines below a board are enough for the stack under the
// cursor.
const stackLeast = 5

// playerLines is how many lines the players take: two each with their claims.
func (b *board) playerLines() int {
	if _, claims := b.pos().(game.Claimer); claims {
		return 4
	}
	return 2
}

// belowLeast is how many lines below a board are enough for the panel: the game,
// two lines for whose turn it is, and the players.
func (b *board) belowLeast() int { return 3 + b.playerLines() }

// stripLines is how many lines the strip below a board takes, where there is no
// room for a panel: one for the players, and one for what can be claimed and the
// counts where colors are claimed.
func (b *board) stripLines() int {
	if _, claims := b.pos().(game.Claimer); claims {
		return 2
	}
	return 1
}

// panelPlace is where the panel is.
type panelPlace uint8

const (
	nowhere panelPlace = iota
	beside
	below
	strip // a line or two below the board
)

// arrangement is how a game screen is laid out.
type arrangement struct {
	panel panelPlace
	foot  int // lines below everything
	w, h  int // room for the board
}

// viewState is what an arrangement is made for.
type viewState struct {
	w, h        int
	look        appearance
	turned, zen bool
}

// arrange chooses the arrangement with the finest board: the panel beside it, below
// it, or none where the terminal is too small for one or it is not wanted. It
// does not depend on the position, so it is made once for each size.
func (b *board) arrange(c *canvas) arrangement {
	s := viewState{c.Width, c.Height, c.appearance, b.turned, b.zen}
	if b.arrangedFor != s {
		b.arrangedFor, b.arranged = s, b.newArrangement(s)
	}
	return b.arranged
}

// terminal says how the board is drawn in w columns and h lines.
func (s viewState) terminal(w, h int) draw.Terminal {
	o := draw.Terminal{Theme: s.look.theme, Depth: s.look.depth, ASCII: s.look.ascii, Width: w, Height: h}
	if s.turned {
		o.Orientation = draw.Flipped
	}
	return o
}

func (b *board) newArrangement(s viewState) arrangement {
	empty := &draw.Board{Layout: b.game().Layout(), Style: b.style}
	size := draw.Auto
	var best arrangement
	try := func(where panelPlace, w, h, feet int) {
		if g := draw.Cells(empty, s.terminal(w, h)); g.Fits && g.Size > size {
			size, best = g.Size, arrangement{where, feet, w, h}
		}
	}
	if !s.zen {
		panels := []int{36, 32, 28} // a narrow one only where it makes the board finer
		if s.w < 96 {
			panels = panels[2:]
		}
		beside := func(feet int) {
			for _, w := range panels {
				if s.w-w >= 38 {
					try(beside, s.w-w-1, s.h-feet, feet)
				}
			}
		}
		beside(foot)
		try(below, s.w, s.h-foot-b.belowLeast(), foot)
		if s.h >= 26 { // the panel needs its lines too
			beside(1)
		}
	}
	if size == draw.Auto && !s.zen {
		for lines := b.stripLines(); lines > 0 && size == draw.Auto; lines-- {
			try(strip, s.w, s.h-foot-lines, foot)
		}
	}
	if size == draw.Auto {
		best = arrangement{nowhere, foot, s.w, s.h - foot}
	}
	return best
}

// drawn returns the drawing of a board, the one there is while nothing on it has
// changed. It must not be drawn over.
func (b *board) drawn(pic *draw.Board, p arrangement) *draw.Grid {
	if d := &b.drawing; d.grid == nil || d.view != b.arrangedFor || !reflect.DeepEqual(d.board, pic) {
		b.drawing = drawing{b.arrangedFor, pic, draw.Cells(pic, b.arrangedFor.terminal(p.w, p.h))}
	}
	return b.drawing.grid
}

// drawing is a board with how it was drawn.
type drawing struct {
	view  viewState
	board *draw.Board
	grid  *draw.Grid
}
