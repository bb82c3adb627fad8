// Package puzzles solves puzzles line by line, for pipes and screen readers: a move or
// a command in, sentences and a plain board out.
//
// [Run] is the whole package. It refuses to know an engine, and where what was solved
// is kept.
package puzzles

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/training"
	"cairn.example/internal/terminal/line"
)

// Options say which puzzles are solved and how they are shown.
type Options struct {
	Trainer *training.Trainer

	// Daily shows the puzzle of the day, with one try, and no other.
	Daily bool

	Catalog *i18n.Catalog

	// Columns is that of [line.Options].
	Columns func() int

	// Interactive prints prompts.
	Interactive bool

	// Board draws a position after the move that led to it, which is zero for that of a puzzle. Boards says when it is drawn without being
	// asked for: [line.BoardsAuto] for interactive players.
	Board  func(w io.Writer, before game.Position, m game.Move, p game.Position) error
	Boards line.Boards

	// Refute proves in short time what the wrong move m of a puzzle leads to, or does not.
	Refute func(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) say.Refutation

	// Explain returns what speaks for the first move of a solution.
	Explain func(t *training.Task) []say.Reason

	// StoreError says what is wrong with what the trainer keeps, in the language of the
	// catalog.
	StoreError func(err error) error
}

// solver is somebody who solves puzzles.
type solver struct {
	Options
	in   *bufio.Reader
	out  *bufio.Writer
	task *training.Task
	say  *say.Speaker
}

// Run solves puzzles until there are no more lines, the player quits, or that of the day
// was tried. What is wrong with the input is said on out; the error is one of in or out,
// or says that there is no puzzle or that what was solved could not be kept.
func Run(ctx context.Context, in io.Reader, out *bufio.Writer, o Options) error {
	l := &solver{Options: o, in: bufio.NewReader(in), out: out}
	return l.run(ctx)
}

// run solves puzzles until there are no more lines.
func (l *solver) run(ctx context.Context) error {
	if done, err := l.next(); done || err != nil {
		return err
	}
	for {
		if l.Interactive {
			fmt.Fprint(l.out, "> ")
		}
		if err := l.out.Flush(); err != nil {
			return err
		}
		text, long, err := line.ReadLine(l.in)
		switch {
		case long:
			l.tell("cli.line.long")
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err
		case err != nil && text == "":
			return nil
		}
		// Some editors put a byte order mark in front.
		done, err := l.do(ctx, strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")))
		if done || err != nil {
			return err
		}
	}
}

func (l *solver) tell(key string, args ...i18n.Args) {
	l.print(i18n.Sentence(l.Catalog.T(key, args...)))
}

// print prints a text for people, broken to the width of the terminal.
func (l *solver) print(text string) {
	if l.Columns != nil {
		text = line.Wrap(text, l.Columns())
	}
	fmt.Fprintln(l.out, text)
}

// next shows the next puzzle. It is done where there will be none: the puzzle of the day
// was tried before. Where it fails, the puzzle shown before stays the one to solve.
func (l *solver) next() (done bool, err error) {
	var task *training.Task
	var right, tried bool
	if l.Daily {
		task, right, tried, err = l.Trainer.OfDay()
	} else {
		task, err = l.Trainer.Next()
	}
	if err != nil {
		return false, l.StoreError(err)
	}
	if task == nil {
		return false, errors.New(l.Catalog.T("cli.train.none"))
	}
	if tried {
		l.tell("cli.train.tried")
		l.print(say.New(task.Game, l.Catalog).DayResult(task, right))
		return true, nil
	}
	l.task, l.say = task, say.New(task.Game, l.Catalog)
	fmt.Fprintln(l.out)
	l.print(l.say.Puzzle(l.task))
	return false, l.look(false)
}

// look says what is to be done and draws the board.
func (l *solver) look(asked bool) error {
	pos := l.task.Position()
	if l.drawsBoards() || l.Boards != line.BoardsOff && asked {
		if err := l.Board(l.out, nil, 0, pos); err != nil {
			return err
		}
	}
	if l.Boards == line.BoardsOff || asked || !l.Interactive {
		fmt.Fprintln(l.out, pos.String())
	}
	l.print(l.say.Asked(l.task))
	return nil
}

// drawsBoards reports whether boards are drawn without being asked for.
func (l *solver) drawsBoards() bool {
	return l.Boards == line.BoardsOn || l.Boards != line.BoardsOff && l.Interactive
}

// solution tells the answer, and draws the board after its first move.
func (l *solver) solution() error {
	before, text := l.task.Position(), l.task.Expected()[0]
	l.print(l.say.Solution(l.task))
	if !l.drawsBoards() {
		return nil
	}
	after := before.Copy()
	m, err := after.ParseMove(text)
	if err != nil {
		return err
	}
	after.PlayUnchecked(m)
	return l.Board(l.out, before, m, after)
}

// do carries out a line; done ends the training.
func (l *solver) do(ctx context.Context, text string) (done bool, err error) {
	word, rest, _ := strings.Cut(strings.ToLower(text), " ")
	switch word {
	case "":
		return false, nil
	case "quit", "q", "exit":
		return true, nil
	case "help", "?":
		l.tell("cli.train.help")
		return false, nil
	case "look", "board":
		return false, l.look(true)
	case "hint", "h":
		return false, l.hint()
	case "show":
		return l.show()
	case "next", "skip":
		if l.Daily {
			l.tell("cli.train.only_daily")
			return false, nil
		}
		return l.next()
	case "rating":
		return false, l.rating()
	case "themes":
		l.print(l.say.Themes(l.task))
		return false, nil
	case "theme":
		return l.theme(strings.TrimSpace(rest))
	}
	m, err := l.task.Position().ParseMove(text)
	switch {
	case err == nil:
	case game.LooksLikeMove(text):
		l.print(i18n.Sentence(say.Error(l.Catalog, err)))
		return false, nil
	default:
		l.tell("cli.unknown", i18n.Args{"input": game.Shown(word)})
		return false, nil
	}
	return l.answer(ctx, m)
}

// theme goes on with puzzles about a theme, "" for any; where none is left of it, with
// those as before.
func (l *solver) theme(theme string) (done bool, err error) {
	if l.Daily {
		l.tell("cli.train.only_daily")
		return false, nil
	}
	if theme != "" && !slices.Contains(puzzle.Themes(), theme) {
		l.tell("cli.train.theme", i18n.Args{"theme": game.Shown(theme), "known": strings.Join(puzzle.Themes(), ", ")})
		return false, nil
	}
	before, shown := l.Trainer.Theme, l.task
	l.Trainer.Theme = theme
	if done, err = l.next(); err == nil || l.task != shown {
		return done, err
	}
	l.print(i18n.Sentence(err.Error()))
	l.Trainer.Theme = before
	return l.next()
}

// answer plays a move.
func (l *solver) answer(ctx context.Context, m game.Move) (done bool, err error) {
	before, step := l.task.Position(), l.task.Step()
	right, err := l.task.Answer(m)
	if err != nil {
		return false, err
	}
	if !right {
		l.task.Failed = true
		if err := l.keep(); err != nil {
			return false, err
		}
		l.print(l.say.Refuted(l.Refute(ctx, before, m, l.task.Result)))
		if l.Daily {
			if err := l.solution(); err != nil {
				return false, err
			}
			return l.over()
		}
		l.tell("cli.train.retry")
		return false, nil
	}
	if !l.task.Solved() {
		reply := l.task.Puzzle.Line[step+1][0]
		l.print(l.say.Replied(before.Side(), reply))
		return false, l.look(false)
	}
	if err := l.keep(); err != nil {
		return false, err
	}
	l.tell("cli.train.solved")
	return l.over()
}

// over says what there is to say about a puzzle that is solved or given up, and goes on.
func (l *solver) over() (done bool, err error) {
	if why := l.say.Because(l.Explain(l.task)); why != "" {
		l.print(why)
	}
	l.print(l.say.Themes(l.task))
	if l.Daily {
		l.print(l.say.DayResult(l.task, l.task.Unaided()))
		return true, nil
	}
	if err := l.rating(); err != nil {
		return false, err
	}
	return l.next()
}

// keep keeps how the task went. Where it can be kept for this run only, that is said.
func (l *solver) keep() error {
	err := l.Trainer.Keep(l.task)
	var unkept *training.UnkeptError
	switch {
	case errors.As(err, &unkept):
		l.print(i18n.Sentence(l.StoreError(err).Error()))
	case err != nil:
		return l.StoreError(err)
	}
	return nil
}

// hint names the spot of the stack that is to be moved. A puzzle solved with a hint counts
// as failed.
func (l *solver) hint() error {
	m, err := l.task.Position().ParseMove(l.task.Expected()[0])
	if err != nil {
		return err
	}
	l.task.Hinted = true
	l.tell("ui.training.hint", i18n.Args{"spot": l.task.Game.Layout().Names[l.task.Game.Parts(m).From]})
	if !l.task.Failed {
		l.tell("ui.training.hinted")
	}
	return nil
}

// show gives the puzzle up.
func (l *solver) show() (done bool, err error) {
	l.task.Failed = true
	if err := l.keep(); err != nil {
		return false, err
	}
	if err := l.solution(); err != nil {
		return false, err
	}
	return l.over()
}

// rating says how one stands in the game of the puzzle.
func (l *solver) rating() error {
	p, err := l.Trainer.Store.Read()
	if err != nil {
		return l.StoreError(err)
	}
	l.print(l.say.Rating(p))
	return nil
}
