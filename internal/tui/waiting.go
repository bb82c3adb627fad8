package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/api"
	"cairn.example/internal/client"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/play"
)

// waitingScreen is a table before its game: who made it waits, others sit down.
type waitingScreen struct {
	*app
	table   Table
	watch   bool        // one only looks on
	known   client.View // as of the last change
	server  api.Server
	problem string
	busy    bool // something was sent and has no answer yet
	stop    chan struct{}
}

// openTable shows a table: the game, or the wait for it.
func (a *app) openTable(id string) tea.Cmd {
	w := &waitingScreen{app: a, table: a.Server.Live.Watch(id), watch: a.Watch && id == a.Table, stop: make(chan struct{})}
	a.show(w)
	session := a.Server.Session
	about := func() tea.Msg {
		server, err := session.Server(context.Background())
		return screenMsg{w, aboutMsg{server, err}}
	}
	return tea.Batch(w.news(), about)
}

// aboutMsg is what a server says of itself.
type aboutMsg struct {
	server api.Server
	err    error
}

// waitedMsg says that something has changed.
type waitedMsg struct{}

// doneMsg is the answer to something that was sent.
type doneMsg struct{ err error }

func (w *waitingScreen) pieces() *draw.Style {
	if g := w.game(); g != nil {
		if s, err := draw.StyleOf(g); err == nil {
			return s
		}
	}
	return nil
}

// game returns the rule set, nil before the table was told.
func (w *waitingScreen) game() game.Game {
	g, err := games.Lookup(w.known.Table.Options.Game)
	if err != nil {
		return nil
	}
	return g
}

// leave ends the wait for changes.
func (w *waitingScreen) leave() {
	if w.stop != nil {
		close(w.stop)
		w.stop = nil
	}
}

// news takes over what is known by now and waits for more.
func (w *waitingScreen) news() tea.Cmd {
	changed := w.table.Changed()
	was := w.known.Table.Seats
	if w.takeSnapshot() {
		return w.begin()
	}
	cmds := []tea.Cmd{w.await(changed, w.stop, screenMsg{w, waitedMsg{}})}
	if w.known.Known && w.known.Table.Seats != was && was[0] != nil {
		cmds = append(cmds, tea.Raw("\a"))
	}
	if err := w.Server.Live.Err(); err != nil {
		w.problem = w.serverEnded(err)
	}
	return tea.Batch(cmds...)
}

// begin shows the game.
func (w *waitingScreen) begin() tea.Cmd {
	gs, err := newTableScreen(w.app, w.table)
	if err != nil {
		w.problem = i18n.Sentence(w.errorText(err))
		return nil
	}
	w.show(gs)
	return tea.Batch(gs.start(), gs.bell())
}

// gone tells why there is nothing to wait for, "" while there is.
func (w *waitingScreen) gone() string {
	switch {
	case w.known.Gone != nil:
		return i18n.Sentence(w.serverError(w.known.Gone))
	case w.known.Table.Phase == api.Closed:
		return w.t("cli.remote.closed")
	}
	return ""
}

// sits tells whether the person has a seat here.
func (w *waitingScreen) sits() bool { return w.known.Table.You == api.Sitter }

// mayDecline tells whether the free seat is kept for the person.
func (w *waitingScreen) mayDecline() bool { return w.known.Table.Kept && !w.sits() }

// maySit tells whether the person may take the free seat.
func (w *waitingScreen) maySit() bool {
	t := &w.known.Table
	return w.known.Known && t.Phase == api.Open && !w.sits() && !w.watch && (!t.Reserved || t.Kept)
}

// negotiable tells whether the person may change the terms or ask for others.
func (w *waitingScreen) negotiable() bool {
	t := &w.known.Table
	return w.known.Known && t.Phase == api.Open && t.From == "" && (w.sits() || !w.watch)
}

// ownAsk returns the terms that the person has asked for.
func (w *waitingScreen) ownAsk() (api.Ask, bool) {
	me := w.Server.Session.Person().ID
	for _, a := range w.known.Table.Asks {
		if a.Person.ID == me && me != "" {
			return a, true
		}
	}
	return api.Ask{}, false
}

func (w *waitingScreen) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case waitedMsg:
		return w.news()
	case aboutMsg:
		if m.err == nil {
			w.server = m.server
		}
	case doneMsg:
		w.busy = false
		if m.err != nil {
			w.problem = i18n.Sentence(w.serverError(m.err))
		}
		return w.refresh()
	case doMsg:
		return w.do(m.what)
	case tea.KeyPressMsg:
		switch m.String() {
		case "enter", "space":
			if w.gone() != "" {
				return w.do(doLeave)
			}
			return w.do(doSit)
		case "c", "delete":
			return w.do(doCloseTable)
		case "t":
			return w.do(doTerms)
		case "y":
			return w.do(doAccept)
		case "n":
			return w.do(doDecline)
		case "esc", "q", "l":
			return w.do(doLeave)
		case "?", "f1":
			if g := w.game(); g != nil {
				return w.push(newHelp(w.app, g))
			}
		}
	}
	return nil
}

// refresh takes over what is known by now, while somebody waits for changes already.
func (w *waitingScreen) refresh() tea.Cmd {
	if w.takeSnapshot() {
		return w.begin()
	}
	return nil
}

// takeSnapshot keeps what is known of the table now; it is true when the game has begun.
func (w *waitingScreen) takeSnapshot() (began bool) {
	w.table.View(func(v *client.View) {
		began = v.State != nil
		w.known = *v
		w.known.State, w.known.Chat = nil, nil
	})
	return began
}

func (w *waitingScreen) do(what command) tea.Cmd {
	switch what {
	case doSit:
		if w.maySit() {
			return w.send(w.table.Sit)
		}
	case doCloseTable:
		switch {
		case w.mayDecline():
			return w.send(w.table.Leave)
		case w.sits() && w.known.Table.Phase == api.Open:
			return w.push(w.confirm(w.t("tui.table.sure.close"), func() tea.Cmd { return w.send(w.table.Leave) }))
		}
	case doTerms:
		if !w.negotiable() {
			return nil
		}
		from, mine := w.known.Table.Options, w.sits()
		if own, ok := w.ownAsk(); ok {
			from = own.Options
		}
		return w.push(newTermsForm(w.app, from, mine, func(o api.Options) tea.Cmd {
			return w.send(func(ctx context.Context) (client.Receipt, error) {
				if mine {
					return w.table.Terms(ctx, o)
				}
				return w.table.Ask(ctx, o)
			})
		}))
	case doAccept:
		if asks := w.known.Table.Asks; w.sits() && len(asks) > 0 {
			o := asks[0].Options
			return w.send(func(ctx context.Context) (client.Receipt, error) { return w.table.Terms(ctx, o) })
		}
	case doDecline, doWithdraw:
		asks := w.known.Table.Asks
		person := ""
		if _, own := w.ownAsk(); !own {
			if !w.sits() || len(asks) == 0 {
				return nil
			}
			person = asks[0].Person.ID
		}
		return w.send(func(ctx context.Context) (client.Receipt, error) { return w.table.Unask(ctx, person) })
	case doLeave:
		w.Server.Live.Unwatch(w.table.ID())
		return w.openLobby()
	}
	return nil
}

// send asks the server for something and says what is wrong with it.
func (w *waitingScreen) send(f func(context.Context) (client.Receipt, error)) tea.Cmd {
	if w.busy {
		return nil
	}
	w.busy, w.problem = true, ""
	return func() tea.Msg {
		_, err := f(context.Background())
		return screenMsg{w, doneMsg{err}}
	}
}

// addresses are where others find the table.
func (w *waitingScreen) addresses() []string {
	var list []string
	for _, a := range append([]string{w.Server.Session.Address()}, w.server.Addresses...) {
		for len(a) > 0 && a[len(a)-1] == '/' {
			a = a[:len(a)-1]
		}
		if a = a + "/" + w.table.ID(); len(list) == 0 || a != list[0] {
			list = append(list, a)
		}
	}
	return list
}

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
		list = append(list, keyHint{enter, w.t("ui.lobby"), doMsg{doLeave, 0}})
	}
	if w.maySit() {
		list = append(list, keyHint{enter, w.t("ui.table.sit"), doMsg{doSit, 0}})
	}
	switch {
	case w.mayDecline():
		list = append(list, keyHint{"c", w.t("ui.decline"), doMsg{doCloseTable, 0}})
	case w.sits() && w.known.Table.Phase == api.Open:
		list = append(list, keyHint{"c", w.t("ui.table.close"), doMsg{doCloseTable, 0}})
	}
	asks := w.known.Table.Asks
	_, own := w.ownAsk()
	switch {
	case !w.negotiable():
	case w.sits():
		if len(asks) > 0 {
			list = append(list, keyHint{"y", w.t("ui.accept"), doMsg{doAccept, 0}}, keyHint{"n", w.t("ui.decline"), doMsg{doDecline, 0}})
		}
		list = append(list, keyHint{"t", w.t("ui.table.terms.change"), doMsg{doTerms, 0}})
	default:
		if own {
			list = append(list, keyHint{"n", w.t("ui.table.withdraw"), doMsg{doWithdraw, 0}})
		}
		list = append(list, keyHint{"t", w.t("ui.table.terms.ask"), doMsg{doTerms, 0}})
	}
	list = append(list, keyHint{"q", w.t("ui.lobby"), doMsg{doLeave, 0}}, keyHint{"?", w.t("ui.help"), doMsg{}})
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
		name = w.personName(*maker)
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
		c.para(w.t("ui.table.terms.asks", i18n.Args{"player": w.personName(t.Asks[0].Person)}), 2, accent)
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
		c.para(name+": "+here, 1, plain)
		if w.watch {
			c.para(w.t("cli.remote.watching"), 2, dim)
		} else {
			c.para(w.t("ui.table.sit.about"), 2, dim)
		}
	}
	c.gap()
	c.para(w.t("ui.table.drawn_later"), 3, dim)
	if n := t.Presence.Watchers; n > 0 {
		c.para(w.t("ui.table.watchers", i18n.Args{"n": n}), 1, dim)
	}
}

// terms are what a game is played by, as the person would play it.
func (w *waitingScreen) terms(o api.Options) []string { return TermsText(w.Catalog, o, w.sits()) }

// TermsText says what a game is played by, for who made the table or for the other one.
func TermsText(c *i18n.Catalog, o api.Options, mine bool) []string {
	list := []string{c.T("game." + o.Game), controlOf(c, o.Control), c.T("ui.table.side." + SideSeen(o.Side, mine))}
	if o.Full {
		list = append(list, c.T("ui.new.random"))
	}
	if o.Takeback {
		list = append(list, capital(c.T("ui.friend.takeback")))
	}
	if o.Public {
		list = append(list, c.T("ui.table.public"))
	}
	return list
}

// controlOf says a clock as people write it, from the form of a record's tag.
func controlOf(c *i18n.Catalog, text string) string {
	control, err := play.ParseControl(text)
	if err != nil {
		return game.Printable(text)
	}
	return ControlText(c, control)
}
