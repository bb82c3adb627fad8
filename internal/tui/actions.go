package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
)

// claim picks the nth color that can be claimed, or none; the same again takes
// it back.
func (t *gameScreen) claim(n int) {
	if !t.personToMove() {
		return
	}
	t.clearMessages()
	t.why, t.asked = nil, game.NoSpot
	color := game.Piece(0)
	if n > 0 {
		c, ok := t.pos().(game.Claimer)
		if !ok {
			return
		}
		list := t.claimable()
		if n > len(list) {
			return
		}
		color = list[n-1]
		if color == t.choice.claim {
			color = 0
		} else if !contains(t.choice.claims(), color) {
			t.warn(t.noClaim(c, color))
			return
		}
	}
	t.choice.claim = color
	if len(t.choice.path) > 0 && t.choice.origins(color)&t.choice.path[0].Bit() == 0 {
		t.choice.path = nil
	} else if len(t.choice.path) > 1 {
		t.choice.path = t.choice.path[:1]
	}
}

// noClaim says why a color cannot be claimed now, as the rules explain it.
func (t *gameScreen) noClaim(c game.Claimer, color game.Piece) string {
	l := t.game().Layout()
	for _, from := range l.Spots {
		for _, to := range l.Spots {
			if from != to && t.choice.top(from) != 0 && t.choice.top(to) != 0 {
				if e := t.choice.refused(t.choice.spelled(color, []game.Spot{from}, to)); e != nil && e.Args["from"] == "" {
					return i18n.Sentence(t.reason(e))
				}
			}
		}
	}
	return t.t("ui.claim.nothing")
}

// claimable returns the colors that players claim in this game, claimed already or
// not; jokers are none of them.
func (t *gameScreen) claimable() []game.Piece {
	if _, ok := t.pos().(game.Claimer); !ok {
		return nil
	}
	var list []game.Piece
	for _, p := range t.game().Pieces() {
		if t.Catalog.Has("color." + t.game().ColorName(p) + ".claim") {
			list = append(list, p)
		}
	}
	return list
}

func contains(list []game.Piece, p game.Piece) bool {
	for _, q := range list {
		if p == q {
			return true
		}
	}
	return false
}

// cancel goes a step back in the choice; with nothing chosen it opens the menu.
func (t *gameScreen) cancel() tea.Cmd {
	switch {
	case t.engine.playHint:
		t.engine.playHint = false
	case t.why != nil || t.engine.hint != nil:
		t.why, t.asked, t.engine.hint = nil, game.NoSpot, nil
		t.clearMessages()
	case len(t.choice.path) > 0:
		t.choice.path = t.choice.path[:len(t.choice.path)-1]
	case t.choice.claim != 0:
		t.choice.claim = 0
	default:
		return t.push(t.menu())
	}
	return nil
}

// act picks up the stack on a spot, goes on over it, or puts the stack down there.
func (t *gameScreen) act(s game.Spot) tea.Cmd {
	if s == game.NoSpot {
		return nil
	}
	if t.state().Paused() && !t.analysis {
		return t.pause()
	}
	if !t.personToMove() {
		t.clearMessages()
		switch {
		case t.over():
			t.tell(strong, t.result())
		case t.lookingBack():
			t.warn(t.t("tui.back.computer"))
		default:
			t.tell(dim, t.t("ui.thinking", i18n.Args{"player": t.say.Player(t.pos().Side())}))
		}
		return nil
	}
	if m, pass := t.choice.mustPass(); pass {
		return t.play(m)
	}
	again := t.asked == s
	t.why, t.asked, t.engine.hint = nil, game.NoSpot, nil
	t.clearMessages()
	if m, ok := t.choice.move(s); ok {
		return t.play(m)
	}
	path := t.choice.path
	switch {
	case t.choice.placing():
		t.refuse(s)
	case len(path) == 0:
		t.take(s)
	case s == path[0]:
		t.choice.path = nil
	case t.choice.points()&s.Bit() != 0:
		t.choice.path = append(path[:len(path):len(path)], s)
	case s == path[len(path)-1]:
		t.choice.path = path[:len(path)-1]
	case len(t.pos().Stack(s, nil)) == 0:
		t.choice.path = nil
	case again:
		t.choice.path = nil
		t.take(s)
	default:
		t.refuse(s)
	}
	return nil
}

// take picks up a stack, or says why it cannot move.
func (t *gameScreen) take(s game.Spot) {
	if t.choice.origins(t.choice.claim)&s.Bit() != 0 {
		t.choice.path = []game.Spot{s}
		return
	}
	spot := t.game().Layout().Names[s]
	title := t.t("ui.why.stack", i18n.Args{"spot": spot})
	if e := t.choice.stays(s); e != nil {
		t.why, t.asked = e, s
		t.warn(title + ": " + t.reason(e))
	} else {
		t.asked = s
		t.warn(title + ": " + t.t("ui.why.no_target", i18n.Args{"spot": spot}))
	}
	t.sayClaims(t.choice.claimsThatAllow(s, game.NoSpot))
}

// refuse says why the stack picked up cannot be put down on a spot.
func (t *gameScreen) refuse(s game.Spot) {
	e := t.choice.refusal(s)
	if e == nil {
		return
	}
	t.why, t.asked = e, s
	move := t.choice.spelled(t.choice.claim, t.choice.path, s)
	t.warn(t.t("ui.why.title", i18n.Args{"move": move}) + ": " + t.reason(e))
	if len(t.choice.path) == 1 {
		t.sayClaims(t.choice.claimsThatAllow(t.choice.path[0], s))
	}
}

// sayClaims names the colors after whose claim a refused thing could be done.
func (t *gameScreen) sayClaims(colors []game.Piece) {
	if len(colors) == 0 || t.choice.claim != 0 {
		return
	}
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = t.t("color." + t.game().ColorName(c) + ".name")
	}
	t.tell(dim, t.t("ui.why.claim_first", i18n.Args{"n": len(colors), "colors": t.Catalog.List(names)}))
}
