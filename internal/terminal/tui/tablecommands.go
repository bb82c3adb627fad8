package tui

import (
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

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
		return gs.endIfSure("ui.sure.resign_you", play.Resign), true
	case doAbort:
		return gs.endIfSure("ui.table.sure.abort", play.Abort), true
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

// endIfSure asks a player the question of a key, and ends the game by an event of that
// kind if the answer is yes.
func (gs *gameScreen) endIfSure(question string, kind play.Kind) tea.Cmd {
	if !gs.playsHere() {
		return nil
	}
	return gs.push(gs.confirm(gs.t(question), func() tea.Cmd {
		return gs.sendEvent(play.Event{Kind: kind, Side: gs.person()})
	}))
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
	person := tables.Named(gs.Catalog, &gs.table.view, name)
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
