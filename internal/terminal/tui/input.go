package tui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
)

// update takes keys, the mouse, clicks on what the view shows, and results.
func (gs *gameScreen) update(msg tea.Msg) tea.Cmd {
	gs.endAnimation(msg)
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if gs.typed != nil {
			return gs.typing(m)
		}
		return gs.key(m)
	case tea.PasteMsg:
		if gs.typed == nil {
			gs.typed = &lineEditor{}
		}
		gs.typed.insert(m.Content)
		gs.preview()
	case tea.MouseMsg:
		return gs.mouse(m)
	case pressMsg:
		cmd, _ := gs.press(string(m))
		return cmd
	case goToMsg:
		return gs.goTo(int(m))
	case linesMsg:
		return gs.linesArrived(m)
	case savedMsg:
		return gs.saved(m)
	case keptMsg:
		gs.unsaved = m.err
	case playMsg:
		if m.generation == gs.engine.generation && gs.personToMove() {
			return gs.play(m.move)
		}
	case replayMsg:
		if m.generation == gs.engine.generation && len(gs.ahead) > 0 {
			return gs.play(gs.ahead[0].Move)
		}
	case passMsg:
		if m, pass := game.ForcedPass(gs.choice.pos); pass && gs.personToMove() && !gs.held {
			return gs.play(m)
		}
	case frameMsg:
		return gs.nextFrame(m)
	case tickMsg:
		if m.number == gs.ticks {
			if gs.checkFlag(gs.Now()) {
				return gs.flagged()
			}
			return gs.tick()
		}
	default:
		if h, ok := gs.mode.(interface{ hear(tea.Msg) tea.Cmd }); ok {
			return h.hear(msg)
		}
	}
	return nil
}

func (gs *gameScreen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	gs.held = gs.held || name != "enter" && name != "space"
	if d, ok := arrows[strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "shift+"), "alt+"), "ctrl+")]; ok {
		gs.walk(d, strings.Contains(name, "+"))
		return nil
	}
	if cmd, ok := gs.press(name); ok {
		return cmd
	}
	// The letters that a move can begin with begin one.
	if text := strings.ToLower(k.Text); len(text) == 1 && strings.Contains(moveLetters, text) {
		gs.typed = &lineEditor{}
		gs.typed.insert(k.Text)
		gs.preview()
	}
	return nil
}

// moveLetters are the columns of spots, the letters of colors, and that of a
// pass.
const moveLetters = "abcdefghijkrp"

// mouse takes what the mouse does on the board and the list of moves.
func (gs *gameScreen) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	spot := gs.spotAt(at.X, at.Y)
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		switch e.Button {
		case tea.MouseWheelUp:
			return gs.update(pressMsg("["))
		case tea.MouseWheelDown:
			return gs.update(pressMsg("]"))
		}
	case tea.MouseMotionMsg:
		gs.hoveredClaim = 0
		if key, ok := gs.frame.under(at.X, at.Y).(pressMsg); ok {
			if n, err := strconv.Atoi(string(key)); err == nil && n > 0 && n <= len(gs.claimable()) {
				gs.hoveredClaim = gs.claimable()[n-1]
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
				return gs.update(pressMsg("esc"))
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
		return gs.tap(spot)
	}
	return nil
}

// tap picks up the stack on a spot, goes on over it, or puts the stack down there.
func (gs *gameScreen) tap(s game.Spot) tea.Cmd {
	if s == game.NoSpot {
		return nil
	}
	if !gs.personToMove() || gs.stopped() {
		return gs.mode.outOfTurn(s, "")
	}
	if m, pass := game.ForcedPass(gs.choice.pos); pass {
		return gs.play(m)
	}
	again := gs.asked == s
	gs.forgive()
	gs.engine.hint = nil
	gs.clearMessages()
	if m, ok := gs.choice.move(s); ok {
		return gs.play(m)
	}
	path := gs.choice.path
	switch {
	case gs.choice.placing():
		gs.refuse(s)
	case len(path) == 0:
		gs.take(s)
	case s == path[0]:
		gs.choice.path = nil
	case gs.choice.points()&s.Bit() != 0:
		gs.choice.path = append(path[:len(path):len(path)], s)
	case s == path[len(path)-1]:
		gs.choice.path = path[:len(path)-1]
	case len(gs.pos().Stack(s, nil)) == 0:
		gs.choice.path = nil
	case again:
		gs.choice.path = nil
		gs.take(s)
	default:
		gs.refuse(s)
	}
	return nil
}

// cancel goes a step back in the choice; with nothing chosen it opens the menu.
func (gs *gameScreen) cancel() tea.Cmd {
	switch {
	case gs.engine.playHint:
		gs.engine.playHint = false
	case gs.why != nil || gs.engine.hint != nil:
		gs.forgive()
		gs.engine.hint = nil
		gs.clearMessages()
	case len(gs.choice.path) > 0:
		gs.choice.path = gs.choice.path[:len(gs.choice.path)-1]
	case gs.choice.claim != 0:
		gs.choice.claim = 0
	default:
		return gs.push(gs.menu())
	}
	return nil
}
