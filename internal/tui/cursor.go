package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
)

// arrows are directions on the screen: columns and rows, downwards.
var arrows = map[string][2]int{"up": {0, -1}, "down": {0, 1}, "left": {-1, 0}, "right": {1, 0}}

// walk moves the focus to a neighbor. Of the six directions of a board four are
// slanted: an arrow across the board's straight lines goes along one slant,
// with shift along the other, and where there is nothing along the one it goes
// along the other.
func (t *gameScreen) walk(arrow [2]int, shift bool) {
	g := t.shown.grid
	if g == nil {
		return
	}
	t.why, t.asked = nil, game.NoSpot
	if t.focus == game.NoSpot {
		t.focus = t.firstFocus()
		return
	}
	x, y := g.Center(t.focus)
	var straight, slant, other game.Spot = game.NoSpot, game.NoSpot, game.NoSpot
	for _, n := range t.game().Layout().Neighbors[t.focus] {
		if n == game.NoSpot {
			continue
		}
		nx, ny := g.Center(n)
		dx, dy := sign(nx-x), sign(ny-y)
		along, across := dx*arrow[0]+dy*arrow[1], dx*arrow[1]+dy*arrow[0]
		switch {
		case along <= 0:
		case across == 0:
			straight = n
		// Left and right slant up; up slants right and down slants left.
		case arrow[1] == 0 && dy < 0, arrow[0] == 0 && dx == -arrow[1]:
			slant = n
		default:
			other = n
		}
	}
	if shift {
		slant, other = other, slant
	}
	for _, s := range []game.Spot{straight, slant, other} {
		if s != game.NoSpot {
			t.focus = s
			return
		}
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// jump moves the focus to the next stack that can move, or the next target.
func (t *gameScreen) jump(step int) {
	set := t.choice.targets() | t.choice.points()
	if set == 0 {
		set = t.choice.origins(t.choice.claim)
	}
	spots := t.game().Layout().Spots
	at := 0
	for i, s := range spots {
		if s == t.focus {
			at = i
		}
	}
	for range spots {
		at = (at + step + len(spots)) % len(spots)
		if set&spots[at].Bit() != 0 {
			t.focus = spots[at]
			t.why, t.asked = nil, game.NoSpot
			return
		}
	}
}

// mouse takes what the mouse does on the board and the list of moves.
func (t *gameScreen) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	spot := t.spotAt(at.X, at.Y)
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		switch e.Button {
		case tea.MouseWheelUp:
			return t.do(doBack, 1)
		case tea.MouseWheelDown:
			return t.do(doForward, 1)
		}
	case tea.MouseMotionMsg:
		t.hoveredClaim = 0
		if d, ok := t.frame.under(at.X, at.Y).(doMsg); ok && d.what == doClaim && d.n > 0 {
			if list := t.claimable(); d.n <= len(list) {
				t.hoveredClaim = list[d.n-1]
			}
		}
		if spot != game.NoSpot && t.typed == nil {
			t.focus = spot
		}
	case tea.MouseClickMsg:
		t.held = true
		switch e.Button {
		case tea.MouseLeft:
			t.pressed = spot
			if spot != game.NoSpot {
				t.focus = spot
			}
		case tea.MouseRight:
			if len(t.choice.path) > 0 || t.choice.claim != 0 || t.why != nil {
				return t.cancel()
			}
		}
	case tea.MouseReleaseMsg:
		// What is done is done on release, so that a slip can be taken back by
		// leaving the spot; from one stack to another it is a drag.
		pressed := t.pressed
		t.pressed = game.NoSpot
		if spot == game.NoSpot || pressed == game.NoSpot {
			return nil
		}
		t.typed = nil
		t.focus = spot
		if pressed != spot && t.personToMove() && !t.choice.placing() {
			if len(t.choice.path) == 0 || t.choice.path[0] != pressed {
				t.choice.path = nil
				t.clearMessages()
				t.take(pressed)
			}
			if len(t.choice.path) == 0 {
				return nil
			}
		} else if pressed != spot {
			return nil
		}
		return t.act(spot)
	}
	return nil
}

// spotAt returns the spot drawn at a place of the screen.
func (t *gameScreen) spotAt(x, y int) game.Spot {
	g := t.shown.grid
	if g == nil {
		return game.NoSpot
	}
	x, y = x-t.shown.x, y-t.shown.y
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return game.NoSpot
	}
	return g.Spot(x, y)
}
