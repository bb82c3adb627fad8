package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/mine"
	"cairn.example/internal/study/puzzle/packs"
)

type puzzlesCmd struct {
	Mine   puzzlesMineCmd   `cmd:"" help:"Find puzzles in games." example:"cairn lab puzzles mine dvonn dvonn.jsonl --games 200"`
	Verify puzzlesVerifyCmd `cmd:"" help:"Prove puzzles again with a simple search." example:"cairn lab puzzles verify dvonn dvonn.txt"`
	Pack   puzzlesPackCmd   `cmd:"" help:"Add found puzzles to a pack." example:"cairn lab puzzles pack dvonn dvonn.jsonl --out dvonn.txt"`
}

func (puzzlesCmd) Help() string {
	return `mine plays games of the engine against itself and looks for positions in which
exactly one move keeps a proved result; moves that differ only in the claim count as
one. It writes one line per game to a file, with each level's answers, and continues
where it was stopped. pack adds the finds to a pack, a text file that only grows, and
prints a table. It chooses them so that level 2 solves at most 20 % and level 6 fails
at least 30 %. verify proves every puzzle again with a simple search that shares only
the rules with the engine. docs/puzzles.md has more. Try

  cairn lab puzzles mine dvonn dvonn.jsonl --games 200
  cairn lab puzzles pack dvonn dvonn.jsonl --out dvonn.txt
  cairn lab puzzles verify dvonn dvonn.txt`
}

// workers is how much is done at once.
type workers struct {
	Workers int `least:"0" most:"threads" help:"Number of jobs at once (default: as many as there are processors)." placeholder:"N"`
}

// number returns how many there are to be.
func (w workers) number() int { return cmp.Or(w.Workers, runtime.NumCPU()) }

// each does something for each number below n, several at once: each worker with what begin
// makes for it. What do returns is called for one number at a time, after an error too, so that
// nothing that was finished is lost. The error is the first one, which ends the work, as does the
// end of ctx.
func each[W any](ctx context.Context, w workers, n int, begin func() (W, error), do func(W, int) (keep func() error)) error {
	var mutex sync.Mutex // guards what follows
	next, failed := 0, error(nil)
	var wait sync.WaitGroup
	for range min(w.number(), n) {
		wait.Go(func() {
			worker, err := begin()
			mutex.Lock()
			defer mutex.Unlock()
			failed = cmp.Or(failed, err)
			for next < n && failed == nil && ctx.Err() == nil {
				i := next
				next++
				mutex.Unlock()
				keep := do(worker, i)
				mutex.Lock()
				err := keep()
				failed = cmp.Or(failed, err)
			}
		})
	}
	wait.Wait()
	return failed
}

// resumable gives the error of a step that goes on where it was stopped its exit code.
func resumable(ctx context.Context, c *i18n.Catalog, err error) error {
	switch {
	case ctx.Err() != nil:
		return failure(context.Cause(ctx), c.T("cli.match.go_on"))
	case err != nil:
		return failure(err, "")
	}
	return nil
}

type puzzlesMineCmd struct {
	gameArg
	File string `arg:"" help:"The file to which finds are added."`

	Seed    string `help:"Seed of the games." default:"1" placeholder:"TEXT"`
	Games   int    `least:"1" help:"Total number of games in the file." default:"100" placeholder:"N"`
	Records string `help:"Search the games in this file, of any format, instead of playing." placeholder:"FILE"`
	Nodes   uint64 `least:"1" help:"Positions visited per move of the games." default:"4000" placeholder:"N"`
	Solve   uint64 `least:"1" help:"Most positions visited for one question about a position." default:"30000" placeholder:"N"`
	workers
}

func (c *puzzlesMineCmd) Run(ctx context.Context, s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	return resumable(ctx, s.catalog, c.mine(ctx, s, g))
}

// mine looks for puzzles in games that are not in the file yet.
func (c *puzzlesMineCmd) mine(ctx context.Context, s *streams, g game.Game) error {
	settings := mine.DefaultSettings()
	settings.Seed, settings.Nodes, settings.Solve = c.Seed, c.Nodes, c.Solve
	var records [][]game.Position
	if c.Records != "" {
		var err error
		if records, err = c.read(ctx, s, g); err != nil {
			return err
		}
		c.Games = min(c.Games, len(records))
	}
	file, err := mine.OpenFinds(c.File, g.ID(), settings)
	if err != nil {
		return inFindsFile(s.catalog, c.File, err)
	}
	defer file.Close()
	done, found := len(file.Done), 0
	var left []int // what file.Add changes is not read by others meanwhile
	for n := range c.Games {
		if !file.Done[n] {
			left = append(left, n)
		}
	}
	bar := newProgress(s, done)
	defer bar.clear()
	err = each(ctx, c.workers, len(left), func() (*mine.Miner, error) { return mine.New(g, settings) }, func(m *mine.Miner, i int) func() error {
		n := left[i]
		var positions []game.Position
		if records != nil {
			positions = records[n]
		} else {
			positions = m.Play(ctx, n)
		}
		finds, err := m.Puzzles(ctx, positions)
		return func() error {
			if err == nil {
				err = file.Add(n, finds)
			}
			done, found = done+1, found+len(finds)
			bar.show(done, c.Games, fmt.Sprint(found))
			return err
		}
	})
	if err != nil {
		return err
	}
	bar.clear()
	fmt.Fprintln(s.out, s.catalog.T("cli.puzzles.found", i18n.Args{"n": found}))
	return nil
}

// read returns the positions of recorded games, each up to its last move.
func (c *puzzlesMineCmd) read(ctx context.Context, s *streams, g game.Game) ([][]game.Position, error) {
	in := gameInput{name: c.Records, game: g.ID()}
	entries, closeInput, err := in.open(ctx, s, s.catalog)
	if err != nil {
		return nil, err
	}
	defer closeInput()
	var list [][]game.Position
	for e := range entries {
		if e.Err != nil {
			return nil, e.Err
		}
		positions, err := e.Record.Positions()
		if err != nil {
			return nil, err
		}
		if len(positions) > 0 && positions[0].Game().ID() == g.ID() {
			list = append(list, positions)
		}
	}
	return list, nil
}

type puzzlesPackCmd struct {
	gameArg
	File []string `arg:"" help:"Files of finds."`

	Out   string `help:"The pack to which puzzles are added." placeholder:"FILE"`
	Count int    `least:"1" help:"Total number of puzzles in the pack." default:"1000" placeholder:"N"`
}

func (c *puzzlesPackCmd) Run(s *streams) error {
	g, err := c.lookup()
	if err != nil {
		return err
	}
	if err := c.pack(s, g); err != nil {
		return failure(err, "")
	}
	return nil
}

// pack adds finds to a pack.
func (c *puzzlesPackCmd) pack(s *streams, g game.Game) error {
	var finds []mine.Found
	for _, name := range c.File {
		read, err := mine.ReadFinds(name)
		if err == nil && read.Game != g.ID() {
			err = mine.ErrOtherSettings
		}
		if err != nil {
			return inFindsFile(s.catalog, name, err)
		}
		finds = append(finds, read.List...)
	}
	if err := files.NoDevice(c.Out); err != nil {
		return err
	}
	var pack []puzzle.Puzzle
	text, err := os.ReadFile(c.Out)
	switch {
	case c.Out == "" || errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if pack, err = puzzle.Read(g.ID(), string(text)); err != nil {
			return inFile(s.catalog, c.Out, err)
		}
	}
	added, err := mine.Pack(g, pack, finds, mine.DefaultShares(c.Count))
	if err != nil {
		return err
	}
	pack = append(pack, added...)
	table, err := mine.TableOf(pack, finds)
	if err != nil {
		return err
	}
	fmt.Fprint(s.out, table.String())
	if wrong := table.Check(); wrong != "" {
		return errors.New(wrong)
	}
	if c.Out == "" {
		return nil
	}
	return files.Write(c.Out, []byte(puzzle.Write(g.ID(), pack)), 0o644)
}

type puzzlesVerifyCmd struct {
	Game string `arg:"" optional:"" help:"The game: lyngk, lyngk6 or dvonn (default: all)."`
	File string `arg:"" optional:"" help:"A pack instead of the program's own."`

	Sample int    `least:"0" help:"Check only this many puzzles of each pack, evenly spread." placeholder:"N"`
	Limit  uint64 `help:"Most positions visited for one puzzle; 0 for no limit." default:"20000000" placeholder:"N"`
	Levels bool   `help:"Also let each level try the puzzles, and print how many it solves."`
	workers
}

func (c *puzzlesVerifyCmd) Run(ctx context.Context, s *streams) error {
	var list []game.Game
	for _, g := range games.All() {
		if c.Game == "" && packs.Has(g.ID()) {
			list = append(list, g)
		}
	}
	if c.Game != "" {
		g, err := gameArg{c.Game}.lookup()
		if err != nil {
			return err
		}
		list = append(list, g)
	}
	return resumable(ctx, s.catalog, c.verify(ctx, s, list))
}

// verify proves packs.
func (c *puzzlesVerifyCmd) verify(ctx context.Context, s *streams, list []game.Game) error {
	var wrong []string
	for _, g := range list {
		pack, err := c.packOf(g)
		if err != nil {
			return inFile(s.catalog, c.File, err)
		}
		r, err := c.verifyPack(ctx, s, g, pack)
		if err != nil {
			return err
		}
		wrong = append(wrong, r.wrong...)
		fmt.Fprintln(s.out, s.catalog.T("cli.puzzles.verified", i18n.Args{
			"game": s.catalog.T("game." + g.ID()), "n": r.proved, "whole": r.whole, "nodes": count(s.catalog, r.nodes), "time": seconds(s.catalog, r.took),
		}))
		if c.Levels {
			fmt.Fprint(s.out, r.table.String())
			if broken := r.table.Check(); broken != "" && c.Sample == 0 {
				wrong = append(wrong, s.catalog.Labeled(g.ID(), broken))
			}
		}
	}
	if len(wrong) > 0 {
		text := strings.Join(wrong, "\n")
		if c.File != "" {
			text = s.catalog.Labeled(game.Printable(c.File), text)
		}
		return errors.New(text)
	}
	return nil
}

// wrongText says what is wrong with a puzzle, in the language of the catalog.
func (c *puzzlesVerifyCmd) wrongText(catalog *i18n.Catalog, err error) string {
	var wrong *puzzle.WrongError
	switch {
	case errors.Is(err, puzzle.ErrUnproved):
		return catalog.T("cli.puzzles.unproved", i18n.Args{"n": count(catalog, c.Limit)})
	case !errors.As(err, &wrong):
		return errorText(catalog, err)
	}
	text := wrong.Move
	if wrong.Code != "" {
		text = catalog.T(wrong.Code, i18n.Args{"move": game.Shown(wrong.Move)})
	}
	if wrong.Err != nil {
		text = catalog.Labeled(text, errorText(catalog, wrong.Err))
	}
	return catalog.Labeled(catalog.T("place.step", i18n.Args{"n": wrong.Step + 1}), text)
}

// inFindsFile says what is wrong with a file of finds: its name, the place, and how such a
// file is made.
func inFindsFile(c *i18n.Catalog, name string, err error) error {
	at := c.Labeled
	var line *mine.LineError
	switch {
	case errors.Is(err, mine.ErrOtherSettings):
		return failure(errors.New(at(game.Printable(name), c.T("cli.puzzles.other_settings"))), c.T("cli.puzzles.other_file"))
	case errors.As(err, &line):
		text := at(c.T("place.line", i18n.Args{"n": line.Line}), c.T("cli.puzzles.no_find"))
		return failure(errors.New(at(game.Printable(name), text)), c.T("cli.puzzles.finds_form"))
	}
	return ofFile(err)
}

// inFile says what is wrong with a pack of puzzles: its name, the place, and how such a
// file is made.
func inFile(c *i18n.Catalog, name string, err error) error {
	at := c.Labeled
	var form *puzzle.FormatError
	var path *fs.PathError
	switch {
	case errors.As(err, &form):
		text := at(c.T("place.line", i18n.Args{"n": form.Line}), c.T(form.Code, i18n.Args{"want": form.Want}))
		return failure(errors.New(at(game.Printable(name), text)), c.T("cli.puzzles.form"))
	case errors.As(err, &path):
		return ofFile(path)
	}
	return errors.New(at(game.Printable(name), errorText(c, err)))
}

// ofFile is the error of a file, which it names: that there is none is a wrong call.
func ofFile(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError(err, "")
	}
	return err
}

func (c *puzzlesVerifyCmd) packOf(g game.Game) ([]puzzle.Puzzle, error) {
	if c.File == "" {
		return packs.Of(g.ID())
	}
	text, err := os.ReadFile(c.File)
	if err != nil {
		return nil, err
	}
	return puzzle.Read(g.ID(), string(text))
}

// verification is what came out for a pack.
type verification struct {
	proved, whole int
	nodes         uint64
	took          time.Duration
	wrong         []string
	table         mine.Table
}

func (c *puzzlesVerifyCmd) verifyPack(ctx context.Context, s *streams, g game.Game, pack []puzzle.Puzzle) (verification, error) {
	var chosen []*puzzle.Puzzle
	n := len(pack)
	if c.Sample > 0 {
		n = min(n, c.Sample)
	}
	for i := range n {
		chosen = append(chosen, &pack[i*len(pack)/n])
	}
	r := verification{whole: n}
	start := time.Now()
	bar := newProgress(s, 0)
	defer bar.clear()
	worker := func() (*mine.Miner, error) {
		if !c.Levels {
			return nil, nil
		}
		return mine.New(g, mine.DefaultSettings())
	}
	err := each(ctx, c.workers, n, worker, func(m *mine.Miner, i int) func() error {
		p, v := chosen[i], &puzzle.Verifier{Limit: c.Limit}
		err := v.Verify(g, p)
		var f mine.Found
		if m != nil && err == nil {
			f, err = m.Measure(ctx, p)
		}
		return func() error {
			r.nodes += v.Nodes
			if err != nil {
				r.wrong = append(r.wrong, s.catalog.Labeled(fmt.Sprint(g.ID(), " ", p.ID), c.wrongText(s.catalog, err)))
			} else {
				r.proved++
				r.table.Add(p, f.First)
			}
			bar.show(r.proved+len(r.wrong), n, "")
			return nil
		}
	})
	r.took = time.Since(start)
	return r, cmp.Or(err, ctx.Err())
}
