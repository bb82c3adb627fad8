package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
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
		h.top += 3 * turned(m)
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

// helpKeyWidth is how far to the right the text of a key begins.
const helpKeyWidth = 16

// lines lays the help out in w columns.
func (h *help) lines(w int) []helpLine {
	t := helpText{help: h, w: w}
	start := h.game.Start("")
	t.addHere()
	t.addCommands("tui.help.moving", moveCommands()...)
	t.row(t.t("tui.help.mouse.key"), "tui.help.mouse")
	t.addCommands("tui.help.looking", slices.Concat(stepCommands(), undoCommands(nil, nil), engineCommands(),
		[]command{analyzeCommand, judgeAllCommand}, boardCommands())...)
	if t.Server != nil {
		t.addCommands("tui.help.table", append(slices.Clip(atTableCommands()), lobbyCommand)...)
	}
	t.addCommands("ui.keys.everywhere", endCommands(nil)...)
	t.addMarks(claims(start), connects(start))
	t.addPieces()
	t.list = append(t.list, helpLine{}, helpLine{text: h.t("app.unofficial"), style: dim})
	return t.list
}

// helpText is the help while it is laid out, a part after the other.
type helpText struct {
	*help
	w    int
	list []helpLine
}

// head begins a part.
func (t *helpText) head(text string) {
	if len(t.list) > 0 {
		t.list = append(t.list, helpLine{})
	}
	t.list = append(t.list, helpLine{text: text, style: strong})
}

// keyed adds a key and what it does.
func (t *helpText) keyed(key, text string) {
	for i, l := range wrap(text, t.w-helpKeyWidth) {
		if i > 0 {
			key = ""
		}
		t.list = append(t.list, helpLine{key: key, text: l})
	}
}

// row adds a key and what it does, by the key of its text in the catalog.
func (t *helpText) row(key, message string) { t.keyed(key, t.t(message)) }

// mark adds a mark of the board, as the terminal shows it, and what it means.
func (t *helpText) mark(unicode, ascii, message string) {
	if t.ASCII {
		unicode = ascii
	}
	t.row(unicode, message)
}

// addHere adds what can be done on the screen below, where that is no game, and the rules
// in brief.
func (t *helpText) addHere() {
	if len(t.here) > 0 {
		t.head(t.t("tui.help.here"))
		for _, k := range t.here {
			t.keyed(k.key, k.text)
		}
	}
	t.head(t.Catalog.Labeled(t.t("ui.rules"), t.t("game."+t.game.ID())))
	for _, l := range wrap(t.t("cli.rules."+t.game.ID()), t.w) {
		t.list = append(t.list, helpLine{text: l})
	}
}

// addCommands adds a part with what commands say of themselves.
func (t *helpText) addCommands(head string, list ...command) {
	t.head(t.t(head))
	for _, c := range list {
		if c.help != "" && (c.of == nil || c.of(t.game.Start(""))) {
			key, _, _ := strings.Cut(c.keys, " ")
			t.row(cmp.Or(c.label, key), c.help)
		}
	}
}

// addMarks adds the marks of the board.
func (t *helpText) addMarks(claims, connects bool) {
	t.head(t.t("tui.help.marks"))
	t.mark("[ ]", "[ ]", "draw.mark.selected")
	t.mark("› ‹", "> <", "draw.mark.target")
	t.mark("» «", "# #", "tui.help.mark.hover")
	if claims {
		t.mark("( )", "( )", "tui.help.mark.point")
	}
	t.mark("○  = =", "o  = =", "tui.help.mark.last")
	t.mark("~ ~", "~ ~", "tui.help.mark.gone")
	t.mark("▶ ◀", "! !", "tui.help.mark.why")
	if connects {
		t.mark("⋈ ▬", "% _", "ui.hinges.long")
	}
}

// addPieces adds the pieces of the game.
func (t *helpText) addPieces() {
	t.head(t.t("tui.help.pieces"))
	if t.style == nil {
		return
	}
	for _, q := range t.style.Pieces {
		t.list = append(t.list, helpLine{piece: q.Letter, text: t.t("color." + q.Name + ".label")})
	}
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
			c.text(in.X0, y, helpKeyWidth-1, l.key, accent)
			c.text(in.X0+helpKeyWidth, y, in.X1-in.X0-helpKeyWidth, l.text, plain)
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
			return helpKeyWidth
		}
	}
	return 0
}
