package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// listenMsg says that something has changed at the table of a game screen.
type listenMsg struct{ number int }

// listen waits for the next change.
func (t *tableMode) listen(changed <-chan struct{}) tea.Cmd {
	if t.stopWait == nil {
		t.stopWait = make(chan struct{})
	}
	t.listens++
	return t.await(changed, t.stopWait, gameMsg{t.number, listenMsg{t.listens}})
}

// tableNews takes over what has happened at the table and shows it.
func (t *tableMode) tableNews() tea.Cmd {
	was := t.known
	changed := t.takeSnapshot(t.Now())
	cmds := []tea.Cmd{t.listen(changed)}
	t.setClock()
	t.noteAnswered()
	t.since = t.Now().Add(-t.known.Elapsed)
	if t.known.Table.Seats != was.Table.Seats {
		t.nameTable()
	}
	cmds = append(cmds, t.takeEvents(), t.tellChat(), t.followRematch(was.Table.Rematch))
	switch {
	case was.Connected && !t.known.Connected:
		cmds = append(cmds, t.tick())
	case !was.Connected && t.known.Connected && was.Known:
		t.tell(dim, t.t("cli.remote.back"))
		cmds = append(cmds, t.tick())
	case t.known.Table.Presence.Claimable != was.Table.Presence.Claimable:
		cmds = append(cmds, t.tick()) // the seconds until a claim are counted where no clock runs too
	}
	if t.server != nil && !t.ended {
		if err := t.server.Live.Err(); err != nil {
			t.ended = true
			cmds = append(cmds, t.push(t.messageBox(t.t("tui.failed"), t.serverEnded(err))))
		}
	}
	return tea.Batch(cmds...)
}

// takeEvents shows the events that the server has told since.
func (t *tableMode) takeEvents() tea.Cmd {
	all := t.state.Log().Events
	if len(all) <= t.events {
		return nil
	}
	fresh := all[t.events:]
	t.events = len(all)
	me, plays := t.plays()
	shown := false // it is the move that the screen shows already
	if t.sending != nil && slices.ContainsFunc(fresh, func(e play.Event) bool { return e.Kind == play.Move && e.Side == me }) {
		t.sending = nil
		shown = len(fresh) == 1
	}
	ply, before := t.session.State().Ply(), t.session.State().Offers()
	t.showLog(plays)
	if m := t.queued; m != 0 && t.sending == nil {
		t.queued = 0
		if shown && t.personToMove() && t.pos().Legal(m) == nil {
			return t.play(m)
		}
	}
	if shown {
		return t.tick()
	}
	var cmds []tea.Cmd
	for i, e := range fresh {
		own := plays && e.Side == me && !e.Kind.ByHost()
		cmds = append(cmds, t.tellEvent(e, own, before, i == len(fresh)-1))
	}
	if t.session.State().Ply() != ply || t.session.State().Over() {
		t.engine.renew()
	}
	return tea.Batch(append(cmds, t.proceed(), t.playPremove(all[len(all)-1].Kind))...)
}

// showLog shows the game as the server has it. A player sees the end of it; a watcher who looks back
// goes on doing so.
func (t *tableMode) showLog(toEnd bool) {
	session, err := local.Replay(t.state.Log())
	if err != nil {
		t.warn(t.reason(err)) // the table has folded the same events, so this is never met
		return
	}
	session.Tags = t.session.Tags
	if e := t.sending; e != nil && session.Apply(*e) != nil {
		t.sending = nil // the game has taken another way
	}
	session.MarkSaved()
	follow := t.session.Live() || toEnd
	ply, last := t.session.Ply(), t.pos().Key()
	t.session = session
	if !follow {
		session.GoTo(ply)
	}
	if t.pos().Key() == last && t.session.Ply() == ply {
		// What is being chosen or typed stays.
		t.steps, t.ahead = t.session.Played(), t.session.Ahead()
		return
	}
	typed := t.typed
	t.refresh()
	if typed != nil {
		t.typed = typed
		t.preview()
	}
}

// tellEvent says what somebody has done at the table.
func (t *tableMode) tellEvent(e play.Event, own bool, offers []play.Pending, last bool) tea.Cmd {
	who := i18n.Args{"player": t.say.Player(e.Side)}
	takeback := slices.ContainsFunc(offers, func(o play.Pending) bool {
		return o.What == play.OfferTakeback && (e.Offer == 0 || o.Offer == e.Offer)
	})
	switch e.Kind {
	case play.Move:
		step, ok := t.session.Last()
		if !ok || !last || !t.session.Live() {
			return nil
		}
		t.clearMessages()
		t.tell(plain, t.say.Move(step.Before, step.Move, step.After))
		return tea.Batch(t.animate(step.Before, step.Move, step.After, route(step.Before, step.Move)), t.bell())
	case play.Offer:
		if !own {
			return t.bell() // the notice says what it is
		}
	case play.Accept:
		if takeback {
			t.clearMessages()
			t.tell(accent, t.t("cli.takeback.accepted"))
			return t.bell()
		}
	case play.Decline:
		if !own {
			t.tell(accent, t.t("ui.table.declined", who))
		}
	case play.Withdraw:
		if !own {
			t.tell(accent, t.t("ui.table.withdrawn", who))
		}
	case play.MoreTime:
		if _, plays := t.plays(); own || !plays {
			t.tell(dim, t.t("cli.more.given", i18n.Args{"player": who["player"], "seconds": int(e.Add.Seconds())}))
		} else {
			t.tell(accent, t.t("ui.table.more_time.given", i18n.Args{"player": who["player"], "n": int(e.Add.Seconds())}))
		}
	}
	if t.session.State().Over() {
		t.clearMessages()
		t.tell(strong, t.result())
		return t.bell()
	}
	return nil
}

// bell rings for a player, who may look elsewhere while the opponent thinks.
func (t *tableState) bell() tea.Cmd {
	if _, plays := t.plays(); !plays {
		return nil
	}
	return tea.Raw("\a")
}

// tellChat shows the lines of chat that the last view did not show.
func (t *tableMode) tellChat() tea.Cmd {
	var cmd tea.Cmd
	for _, l := range t.known.Chat {
		if l.Number <= t.heard {
			continue
		}
		t.heard = l.Number
		if t.mutes(l.Person.ID) || t.server != nil && l.Person.ID == t.server.Session.Person().ID {
			continue
		}
		if _, open := t.top().(*chatDialog); open || t.shown.talk {
			continue
		}
		t.tell(plain, t.Catalog.Labeled(t.personName(l.Person), game.Printable(l.Text)))
		cmd = t.bell()
	}
	return cmd
}

// followRematch goes to the next game if the person plays there, and rings for an offer.
func (t *tableMode) followRematch(was *api.Rematch) tea.Cmd {
	now := t.known.Table.Rematch
	if now == nil || was != nil && *was == *now {
		return nil
	}
	_, plays := t.plays()
	switch {
	case now.Agreed && plays && now.Table != "" && t.app.top() == screen(t.gameScreen):
		return t.nextGame()
	case now.No && plays && was != nil && !was.No:
		t.tell(accent, t.t("ui.table.rematch.declined"))
	case !now.No:
		return t.bell() // the notice says what it is
	}
	return nil
}
