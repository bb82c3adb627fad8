package tui

import (
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// gameView draws a game screen. It changes nothing but the note of where things are.
type gameView struct {
	*gameScreen
	notes notes
}

// view draws the game screen.
func (gs *gameScreen) view(c *canvas) { gameView{gs, gs.mode.notes()}.draw(c) }

// draw draws the whole screen.
func (v gameView) draw(c *canvas) {
	p := v.arrange(c)
	b := v.marked(v.notes)
	if v.animation != nil {
		b = v.animation.board
	}
	g, w, body := v.drawn(b, p), c.Width, c.Height-p.foot
	if !g.Fits {
		v.shown = shownBoard{}
		v.noRoom(c, g)
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
	if v.animation != nil {
		v.drawAnimation(c, p, x, y)
	} else {
		c.paste(g, x, y)
	}
	v.shown = shownBoard{grid: g, x: x, y: y}
	low := y + g.Height
	switch {
	case p.panel == below:
		v.lowPanel(c, low, body)
	case p.panel == beside:
		// Long lines are read better below the board than in a narrow panel.
		apart := under && v.traits().studies && free >= 12
		if under {
			stack := &column{canvas: c, x: 1, y: low, w: left - 2, end: body}
			if apart {
				stack.end -= 7
				low := &column{canvas: c, x: 1, y: body - 7, w: left - 2, end: body}
				v.engineLines(low)
				v.played(low)
			}
			v.stackPanel(stack, true, true)
		}
		panel := &column{canvas: c, x: left, y: 0, w: side - 1, end: body}
		if p.foot < foot {
			panel.end -= messagesBeside
			v.messagePanel(&column{canvas: c, x: left, y: panel.end, w: side - 1, end: body})
		}
		v.panel(panel, !under, !apart)
	case p.panel == strip:
		v.stripPanel(&column{canvas: c, x: 1, y: max(low, body-v.stripLines()), w: w - 2, end: body})
	case under:
		v.stackPanel(&column{canvas: c, x: 1, y: low, w: w - 2, end: body}, true, true)
	}
	v.footer(c, low, body, p)
}

// lowPanel draws the panel below the board, in two or three columns.
func (v gameView) lowPanel(c *canvas, y, end int) {
	n := 3
	if c.Width < 75 {
		n = 2
	}
	w := (c.Width - 2) / n
	col := func(i int) *column { return &column{canvas: c, x: 1 + i*w, y: y, w: w - 2, end: end} }
	first, middle, last := col(0), col(1), col(n-1)
	last.w++
	v.heading(first)
	v.drawPlayers(first)
	rest := first
	if first.left() < 6 && n == 3 && first.left() < v.standingLines() {
		rest = last
	}
	v.standing(rest, false, true)
	if n == 3 {
		v.stackPanel(middle, false, false)
		v.played(middle)
		v.drawTalk(last)
		v.moveList(last)
		return
	}
	room := min(v.stackRoom()+3, (end-y)*2/3)
	v.stackPanel(&column{canvas: c, x: last.x, y: y, w: last.w, end: y + room}, false, false)
	last.y = y + room
	v.played(last)
	v.drawTalk(last)
	v.moveList(last)
}

// drawTalk draws the last lines of what people say to each other at the end of a column,
// where there is room.
func (v gameView) drawTalk(c *column) {
	room := min(c.left()/2, 9)
	if v.notes.talk == nil || room < 5 {
		return
	}
	top := c.end - room
	c.rule(c.x, top, c.w)
	c.text(c.x, top+1, c.w-2, fit(c.w-4, v.notes.talk.heads...), dim)
	c.right(c.x+c.w, top+1, "t", accent)
	c.on(line(c.x, top, c.w), pressMsg("t"))
	lines := wrapped(v.notes.talk.lines, c.w)
	for i, l := range lines[max(0, len(lines)-(room-2)):] {
		c.text(c.x, top+2+i, c.w, l.text, l.style)
	}
	v.shown.talk = true
	c.end = top
}

// noRoom says that the board does not fit.
func (v gameView) noRoom(c *canvas, g *draw.Grid) {
	lines := wrap(v.t("tui.too_small", i18n.Args{
		"width": g.Width, "height": g.Height + foot, "has_width": c.Width, "has_height": c.Height,
	}), c.Width-2)
	for i, l := range lines {
		c.text(max(0, (c.Width-width(l))/2), max(0, (c.Height-len(lines))/2)+i, c.Width, l, strong)
	}
}

// usualStatus says whose turn it is, or how the game ended.
func (gs *gameScreen) usualStatus() message {
	switch _, pass := game.ForcedPass(gs.choice.pos); {
	case gs.over():
		return message{gs.result(), accent}
	case gs.state().Paused():
		return message{gs.t("ui.paused.about"), accent}
	case gs.lookingBack():
		return message{gs.t("ui.browsing", i18n.Args{"n": len(gs.steps)}), accent}
	case gs.engine.thinking:
		return message{gs.t("ui.thinking", i18n.Args{"player": gs.say.Player(gs.pos().Side())}), dim}
	case pass && gs.personToMove():
		if gs.say.Listener != nil {
			return message{gs.t("say.you_pass"), accent}
		}
		return message{gs.t("ui.pass.about", i18n.Args{"player": gs.say.Player(gs.pos().Side())}), accent}
	}
	text := gs.say.Turn(gs.pos())
	if n, ok := gs.pos().(game.Placer); ok && n.Next() != 0 {
		text += " " + gs.t("ui.place", i18n.Args{"piece": gs.t("color." + gs.game().ColorName(n.Next()) + ".noun")}) + "."
	}
	return message{text, strong}
}

// messagePanel draws the messages beside the board, at the end of the column.
func (v gameView) messagePanel(c *column) {
	lines := v.messageLines(append(slices.Clip(v.messages), v.notes.notices...), c.w, c.left())
	c.y = max(c.end-len(lines), c.y)
	for _, l := range lines {
		c.add(l.text, l.style)
	}
}

// footer draws the messages and the keys, or the line being typed. The board ends
// above line low.
func (v gameView) footer(c *canvas, low, y int, p arrangement) {
	w := c.Width
	if p.foot == foot {
		// A long message takes lines of what stands above it, but not of the board.
		room := min(foot-1+max(y-low, 0), messagesMost)
		if v.notes.steady && v.why == nil {
			room = foot - 1 // the opponent's clock must not be covered
		}
		lines := v.footerMessages(w-2, p.panel, room)
		if extra := len(lines) - (foot - 1); extra > 0 {
			y -= extra
			c.clear(draw.Rect{X0: 0, Y0: y, X1: w, Y1: y + extra})
		}
		for i, l := range lines {
			c.text(1, y+i, w-2, l.text, l.style)
		}
	}
	y = c.Height - 1
	if v.typed != nil {
		x := c.text(1, y, w-2, c.glyph("› ", "> "), accent)
		v.typed.show(c, x, y, w-x-1, plain)
		return
	}
	v.keyLine(c, y)
}

// footerMessages returns the lines of messages below everything, at most room of them.
func (v gameView) footerMessages(w int, where panelPlace, room int) []message {
	var head, lines []message
	panel := where == beside || where == below
	if !panel {
		status := v.notes.status
		if where == strip {
			status.text = v.withJudgement(status.text, w)
		}
		head = wrapped([]message{status}, w)
		head = head[:min(len(head), max(room-1, 1))]
	}
	messages, told := v.messages, v.shown.result
	if !panel {
		told = v.over() && len(head) == len(wrap(v.result(), w))
	}
	if told {
		messages = slices.DeleteFunc(slices.Clone(messages), func(m message) bool { return m.text == v.result() })
	}
	if hand := v.handWords(); where == below && v.why == nil && len(hand) > 0 {
		// There is no room for them beside the stack.
		lines = append(lines, message{strings.Join(hand, " "), plain})
	} else if where == below && v.over() && !told {
		lines = append(lines, message{v.result(), accent})
	} else {
		lines = append(lines, messages...)
	}
	lines = append(lines, v.notes.notices...)
	return append(head, v.messageLines(lines, w, room-len(head))...)
}

// messageLines breaks messages into at most room lines of at most w columns. Where not
// all fit, older messages are left out, and the end of one that does not fit by itself.
// The reason of a refusal goes before what is said after it.
func (v gameView) messageLines(list []message, w, room int) []message {
	if v.why == nil {
		for len(list) > 1 && len(wrapped(list, w)) > room {
			list = list[1:]
		}
	}
	lines := wrapped(list, w)
	if len(lines) <= room || room <= 0 {
		return lines[:max(min(len(lines), room), 0)]
	}
	last := &lines[room-1]
	for last.text != "" && width(last.text)+1+width(v.ellipsis()) > w { // room for the sign that it goes on
		cut := strings.LastIndexByte(last.text, ' ')
		last.text = last.text[:max(cut, 0)]
	}
	last.text += " " + v.ellipsis()
	return lines[:room]
}

// ellipsis says that a text goes on.
func (v gameView) ellipsis() string {
	if v.ASCII {
		return ".."
	}
	return "…"
}

// wrapped breaks messages into lines of at most w columns.
func wrapped(list []message, w int) []message {
	var lines []message
	for _, n := range list {
		for _, l := range wrap(n.text, w) {
			lines = append(lines, message{l, n.style})
		}
	}
	return lines
}
