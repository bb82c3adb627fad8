package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// field is a row of the form or something to do.
type field struct {
	id      string
	label   string
	values  []value // to choose from with left and right
	at      int
	text    *lineEditor // or free text
	about   func() string
	do      func() tea.Cmd // what enter does; nil: what the form is for
	main    bool           // what the form is for
	visible func() bool
}

// value is one of the things a field can be.
type value struct{ id, text string }

func (f *field) value() string {
	if f.text != nil {
		return f.text.text
	}
	if len(f.values) == 0 {
		return ""
	}
	return f.values[f.at].id
}

// pick chooses the value with that id.
func (f *field) pick(id string) {
	for i, v := range f.values {
		if v.id == id {
			f.at = i
		}
	}
}

// gameField chooses a game.
func (a *app) gameField() *field {
	var list []value
	for _, g := range games.All() {
		list = append(list, value{g.ID(), a.t("game." + g.ID())})
	}
	f := &field{id: "game", label: a.t("ui.start.game"), values: list}
	f.about = func() string { return a.t("game." + f.value() + ".about") }
	return f
}

// boardField chooses between an empty and a full board, where the game has both.
func (a *app) boardField(chosen func() game.Game) *field {
	f := &field{id: "board", label: a.t("ui.new.board"), values: []value{
		{"place", a.t("ui.new.placing")}, {"full", a.t("ui.new.random")},
	}}
	f.visible = func() bool {
		_, can := chosen().(game.FullStarter)
		return can
	}
	return f
}

// sideField chooses who begins.
func (a *app) sideField() *field {
	return &field{id: "side", label: a.t("ui.start.side"), values: []value{
		{"first", a.t("ui.start.side.you")}, {"second", a.t("ui.start.side.opponent")}, {"drawn", a.t("ui.start.side.lots")},
	}}
}

// clockField chooses a time control, one of those named or another that was asked for.
func (a *app) clockField(texts []string, asked play.Control) *field {
	var times []value
	offered := func(c play.Control) {
		if !slices.ContainsFunc(times, func(v value) bool { return v.id == c.String() }) {
			times = append(times, value{c.String(), tables.Control(a.Catalog, c)})
		}
	}
	for _, text := range texts {
		if c, err := play.ParseShort(text); err == nil {
			offered(c)
		}
	}
	offered(asked)
	return &field{id: "clock", label: a.t("ui.start.clock"), values: times}
}

// yesNoField is chosen or not.
func (a *app) yesNoField(id, label, about string) *field {
	f := &field{id: id, label: a.t(label), values: []value{{"yes", a.t("ui.yes")}, {"no", a.t("ui.no")}}}
	f.about = func() string { return i18n.Capital(a.t(about)) }
	return f
}

// draw draws a field as a row of a form; here says that the cursor is on it.
func (f *field) draw(c *canvas, x, y, w int, here bool, index int) {
	st := plain
	if here {
		st = picked
		c.row(x, y, w, "", picked)
	}
	label := 24
	if f.do != nil {
		if f.main && !here {
			st = strong
		}
		c.text(x+1, y, w-2, f.label, st)
		c.on(line(x, y, w), rowMsg{index, 0})
		return
	}
	if f.text == nil { // where a value does not fit behind the others, it begins further left
		label = min(label, max(width(f.label)+3, w-5-width(f.values[f.at].text)))
	}
	c.text(x+1, y, label-2, f.label, st)
	c.on(line(x, y, w), rowMsg{index, 0})
	left := x + label
	if f.text != nil {
		switch {
		case here:
			f.text.show(c, left+2, y, w-label-3, st)
		case f.text.text == "":
			c.text(left+2, y, w-label-2, c.glyph("…", "..."), dim)
		default:
			c.text(left+2, y, w-label-2, f.text.text, st)
		}
		return
	}
	c.text(left, y, 2, c.glyph("‹ ", "< "), st)
	end := c.text(left+2, y, w-label-5, f.values[f.at].text, st)
	c.text(end, y, 2, c.glyph(" ›", " >"), st)
	c.on(line(left-1, y, 3), rowMsg{index, -1})
}
