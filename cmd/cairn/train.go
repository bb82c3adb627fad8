package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/computer"
	"cairn.example/internal/i18n"
	"cairn.example/internal/puzzle"
	"cairn.example/internal/puzzle/packs"
	"cairn.example/internal/say"
	"cairn.example/internal/training"
	"cairn.example/internal/tui"
)

type trainCmd struct {
	Game  string `arg:"" optional:"" help:"lyngk, lyngk6 or dvonn; all of them mixed where none is named."`
	Theme string `help:"Only puzzles about this: ${themes}." placeholder:"THEME"`
	Daily bool   `help:"The puzzle of the day, the same for everybody; one try. The games take turns; with GAME, that of this game."`
	Plain bool   `help:"Solve line by line instead of on the full screen; for pipes and screen readers."`
	Color string `help:"Full screen: colors: auto, never, 16, 256 or true." enum:"auto,never,16,256,true" default:"auto"`
	ASCII bool   `name:"ascii" help:"Full screen: draw boards and frames without signs above ASCII."`
	Board string `help:"Line by line: draw the board at a terminal (auto), always, or never." enum:"auto,always,never" default:"auto"`
}

func (trainCmd) Help() string {
	return `A puzzle is a position in which exactly one move keeps a proved win, or a proved draw
where nothing wins; moves that differ only in the claim count as one. The opponent
answers until there is a choice again or the puzzle is solved. A wrong move is
refuted by the engine, where it can prove within two seconds what is wrong with it.

The first try counts for a rating of one's own in each game. Puzzles that failed come
back, the later the better they were remembered. What was solved is kept in
$XDG_STATE_HOME/cairn/training.json (~/.local/state/cairn). The board of the day is
played by cairn play --daily. Line by line, "help" lists the commands. Try

  cairn train dvonn --theme isolation
  cairn train --daily`
}

func (c *trainCmd) Run(s *streams) error {
	if c.Theme != "" && !slices.Contains(puzzle.Themes(), c.Theme) {
		return usageError(errors.New(s.catalog.T("cli.train.theme", i18n.Args{"theme": game.Shown(c.Theme), "known": strings.Join(puzzle.Themes(), ", ")})), "")
	}
	t, file, err := c.trainer(s.catalog)
	if err != nil {
		return err
	}
	if !c.Plain && canFill(s) && !dumb(os.Getenv("TERM")) {
		return c.fullScreen(s, t, file)
	}
	l := &lineTraining{trainCmd: c, s: s, t: s.catalog.T, trainer: t, file: file}
	ctx, stop := interruptible()
	defer stop()
	l.in = bufio.NewReader(newCancelableReader(ctx, s.in))
	err = l.run(ctx)
	if i, ended := interruption(ctx, err); ended {
		return withCode(i.code(), errSilent, "") // each puzzle was kept when it was solved or failed
	}
	return err
}

// fullScreen solves puzzles on the full screen.
func (c *trainCmd) fullScreen(s *streams, t *training.Trainer, file *trainingFile) error {
	o, err := (&playCmd{Color: c.Color, ASCII: c.ASCII, Clock: "none", Side: "first"}).screenOptions(s, s.catalog)
	if err != nil {
		return err
	}
	o.Training = &tui.Training{
		Trainer: t, Daily: c.Daily,
		Refute: func(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) say.Refutation {
			return computer.Refute(ctx, before, m, want, refuteLimits)
		},
		Explain: computer.Explain,
		ErrorText: func(err error) string {
			return i18n.Sentence(trainingError(o.Catalog, file.path, err).Error())
		},
	}
	ctx, stop := interruptible()
	defer stop()
	err = tui.Run(ctx, o)
	if i, ended := interruption(ctx, err); ended {
		return withCode(i.code(), errSilent, "")
	}
	return err
}

// trainer returns what chooses the puzzles, and the file that keeps them.
func (c *trainCmd) trainer(catalog *i18n.Catalog) (*training.Trainer, *trainingFile, error) {
	if c.Game != "" {
		if _, err := games.Lookup(strings.ToLower(c.Game)); err != nil {
			return nil, nil, usageError(err, "")
		}
	}
	file, err := newTrainingFile()
	if err != nil {
		return nil, nil, failure(err, "")
	}
	t := &training.Trainer{Store: file, Theme: c.Theme, Now: time.Now, Chance: rand.IntN}
	for _, g := range games.All() {
		if !packs.Has(g.ID()) || c.Game != "" && !strings.EqualFold(c.Game, g.ID()) {
			continue
		}
		pack, err := packs.Of(g.ID())
		if err != nil {
			return nil, nil, err
		}
		t.Packs = append(t.Packs, training.Pack{Game: g, Puzzles: pack})
	}
	if len(t.Packs) == 0 {
		return nil, nil, usageError(errors.New(catalog.T("cli.train.none")), "")
	}
	return t, file, nil
}

// lineTraining solves puzzles line by line.
type lineTraining struct {
	*trainCmd
	s       *streams
	t       func(string, ...i18n.Args) string
	trainer *training.Trainer
	file    *trainingFile
	in      *bufio.Reader
	task    *training.Task
	say     *say.Speaker
}

// run solves puzzles until there are no more lines.
func (l *lineTraining) run(ctx context.Context) error {
	if done, err := l.next(); done || err != nil {
		return err
	}
	for {
		if l.interactive() {
			fmt.Fprint(l.s.out, "> ")
		}
		if err := l.s.out.Flush(); err != nil {
			return err
		}
		text, err := l.in.ReadString('\n')
		if text == "" && err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		done, err := l.do(ctx, strings.TrimSpace(text))
		if done || err != nil {
			return err
		}
	}
}

func (l *lineTraining) interactive() bool { return isTerminal(l.s.rawIn) && isTerminal(l.s.rawOut) }

func (l *lineTraining) tell(key string, args ...i18n.Args) {
	l.print(i18n.Sentence(l.t(key, args...)))
}

func (l *lineTraining) print(text string) { fmt.Fprintln(l.s.out, text) }

// next shows the next puzzle. It is done where there will be none: the puzzle of the day
// was tried before. Where it fails, the puzzle shown before stays the one to solve.
func (l *lineTraining) next() (done bool, err error) {
	var task *training.Task
	var right, tried bool
	if l.Daily {
		task, right, tried, err = l.trainer.OfDay()
	} else {
		task, err = l.trainer.Next()
	}
	if err != nil {
		return false, failure(trainingError(l.s.catalog, l.file.path, err), "")
	}
	if task == nil {
		return false, failure(errors.New(l.t("cli.train.none")), "")
	}
	if tried {
		l.tell("cli.train.tried")
		l.print(say.New(task.Game, l.s.catalog).DayResult(task, right))
		return true, nil
	}
	l.task, l.say = task, say.New(task.Game, l.s.catalog)
	fmt.Fprintln(l.s.out)
	l.print(l.say.Puzzle(l.task))
	return false, l.look(false)
}

// look says what is to be done and draws the board.
func (l *lineTraining) look(asked bool) error {
	pos := l.task.Position()
	if l.Board == "always" || l.Board != "never" && (asked || l.interactive()) {
		if err := plainBoard(l.s, l.s.catalog)(l.s.out, nil, 0, pos); err != nil {
			return err
		}
	}
	if l.Board == "never" || asked || !l.interactive() {
		fmt.Fprintln(l.s.out, pos.String())
	}
	l.print(l.say.Asked(l.task))
	return nil
}

// do carries out a line; done ends the training.
func (l *lineTraining) do(ctx context.Context, text string) (done bool, err error) {
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
	if err != nil {
		fmt.Fprintln(l.s.out, i18n.Sentence(errorText(l.s.catalog, err)))
		return false, nil
	}
	return l.answer(ctx, m)
}

// theme goes on with puzzles about a theme, "" for any; where none is left of it, with
// those as before.
func (l *lineTraining) theme(theme string) (done bool, err error) {
	if l.Daily {
		l.tell("cli.train.only_daily")
		return false, nil
	}
	if theme != "" && !slices.Contains(puzzle.Themes(), theme) {
		l.tell("cli.train.theme", i18n.Args{"theme": game.Shown(theme), "known": strings.Join(puzzle.Themes(), ", ")})
		return false, nil
	}
	before, shown := l.trainer.Theme, l.task
	l.trainer.Theme = theme
	if done, err = l.next(); err == nil || l.task != shown {
		return done, err
	}
	l.print(i18n.Sentence(err.Error()))
	l.trainer.Theme = before
	return l.next()
}

// answer plays a move.
func (l *lineTraining) answer(ctx context.Context, m game.Move) (done bool, err error) {
	before, step := l.task.Position(), l.task.Step()
	right, err := l.task.Answer(m)
	if err != nil {
		return false, failure(err, "")
	}
	if !right {
		l.task.Failed = true
		if err := l.keep(); err != nil {
			return false, err
		}
		l.print(l.say.Refuted(computer.Refute(ctx, before, m, l.task.Result, refuteLimits)))
		if l.Daily {
			l.print(l.say.Solution(l.task))
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
func (l *lineTraining) over() (done bool, err error) {
	if why := l.say.Because(computer.Explain(l.task)); why != "" {
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

// keep keeps how the task went.
func (l *lineTraining) keep() error {
	if err := l.trainer.Keep(l.task); err != nil {
		return failure(trainingError(l.s.catalog, l.file.path, err), "")
	}
	return nil
}

// show gives the puzzle up.
func (l *lineTraining) show() (done bool, err error) {
	l.task.Failed = true
	if err := l.keep(); err != nil {
		return false, err
	}
	l.print(l.say.Solution(l.task))
	return l.over()
}

// rating says how one stands in the game of the puzzle.
func (l *lineTraining) rating() error {
	p, err := l.file.Read()
	if err != nil {
		return failure(trainingError(l.s.catalog, l.file.path, err), "")
	}
	l.print(l.say.Rating(p))
	return nil
}

// refuteLimits are how long what is wrong with a move may be looked for; with what else
// happens the answer is there within two seconds.
var refuteLimits = engine.Limits{MoveTime: 1500 * time.Millisecond}
