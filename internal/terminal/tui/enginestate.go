package tui

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// engineState is what the engines of a game screen are doing. With each change of the
// position shown a new generation begins: searches of the one before are stopped, and
// their late messages, which carry its number, are dropped. The computer's answer
// belongs to the line played instead and is not stopped by looking back.
type engineState struct {
	generation int
	cancels    []context.CancelFunc

	on    bool // the judgement is shown
	lines int

	thinking     bool      // about the computer's answer
	answering    linePoint // what it is to be the answer to
	cancelAnswer context.CancelFunc
	considering  bool // a draw that was offered
	cancelOffer  context.CancelFunc
	hinting      bool
	playHint     bool   // the hint is to be played as soon as it is there
	hint         *Line  // what is suggested, for this position
	best         []Line // what is known of this position
	shown        []Line // the last judgement there was, until there is a new one

	judging int // judgements of the whole game so far

	made    sync.Once
	analyst Analyst
	failed  error
}

// renew stops the searches of the position shown and begins a new generation. The
// search for the computer's answer goes on.
func (m *engineState) renew() {
	for _, cancel := range m.cancels {
		cancel()
	}
	m.cancels, m.hinting, m.playHint = nil, false, false
	m.generation++
	m.best, m.hint = nil, nil
}

// stopAnswer calls the computer's answer off.
func (m *engineState) stopAnswer() {
	if m.cancelAnswer != nil {
		m.cancelAnswer()
	}
	m.thinking, m.cancelAnswer = false, nil
}

// stop ends all searches.
func (m *engineState) stop() {
	m.renew()
	m.stopAnswer()
	if m.cancelOffer != nil {
		m.cancelOffer()
	}
	m.considering = false
}

// offerContext returns the context of the search for an answer to an offer.
func (m *engineState) offerContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	m.considering, m.cancelOffer = true, cancel
	return ctx
}

// context returns a context that ends with this generation.
func (m *engineState) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancels = append(m.cancels, cancel)
	return ctx
}

// analyst returns the engine that judges, made when first asked for; it is
// called outside of updates, as this may take a moment.
func (gs *gameScreen) analyst() (Analyst, error) {
	gs.engine.made.Do(func() { gs.engine.analyst, gs.engine.failed = gs.Engines.Analyst(gs.game()) })
	return gs.engine.analyst, gs.engine.failed
}

// answeredMsg is the computer's move.
type answeredMsg struct {
	at   linePoint
	move game.Move
	err  error
}

// linePoint is a point of the line played.
type linePoint struct {
	ply int
	key uint64 // of the position
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
func (gs *gameScreen) opponentMoved(m answeredMsg) tea.Cmd {
	if !gs.engine.thinking || m.at != gs.engine.answering {
		return nil
	}
	gs.engine.stopAnswer()
	if m.err != nil {
		if !errors.Is(m.err, context.Canceled) {
			gs.warn(gs.Catalog.Labeled(gs.say.Player(gs.state().Turn()), gs.errorText(m.err)))
		}
		return nil
	}
	if !gs.session.Live() { // whoever looked back sees the move
		gs.session.GoToEnd()
		gs.refresh()
	}
	return gs.play(m.move)
}

// feed hands lines from a search to the screen, always the latest ones.
type feed struct {
	mu    sync.Mutex
	lines []Line
	done  bool
	err   error
	ready chan struct{}
}

func newFeed() *feed { return &feed{ready: make(chan struct{}, 1)} }

func (f *feed) publish(lines []Line) {
	f.mu.Lock()
	f.lines = append([]Line(nil), lines...)
	f.mu.Unlock()
	f.signal()
}

func (f *feed) end(err error) {
	f.mu.Lock()
	f.done, f.err = true, err
	f.mu.Unlock()
	f.signal()
}

func (f *feed) signal() {
	select {
	case f.ready <- struct{}{}:
	default:
	}
}

// linesMsg is what a search knows by now.
type linesMsg struct {
	generation int
	feed       *feed
	lines      []Line
	done       bool
	err        error
	hint       bool
}

// next waits for lines. Searches report faster than eyes can follow: something is
// shown at most ten times a second.
func (f *feed) next(number, generation int, hint, first bool) tea.Cmd {
	return func() tea.Msg {
		if !first {
			time.Sleep(100 * time.Millisecond)
		}
		<-f.ready
		f.mu.Lock()
		defer f.mu.Unlock()
		return gameMsg{number, linesMsg{generation, f, f.lines, f.done, f.err, hint}}
	}
}

// What is spent on a position: while a game is played the machine should not run hot, and
// a hint is waited for. A hint is limited by positions, so that asking twice gets the same
// answer; the time is for slow machines.
var (
	judgeBudget = Budget{Time: 5 * time.Second}
	hintBudget  = Budget{Time: 5 * time.Second, Positions: 400_000}
)

// judge has the engine judge the position if that is wanted.
func (gs *gameScreen) judge() tea.Cmd {
	if !gs.engine.on || gs.engine.thinking || gs.engine.considering || gs.over() {
		return nil
	}
	budget := judgeBudget
	if gs.source.studies() {
		budget = Budget{}
	}
	return gs.search(gs.engine.lines, budget, false)
}

func (gs *gameScreen) search(n int, budget Budget, hint bool) tea.Cmd {
	if len(gs.choice.options) == 0 {
		return nil
	}
	f, generation, ctx, pos := newFeed(), gs.engine.generation, gs.engine.context(), gs.pos().Copy()
	return tea.Batch(func() tea.Msg {
		engine, err := gs.analyst()
		if err == nil {
			err = engine.Analyze(ctx, pos, n, budget, f.publish)
		}
		f.end(err)
		return nil
	}, f.next(gs.number, generation, hint, true))
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
			gs.suggest(m.lines[0])
		}
		return gs.judge()
	}
	if len(m.lines) > 0 {
		gs.engine.best, gs.engine.shown = m.lines, m.lines
		if gs.source.studies() && m.lines[0].Depth >= 4 {
			gs.scores[gs.pos().Key()] = m.lines[0].Score
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
		gs.suggest(*gs.engine.hint)
		return nil
	case len(best) > 0 && best[0].Depth >= 4:
		gs.suggest(best[0])
		return nil
	}
	gs.engine.renew() // the engine searches one position at a time
	gs.engine.hinting = true
	gs.clearMessages()
	gs.tell(dim, gs.t("ui.hint.thinking"))
	return tea.Batch(gs.search(1, hintBudget, true), gs.tick())
}

func (gs *gameScreen) suggest(l Line) {
	gs.engine.hint = &l
	gs.clearMessages()
	gs.tell(accent, say.Hint(gs.Catalog, gs.game(), l.Moves[0], say.Reasons(gs.Catalog, l.Reasons), l.Moves))
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

// judgeMore shows or hides the judgement.
func (gs *gameScreen) judgeMore() tea.Cmd {
	gs.engine.on = !gs.engine.on
	if gs.engine.thinking {
		return nil
	}
	gs.engine.renew()
	if !gs.engine.on {
		gs.engine.shown = nil
	}
	return tea.Batch(gs.judge(), gs.tick())
}

// moreLines changes how many lines are shown.
func (gs *gameScreen) moreLines(n int) tea.Cmd {
	was := gs.engine.lines
	gs.engine.lines = min(max(was+n, 1), 5)
	if !gs.engine.on || gs.engine.lines == was || gs.engine.thinking {
		return nil
	}
	gs.engine.renew()
	return tea.Batch(gs.judge(), gs.tick())
}
