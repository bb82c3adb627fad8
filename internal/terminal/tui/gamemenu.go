package tui

import (
	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// gameMenu is the menu of a game screen while it is put together: all that can be done,
// with the keys that do it.
type gameMenu struct {
	*dialog
	gs *gameScreen
}

// newMenu returns a menu with the entry that closes it.
func (gs *gameScreen) newMenu() gameMenu {
	d := &dialog{app: gs.app, title: gs.t("ui.menu"), items: []item{{"esc", gs.t("tui.menu.close"), nil}}}
	return gameMenu{d, gs}
}

// add adds an entry with its key, "" for none, the key of its text in the catalog, and what
// it does.
func (m gameMenu) add(key, text string, what command) {
	m.addItem(key, text, func() tea.Cmd { return m.gs.do(what, 0) })
}

// addItem is add for what is no command.
func (m gameMenu) addItem(key, text string, do func() tea.Cmd) {
	m.items = append(m.items, item{key, i18n.Capital(m.gs.t(text)), do})
}

// addBoard adds what changes how the board is shown.
func (m gameMenu) addBoard() {
	if _, ok := m.gs.pos().(game.Connectivity); ok {
		m.add("o", "ui.hinges.long", doHinges)
	}
	m.add("v", "ui.flip", doTurn)
	m.add("z", "ui.keys.zen", doZen)
}

// addMotion adds the switch for moving pieces.
func (m gameMenu) addMotion() {
	if m.gs.Animate {
		m.add("", "tui.menu.motion_off", doAnimate)
	} else {
		m.add("", "tui.menu.motion_on", doAnimate)
	}
}

// end adds help and the ways out, and returns the menu; leave is the text of the way back
// to the screen before.
func (m gameMenu) end(leave string) *dialog {
	m.add("?", "ui.help", doHelp)
	m.add("q", leave, doLeave)
	m.items = append(m.items, item{"ctrl+c", m.gs.t("tui.menu.quit"), m.gs.quit})
	return m.dialog
}

// homeMenu lists what can be done in a game at home, with the keys that do it.
func (gs *gameScreen) homeMenu() *dialog {
	m := gs.newMenu()
	if gs.personToMove() {
		m.add("t", "ui.hint", doHint)
	}
	if gs.engine.on {
		m.add("l", "tui.menu.judge_off", doJudge)
	} else {
		m.add("l", "tui.menu.judge_on", doJudge)
	}
	if len(gs.steps) > 0 {
		m.add("u", "ui.back", doUndo)
	}
	if len(gs.ahead) > 0 {
		m.add("y", "ui.redo", doRedo)
	}
	m.addBoard()
	m.addMotion()
	if gs.source.analyzable() {
		m.add("x", "ui.result.analyze", doAnalysis)
	} else if gs.origin != nil {
		m.add("x", "ui.return", doAnalysis)
	}
	if gs.source.contested() && !gs.over() {
		m.add("", "ui.offer_draw", doDraw)
		m.add("", "ui.resign", doResign)
		if gs.state().Ply() < gs.state().Terms().Abort {
			m.add("", "tui.menu.abort", doAbort)
		}
	}
	if gs.source.timed() && !gs.over() {
		if _, runs := gs.state().Running(); gs.state().Paused() {
			m.add("", "ui.proceed", doPause)
		} else if runs {
			m.add("", "ui.pause", doPause)
		}
	}
	if gs.source.studies() {
		m.add("w", "ui.analysis.annotate", doJudgeAll)
	}
	m.add("s", "ui.save", doSave)
	m.add("", "tui.menu.open", doOpen)
	m.add("n", "ui.new", doNew)
	return m.end("tui.menu.start")
}
