package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/internal/study/training"
	"cairn.example/internal/terminal/computer"
	"cairn.example/internal/terminal/line/puzzles"
	"cairn.example/internal/terminal/tui"
)

type trainCmd struct {
	Game  string `arg:"" optional:"" help:"The game: lyngk, lyngk6 or dvonn (default: all, mixed)."`
	Theme string `help:"Solve only puzzles with this theme: ${themes}." placeholder:"THEME"`
	Daily bool   `help:"Solve the puzzle of the day, the same for everyone, in one try. The games take turns; GAME chooses one."`
	Plain bool   `help:"Solve line by line instead of on the full screen; for pipes and screen readers."`
	Color string `help:"Full screen: number of colors: auto, never, 16, 256 or true." enum:"auto,never,16,256,true" default:"auto"`
	ASCII bool   `name:"ascii" help:"Full screen: draw boards and frames in ASCII only."`
	Board string `help:"Line by line: draw the board at a terminal (auto), always, or never." enum:"auto,always,never" default:"auto"`
}

func (trainCmd) Help() string {
	return `A puzzle is a position in which exactly one move keeps a proved win, or a proved draw
if nothing wins; moves that differ only in the claim count as one. The opponent
replies until you have a choice again or the puzzle is solved. The engine refutes a
wrong move if it can prove within two seconds what is wrong with it.

Your first try of a puzzle counts for your rating; each game has its own. A puzzle
that you missed comes back, and after each time you solve it the next break is longer.
Your progress is kept in $XDG_STATE_HOME/cairn/training.json (~/.local/state/cairn).
"cairn play --daily" plays the board of the day. Line by line, "help" lists the
commands. Try

  cairn train dvonn --theme isolation
  cairn train --daily`
}

func (c *trainCmd) Run(ctx context.Context, s *streams) error {
	if c.Theme != "" && !slices.Contains(puzzle.Themes(), c.Theme) {
		return usageError(errors.New(s.catalog.T("cli.train.theme", i18n.Args{"theme": game.Shown(c.Theme), "known": strings.Join(puzzle.Themes(), ", ")})), "")
	}
	t, file, err := c.trainer(s.catalog)
	if err != nil {
		return err
	}
	screen := !c.Plain && canFill(s) && !dumb(os.Getenv("TERM"))
	notice := ""
	if file.path == "" {
		notice = unkeptTraining(s.catalog, errorText(s.catalog, errNoHome)).Error()
	}
	if screen {
		return c.fullScreen(ctx, s, t, file, notice)
	}
	if notice != "" {
		fmt.Fprintln(s.err, s.catalog.T("cli.warning", i18n.Args{"text": notice}))
	}
	err = puzzles.Run(ctx, s.in, s.out, puzzles.Options{
		Trainer: t, Daily: c.Daily, Catalog: s.catalog,
		Columns:     terminalColumns(s),
		Interactive: isTerminal(s.rawIn) && isTerminal(s.rawOut),
		Board:       plainBoard(s, s.catalog), Boards: boardsOf(c.Board),
		Refute: refute, Explain: computer.Explain,
		StoreError: func(err error) error { return trainingError(s.catalog, file.path, err) },
	})
	return quietly(ctx, err) // each puzzle was kept when it was solved or failed
}

// fullScreen solves puzzles on the full screen. The notice is shown at the start, "" for
// none.
func (c *trainCmd) fullScreen(ctx context.Context, s *streams, t *training.Trainer, file *trainingFile, notice string) error {
	o, err := (&playCmd{Color: c.Color, ASCII: c.ASCII, Clock: "none", Side: "first"}).screenOptions(s, s.catalog)
	if err != nil {
		return err
	}
	if notice != "" {
		o.Notice = i18n.Sentence(notice)
	}
	o.Training = &tui.Training{
		Trainer: t, Daily: c.Daily,
		Refute: refute, Explain: computer.Explain,
		ErrorText: func(err error) string {
			return i18n.Sentence(trainingError(o.Catalog, file.path, err).Error())
		},
	}
	err = tui.Run(ctx, o)
	return quietly(ctx, err)
}

// trainer returns what chooses the puzzles, and the file that keeps them.
func (c *trainCmd) trainer(catalog *i18n.Catalog) (*training.Trainer, *trainingFile, error) {
	if c.Game != "" {
		if _, err := games.Lookup(strings.ToLower(c.Game)); err != nil {
			return nil, nil, usageError(err, "")
		}
	}
	file, err := newTrainingFile()
	if err != nil && !errors.Is(err, errNoHome) {
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
	if !c.wanted(t.Packs) {
		hint := catalog.T("cli.usage.arguments", i18n.Args{"command": "cairn train --help"})
		return nil, nil, usageError(errors.New(catalog.T("cli.train.none")), hint)
	}
	return t, file, nil
}

// wanted reports whether the packs hold a puzzle of the kind wanted.
func (c *trainCmd) wanted(list []training.Pack) bool {
	return slices.ContainsFunc(list, func(p training.Pack) bool {
		return c.Daily || c.Theme == "" || slices.ContainsFunc(p.Puzzles, func(z puzzle.Puzzle) bool {
			return slices.Contains(z.Themes, c.Theme)
		})
	})
}

// refute proves what the wrong move m of a puzzle leads to, or does not.
func refute(ctx context.Context, before game.Position, m game.Move, want puzzle.Result) say.Refutation {
	return computer.Refute(ctx, before, m, want, refuteLimits)
}

// refuteLimits are how long what is wrong with a move may be looked for; with what else
// happens the answer is there within two seconds.
var refuteLimits = engine.Limits{MoveTime: 1500 * time.Millisecond}

// trainingFile keeps what a person has solved. Where that cannot be written, it is held
// in memory from then on: who cannot keep what was solved can still solve puzzles.
type trainingFile struct {
	path string // "" for no file

	// unkept is what has been solved, once it can no longer be written; nil before.
	unkept *training.Progress
}

// newTrainingFile returns the file of a person. The error is [errNoHome]; what is solved is
// then held in memory from the beginning.
func newTrainingFile() (*trainingFile, error) {
	dir, err := stateDir()
	if err != nil {
		return &trainingFile{unkept: training.New()}, err
	}
	return &trainingFile{path: filepath.Join(dir, "training.json")}, nil
}

func (f *trainingFile) state() *files.State[*training.Progress] {
	return &files.State[*training.Progress]{
		Path: f.path, Fresh: training.New, Parse: training.Parse, Text: (*training.Progress).Text, Newer: training.ErrNewer,
	}
}

// Read returns what is kept. A damaged file is moved aside; the error then tells so, and
// the next call begins afresh.
func (f *trainingFile) Read() (*training.Progress, error) {
	if f.unkept != nil {
		return f.unkept, nil
	}
	return f.state().Read()
}

// Change changes what is kept. The first time that it cannot be written the error is a
// [*training.UnkeptError].
func (f *trainingFile) Change(change func(*training.Progress)) error {
	if f.unkept != nil {
		change(f.unkept)
		return nil
	}
	err := f.state().Change(change)
	var damaged *files.Damaged
	if err == nil || errors.As(err, &damaged) || errors.Is(err, training.ErrNewer) {
		return err
	}
	progress, unreadable := f.Read()
	if unreadable != nil {
		return err
	}
	change(progress)
	f.unkept = progress
	return &training.UnkeptError{Err: err}
}

// trainingError says what is wrong with the file.
func trainingError(c *i18n.Catalog, file string, err error) error {
	var damaged *files.Damaged
	var unkept *training.UnkeptError
	switch {
	case errors.As(err, &damaged):
		return errors.New(c.T("cli.train.damaged", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	case errors.Is(err, training.ErrNewer):
		return errors.New(c.T("cli.train.newer", i18n.Args{"file": file}))
	case errors.As(err, &unkept):
		return unkeptTraining(c, say.Unwritable(c, file, unkept.Err))
	}
	return unreadable(c, file, err)
}

// unkeptTraining says that what is solved is forgotten at the end, and why.
func unkeptTraining(c *i18n.Catalog, reason string) error {
	return errors.New(c.T("cli.train.unkept", i18n.Args{"reason": reason}))
}
