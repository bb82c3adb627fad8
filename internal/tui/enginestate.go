package tui

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/say"
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

	thinking     bool // about the computer's answer
	answering    turn // what it is to be the answer to
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

// renew stops all that is thought about the position shown and begins a new
// generation. The computer goes on thinking about its answer.
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

// stop ends all thought.
func (m *engineState) stop() {
	m.renew()
	m.stopAnswer()
	if m.cancelOffer != nil {
		m.cancelOffer()
	}
	m.considering = false
}

// offerContext is one for an offer that is considered.
func (m *engineState) offerContext() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	m.considering, m.cancelOffer = true, cancel
	return ctx
}

// context returns one that ends with this generation.
func (m *engineState) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancels = append(m.cancels, cancel)
	return ctx
}

// analyst returns the engine that judges, made when first asked for; it is
// called outside of updates, as this may take a moment.
func (t *gameScreen) analyst() (Analyst, error) {
	t.engine.made.Do(func() { t.engine.analyst, t.engine.failed = t.Engines.Analyst(t.game()) })
	return t.engine.analyst, t.engine.failed
}

// answeredMsg is the computer's move.
type answeredMsg struct {
	at   turn
	move game.Move
	err  error
}

// turn is a point of the line played.
type turn struct {
	ply int
	key uint64 // of the position
}

// answer has the computer choose its move at the end of the line played; what it is
// thinking about already goes on.
func (t *gameScreen) answer() tea.Cmd {
	st := t.state()
	at := turn{st.Ply(), st.Position().Key()}
	if t.engine.thinking && t.engine.answering == at {
		return nil
	}
	t.engine.stopAnswer()
	ctx, cancel := context.WithCancel(context.Background())
	t.engine.thinking, t.engine.answering, t.engine.cancelAnswer = true, at, cancel
	number, opponent, pos, pause, now := t.number, t.players[st.Turn()].opponent, st.Position().Copy(), t.Pause, t.Now
	clocks := st.Clocks(t.elapsed())
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
func (t *gameScreen) opponentMoved(m answeredMsg) tea.Cmd {
	if !t.engine.thinking || m.at != t.engine.answering {
		return nil
	}
	t.engine.stopAnswer()
	if m.err != nil {
		if !errors.Is(m.err, context.Canceled) {
			t.warn(t.say.Player(t.state().Turn()) + ": " + m.err.Error())
		}
		return nil
	}
	if !t.session.Live() { // whoever looked back sees the move
		t.session.GoToEnd()
		t.refresh()
	}
	return t.play(m.move)
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

// How long a position is evaluated: while a game is played the machine should not run
// hot, and a hint is waited for.
const (
	judgeBudget = 5 * time.Second
	hintBudget  = 1500 * time.Millisecond
)

// judge has the engine judge the position if that is wanted.
func (t *gameScreen) judge() tea.Cmd {
	if !t.engine.on || t.engine.thinking || t.engine.considering || t.over() {
		return nil
	}
	budget := judgeBudget
	if t.analysis {
		budget = 0
	}
	return t.search(t.engine.lines, budget, false)
}

func (t *gameScreen) search(n int, budget time.Duration, hint bool) tea.Cmd {
	if len(t.choice.options) == 0 {
		return nil
	}
	f, generation, ctx, pos := newFeed(), t.engine.generation, t.engine.context(), t.pos().Copy()
	return tea.Batch(func() tea.Msg {
		engine, err := t.analyst()
		if err == nil {
			err = engine.Analyze(ctx, pos, n, budget, f.publish)
		}
		f.end(err)
		return nil
	}, f.next(t.number, generation, hint, true))
}

// linesArrived takes what a search knows.
func (t *gameScreen) linesArrived(m linesMsg) tea.Cmd {
	if m.generation != t.engine.generation {
		return nil
	}
	if m.err != nil && !errors.Is(m.err, context.Canceled) {
		t.engine.hinting = false
		t.warn(m.err.Error())
		return nil
	}
	if m.hint {
		if !m.done {
			return m.feed.next(t.number, m.generation, true, false)
		}
		t.engine.hinting = false
		if len(m.lines) > 0 {
			if t.engine.playHint && t.personToMove() {
				return t.play(m.lines[0].Moves[0])
			}
			t.suggest(m.lines[0])
		}
		return t.judge()
	}
	if len(m.lines) > 0 {
		t.engine.best, t.engine.shown = m.lines, m.lines
		if t.analysis && m.lines[0].Depth >= 4 {
			t.scores[t.pos().Key()] = m.lines[0].Score
		}
	}
	if m.done {
		return nil
	}
	return m.feed.next(t.number, m.generation, false, false)
}

// hint suggests a move: at once where the position was judged already.
func (t *gameScreen) hint() tea.Cmd {
	if !t.personToMove() || t.engine.hinting {
		return nil
	}
	if len(t.engine.best) > 0 && t.engine.best[0].Depth >= 4 {
		t.suggest(t.engine.best[0])
		return nil
	}
	t.engine.renew() // the engine searches one position at a time
	t.engine.hinting = true
	t.clearMessages()
	t.tell(dim, t.t("ui.hint.thinking"))
	return tea.Batch(t.search(1, hintBudget, true), t.tick())
}

func (t *gameScreen) suggest(l Line) {
	t.engine.hint = &l
	t.clearMessages()
	args := i18n.Args{"move": t.game().MoveText(l.Moves[0]), "reason": say.Reasons(t.Catalog, l.Reasons)}
	if args["reason"] == "" {
		t.tell(accent, t.t("cli.hint.plain", args))
		return
	}
	t.tell(accent, t.t("cli.hint", args))
}

// best plays the move judged best.
func (t *gameScreen) best() tea.Cmd {
	if !t.personToMove() {
		return nil
	}
	switch {
	case t.engine.hint != nil:
		return t.play(t.engine.hint.Moves[0])
	case len(t.engine.best) > 0:
		return t.play(t.engine.best[0].Moves[0])
	case t.engine.hinting:
		t.engine.playHint = true
	}
	return t.hint()
}

// judgeMore shows or hides the judgement.
func (t *gameScreen) judgeMore() tea.Cmd {
	t.engine.on = !t.engine.on
	if t.engine.thinking {
		return nil
	}
	t.engine.renew()
	if !t.engine.on {
		t.engine.shown = nil
	}
	return tea.Batch(t.judge(), t.tick())
}

// moreLines changes how many lines are shown.
func (t *gameScreen) moreLines(n int) tea.Cmd {
	was := t.engine.lines
	t.engine.lines = min(max(was+n, 1), 5)
	if !t.engine.on || t.engine.lines == was || t.engine.thinking {
		return nil
	}
	t.engine.renew()
	return tea.Batch(t.judge(), t.tick())
}
