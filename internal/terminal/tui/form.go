package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
)

// listKeys are the keys of a screen with a list and a form that are none of the form.
func listKeys(a *app, remove, help func() tea.Cmd) func(string) tea.Cmd {
	return func(key string) tea.Cmd {
		switch key {
		case "delete", "backspace":
			return remove()
		case "f1", "?":
			return help()
		case "q", "esc":
			return a.push(a.confirm(a.t("tui.leave"), func() tea.Cmd { return tea.Quit }))
		}
		return nil
	}
}

// form is what the cursor of a screen goes along: the rows of a list, where there is one,
// and the fields below it. A screen that has a form embeds it.
type form struct {
	fields []*field
	at     int // the row the cursor is on, those of the list first
	first  int // the first line shown

	submit  func() tea.Cmd           // what enter does on a field that does nothing itself
	others  func(key string) tea.Cmd // what the keys do that are none of the form
	listed  func() int               // how many rows the list has; nil without a list
	choose  func(row int) tea.Cmd    // what enter does on a row of the list
	changed func(*field) tea.Cmd     // what follows another value of a field; nil for nothing
}

// rowMsg is a click on a row, or on its arrows.
type rowMsg struct{ row, step int }

func (f *form) field(id string) *field {
	for _, row := range f.fields {
		if row.id == id {
			return row
		}
	}
	return nil
}

// rows returns the fields that are shown.
func (f *form) rows() []*field {
	var list []*field
	for _, row := range f.fields {
		if row.visible == nil || row.visible() {
			list = append(list, row)
		}
	}
	return list
}

// above is how many rows of the list stand above the fields.
func (f *form) above() int {
	if f.listed == nil {
		return 0
	}
	return f.listed()
}

// here returns the field the cursor is on, nil on a row of the list.
func (f *form) here() *field {
	rows := f.rows()
	if i := f.at - f.above(); i >= 0 && i < len(rows) {
		return rows[i]
	}
	return nil
}

// chosenGame is the game that the form names.
func (f *form) chosenGame() game.Game {
	if g, err := games.Lookup(f.field("game").value()); err == nil {
		return g
	}
	return games.All()[0]
}

// full reports whether a full board is asked for, of a game that has one.
func (f *form) full() bool {
	b := f.field("board")
	return b.visible() && b.value() == "full"
}

// isRated reports whether a rated game is asked for, which only accounts may.
func (f *form) isRated() bool {
	b := f.field("rated")
	return b.visible() && b.value() == "yes"
}

// ratedFields are whether a game is rated and, if not, whether moves may be taken back.
func (f *form) ratedFields(a *app) []*field {
	rated := a.yesNoField("rated", "ui.rated", "ui.rated.about")
	rated.pick("no")
	rated.visible = func() bool { return a.Server.Session.Person().Kind == api.KindAccount }
	taken := a.yesNoField("takeback", "tui.lobby.takeback", "ui.friend.takeback")
	taken.visible = func() bool { return !f.isRated() }
	return []*field{rated, taken}
}

// terms reads what a table is played by; the side is the screen's to say.
func (f *form) terms() api.Options {
	v := func(id string) string { return f.field(id).value() }
	rated := f.isRated()
	return api.Options{Game: v("game"), Control: v("clock"), Full: f.full(), Takeback: !rated && v("takeback") == "yes", Rated: rated}
}

// update does what a form does with keys, clicks and pasted text.
func (f *form) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		return f.key(m)
	case tea.PasteMsg:
		if here := f.here(); here != nil && here.text != nil {
			here.text.insert(m.Content)
		}
	case rowMsg:
		f.at = m.row
		if m.step != 0 {
			return f.step(m.step)
		}
		return f.enter(true)
	case tea.MouseWheelMsg:
		f.move(turned(m))
	}
	return nil
}

func (f *form) key(k tea.KeyPressMsg) tea.Cmd {
	here, name := f.here(), k.String()
	if here != nil && here.text != nil {
		switch name {
		case "up", "down", "tab", "shift+tab", "enter", "esc", "pgup", "pgdown", "f1":
		default:
			here.text.key(k)
			return nil
		}
	}
	switch name {
	case "up", "shift+tab":
		f.move(-1)
	case "down", "tab":
		f.move(1)
	case "home", "pgup":
		f.at = 0
	case "end", "pgdown":
		f.at = f.above() + len(f.rows()) - 1
	case "left":
		return f.step(-1)
	case "right":
		return f.step(1)
	case "enter":
		return f.enter(false)
	case "space":
		if here != nil && here.values != nil {
			return f.step(1)
		}
		return f.enter(false)
	default:
		return f.others(name)
	}
	return nil
}

// move moves the cursor by a row; after the last one comes the first.
func (f *form) move(step int) {
	n := f.above() + len(f.rows())
	f.at = (f.at + step + n) % n
}

// step goes through the values of the row.
func (f *form) step(n int) tea.Cmd {
	here := f.here()
	if here == nil || len(here.values) == 0 {
		return nil
	}
	here.at = (here.at + n + len(here.values)) % len(here.values)
	if f.changed == nil {
		return nil
	}
	return f.changed(here)
}

// enter does what the row is for. On a field that does nothing itself it does what the
// form is for; a click goes to the next value.
func (f *form) enter(click bool) tea.Cmd {
	if f.at < f.above() {
		return f.choose(f.at)
	}
	here := f.here()
	switch {
	case here == nil:
		return nil
	case here.do != nil:
		return here.do()
	case click:
		return f.step(1)
	}
	return f.submit()
}

// formLine is a line of a screen with a form: a text, or a row.
type formLine struct {
	text   string
	style  style
	trim   bool   // the beginning of the text is enough
	beside string // at the right, of a row of the list
	row    int    // the number of the row, -1 for a text
	field  *field // of a row below the list
}

// textLine is a line that is no row.
func textLine(text string, s style) formLine { return formLine{text: text, style: s, row: -1} }

// emptyLine parts what stands above it from what stands below.
func emptyLine() formLine { return textLine("", plain) }

// drawLines draws the lines from the top of a screen, scrolled to the cursor, and leaves room for
// what stands below them.
func (f *form) drawLines(c *canvas, x, w int, lines []formLine) {
	room := c.Height - 3
	cursor := 0
	for i, l := range lines {
		if l.row == f.at {
			cursor = i
		}
	}
	f.first = min(max(f.first, cursor-room+2), max(cursor-1, 0))
	f.first = min(f.first, max(len(lines)-room, 0))
	y := max((room-len(lines))/3, 0)
	for _, l := range lines[f.first:min(f.first+room, len(lines))] {
		switch {
		case l.field != nil:
			l.field.draw(c, x, y, w, l.row == f.at, l.row)
		case l.row >= 0:
			st := plain
			if l.row == f.at {
				st = picked
				c.row(x, y, w, "", picked)
			}
			end := x + w - 1
			if l.beside != "" {
				end = c.right(end, y, l.beside, st) - 2
			}
			c.trim(x+1, y, end-x-1, l.text, st)
			c.on(line(x, y, w), rowMsg{l.row, 0})
		case l.trim:
			c.trim(x+1, y, w-1, l.text, l.style)
		default:
			c.text(x+1, y, w-1, l.text, l.style)
		}
		y++
	}
}

// foot draws what the row is about above the last line of the screen.
func (c *canvas) foot(x, w int, lines []string, s style) {
	for i, l := range lines {
		c.text(x+1, c.Height-1-len(lines)+i, w-1, l, s)
	}
}
