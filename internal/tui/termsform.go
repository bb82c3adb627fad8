package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/api"
	"cairn.example/internal/draw"
	"cairn.example/internal/play"
)

// termsForm are other terms for a game before it begins: who made the table changes them,
// others ask for them. It stands before the table.
type termsForm struct {
	*app
	mine   bool // the table is one's own
	send   func(api.Options) tea.Cmd
	fields []*field
	at     int
}

// newTermsForm returns a form of the terms as they are.
func newTermsForm(a *app, o api.Options, mine bool, send func(api.Options) tea.Cmd) *termsForm {
	s := &termsForm{app: a, mine: mine, send: send}
	yesNo := func(id, label, about string, yes bool) *field {
		f := &field{id: id, label: a.t(label), values: []value{{"yes", a.t("ui.yes")}, {"no", a.t("ui.no")}}}
		f.about = func() string { return capital(a.t(about)) }
		if !yes {
			f.pick("no")
		}
		return f
	}
	control, err := play.ParseControl(o.Control)
	if err != nil {
		control = play.Control{}
	}
	title := "ui.table.terms.ask"
	if mine {
		title = "ui.table.terms.change"
	}
	s.fields = []*field{a.gameField(), a.boardField(s.game), a.clockField(tableControls, control), a.sideField(), yesNo("takeback", "tui.lobby.takeback", "ui.friend.takeback", o.Takeback)}
	if mine {
		s.fields = append(s.fields, yesNo("public", "tui.lobby.public", "ui.friend.open", o.Public))
	}
	s.fields = append(s.fields,
		&field{id: "send", label: a.t(title), do: s.done, main: true},
		&field{id: "cancel", label: a.t("ui.cancel"), do: func() tea.Cmd { a.pop(); return nil }})
	s.field("game").pick(o.Game)
	s.field("clock").pick(control.String())
	if o.Full {
		s.field("board").pick("full")
	}
	s.field("side").pick(SideSeen(o.Side, mine))
	return s
}

// SideSeen is who begins, for who made the table or for the other one; the other way
// round it is the same.
func SideSeen(side string, mine bool) string {
	switch {
	case side == "" || side == "drawn":
		return "drawn"
	case mine:
		return side
	}
	return map[string]string{"first": "second", "second": "first"}[side]
}

func (s *termsForm) field(id string) *field {
	for _, f := range s.fields {
		if f.id == id {
			return f
		}
	}
	return nil
}

func (s *termsForm) game() game.Game {
	if g, err := games.Lookup(s.field("game").value()); err == nil {
		return g
	}
	return games.All()[0]
}

func (s *termsForm) pieces() *draw.Style { return nil }

func (s *termsForm) rows() []*field {
	var list []*field
	for _, f := range s.fields {
		if f.visible == nil || f.visible() {
			list = append(list, f)
		}
	}
	return list
}

// done sends the terms of the form.
func (s *termsForm) done() tea.Cmd {
	o := api.Options{Game: s.field("game").value(), Control: s.field("clock").value(), Takeback: s.field("takeback").value() == "yes"}
	if b := s.field("board"); b.visible() && b.value() == "full" {
		o.Full = true
	}
	if side := SideSeen(s.field("side").value(), s.mine); side != "drawn" {
		o.Side = side
	}
	if f := s.field("public"); f != nil {
		o.Public = f.value() == "yes"
	}
	s.pop()
	return s.send(o)
}

func (s *termsForm) update(msg tea.Msg) tea.Cmd {
	rows := s.rows()
	step := func(n int) tea.Cmd {
		if f := rows[s.at]; len(f.values) > 0 {
			f.at = (f.at + n + len(f.values)) % len(f.values)
		}
		return nil
	}
	switch m := msg.(type) {
	case rowMsg:
		s.at = m.row
		if f := rows[s.at]; f.do != nil {
			return f.do()
		}
		return step(max(-1, min(1, 2*m.step+1)))
	case tea.MouseWheelMsg:
		if m.Button == tea.MouseWheelUp {
			s.at = (s.at + len(rows) - 1) % len(rows)
		} else {
			s.at = (s.at + 1) % len(rows)
		}
	case tea.KeyPressMsg:
		switch m.String() {
		case "up", "shift+tab":
			s.at = (s.at + len(rows) - 1) % len(rows)
		case "down", "tab":
			s.at = (s.at + 1) % len(rows)
		case "left":
			return step(-1)
		case "right", "space":
			return step(1)
		case "enter":
			if f := rows[s.at]; f.do != nil {
				return f.do()
			}
			return s.done()
		case "esc", "q":
			s.pop()
		}
	}
	return nil
}

func (s *termsForm) view(c *canvas) {
	rows := s.rows()
	w := min(c.Width-4, 72)
	h := min(len(rows)+4, c.Height)
	x, y := (c.Width-w)/2, max((c.Height-h)/2, 0)
	title := "ui.table.terms.ask"
	if s.mine {
		title = "ui.table.terms.change"
	}
	in := c.box(draw.Rect{X0: x, Y0: y, X1: x + w, Y1: y + h}, s.t(title))
	for i, f := range rows {
		f.draw(c, in.X0, in.Y0+i, in.X1-in.X0, i == s.at, i)
	}
	if f := rows[s.at]; f.about != nil {
		c.trim(in.X0+1, in.Y1-1, in.X1-in.X0-2, f.about(), dim)
	}
}
