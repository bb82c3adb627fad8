package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// waitingScreen is a table before its game: its maker waits, others sit down.
type waitingScreen struct {
	*app
	table   *client.Table
	watch   bool        // one only looks on
	known   client.View // as of the last change
	asked   steady      // the terms that one says yes or no to
	agreed  steady      // the terms by which one sits down
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

// game returns the rule set, nil before the table is known.
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
	if w.known.Known {
		w.asked.note(fmt.Sprint(w.known.Table.Asks), w.Now())
		w.agreed.note(fmt.Sprint(w.known.Table.Options), w.Now())
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
	t, err := newTableScreen(w.app, w.table)
	if err != nil {
		w.problem = i18n.Sentence(w.errorText(err))
		return nil
	}
	w.show(t.gameScreen)
	return tea.Batch(t.start(), t.bell())
}

// gone says why there is nothing to wait for, "" while there is.
func (w *waitingScreen) gone() string {
	switch {
	case w.known.Gone != nil:
		return i18n.Sentence(w.serverError(w.known.Gone))
	case w.known.Table.Phase == api.Closed:
		return w.t("cli.remote.closed")
	}
	return ""
}

// sits reports whether the person has a seat here.
func (w *waitingScreen) sits() bool { return w.known.Table.You == api.Sitter }

// mayDecline reports whether the free seat is kept for the person.
func (w *waitingScreen) mayDecline() bool { return w.known.Table.Kept && !w.sits() }

// maySit reports whether the person may take the free seat.
func (w *waitingScreen) maySit() bool {
	t := &w.known.Table
	return w.known.Known && t.Phase == api.Open && !w.sits() && !w.watch && (!t.Reserved || t.Kept)
}

// negotiable reports whether the person may change the terms or ask for others.
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
	case pressMsg:
		return w.press(string(m))
	case tea.KeyPressMsg:
		return w.press(m.String())
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

// press does what a key means.
func (w *waitingScreen) press(key string) tea.Cmd {
	switch key {
	case "enter", "space":
		if w.gone() != "" {
			return w.press("q")
		}
		if w.maySit() && w.agreed.read(w.Now()) {
			return w.send(w.table.Sit)
		}
	case "c", "delete":
		switch {
		case w.mayDecline():
			return w.send(w.table.Leave)
		case w.sits() && w.known.Table.Phase == api.Open:
			return w.push(w.confirm(w.t("tui.table.sure.close"), func() tea.Cmd { return w.send(w.table.Leave) }))
		}
	case "t":
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
	case "y":
		if asks := w.known.Table.Asks; w.sits() && len(asks) > 0 && w.asked.read(w.Now()) {
			o := asks[0].Options
			return w.send(func(ctx context.Context) (client.Receipt, error) { return w.table.Terms(ctx, o) })
		}
	case "n":
		asks := w.known.Table.Asks
		person := ""
		if _, own := w.ownAsk(); !own {
			if !w.sits() || len(asks) == 0 || !w.asked.read(w.Now()) {
				return nil
			}
			person = asks[0].Person.ID
		}
		return w.send(func(ctx context.Context) (client.Receipt, error) { return w.table.Unask(ctx, person) })
	case "esc", "q", "l":
		w.Server.Live.Unwatch(w.table.ID())
		return w.openLobby()
	case "?", "f1":
		if g := w.game(); g != nil {
			return w.push(newHelp(w.app, g))
		}
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
