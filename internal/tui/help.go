package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/draw"
)

// help is the screen that explains keys, marks and rules.
type help struct {
	*app
	here  []keyHint // what can be done on the screen it was opened from, where that is no game
	game  game.Game
	style *draw.Style
	top   int
	most  int // the furthest one can go down, as of the last view
}

func newHelp(a *app, g game.Game, here ...keyHint) *help {
	s, err := draw.StyleOf(g)
	if err != nil {
		s = nil
	}
	return &help{app: a, here: here, game: g, style: s}
}

func (h *help) pieces() *draw.Style { return h.style }

func (h *help) update(msg tea.Msg) tea.Cmd {
	page := max(h.h-4, 1)
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		switch m.String() {
		case "up", "k":
			h.top--
		case "down", "j":
			h.top++
		case "pgup", "b":
			h.top -= page
		case "pgdown", "space":
			h.top += page
		case "home":
			h.top = 0
		case "end":
			h.top = h.most
		case "esc", "q", "enter", "?", "f1", "m":
			h.pop()
		}
	case tea.MouseWheelMsg:
		switch m.Button {
		case tea.MouseWheelUp:
			h.top -= 3
		case tea.MouseWheelDown:
			h.top += 3
		}
	case chosenMsg:
		h.pop()
	}
	h.top = min(max(h.top, 0), h.most)
	return nil
}

// formHelp says what can be done on a screen with a list and a form: what Enter and Del do
// there is the screen's to say.
func (a *app) formHelp(enter, del string) []keyHint {
	return []keyHint{
		{key: "↑ ↓", text: a.t("tui.help.rows")},
		{key: "← →", text: a.t("tui.help.change")},
		{key: "Enter", text: a.t(enter)},
		{key: "Del", text: a.t(del)},
		{key: "q Esc", text: a.t("tui.menu.quit")},
	}
}

// helpLine is a line of the help: a heading, a text, or a key with its text.
type helpLine struct {
	key, text string
	style     style
	piece     game.Piece // drawn in front where not 0
}

// lines lays the help out in w columns.
func (h *help) lines(w int) []helpLine {
	var list []helpLine
	head := func(text string) {
		if len(list) > 0 {
			list = append(list, helpLine{})
		}
		list = append(list, helpLine{text: text, style: strong})
	}
	const keyWidth = 16
	keyed := func(key, text string) {
		for i, l := range wrap(text, w-keyWidth) {
			if i > 0 {
				key = ""
			}
			list = append(list, helpLine{key: key, text: l})
		}
	}
	row := func(key, message string) { keyed(key, h.t(message)) }

	if len(h.here) > 0 {
		head(h.t("tui.help.here"))
		for _, k := range h.here {
			keyed(k.key, k.text)
		}
	}
	head(h.t("ui.rules") + ": " + h.t("game."+h.game.ID()))
	for _, l := range wrap(h.t("cli.rules."+h.game.ID()), w) {
		list = append(list, helpLine{text: l})
	}
	head(h.t("tui.help.moving"))
	row("← ↑ ↓ →", "tui.help.walk")
	row("Shift", "tui.help.slant")
	row("Enter", "tui.help.enter")
	row("Tab", "tui.help.tab")
	row("Esc", "ui.keys.escape")
	_, claims := h.game.Start("").(game.Claimer)
	if claims {
		row("1-5 0", "tui.help.claim")
		row("R,b1-b2", "tui.help.type_claim")
		row("b4-b1-c3", "tui.help.type_route")
	} else {
		row("e3-f3", "tui.help.type")
	}
	row(h.t("tui.help.mouse.key"), "tui.help.mouse")
	head(h.t("tui.help.looking"))
	row("[ ]  PgUp PgDn", "ui.keys.ply")
	row("Home End", "ui.keys.ends")
	row("< >", "tui.help.variation")
	row("u y", "tui.help.undo")
	row("t .", "tui.help.hint")
	row("l", "tui.help.judge")
	row("+ -", "tui.help.lines")
	row("x", "tui.help.analysis")
	row("w", "ui.analysis.annotate")
	if _, ok := h.game.Start("").(game.Connectivity); ok {
		row("o", "ui.hinges.long")
	}
	row("v", "ui.flip")
	row("z", "ui.keys.zen")
	if h.Server != nil {
		head(h.t("tui.help.table"))
		row("t", "tui.help.table.chat")
		row("y n", "tui.help.table.answer")
		row("u", "tui.help.table.takeback")
		row("w", "tui.help.table.win")
		row("q", "tui.help.table.lobby")
	}
	head(h.t("ui.keys.everywhere"))
	row("s", "tui.help.save")
	row(": /", "tui.help.command")
	row("m", "ui.menu")
	row("n", "ui.new")
	row("q", "tui.menu.start")
	row("Ctrl+C", "tui.help.quit")
	head(h.t("tui.help.marks"))
	mark := func(unicode, ascii, key string) {
		text := unicode
		if h.ASCII {
			text = ascii
		}
		keyed(text, h.t(key))
	}
	mark("[ ]", "[ ]", "draw.mark.selected")
	mark("› ‹", "> <", "draw.mark.target")
	mark("» «", "# #", "tui.help.mark.hover")
	if claims {
		mark("( )", "( )", "tui.help.mark.point")
	}
	mark("○  = =", "o  = =", "tui.help.mark.last")
	mark("~ ~", "~ ~", "tui.help.mark.gone")
	mark("▶ ◀", "! !", "tui.help.mark.why")
	if !claims {
		mark("⋈ ▬", "% _", "ui.hinges.long")
	}
	head(h.t("tui.help.pieces"))
	if h.style != nil {
		for _, q := range h.style.Pieces {
			list = append(list, helpLine{piece: q.Letter, text: h.t("color." + q.Name + ".label")})
		}
	}
	list = append(list, helpLine{}, helpLine{text: h.t("app.unofficial"), style: dim})
	return list
}

func (h *help) view(c *canvas) {
	w := min(c.Width, 84)
	x := (c.Width - w) / 2
	in := c.box(draw.Rect{X0: x, Y0: 0, X1: x + w, Y1: c.Height}, h.t("ui.help"))
	lines := h.lines(in.X1 - in.X0)
	room := in.Y1 - in.Y0 - 1
	h.most = max(len(lines)-room, 0)
	top := min(h.top, h.most)
	for i, l := range lines[top:min(top+room, len(lines))] {
		y := in.Y0 + i
		switch {
		case l.piece != 0:
			end := c.chip(in.X0, y, h.style.Piece(l.piece), false)
			c.text(end+1, y, in.X1-end-1, l.text, plain)
		case l.key != "":
			c.text(in.X0, y, 15, l.key, accent)
			c.text(in.X0+16, y, in.X1-in.X0-16, l.text, plain)
		default:
			c.text(in.X0+h.indent(lines, top+i), y, in.X1-in.X0, l.text, l.style)
		}
	}
	more := ""
	if top < h.most {
		more = c.glyph(" ↓ ", " v ")
	}
	end := c.text(in.X0, in.Y1-1, in.X1-in.X0, "Esc ", accent)
	end = c.text(end, in.Y1-1, in.X1-end, h.t("ui.close"), dim)
	c.on(line(in.X0, in.Y1-1, end-in.X0), chosenMsg(0))
	c.right(in.X1, in.Y1-1, more, accent)
}

// indent sets what goes on with a key's text below it.
func (h *help) indent(lines []helpLine, i int) int {
	for ; i > 0 && lines[i].key == "" && lines[i].text != "" && lines[i].style == plain && lines[i].piece == 0; i-- {
		if lines[i-1].key != "" {
			return 16
		}
	}
	return 0
}
