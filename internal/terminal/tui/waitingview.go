package tui

import (
	"strings"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

func (w *waitingScreen) view(c *canvas) {
	wide := min(c.Width-4, 72)
	x := (c.Width - wide) / 2
	body := &column{canvas: c, x: x, y: max((c.Height-20)/3, 1), w: wide, end: c.Height - 3}
	w.drawTable(body)
	y := c.Height - 2
	if text := w.trouble(); text != "" {
		for i, l := range wrap(text, wide) {
			if i < 2 {
				c.text(x, y-1+i, wide, l, bad)
			}
		}
	}
	var list []keyHint
	enter := c.glyph("⏎", "Enter")
	if w.gone() != "" {
		list = append(list, keyHint{enter, w.t("ui.lobby"), pressMsg("q")})
	}
	if w.maySit() {
		list = append(list, keyHint{enter, w.t("ui.table.sit"), pressMsg("enter")})
	}
	switch {
	case w.mayDecline():
		list = append(list, keyHint{"c", w.t("ui.decline"), pressMsg("c")})
	case w.sits() && w.known.Table.Phase == api.Open:
		list = append(list, keyHint{"c", w.t("ui.table.close"), pressMsg("c")})
	}
	asks := w.known.Table.Asks
	_, own := w.ownAsk()
	switch {
	case !w.negotiable():
	case w.sits():
		if len(asks) > 0 {
			list = append(list, keyHint{"y", w.t("ui.accept"), pressMsg("y")}, keyHint{"n", w.t("ui.decline"), pressMsg("n")})
		}
		list = append(list, keyHint{"t", w.t("ui.table.terms.change"), pressMsg("t")})
	default:
		if own {
			list = append(list, keyHint{"n", w.t("ui.table.withdraw"), pressMsg("n")})
		}
		list = append(list, keyHint{"t", w.t("ui.table.terms.ask"), pressMsg("t")})
	}
	list = append(list, keyHint{"q", w.t("ui.lobby"), pressMsg("q")}, keyHint{"?", w.t("ui.help"), nil})
	c.keys(x, c.Height-1, wide, list)
}

// trouble is what is wrong, "" for nothing.
func (w *waitingScreen) trouble() string {
	switch {
	case w.problem != "":
		return w.problem
	case w.known.Known && !w.known.Connected:
		return w.t("cli.remote.lost")
	}
	return ""
}

func (w *waitingScreen) drawTable(c *column) {
	t := &w.known.Table
	if !w.known.Known && w.known.Gone == nil {
		c.para(w.t("ui.table.loading"), 3, dim)
		return
	}
	if gone := w.gone(); gone != "" {
		c.para(gone, 4, strong)
		return
	}
	maker := t.Seats[0]
	if maker == nil {
		maker = t.Seats[1]
	}
	name := ""
	if maker != nil {
		name = tables.Player(w.Catalog, *maker)
	}
	if w.sits() {
		c.para(w.t("ui.table.waiting"), 2, strong)
	} else {
		c.para(w.t("ui.table.invited", i18n.Args{"player": name}), 2, strong)
	}
	c.gap()
	for _, text := range w.terms(t.Options) {
		c.para(text, 2, plain)
	}
	c.gap()
	if own, ok := w.ownAsk(); ok {
		c.para(w.t("ui.table.terms.asked"), 2, accent)
		c.para(strings.Join(w.terms(own.Options), ", "), 3, plain)
		c.gap()
	} else if w.sits() && len(t.Asks) > 0 {
		c.para(w.t("ui.table.terms.asks", i18n.Args{"player": tables.Player(w.Catalog, t.Asks[0].Person)}), 2, accent)
		c.para(strings.Join(w.terms(t.Asks[0].Options), ", "), 3, plain)
		c.gap()
	}
	if w.sits() {
		if t.Reserved {
			c.para(w.t("ui.table.rematch.waits"), 2, accent)
		} else {
			c.para(w.t("ui.table.link"), 1, dim)
			for _, a := range w.addresses() {
				c.para(a, 2, accent)
			}
			if w.server.Command != "" && len(w.server.Addresses) == 0 {
				c.para(w.t("ui.table.alone.about"), 4, dim)
				c.para(w.server.Command, 2, plain)
			}
		}
	} else if t.Reserved && !t.Kept {
		c.para(w.t("ui.table.reserved"), 3, plain)
	} else {
		here := w.t("ui.table.not_here")
		if t.Presence.Players[0] == "here" || t.Presence.Players[1] == "here" {
			here = w.t("ui.table.here")
		}
		c.para(w.Catalog.Labeled(name, here), 1, plain)
		if w.watch {
			c.para(w.t("cli.remote.watching"), 2, dim)
		} else {
			c.para(w.t("ui.table.sit.about"), 2, dim)
		}
	}
	c.gap()
	if _, placing := w.game().(game.FullStarter); !placing || t.Options.Full {
		c.para(w.t("ui.table.drawn_later"), 3, dim)
	} else if t.Options.Side == "" {
		c.para(w.t("ui.table.drawn_later.sides"), 3, dim) // the board begins empty
	}
	if n := t.Presence.Watchers; n > 0 {
		c.para(w.t("ui.table.watchers", i18n.Args{"n": n}), 1, dim)
	}
}

// terms are what a game is played by, as the person would play it.
func (w *waitingScreen) terms(o api.Options) []string { return tables.Terms(w.Catalog, o, w.sits()) }
