package tui

import (
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
)

// notes are the notices of the source of the game: what waits for somebody to act.
func (gs *gameScreen) notes() []message {
	list, _ := gs.source.notices()
	return list
}

// messagePanel draws the messages beside the board, at the end of the column.
func (gs *gameScreen) messagePanel(c *column) {
	lines := gs.messageLines(append(slices.Clip(gs.messages), gs.notes()...), c.w, c.left())
	c.y = max(c.end-len(lines), c.y)
	for _, l := range lines {
		c.add(l.text, l.style)
	}
}

// footer draws the messages and the keys, or the line being typed. The board ends
// above line low.
func (gs *gameScreen) footer(c *canvas, low, y int, p arrangement) {
	w := c.Width
	if p.foot == foot {
		// A long message takes lines of what stands above it, but not of the board.
		room := min(foot-1+max(y-low, 0), messagesMost)
		if _, steady := gs.source.notices(); steady && gs.why == nil {
			room = foot - 1 // the opponent's clock must not be covered
		}
		lines := gs.footerMessages(w-2, p.panel, room)
		if extra := len(lines) - (foot - 1); extra > 0 {
			y -= extra
			c.clear(draw.Rect{X0: 0, Y0: y, X1: w, Y1: y + extra})
		}
		for i, l := range lines {
			c.text(1, y+i, w-2, l.text, l.style)
		}
	}
	y = c.Height - 1
	if gs.typed != nil {
		x := c.text(1, y, w-2, c.glyph("› ", "> "), accent)
		gs.typed.show(c, x, y, w-x-1, plain)
		return
	}
	gs.keyLine(c, y)
}

// footerMessages returns the lines of messages below everything, at most room of them.
func (gs *gameScreen) footerMessages(w int, where panelPlace, room int) []message {
	var head, lines []message
	panel := where == beside || where == below
	if !panel {
		text, s := gs.status()
		if where == strip {
			text = gs.withJudgement(text, w)
		}
		head = wrapped([]message{{text, s}}, w)
		head = head[:min(len(head), max(room-1, 1))]
	}
	messages, told := gs.messages, gs.shown.result
	if !panel {
		told = gs.over() && len(head) == len(wrap(gs.result(), w))
	}
	if told {
		messages = slices.DeleteFunc(slices.Clone(messages), func(m message) bool { return m.text == gs.result() })
	}
	if hand := gs.handWords(); where == below && gs.why == nil && len(hand) > 0 {
		// There is no room for them beside the stack.
		lines = append(lines, message{strings.Join(hand, " "), plain})
	} else if where == below && gs.over() && !told {
		lines = append(lines, message{gs.result(), accent})
	} else {
		lines = append(lines, messages...)
	}
	lines = append(lines, gs.notes()...)
	return append(head, gs.messageLines(lines, w, room-len(head))...)
}

// messageLines breaks messages into at most room lines of at most w columns. Where not
// all fit, older messages are left out, and the end of one that does not fit by itself.
// The reason of a refusal goes before what is said after it.
func (gs *gameScreen) messageLines(list []message, w, room int) []message {
	if gs.why == nil {
		for len(list) > 1 && len(wrapped(list, w)) > room {
			list = list[1:]
		}
	}
	lines := wrapped(list, w)
	if len(lines) <= room || room <= 0 {
		return lines[:max(min(len(lines), room), 0)]
	}
	last := &lines[room-1]
	for last.text != "" && width(last.text)+1+width(gs.ellipsis()) > w { // room for the sign that it goes on
		cut := strings.LastIndexByte(last.text, ' ')
		last.text = last.text[:max(cut, 0)]
	}
	last.text += " " + gs.ellipsis()
	return lines[:room]
}

// ellipsis says that a text goes on.
func (gs *gameScreen) ellipsis() string {
	if gs.ASCII {
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

// keyHint is a key with what it does.
type keyHint struct {
	key  string
	text string
	does doMsg
}

// addKey adds a key with the key of its text to those that are shown.
type addKey func(key, text string, what command, n int)

// moveKeys are the keys that make a move, where it is the person's turn.
func (gs *gameScreen) moveKeys(add addKey, enter string) {
	if !gs.personToMove() {
		return
	}
	switch _, pass := game.ForcedPass(gs.choice.pos); {
	case pass:
		add(enter, "ui.pass.now", doLand, 0)
	case gs.choice.placing():
		add(enter, "tui.key.place", doLand, 0)
	case len(gs.choice.path) > 0:
		add(enter, "tui.key.land", doLand, 0)
		add("Esc", "ui.cancel", doCancel, 0)
	default:
		add(enter, "tui.key.take", doLand, 0)
	}
	if len(gs.choice.claims()) > 0 {
		add("1-"+strconv.Itoa(len(gs.claimable())), "tui.key.claim", noCommand, 0)
	}
}

// keyLine draws as many of the keys that make sense now as fit.
func (gs *gameScreen) keyLine(c *canvas, y int) {
	var list []keyHint
	add := func(key, text string, what command, n int) {
		list = append(list, keyHint{key, gs.t(text), doMsg{what, n}})
	}
	enter := c.glyph("⏎", "Enter")
	gs.source.keyLine(add, enter)
	c.keys(1, y, c.Width-2, list)
}

// homeKeys are the keys that make sense now in a game at home.
func (gs *gameScreen) homeKeys(add addKey, enter string) {
	switch {
	case gs.over():
		add("n", "ui.new", doNew, 0)
		if gs.source.analyzable() {
			add("x", "ui.analysis", doAnalysis, 0)
		}
	case gs.state().Paused():
		add(enter, "ui.proceed", doPause, 0)
	default:
		gs.moveKeys(add, enter)
	}
	if gs.lookingBack() {
		add("]", "tui.key.on", doForward, 1)
		add("End", "tui.key.end", doLast, 0)
	}
	if len(gs.steps) > 0 {
		add("u", "ui.back", doUndo, 0)
	}
	if gs.personToMove() {
		add("t", "ui.hint", doHint, 0)
	}
	add("l", "tui.key.judge", doJudge, 0)
	add("s", "ui.save", doSave, 0)
	add("m", "ui.menu", doMenu, 0)
	add("?", "ui.help", doHelp, 0)
}

// keys draws keys with what they do, as many as fit: the first one and the last two, and
// where there is no room for these either, the first and the last one.
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
	if total > w && len(list) == 3 {
		list = append(list[:1:1], list[2])
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
