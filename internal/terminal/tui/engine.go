package tui

import (
	"context"
	"slices"
	"sync"
	"time"

	"cairn.example/game"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/show/say"
)

// enginePanel is what the engines of a game screen are doing, and what they have found. With each
// change of the position shown a new generation begins: searches of the one before are
// stopped, and their late messages, which carry its number, are dropped. The computer's
// answer belongs to the line played instead and is not stopped by looking back.
type enginePanel struct {
	*shownGame
	*said
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

	scores  map[uint64]Score // by the key of the position; what was judged in analysis
	judging int              // judgements of the whole game so far

	explored map[uint64]Explored // by the key of the position

	made    sync.Once
	analyst Analyst
	failed  error
}

// renew stops the searches of the position shown and begins a new generation. The
// search for the computer's answer goes on.
func (e *enginePanel) renew() {
	for _, cancel := range e.cancels {
		cancel()
	}
	e.cancels, e.hinting, e.playHint = nil, false, false
	e.generation++
	e.best, e.hint = nil, nil
}

// stopAnswer calls the computer's answer off.
func (e *enginePanel) stopAnswer() {
	if e.cancelAnswer != nil {
		e.cancelAnswer()
	}
	e.thinking, e.cancelAnswer = false, nil
}

// stop ends all searches.
func (e *enginePanel) stop() {
	e.renew()
	e.stopAnswer()
	if e.cancelOffer != nil {
		e.cancelOffer()
	}
	e.considering = false
}

// offerContext returns the context of the search for an answer to an offer.
func (e *enginePanel) offerContext() context.Context {
	if e.cancelOffer != nil {
		e.cancelOffer() // of an offer that was withdrawn
	}
	ctx, cancel := context.WithCancel(context.Background())
	e.considering, e.cancelOffer = true, cancel
	return ctx
}

// context returns a context that ends with this generation.
func (e *enginePanel) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	e.cancels = append(e.cancels, cancel)
	return ctx
}

// load returns the engine that judges a game, made when first asked for; it is called
// outside of updates, as this may take a moment, so the caller reads the game before.
func (e *enginePanel) load(g game.Game) (Analyst, error) {
	e.made.Do(func() { e.analyst, e.failed = e.Engines.Analyst(g) })
	return e.analyst, e.failed
}

// linePoint is a point of the line played.
type linePoint struct {
	ply int
	key uint64 // of the position
}

// found is what a search knows.
type found struct {
	lines []Line
	done  bool
	err   error
}

// feed hands what one search finds to the screen, always the latest: it holds one.
type feed chan found

func (f feed) put(x found) {
	select {
	case <-f:
	default:
	}
	f <- x
}

// linesMsg is what a search knows by now.
type linesMsg struct {
	found
	generation int
	feed       feed
	hint       bool
}

// next waits for lines. Searches report faster than eyes can follow: something is
// shown at most ten times a second.
func (f feed) next(number, generation int, hint, first bool) tea.Cmd {
	return func() tea.Msg {
		if !first {
			time.Sleep(100 * time.Millisecond)
		}
		return gameMsg{number, linesMsg{<-f, generation, f, hint}}
	}
}

// What is spent on a position: while a game is played the machine should not run hot, and
// a hint is waited for. A hint is limited by positions, so that asking twice gets the same
// answer; the time is for slow machines.
var (
	judgeBudget = Budget{Time: 5 * time.Second}
	hintBudget  = Budget{Time: 5 * time.Second, Positions: 400_000}
)

// judge has the engine judge the position if that is wanted, and looks it up among the games
// of others.
func (e *enginePanel) judge() tea.Cmd {
	explore := e.explore()
	if !e.on || e.thinking || e.considering || e.over() {
		return explore
	}
	budget := judgeBudget
	if e.traits().studies {
		budget = Budget{}
	}
	return tea.Batch(explore, e.search(e.lines, budget, false))
}

func (e *enginePanel) search(n int, budget Budget, hint bool) tea.Cmd {
	if len(e.pos().Moves(nil)) == 0 {
		return nil
	}
	f, generation, ctx, pos := make(feed, 1), e.generation, e.context(), e.pos().Copy()
	return tea.Batch(func() tea.Msg {
		var x found
		engine, err := e.load(pos.Game())
		if err == nil {
			err = engine.Analyze(ctx, pos, n, budget, func(lines []Line) {
				x.lines = slices.Clone(lines)
				f.put(x)
			})
		}
		f.put(found{x.lines, true, err})
		return nil
	}, f.next(e.number, generation, hint, true))
}

func (e *enginePanel) suggest(l Line) {
	e.hint = &l
	e.clearMessages()
	e.tell(accent, say.Hint(e.Catalog, e.game(), l.Moves[0], say.Reasons(e.Catalog, l.Reasons, ""), l.Moves, l.IfNot))
}

// toggle shows or hides the judgement.
func (e *enginePanel) toggle() tea.Cmd {
	e.on = !e.on
	if e.thinking {
		return nil
	}
	e.renew()
	if !e.on {
		e.shown = nil
	}
	return e.judge()
}

// moreLines changes how many lines are shown.
func (e *enginePanel) moreLines(n int) tea.Cmd {
	was := e.lines
	e.lines = min(max(was+n, 1), 5)
	if !e.on || e.lines == was || e.thinking {
		return nil
	}
	e.renew()
	return e.judge()
}
