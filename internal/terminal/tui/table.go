package tui

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// Server is where people play each other: somebody's session there, and its live
// connection.
type Server struct {
	Session *client.Session
	Live    *client.Live

	// Keep writes down who the session is now, so that the next one at the server is the same.
	Keep func() error

	// News is something to tell at the start, "" for nothing.
	News string
}

// tableState is the table whose game a game screen shows. The game is the server's:
// the screen shows the events that the server tells, and before them a move that is on
// its way.
type tableState struct {
	*client.Table
	server *Server // nil in tests without one

	// What is known, as of the last change.
	known      client.View
	state      *play.State // a copy: the table goes on by itself
	presenceAt time.Time   // when presence was reported
	events     int         // of the game that the screen has

	// answered is what yes and no answer.
	answered steady

	sending *play.Event    // a move that is shown and not acknowledged
	queued  game.Move      // the next one, where a side moves twice in a row; 0 for none
	flight  sync.WaitGroup // messages without an answer

	heard    int64         // the number of the last line of chat that was shown
	ended    bool          // it was said that nothing more comes
	stopWait chan struct{} // closed to end the wait for changes; nil while there is none
	listens  int           // so far, so that only the last one counts
}

// tableMode is the game at a table of people.
type tableMode struct {
	*gameScreen
	*tableState
	seat
	*planner
}

// seat is what the person at the keyboard does at a table: it is sent to the server.
type seat struct {
	*gameScreen
	*tableState
}

// plays returns the side of the person at the keyboard; false for a watcher.
func (t *tableState) plays() (game.Side, bool) { return t.known.Side() }

// takeSnapshot takes over what is known by now and returns what is closed when that changes.
func (t *tableState) takeSnapshot(now time.Time) (changed <-chan struct{}) {
	changed = t.Changed()
	t.View(func(v *client.View) {
		t.known = *v
		t.known.Chat = slices.Clone(v.Chat)
		if v.State != nil {
			t.state = v.State.Clone()
			t.known.State = t.state
		}
		t.presenceAt = now.Add(-v.PresenceAge)
	})
	return changed
}

func (t *tableMode) traits() traits {
	own := traits{clocked: t.session.State().Clocked()} // the server measures time and keeps the game
	if side, plays := t.plays(); plays {
		own.seats[side] = true
	}
	return own
}

func (t *tableMode) commands() ([]command, string) {
	return tableCommands(), "y n w x enter esc 1 end t u q m ?"
}

func (t *tableMode) welcome() tea.Cmd {
	cmd := t.tableNews()
	switch _, plays := t.plays(); {
	case t.over():
		t.tell(strong, t.result())
	case !plays:
		t.tell(dim, t.t("cli.remote.watching"))
	default:
		t.greet()
	}
	return cmd
}

func (t *tableMode) canMove() bool {
	return !t.over() && t.session.Live() && t.traits().seats[t.pos().Side()]
}

// move sends a move and shows it at once.
func (t *tableMode) move(m game.Move, e play.Event, now time.Time) tea.Cmd {
	if t.sending != nil { // it is played when the one before is acknowledged
		t.queued = m
		return nil
	}
	route := t.chosenRoute(m)
	e.Kind, e.Side = play.Move, t.session.State().Turn()
	e.Took = max(0, min(now.Sub(t.since), t.session.State().Left(e.Side, 0))) // the server says whether the flag has fallen
	if err := t.session.Apply(e); err != nil {
		t.warn(i18n.Sentence(t.reason(err)))
		return nil
	}
	t.sending = &e
	last, _ := t.session.Last()
	t.clearMessages()
	t.tell(plain, t.say.Move(last.Before, m, last.After))
	if parts := t.game().Parts(m); parts.To != game.NoSpot {
		t.focus = parts.To
	}
	t.refresh()
	return tea.Batch(t.animate(last.Before, m, last.After, route), t.proceed(), t.sendEvent(e))
}

// outOfTurn prepares a move where that is possible, or says whose turn it is.
func (t *tableMode) outOfTurn(s game.Spot, text string) tea.Cmd {
	if t.plan(s, text) {
		return nil
	}
	t.clearMessages()
	switch {
	case t.over():
		t.tell(strong, t.result())
	case t.lookingBack():
		t.warn(t.t("tui.back.computer"))
	default:
		t.tell(dim, t.say.Turn(t.pos()))
	}
	return nil
}

func (t *tableMode) hear(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case listenMsg:
		if m.number == t.listens {
			return t.tableNews()
		}
	case sentMsg:
		return t.sent(m)
	case reportedMsg:
		return t.reported(m)
	}
	return nil
}

// stop ends the wait for changes.
func (t *tableMode) stop() {
	if t.stopWait != nil {
		close(t.stopWait)
		t.stopWait = nil
	}
}

// closed waits a moment for what is on its way to the server.
func (t *tableMode) closed() {
	if t.LeftTable != nil {
		t.LeftTable(t.ID(), t.finish())
	}
}

// post sends something to the server; what comes of it is a [sentMsg]. It is on its way
// when post returns, so that it is sent even if the program ends at once.
func (t seat) post(e play.Event, f func(context.Context) (client.Receipt, error)) tea.Cmd {
	number, answer := t.number, make(chan error, 1)
	t.flight.Go(func() {
		_, err := f(context.Background())
		answer <- client.Refusal(err)
	})
	return func() tea.Msg { return gameMsg{number, sentMsg{e, <-answer}} }
}

// sentMsg is the answer of the server to something that was sent to it.
type sentMsg struct {
	event play.Event // the zero value for what is no event of the game
	err   error
}

// sendEvent sends an event of the game to the server.
func (t seat) sendEvent(e play.Event) tea.Cmd {
	return t.post(e, func(ctx context.Context) (client.Receipt, error) { return t.Send(ctx, e) })
}

// sent hears what the server has answered.
func (t *tableMode) sent(m sentMsg) tea.Cmd {
	cmd := t.tableNews()
	if m.event.Kind == play.Move && m.err != nil && t.sending != nil {
		t.sending, t.queued = nil, 0
		t.showLog(true) // what the server has
		cmd = tea.Batch(cmd, t.proceed())
	}
	switch {
	case m.err == nil, errors.Is(m.err, client.ErrClosed):
	default:
		t.clearMessages()
		text := t.reason(m.err)
		if refusal := new(play.Error); errors.As(m.err, &refusal) && refusal.Code == play.Code(api.TableStale) && m.event.Kind == play.Move {
			text = t.t("cli.remote.lost_move", i18n.Args{"move": m.event.Move, "reason": text})
		}
		t.warn(i18n.Sentence(text))
	}
	return cmd
}

// newTableScreen makes the game screen of a table where the game has begun.
func newTableScreen(a *app, at *client.Table) (*tableMode, error) {
	state := &tableState{Table: at, server: a.Server}
	state.takeSnapshot(a.Now())
	session, err := local.Replay(state.state.Log())
	if err != nil {
		return nil, err
	}
	gs, err := newGameScreen(a, Setup{Session: session})
	if err != nil {
		return nil, err
	}
	t := &tableMode{gs, state, seat{gs, state}, &planner{gameScreen: gs, onWay: func() bool { return state.sending != nil }}}
	gs.mode = t
	t.setClock()
	t.noteAnswered()
	t.events = len(t.state.Log().Events)
	if n := len(t.known.Chat); n > 0 {
		t.heard = t.known.Chat[n-1].Number
	}
	t.nameTable()
	return t, nil
}

// setClock sets the clocks as the server has them. They stand still while it is being
// restarted, and seconds are counted though no clock runs while somebody is away.
func (t *tableMode) setClock() {
	p := t.known.Table.Presence
	t.clock.server, t.stands = t.state, nil
	t.counting = !t.state.Over() && (p.Players[0] == "away" || p.Players[1] == "away")
	if t.known.Stopped {
		t.stands = &t.known.Elapsed
	}
}

// nameTable names the players as they are called at the table.
func (t *tableMode) nameTable() {
	for side, p := range t.known.Table.Seats {
		if p != nil {
			t.session.Tags[local.NameTag(game.Side(side))] = t.personName(*p)
		}
	}
	t.updateSpeaker()
}

// personName is what somebody is called here.
func (a *app) personName(p api.Person) string { return tables.PersonName(a.Catalog, p) }

// serverEnded says why a server sends nothing more.
func (a *app) serverEnded(err error) string {
	switch {
	case errors.Is(err, client.ErrReload):
		return i18n.Sentence(a.t("cli.remote.version"))
	case errors.Is(err, client.ErrClosed):
		return i18n.Sentence(a.t("cli.remote.ended"))
	}
	return i18n.Sentence(a.errorText(client.Refusal(err)))
}

// nextGame goes to the table of the rematch.
func (t *tableMode) nextGame() tea.Cmd {
	next := t.known.Table.Rematch
	if !t.agreed() {
		return nil
	}
	t.unwatch()
	return t.openTable(next.Table)
}

// leaveTable goes to the lobby, after a question where the own clock runs on.
func (t *tableMode) leaveTable() tea.Cmd {
	_, plays := t.plays()
	leave := func() tea.Cmd {
		t.unwatch()
		return t.openLobby()
	}
	if _, runs := t.state.Running(); plays && runs && !t.state.Terms().Control.Slow() {
		return t.push(t.confirm(t.t("tui.table.sure.leave"), leave))
	}
	return leave()
}

// unwatch says to the server that nobody looks at the table here any more.
func (t *tableMode) unwatch() {
	t.stop()
	if t.server != nil {
		t.server.Live.Unwatch(t.ID())
	}
}

// unsentWait is how long the program waits at its end for the acknowledgement of what
// was done last.
const unsentWait = 2 * time.Second

// finish waits a moment for what is on its way to the server when the program ends, and
// returns the move that is not there then, "" for none.
func (t *tableState) finish() string {
	answered := make(chan struct{})
	go func() {
		t.flight.Wait()
		close(answered)
	}()
	limit := time.NewTimer(unsentWait)
	defer limit.Stop()
	select {
	case <-answered:
		return ""
	case <-limit.C:
	}
	if t.sending == nil {
		return ""
	}
	return t.sending.Move
}
