package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/draw"
)

// dialog is a box with a text and things to choose from.
type dialog struct {
	*app
	title string
	text  string
	items []item
	at    int

	// escape is done where the dialog is left without a choice; nil does nothing.
	escape func() tea.Cmd
}

// item is an entry of a dialog; its key, where it has one, chooses it at once.
type item struct {
	key  string
	text string
	do   func() tea.Cmd // after the dialog is gone; nil does nothing
}

// messageBox is a dialog that says something.
func (a *app) messageBox(title, text string) *dialog {
	return &dialog{app: a, title: title, text: text, items: []item{{"", a.t("ui.ok"), nil}}}
}

// confirm is a dialog that does something after a yes; y and n answer it in every language.
func (a *app) confirm(question string, do func() tea.Cmd) *dialog {
	return &dialog{app: a, text: question, items: []item{
		{"y", a.t("ui.yes"), do},
		{"n", a.t("ui.no"), nil},
	}, at: 1}
}

func (d *dialog) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		k := m.String()
		if i := slices.IndexFunc(d.items, func(it item) bool { return it.key != "" && it.key == k }); i >= 0 {
			return d.choose(i)
		}
		switch k {
		case "up", "shift+tab", "left":
			d.at = (d.at + len(d.items) - 1) % len(d.items)
		case "down", "tab", "right":
			d.at = (d.at + 1) % len(d.items)
		case "home":
			d.at = 0
		case "end":
			d.at = len(d.items) - 1
		case "enter", "space":
			return d.choose(d.at)
		case "esc", "q", "m", "f10":
			return d.leave()
		default:
			// The first letter goes to the next item that begins with it.
			for n := 1; n <= len(d.items) && m.Text != ""; n++ {
				i := (d.at + n) % len(d.items)
				if strings.HasPrefix(strings.ToLower(d.items[i].text), strings.ToLower(m.Text)) {
					d.at = i
					break
				}
			}
		}
	case chosenMsg:
		return d.choose(int(m))
	case tea.MouseClickMsg:
		if m.Button == tea.MouseRight {
			return d.leave()
		}
	case tea.MouseMotionMsg:
		if i, ok := d.frame.under(m.X, m.Y).(chosenMsg); ok {
			d.at = int(i)
		}
	case tea.MouseWheelMsg:
		d.at = min(max(d.at+turned(m), 0), len(d.items)-1)
	}
	return nil
}

// leave closes the dialog without a choice.
func (d *dialog) leave() tea.Cmd {
	d.pop()
	if d.escape == nil {
		return nil
	}
	return d.escape()
}

// chosenMsg is a click on an item.
type chosenMsg int

func (d *dialog) choose(i int) tea.Cmd {
	if i < 0 || i >= len(d.items) {
		return nil
	}
	d.pop()
	if d.items[i].do == nil {
		return nil
	}
	return d.items[i].do()
}

func (d *dialog) view(c *canvas) {
	most := min(c.Width-4, 64)
	w := width(d.title) + 4
	for _, it := range d.items {
		w = max(w, width(it.text)+width(it.key)+5)
	}
	if d.text != "" {
		w = max(w, min(width(d.text)+2, 56))
	}
	w = min(w, most)
	var text []string
	if d.text != "" {
		text = append(wrap(d.text, w-2), "")
	}
	h := min(len(text)+len(d.items)+2, c.Height)
	if over := len(text) + len(d.items) + 2 - c.Height; over > 0 {
		text = text[:max(len(text)-over, 0)]
	}
	x, y := (c.Width-w-2)/2, max((c.Height-h)/2, 0)
	in := c.box(draw.Rect{X0: x, Y0: y, X1: x + w + 2, Y1: y + h}, d.title)
	for i, l := range text {
		c.text(in.X0, in.Y0+i, in.X1-in.X0, l, plain)
	}
	row := in.Y0 + len(text)
	from := min(max(d.at-(in.Y1-row)+1, 0), max(len(d.items)-1, 0)) // scrolled where there is no room
	for i, it := range d.items[from:] {
		if row >= in.Y1 {
			break
		}
		st, key := plain, accent
		if from+i == d.at {
			st, key = picked, picked
			c.row(in.X0-1, row, in.X1-in.X0+2, "", picked)
		}
		c.text(in.X0, row, in.X1-in.X0, it.text, st)
		c.right(in.X1, row, it.key, key)
		c.on(line(in.X0-1, row, in.X1-in.X0+2), chosenMsg(from+i))
		row++
	}
}
