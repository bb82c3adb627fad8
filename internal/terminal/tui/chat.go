package tui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// chatDialog shows what was said at a table, with a line to write. A line's author
// can be muted here, or reported to the host.
type chatDialog struct {
	*app
	at     *tableMode
	text   lineEditor
	chosen int64 // the number of the line that is chosen, 0 for none
	report *api.Line
}

// chatLines are the lines that are shown: of people who are not muted.
func (t seat) chatLines() []api.Line {
	return slices.DeleteFunc(slices.Clone(t.known.Chat), func(l api.Line) bool { return t.mutes(l.Person.ID) })
}

// chatText is a line of chat in words; after the end players read what watchers have
// said too.
func (t seat) chatText(l api.Line) string {
	text := t.personName(l.Person)
	if _, plays := t.plays(); plays && l.Room == "watchers" {
		text += " (" + t.t("ui.table.watching") + ")"
	}
	return t.Catalog.Labeled(text, game.Printable(l.Text))
}

// mutes reports whether somebody's lines are not shown here.
func (a *app) mutes(person string) bool {
	return slices.Contains(strings.Fields(a.Settings.Muted), person)
}

// mostMuted is how many people are remembered as muted.
const mostMuted = 200

// mute no longer shows somebody's lines, or shows them again.
func (a *app) mute(person string, on bool) tea.Cmd {
	return a.remember(func(r *Settings) { r.Mute(person, on) })
}

// Mute notes that somebody's lines of chat are not shown, or that they are again.
func (s *Settings) Mute(person string, on bool) {
	list := slices.DeleteFunc(strings.Fields(s.Muted), func(id string) bool { return id == person })
	if on {
		list = append(list, person)
	}
	s.Muted = strings.Join(list[max(0, len(list)-mostMuted):], " ")
}

func (d *chatDialog) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.PasteMsg:
		d.insert(m.Content)
	case tea.KeyPressMsg:
		return d.chatKey(m)
	case tea.MouseWheelMsg:
		d.choose(turned(m))
	case chosenMsg:
		d.chosen = int64(m)
	}
	return nil
}

func (d *chatDialog) insert(text string) {
	if len([]rune(d.text.text))+len([]rune(text)) <= api.MostChat {
		d.text.insert(text)
	}
}

func (d *chatDialog) chatKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		if d.report != nil {
			d.report, d.text = nil, lineEditor{}
			return nil
		}
		if d.chosen != 0 {
			d.chosen = 0
			return nil
		}
		d.pop()
	case "up":
		d.choose(-1)
	case "down":
		d.choose(1)
	case "ctrl+x":
		if l, ok := d.line(); ok && !d.at.own(l) {
			d.chosen = 0
			return d.mute(l.Person.ID, true)
		}
	case "ctrl+r":
		if l, ok := d.line(); ok && !d.at.own(l) {
			d.report, d.text = &l, lineEditor{}
		}
	case "enter":
		text := strings.TrimSpace(d.text.text)
		if text == "" {
			d.pop()
			return nil
		}
		if !d.at.known.Connected {
			return nil // it stays until it can be sent
		}
		d.text = lineEditor{}
		if l := d.report; l != nil {
			d.report, d.chosen = nil, 0
			return d.send(*l, text)
		}
		return d.at.sayAtTable(text)
	default:
		if k.Text != "" && len([]rune(d.text.text)) >= api.MostChat {
			return nil
		}
		d.text.key(k)
	}
	return nil
}

// line returns the line that is chosen.
func (d *chatDialog) line() (api.Line, bool) {
	for _, l := range d.at.chatLines() {
		if l.Number == d.chosen {
			return l, true
		}
	}
	return api.Line{}, false
}

// choose goes to the line before or after.
func (d *chatDialog) choose(step int) {
	lines := d.at.chatLines()
	at := len(lines)
	for i, l := range lines {
		if l.Number == d.chosen {
			at = i
		}
	}
	at += step
	switch {
	case at >= len(lines):
		d.chosen = 0
	case at >= 0:
		d.chosen = lines[at].Number
	}
}

// send reports a line to the host of the server.
func (d *chatDialog) send(l api.Line, why string) tea.Cmd {
	number, s, table := d.at.number, d.at.server, d.at.ID()
	if s == nil {
		return nil
	}
	return func() tea.Msg {
		return gameMsg{number, reportedMsg{s.Session.Report(context.Background(), table, l, why)}}
	}
}

// own reports whether a line is the person's own.
func (t *tableState) own(l api.Line) bool {
	return t.server != nil && t.server.Session.Person().ID == l.Person.ID
}

// reportedMsg says that a report has reached the host, or why not.
type reportedMsg struct{ err error }

func (t *tableMode) reported(m reportedMsg) tea.Cmd {
	text := t.t("ui.table.reported")
	if m.err != nil {
		text = i18n.Sentence(t.serverError(m.err))
	}
	return t.push(t.messageBox(t.t("ui.table.report"), text))
}

func (d *chatDialog) view(c *canvas) {
	w := min(c.Width-4, 72)
	h := min(c.Height-2, 20)
	x, y := (c.Width-w)/2, (c.Height-h)/2
	title := d.t("ui.table.chat")
	if n := d.at.known.Table.Presence.Watchers; n > 0 {
		title += " · " + d.t("ui.table.watchers", i18n.Args{"n": n})
	}
	in := c.box(draw.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}, title)
	list := &column{canvas: c, x: in.X0, y: in.Y0, w: in.X1 - in.X0, end: in.Y1 - 3}
	d.drawLines(list)
	prompt := d.t("ui.table.chat.write")
	switch {
	case d.report != nil:
		prompt = d.t("ui.table.report.why")
	case !d.at.known.Connected:
		prompt = d.t("ui.table.chat.waits")
	}
	c.rule(in.X0, in.Y1-3, in.X1-in.X0)
	at := c.text(in.X0, in.Y1-2, in.X1-in.X0-8, prompt+" ", dim)
	d.text.show(c, at, in.Y1-2, in.X1-at, strong)
	keys := []keyHint{{"Enter", d.t("ui.table.chat.send"), nil}}
	if l, ok := d.line(); ok && !d.at.own(l) {
		keys = []keyHint{{"Ctrl+X", d.t("tui.chat.mute"), nil}, {"Ctrl+R", d.t("tui.chat.report"), nil}}
	}
	c.keys(in.X0, in.Y1-1, in.X1-in.X0, append(keys, keyHint{c.glyph("↑↓", "Up/Down"), d.t("tui.key.rows"), nil}, keyHint{"Esc", d.t("ui.close"), nil}))
}

// drawLines draws as many of the last lines as there is room for; one that is chosen is
// among them.
func (d *chatDialog) drawLines(c *column) {
	lines := d.at.chatLines()
	if len(lines) == 0 {
		key := "ui.table.chat.none"
		if _, plays := d.at.plays(); !plays {
			key = "ui.table.chat.none.watchers"
		}
		c.para(d.t(key), c.left(), dim)
		return
	}
	last := len(lines)
	for i, l := range lines {
		if l.Number == d.chosen {
			last = min(last, max(i+1, 1))
		}
	}
	type row struct {
		text string
		line api.Line
	}
	var rows []row
	for i := len(lines) - 1; i >= 0; i-- {
		var these []row
		for _, text := range wrap(d.at.chatText(lines[i]), c.w) {
			these = append(these, row{text, lines[i]})
		}
		if i >= last && len(rows)+len(these) > c.left()/2 {
			continue // room for the chosen one
		}
		if len(rows)+len(these) > c.left() {
			break
		}
		rows = append(these, rows...)
	}
	for _, r := range rows {
		st := plain
		switch {
		case r.line.Number == d.chosen:
			st = picked
		case d.at.own(r.line):
			st = dim
		}
		c.on(line(c.x, c.y, c.w), chosenMsg(r.line.Number))
		c.add(r.text, st)
	}
}

// serverError says why a server has refused something.
func (a *app) serverError(err error) string { return a.errorText(client.Refusal(err)) }
