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
func (gs *gameScreen) walk(arrow [2]int, shift bool) {
	g := gs.shown.grid
	if g == nil {
		return
	}
	gs.why, gs.asked = nil, game.NoSpot
	if gs.focus == game.NoSpot {
		gs.focus = gs.firstFocus()
		return
	}
	x, y := g.Center(gs.focus)
	var straight, slant, other game.Spot = game.NoSpot, game.NoSpot, game.NoSpot
	for _, n := range gs.game().Layout().Neighbors[gs.focus] {
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
			gs.focus = s
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
func (gs *gameScreen) jump(step int) {
	set := gs.choice.targets() | gs.choice.points()
	if set == 0 {
		set = gs.choice.origins(gs.choice.claim)
	}
	spots := gs.game().Layout().Spots
	at := 0
	for i, s := range spots {
		if s == gs.focus {
			at = i
		}
	}
	for range spots {
		at = (at + step + len(spots)) % len(spots)
		if set&spots[at].Bit() != 0 {
			gs.focus = spots[at]
			gs.why, gs.asked = nil, game.NoSpot
			return
		}
	}
}

// mouse takes what the mouse does on the board and the list of moves.
func (gs *gameScreen) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	spot := gs.spotAt(at.X, at.Y)
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		switch e.Button {
		case tea.MouseWheelUp:
			return gs.do(doBack, 1)
		case tea.MouseWheelDown:
			return gs.do(doForward, 1)
		}
	case tea.MouseMotionMsg:
		gs.hoveredClaim = 0
		if d, ok := gs.frame.under(at.X, at.Y).(doMsg); ok && d.what == doClaim && d.n > 0 {
			if list := gs.claimable(); d.n <= len(list) {
				gs.hoveredClaim = list[d.n-1]
			}
		}
		if spot != game.NoSpot && gs.typed == nil {
			gs.focus = spot
		}
	case tea.MouseClickMsg:
		gs.held = true
		switch e.Button {
		case tea.MouseLeft:
			gs.pressed = spot
			if spot != game.NoSpot {
				gs.focus = spot
			}
		case tea.MouseRight:
			if len(gs.choice.path) > 0 || gs.choice.claim != 0 || gs.why != nil {
				return gs.cancel()
			}
		}
	case tea.MouseReleaseMsg:
		// What is done is done on release, so that a slip can be taken back by
		// leaving the spot; from one stack to another it is a drag.
		pressed := gs.pressed
		gs.pressed = game.NoSpot
		if spot == game.NoSpot || pressed == game.NoSpot {
			return nil
		}
		gs.typed = nil
		gs.focus = spot
		if pressed != spot && gs.personToMove() && !gs.choice.placing() {
			if len(gs.choice.path) == 0 || gs.choice.path[0] != pressed {
				gs.choice.path = nil
				gs.clearMessages()
				gs.take(pressed)
			}
			if len(gs.choice.path) == 0 {
				return nil
			}
		} else if pressed != spot {
			return nil
		}
		return gs.act(spot)
	}
	return nil
}

// spotAt returns the spot drawn at a place of the screen.
func (gs *gameScreen) spotAt(x, y int) game.Spot {
	g := gs.shown.grid
	if g == nil {
		return game.NoSpot
	}
	x, y = x-gs.shown.x, y-gs.shown.y
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return game.NoSpot
	}
	return g.Spot(x, y)
}
