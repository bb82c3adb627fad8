package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
)

// tableGame is the game at a table of people. What it does is told beside the table; here
// is where the screen asks for it.
type tableGame struct{ homeGame }

func (t tableGame) timed() bool             { return false } // the server measures time
func (t tableGame) contested() bool         { return false } // such events are sent to the server
func (t tableGame) analyzable() bool        { return t.gs.table.state.Over() }
func (t tableGame) kept() bool              { return false } // the server keeps it
func (t tableGame) flags() bool             { return false } // the server does that
func (t tableGame) clockState() *play.State { return t.gs.table.state }
func (t tableGame) start() tea.Cmd          { return t.gs.startTable() }
func (t tableGame) leave()                  { t.gs.stopListening() }
func (t tableGame) premoving() bool         { return t.gs.premoving() }
func (t tableGame) menu() *dialog           { return t.gs.tableMenu() }
func (t tableGame) talk(c *column)          { t.gs.chatPanel(c) }
func (t tableGame) hideTalk()               { t.gs.table.chatted = false }

func (t tableGame) presence(side game.Side) string            { return t.gs.presence(side) }
func (t tableGame) do(what command) (tea.Cmd, bool)           { return t.gs.doAtTable(what) }
func (t tableGame) command(word, rest string) (tea.Cmd, bool) { return t.gs.tableCommand(word, rest) }
func (t tableGame) keyLine(add addKey, enter string)          { t.gs.tableKeys(add, enter) }
func (t tableGame) notices() (list []message, steady bool)    { return t.gs.notices(), true }

func (t tableGame) nextTick(left, _ time.Duration, runs bool) (time.Duration, bool) {
	return min(untilChange(left), time.Second), runs || t.gs.counting()
}

// elapsed stands still while the server is being restarted, since no clock runs then.
func (t tableGame) elapsed() time.Duration {
	if v := &t.gs.table.view; v.Stopped {
		return v.Elapsed
	}
	return t.homeGame.elapsed()
}

func (t tableGame) personToMove() bool {
	side, plays := t.gs.table.plays()
	return plays && !t.gs.over() && t.gs.session.Live() && t.gs.pos().Side() == side
}

func (t tableGame) listener() *game.Side {
	side, plays := t.gs.table.plays()
	if !plays {
		return nil
	}
	return &side
}

func (t tableGame) play(m game.Move, e play.Event, now time.Time) tea.Cmd {
	return t.gs.playAtTable(m, e, now)
}

func (t tableGame) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case listenMsg:
		if m.number == t.gs.listens {
			return t.gs.tableNews()
		}
	case sentMsg:
		return t.gs.sent(m)
	case reportedMsg:
		return t.gs.reported(m)
	}
	return nil
}

// close waits a moment for what is on its way to the server.
func (t tableGame) close() {
	if told := t.gs.LeftTable; told != nil {
		told(t.gs.table.ID(), t.gs.table.finish())
	}
}

func (t tableGame) key(name string) (doMsg, bool) {
	m, ok := keysAtTable[name]
	return m, ok
}

func (t tableGame) cancel() bool {
	if t.gs.table.premove == nil {
		return false
	}
	t.gs.setPremove(nil)
	return true
}

func (t tableGame) status() (string, style, bool) {
	gs := t.gs
	if gs.over() || gs.state().Paused() || !gs.unsent() {
		return "", plain, false
	}
	return gs.t("ui.table.unsent"), bad, true
}

// unsent reports whether the move that is shown may not have arrived.
func (gs *gameScreen) unsent() bool {
	t := gs.table
	return t.sending != nil && slices.ContainsFunc(t.view.Unsent, func(m api.ToServer) bool { return client.MoveText(m) != "" })
}

func (t tableGame) tellTurn() {
	if gs := t.gs; gs.over() || gs.lookingBack() {
		t.homeGame.tellTurn()
	} else {
		gs.clearMessages()
		gs.tell(dim, gs.say.Turn(gs.pos()))
	}
}

func (t tableGame) windowTitle() (string, bool) {
	gs := t.gs
	return "● " + gs.say.Turn(gs.pos()) + " " + gs.t("game."+gs.game().ID()), gs.personToMove()
}

func (t tableGame) mark(b *draw.Board) {
	if t.gs.table.premove != nil {
		t.gs.markPremove(b)
	}
	// A move that may not have arrived is drawn as one that is planned.
	if step, ok := t.gs.session.Last(); ok && t.gs.unsent() && t.gs.session.Live() {
		b.Marks.From, b.Marks.To, b.Marks.Routes = 0, 0, nil
		b.MarkPlanned(step.Before, step.Move)
	}
}
