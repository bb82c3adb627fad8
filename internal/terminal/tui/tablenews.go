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
func (gs *gameScreen) listen(changed <-chan struct{}) tea.Cmd {
	t := gs.table
	if t.stop == nil {
		t.stop = make(chan struct{})
	}
	gs.listens++
	return gs.await(changed, t.stop, gameMsg{gs.number, listenMsg{gs.listens}})
}

// tableNews takes over what has happened at the table and tells of it.
func (gs *gameScreen) tableNews() tea.Cmd {
	t := gs.table
	was := t.view
	changed := t.takeSnapshot(gs.Now())
	cmds := []tea.Cmd{gs.listen(changed)}
	gs.noteAnswered()
	gs.since = gs.Now().Add(-t.view.Elapsed)
	if t.view.Table.Seats != was.Table.Seats {
		gs.nameTable()
	}
	cmds = append(cmds, gs.takeEvents(), gs.tellChat(), gs.followRematch(was.Table.Rematch))
	switch {
	case was.Connected && !t.view.Connected:
		cmds = append(cmds, gs.tick())
	case !was.Connected && t.view.Connected && was.Known:
		gs.tell(dim, gs.t("cli.remote.back"))
		cmds = append(cmds, gs.tick())
	case t.view.Table.Presence.Claimable != was.Table.Presence.Claimable:
		cmds = append(cmds, gs.tick()) // the seconds until a claim are counted where no clock runs too
	}
	if t.server != nil && !t.ended {
		if err := t.server.Live.Err(); err != nil {
			t.ended = true
			cmds = append(cmds, gs.push(gs.messageBox(gs.t("tui.failed"), gs.serverEnded(err))))
		}
	}
	return tea.Batch(cmds...)
}

// takeEvents shows the events that the server has told since.
func (gs *gameScreen) takeEvents() tea.Cmd {
	t := gs.table
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
	ply, before := gs.session.State().Ply(), gs.session.State().Offers()
	gs.showLog(plays)
	if m := t.queued; m != 0 && t.sending == nil {
		t.queued = 0
		if shown && gs.personToMove() && gs.pos().Legal(m) == nil {
			return gs.play(m)
		}
	}
	if shown {
		return gs.tick()
	}
	var cmds []tea.Cmd
	for i, e := range fresh {
		own := plays && e.Side == me && !e.Kind.ByHost()
		cmds = append(cmds, gs.tellEvent(e, own, before, i == len(fresh)-1))
	}
	if gs.session.State().Ply() != ply || gs.state().Over() {
		gs.engine.renew()
	}
	return tea.Batch(append(cmds, gs.proceed(), gs.playPremove(all[len(all)-1].Kind))...)
}

// showLog shows the game as the server has it. Who plays sees the end of it; who looks
// back otherwise goes on doing so.
func (gs *gameScreen) showLog(toEnd bool) {
	session, err := local.Replay(gs.table.state.Log())
	if err != nil {
		gs.warn(gs.reason(err)) // the table has folded the same events, so this is never met
		return
	}
	session.Tags = gs.session.Tags
	if e := gs.table.sending; e != nil && session.Apply(*e) != nil {
		gs.table.sending = nil // the game has taken another way
	}
	session.MarkSaved()
	follow := gs.session.Live() || toEnd
	ply, last := gs.session.Ply(), gs.pos().Key()
	gs.session = session
	if !follow {
		session.GoTo(ply)
	}
	if gs.pos().Key() == last && gs.session.Ply() == ply {
		// What is being chosen or typed stays.
		gs.steps, gs.ahead = gs.session.Played(), gs.session.Ahead()
		return
	}
	typed := gs.typed
	gs.refresh()
	if typed != nil {
		gs.typed = typed
		gs.preview()
	}
}

// tellEvent says what somebody has done at the table.
func (gs *gameScreen) tellEvent(e play.Event, own bool, offers []play.Pending, last bool) tea.Cmd {
	who := i18n.Args{"player": gs.say.Player(e.Side)}
	takeback := slices.ContainsFunc(offers, func(o play.Pending) bool {
		return o.What == play.OfferTakeback && (e.Offer == 0 || o.Offer == e.Offer)
	})
	switch e.Kind {
	case play.Move:
		step, ok := gs.session.Last()
		if !ok || !last || !gs.session.Live() {
			return nil
		}
		gs.clearMessages()
		gs.tell(plain, gs.say.Move(step.Before, step.Move, step.After))
		return tea.Batch(gs.animate(step.Before, step.Move, step.After, route(step.Before, step.Move)), gs.bell())
	case play.Offer:
		if !own {
			return gs.bell() // the notice says what it is
		}
	case play.Accept:
		if takeback {
			gs.clearMessages()
			gs.tell(accent, gs.t("cli.takeback.accepted"))
			return gs.bell()
		}
	case play.Decline:
		if !own {
			gs.tell(accent, gs.t("ui.table.declined", who))
		}
	case play.Withdraw:
		if !own {
			gs.tell(accent, gs.t("ui.table.withdrawn", who))
		}
	case play.MoreTime:
		if _, plays := gs.table.plays(); own || !plays {
			gs.tell(dim, gs.t("cli.more.given", i18n.Args{"player": who["player"], "seconds": int(e.Add.Seconds())}))
		} else {
			gs.tell(accent, gs.t("ui.table.more_time.given", i18n.Args{"player": who["player"], "n": int(e.Add.Seconds())}))
		}
	}
	if gs.state().Over() {
		gs.clearMessages()
		gs.tell(strong, gs.result())
		return gs.bell()
	}
	return nil
}

// bell rings where somebody plays, who may look elsewhere while the other thinks.
func (gs *gameScreen) bell() tea.Cmd {
	if _, plays := gs.table.plays(); !plays {
		return nil
	}
	return tea.Raw("\a")
}

// tellChat tells of the lines of chat that the last view did not show.
func (gs *gameScreen) tellChat() tea.Cmd {
	t := gs.table
	var cmd tea.Cmd
	for _, l := range t.view.Chat {
		if l.Number <= t.lines {
			continue
		}
		t.lines = l.Number
		if gs.mutes(l.Person.ID) || t.server != nil && l.Person.ID == t.server.Session.Person().ID {
			continue
		}
		if _, open := gs.top().(*chatDialog); open || t.chatted {
			continue
		}
		gs.tell(plain, gs.Catalog.Labeled(gs.personName(l.Person), game.Printable(l.Text)))
		cmd = gs.bell()
	}
	return cmd
}

// followRematch goes to the next game where one plays there, and tells of an offer.
func (gs *gameScreen) followRematch(was *api.Rematch) tea.Cmd {
	now := gs.table.view.Table.Rematch
	if now == nil || was != nil && *was == *now {
		return nil
	}
	_, plays := gs.table.plays()
	switch {
	case now.Agreed && plays && now.Table != "" && gs.app.top() == gs:
		return gs.nextGame()
	case now.No && plays && was != nil && !was.No:
		gs.tell(accent, gs.t("ui.table.rematch.declined"))
	case !now.No:
		return gs.bell() // the notice says what it is
	}
	return nil
}
