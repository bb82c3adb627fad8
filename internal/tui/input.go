package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// update takes keys, the mouse, clicks on what the view shows, and results.
func (t *gameScreen) update(msg tea.Msg) tea.Cmd {
	t.endAnimation(msg)
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if t.typed != nil {
			return t.typing(m)
		}
		return t.key(m)
	case tea.PasteMsg:
		if t.typed == nil {
			t.typed = &lineEditor{}
		}
		t.typed.insert(m.Content)
		t.preview()
	case tea.MouseMsg:
		return t.mouse(m)
	case doMsg:
		return t.do(m.what, m.n)
	case answeredMsg:
		return t.opponentMoved(m)
	case linesMsg:
		return t.linesArrived(m)
	case judgedMsg:
		return t.positionJudged(m)
	case savedMsg:
		return t.saved(m)
	case playMsg:
		if m.generation == t.engine.generation && t.personToMove() {
			return t.play(m.move)
		}
	case replayMsg:
		if m.generation == t.engine.generation && len(t.ahead) > 0 {
			return t.play(t.ahead[0].Move)
		}
	case drawMsg:
		t.engine.considering = false
		return tea.Batch(t.answerDraw(m.offer, m.side, m.accept), t.judge())
	case passMsg:
		if m, pass := t.choice.mustPass(); pass && t.personToMove() && !t.held {
			return t.play(m)
		}
	case frameMsg:
		return t.nextFrame(m)
	case tickMsg:
		if m.number == t.ticks {
			return t.ticked()
		}
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

func (t *gameScreen) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	t.held = t.held || name != "enter" && name != "space"
	if d, ok := arrows[strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "shift+"), "alt+"), "ctrl+")]; ok {
		t.walk(d, strings.Contains(name, "+"))
		return nil
	}
	if m, ok := keys[name]; ok {
		return t.do(m.what, m.n)
	}
	// The letters that a move can begin with begin one.
	if text := strings.ToLower(k.Text); len(text) == 1 && strings.Contains(moveLetters, text) {
		t.typed = &lineEditor{}
		t.typed.insert(k.Text)
		t.preview()
	}
	return nil
}

// moveLetters are the columns of spots, the letters of colors, and that of a
// pass.
const moveLetters = "abcdefghijkrp"

func (t *gameScreen) do(what command, n int) tea.Cmd {
	switch what {
	case doLand:
		return t.act(t.focus)
	case doCancel:
		return t.cancel()
	case doNext:
		t.jump(1)
	case doPrevious:
		t.jump(-1)
	case doClaim:
		t.claim(n)
	case doUndo:
		return t.undo()
	case doRedo:
		return t.redo()
	case doBack:
		return t.goTo(len(t.steps) - n)
	case doForward:
		return t.goTo(len(t.steps) + n)
	case doFirst:
		return t.goTo(0)
	case doLast:
		if !t.analysis && t.lookingBack() { // to where the game stands
			t.session.GoToEnd()
			return t.moved()
		}
		return t.goTo(len(t.steps) + len(t.ahead))
	case doGoTo:
		return t.goTo(n)
	case doVariation:
		return t.sibling(n)
	case doHint:
		return t.hint()
	case doJudge:
		return t.judgeMore()
	case doLines:
		return t.moreLines(n)
	case doBest:
		return t.best()
	case doHinges:
		t.hinges = !t.hinges
	case doTurn:
		t.turned = !t.turned
	case doZen:
		t.zen = !t.zen
	case doAnimate:
		t.Animate = !t.Animate
		return t.remember(func(r *Settings) { r.Still = !t.Animate })
	case doSave:
		return t.push(newSaveDialog(t))
	case doOpen:
		return t.openFile()
	case doMenu:
		return t.push(t.menu())
	case doHelp:
		return t.push(newHelp(t.app, t.game()))
	case doType:
		t.typed = &lineEditor{}
	case doLeave:
		return t.home()
	case doNew:
		return t.push(t.confirm(t.t("ui.sure.new"), t.newGame))
	case doResign:
		return t.resign()
	case doDraw:
		return t.offerDraw()
	case doAbort:
		return t.abort()
	case doPause:
		return t.pause()
	case doAnalysis:
		return t.toggleAnalysis()
	case doJudgeAll:
		return t.judgeAll()
	case doMistake:
		return t.nextMistake(n)
	}
	return nil
}

// result says how the game ended.
func (t *gameScreen) result() string { return t.say.End(t.pos(), t.session.End()) }
