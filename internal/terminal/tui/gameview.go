package tui

import (
	"cairn.example/game"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// view draws the game screen.
func (gs *gameScreen) view(c *canvas) {
	p := gs.arrange(c)
	b := gs.board()
	if gs.animation != nil {
		b = gs.animation.board
	}
	g, w, body := gs.drawn(b, p), c.Width, c.Height-p.foot
	if !g.Fits {
		gs.shown = shownBoard{}
		gs.noRoom(c, g)
		return
	}
	side := 0
	if p.panel == beside {
		side = min(w-g.Width-1, panelMost)
	}
	left := w - side
	free := body - g.Height
	x, y := (left-g.Width)/2, free/2
	// The stack under the cursor is drawn in the free lines below the board.
	under := p.panel == below || p.panel == strip || free >= stackLeast
	if under {
		y = 0
		if free > 7 || p.panel == beside && free > 6 {
			y = 1
		}
	}
	if gs.animation != nil {
		gs.drawAnimation(c, p, x, y)
	} else {
		c.paste(g, x, y)
	}
	gs.shown = shownBoard{grid: g, x: x, y: y}
	low := y + g.Height
	switch {
	case p.panel == below:
		gs.lowPanel(c, low, body)
	case p.panel == beside:
		// Long lines are read better below the board than in a narrow panel.
		apart := under && gs.source.studies() && free >= 12
		if under {
			stack := &column{canvas: c, x: 1, y: low, w: left - 2, end: body}
			if apart {
				stack.end -= 7
				gs.engineLines(&column{canvas: c, x: 1, y: body - 7, w: left - 2, end: body})
			}
			gs.stackPanel(stack, true, true)
		}
		panel := &column{canvas: c, x: left, y: 0, w: side - 1, end: body}
		if p.foot < foot {
			panel.end -= messagesBeside
			gs.messagePanel(&column{canvas: c, x: left, y: panel.end, w: side - 1, end: body})
		}
		gs.panel(panel, !under, !apart)
	case p.panel == strip:
		gs.stripPanel(&column{canvas: c, x: 1, y: max(low, body-gs.stripLines()), w: w - 2, end: body})
	case under:
		gs.stackPanel(&column{canvas: c, x: 1, y: low, w: w - 2, end: body}, true, true)
	}
	if p.panel != beside && p.panel != below {
		gs.source.hideTalk()
	}
	gs.footer(c, low, body, p)
}

// lowPanel draws the panel below the board, in two or three columns.
func (gs *gameScreen) lowPanel(c *canvas, y, end int) {
	n := 3
	if c.Width < 75 {
		n = 2
	}
	w := (c.Width - 2) / n
	col := func(i int) *column { return &column{canvas: c, x: 1 + i*w, y: y, w: w - 2, end: end} }
	first, middle, last := col(0), col(1), col(n-1)
	last.w++
	gs.heading(first)
	gs.drawPlayers(first)
	rest := first
	if first.left() < 6 && n == 3 && first.left() < gs.standingLines() {
		rest = last
	}
	gs.standing(rest, false, true)
	if n == 3 {
		gs.stackPanel(middle, false, false)
		gs.source.talk(last)
		gs.moveList(last)
		return
	}
	room := min(gs.stackRoom()+3, (end-y)*2/3)
	gs.stackPanel(&column{canvas: c, x: last.x, y: y, w: last.w, end: y + room}, false, false)
	last.y = y + room
	gs.source.talk(last)
	gs.moveList(last)
}

// noRoom says that the board does not fit.
func (gs *gameScreen) noRoom(c *canvas, g *draw.Grid) {
	lines := wrap(gs.t("tui.too_small", i18n.Args{
		"width": g.Width, "height": g.Height + foot, "has_width": c.Width, "has_height": c.Height,
	}), c.Width-2)
	for i, l := range lines {
		c.text(max(0, (c.Width-width(l))/2), max(0, (c.Height-len(lines))/2)+i, c.Width, l, strong)
	}
}

// board is the position with its marks.
func (gs *gameScreen) board() *draw.Board {
	pos := gs.pos()
	b, err := draw.New(pos)
	if err != nil {
		// newGameScreen has found the style, so there is one.
		b = &draw.Board{Layout: gs.game().Layout()}
	}
	b.Style = gs.style // the same one each time, so that equal boards are equal
	path := gs.choice.path
	last, played := gs.session.Last()
	suggested, suggests := gs.source.suggested()
	switch {
	case !played:
	case len(path) == 0 && gs.choice.claim == 0 && gs.why == nil && !suggests:
		b.MarkPlayed(last.Before, last.Move)
	case len(path) == 0:
		if parts := gs.game().Parts(last.Move); !parts.Pass() && parts.To != game.NoSpot && len(pos.Stack(parts.To, nil)) > 0 {
			b.Marks.To |= parts.To.Bit()
		}
	}
	if claim := gs.shownClaim(); claim != 0 && len(path) == 0 {
		b.Marks.Points |= game.EffectOfClaim(gs.choice.pos, claim).Freed
	}
	if len(path) > 0 {
		gs.markChoice(b)
	} else if suggests {
		b.MarkPlanned(pos, suggested)
	}
	gs.source.mark(b)
	if gs.hinges {
		gs.markHinges(b)
	}
	if gs.why != nil {
		b.MarkWhy(gs.why)
	}
	if gs.focus != game.NoSpot {
		b.Marks.Focus = gs.focus.Bit()
	}
	return b
}

// markChoice marks the stack taken up, where it may go, and where the cursor
// would take it.
func (gs *gameScreen) markChoice(b *draw.Board) {
	path := gs.choice.path
	b.Marks.Selected |= path[0].Bit()
	targets := gs.choice.targets()
	b.Marks.Points |= gs.choice.points()
	for _, p := range path[1:] {
		b.Marks.Points |= p.Bit()
	}
	if m, ok := gs.choice.move(gs.focus); ok && gs.focus != path[0] {
		b.MarkPlanned(gs.pos(), m)
		b.Marks.Routes = append(b.Marks.Routes[:len(b.Marks.Routes)-1], draw.Route{Spots: gs.choice.route(gs.focus), Planned: true})
	} else if len(path) > 1 {
		b.Marks.Routes = append(b.Marks.Routes, draw.Route{Spots: path, Planned: true})
	}
	b.Marks.Targets |= targets
	b.Marks.Points &^= targets
}

// markHinges marks the stacks on which others hang, and those of the player to
// move that cannot.
func (gs *gameScreen) markHinges(b *draw.Board) {
	pos := gs.pos()
	if h, ok := pos.(game.Connectivity); ok && !gs.choice.placing() {
		b.Marks.Hinges |= h.Hinges()
	}
	if o, ok := pos.(game.Owner); ok && !gs.choice.placing() {
		b.Marks.Blocked |= o.Owned(pos.Side()) &^ gs.choice.origins(gs.choice.claim)
	}
}

// shownClaim is the claim that is looked at or chosen, 0 for none.
func (gs *gameScreen) shownClaim() game.Piece {
	if gs.hoveredClaim != 0 && gs.personToMove() && contains(gs.choice.claims(), gs.hoveredClaim) {
		return gs.hoveredClaim
	}
	return gs.choice.claim
}

// status says whose turn it is, or how the game ended.
func (gs *gameScreen) status() (string, style) {
	if text, look, ok := gs.source.status(); ok {
		return text, look
	}
	switch _, pass := game.ForcedPass(gs.choice.pos); {
	case gs.over():
		return gs.result(), accent
	case gs.state().Paused():
		return gs.t("ui.paused.about"), accent
	case gs.lookingBack():
		return gs.t("ui.browsing", i18n.Args{"n": len(gs.steps)}), accent
	case gs.engine.thinking:
		return gs.t("ui.thinking", i18n.Args{"player": gs.say.Player(gs.pos().Side())}), dim
	case pass && gs.personToMove():
		if gs.say.Listener != nil {
			return gs.t("say.you_pass"), accent
		}
		return gs.t("ui.pass.about", i18n.Args{"player": gs.say.Player(gs.pos().Side())}), accent
	}
	text := gs.say.Turn(gs.pos())
	if n, ok := gs.pos().(game.Placer); ok && n.Next() != 0 {
		text += " " + gs.t("ui.place", i18n.Args{"piece": gs.t("color." + gs.game().ColorName(n.Next()) + ".noun")}) + "."
	}
	return text, strong
}
