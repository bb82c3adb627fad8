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
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/i18n"
	"cairn.example/internal/puzzle"
	"cairn.example/internal/puzzle/packs"
	"cairn.example/internal/say"
	"cairn.example/internal/training"
	"cairn.example/internal/tui"
	"cairn.example/players"
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
		Refute: func(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) ([]game.Move, game.Outcome, bool) {
			return refutation(ctx, before, m, want, engine.Limits{MoveTime: refuteTime})
		},
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
	if err := l.next(); err != nil || l.task == nil {
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
	fmt.Fprintln(l.s.out, i18n.Sentence(l.t(key, args...)))
}

// next shows the next puzzle; the task is nil where there is none.
func (l *lineTraining) next() error {
	var err error
	if l.Daily {
		var right, tried bool
		if l.task, right, tried, err = l.trainer.OfDay(); err == nil && l.task != nil && tried {
			l.tell("cli.train.tried")
			l.share(right)
			l.task = nil
			return nil
		}
	} else {
		l.task, err = l.trainer.Next()
	}
	if err != nil {
		return failure(trainingError(l.s.catalog, l.file.path, err), "")
	}
	if l.task == nil {
		return failure(errors.New(l.t("cli.train.none")), "")
	}
	l.say = say.New(l.task.Game, l.s.catalog)
	args := i18n.Args{"game": l.t("game." + l.task.Game.ID()), "n": strconv.Itoa(l.task.Puzzle.ID), "rating": strconv.Itoa(l.task.Puzzle.Rating)}
	fmt.Fprintln(l.s.out)
	if l.Daily {
		l.tell("cli.train.daily", args, i18n.Args{"date": puzzle.Date(l.task.Day)})
	} else {
		l.tell("cli.train.puzzle", args)
	}
	if l.task.Repeated {
		l.tell("cli.train.again")
	}
	return l.look(false)
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
	l.tell(taskKey(l.task.Result), i18n.Args{"player": l.say.Player(pos.Side())})
	return nil
}

// taskKey is the key of what is to be done.
func taskKey(r puzzle.Result) string {
	if r == puzzle.Win {
		return "cli.train.win"
	}
	return "cli.train.draw"
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
		return false, l.next()
	case "rating":
		return false, l.rating(l.task.Game)
	case "themes":
		l.themes()
		return false, nil
	case "theme":
		if rest = strings.TrimSpace(rest); rest != "" && !slices.Contains(puzzle.Themes(), rest) {
			l.tell("cli.train.theme", i18n.Args{"theme": game.Shown(rest), "known": strings.Join(puzzle.Themes(), ", ")})
			return false, nil
		}
		was := l.trainer.Theme
		l.trainer.Theme = rest
		if err := l.next(); l.task == nil {
			fmt.Fprintln(l.s.out, i18n.Sentence(err.Error()))
			l.trainer.Theme = was
			return false, l.next()
		}
		return false, nil
	}
	m, err := l.task.Position().ParseMove(text)
	if err != nil {
		fmt.Fprintln(l.s.out, i18n.Sentence(errorText(l.s.catalog, err)))
		return false, nil
	}
	return l.answer(ctx, m)
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
		l.refute(ctx, before, m)
		if l.Daily {
			l.tell("cli.train.answer", i18n.Args{"move": l.line()})
			l.share(false)
			return true, nil
		}
		l.tell("cli.train.retry")
		return false, nil
	}
	if !l.task.Solved() {
		reply := l.task.Puzzle.Line[step+1][0]
		l.tell("cli.train.right", i18n.Args{"player": l.say.Player(before.Side().Other()), "move": reply})
		return false, l.look(false)
	}
	if err := l.keep(); err != nil {
		return false, err
	}
	l.tell("cli.train.solved")
	l.themes()
	if l.Daily {
		l.share(true)
		return true, nil
	}
	if err := l.rating(l.task.Game); err != nil {
		return false, err
	}
	return false, l.next()
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
	l.tell("cli.train.answer", i18n.Args{"move": l.line()})
	l.themes()
	if l.Daily {
		l.share(false)
		return true, nil
	}
	return false, l.next()
}

// line is the rest of the solution.
func (l *lineTraining) line() string {
	var moves []string
	for _, step := range l.task.Puzzle.Line[l.task.Step():] {
		moves = append(moves, step[0])
	}
	return strings.Join(moves, " ")
}

func (l *lineTraining) themes() {
	var names []string
	for _, key := range l.task.Puzzle.Themes {
		names = append(names, l.t("puzzle.theme."+key))
	}
	l.tell("cli.train.themes", i18n.Args{"themes": l.s.catalog.List(names)})
}

// rating says how one stands in a game.
func (l *lineTraining) rating(g game.Game) error {
	p, err := l.file.Read()
	if err != nil {
		return failure(trainingError(l.s.catalog, l.file.path, err), "")
	}
	r := p.Rating(g.ID())
	l.tell("cli.train.rating", i18n.Args{
		"game": l.t("game." + g.ID()), "rating": strconv.Itoa(int(r.Rating + 0.5)), "deviation": strconv.Itoa(int(r.Deviation + 0.5)), "run": strconv.Itoa(p.Run), "best": strconv.Itoa(p.Best),
	})
	return nil
}

// share prints what can be passed on of the puzzle of a day.
func (l *lineTraining) share(right bool) {
	fmt.Fprintln(l.s.out, l.task.Share(l.t("app.name"), l.t("game."+l.task.Game.ID()), right))
}

// refuteTime is how long what is wrong with a move may be looked for; with what else
// happens the answer is there within two seconds.
const refuteTime = 1500 * time.Millisecond

// refute says what is wrong with a move.
func (l *lineTraining) refute(ctx context.Context, before game.Position, m game.Move) {
	args := i18n.Args{"move": l.task.Game.MoveText(m)}
	line, outcome, proved := refutation(ctx, before, m, l.task.Result, engine.Limits{MoveTime: refuteTime})
	if !proved {
		l.tell("cli.train.unproved", args)
		return
	}
	args["result"] = l.t("cli.score.draw")
	if winner, won := outcome.Winner(); won {
		args["result"] = l.t("cli.solve.wins", i18n.Args{"player": l.say.Player(winner)})
	}
	if len(line) == 0 {
		l.tell("cli.train.wrong.end", args)
		return
	}
	args["line"] = strings.Join(moveTexts(l.task.Game, line), " ")
	l.tell("cli.train.wrong", args)
}

// refutation proves what a wrong move leads to: the best line of the opponent, empty
// where the game is over, and the outcome. proved is false where the limits were too tight.
func refutation(ctx context.Context, before game.Position, m game.Move, want puzzle.Result, limits engine.Limits) (line []game.Move, outcome game.Outcome, proved bool) {
	after := before.Copy()
	after.PlayUnchecked(m)
	if o := after.Outcome(); o != game.Ongoing {
		return nil, o, true
	}
	e, err := players.NewEngine(before.Game(), engine.Options{Hash: 16})
	if err != nil {
		return nil, game.Ongoing, false
	}
	r := e.Search(ctx, after, limits, nil)
	if !r.Proved {
		return nil, game.Ongoing, false
	}
	outcome = game.Draw
	switch {
	case r.Score.Won():
		outcome = game.Win(after.Side())
	case r.Score.Lost():
		outcome = game.Win(after.Side().Other())
	}
	// The move was proved to be wrong before, so a win of the solver would contradict that.
	winner, won := outcome.Winner()
	if won && winner == before.Side() || !won && want == puzzle.Draw {
		return nil, game.Ongoing, false
	}
	return r.PV[:min(len(r.PV), refutePlies)], outcome, true
}

// refutePlies is how much of a refutation is shown.
const refutePlies = 5
