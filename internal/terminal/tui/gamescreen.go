package tui

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// gameScreen is one game on the screen: the game, what was said, the board, the engine, and
// the mode, which is what kind of game it is.
type gameScreen struct {
	*shownGame
	*said
	*board
	*saver
	engine *enginePanel

	typed *lineEditor // a move or a command being typed, nil for none
	held  bool        // a forced pass waits for a key
	sure  *dialog     // asks whether a game that is not saved is left, nil before
}

func newGameScreen(a *app, s Setup) (*gameScreen, error) {
	a.gameScreens++
	g, messages := &shownGame{app: a, number: a.gameScreens, session: s.Session}, &said{}
	gs := &gameScreen{
		shownGame: g, said: messages,
		board:  &board{shownGame: g, said: messages, focus: game.NoSpot, asked: game.NoSpot, pressed: game.NoSpot},
		saver:  &saver{clock: &clock{shownGame: g}, said: messages, id: s.ID},
		engine: &enginePanel{shownGame: g, said: messages, lines: 1, scores: map[uint64]Score{}},
	}
	gs.mode = &homeMode{gameScreen: gs, planner: &planner{gameScreen: gs}}
	if s.Analysis {
		gs.mode = &analysisMode{gameScreen: gs}
	}
	var err error
	if gs.style, err = draw.StyleOf(s.Session.Game()); err != nil {
		return nil, err
	}
	for side, name := range s.Players {
		gs.players[side].name = name
		if name == "" || s.Analysis {
			continue
		}
		if gs.players[side].opponent, err = a.Engines.Opponent(gs.game(), name, s.Seed); err != nil {
			return nil, err
		}
	}
	if gs.id == "" {
		gs.id = gs.Now().UTC().Format("20060102-150405") + "-" + gs.game().ID() + "-" + shortSeed(a.Seed())
	}
	if s.Analysis {
		gs.engine.on, gs.engine.lines = true, 3
		gs.engine.readScores()
	}
	gs.updateSpeaker()
	gs.focus = gs.firstFocus()
	return gs, nil
}

// shortSeed makes a part of a file's name of a seed.
func shortSeed(seed string) string {
	keep := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(seed))
	return keep[:min(len(keep), 6)]
}

// start shows the position for the first time.
func (gs *gameScreen) start() tea.Cmd {
	if gs.since.IsZero() {
		gs.since = gs.Now()
		gs.looked = gs.since
	}
	gs.refresh()
	cmd := gs.mode.welcome()
	return tea.Batch(cmd, gs.proceed())
}

// refresh finds out what follows from the position.
func (gs *gameScreen) refresh() {
	gs.board.renew()
	gs.steps, gs.ahead = gs.session.Played(), gs.session.Ahead()
	gs.captured = gs.captured[:0]
	for _, s := range gs.steps {
		gs.captured = append(gs.captured, capturesOf(s.Before, s.Move, s.After)...)
	}
	gs.held, gs.typed = false, nil
}

// proceed starts what the position calls for: saving it, the computer's answer, an
// evaluation, a pass, the clock. The computer answers at the end of the line played
// whatever position is shown.
func (gs *gameScreen) proceed() tea.Cmd {
	gs.engine.renew()
	list := []tea.Cmd{gs.autosave(), gs.tick()}
	st := gs.state()
	switch {
	case gs.traits().studies || st.Over() || st.Paused() || gs.players[st.Turn()].opponent == nil:
		gs.engine.stopAnswer()
	case gs.session.Live() && len(gs.ahead) > 0:
		// The same move again after a move was taken back: the same answer.
		gs.engine.stopAnswer()
		list = append(list, gs.later(max(gs.Pause, 0), replayMsg{gs.engine.generation}))
	default:
		list = append(list, gs.answer())
	}
	if _, pass := game.ForcedPass(gs.choice.pos); pass && !gs.traits().studies && gs.personToMove() && gs.Pause > 0 && len(gs.ahead) == 0 && !st.Paused() {
		list = append(list, gs.later(passAfter, passMsg{gs.engine.generation}))
	}
	return tea.Batch(append(list, gs.engine.judge())...)
}

// passAfter is how long a forced pass is shown before it is played.
const passAfter = 4 * time.Second

type passMsg struct{ generation int }

// replayMsg asks to play the computer's answer again that was taken back.
type replayMsg struct{ generation int }

// play plays a legal move at the position on the screen and says what happened.
func (gs *gameScreen) play(m game.Move) tea.Cmd {
	path := gs.choice.path
	e := play.Event{Move: gs.game().MoveText(m)}
	if len(path) > 1 {
		e.Move = gs.choice.spelled(gs.choice.claim, path, gs.game().Parts(m).To)
	}
	if gs.personToMove() {
		gs.clearMessages()
	}
	// Whether the flag has fallen and how long the move took is asked at one moment.
	return gs.mode.move(m, e, gs.Now())
}

// played plays a move in a game of this computer and shows it by way of a route.
func (gs *gameScreen) played(m game.Move, e play.Event, now time.Time, route []game.Spot) tea.Cmd {
	mover := gs.pos().Side()
	if err := gs.session.PlayAfter(m, e); err != nil {
		gs.warn(i18n.Sentence(gs.reason(err)))
		return nil
	}
	gs.happened(now)
	last, _ := gs.session.Last()
	gs.tell(plain, gs.say.Move(last.Before, m, last.After))
	if parts := gs.game().Parts(m); parts.To != game.NoSpot && gs.players[mover].opponent == nil {
		gs.focus = parts.To
	}
	gs.refresh()
	return tea.Batch(gs.animate(last.Before, m, last.After, route), gs.proceed())
}

// happened notes that an event was just appended.
func (s *saver) happened(now time.Time) {
	s.since = now
	s.dirty = true
}

// apply appends an event that happens now in a game that is hosted here. Where a flag has
// fallen meanwhile that comes first.
func (gs *gameScreen) apply(e play.Event, now time.Time) error {
	gs.wake(now)
	happened, err := gs.session.Advance(now.Sub(gs.since), e)
	if len(happened) > 0 {
		gs.happened(now)
		if happened[0].Kind == play.Flag {
			gs.session.GoToEnd()
		}
	}
	return err
}

// checkFlag ends the game where the time of the side to move is over by now.
func (gs *gameScreen) checkFlag(now time.Time) bool {
	if !gs.traits().hosts || gs.state().Over() {
		return false
	}
	_ = gs.apply(play.Event{}, now) // without an event there is nothing to refuse
	return gs.state().End().Why == record.Time
}

// goTo shows an earlier or later position of the line.
func (gs *gameScreen) goTo(ply int) tea.Cmd {
	if ply = min(max(ply, 0), len(gs.steps)+len(gs.ahead)); ply == len(gs.steps) {
		return nil
	}
	next := ply == len(gs.steps)+1
	gs.session.GoTo(ply)
	cmd := gs.moved()
	if last, ok := gs.session.Last(); ok && next {
		cmd = tea.Batch(cmd, gs.animate(last.Before, last.Move, last.After, route(last.Before, last.Move)))
	}
	return cmd
}

// goToEnd shows the last position: where one line is played that is where the game stands.
func (gs *gameScreen) goToEnd() tea.Cmd {
	if !gs.traits().studies && gs.lookingBack() {
		gs.session.GoToEnd()
		return gs.moved()
	}
	return gs.goTo(len(gs.steps) + len(gs.ahead))
}

// moved shows the position after the cursor of the session has moved.
func (gs *gameScreen) moved() tea.Cmd {
	if !gs.traits().studies || gs.session.Changed() { // looking through a record alone leaves no copy of it
		gs.dirty = true
	}
	gs.refresh()
	gs.clearMessages()
	if last, ok := gs.session.Last(); ok {
		gs.tell(plain, gs.say.Move(last.Before, last.Move, last.After))
	}
	if comment := say.Comment(gs.Catalog, gs.session.Note()); comment != "" {
		gs.tell(dim, game.Printable(strings.ReplaceAll(comment, "\n", " ")))
	}
	return gs.proceed()
}

// sibling shows the next move that was tried in place of the last one.
func (gs *gameScreen) sibling(step int) tea.Cmd {
	last, ok := gs.session.Last()
	if !ok || last.Tried < 2 {
		gs.warn(gs.t("tui.no_variation"))
		return nil
	}
	gs.session.GoTo(gs.session.Ply() - 1)
	moves := gs.session.Alternatives()
	for i, m := range moves {
		if m == last.Move {
			gs.session.Visit(moves[(i+step+len(moves))%len(moves)])
			break
		}
	}
	return gs.moved()
}

// linesArrived takes what a search knows.
func (gs *gameScreen) linesArrived(m linesMsg) tea.Cmd {
	if m.generation != gs.engine.generation {
		return nil
	}
	if m.err != nil && !errors.Is(m.err, context.Canceled) {
		gs.engine.hinting = false
		gs.warn(i18n.Sentence(gs.errorText(m.err)))
		return nil
	}
	if m.hint {
		if !m.done {
			return m.feed.next(gs.number, m.generation, true, false)
		}
		gs.engine.hinting = false
		if len(m.lines) > 0 {
			if gs.engine.playHint && gs.personToMove() {
				return gs.play(m.lines[0].Moves[0])
			}
			gs.engine.suggest(m.lines[0])
		}
		return gs.engine.judge()
	}
	if len(m.lines) > 0 {
		gs.engine.best, gs.engine.shown = m.lines, m.lines
		if gs.traits().studies && m.lines[0].Depth >= 4 {
			gs.engine.scores[gs.pos().Key()] = m.lines[0].Score
		}
	}
	if m.done {
		return nil
	}
	return m.feed.next(gs.number, m.generation, false, false)
}

// hint suggests a move: at once where the position was judged already, and the same
// when it is asked for again.
func (gs *gameScreen) hint() tea.Cmd {
	if !gs.personToMove() || gs.engine.hinting {
		return nil
	}
	switch best := gs.engine.best; {
	case gs.engine.hint != nil:
		gs.engine.suggest(*gs.engine.hint)
		return nil
	case len(best) > 0 && best[0].Depth >= 4:
		gs.engine.suggest(best[0])
		return nil
	}
	gs.engine.renew() // the engine searches one position at a time
	gs.engine.hinting = true
	gs.clearMessages()
	gs.tell(dim, gs.t("ui.hint.thinking"))
	return gs.engine.search(1, hintBudget, true)
}

// best plays the move judged best.
func (gs *gameScreen) best() tea.Cmd {
	if !gs.personToMove() {
		return nil
	}
	switch {
	case gs.engine.hint != nil:
		return gs.play(gs.engine.hint.Moves[0])
	case len(gs.engine.best) > 0:
		return gs.play(gs.engine.best[0].Moves[0])
	case gs.engine.hinting:
		gs.engine.playHint = true
	}
	return gs.hint()
}

// leave stops what runs for this game and saves its last state.
func (gs *gameScreen) leave() {
	gs.engine.stop()
	if m, ok := gs.mode.(interface{ stop() }); ok {
		m.stop()
	}
	gs.saveLast()
}

// flagged shows the end of a game by a flag.
func (gs *gameScreen) flagged() tea.Cmd {
	gs.refresh()
	gs.clearMessages()
	return gs.proceed()
}
