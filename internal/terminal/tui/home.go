package tui

import (
	"context"
	"errors"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// homeMode is a game between people at this computer and its players. What happens in it goes
// through apply of the screen, to the log of package play, which knows the rules of clocks,
// offers and ends.
type homeMode struct {
	*gameScreen
	*planner
	refused error // why the last event was refused, nil where it was not
}

func (h *homeMode) traits() traits {
	return traits{
		hosts: true, kept: true, clocked: h.state().Clocked(),
		seats: [2]bool{h.players[0].name == "", h.players[1].name == ""},
	}
}

func (h *homeMode) commands() ([]command, string) {
	return homeCommands(), "n x enter esc 1 ] end u t l s m ?"
}

func (h *homeMode) welcome() tea.Cmd {
	if !h.over() { // else the status says it
		h.greet()
	}
	return nil
}

// greet says how to go on.
func (gs *gameScreen) greet() {
	switch {
	case gs.session.Ply() > 0:
		gs.tell(plain, gs.t("cli.resumed", i18n.Args{"n": gs.session.Ply()}))
	case gs.choice.placing():
		gs.tell(dim, gs.t("tui.welcome.place"))
	default:
		gs.tell(dim, gs.t("tui.welcome.move"))
	}
}

func (h *homeMode) canMove() bool { return !h.over() && h.players[h.pos().Side()].opponent == nil }

// move plays a move at the position on the screen and says what happened. Where the player
// looks back, what is in the way is taken back first.
func (h *homeMode) move(m game.Move, e play.Event, now time.Time) tea.Cmd {
	route := h.chosenRoute(m)
	if h.checkFlag(now) {
		return h.flagged()
	}
	fork := h.fork()
	if plies := h.state().Plies(); fork == h.session.Ply() && fork < len(plies) && plies[fork].Move == m {
		return h.goTo(fork + 1) // the line played goes on with it
	}
	if fork < h.state().Ply() {
		if err := h.apply(play.Event{Kind: play.TakeBack, Side: h.state().Turn(), To: fork}, now); err != nil {
			h.warn(h.reason(err))
			return nil
		}
	}
	if h.personToMove() {
		h.premove = nil // it was for another position
	}
	e.Took = now.Sub(h.since)
	return tea.Batch(h.played(m, e, now, route), h.playPremove(play.Move))
}

func (h *homeMode) outOfTurn(s game.Spot, text string) tea.Cmd {
	switch {
	case text == "" && h.state().Paused():
		return h.setPaused(false)
	case h.plan(s, text):
		return nil
	}
	h.clearMessages()
	switch {
	case h.over():
		h.tell(strong, h.result())
	case h.lookingBack():
		h.warn(h.t("tui.back.computer"))
	default:
		h.tell(dim, h.t("ui.thinking", i18n.Args{"player": h.say.Player(h.pos().Side())}))
	}
	return nil
}

func (h *homeMode) notes() notes {
	n := h.usualNotes()
	if h.premove != nil && !h.over() {
		n.mark = h.markPremove
		n.notices = append(n.notices, message{h.premoveText(), accent})
	}
	return n
}

// usualNotes are those of a game of this computer.
func (gs *gameScreen) usualNotes() notes {
	n := notes{status: gs.usualStatus()}
	if gs.engine.hint != nil {
		n.suggested = gs.engine.hint.Moves[0]
	}
	if reason := gs.unsavedText(); reason != "" {
		n.notices = []message{{gs.t("tui.unsaved", i18n.Args{"reason": reason}), bad}}
	}
	return n
}

func (h *homeMode) hear(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case answeredMsg:
		return h.opponentMoved(m)
	case drawMsg:
		h.engine.considering = false
		return tea.Batch(h.answerDraw(m.offer, m.side, m.accept), h.engine.judge())
	}
	return nil
}

// happen carries an event out for the player and shows what has come of it; a
// refusal is said.
func (h *homeMode) happen(e play.Event) tea.Cmd {
	over := h.state().Over()
	err := h.apply(e, h.Now())
	h.refused = err
	if !over && h.state().End().Why == record.Time {
		return h.flagged()
	}
	if err != nil {
		h.clearMessages()
		h.warn(i18n.Sentence(h.reason(err)))
		return nil
	}
	if e.Kind != play.Offer && e.Kind != play.Decline {
		h.session.GoToEnd()
	}
	if e.Kind == play.TakeBack {
		h.premove = nil
	}
	return h.moved()
}

// resign gives the game up for the person who plays, or who is to move.
func (h *homeMode) resign() tea.Cmd {
	if h.over() {
		return nil
	}
	side := h.person()
	return h.push(h.confirm(h.say.Of(side, "cli.confirm.resign", "cli.confirm.resign.you"), func() tea.Cmd {
		return h.happen(play.Event{Kind: play.Resign, Side: side})
	}))
}

// abort ends a game that has hardly begun, without a result.
func (h *homeMode) abort() tea.Cmd {
	return h.happen(play.Event{Kind: play.Abort, Side: h.person()})
}

// clockRuns reports whether there is a clock to stop.
func (h *homeMode) clockRuns() bool {
	_, runs := h.state().Running()
	return runs && !h.state().Paused()
}

// setPaused stops the clocks, or lets them run again.
func (h *homeMode) setPaused(paused bool) tea.Cmd {
	kind := play.Resume
	if paused {
		kind = play.Pause
	}
	if paused == h.state().Paused() {
		return nil
	}
	return h.happen(play.Event{Kind: kind})
}

// offerDraw offers the opponent a draw: a person is asked at once, the computer
// looks at the position.
func (h *homeMode) offerDraw() tea.Cmd {
	if h.over() {
		return nil
	}
	side := h.person()
	cmd := h.happen(play.Event{Kind: play.Offer, Side: side, What: play.OfferDraw})
	offers := h.state().Offers()
	if h.refused != nil || len(offers) == 0 {
		return cmd
	}
	offer := offers[len(offers)-1].Offer
	text := h.say.Of(side, "ui.draw.offered", "ui.draw.offered.you")
	if h.players[side.Other()].opponent != nil {
		h.clearMessages()
		h.tell(dim, text)
		return tea.Batch(cmd, h.considerDraw(offer, side.Other()))
	}
	d := h.confirm(text+" "+h.t("ui.sure.draw"), func() tea.Cmd { return h.answerDraw(offer, side.Other(), true) })
	d.items[1].do = func() tea.Cmd { return h.answerDraw(offer, side.Other(), false) }
	d.escape = d.items[1].do
	return tea.Batch(cmd, h.push(d))
}

// drawMsg is what the computer thinks of a draw that it was offered.
type drawMsg struct {
	offer  int
	side   game.Side // who was asked
	accept bool
}

// considerDraw has the computer decide about a draw by the value of the position.
func (h *homeMode) considerDraw(offer int, asked game.Side) tea.Cmd {
	pos, plies, number, ctx := h.state().Position().Copy(), h.state().Ply(), h.number, h.engine.offerContext()
	return func() tea.Msg {
		m := drawMsg{offer: offer, side: asked}
		engine, err := h.engine.load(pos.Game())
		if err == nil {
			var best []Line
			err = engine.Analyze(ctx, pos, 1, hintBudget, func(lines []Line) { best = lines })
			if err == nil && len(best) > 0 {
				m.accept = judge.AcceptsDraw(best[0].Score.value(asked), plies)
			}
		}
		return gameMsg{number, m}
	}
}

// answerDraw accepts or declines the draw that was offered, if it still is.
func (h *homeMode) answerDraw(offer int, side game.Side, accept bool) tea.Cmd {
	for _, o := range h.state().Offers() {
		if o.Offer != offer {
			continue
		}
		kind := play.Decline
		if accept {
			kind = play.Accept
		}
		cmd := h.happen(play.Event{Kind: kind, Side: side, Offer: offer})
		if kind == play.Decline && h.refused == nil {
			h.clearMessages()
			h.tell(accent, h.t("ui.draw.declined"))
		}
		return cmd
	}
	return nil
}

// mayAbort reports whether the game has hardly begun.
func (h *homeMode) mayAbort() bool { return !h.over() && h.state().Ply() < h.state().Terms().Abort }

// undo takes back: against the computer its replies too, so that the person is to move
// again, and a forced pass with the move before it. Where the player looks back, it goes a
// ply further back.
func (h *homeMode) undo() tea.Cmd {
	if h.lookingBack() {
		h.session.Undo()
		return h.steppedBack()
	}
	st := h.state()
	to, ok := st.LastChoice(h.people()...)
	if st.Over() && st.End().Why != record.Normal {
		to, ok = st.Ply(), true // the end goes first
	}
	if !ok {
		h.warn(i18n.Sentence(h.t("cli.nothing_to_undo")))
		return nil
	}
	return h.happen(play.Event{Kind: play.TakeBack, Side: h.person(), To: to})
}

// steppedBack shows the position before, unless there is none.
func (gs *gameScreen) steppedBack() tea.Cmd {
	if gs.session.Ply() == len(gs.steps) {
		gs.warn(i18n.Sentence(gs.t("cli.nothing_to_undo")))
		return nil
	}
	return gs.moved()
}

// redoable reports whether there are moves to play again; it says so where there are none.
func (gs *gameScreen) redoable() bool {
	if len(gs.ahead) == 0 || gs.over() {
		gs.warn(i18n.Sentence(gs.t("cli.nothing_to_redo")))
		return false
	}
	return true
}

// redo plays again what was taken back, with the computer's replies.
func (h *homeMode) redo() tea.Cmd {
	if !h.redoable() {
		return nil
	}
	if h.lookingBack() {
		h.session.Redo()
		return h.moved()
	}
	for first := true; first || h.waiting(); first = false {
		ahead := h.session.Ahead()
		if len(ahead) == 0 {
			break
		}
		e := play.Event{Kind: play.Move, Side: h.state().Turn(), Move: h.game().MoveText(ahead[0].Move)}
		if cmd := h.happen(e); h.refused != nil || h.over() {
			return cmd
		}
	}
	return h.moved()
}

// waiting reports whether a person waits for the computer's move.
func (h *homeMode) waiting() bool {
	side := h.state().Turn()
	return !h.over() && h.players[side].opponent != nil && h.players[side.Other()].opponent == nil
}

// answeredMsg is the computer's move.
type answeredMsg struct {
	at   linePoint
	move game.Move
	err  error
}

// answer has the computer choose its move at the end of the line played; what it is
// thinking about already goes on.
func (gs *gameScreen) answer() tea.Cmd {
	st := gs.state()
	at := linePoint{st.Ply(), st.Position().Key()}
	if gs.engine.thinking && gs.engine.answering == at {
		return nil
	}
	gs.engine.stopAnswer()
	ctx, cancel := context.WithCancel(context.Background())
	gs.engine.thinking, gs.engine.answering, gs.engine.cancelAnswer = true, at, cancel
	number, opponent, pos, pause, now := gs.number, gs.players[st.Turn()].opponent, st.Position().Copy(), gs.Pause, gs.Now
	clocks := st.Clocks(gs.elapsed())
	return func() tea.Msg {
		began := now()
		m, err := opponent.Choose(ctx, pos, clocks)
		if wait := pause - now().Sub(began); wait > 0 && err == nil {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
		return gameMsg{number, answeredMsg{at, m, err}}
	}
}

// opponentMoved plays the computer's move.
func (h *homeMode) opponentMoved(m answeredMsg) tea.Cmd {
	if !h.engine.thinking || m.at != h.engine.answering {
		return nil
	}
	h.engine.stopAnswer()
	if m.err != nil {
		if !errors.Is(m.err, context.Canceled) {
			h.warn(h.Catalog.Labeled(h.say.Player(h.state().Turn()), h.errorText(m.err)))
		}
		return nil
	}
	if !h.session.Live() { // looking back ends with the move
		h.session.GoToEnd()
		h.refresh()
	}
	return h.play(m.move)
}

// level sets how strong the computer plays from now on.
func (h *homeMode) level(rest string) tea.Cmd {
	h.clearMessages()
	levels := h.Engines.Levels()
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 || n > len(levels) {
		h.warn(i18n.Sentence(h.t("cli.level_range", i18n.Args{"most": len(levels)})))
		return nil
	}
	for side := range h.players {
		if h.players[side].opponent == nil {
			continue
		}
		name := levels[n-1]
		o, err := h.Engines.Opponent(h.game(), name, h.Seed())
		if err != nil {
			h.warn(i18n.Sentence(h.errorText(err)))
			return nil
		}
		h.players[side] = player{name, o}
		if h.session.Tags[local.NameTag(game.Side(side))] != "" {
			h.session.Tags[local.NameTag(game.Side(side))] = name
		}
		h.dirty = true
		h.updateSpeaker()
		h.tell(plain, h.t("cli.level_set", i18n.Args{"player": h.say.Player(game.Side(side)), "level": n}))
		return tea.Batch(h.remember(func(r *Settings) { r.Opponent = name }), h.proceed())
	}
	h.warn(i18n.Sentence(h.t("cli.no_level")))
	return nil
}

// newGame begins a new game like this one, with a board of its own.
func (h *homeMode) newGame() tea.Cmd {
	setup, err := h.app.NewGame.Setup(h.Seed, h.Now())
	if err != nil || setup.Session.Game().ID() != h.game().ID() {
		return h.home()
	}
	return h.open(setup)
}

// analyze shows the game for analysis. The clocks are paused meanwhile, and run on where it
// cannot be shown.
func (h *homeMode) analyze() tea.Cmd {
	h.checkFlag(h.Now()) // the analysis has the result
	return h.openAnalysis(func() (resume func()) {
		if h.apply(play.Event{Kind: play.Pause}, h.Now()) != nil {
			return nil // no clock runs
		}
		return func() { _ = h.apply(play.Event{Kind: play.Resume}, h.Now()) } // refused where it goes on already
	})
}

// WithClock gives a game that was played without a clock one from here on: what was
// played so far costs nothing. The error is that of [local.Open].
func WithClock(s *local.Session, c play.Control) (*local.Session, error) {
	r := s.Record()
	r.TimeControl = c.String()
	for i := range r.Moves {
		r.Moves[i].Took, r.Moves[i].Clock = record.Elapsed{Known: true}, record.Clock{}
	}
	r.SetTag(play.FreeTag, strconv.Itoa(max(len(r.Moves), c.FreePlies())))
	return local.Open(r)
}
