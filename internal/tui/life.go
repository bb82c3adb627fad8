package tui

import (
	"errors"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/say"
	"cairn.example/record"
)

// Everything that happens in a game goes through apply: it measures the time, asks
// for the flag first and gives the event to the log. The rules of clocks, offers
// and ends are those of package play.

// state is what the line played has led to.
func (t *gameScreen) state() *play.State { return t.session.State() }

// clocked tells whether the players have clocks here; an analysis has none.
func (t *gameScreen) clocked() bool { return !t.analysis && t.state().Clocked() }

// elapsed is the time since the last event.
func (t *gameScreen) elapsed() time.Duration { return t.Now().Sub(t.since) }

// timeLeft is what a side's clock shows.
func (t *gameScreen) timeLeft(side game.Side) time.Duration { return t.state().Left(side, t.elapsed()) }

// running tells whether the clock of a side runs.
func (t *gameScreen) running(side game.Side) bool {
	turn, runs := t.state().Running()
	return runs && turn == side
}

// apply appends an event that happens now. Where a flag has fallen meanwhile that
// comes first, and the event is refused as play refuses it then: both are measured
// at the same moment, or the event could be refused for a flag that nobody calls.
func (t *gameScreen) apply(e play.Event, now time.Time) error {
	if !t.analysis {
		e.Took = now.Sub(t.since)
		t.checkFlag(now)
	}
	err := t.session.Apply(e)
	if err == nil {
		t.happened(now)
	}
	return err
}

// happened notes that an event was just appended.
func (t *gameScreen) happened(now time.Time) {
	t.since = now
	t.dirty = true
}

// checkFlag ends the game where the time of the side to move is over by now.
func (t *gameScreen) checkFlag(now time.Time) bool {
	if t.analysis {
		return false
	}
	flag, fell := t.state().FlagAfter(now.Sub(t.since))
	if !fell || t.session.Apply(flag) != nil {
		return false
	}
	t.happened(now)
	t.session.GoToEnd()
	return true
}

// flagged shows the end of a game by a flag.
func (t *gameScreen) flagged() tea.Cmd {
	t.refresh()
	t.clearMessages()
	return t.proceed()
}

// happen carries an event out for the player and shows what has come of it; a
// refusal is said.
func (t *gameScreen) happen(e play.Event) tea.Cmd {
	over := t.state().Over()
	err := t.apply(e, t.Now())
	t.refused = err
	if !over && t.state().End().Why == record.Time {
		return t.flagged()
	}
	if err != nil {
		t.clearMessages()
		t.warn(i18n.Sentence(t.reason(err)))
		return nil
	}
	if e.Kind != play.Offer && e.Kind != play.Decline {
		t.session.GoToEnd()
	}
	return t.moved()
}

// lowTime is when a clock is painted as a warning.
const lowTime = 10 * time.Second

// tickMsg asks to look at the clock again.
type tickMsg struct{ number int }

// tick shows the clock as it runs.
func (t *gameScreen) tick() tea.Cmd {
	t.ticks++
	deadline, runs := t.state().Deadline()
	if t.analysis || !runs {
		return nil
	}
	left := t.timeLeft(t.state().Turn())
	wait := left%time.Second + 5*time.Millisecond // a little more, or rounding shows the old second
	if left <= lowTime {
		wait = 100 * time.Millisecond
	}
	return t.later(max(min(wait, deadline-t.elapsed()), time.Millisecond), tickMsg{t.ticks})
}

// ticked looks whether somebody's time is up.
func (t *gameScreen) ticked() tea.Cmd {
	if t.checkFlag(t.Now()) {
		return t.flagged()
	}
	return t.tick()
}

// person is the side that the person at the keyboard plays, or the side to move
// where two people do.
func (t *gameScreen) person() game.Side {
	if t.say.Listener != nil {
		return *t.say.Listener
	}
	return t.state().Turn()
}

// resign gives the game up for the person who plays, or who is to move.
func (t *gameScreen) resign() tea.Cmd {
	if t.over() || t.analysis {
		return nil
	}
	side := t.person()
	return t.push(t.confirm(t.t("cli.confirm.resign", i18n.Args{"player": t.say.Player(side)}), func() tea.Cmd {
		return t.happen(play.Event{Kind: play.Resign, Side: side})
	}))
}

// abort ends a game that has hardly begun, without a result.
func (t *gameScreen) abort() tea.Cmd {
	if t.analysis {
		return nil
	}
	return t.happen(play.Event{Kind: play.Abort, Side: t.person()})
}

// pause stops the clocks, or lets them run again.
func (t *gameScreen) pause() tea.Cmd {
	if t.analysis {
		return nil
	}
	kind := play.Pause
	if t.state().Paused() {
		kind = play.Resume
	}
	return t.happen(play.Event{Kind: kind})
}

// offerDraw offers the opponent a draw: a person is asked at once, the computer
// looks at the position.
func (t *gameScreen) offerDraw() tea.Cmd {
	if t.over() || t.analysis {
		return nil
	}
	side := t.person()
	cmd := t.happen(play.Event{Kind: play.Offer, Side: side, What: play.OfferDraw})
	offers := t.state().Offers()
	if t.refused != nil || len(offers) == 0 {
		return cmd
	}
	offer := offers[len(offers)-1].Offer
	text := t.t("ui.draw.offered", i18n.Args{"player": t.say.Player(side)})
	if t.players[side.Other()].opponent != nil {
		t.clearMessages()
		t.tell(dim, text)
		return tea.Batch(cmd, t.considerDraw(offer, side.Other()))
	}
	d := t.confirm(text+" "+t.t("ui.sure.draw"), func() tea.Cmd { return t.answerDraw(offer, side.Other(), true) })
	d.items[1].do = func() tea.Cmd { return t.answerDraw(offer, side.Other(), false) }
	d.escape = d.items[1].do
	return tea.Batch(cmd, t.push(d))
}

// drawMsg is what the computer thinks of a draw that it was offered.
type drawMsg struct {
	offer  int
	side   game.Side // who was asked
	accept bool
}

// considerDraw has the computer decide about a draw by the value of the position.
func (t *gameScreen) considerDraw(offer int, asked game.Side) tea.Cmd {
	pos, plies, number, ctx := t.state().Position().Copy(), t.state().Ply(), t.number, t.engine.offerContext()
	return func() tea.Msg {
		m := drawMsg{offer: offer, side: asked}
		engine, err := t.analyst()
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
func (t *gameScreen) answerDraw(offer int, side game.Side, accept bool) tea.Cmd {
	for _, o := range t.state().Offers() {
		if o.Offer != offer {
			continue
		}
		kind := play.Decline
		if accept {
			kind = play.Accept
		}
		cmd := t.happen(play.Event{Kind: kind, Side: side, Offer: offer})
		if kind == play.Decline && t.refused == nil {
			t.clearMessages()
			t.tell(accent, t.t("ui.draw.declined"))
		}
		return cmd
	}
	return nil
}

// reason says a refusal in the player's language.
func (t *gameScreen) reason(err error) string {
	// The reason that the rules give says enough, without that the move is none.
	var refusal *play.Error
	if errors.As(err, &refusal) && refusal.Code == play.Illegal && refusal.Err != nil {
		err = refusal.Err
	}
	return say.Error(t.Catalog, err)
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
