package tui

import (
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/client"
	"cairn.example/internal/i18n"
	"cairn.example/internal/play"
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
	case !t.view.Connected:
		text := gs.t("cli.remote.lost")
		if turn, runs := t.state.Running(); runs && plays && turn == me {
			text += " " + gs.t("ui.table.offline.clock")
		}
		add(bad, text)
	}
	if e := t.sending; e != nil && !t.view.Connected {
		add(bad, e.Move+": "+gs.t("ui.table.unsent")+"; "+gs.t("ui.table.unsent.about"))
	}
	if t.premove != nil {
		add(accent, gs.premoveText())
	}
	if !t.state.Over() {
		for _, what := range []play.What{play.OfferDraw, play.OfferTakeback} {
			o, own, ok := gs.offerOf(what)
			switch {
			case !ok:
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

// presence says in a word whether the player of a side is here, "" where that goes
// without saying.
func (gs *gameScreen) presence(side game.Side) string {
	t := gs.table
	if me, plays := t.plays(); plays && me == side {
		if !t.view.Connected {
			return gs.t("ui.table.cut")
		}
		return ""
	}
	switch p := t.view.Table.Presence; {
	case !t.view.Connected, p.Players[side] == "unknown":
		return gs.t("ui.table.unknown")
	case p.Players[side] == "away":
		away := time.Duration(p.Away[side])*time.Millisecond + gs.Now().Sub(t.presenceAt)
		return gs.t("ui.table.away", i18n.Args{"time": gs.age(away)})
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

// doAtTable does what a key or a click means at a table, where that is another thing
// than at home; false for what means the same.
func (gs *gameScreen) doAtTable(what command) (tea.Cmd, bool) {
	t := gs.table
	switch what {
	case doChat:
		return gs.push(&chatDialog{app: gs.app, gs: gs}), true
	case doAccept:
		return gs.answerOffer(true), true
	case doDecline:
		return gs.declineOrNext(), true
	case doUndo:
		if !gs.session.Live() || t.state.Over() {
			return gs.do(doBack, 1), true
		}
		return gs.offerTakeback(), true
	case doResign:
		if !gs.playsHere() {
			return nil, true
		}
		return gs.push(gs.confirm(gs.t("ui.sure.resign_you"), func() tea.Cmd {
			return gs.sendEvent(play.Event{Kind: play.Resign, Side: gs.person()})
		})), true
	case doAbort:
		if !gs.playsHere() {
			return nil, true
		}
		return gs.push(gs.confirm(gs.t("ui.table.sure.abort"), func() tea.Cmd {
			return gs.sendEvent(play.Event{Kind: play.Abort, Side: gs.person()})
		})), true
	case doDraw:
		if !gs.playsHere() {
			return nil, true
		}
		return gs.sendEvent(play.Event{Kind: play.Offer, Side: gs.person(), What: play.OfferDraw}), true
	case doMoreTime:
		return gs.moreTime(extraTime), true
	case doClaimWin:
		return gs.claimGame(false), true
	case doClaimDraw:
		return gs.claimGame(true), true
	case doWithdraw:
		return gs.withdraw(), true
	case doRematch:
		return gs.rematch(false), true
	case doRematchSame:
		return gs.rematch(true), true
	case doNextGame:
		if r := t.view.Table.Rematch; r != nil && r.Agreed {
			return gs.nextGame(), true
		}
		return nil, true
	case doLeave:
		return gs.leaveTable(), true
	case doClaimIfGone:
		if _, ok := gs.claimIn(); ok {
			return gs.claimGame(false), true
		}
		return nil, true
	case doPause, doMistake, doRedo, doNew, doJudgeAll:
		return nil, true
	case doJudge, doLines, doBest, doHint:
		gs.silentEngine()
		return nil, true
	case doAnalysis:
		if !t.state.Over() {
			gs.silentEngine()
			return nil, true
		}
	case doOpen:
		gs.clearMessages()
		gs.warn(i18n.Sentence(gs.t("tui.table.leave_first")))
		return nil, true
	}
	return nil, false
}

// silentEngine says that the engine helps nobody at a table.
func (gs *gameScreen) silentEngine() {
	gs.clearMessages()
	gs.warn(i18n.Sentence(gs.t("tui.table.no_engine")))
}

// declineOrNext says no to an offer; after the game it asks what comes next.
func (gs *gameScreen) declineOrNext() tea.Cmd {
	if gs.answers() {
		return gs.answerOffer(false)
	}
	if !gs.table.state.Over() {
		return nil
	}
	return gs.push(gs.nextDialog())
}

// nextDialog asks what comes after a game.
func (gs *gameScreen) nextDialog() *dialog {
	d := &dialog{app: gs.app, title: gs.t("ui.result.title"), text: gs.result()}
	add := func(text string, what command) {
		d.items = append(d.items, item{"", gs.t(text), func() tea.Cmd { return gs.do(what, 0) }})
	}
	_, plays := gs.table.plays()
	r := gs.table.view.Table.Rematch
	switch {
	case r != nil && r.Agreed && plays:
		add("ui.table.rematch.go", doNextGame)
	case r != nil && r.Agreed:
		add("ui.table.rematch.watch", doNextGame)
	case plays && gs.withdrawable():
		add("ui.table.withdraw", doWithdraw)
	case plays:
		add("ui.rematch", doRematch)
		add("ui.duplicate", doRematchSame)
	}
	add("ui.result.analyze", doAnalysis)
	add("ui.result.save", doSave)
	add("ui.lobby", doLeave)
	d.items = append(d.items, item{"esc", gs.t("ui.look"), nil})
	return d
}

// tableMenu lists what can be done at a table.
func (gs *gameScreen) tableMenu() *dialog {
	t := gs.table
	d := &dialog{app: gs.app, title: gs.t("ui.menu")}
	add := func(key, text string, what command) {
		d.items = append(d.items, item{key, capital(gs.t(text)), func() tea.Cmd { return gs.do(what, 0) }})
	}
	d.items = append(d.items, item{"esc", gs.t("ui.return"), nil})
	me, plays := t.plays()
	playing := plays && !t.state.Over()
	if gs.answers() {
		add("y", "ui.accept", doAccept)
		add("n", "ui.decline", doDecline)
	}
	if gs.withdrawable() {
		add("", "ui.table.withdraw", doWithdraw)
	}
	if playing {
		if n, ok := gs.claimIn(); ok && n == 0 {
			add("w", "ui.table.gone.win", doClaimWin)
			add("", "ui.table.gone.draw", doClaimDraw)
		}
		if _, ok := t.state.LastChoice(me); ok && t.state.Terms().Takeback == play.TakebackAgreed {
			add("u", "tui.table.takeback", doUndo)
		}
		add("", "ui.offer_draw", doDraw)
		if gs.clocked() {
			add("", "ui.table.more_time", doMoreTime)
		}
		if t.state.Ply() < t.state.Terms().Abort {
			add("", "ui.table.abort", doAbort)
		}
		add("", "ui.resign", doResign)
	}
	if t.state.Over() {
		r := t.view.Table.Rematch
		switch {
		case r != nil && r.Agreed && plays:
			add("", "ui.table.rematch.go", doNextGame)
		case r != nil && r.Agreed:
			add("", "ui.table.rematch.watch", doNextGame)
		case plays && !gs.answers() && !gs.withdrawable():
			add("", "ui.rematch", doRematch)
			add("", "ui.duplicate", doRematchSame)
		}
		add("x", "ui.result.analyze", doAnalysis)
	}
	add("t", "ui.table.chat", doChat)
	if plays && t.view.Table.Seats[me.Other()] != nil {
		other := t.view.Table.Seats[me.Other()].ID
		text, on := "ui.table.mute", true
		if gs.mutes(other) {
			text, on = "tui.table.unmute", false
		}
		d.items = append(d.items, item{"", capital(gs.t(text)), func() tea.Cmd { return gs.mute(other, on) }})
	}
	if _, ok := gs.pos().(game.Connectivity); ok {
		add("o", "ui.hinges.long", doHinges)
	}
	add("v", "ui.flip", doTurn)
	add("z", "ui.keys.zen", doZen)
	if gs.Animate {
		add("", "tui.menu.motion_off", doAnimate)
	} else {
		add("", "tui.menu.motion_on", doAnimate)
	}
	add("s", "ui.save", doSave)
	add("?", "ui.help", doHelp)
	add("q", "ui.lobby", doLeave)
	d.items = append(d.items, item{"ctrl+c", gs.t("tui.menu.quit"), func() tea.Cmd { return tea.Quit }})
	return d
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

// tableCommand does what a typed word stands for at a table; false for a word that is
// none there.
func (gs *gameScreen) tableCommand(word, rest string) (tea.Cmd, bool) {
	do := func(what command) (tea.Cmd, bool) { return gs.do(what, 0), true }
	switch word {
	case "say", "chat":
		if rest == "" {
			return do(doChat)
		}
		return gs.sayAtTable(rest), true
	case "accept", "yes":
		return do(doAccept)
	case "decline", "no":
		return gs.answerOffer(false), true
	case "withdraw":
		return do(doWithdraw)
	case "claim":
		if strings.EqualFold(rest, "draw") {
			return do(doClaimDraw)
		}
		return do(doClaimWin)
	case "more":
		n, err := strconv.Atoi(rest)
		switch {
		case rest == "":
			n = int(extraTime / time.Second)
		case err != nil:
			n = 0 // refused
		}
		return gs.moreTime(time.Duration(n) * time.Second), true
	case "rematch":
		if strings.EqualFold(rest, "same") {
			return do(doRematchSame)
		}
		return do(doRematch)
	case "mute", "unmute":
		return gs.muteNamed(rest, word == "mute"), true
	case "lobby":
		return do(doLeave)
	case "undo", "u", "back":
		return do(doUndo)
	case "resign":
		return do(doResign)
	case "draw":
		return do(doDraw)
	case "abort":
		return do(doAbort)
	case "redo", "r", "hint", "h", "level", "load", "open", "pause", "resume", "new":
		gs.clearMessages()
		gs.warn(i18n.Sentence(gs.t("tui.unknown", i18n.Args{"input": word})))
		return nil, true
	}
	return nil, false
}

// muteNamed mutes whom a name means: somebody who plays or has said something; "" is the
// opponent.
func (gs *gameScreen) muteNamed(name string, on bool) tea.Cmd {
	person := gs.table.named(name, gs.personName)
	gs.clearMessages()
	if person == "" {
		gs.warn(i18n.Sentence(gs.t("cli.mute.nobody", i18n.Args{"name": game.Shown(name)})))
		return nil
	}
	key := "cli.mute.off"
	if on {
		key = "cli.mute.on"
	}
	gs.tell(accent, gs.t(key))
	return gs.mute(person, on)
}

// named finds the person that a name means, "" for nobody.
func (t *tableState) named(name string, nameOf func(api.Person) string) string {
	return Named(&t.view, name, nameOf)
}

// Named finds the person at a table that a name means, for muting: somebody who plays
// there or has said something, never oneself. "" means the opponent; nobody is "".
func Named(v *client.View, name string, nameOf func(api.Person) string) string {
	me, plays := v.Side()
	var people []api.Person
	for side, p := range v.Table.Seats {
		switch {
		case p == nil || plays && game.Side(side) == me:
		case name == "" && plays:
			return p.ID
		default:
			people = append(people, *p)
		}
	}
	for _, l := range v.Chat {
		if c := v.Table.Seats[me]; !plays || c == nil || c.ID != l.Person.ID {
			people = append(people, l.Person)
		}
	}
	for _, p := range people {
		if name != "" && strings.EqualFold(nameOf(p), name) {
			return p.ID
		}
	}
	return ""
}
