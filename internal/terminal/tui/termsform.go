package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/say/tables"
)

// termsForm are other terms for a game before it begins: its maker changes them,
// others ask for them. It stands before the table.
type termsForm struct {
	*app
	mine bool // the table is one's own
	send func(api.Options) tea.Cmd
	form
}

// newTermsForm returns a form of the terms as they are.
func newTermsForm(a *app, o api.Options, mine bool, send func(api.Options) tea.Cmd) *termsForm {
	s := &termsForm{app: a, mine: mine, send: send}
	s.submit = s.done
	s.others = func(key string) tea.Cmd {
		if key == "esc" || key == "q" {
			a.pop()
		}
		return nil
	}
	control, err := play.ParseControl(o.Control)
	if err != nil {
		control = play.Control{}
	}
	title := "ui.table.terms.ask"
	if mine {
		title = "ui.table.terms.change"
	}
	s.fields = append([]*field{a.gameField(), a.boardField(s.chosenGame), a.clockField(play.Presets(true), control), a.sideField()}, s.ratedFields(a)...)
	if mine {
		s.fields = append(s.fields, a.yesNoField("public", "tui.lobby.public", "ui.friend.open"))
	}
	s.fields = append(s.fields,
		&field{id: "send", label: a.t(title), do: s.done, main: true},
		&field{id: "cancel", label: a.t("ui.cancel"), do: func() tea.Cmd { a.pop(); return nil }})
	s.field("game").pick(o.Game)
	s.field("clock").pick(control.String())
	if o.Full {
		s.field("board").pick("full")
	}
	s.field("side").pick(tables.SideSeen(o.Side, mine))
	if o.Rated {
		s.field("rated").pick("yes")
	}
	if !o.Takeback {
		s.field("takeback").pick("no")
	}
	if mine && !o.Public {
		s.field("public").pick("no")
	}
	return s
}

// done sends the terms of the form.
func (s *termsForm) done() tea.Cmd {
	o := s.terms()
	if side := tables.SideSeen(s.field("side").value(), s.mine); side != "drawn" {
		o.Side = side
	}
	if f := s.field("public"); f != nil {
		o.Public = f.value() == "yes"
	}
	s.pop()
	return s.send(o)
}

func (s *termsForm) update(msg tea.Msg) tea.Cmd { return s.form.update(msg) }

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
