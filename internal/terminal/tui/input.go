package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
)

// update takes keys, the mouse, clicks on what the view shows, and results.
func (gs *gameScreen) update(msg tea.Msg) tea.Cmd {
	gs.endAnimation(msg)
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if gs.typed != nil {
			return gs.typing(m)
		}
		return gs.key(m)
	case tea.PasteMsg:
		if gs.typed == nil {
			gs.typed = &lineEditor{}
		}
		gs.typed.insert(m.Content)
		gs.preview()
	case tea.MouseMsg:
		return gs.mouse(m)
	case doMsg:
		return gs.do(m.what, m.n)
	case answeredMsg:
		return gs.opponentMoved(m)
	case linesMsg:
		return gs.linesArrived(m)
	case judgedMsg:
		return gs.positionJudged(m)
	case savedMsg:
		return gs.saved(m)
	case playMsg:
		if m.generation == gs.engine.generation && gs.personToMove() {
			return gs.play(m.move)
		}
	case replayMsg:
		if m.generation == gs.engine.generation && len(gs.ahead) > 0 {
			return gs.play(gs.ahead[0].Move)
		}
	case drawMsg:
		gs.engine.considering = false
		return tea.Batch(gs.answerDraw(m.offer, m.side, m.accept), gs.judge())
	case passMsg:
		if m, pass := game.ForcedPass(gs.choice.pos); pass && gs.personToMove() && !gs.held {
			return gs.play(m)
		}
	case frameMsg:
		return gs.nextFrame(m)
	case tickMsg:
		if m.number == gs.ticks {
			return gs.ticked()
		}
	default:
		return gs.source.update(msg)
	}
	return nil
}

// doMsg is what a click on the view means, or a key.
type doMsg struct {
	what command
	n    int
}

// command is something that can be done on a game screen.
type command uint8

const (
	noCommand command = iota
	doLand
	doCancel
	doNext
	doPrevious
	doClaim // the nth color, 0 for none
	doUndo
	doRedo
	doBack // a ply, to look
	doForward
	doFirst
	doLast
	doGoTo
	doVariation // the next or previous one
	doHint
	doJudge
	doLines
	doBest
	doHinges
	doTurn
	doZen
	doAnimate // show moves as they go, or at once
	doSave
	doOpen
	doMenu
	doHelp
	doType
	doLeave
	doNew
	doResign
	doDraw  // offer a draw
	doAbort // end the game without a result
	doPause // stop the clocks, or let them run again
	doAnalysis
	doJudgeAll
	doMistake // the next or previous mistake

	// At a table of people.
	doSit        // take the free seat
	doCloseTable // before the game, or decline a seat that is kept
	doAccept     // what the opponent offers
	doDecline    // what the opponent offers; after the game choose what comes next
	doChat
	doClaimIfGone // end the game where the opponent is known to be long gone
	doMoreTime    // give the opponent time
	doClaimWin    // end the game of an opponent who is long gone
	doClaimDraw
	doWithdraw // take the own offer back
	doRematch
	doRematchSame // on the same layout with sides swapped
	doNextGame    // go to the table of the rematch
	doTerms       // other terms before the game
)

// keys says what each key does on a game screen while no text is typed.
var keys = map[string]doMsg{
	"enter": {doLand, 0}, "space": {doLand, 0}, "esc": {doCancel, 0},
	"tab": {doNext, 0}, "shift+tab": {doPrevious, 0},
	"0": {doClaim, 0}, "1": {doClaim, 1}, "2": {doClaim, 2}, "3": {doClaim, 3}, "4": {doClaim, 4}, "5": {doClaim, 5},
	"u": {doUndo, 0}, "y": {doRedo, 0}, "ctrl+y": {doRedo, 0}, "ctrl+r": {doRedo, 0},
	"pgup": {doBack, 1}, "pgdown": {doForward, 1}, "[": {doBack, 1}, "]": {doForward, 1},
	"home": {doFirst, 0}, "end": {doLast, 0},
	"<": {doVariation, -1}, ">": {doVariation, 1},
	"t": {doHint, 0}, "l": {doJudge, 0}, "+": {doLines, 1}, "-": {doLines, -1}, "=": {doLines, 1}, ".": {doBest, 0},
	"o": {doHinges, 0}, "v": {doTurn, 0}, "z": {doZen, 0},
	"s": {doSave, 0}, "m": {doMenu, 0}, "f10": {doMenu, 0}, "?": {doHelp, 0}, "f1": {doHelp, 0},
	":": {doType, 0}, "/": {doType, 0}, "n": {doNew, 0}, "q": {doLeave, 0}, "x": {doAnalysis, 0}, "w": {doJudgeAll, 0}, ";": {doMistake, 1}, ",": {doMistake, -1},
}

// keysAtTable are the keys that do something else at a table of people.
var keysAtTable = map[string]doMsg{
	"t": {doChat, 0}, "y": {doAccept, 0}, "ctrl+y": {doAccept, 0}, "ctrl+r": {doAccept, 0}, "n": {doDecline, 0}, "w": {doClaimIfGone, 0},
}

func (gs *gameScreen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	gs.held = gs.held || name != "enter" && name != "space"
	if d, ok := arrows[strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "shift+"), "alt+"), "ctrl+")]; ok {
		gs.walk(d, strings.Contains(name, "+"))
		return nil
	}
	m, ok := keys[name]
	if other, differs := gs.source.key(name); differs {
		m, ok = other, true
	}
	if ok {
		return gs.do(m.what, m.n)
	}
	// The letters that a move can begin with begin one.
	if text := strings.ToLower(k.Text); len(text) == 1 && strings.Contains(moveLetters, text) {
		gs.typed = &lineEditor{}
		gs.typed.insert(k.Text)
		gs.preview()
	}
	return nil
}

// moveLetters are the columns of spots, the letters of colors, and that of a
// pass.
const moveLetters = "abcdefghijkrp"

func (gs *gameScreen) do(what command, n int) tea.Cmd {
	if cmd, done := gs.source.do(what); done {
		return cmd
	}
	switch what {
	case doLand:
		return gs.act(gs.focus)
	case doCancel:
		return gs.cancel()
	case doNext:
		gs.jump(1)
	case doPrevious:
		gs.jump(-1)
	case doClaim:
		gs.claim(n)
	case doUndo:
		return gs.undo()
	case doRedo:
		return gs.redo()
	case doBack:
		return gs.goTo(len(gs.steps) - n)
	case doForward:
		return gs.goTo(len(gs.steps) + n)
	case doFirst:
		return gs.goTo(0)
	case doLast:
		if !gs.source.branches() && gs.lookingBack() { // to where the game stands
			gs.session.GoToEnd()
			return gs.moved()
		}
		return gs.goTo(len(gs.steps) + len(gs.ahead))
	case doGoTo:
		return gs.goTo(n)
	case doVariation:
		return gs.sibling(n)
	case doHint:
		return gs.hint()
	case doJudge:
		return gs.judgeMore()
	case doLines:
		return gs.moreLines(n)
	case doBest:
		return gs.best()
	case doHinges:
		gs.hinges = !gs.hinges
	case doTurn:
		gs.turned = !gs.turned
	case doZen:
		gs.zen = !gs.zen
	case doAnimate:
		gs.Animate = !gs.Animate
		return gs.remember(func(r *Settings) { r.Still = !gs.Animate })
	case doSave:
		return gs.push(newSaveDialog(gs))
	case doOpen:
		return gs.leaving(gs.openFile)
	case doMenu:
		return gs.push(gs.source.menu())
	case doHelp:
		return gs.push(newHelp(gs.app, gs.game()))
	case doType:
		gs.typed = &lineEditor{}
	case doLeave:
		return gs.leaving(gs.home)
	case doNew:
		return gs.push(gs.confirm(gs.t("tui.sure.new"), func() tea.Cmd { return gs.leaving(gs.source.another) }))
	case doResign:
		return gs.resign()
	case doDraw:
		return gs.offerDraw()
	case doAbort:
		return gs.abort()
	case doPause:
		return gs.pause()
	case doAnalysis:
		return gs.toggleAnalysis()
	case doJudgeAll:
		return gs.judgeAll()
	case doMistake:
		return gs.nextMistake(n)
	}
	return nil
}

// result says how the game ended.
func (gs *gameScreen) result() string { return gs.say.End(gs.pos(), gs.source.end()) }
