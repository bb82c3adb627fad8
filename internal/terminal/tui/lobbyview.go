package tui

import (
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// describe describes a table in a line, and what the person may do there.
func (s *lobbyScreen) describe(b api.Brief) (text, about string) {
	var names []string
	for _, p := range b.Seats {
		if p != nil {
			names = append(names, tables.Player(s.Catalog, *p))
		}
	}
	text = strings.Join(names, " – ")
	text += ", " + s.t("game."+b.Options.Game)
	if b.Options.Full {
		text += ", " + s.t("ui.new.random")
	}
	text += ", " + tables.ControlOf(s.Catalog, b.Options.Control)
	if b.Options.Rated {
		text += ", " + s.t("ui.rated")
	}
	mine := b.You != api.Watcher && b.You != ""
	switch {
	case b.Phase == api.Open && mine:
		about = s.t("ui.table.waiting")
	case b.Phase == api.Open:
		side := "drawn"
		if b.Options.Side != "" {
			side = map[string]string{"first": "second", "second": "first"}[b.Options.Side]
		}
		about = s.t("ui.table.side." + side)
	case mine && b.Turn == string(b.You):
		about = s.t("tui.lobby.turn")
	default:
		about = s.t("unit.moves", i18n.Args{"n": b.Ply})
	}
	return text, about
}

func (s *lobbyScreen) view(c *canvas) {
	list, rows := s.tables(), s.rows()
	w := min(c.Width-4, 76)
	x := (c.Width - w) / 2
	me := s.personName(s.Server.Session.Person())
	address := textLine(s.Server.Session.Address()+", "+me, dim)
	address.trim = true
	lines := []formLine{textLine(s.t("ui.lobby"), strong), address, emptyLine()}
	for i, t := range list {
		if t.heading != "" {
			if i > 0 {
				lines = append(lines, emptyLine())
			}
			lines = append(lines, textLine(s.t(t.heading), accent))
		}
		var text, about string
		if t.contest != nil {
			if text = tables.Contest(s.Catalog, *t.contest); t.contest.Entered {
				about = s.t("ui.contest.in")
			}
		} else {
			text, about = s.describe(t.brief)
		}
		if w <= 50 {
			about = ""
		}
		lines = append(lines, formLine{text: text, beside: about, row: i})
	}
	switch {
	case s.lobby == nil && s.connected:
		lines = append(lines, textLine(s.t("ui.table.loading"), dim), emptyLine())
	case len(list) > 0:
		lines = append(lines, emptyLine())
	case s.lobby != nil:
		lines = append(lines, textLine(s.t("ui.lobby.nobody"), plain), emptyLine())
	}
	lines = append(lines, textLine(s.t("ui.lobby.make"), accent))
	for i, f := range rows {
		lines = append(lines, formLine{row: len(list) + i, field: f})
	}
	s.drawLines(c, x, w, lines)
	s.foot(c, x, w)
}

// foot draws what is wrong or what the row is about, and the keys.
func (s *lobbyScreen) foot(c *canvas, x, w int) {
	about, st := "", dim
	f := s.here()
	switch {
	case s.problem != "":
		about, st = s.problem, bad
	case !s.connected:
		about, st = s.t("cli.remote.lost"), bad
	case f != nil && f.about != nil:
		about = f.about()
	case s.lobby != nil && len(s.lobby.Here) > 0:
		var names []string
		for _, p := range s.lobby.Here {
			names = append(names, s.personName(p))
		}
		about = s.Catalog.Labeled(s.t("ui.lobby.here"), s.Catalog.List("list.and", names))
		if s.lobby.More > 0 {
			about += ", " + s.t("ui.lobby.more", i18n.Args{"n": s.lobby.More})
		}
	}
	lines := wrap(about, w-1)
	c.foot(x, w, lines[:min(len(lines), 2)], st)
	var hints []keyHint
	add := func(key, text string) { hints = append(hints, keyHint{key: key, text: s.t(text)}) }
	if f == nil {
		at := s.contestHere()
		switch {
		case at == nil:
			add("Enter", "tui.key.table")
		case at.Table != "":
			add("Enter", "ui.contest.board.go")
		case !at.Entered:
			add("Enter", "ui.contest.join")
		default:
			add("Enter", "ui.contest.here")
		}
		if at != nil && at.Entered {
			add("Del", "ui.contest.leave")
		}
		if s.at < len(s.invited()) {
			add("Del", "ui.lobby.invited.later")
		}
	} else {
		add(c.glyph("←→", "<>"), "tui.key.change")
		add("Enter", "ui.friend.make")
	}
	add(c.glyph("↑↓", "Up/Down"), "tui.key.rows")
	add("F1", "ui.help")
	c.keys(x+1, c.Height-1, w, hints)
}
