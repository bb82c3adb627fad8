package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// claim picks the nth color that can be claimed, or none; the same again takes
// it back.
func (gs *gameScreen) claim(n int) {
	if gs.source.premoving() {
		gs.claimAhead(n)
		return
	}
	if !gs.personToMove() {
		return
	}
	gs.clearMessages()
	gs.why, gs.asked = nil, game.NoSpot
	color := game.Piece(0)
	if n > 0 {
		c, ok := gs.pos().(game.Claimer)
		if !ok {
			return
		}
		list := gs.claimable()
		if n > len(list) {
			return
		}
		color = list[n-1]
		if color == gs.choice.claim {
			color = 0
		} else if !contains(gs.choice.claims(), color) {
			gs.warn(gs.noClaim(c, color))
			return
		}
	}
	gs.choice.claim = color
	if len(gs.choice.path) > 0 && gs.choice.origins(color)&gs.choice.path[0].Bit() == 0 {
		gs.choice.path = nil
	} else if len(gs.choice.path) > 1 {
		gs.choice.path = gs.choice.path[:1]
	}
}

// noClaim says why a color cannot be claimed now, as the rules explain it.
func (gs *gameScreen) noClaim(c game.Claimer, color game.Piece) string {
	l := gs.game().Layout()
	for _, from := range l.Spots {
		for _, to := range l.Spots {
			if from != to && gs.choice.top(from) != 0 && gs.choice.top(to) != 0 {
				if e := gs.choice.refused(gs.choice.spelled(color, []game.Spot{from}, to)); e != nil && e.Args["from"] == "" {
					return i18n.Sentence(gs.reason(e))
				}
			}
		}
	}
	return gs.t("ui.claim.nothing")
}

// claimable returns the colors that players claim in this game, claimed already or
// not; jokers are none of them.
func (gs *gameScreen) claimable() []game.Piece {
	claimer, ok := gs.pos().(game.Claimer)
	if !ok {
		return nil
	}
	var list []game.Piece
	for _, p := range gs.game().Pieces() {
		if claimer.IsColor(p) {
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
func (gs *gameScreen) cancel() tea.Cmd {
	switch {
	case gs.source.cancel():
	case gs.engine.playHint:
		gs.engine.playHint = false
	case gs.why != nil || gs.engine.hint != nil:
		gs.why, gs.asked, gs.engine.hint = nil, game.NoSpot, nil
		gs.clearMessages()
	case len(gs.choice.path) > 0:
		gs.choice.path = gs.choice.path[:len(gs.choice.path)-1]
	case gs.choice.claim != 0:
		gs.choice.claim = 0
	default:
		return gs.do(doMenu, 0)
	}
	return nil
}

// act picks up the stack on a spot, goes on over it, or puts the stack down there.
func (gs *gameScreen) act(s game.Spot) tea.Cmd {
	if s == game.NoSpot {
		return nil
	}
	if gs.source.timed() && gs.state().Paused() {
		return gs.pause()
	}
	if gs.source.premoving() {
		gs.prepare(s)
		return nil
	}
	if !gs.personToMove() {
		gs.source.tellTurn()
		return nil
	}
	if m, pass := game.ForcedPass(gs.choice.pos); pass {
		return gs.play(m)
	}
	again := gs.asked == s
	gs.why, gs.asked, gs.engine.hint = nil, game.NoSpot, nil
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

// take picks up a stack, or says why it cannot move.
func (gs *gameScreen) take(s game.Spot) {
	if gs.choice.origins(gs.choice.claim)&s.Bit() != 0 {
		gs.choice.path = []game.Spot{s}
		return
	}
	spot := gs.game().Layout().Names[s]
	title := gs.t("ui.why.stack", i18n.Args{"spot": spot})
	if e := game.WhyStuck(gs.choice.pos, gs.choice.claim, s); e != nil {
		gs.why, gs.asked = e, s
		gs.warn(gs.Catalog.Labeled(title, gs.reason(e)))
	} else {
		gs.asked = s
		gs.warn(gs.Catalog.Labeled(title, gs.t("ui.why.no_target", i18n.Args{"spot": spot})))
	}
	gs.sayClaims(game.ClaimsFor(gs.choice.pos, s, game.NoSpot))
}

// refuse says why the stack picked up cannot be put down on a spot.
func (gs *gameScreen) refuse(s game.Spot) {
	e := gs.choice.refusal(s)
	if e == nil {
		return
	}
	gs.why, gs.asked = e, s
	move := gs.choice.spelled(gs.choice.claim, gs.choice.path, s)
	gs.warn(gs.Catalog.Labeled(gs.t("ui.why.title", i18n.Args{"move": move}), gs.reason(e)))
	if len(gs.choice.path) == 1 {
		gs.sayClaims(game.ClaimsFor(gs.choice.pos, gs.choice.path[0], s))
	}
}

// sayClaims names the colors after whose claim a refused thing could be done.
func (gs *gameScreen) sayClaims(colors []game.Piece) {
	if len(colors) == 0 || gs.choice.claim != 0 {
		return
	}
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = gs.t("color." + gs.game().ColorName(c) + ".claim")
	}
	gs.tell(dim, gs.t("ui.why.claim_first", i18n.Args{"colors": gs.Catalog.List("list.or", names)}))
}
