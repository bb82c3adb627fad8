package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/i18n"
)

// find returns the command of a key or a word, nil for none.
func (gs *gameScreen) find(text string, of func(*command) string) *command {
	list, _ := gs.mode.commands()
	for i := range list {
		if c := &list[i]; c.do != nil && slices.Contains(strings.Fields(of(c)), text) {
			return c
		}
	}
	return nil
}

// press does what a key means; false for a key that means nothing here.
func (gs *gameScreen) press(key string) (tea.Cmd, bool) {
	c := gs.find(key, func(c *command) string { return c.keys })
	if c == nil {
		return nil, false
	}
	return c.do(gs, key, ""), true
}

// applies reports whether the game has a command, and whether it can be done now.
func (c *command) applies(gs *gameScreen, now func(*gameScreen) bool) bool {
	return (c.of == nil || c.of(gs.pos())) && (now == nil || now(gs))
}

// menu lists what can be done now, with the keys that do it.
func (gs *gameScreen) menu() *dialog {
	list, _ := gs.mode.commands()
	d := &dialog{app: gs.app, title: gs.t("ui.menu"), items: []item{{"esc", gs.t("tui.menu.close"), nil}}}
	for _, c := range list {
		if c.menu == "" || !c.applies(gs, c.when) {
			continue
		}
		key, _, _ := strings.Cut(c.keys, " ")
		do := c.do
		if do == nil {
			do = gs.find(key, func(c *command) string { return c.keys }).do
		}
		d.items = append(d.items, item{key, i18n.Capital(gs.t(c.menu)), func() tea.Cmd { return do(gs, key, "") }})
	}
	return d
}

// keyLine draws as many of the keys that make sense now as fit.
func (v gameView) keyLine(c *canvas, y int) {
	list, foot := v.mode.commands()
	var hints []keyHint
	for _, key := range strings.Fields(foot) {
		for i := range list {
			row := &list[i]
			now := row.now
			if now == nil {
				now = row.when
			}
			if first, _, _ := strings.Cut(row.keys, " "); first != key || row.foot == "" || !row.applies(v.gameScreen, now) {
				continue
			}
			hint := keyHint{key, v.t(row.foot), pressMsg(key)}
			switch key {
			case "enter":
				hint.key = c.glyph("⏎", "Enter")
			case "esc", "end":
				hint.key = i18n.Capital(key)
			case "1":
				hint.key, hint.does = "1-"+strconv.Itoa(len(v.claimable())), nil
			}
			hints = append(hints, hint)
		}
	}
	c.keys(1, y, c.Width-2, hints)
}

// keyHint is a key with what it does.
type keyHint struct {
	key  string
	text string
	does tea.Msg // what a click on it means, nil for nothing
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
		if k.does != nil {
			c.on(line(from, y, x-from), k.does)
		}
		x += 2
	}
}
