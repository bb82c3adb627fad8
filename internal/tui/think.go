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

// mind is what the computer thinks beside a table. Each change of position
// renews it: what was thought before is stopped, and its late messages, which
// carry the run they belong to, are dropped.
type mind struct {
	run     int
	cancels []context.CancelFunc

	on    bool // the judgement is shown
	lines int

	thinking bool // about the computer's answer
	hinting  bool
	playHint bool   // the hint is to be played as soon as it is there
	hint     *Line  // what is suggested, for this position
	best     []Line // what is known of this position
	shown    []Line // the last judgement there was, until there is a new one

	judging int // judgements of the whole game so far

	made   sync.Once
	engine Analyst
	failed error
}

// renew stops all thought and begins a new run.
func (m *mind) renew() {
	m.stop()
	m.run++
	m.best, m.hint = nil, nil
}

func (m *mind) stop() {
	for _, cancel := range m.cancels {
		cancel()
	}
	m.cancels, m.thinking, m.hinting, m.playHint = nil, false, false, false
}

// context is one that ends with the table's current thought.
func (m *mind) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancels = append(m.cancels, cancel)
	return ctx
}

// analyst returns the engine that judges, made when first asked for; it is
// called outside of updates, as this may take a moment.
func (t *table) analyst() (Analyst, error) {
	t.mind.made.Do(func() { t.mind.engine, t.mind.failed = t.Engines.Analyst(t.game()) })
	return t.mind.engine, t.mind.failed
}

// answeredMsg is the computer's move.
type answeredMsg struct {
	run  int
	move game.Move
	err  error
}

// answer has the computer choose its move.
func (t *table) answer() tea.Cmd {
	t.mind.thinking = true
	run, number, ctx := t.mind.run, t.number, t.mind.context()
	side := t.pos().Side()
	opponent, pos, pause, now := t.seats[side].opponent, t.pos().Copy(), t.Pause, t.Now
	times := Times{Clocked: t.clock.On(), Increment: t.clock.Increment}
	for s := range times.Left {
		times.Left[s] = t.clock.now(game.Side(s), t.Now())
	}
	return func() tea.Msg {
		began := now()
		m, err := opponent.Choose(ctx, pos, times)
		if wait := pause - now().Sub(began); wait > 0 && err == nil {
			select {
			case <-ctx.Done():
			case <-time.After(wait):
			}
		}
		return tableMsg{number, answeredMsg{run, m, err}}
	}
}

// answered plays the computer's move.
func (t *table) answered(m answeredMsg) tea.Cmd {
	if m.run != t.mind.run {
		return nil
	}
	t.mind.thinking = false
	if m.err != nil {
		if !errors.Is(m.err, context.Canceled) {
			t.complain(t.say.Player(t.pos().Side()) + ": " + m.err.Error())
		}
		return nil
	}
	return t.play(m.move)
}

// feed carries lines from a search to the screen, the latest only.
type feed struct {
	mu    sync.Mutex
	lines []Line
	done  bool
	err   error
	news  chan struct{}
}

func newFeed() *feed { return &feed{news: make(chan struct{}, 1)} }

func (f *feed) put(lines []Line) {
	f.mu.Lock()
	f.lines = append([]Line(nil), lines...)
	f.mu.Unlock()
	f.ring()
}

func (f *feed) end(err error) {
	f.mu.Lock()
	f.done, f.err = true, err
	f.mu.Unlock()
	f.ring()
}

func (f *feed) ring() {
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// linesMsg is what a search knows by now.
type linesMsg struct {
	run   int
	feed  *feed
	lines []Line
	done  bool
	err   error
	hint  bool
}

// next waits for news. Searches tell more than eyes can follow: at most ten
// times a second something is shown.
func (f *feed) next(number, run int, hint, first bool) tea.Cmd {
	return func() tea.Msg {
		if !first {
			time.Sleep(100 * time.Millisecond)
		}
		<-f.news
		f.mu.Lock()
		defer f.mu.Unlock()
		return tableMsg{number, linesMsg{run, f, f.lines, f.done, f.err, hint}}
	}
}

// How long a position is judged: while a game is played the machine is not to
// run hot, a hint is waited for.
const (
	judgeBudget = 5 * time.Second
	hintBudget  = 1500 * time.Millisecond
)

// judge has the engine judge the position if that is wanted.
func (t *table) judge() tea.Cmd {
	if !t.mind.on || t.mind.thinking {
		return nil
	}
	budget := judgeBudget
	if t.study {
		budget = 0
	}
	return t.search(t.mind.lines, budget, false)
}

func (t *table) search(n int, budget time.Duration, hint bool) tea.Cmd {
	if len(t.choice.options) == 0 {
		return nil
	}
	f, run, ctx, pos := newFeed(), t.mind.run, t.mind.context(), t.pos().Copy()
	return tea.Batch(func() tea.Msg {
		engine, err := t.analyst()
		if err == nil {
			err = engine.Analyze(ctx, pos, n, budget, f.put)
		}
		f.end(err)
		return nil
	}, f.next(t.number, run, hint, true))
}

// told takes what a search knows.
func (t *table) told(m linesMsg) tea.Cmd {
	if m.run != t.mind.run {
		return nil
	}
	if m.err != nil && !errors.Is(m.err, context.Canceled) {
		t.mind.hinting = false
		t.complain(m.err.Error())
		return nil
	}
	if m.hint {
		if !m.done {
			return m.feed.next(t.number, m.run, true, false)
		}
		t.mind.hinting = false
		if len(m.lines) > 0 {
			if t.mind.playHint && t.mine() {
				return t.play(m.lines[0].Moves[0])
			}
			t.suggest(m.lines[0])
		}
		return t.judge()
	}
	if len(m.lines) > 0 {
		t.mind.best, t.mind.shown = m.lines, m.lines
		if t.study && m.lines[0].Depth >= 4 {
			t.scores[t.pos().Key()] = m.lines[0].Score
		}
	}
	if m.done {
		return nil
	}
	return m.feed.next(t.number, m.run, false, false)
}

// hint suggests a move: at once where the position was judged already.
func (t *table) hint() tea.Cmd {
	if !t.mine() || t.mind.hinting {
		return nil
	}
	if len(t.mind.best) > 0 && t.mind.best[0].Depth >= 4 {
		t.suggest(t.mind.best[0])
		return nil
	}
	t.mind.renew() // an engine thinks one thing at a time
	t.mind.hinting = true
	t.hush()
	t.note(dim, t.t("ui.hint.thinking"))
	return tea.Batch(t.search(1, hintBudget, true), t.tick())
}

func (t *table) suggest(l Line) {
	t.mind.hint = &l
	t.hush()
	args := i18n.Args{"move": t.game().MoveText(l.Moves[0]), "reason": say.Merits(t.Catalog, l.Merits)}
	if args["reason"] == "" {
		t.note(accent, t.t("cli.hint.plain", args))
		return
	}
	t.note(accent, t.t("cli.hint", args))
}

// best plays the move judged best.
func (t *table) best() tea.Cmd {
	if !t.mine() {
		return nil
	}
	switch {
	case t.mind.hint != nil:
		return t.play(t.mind.hint.Moves[0])
	case len(t.mind.best) > 0:
		return t.play(t.mind.best[0].Moves[0])
	case t.mind.hinting:
		t.mind.playHint = true
	}
	return t.hint()
}

// judgeMore shows or hides the judgement.
func (t *table) judgeMore() tea.Cmd {
	t.mind.on = !t.mind.on
	if t.mind.thinking {
		return nil
	}
	t.mind.renew()
	if !t.mind.on {
		t.mind.shown = nil
	}
	return tea.Batch(t.judge(), t.tick())
}

// moreLines changes how many lines are shown.
func (t *table) moreLines(n int) tea.Cmd {
	was := t.mind.lines
	t.mind.lines = min(max(was+n, 1), 5)
	if !t.mind.on || t.mind.lines == was || t.mind.thinking {
		return nil
	}
	t.mind.renew()
	return tea.Batch(t.judge(), t.tick())
}
