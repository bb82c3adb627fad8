package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/judge"
	"cairn.example/internal/show/i18n"
)

type annotateCmd struct {
	In   string `arg:"" help:"File of games to read; FILE#37 means its 37th game, - standard input."`
	From string `help:"Format of the input (default: recognized by its content)." placeholder:"FORMAT"`
	To   string `help:"Format to write: ${formats} (default: by the ending of --out, else cairn)." placeholder:"FORMAT"`
	Out  string `short:"o" help:"File to write, gzipped if its name ends in .gz (default: standard output)." placeholder:"FILE"`
	Game string `help:"Rule set, if the file doesn't name it." placeholder:"GAME"`
	limitFlags
	engineFlags
	overwriteFlag
	keepLegalFlag
	Plies   int `least:"1" help:"Length of the better line shown." default:"6" placeholder:"N"`
	Workers int `least:"1" most:"threads" help:"Number of games judged at once, each with its own hash. The output stays the same." default:"1" placeholder:"N"`
}

func (annotateCmd) Help() string {
	return `Every position is searched, for 1 second by default. Each move gets the value of the
position after it ({[%eval ...]}, from the first player's view). A move that loses at
least 5 % of the chance to win is marked ?!, from 10 % on ?, and from 20 % on, or if
it throws away a proved result, ??. The chances are those of people; in games that
cairn match has played, and in the accuracy, they are by the engine's estimate. The
comment says what a move cost, which other readers of Cairn see in their own language,
and a variation shows the better line. Each search begins with an empty hash, so the
page in the browser marks the same moves of people's games at the same number of nodes.
The tag Annotator is set to "Cairn".

With --out, judged games are kept in FILE.part until all are done: after an
interruption the same command continues there. Try

  cairn annotate game.cairn --nodes 100000 -o judged.cairn`
}

func (c *annotateCmd) Run(ctx context.Context, s *streams) error {
	catalog := s.catalog
	to, err := outputFormat(catalog, c.To, c.Out)
	if err != nil {
		return usageError(err, "")
	}
	in := gameInput{name: c.In, format: c.From, game: c.Game, keepLegal: c.KeepLegal}
	entries, closeInput, err := in.open(ctx, s, catalog)
	if err != nil {
		return err
	}
	defer closeInput()
	run := annotation{cmd: c, streams: s, limits: c.limits(time.Second), converted: converted{catalog: catalog, each: s.flushEach(c.In), game: c.Game}}
	defer run.warn(s.err)
	if c.Out == "" {
		if err := run.run(ctx, s.out, entries, to); err != nil {
			return failure(err, "")
		}
		return run.verdict("cli.annotate.failed")
	}
	if err := in.sparesOthers(catalog, c.Out); err != nil {
		return err
	}
	file, err := c.create(catalog, c.Out)
	if err != nil {
		return err
	}
	if files.NoDevice(c.Out) == nil {
		if run.kept, err = openKept(c.Out+".part", c.how(catalog.Lang())); err != nil {
			file.Drop()
			return c.kept(catalog, err, 0)
		}
		if n := len(run.kept.before); n > 0 {
			fmt.Fprintln(s.err, catalog.T("cli.match.going_on", i18n.Args{"n": n}))
		}
	}
	err = run.run(ctx, file, entries, to)
	whole := err == nil && run.failed < run.read
	if whole {
		err = file.Keep()
	} else {
		file.Drop()
	}
	kept := run.kept.close(whole && err == nil)
	if err != nil {
		return c.kept(catalog, err, kept)
	}
	return run.verdict("cli.annotate.failed")
}

// kept is an error after which some games are kept.
func (c *annotateCmd) kept(catalog *i18n.Catalog, err error, n int) error {
	args := i18n.Args{"file": game.Printable(c.Out + ".part"), "n": n}
	switch {
	case errors.Is(err, errOtherRun):
		return failure(errors.New(catalog.T("cli.annotate.other_run", args)), catalog.T("cli.annotate.other_run.remedy", args))
	case n > 0:
		return failure(err, catalog.T("cli.annotate.kept", args))
	}
	return failure(err, "")
}

// how is what the judgements depend on besides the games.
func (c *annotateCmd) how(language string) any {
	return struct {
		Program  string
		Limits   limitFlags
		Engine   engineFlags
		Plies    int
		Game     string
		Language string
	}{programVersion(), c.limitFlags, c.engineFlags, c.Plies, c.Game, language}
}

// percentOrNone writes an accuracy.
func percentOrNone(c *i18n.Catalog, accuracy int) string {
	if accuracy == judge.NoAccuracy {
		return "–"
	}
	return c.Percent(float64(accuracy) / 100)
}
