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

// puzzleMode is a puzzle that is solved.
type puzzleMode struct {
	*gameScreen
	task     *training.Task
	given    bool               // the answer was shown
	refuting context.CancelFunc // ends the search for a refutation
	wrongs   int                // wrong moves so far, so that only the last one is refuted
}

func (p *puzzleMode) traits() traits { return traits{seats: [2]bool{true, true}} }

func (p *puzzleMode) commands() ([]command, string) { return puzzleCommands(), "enter esc 1 t . n m ?" }

// welcome says which puzzle this is.
func (p *puzzleMode) welcome() tea.Cmd {
	if p.choice.origins(p.choice.claim)&p.focus.Bit() == 0 {
		p.jump(1) // the cursor begins on a stack that can move
	}
	p.tell(dim, p.say.Puzzle(p.task))
	return nil
}

func (p *puzzleMode) canMove() bool { return !p.done() }

// move plays a move of the solver.
func (p *puzzleMode) move(m game.Move, _ play.Event, _ time.Time) tea.Cmd {
	task := p.task
	p.clearMessages()
	if p.done() {
		return nil
	}
	before, step := task.Position(), task.Step()
	right, err := task.Answer(m)
	if err != nil {
		p.warn(i18n.Sentence(p.errorText(err)))
		return nil
	}
	if !right {
		return p.wrong(before, m)
	}
	line := []string{p.game().MoveText(m)}
	if !task.Solved() {
		line = append(line, task.Puzzle.Line[step+1][0])
	}
	for _, text := range line {
		mv, err := p.pos().ParseMove(text)
		if err == nil {
			err = p.session.PlayAfter(mv, play.Event{Move: text})
		}
		if err != nil { // the puzzle has just played the same moves
			p.warn(i18n.Sentence(p.errorText(err)))
			return nil
		}
	}
	if task.Solved() {
		p.puzzleOver()
	} else {
		p.tell(plain, p.say.Replied(before.Side(), line[1]))
	}
	last, _ := p.session.Last()
	if parts := p.game().Parts(last.Move); parts.To != game.NoSpot {
		p.focus = parts.To
	}
	p.refresh()
	return tea.Batch(p.animate(last.Before, last.Move, last.After, route(last.Before, last.Move)), p.proceed())
}

func (p *puzzleMode) outOfTurn(game.Spot, string) tea.Cmd {
	p.clearMessages() // the status says it
	return nil
}

func (p *puzzleMode) notes() notes {
	n := notes{status: message{p.say.Asked(p.task), strong}}
	switch {
	case p.task.Solved():
		n.status = message{i18n.Sentence(p.t("cli.train.solved")), accent}
	case p.done():
		n.status = message{p.say.Solution(p.task), accent}
		if m, err := p.pos().ParseMove(p.task.Expected()[0]); err == nil {
			n.suggested = m
		}
	}
	return n
}

// done reports whether nothing is left to find.
func (p *puzzleMode) done() bool {
	return p.task.Solved() || p.given || p.task.Daily && p.task.Failed
}

func (p *puzzleMode) hear(msg tea.Msg) tea.Cmd {
	if m, ok := msg.(refutedMsg); ok {
		return p.refuted(m)
	}
	return nil
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
	gs.mode = &puzzleMode{gameScreen: gs, task: task}
	a.show(gs)
	return gs.start()
}

// noPuzzle says why there is no puzzle, in front of the start screen.
func (a *app) noPuzzle(text string) tea.Cmd {
	cmd := a.home()
	return tea.Batch(cmd, a.push(a.messageBox(a.t("ui.training"), text)))
}

// refutedMsg is what the wrong move of that number leads to.
type refutedMsg struct {
	wrong int
	say.Refutation
}

// puzzleOver keeps how a puzzle went that is solved or given up, and says what there is
// to say about it.
func (p *puzzleMode) puzzleOver() {
	p.keepPuzzle()
	p.explain()
	p.tell(plain, p.say.Themes(p.task))
	p.tell(dim, p.ratingText())
}

// explain says what speaks for the answer.
func (p *puzzleMode) explain() {
	if why := p.say.Because(p.Training.Explain(p.task)); why != "" {
		p.tell(plain, why)
	}
}

// wrong says that a move is wrong, and has it refuted.
func (p *puzzleMode) wrong(before game.Position, m game.Move) tea.Cmd {
	p.task.Failed = true
	p.wrongs++
	p.keepPuzzle()
	p.refresh()
	p.warn(i18n.Sentence(p.t("cli.train.refuting", i18n.Args{"move": p.game().MoveText(m)})))
	p.stop()
	ctx, cancel := context.WithCancel(context.Background())
	p.refuting = cancel
	number, wrong, want, refute := p.number, p.wrongs, p.task.Result, p.Training.Refute
	pos := before.Copy()
	return func() tea.Msg {
		return gameMsg{number, refutedMsg{wrong, refute(ctx, pos, m, want)}}
	}
}

// refuted says what a wrong move leads to.
func (p *puzzleMode) refuted(r refutedMsg) tea.Cmd {
	if r.wrong != p.wrongs {
		return nil
	}
	p.clearMessages()
	p.warn(p.say.Refuted(r.Refutation))
	if p.task.Daily {
		p.tell(strong, p.say.DayResult(p.task, false))
		p.explain()
	}
	return nil
}

// keepPuzzle keeps how the puzzle went.
func (p *puzzleMode) keepPuzzle() {
	if err := p.Training.Keep(p.task); err != nil {
		p.warn(i18n.Sentence(p.Training.ErrorText(err)))
	}
}

// ratingText says the rating, or what became of the puzzle of the day.
func (p *puzzleMode) ratingText() string {
	if task := p.task; task.Daily {
		return p.say.DayResult(task, task.Unaided())
	}
	progress, err := p.Training.Store.Read()
	if err != nil {
		return i18n.Sentence(p.Training.ErrorText(err))
	}
	return p.say.Rating(progress)
}

// hint puts the cursor on the stack that is to be moved. A puzzle solved with a hint
// counts as failed.
func (p *puzzleMode) hint() tea.Cmd {
	if p.done() {
		return nil
	}
	m, err := p.pos().ParseMove(p.task.Expected()[0])
	if err != nil {
		p.warn(i18n.Sentence(p.errorText(err)))
		return nil
	}
	p.task.Hinted = true
	p.clearMessages()
	p.drop()
	p.focus = p.game().Parts(m).From
	p.tell(plain, p.t("ui.training.hint", i18n.Args{"spot": p.game().Layout().Names[p.focus]}))
	if !p.task.Failed {
		p.tell(dim, p.t("ui.training.hinted"))
	}
	return nil
}

// showAnswer gives the puzzle up.
func (p *puzzleMode) showAnswer() tea.Cmd {
	if p.done() {
		return nil
	}
	p.stop()
	p.wrongs++
	p.task.Failed, p.given = true, true
	p.clearMessages()
	p.drop()
	p.puzzleOver()
	return nil
}

// stop ends the search for a refutation.
func (p *puzzleMode) stop() {
	if p.refuting != nil {
		p.refuting()
	}
}

// next shows the next puzzle.
func (p *puzzleMode) next() tea.Cmd {
	p.stop()
	return p.nextPuzzle()
}
