package main

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/formats"
)

type convertCmd struct {
	In    string `arg:"" help:"File to read, gzipped and tar archives too; - for standard input."`
	To    string `required:"" help:"Format to write: ${formats}." placeholder:"FORMAT"`
	From  string `help:"Format of the input; else it is recognized." placeholder:"FORMAT"`
	Out   string `short:"o" help:"File to write; standard output without it." placeholder:"FILE"`
	Game  string `help:"Rule set, where the file does not say which." placeholder:"GAME"`
	Start string `help:"Start position, where the file has none: its text, start:SEED or full:SEED." placeholder:"POS"`
}

func (convertCmd) Help() string {
	return `A game that cannot be read is named with its file, number, ply and reason; the
games beside it are converted, and the exit status is 1. What the other format
cannot hold is a warning. Try

  cairn convert club.tar.gz --to cairn -o club.cairn`
}

func (c *convertCmd) Run(s *streams) error {
	to, err := formats.Lookup(c.To)
	if err != nil {
		return misuse(err, "")
	}
	in := source{name: c.In, format: c.From, game: c.Game, start: c.Start}
	entries, closeInput, err := in.open(s)
	if err != nil {
		return err
	}
	defer closeInput()
	if c.Out == "" {
		n, err := convert(s.err, s.out, entries, to)
		if err != nil {
			return no(err, "")
		}
		return n.verdict()
	}
	f, err := createFile(c.Out)
	if err != nil {
		return no(err, "")
	}
	n, err := convert(s.err, f, entries, to)
	if err != nil || n.failed == n.read {
		f.drop()
		if err != nil {
			return no(err, "")
		}
		return n.verdict()
	}
	if err := f.keep(); err != nil {
		return no(err, "")
	}
	return n.verdict()
}

// converted counts games.
type converted struct{ read, failed int }

// verdict is the error of a run in which games were lost, or none was found.
func (n converted) verdict() error {
	switch {
	case n.read == 0:
		return no(errors.New("the input holds no game"), "")
	case n.failed > 0:
		return no(fmt.Errorf("%d of %d games could not be converted", n.failed, n.read), "")
	}
	return nil
}

// convert writes the games that can be read and says on errw what is wrong with
// the others. The error is one of out.
func convert(errw, out io.Writer, entries iter.Seq[record.Entry], to record.Format) (converted, error) {
	var n converted
	for e := range entries {
		n.read++
		warn(errw, e.Warnings)
		if e.Err != nil {
			n.failed++
			fmt.Fprintln(errw, "cairn:", e.Err)
			continue
		}
		warnings, err := to.Write(out, e.Record)
		warn(errw, warnings)
		var unsound *record.Error
		switch {
		case errors.As(err, &unsound):
			n.failed++
			fmt.Fprintf(errw, "cairn: %s, game %d: %v\n", e.File, e.Number, err)
		case err != nil:
			return n, err
		}
	}
	return n, nil
}

func warn(w io.Writer, warnings []record.Warning) {
	for _, text := range texts(warnings) {
		fmt.Fprintln(w, "warning:", text)
	}
}

// source is a file of games named on the command line.
type source struct {
	name, format, game, start string
}

// open returns the games of the source and what closes it.
func (c source) open(s *streams) (entries iter.Seq[record.Entry], closeInput func() error, err error) {
	options := record.Options{File: c.name, Game: c.game}
	var format record.Format
	if c.format != "" {
		if format, err = formats.Lookup(c.format); err != nil {
			return nil, nil, misuse(err, "")
		}
	}
	if c.game != "" {
		if _, err := games.Lookup(c.game); err != nil {
			return nil, nil, misuse(err, "")
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
		options.File = "standard input"
		return formats.Read(s.in, format, options), func() error { return nil }, nil
	}
	f, err := openFile(c.name)
	if err != nil {
		return nil, nil, misuse(err, "")
	}
	return formats.Read(f, format, options), f.Close, nil
}

// startPosition reads the start position given, of the game given or of the
// first one it fits.
func (c source) startPosition(s *streams) (game.Position, error) {
	if c.game != "" {
		g, err := games.Lookup(c.game)
		if err != nil {
			return nil, misuse(err, "")
		}
		return readPosition(g, c.start, s.in)
	}
	var failure error
	for _, g := range games.All() {
		p, err := readPosition(g, c.start, s.in)
		if err == nil {
			return p, nil
		}
		if failure == nil {
			failure = err
		}
	}
	return nil, failure
}
