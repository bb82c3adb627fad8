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

	// News is something to tell at the start, "" for nothing.
	News string
}

// Table is a table of people at a server. [*client.Table] is one; its methods say what
// they do there.
type Table interface {
	ID() string
	View(f func(*client.View))
	Changed() <-chan struct{}
	Send(ctx context.Context, e play.Event) (client.Receipt, error)
	Sit(ctx context.Context) (client.Receipt, error)
	Leave(ctx context.Context) (client.Receipt, error)
	Terms(ctx context.Context, o api.Options) (client.Receipt, error)
	Ask(ctx context.Context, o api.Options) (client.Receipt, error)
	Unask(ctx context.Context, person string) (client.Receipt, error)
	Rematch(ctx context.Context, same bool) (client.Receipt, error)
	DeclineRematch(ctx context.Context) (client.Receipt, error)
	Claim(ctx context.Context, draw bool) (client.Receipt, error)
	Say(ctx context.Context, text string) (client.Receipt, error)
}

// tableState is the table whose game a game screen shows. The game is the server's:
// the screen shows the events that the server tells, and before them a move that is on
// its way.
type tableState struct {
	Table
	server *Server // nil in tests without one

	// What is known, as of the last change.
	view       client.View
	state      *play.State // a copy: the table goes on by itself
	presenceAt time.Time   // when presence was told
	events     int         // of the game that the screen has

	// answered is what yes and no answer.
	answered steady

	sending *play.Event    // a move that is shown and not acknowledged
	queued  game.Move      // the next one, where one moves twice in a row; 0 for none
	premove *premove       // prepared while the opponent thinks, nil for nothing
	flight  sync.WaitGroup // messages without an answer

	lines   int64 // the number of the last line of chat that was told
	chatted bool  // the last view has shown the chat
	ended   bool  // it was said that nothing more comes
	stop    chan struct{}
}

// plays returns the side of the person at the keyboard; false for who looks on.
func (t *tableState) plays() (game.Side, bool) { return t.view.Side() }

// takeSnapshot takes over what is known by now and returns what is closed when that changes.
func (t *tableState) takeSnapshot(now time.Time) (changed <-chan struct{}) {
	changed = t.Changed()
	t.View(func(v *client.View) {
		t.view = *v
		t.view.Chat = slices.Clone(v.Chat)
		if v.State != nil {
			t.state = v.State.Clone()
			t.view.State = t.state
		}
		t.presenceAt = now.Add(-v.PresenceAge)
	})
	return changed
}

// post sends something to the server; what comes of it is a [sentMsg]. It is on its way
// when post returns, so that whoever leaves the program at once has sent it too.
func (gs *gameScreen) post(e play.Event, f func(context.Context) (client.Receipt, error)) tea.Cmd {
	t, number, answer := gs.table, gs.number, make(chan error, 1)
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
func (gs *gameScreen) sendEvent(e play.Event) tea.Cmd {
	t := gs.table
	return gs.post(e, func(ctx context.Context) (client.Receipt, error) { return t.Send(ctx, e) })
}

// sent hears what the server has answered.
func (gs *gameScreen) sent(m sentMsg) tea.Cmd {
	t := gs.table
	cmd := gs.tableNews()
	if m.event.Kind == play.Move && m.err != nil && t.sending != nil {
		t.sending, t.queued = nil, 0
		gs.showLog(true) // what the server has
		cmd = tea.Batch(cmd, gs.proceed())
	}
	switch {
	case m.err == nil, errors.Is(m.err, client.ErrClosed):
	default:
		gs.refused = m.err
		gs.clearMessages()
		text := gs.reason(m.err)
		if refusal := new(play.Error); errors.As(m.err, &refusal) && refusal.Code == play.Code(api.TableStale) && m.event.Kind == play.Move {
			text = gs.t("cli.remote.lost_move", i18n.Args{"move": m.event.Move, "reason": text})
		}
		gs.warn(i18n.Sentence(text))
	}
	return cmd
}

// newTableScreen makes the game screen of a table where the game has begun.
func newTableScreen(a *app, t Table) (*gameScreen, error) {
	source := &tableState{Table: t, server: a.Server}
	source.takeSnapshot(a.Now())
	session, err := local.Replay(source.state.Log())
	if err != nil {
		return nil, err
	}
	gs, err := newGameScreen(a, Setup{Session: session})
	if err != nil {
		return nil, err
	}
	gs.table, gs.source = source, tableGame{homeGame{gs}}
	gs.noteAnswered()
	source.events = len(source.state.Log().Events)
	if n := len(source.view.Chat); n > 0 {
		source.lines = source.view.Chat[n-1].Number
	}
	gs.nameTable()
	return gs, nil
}

// nameTable names the players as they are called at the table.
func (gs *gameScreen) nameTable() {
	for side, p := range gs.table.view.Table.Seats {
		if p != nil {
			gs.session.Tags[local.NameTag(game.Side(side))] = gs.personName(*p)
		}
	}
	gs.updateSpeaker()
}

// personName is what somebody is called here.
func (a *app) personName(p api.Person) string { return tables.PersonName(a.Catalog, p) }

// serverEnded says why a server tells nothing more.
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
func (gs *gameScreen) nextGame() tea.Cmd {
	next := gs.table.view.Table.Rematch
	gs.unwatch()
	return gs.openTable(next.Table)
}

// leaveTable goes to the lobby, after a question where the own clock runs on.
func (gs *gameScreen) leaveTable() tea.Cmd {
	_, plays := gs.table.plays()
	leave := func() tea.Cmd {
		gs.unwatch()
		return gs.openLobby()
	}
	if _, runs := gs.table.state.Running(); plays && runs && gs.table.state.Terms().Control.Kind != play.PerMove {
		return gs.push(gs.confirm(gs.t("tui.table.sure.leave"), leave))
	}
	return leave()
}

// unwatch says to the server that nobody looks at the table here any more.
func (gs *gameScreen) unwatch() {
	gs.stopListening()
	if gs.table.server != nil {
		gs.table.server.Live.Unwatch(gs.table.ID())
	}
}

// stopListening ends the wait for changes.
func (gs *gameScreen) stopListening() {
	if t := gs.table; t != nil && t.stop != nil {
		close(t.stop)
		t.stop = nil
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

// startTable shows the game at a table for the first time, or again.
func (gs *gameScreen) startTable() tea.Cmd {
	cmd := gs.tableNews()
	switch _, plays := gs.table.plays(); {
	case gs.over():
		gs.tell(strong, gs.result())
	case !plays:
		gs.tell(dim, gs.t("cli.remote.watching"))
	case gs.session.Ply() > 0:
		gs.tell(plain, gs.t("cli.resumed", i18n.Args{"n": gs.session.Ply()}))
	case gs.choice.placing():
		gs.tell(dim, gs.t("tui.welcome.place"))
	default:
		gs.tell(dim, gs.t("tui.welcome.move"))
	}
	return cmd
}

// counting reports whether seconds are counted somewhere on the screen, though no clock
// runs: somebody is away.
func (gs *gameScreen) counting() bool {
	p := gs.table.view.Table.Presence
	return !gs.state().Over() && (p.Players[0] == "away" || p.Players[1] == "away")
}
