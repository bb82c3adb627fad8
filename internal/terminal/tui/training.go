package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/training"
)

// Training are puzzles to solve.
type Training struct {
	*training.Trainer

	// Daily shows the puzzle of the day, with one try, and no other.
	Daily bool

	// Refute proves within two seconds what the wrong move m of a puzzle leads to,
	// or does not.
	Refute func(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) say.Refutation

	// Explain returns what speaks for the first move of a solution.
	Explain func(t *training.Task) []say.Reason

	// ErrorText says what is wrong with what the trainer keeps.
	ErrorText func(err error) string
}

// puzzleState is the puzzle of a game screen.
type puzzleState struct {
	task   *training.Task
	shown  bool // the answer was shown
	cancel context.CancelFunc
	wrongs int // wrong moves so far, so that only the last one is refuted
}

// puzzleGame is a puzzle that is solved.
type puzzleGame struct{ homeGame }

func (p puzzleGame) clocked() bool                          { return false }
func (p puzzleGame) timed() bool                            { return false }
func (p puzzleGame) contested() bool                        { return false }
func (p puzzleGame) analyzable() bool                       { return false }
func (p puzzleGame) kept() bool                             { return false }
func (p puzzleGame) personToMove() bool                     { return !p.gs.training.done() }
func (p puzzleGame) leave()                                 { p.gs.training.stop() }
func (p puzzleGame) tellTurn()                              { p.gs.clearMessages() } // the status says it
func (p puzzleGame) do(what command) (tea.Cmd, bool)        { return p.gs.doPuzzle(what) }
func (p puzzleGame) command(word, _ string) (tea.Cmd, bool) { return p.gs.puzzleCommand(word) }
func (p puzzleGame) menu() *dialog                          { return p.gs.puzzleMenu() }
func (p puzzleGame) keyLine(add addKey, enter string)       { p.gs.puzzleKeys(add, enter) }

func (p puzzleGame) play(m game.Move, _ play.Event, _ time.Time) tea.Cmd { return p.gs.solve(m) }

func (p puzzleGame) status() (string, style, bool) {
	text, look := p.gs.puzzleStatus()
	return text, look, true
}

// suggested is the answer, once it was told.
func (p puzzleGame) suggested() (game.Move, bool) {
	state := p.gs.training
	if !state.done() || state.task.Solved() {
		return 0, false
	}
	m, err := p.gs.pos().ParseMove(state.task.Expected()[0])
	return m, err == nil
}

func (p puzzleGame) update(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(refutedMsg); ok {
		return p.gs.refuted(m)
	}
	return nil
}

// done reports whether nothing is left to find.
func (p *puzzleState) done() bool {
	return p.task.Solved() || p.shown || p.task.Daily && p.task.Failed
}

// nextPuzzle shows the next puzzle.
func (a *app) nextPuzzle() tea.Cmd {
	var task *training.Task
	var err error
	var right, tried bool
	if a.Training.Daily {
		task, right, tried, err = a.Training.OfDay()
	} else {
		task, err = a.Training.Next()
	}
	switch {
	case err != nil:
		return a.noPuzzle(a.Training.ErrorText(err))
	case task == nil:
		return a.noPuzzle(i18n.Sentence(a.t("cli.train.none")))
	case tried:
		return a.noPuzzle(i18n.Sentence(a.t("cli.train.tried")) + "\n\n" + say.New(task.Game, a.Catalog).DayResult(task, right))
	}
	gs, err := newGameScreen(a, Setup{Session: local.New(task.Position().Copy())})
	if err != nil {
		return a.noPuzzle(a.errorText(err))
	}
	gs.training, gs.source = &puzzleState{task: task}, puzzleGame{homeGame{gs}}
	a.show(gs)
	gs.refresh()
	if gs.choice.origins(gs.choice.claim)&gs.focus.Bit() == 0 {
		gs.jump(1) // the cursor begins on a stack that can move
	}
	gs.introduce()
	return gs.proceed()
}

// noPuzzle says why there is no puzzle, in front of the start screen.
func (a *app) noPuzzle(text string) tea.Cmd {
	cmd := a.home()
	return tea.Batch(cmd, a.push(a.messageBox(a.t("ui.training"), text)))
}

// introduce says which puzzle this is.
func (gs *gameScreen) introduce() {
	gs.tell(dim, gs.say.Puzzle(gs.training.task))
}

// puzzleStatus is what is to be done, or that it is done.
func (gs *gameScreen) puzzleStatus() (string, style) {
	task := gs.training.task
	switch {
	case task.Solved():
		return i18n.Sentence(gs.t("cli.train.solved")), accent
	case gs.training.done():
		return gs.say.Solution(task), accent
	}
	return gs.say.Asked(task), strong
}

// refutedMsg is what the wrong move of that number leads to.
type refutedMsg struct {
	wrong int
	say.Refutation
}

// solve plays a move of the solver.
func (gs *gameScreen) solve(m game.Move) tea.Cmd {
	task := gs.training.task
	gs.clearMessages()
	if gs.training.done() {
		return nil
	}
	before, step := task.Position(), task.Step()
	right, err := task.Answer(m)
	if err != nil {
		gs.warn(i18n.Sentence(gs.errorText(err)))
		return nil
	}
	if !right {
		return gs.wrong(before, m)
	}
	line := []string{gs.game().MoveText(m)}
	if !task.Solved() {
		line = append(line, task.Puzzle.Line[step+1][0])
	}
	for _, text := range line {
		mv, err := gs.pos().ParseMove(text)
		if err == nil {
			err = gs.session.PlayAfter(mv, play.Event{Move: text})
		}
		if err != nil { // the puzzle has just played the same moves
			gs.warn(i18n.Sentence(gs.errorText(err)))
			return nil
		}
	}
	if task.Solved() {
		gs.puzzleOver()
	} else {
		gs.tell(plain, gs.say.Replied(before.Side(), line[1]))
	}
	last, _ := gs.session.Last()
	if parts := gs.game().Parts(last.Move); parts.To != game.NoSpot {
		gs.focus = parts.To
	}
	gs.refresh()
	return tea.Batch(gs.animate(last.Before, last.Move, last.After, route(last.Before, last.Move)), gs.proceed())
}

// puzzleOver keeps how a puzzle went that is solved or given up, and says what there is
// to say about it.
func (gs *gameScreen) puzzleOver() {
	gs.keepPuzzle()
	gs.explain()
	gs.tell(plain, gs.say.Themes(gs.training.task))
	gs.tell(dim, gs.ratingText())
}

// explain says what speaks for the answer.
func (gs *gameScreen) explain() {
	if why := gs.say.Because(gs.Training.Explain(gs.training.task)); why != "" {
		gs.tell(plain, why)
	}
}

// wrong says that a move is wrong, and has it refuted.
func (gs *gameScreen) wrong(before game.Position, m game.Move) tea.Cmd {
	p := gs.training
	p.task.Failed = true
	p.wrongs++
	gs.keepPuzzle()
	gs.refresh()
	gs.warn(i18n.Sentence(gs.t("cli.train.refuting", i18n.Args{"move": gs.game().MoveText(m)})))
	p.stop()
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	number, wrong, want, refute := gs.number, p.wrongs, p.task.Result, gs.Training.Refute
	pos := before.Copy()
	return func() tea.Msg {
		return gameMsg{number, refutedMsg{wrong, refute(ctx, pos, m, want)}}
	}
}

// stop ends the search for a refutation.
func (p *puzzleState) stop() {
	if p.cancel != nil {
		p.cancel()
	}
}

// refuted says what a wrong move leads to.
func (gs *gameScreen) refuted(r refutedMsg) tea.Cmd {
	if r.wrong != gs.training.wrongs {
		return nil
	}
	gs.clearMessages()
	gs.warn(gs.say.Refuted(r.Refutation))
	if gs.training.task.Daily {
		gs.tell(strong, gs.say.DayResult(gs.training.task, false))
		gs.explain()
	}
	return nil
}

// keepPuzzle keeps how the puzzle went.
func (gs *gameScreen) keepPuzzle() {
	if err := gs.Training.Keep(gs.training.task); err != nil {
		gs.warn(i18n.Sentence(gs.Training.ErrorText(err)))
	}
}

// ratingText says how one stands, or what became of the puzzle of the day.
func (gs *gameScreen) ratingText() string {
	if task := gs.training.task; task.Daily {
		return gs.say.DayResult(task, task.Unaided())
	}
	p, err := gs.Training.Store.Read()
	if err != nil {
		return i18n.Sentence(gs.Training.ErrorText(err))
	}
	return gs.say.Rating(p)
}

// hintPuzzle puts the cursor on the stack that is to be moved. A puzzle solved with a hint
// counts as failed.
func (gs *gameScreen) hintPuzzle() {
	if gs.training.done() {
		return
	}
	m, err := gs.pos().ParseMove(gs.training.task.Expected()[0])
	if err != nil {
		gs.warn(i18n.Sentence(gs.errorText(err)))
		return
	}
	gs.training.task.Hinted = true
	gs.clearMessages()
	gs.choice.path, gs.choice.claim = nil, 0
	gs.focus = gs.game().Parts(m).From
	gs.tell(plain, gs.t("ui.training.hint", i18n.Args{"spot": gs.game().Layout().Names[gs.focus]}))
	if !gs.training.task.Failed {
		gs.tell(dim, gs.t("ui.training.hinted"))
	}
}

// showAnswer gives the puzzle up.
func (gs *gameScreen) showAnswer() tea.Cmd {
	if gs.training.done() {
		return nil
	}
	gs.training.stop()
	gs.training.wrongs++
	gs.training.task.Failed, gs.training.shown = true, true
	gs.clearMessages()
	gs.choice.path, gs.choice.claim = nil, 0
	gs.puzzleOver()
	return nil
}

// doPuzzle does what can be done while a puzzle is shown; done is true for all that
// belongs to games and not to puzzles, which then does nothing.
func (gs *gameScreen) doPuzzle(what command) (cmd tea.Cmd, done bool) {
	switch what {
	case doNew:
		gs.training.stop()
		return gs.nextPuzzle(), true
	case doHint:
		gs.hintPuzzle()
		return nil, true
	case doBest:
		return gs.showAnswer(), true
	case doMenu:
		return gs.push(gs.puzzleMenu()), true
	case doLand, doCancel, doNext, doPrevious, doClaim, doHinges, doTurn, doZen, doAnimate, doHelp, doType, doLeave:
		return nil, false
	}
	return nil, true
}

// puzzleCommand does a typed word; false for what can be typed in a game too.
func (gs *gameScreen) puzzleCommand(word string) (tea.Cmd, bool) {
	switch word {
	case "next", "skip", "new":
		return gs.do(doNew, 0), true
	case "hint", "h":
		return gs.do(doHint, 0), true
	case "show":
		return gs.do(doBest, 0), true
	case "position", "pos", "moves", "m", "help", "?", "menu", "lang", "quit", "q", "exit":
		return nil, false
	case "undo", "u", "back", "redo", "r", "goto", "go", "save", "s", "load", "open", "level", "resign", "draw", "abort", "pause", "resume", "analysis", "analyze":
		gs.clearMessages()
		gs.warn(i18n.Sentence(gs.t("tui.unknown", i18n.Args{"input": word})))
		return nil, true
	}
	return nil, false
}

// puzzleMenu lists what can be done, with the keys that do it.
func (gs *gameScreen) puzzleMenu() *dialog {
	m := gs.newMenu()
	if !gs.training.done() {
		m.add("t", "ui.hint", doHint)
		m.add(".", "tui.train.show", doBest)
	}
	if !gs.training.task.Daily {
		m.add("n", "tui.train.next", doNew)
	}
	m.addBoard()
	return m.end("tui.menu.start")
}

// puzzleKeys are the keys that make sense now.
func (gs *gameScreen) puzzleKeys(add addKey, enter string) {
	gs.moveKeys(add, enter)
	if !gs.training.done() {
		add("t", "ui.hint", doHint, 0)
		add(".", "tui.train.show", doBest, 0)
	}
	if !gs.training.task.Daily {
		add("n", "tui.train.next", doNew, 0)
	}
	add("m", "ui.menu", doMenu, 0)
	add("?", "ui.help", doHelp, 0)
}
