package tui

import (
	"errors"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// Everything that happens in a game goes through apply: it measures the time, asks
// for the flag first and gives the event to the log. The rules of clocks, offers
// and ends are those of package play.

// state is what the line played has led to.
func (gs *gameScreen) state() *play.State { return gs.session.State() }

// elapsed is the time since the last event.
func (gs *gameScreen) elapsed() time.Duration { return gs.source.elapsed() }

// clockState is the state that the clocks follow: at a table that of the server, which
// may not know yet of the move that is shown.
func (gs *gameScreen) clockState() *play.State { return gs.source.clockState() }

// timeLeft is what a side's clock shows.
func (gs *gameScreen) timeLeft(side game.Side) time.Duration {
	return gs.clockState().Left(side, gs.elapsed())
}

// running reports whether the clock of a side runs.
func (gs *gameScreen) running(side game.Side) bool {
	turn, runs := gs.clockState().Running()
	return runs && turn == side
}

// apply appends an event that happens now. Where a flag has fallen meanwhile that
// comes first.
func (gs *gameScreen) apply(e play.Event, now time.Time) error {
	gs.wake(now)
	if !gs.source.timed() {
		err := gs.session.Apply(e)
		if err == nil {
			gs.happened(now)
		}
		return err
	}
	happened, err := gs.session.Advance(now.Sub(gs.since), e)
	if len(happened) > 0 {
		gs.happened(now)
		if happened[0].Kind == play.Flag {
			gs.session.GoToEnd()
		}
	}
	return err
}

// asleep is a pause between two looks at a running clock that no machine makes which is
// awake, however busy: the screen looks at it every second.
const asleep = 30 * time.Second

// wake lets the clock at home go on where it stood when the machine was suspended, or the
// program stopped: nobody could move meanwhile, so nobody is charged. The clock of the
// system stands still then, too, on Linux and macOS, but not on Windows.
func (gs *gameScreen) wake(now time.Time) {
	_, runs := gs.clockState().Running()
	if pause := now.Sub(gs.looked); runs && gs.source.timed() && pause > asleep {
		gs.since = gs.since.Add(pause)
	}
	gs.looked = now
}

// happened notes that an event was just appended.
func (gs *gameScreen) happened(now time.Time) {
	gs.since = now
	gs.dirty = true
}

// checkFlag ends the game where the time of the side to move is over by now.
func (gs *gameScreen) checkFlag(now time.Time) bool {
	if !gs.source.flags() || gs.state().Over() {
		return false
	}
	_ = gs.apply(play.Event{}, now) // without an event there is nothing to refuse
	return gs.state().End().Why == record.Time
}

// flagged shows the end of a game by a flag.
func (gs *gameScreen) flagged() tea.Cmd {
	gs.refresh()
	gs.clearMessages()
	return gs.proceed()
}

// happen carries an event out for the player and shows what has come of it; a
// refusal is said.
func (gs *gameScreen) happen(e play.Event) tea.Cmd {
	over := gs.state().Over()
	err := gs.apply(e, gs.Now())
	gs.refused = err
	if !over && gs.state().End().Why == record.Time {
		return gs.flagged()
	}
	if err != nil {
		gs.clearMessages()
		gs.warn(i18n.Sentence(gs.reason(err)))
		return nil
	}
	if e.Kind != play.Offer && e.Kind != play.Decline {
		gs.session.GoToEnd()
	}
	return gs.moved()
}

// lowTime is when a clock is painted as a warning.
const lowTime = 10 * time.Second

// tickMsg asks to look at the clock again.
type tickMsg struct{ number int }

// tick shows the clock as it runs.
func (gs *gameScreen) tick() tea.Cmd {
	gs.ticks++
	deadline, runs := gs.clockState().Deadline()
	wait, counts := gs.source.nextTick(gs.timeLeft(gs.clockState().Turn()), deadline, runs)
	if !counts {
		return nil
	}
	return gs.later(wait, tickMsg{gs.ticks})
}

// ticked looks whether somebody's time is up.
func (gs *gameScreen) ticked() tea.Cmd {
	if gs.checkFlag(gs.Now()) {
		return gs.flagged()
	}
	return gs.tick()
}

// person is the side that the person at the keyboard plays, or the side to move
// where two people do.
func (gs *gameScreen) person() game.Side {
	if gs.say.Listener != nil {
		return *gs.say.Listener
	}
	return gs.state().Turn()
}

// resign gives the game up for the person who plays, or who is to move.
func (gs *gameScreen) resign() tea.Cmd {
	if gs.over() || !gs.source.contested() {
		return nil
	}
	side := gs.person()
	return gs.push(gs.confirm(gs.say.Of(side, "cli.confirm.resign", "cli.confirm.resign.you"), func() tea.Cmd {
		return gs.happen(play.Event{Kind: play.Resign, Side: side})
	}))
}

// abort ends a game that has hardly begun, without a result.
func (gs *gameScreen) abort() tea.Cmd {
	if !gs.source.contested() {
		return nil
	}
	return gs.happen(play.Event{Kind: play.Abort, Side: gs.person()})
}

// pause stops the clocks, or lets them run again.
func (gs *gameScreen) pause() tea.Cmd {
	if !gs.source.timed() {
		return nil
	}
	kind := play.Pause
	if gs.state().Paused() {
		kind = play.Resume
	}
	return gs.happen(play.Event{Kind: kind})
}

// offerDraw offers the opponent a draw: a person is asked at once, the computer
// looks at the position.
func (gs *gameScreen) offerDraw() tea.Cmd {
	if gs.over() || !gs.source.contested() {
		return nil
	}
	side := gs.person()
	cmd := gs.happen(play.Event{Kind: play.Offer, Side: side, What: play.OfferDraw})
	offers := gs.state().Offers()
	if gs.refused != nil || len(offers) == 0 {
		return cmd
	}
	offer := offers[len(offers)-1].Offer
	text := gs.say.Of(side, "ui.draw.offered", "ui.draw.offered.you")
	if gs.players[side.Other()].opponent != nil {
		gs.clearMessages()
		gs.tell(dim, text)
		return tea.Batch(cmd, gs.considerDraw(offer, side.Other()))
	}
	d := gs.confirm(text+" "+gs.t("ui.sure.draw"), func() tea.Cmd { return gs.answerDraw(offer, side.Other(), true) })
	d.items[1].do = func() tea.Cmd { return gs.answerDraw(offer, side.Other(), false) }
	d.escape = d.items[1].do
	return tea.Batch(cmd, gs.push(d))
}

// drawMsg is what the computer thinks of a draw that it was offered.
type drawMsg struct {
	offer  int
	side   game.Side // who was asked
	accept bool
}

// considerDraw has the computer decide about a draw by the value of the position.
func (gs *gameScreen) considerDraw(offer int, asked game.Side) tea.Cmd {
	pos, plies, number, ctx := gs.state().Position().Copy(), gs.state().Ply(), gs.number, gs.engine.offerContext()
	return func() tea.Msg {
		m := drawMsg{offer: offer, side: asked}
		engine, err := gs.analyst()
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
func (gs *gameScreen) answerDraw(offer int, side game.Side, accept bool) tea.Cmd {
	for _, o := range gs.state().Offers() {
		if o.Offer != offer {
			continue
		}
		kind := play.Decline
		if accept {
			kind = play.Accept
		}
		cmd := gs.happen(play.Event{Kind: kind, Side: side, Offer: offer})
		if kind == play.Decline && gs.refused == nil {
			gs.clearMessages()
			gs.tell(accent, gs.t("ui.draw.declined"))
		}
		return cmd
	}
	return nil
}

// reason says a refusal in the player's language.
func (gs *gameScreen) reason(err error) string {
	// The reason that the rules give says enough, without that the move is none.
	var refusal *play.Error
	if errors.As(err, &refusal) && refusal.Code == play.Illegal && refusal.Err != nil {
		err = refusal.Err
	}
	return say.Error(gs.Catalog, err)
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
