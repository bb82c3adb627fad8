package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// analysisMode is a game that is looked through and tried out.
type analysisMode struct {
	*gameScreen
	origin *gameScreen // the game that is analyzed, nil for none
	resume func()      // lets its clocks run on; nil where they were not stopped
}

func (a *analysisMode) traits() traits {
	return traits{studies: true, kept: true, seats: [2]bool{true, true}}
}

func (a *analysisMode) commands() ([]command, string) {
	return analysisCommands(), "n enter esc 1 ] end u t l s m ?"
}

func (a *analysisMode) welcome() tea.Cmd {
	a.tell(dim, a.t("tui.welcome.analysis"))
	return nil
}

func (a *analysisMode) canMove() bool { return !a.over() }

func (a *analysisMode) move(m game.Move, e play.Event, now time.Time) tea.Cmd {
	if err := a.session.ReopenFor(m); err != nil {
		a.warn(a.reason(err))
		return nil
	}
	return a.played(m, e, now, a.chosenRoute(m))
}

func (a *analysisMode) outOfTurn(game.Spot, string) tea.Cmd {
	a.clearMessages()
	a.tell(strong, a.result()) // it is over
	return nil
}

// notes say how the game ended where the line played ends, else whose turn it is.
func (a *analysisMode) notes() notes {
	n := a.usualNotes()
	if end := a.session.End(); end.Over && a.session.Live() {
		n.status = message{a.say.End(a.pos(), end), accent}
	} else if !a.over() {
		n.status = message{a.say.Turn(a.pos()), plain}
	}
	return n
}

func (a *analysisMode) hear(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case judgedMsg:
		return a.positionJudged(m)
	case exploredMsg:
		return a.explored(m)
	}
	return nil
}

// openAnalysis shows the game for analysis. Pause stops its clocks when that is possible, and
// returns what lets them run on.
func (gs *gameScreen) openAnalysis(pause func() (resume func())) tea.Cmd {
	var analysis *gameScreen
	session, err := local.Open(gs.session.Record())
	if err == nil {
		session.GoTo(len(gs.steps))
		analysis, err = newGameScreen(gs.app, Setup{Session: session, Analysis: true})
	}
	if err != nil {
		gs.warn(gs.errorText(err))
		return nil
	}
	analysis.turned = gs.turned
	analysis.mode = &analysisMode{analysis, gs, pause()}
	gs.show(analysis)
	return analysis.start()
}

// backToGame shows the game that was opened for analysis, as it was left.
func (a *analysisMode) backToGame() tea.Cmd {
	if a.origin == nil {
		return nil
	}
	a.show(a.origin)
	if a.resume != nil {
		a.resume()
	}
	return a.origin.start()
}

// undo goes a ply back; what was played stays in the tree.
func (a *analysisMode) undo() tea.Cmd {
	a.session.GoTo(a.session.Ply() - 1)
	return a.steppedBack()
}

func (a *analysisMode) redo() tea.Cmd {
	if !a.redoable() {
		return nil
	}
	a.session.GoTo(a.session.Ply() + 1)
	return a.moved()
}

// judgeTime is how long each position is looked at when a whole game is judged.
const judgeTime = 400 * time.Millisecond

// judgedMsg is what a position of the line is worth.
type judgedMsg struct {
	ply   int
	all   int // which judgement of a whole game this belongs to
	score Score
	err   error
	ok    bool
}

// judgeAll judges every position of the line shown.
func (a *analysisMode) judgeAll() tea.Cmd {
	if len(a.steps)+len(a.ahead) == 0 {
		a.clearMessages()
		a.warn(a.t("ui.analysis.empty"))
		return nil
	}
	a.engine.renew()
	a.engine.on = false
	a.engine.judging++
	return a.judgePly(0)
}

func (a *analysisMode) judgePly(ply int) tea.Cmd {
	line := a.line()
	a.clearMessages()
	if ply >= len(line) {
		a.engine.on = true
		n := a.engine.mistakes()
		if n == 0 {
			a.tell(plain, a.t("ui.analysis.no_mistakes"))
		} else {
			a.tell(plain, a.t("ui.analysis.mistakes", i18n.Args{"n": n}))
		}
		if text := a.engine.accuracyText(); text != "" {
			a.tell(plain, text)
		}
		a.engine.renew()
		return a.engine.judge()
	}
	a.tell(dim, a.t("ui.analysis.progress", i18n.Args{"n": ply, "total": len(line) - 1}))
	pos, all, number := line[ply].Copy(), a.engine.judging, a.number
	if o := pos.Outcome(); o != game.Ongoing {
		return func() tea.Msg { return gameMsg{number, judgedMsg{ply, all, Score{Outcome: o}, nil, true}} }
	}
	ctx := a.engine.context()
	return func() tea.Msg {
		m := judgedMsg{ply: ply, all: all}
		engine, err := a.engine.load(pos.Game())
		if err == nil {
			err = engine.Analyze(ctx, pos, 1, Budget{Time: judgeTime}, func(lines []Line) {
				if len(lines) > 0 {
					m.score, m.ok = lines[0].Score, true
				}
			})
		}
		if ctx.Err() != nil {
			m.all = -1 // it was stopped
		}
		m.err = err
		return gameMsg{number, m}
	}
}

// positionJudged keeps what a position is worth and goes on to the next.
func (a *analysisMode) positionJudged(m judgedMsg) tea.Cmd {
	line := a.line()
	if m.all != a.engine.judging || m.ply >= len(line) {
		return nil
	}
	if m.err != nil && !m.ok {
		a.clearMessages()
		a.warn(a.errorText(m.err))
		return nil
	}
	if m.ok {
		a.engine.scores[line[m.ply].Key()] = m.score
		at := len(a.steps)
		a.session.GoTo(m.ply)
		a.session.Annotate(func(n *record.Note) { n.Eval = m.score.eval() })
		a.session.GoTo(at)
		a.dirty = true
	}
	return a.judgePly(m.ply + 1)
}

// nextMistake shows the next position after which a move was worse than others.
func (a *analysisMode) nextMistake(step int) tea.Cmd {
	all := a.wholeLine()
	for i := len(a.steps) - 1 + step; i >= 0 && i < len(all); i += step {
		if a.engine.mark(all[i]) != judge.NoMark {
			return a.goTo(i + 1)
		}
	}
	a.clearMessages()
	a.warn(strings.TrimSpace(a.t("ui.analysis.no_mistakes")))
	return nil
}

// explored keeps what was found.
func (a *analysisMode) explored(m exploredMsg) tea.Cmd {
	if m.err != nil {
		a.warn(a.errorText(m.err))
		return nil
	}
	if a.engine.explored == nil {
		a.engine.explored = map[uint64]Explored{}
	}
	a.engine.explored[m.key] = m.found
	return nil
}
