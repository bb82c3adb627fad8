package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/annotate"
	"cairn.example/internal/computer"
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/internal/say"
	"cairn.example/record"
)

type annotateCmd struct {
	In   string `arg:"" help:"File of games to read; - for standard input."`
	From string `help:"Format of the input; else it is recognized." placeholder:"FORMAT"`
	To   string `help:"Format to write: ${formats}; without it the one that the name of --out ends in, else cairn." placeholder:"FORMAT"`
	Out  string `short:"o" help:"File to write, gzipped where its name ends in .gz; standard output without it." placeholder:"FILE"`
	Game string `help:"Rule set, where the file does not say which." placeholder:"GAME"`
	limitFlags
	engineFlags
	overwriteFlag
	Plies int `help:"Length of the better line shown." default:"6" placeholder:"N"`
}

func (annotateCmd) Help() string {
	return `Every position is searched, for 1 second unless told otherwise. Each move gets the
value of the position it leads to ({[%eval ...]}, seen by the first player); a
move that gives something away gets a mark, how much of the chance to win it cost,
and the better line as a variation: ?! from 5 % of the chance, ? from 10 %, ?? from
20 % or where a proved result is thrown away. Each move is judged for itself, from an
empty hash: at the same number of nodes the page in the browser marks the same ones.
The tag Annotator then names "Cairn". Try

  cairn annotate game.cairn --nodes 100000 -o judged.cairn`
}

func (c *annotateCmd) Run(s *streams) error {
	to, err := outputFormat(s.catalog, c.To, c.Out)
	if err != nil {
		return usageError(err, "")
	}
	l, err := c.limits(s.catalog, time.Second)
	if err != nil {
		return err
	}
	if c.Plies < 1 {
		return tooSmall(s.catalog, "--plies", 1, c.Plies)
	}
	catalog := s.catalog
	ctx, stop := interruptible()
	defer stop()
	in := gameInput{name: c.In, format: c.From, game: c.Game}
	entries, closeInput, err := in.open(ctx, s, catalog)
	if err != nil {
		return err
	}
	defer closeInput()
	var out io.Writer = s.out
	var file *files.File
	if c.Out != "" {
		if file, err = c.create(catalog, c.Out); err != nil {
			return err
		}
		out = file
	}
	n := converted{catalog: catalog, each: s.flushEach(c.In), game: c.Game}
	defer n.warn(s.err)
	engines := map[string]*engine.Engine{}
	err = func() error {
		for e := range entries {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if sound, err := n.sound(s.err, &e); err != nil {
				return err
			} else if !sound {
				continue
			}
			if err := c.annotate(ctx, s, n.read, e.Record, engines, l); err != nil {
				return err
			}
			if err := n.write(s.err, out, &e, to); err != nil {
				return err
			}
		}
		return nil
	}()
	if file != nil {
		if err == nil && n.failed < n.read {
			err = file.Keep()
		} else {
			file.Drop()
		}
	}
	if err != nil {
		return failure(err, "")
	}
	return n.verdict("cli.annotate.failed")
}

// annotate judges the main line of one game, and says how each side has played.
func (c *annotateCmd) annotate(ctx context.Context, s *streams, number int, r *record.Record, engines map[string]*engine.Engine, l engine.Limits) error {
	g, err := games.Lookup(r.Game)
	if err != nil {
		return err
	}
	e := engines[g.ID()]
	if e == nil {
		flags := c.engineFlags
		flags.Hash = annotate.Hash(l, flags.Hash)
		if e, err = flags.engine(s.catalog, g); err != nil {
			return err
		}
		engines[g.ID()] = e
	}
	place := s.catalog.T("place.game", i18n.Args{"n": strconv.Itoa(number)})
	bar := newProgress(s, 0)
	sides, err := annotate.Record(ctx, e, r, annotate.Options{
		Limits: l, Plies: c.Plies,
		Remark: func(j *annotate.Judgement) string { return remark(s.catalog, j) },
		Judged: func(ply int, m *record.Move) {
			bar.show(ply+1, len(r.Moves), fmt.Sprintf("%s, %s %s", place, s.catalog.T("place.ply", i18n.Args{"n": strconv.Itoa(ply + 1)}), m.Text))
		},
	})
	bar.clear()
	if err != nil {
		return err
	}
	for i, name := range []string{r.First, r.Second} {
		if name == "" {
			name = say.New(g, s.catalog).Player(game.Side(i))
		}
		if d := sides[i]; d.Moves > 0 {
			fmt.Fprintln(s.err, s.catalog.T("cli.annotate.side", i18n.Args{
				"place": place, "player": game.Printable(name), "n": d.Moves,
				"marks": fmt.Sprintf("%d ?!, %d ?, %d ??", d.Marks[judge.Inaccuracy], d.Marks[judge.Mistake], d.Marks[judge.Blunder]),
				"loss":  s.catalog.Percent(d.Loss / float64(d.Moves)), "accuracy": percentOrNone(s.catalog, d.Accuracy),
			}))
		}
	}
	return nil
}

// percentOrNone writes an accuracy.
func percentOrNone(c *i18n.Catalog, accuracy int) string {
	if accuracy == judge.NoAccuracy {
		return "–"
	}
	return c.Percent(float64(accuracy) / 100)
}

// remark says in words that another move is better, by how much and why.
func remark(catalog *i18n.Catalog, j *annotate.Judgement) string {
	g := j.Before.Game()
	said := i18n.Args{"mark": catalog.T(j.Mark.Key()), "move": g.MoveText(j.Best.Move)}
	var comment string
	if j.Best.Score.Decided() || j.Got.Score.Decided() || j.Best.Proved || j.Got.Proved {
		comment = catalog.T("cli.annotate.result", said, i18n.Args{
			"better": scoreWords(catalog, j.Before, j.Best.Score, j.Best.Proved), "worse": scoreWords(catalog, j.Before, j.Got.Score, j.Got.Proved),
		})
	} else {
		comment = catalog.T("cli.annotate.costs", said, i18n.Args{"loss": catalog.Percent(j.Loss)})
	}
	// That the better move wins has been said.
	others := slices.DeleteFunc(slices.Clone(j.Best.Reasons), func(r engine.Reason) bool { return r.Key == engine.Wins || r.Key == engine.HoldsDraw })
	if why := say.Reasons(catalog, computer.Reasons(others)); why != "" {
		comment += fmt.Sprintf(" %s %s.", g.MoveText(j.Best.Move), why)
	}
	return comment
}
