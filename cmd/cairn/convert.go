package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/files/charset"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/gamefile"
	"cairn.example/record"
	"cairn.example/record/formats"
)

type convertCmd struct {
	In    string `arg:"" help:"File to read, also gzipped or a tar archive; FILE#37 means its 37th game, - standard input."`
	To    string `help:"Format to write: ${formats} (default: by the ending of --out)." placeholder:"FORMAT"`
	From  string `help:"Format of the input (default: recognized by its content)." placeholder:"FORMAT"`
	Out   string `short:"o" help:"File to write, gzipped if its name ends in .gz (default: standard output)." placeholder:"FILE"`
	Game  string `help:"Rule set, if the file doesn't name it." placeholder:"GAME"`
	Start string `help:"Start position, if the file has none: its text, start:SEED or full:SEED." placeholder:"POS"`
	overwriteFlag
	keepLegalFlag
}

func (convertCmd) Help() string {
	return `If a game can't be read, its file, number, ply and the reason are printed. The other
games are converted, and the exit status is 1. A warning names what the new format
can't hold. Try

  cairn convert club.tar.gz -o club.cairn`
}

func (c *convertCmd) Run(ctx context.Context, s *streams) error {
	catalog := s.catalog
	if c.To == "" && c.Out == "" {
		return usageError(errors.New(catalog.T("cli.usage.missing", i18n.Args{"arguments": "--to=FORMAT"})), catalog.T("cli.usage.arguments", i18n.Args{"command": "cairn convert --help"}))
	}
	to, err := outputFormat(catalog, c.To, c.Out)
	if err != nil {
		return usageError(err, "")
	}
	in := gameInput{name: c.In, format: c.From, game: c.Game, start: c.Start, keepLegal: c.KeepLegal}
	entries, closeInput, err := in.open(ctx, s, catalog)
	if err != nil {
		return err
	}
	defer closeInput()
	n := converted{catalog: catalog, each: s.flushEach(c.In), game: c.Game}
	defer n.warn(s.err)
	if c.Out == "" {
		if err := n.convert(ctx, s.err, s.out, entries, to); err != nil {
			return failure(err, "")
		}
		return n.verdict("cli.convert.failed")
	}
	if err := in.sparesOthers(catalog, c.Out); err != nil {
		return err
	}
	_, err = c.toFile(s, c.Out, &n, func(w io.Writer) (error, error) {
		if err := n.convert(ctx, s.err, w, entries, to); err != nil {
			return nil, failure(err, "")
		}
		return nil, nil
	})
	return cmp.Or(err, n.verdict("cli.convert.failed"))
}

// converted counts games, and says what is wrong with them.
type converted struct {
	catalog      *i18n.Catalog
	read, failed int
	warnings     record.WarningCounts
	unwritten    record.WarningCounts // the errors of games that were read

	// game is the id of the rule set that the command line names, "" for none.
	game string

	// each is called after each game that is written, unless nil.
	each func() error
}

// verdict is the error of a run in which no game was found or not all of them could be
// converted, or whatever else was to be done with them: the message failed says so.
func (n *converted) verdict(failed string) error {
	switch {
	case n.read == 0:
		return failure(errors.New(n.catalog.T("cli.convert.none")), "")
	case n.failed > 0:
		return failure(errors.New(n.catalog.T(failed, i18n.Args{"failed": n.failed, "n": n.read})), "")
	}
	return nil
}

// count keeps warnings for warn. Where games come one by one, the first of each kind
// is printed at once.
func (n *converted) count(errw io.Writer, warnings []record.Warning) {
	var now record.WarningCounts
	for _, w := range warnings {
		if n.warnings.Add(w) && n.each != nil {
			now.Add(w)
		}
	}
	warn(errw, n.catalog, now.List())
}

// warn prints the warnings about all games, and why some could not be written, a line for
// each kind, after the last game; of those told at once, the kinds that came again.
func (n *converted) warn(errw io.Writer) {
	for _, text := range say.Counted(n.catalog, n.untold(n.unwritten)) {
		fmt.Fprintln(errw, "cairn:", text)
	}
	warn(errw, n.catalog, n.untold(n.warnings))
}

func (n *converted) untold(counts record.WarningCounts) []record.CountedWarning {
	list := counts.List()
	if n.each != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(w record.CountedWarning) bool { return w.Count == 1 })
	}
	return list
}

// convert writes the games that can be read and says on errw what is wrong with
// the others. The error is one of out, or the end of ctx.
func (n *converted) convert(ctx context.Context, errw, out io.Writer, entries iter.Seq[record.Entry], to record.Format) error {
	for e := range entries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if sound, err := n.sound(errw, &e); err != nil {
			return err
		} else if !sound {
			continue
		}
		if err := n.write(errw, out, &e, to); err != nil {
			return err
		}
	}
	return nil
}

// sound counts a game that was read and says what is wrong with it. It tells
// whether there is a game to go on with. The error says that the command line
// names another rule set than the game.
func (n *converted) sound(errw io.Writer, e *record.Entry) (bool, error) {
	n.read++
	n.count(errw, e.Warnings)
	if e.Err != nil {
		n.failed++
		complain(errw, n.catalog, e.Err)
		return false, nil
	}
	if n.game != "" && e.Record.Game != n.game {
		return false, otherGame(n.catalog, e, n.game)
	}
	return true, nil
}

// otherGame is the refusal of --game where the record says something else.
func otherGame(c *i18n.Catalog, e *record.Entry, asked string) error {
	text := c.Labeled(c.T("place.game", i18n.Args{"n": strconv.Itoa(e.Number)}), c.T("cli.game.other", i18n.Args{"game": c.T("game." + e.Record.Game), "asked": c.T("game." + asked), "flag": "--game"}))
	if e.File != "" {
		text = game.Printable(e.File) + ": " + text
	}
	return usageError(errors.New(text), c.T("cli.usage.leave_out", i18n.Args{"argument": "--game"}))
}

// write writes a game. The error is one of out.
func (n *converted) write(errw, out io.Writer, e *record.Entry, to record.Format) error {
	warnings, err := to.Write(out, e.Record)
	for i := range warnings {
		warnings[i].File, warnings[i].Game = e.File, e.Number
	}
	n.count(errw, warnings)
	var unsound *record.Error
	if errors.As(err, &unsound) {
		n.failed++
		unsound.File, unsound.Game = e.File, e.Number
		if n.unwritten.Add(record.Warning{Place: unsound.Place, Code: unsound.Code, Args: unsound.Args, Text: unsound.Text, Err: unsound.Err}) && n.each != nil {
			complain(errw, n.catalog, unsound)
		}
		return nil
	}
	if err == nil && n.each != nil {
		err = n.each()
	}
	return err
}

// flushEach returns what to call after each game that is written: games that come
// by standard input may be sent by a program that waits for the answer to one before
// it sends the next. For a file there is nothing to call.
func (s *streams) flushEach(in string) func() error {
	if in != "-" {
		return nil
	}
	return s.out.Flush
}

// gameInput is a file of games named on the command line.
type gameInput struct {
	name, format, game, start string
	keepLegal                 bool
}

// keepLegalFlag says what becomes of a game with an illegal move.
type keepLegalFlag struct {
	KeepLegal bool `help:"Keep the moves before an illegal one and warn, instead of refusing the game."`
}

// open returns the games of the input and what closes it. Reading ends with ctx.
func (c gameInput) open(ctx context.Context, s *streams, catalog *i18n.Catalog) (entries iter.Seq[record.Entry], closeInput func() error, err error) {
	if c.name == "-" && c.start == "-" {
		return nil, nil, usageError(stdinTwice(catalog), "")
	}
	options := record.Options{File: c.name, Game: c.game, KeepLegal: c.keepLegal, Decode: charset.Decode}
	var format record.Format
	if c.format != "" {
		if format, err = formats.Lookup(c.format); err != nil {
			return nil, nil, usageError(err, "")
		}
	}
	if c.game != "" {
		if _, err := games.Lookup(c.game); err != nil {
			return nil, nil, usageError(err, "")
		}
	}
	if c.start != "" {
		p, err := c.startPosition(s)
		if err != nil {
			return nil, nil, err
		}
		options.Start = p.String()
	}
	if c.name == "-" {
		options.File = catalog.T("file.stdin")
		return formats.Read(s.in, format, options), func() error { return nil }, nil
	}
	name, wanted := gamefile.Split(c.name)
	options.File = name
	f, err := openFile(name)
	if err != nil {
		return nil, nil, usageError(unreadable(catalog, name, err), "")
	}
	entries = formats.Read(newCancelableReader(ctx, f), format, options)
	if wanted > 0 {
		entries = record.Only(entries, wanted)
	}
	return entries, f.Close, nil
}

// sparesOthers refuses to write a game over the file of several that its name chooses it from.
func (c gameInput) sparesOthers(catalog *i18n.Catalog, out string) error {
	name, wanted := gamefile.Split(c.name)
	from, err := os.Stat(name)
	if wanted == 0 || err != nil || !holdsSeveral(name) {
		return nil
	}
	if to, err := os.Stat(out); err == nil && os.SameFile(from, to) {
		return failure(unwritable(catalog, out, errors.New(catalog.T("file.several"))), "")
	}
	return nil
}

// stdinTwice says that two things cannot come from one stream.
func stdinTwice(c *i18n.Catalog) error { return errors.New(c.T("cli.stdin.twice")) }

// startPosition reads the start position given: of the game given, else of the first
// game that accepts it.
func (c gameInput) startPosition(s *streams) (game.Position, error) {
	if c.game != "" {
		g, err := games.Lookup(c.game)
		if err != nil {
			return nil, usageError(err, "")
		}
		return readPosition(s.catalog, g, c.start, s.in)
	}
	var failure error
	for _, g := range games.All() {
		p, err := readPosition(s.catalog, g, c.start, s.in)
		if err == nil {
			return p, nil
		}
		if failure == nil {
			failure = err
		}
	}
	return nil, failure
}
