package tui

import (
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// What a game screen shows and does differently where the game is at a table of people.

// notices are what waits for somebody: they stand below the messages as long as they
// hold.
func (gs *gameScreen) notices() []message {
	t := gs.table
	var list []message
	add := func(s style, text string) { list = append(list, message{text, s}) }
	me, plays := t.plays()
	switch {
	case t.ended:
		add(bad, i18n.Sentence(gs.t("cli.remote.ended")))
	case t.view.Stopped:
		add(bad, gs.t("ui.table.restart")+" "+gs.t("ui.table.restart.clock"))
	case !t.view.Connected:
		add(bad, i18n.Sentence(gs.t("cli.remote.lost"))+gs.ownClock("ui.table.lost.clock"))
	}
	if text := tables.Unsent(gs.Catalog, &t.view, gs.errorText); text != "" {
		if t.view.Connected {
			text += gs.ownClock("ui.table.offline.clock")
		}
		add(bad, text)
	}
	if t.premove != nil {
		add(accent, gs.premoveText())
	}
	if !t.state.Over() {
		for _, o := range gs.table.state.Offers() { // in the order in which they are answered
			what, own := o.What, plays && o.By == me
			switch {
			case own && what == play.OfferDraw:
				add(dim, gs.t("ui.table.draw.waits"))
			case own:
				add(dim, gs.t("ui.table.takeback.waits"))
			case what == play.OfferDraw:
				add(accent, gs.t("ui.draw.offered", i18n.Args{"player": gs.say.Player(o.By)}))
			default:
				add(accent, gs.t("ui.table.takeback.offered", i18n.Args{"player": gs.say.Player(o.By)}))
			}
		}
		if n, ok := gs.claimIn(); ok && n > 0 {
			add(dim, gs.t("ui.table.gone.wait", i18n.Args{"player": gs.say.Player(me.Other()), "n": n}))
		} else if ok {
			add(accent, gs.t("ui.table.gone.now", i18n.Args{"player": gs.say.Player(me.Other())}))
		}
		return list
	}
	if r := t.view.Table.Rematch; r != nil && r.Agreed {
		add(accent, gs.t("ui.table.rematch.agreed"))
	} else if r, own := gs.rematchOffer(); r != nil && own {
		add(dim, gs.t("ui.table.rematch.waits"))
	} else if r != nil {
		by := game.First
		if r.By == string(api.Second) {
			by = game.Second
		}
		key := "ui.table.rematch.asks"
		if r.Same {
			key = "ui.table.rematch.asks_same"
		}
		add(accent, gs.say.Player(by)+" "+gs.t(key))
	}
	return list
}

// ownClock is a sentence about one's own clock with a blank before it, "" where that does
// not run.
func (gs *gameScreen) ownClock(key string) string {
	me, plays := gs.table.plays()
	if turn, runs := gs.table.state.Running(); runs && plays && turn == me {
		return " " + gs.t(key)
	}
	return ""
}

// presence says in a word whether the player of a side is here, "" where that goes
// without saying.
func (gs *gameScreen) presence(side game.Side) string {
	t := gs.table
	if me, plays := t.plays(); plays && me == side {
		if !t.view.Connected || len(t.view.Unsent) > 0 && t.view.Trouble == nil {
			return gs.t("ui.table.cut")
		}
		return ""
	}
	switch p := t.view.Table.Presence; {
	case !t.view.Connected, p.Players[side] == "unknown":
		return gs.t("ui.table.unknown")
	case p.Players[side] == "away":
		away := time.Duration(p.Away[side])*time.Millisecond + gs.Now().Sub(t.presenceAt)
		return gs.t("tui.away", i18n.Args{"time": gs.age(away)})
	}
	return ""
}

// age says how long something is ago, coarsely where it is long.
func (a *app) age(d time.Duration) string {
	switch s := int(d / time.Second); {
	case s < 60:
		return "0:" + strconv.Itoa(100 + max(s, 0))[1:]
	case s < 3600:
		return strconv.Itoa(s/60) + " min"
	case s < 86400:
		return strconv.Itoa(s/3600) + " h"
	default:
		return a.t("tui.clock.days", i18n.Args{"n": s / 86400})
	}
}

// tableMenu lists what can be done at a table.
func (gs *gameScreen) tableMenu() *dialog {
	t := gs.table
	m := gs.newMenu()
	me, plays := t.plays()
	playing := plays && !t.state.Over()
	if gs.answers() {
		m.add("y", "ui.accept", doAccept)
		m.add("n", "ui.decline", doDecline)
	}
	if gs.withdrawable() {
		m.add("", "ui.table.withdraw", doWithdraw)
	}
	if playing {
		if n, ok := gs.claimIn(); ok && n == 0 {
			m.add("w", "ui.table.gone.win", doClaimWin)
			m.add("", "ui.table.gone.draw", doClaimDraw)
		}
		if _, ok := t.state.LastChoice(me); ok && t.state.Terms().Takeback == play.TakebackAgreed {
			m.add("u", "tui.table.takeback", doUndo)
		}
		m.add("", "ui.offer_draw", doDraw)
		if gs.source.clocked() {
			m.add("", "ui.table.more_time", doMoreTime)
		}
		if t.state.Ply() < t.state.Terms().Abort {
			m.add("", "ui.table.abort", doAbort)
		}
		m.add("", "ui.resign", doResign)
	}
	if t.state.Over() {
		r := t.view.Table.Rematch
		switch {
		case r != nil && r.Agreed && plays:
			m.add("", "ui.table.rematch.go", doNextGame)
		case r != nil && r.Agreed:
			m.add("", "ui.table.rematch.watch", doNextGame)
		case plays && !gs.answers() && !gs.withdrawable():
			m.add("", "ui.rematch", doRematch)
			m.add("", "ui.duplicate", doRematchSame)
		}
		m.add("x", "ui.result.analyze", doAnalysis)
	}
	m.add("t", "ui.table.chat", doChat)
	if plays && t.view.Table.Seats[me.Other()] != nil {
		other := t.view.Table.Seats[me.Other()].ID
		text, on := "ui.table.mute", true
		if gs.mutes(other) {
			text, on = "tui.table.unmute", false
		}
		m.addItem("", text, func() tea.Cmd { return gs.mute(other, on) })
	}
	m.addBoard()
	m.addMotion()
	m.add("s", "ui.save", doSave)
	return m.end("ui.lobby")
}

// tableKeys are the keys that make sense at a table now, the most needed first.
func (gs *gameScreen) tableKeys(add addKey, enter string) {
	t := gs.table
	_, plays := t.plays()
	if gs.answers() {
		add("y", "ui.accept", doAccept, 0)
		add("n", "ui.decline", doDecline, 0)
	}
	if n, ok := gs.claimIn(); ok && n == 0 {
		add("w", "ui.table.gone.win", doClaimIfGone, 0)
	}
	switch {
	case t.state.Over():
		if !gs.answers() {
			add("n", "tui.key.next", doDecline, 0)
		}
		add("x", "ui.analysis", doAnalysis, 0)
	default:
		gs.moveKeys(add, enter)
	}
	if gs.lookingBack() {
		add("End", "tui.key.end", doLast, 0)
	}
	add("t", "ui.table.chat", doChat, 0)
	if plays && len(gs.steps) > 0 && !t.state.Over() && t.state.Terms().Takeback == play.TakebackAgreed {
		add("u", "ui.back", doUndo, 0)
	}
	add("q", "ui.lobby", doLeave, 0)
	add("m", "ui.menu", doMenu, 0)
	add("?", "ui.help", doHelp, 0)
}
