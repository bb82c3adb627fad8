package tui

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
)

// view draws the game screen.
func (t *gameScreen) view(c *canvas) {
	p := t.arrange(c)
	b := t.board()
	if t.animation != nil {
		b = t.animation.board
	}
	g, w, body := t.drawn(b, p), c.Width, c.Height-p.foot
	if !g.Fits {
		t.shown = shownBoard{}
		t.noRoom(c, g)
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
	if t.animation != nil {
		t.drawAnimation(c, p, x, y)
	} else {
		c.paste(g, x, y)
	}
	t.shown = shownBoard{grid: g, x: x, y: y}
	low := y + g.Height
	switch {
	case p.panel == below:
		t.lowPanel(c, low, body)
	case p.panel == beside:
		// Long lines are read better below the board than in a narrow panel.
		apart := under && t.analysis && free >= 12
		if under {
			stack := &column{canvas: c, x: 1, y: low, w: left - 2, end: body}
			if apart {
				stack.end -= 7
				t.engineLines(&column{canvas: c, x: 1, y: body - 7, w: left - 2, end: body})
			}
			t.stackPanel(stack, true, true)
		}
		panel := &column{canvas: c, x: left, y: 0, w: side - 1, end: body}
		if p.foot < foot {
			panel.end -= messagesBeside
			t.messagePanel(&column{canvas: c, x: left, y: panel.end, w: side - 1, end: body})
		}
		t.panel(panel, !under, !apart)
	case p.panel == strip:
		t.stripPanel(&column{canvas: c, x: 1, y: max(low, body-t.stripLines()), w: w - 2, end: body})
	case under:
		t.stackPanel(&column{canvas: c, x: 1, y: low, w: w - 2, end: body}, true, true)
	}
	t.footer(c, low, body, p)
}

// lowPanel draws the panel below the board, in two or three columns.
func (t *gameScreen) lowPanel(c *canvas, y, end int) {
	n := 3
	if c.Width < 75 {
		n = 2
	}
	w := (c.Width - 2) / n
	col := func(i int) *column { return &column{canvas: c, x: 1 + i*w, y: y, w: w - 2, end: end} }
	first, middle, last := col(0), col(1), col(n-1)
	last.w++
	t.heading(first)
	t.drawPlayers(first)
	rest := first
	if first.left() < 6 && n == 3 && first.left() < t.standingLines() {
		rest = last
	}
	t.standing(rest, false, true)
	if n == 3 {
		t.stackPanel(middle, false, false)
		t.moveList(last)
		return
	}
	room := min(t.stackRoom()+3, (end-y)*2/3)
	t.stackPanel(&column{canvas: c, x: last.x, y: y, w: last.w, end: y + room}, false, false)
	last.y = y + room
	t.moveList(last)
}

// noRoom says that the board does not fit.
func (t *gameScreen) noRoom(c *canvas, g *draw.Grid) {
	lines := wrap(t.t("tui.too_small", i18n.Args{
		"width": g.Width, "height": g.Height + foot, "has_width": c.Width, "has_height": c.Height,
	}), c.Width-2)
	for i, l := range lines {
		c.text(max(0, (c.Width-width(l))/2), max(0, (c.Height-len(lines))/2)+i, c.Width, l, strong)
	}
}

// board is the position with its marks.
func (t *gameScreen) board() *draw.Board {
	pos := t.pos()
	b, err := draw.New(pos)
	if err != nil {
		// newGameScreen has found the style, so there is one.
		b = &draw.Board{Layout: t.game().Layout()}
	}
	b.Style = t.style // the same one each time, so that equal boards are equal
	path := t.choice.path
	last, played := t.session.Last()
	switch {
	case !played:
	case len(path) == 0 && t.choice.claim == 0 && t.why == nil && t.engine.hint == nil:
		b.MarkPlayed(last.Before, last.Move)
	case len(path) == 0:
		if parts := t.game().Parts(last.Move); !parts.Pass() && parts.To != game.NoSpot && len(pos.Stack(parts.To, nil)) > 0 {
			b.Marks.To |= parts.To.Bit()
		}
	}
	if claim := t.shownClaim(); claim != 0 && len(path) == 0 {
		b.Marks.Points |= t.choice.effect(claim).origins
	}
	if len(path) > 0 {
		t.markChoice(b)
	} else if h := t.engine.hint; h != nil {
		b.MarkPlanned(pos, h.Moves[0])
	}
	if t.hinges {
		t.markHinges(b)
	}
	if t.why != nil {
		b.MarkWhy(t.why)
	}
	if t.focus != game.NoSpot {
		b.Marks.Focus = t.focus.Bit()
	}
	return b
}

// markChoice marks the stack taken up, where it may go, and where the cursor
// would take it.
func (t *gameScreen) markChoice(b *draw.Board) {
	path := t.choice.path
	b.Marks.Selected |= path[0].Bit()
	targets := t.choice.targets()
	b.Marks.Points |= t.choice.points()
	for _, p := range path[1:] {
		b.Marks.Points |= p.Bit()
	}
	if m, ok := t.choice.move(t.focus); ok && t.focus != path[0] {
		b.MarkPlanned(t.pos(), m)
		b.Marks.Routes = append(b.Marks.Routes[:len(b.Marks.Routes)-1], draw.Route{Spots: t.choice.route(t.focus), Planned: true})
	} else if len(path) > 1 {
		b.Marks.Routes = append(b.Marks.Routes, draw.Route{Spots: path, Planned: true})
	}
	b.Marks.Targets |= targets
	b.Marks.Points &^= targets
}

// markHinges marks the stacks on which others hang, and those of the player to
// move that cannot.
func (t *gameScreen) markHinges(b *draw.Board) {
	pos := t.pos()
	if h, ok := pos.(hinged); ok && !t.choice.placing() {
		b.Marks.Hinges |= h.Hinges()
	}
	if o, ok := pos.(game.Owner); ok && !t.choice.placing() {
		b.Marks.Blocked |= o.Owned(pos.Side()) &^ t.choice.origins(t.choice.claim)
	}
}

// shownClaim is the claim that is looked at or chosen, 0 for none.
func (t *gameScreen) shownClaim() game.Piece {
	if t.hoveredClaim != 0 && t.personToMove() && contains(t.choice.claims(), t.hoveredClaim) {
		return t.hoveredClaim
	}
	return t.choice.claim
}

// status says whose turn it is, or how the game ended.
func (t *gameScreen) status() (string, style) {
	switch _, pass := t.choice.mustPass(); {
	case t.over():
		return t.result(), accent
	case t.analysis:
		return t.say.Turn(t.pos()), plain
	case t.state().Paused():
		return t.t("ui.paused.about"), accent
	case t.lookingBack():
		return t.t("ui.browsing", i18n.Args{"n": len(t.steps)}), accent
	case t.engine.thinking:
		return t.t("ui.thinking", i18n.Args{"player": t.say.Player(t.pos().Side())}), dim
	case pass && t.personToMove():
		if t.say.Listener != nil {
			return t.t("say.you_pass"), accent
		}
		return t.t("ui.pass.about", i18n.Args{"player": t.say.Player(t.pos().Side())}), accent
	}
	text := t.say.Turn(t.pos())
	if n, ok := t.pos().(placer); ok && n.Next() != 0 {
		text += " " + t.t("ui.place", i18n.Args{"piece": t.t("color." + t.game().ColorName(n.Next()) + ".noun")}) + "."
	}
	return text, strong
}

// messagePanel draws the messages beside the board, at the end of the column.
func (t *gameScreen) messagePanel(c *column) {
	lines := t.messageLines(t.messages, c.w, c.left())
	c.y = max(c.end-len(lines), c.y)
	for _, l := range lines {
		c.add(l.text, l.style)
	}
}

// footer draws the messages and the keys, or the line being typed. The board ends
// above line low.
func (t *gameScreen) footer(c *canvas, low, y int, p arrangement) {
	w := c.Width
	if p.foot == foot {
		// A long message takes lines of what stands above it, but not of the board.
		lines := t.footerMessages(w-2, p.panel, min(foot-1+max(y-low, 0), messagesMost))
		if extra := len(lines) - (foot - 1); extra > 0 {
			y -= extra
			c.clear(draw.Rect{X0: 0, Y0: y, X1: w, Y1: y + extra})
		}
		for i, l := range lines {
			c.text(1, y+i, w-2, l.text, l.style)
		}
	}
	y = c.Height - 1
	if t.typed != nil {
		x := c.text(1, y, w-2, c.glyph("› ", "> "), accent)
		t.typed.show(c, x, y, w-x-1, plain)
		return
	}
	t.keyLine(c, y)
}

// footerMessages returns the lines of messages below everything, at most room of them.
func (t *gameScreen) footerMessages(w int, where panelPlace, room int) []message {
	var head, lines []message
	panel := where == beside || where == below
	if !panel {
		text, s := t.status()
		head = wrapped([]message{{text, s}}, w)
		head = head[:min(len(head), max(room-1, 1))]
	}
	if hand := t.handWords(); where == below && t.why == nil && len(hand) > 0 {
		// There is no room for them beside the stack.
		lines = append(lines, message{strings.Join(hand, " "), plain})
	} else if where == below && t.over() {
		lines = append(lines, message{t.result(), accent})
	} else {
		lines = append(lines, t.messages...)
	}
	return append(head, t.messageLines(lines, w, room-len(head))...)
}

// messageLines breaks messages into at most room lines of at most w columns. Where not
// all fit, older messages are left out, and the end of one that does not fit by itself.
// The reason of a refusal goes before what is said after it.
func (t *gameScreen) messageLines(list []message, w, room int) []message {
	if t.why == nil {
		for len(list) > 1 && len(wrapped(list, w)) > room {
			list = list[1:]
		}
	}
	lines := wrapped(list, w)
	if len(lines) <= room || room <= 0 {
		return lines[:max(min(len(lines), room), 0)]
	}
	last := &lines[room-1]
	for last.text != "" && width(last.text)+1+width(t.ellipsis()) > w { // room for the sign that it goes on
		cut := strings.LastIndexByte(last.text, ' ')
		last.text = last.text[:max(cut, 0)]
	}
	last.text += " " + t.ellipsis()
	return lines[:room]
}

// ellipsis says that a text goes on.
func (t *gameScreen) ellipsis() string {
	if t.ASCII {
		return ".."
	}
	return "…"
}

// wrapped breaks news into lines of at most w columns.
func wrapped(list []message, w int) []message {
	var lines []message
	for _, n := range list {
		for _, l := range wrap(n.text, w) {
			lines = append(lines, message{l, n.style})
		}
	}
	return lines
}

// keyHint is a key with what it does.
type keyHint struct {
	key  string
	text string
	does doMsg
}

// keyLine draws as many of the keys that make sense now as fit.
func (t *gameScreen) keyLine(c *canvas, y int) {
	var list []keyHint
	add := func(key, text string, what command, n int) {
		list = append(list, keyHint{key, t.t(text), doMsg{what, n}})
	}
	enter := c.glyph("⏎", "Enter")
	switch _, pass := t.choice.mustPass(); {
	case t.over():
		add("n", "ui.new", doNew, 0)
		if !t.analysis {
			add("x", "ui.analysis", doAnalysis, 0)
		}
	case t.state().Paused():
		add(enter, "ui.proceed", doPause, 0)
	case !t.personToMove():
	case pass:
		add(enter, "ui.pass.now", doLand, 0)
	case t.choice.placing():
		add(enter, "tui.key.place", doLand, 0)
	case len(t.choice.path) > 0:
		add(enter, "tui.key.land", doLand, 0)
		add("Esc", "ui.cancel", doCancel, 0)
	default:
		add(enter, "tui.key.take", doLand, 0)
	}
	if t.personToMove() && len(t.choice.claims()) > 0 {
		add("1-"+strconv.Itoa(len(t.claimable())), "tui.key.claim", noCommand, 0)
	}
	if t.lookingBack() {
		add("]", "tui.key.on", doForward, 1)
		add("End", "tui.key.end", doLast, 0)
	}
	if len(t.steps) > 0 {
		add("u", "ui.back", doUndo, 0)
	}
	if t.personToMove() {
		add("t", "ui.hint", doHint, 0)
	}
	add("l", "tui.key.judge", doJudge, 0)
	add("s", "ui.save", doSave, 0)
	add("m", "ui.menu", doMenu, 0)
	add("?", "ui.help", doHelp, 0)
	c.keys(1, y, c.Width-2, list)
}

// keys draws keys with what they do, as many as fit; the last two always do.
func (c *canvas) keys(x, y, w int, list []keyHint) {
	size := func(k keyHint) int { return width(k.key) + 1 + width(k.text) + 2 }
	total := -2
	for _, k := range list {
		total += size(k)
	}
	for i := len(list) - 3; i > 0 && total > w; i-- {
		total -= size(list[i])
		list = append(list[:i:i], list[i+1:]...)
	}
	end := x + w
	for _, k := range list {
		from := x
		x = c.text(x, y, end-x, k.key, accent)
		x = c.text(x+1, y, end-x-1, k.text, dim)
		if k.does.what != noCommand {
			c.on(line(from, y, x-from), k.does)
		}
		x += 2
	}
}
