package main

import (
	"fmt"
	"io"
	"strings"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/formats"
	"cairn.example/record/vectors"
)

type verifyCmd struct {
	File  []string `arg:"" help:"Test vectors (.tsv, .jsonl) and game records in any format, gzipped and tar archives too; - for standard input."`
	Game  string   `help:"Rule set, where a file does not say which." placeholder:"GAME"`
	Start string   `help:"Start position, where a record has none: its text, start:SEED or full:SEED." placeholder:"POS"`
	JSON  bool     `help:"Print a JSON object a disagreement, and one with the summary."`
}

func (verifyCmd) Help() string {
	return `Prints each disagreement with its place, then one line that sums up. The exit
status is 1 if there is any. Try

  cairn verify testdata/vectors/*.tsv testdata/vectors/*.gz`
}

func (c *verifyCmd) Run(s *streams) error {
	if c.Game != "" {
		if _, err := games.Lookup(c.Game); err != nil {
			return misuse(err, "")
		}
	}
	options := record.Options{Game: c.Game}
	if c.Start != "" {
		p, err := source{game: c.Game, start: c.Start}.startPosition(s)
		if err != nil {
			return err
		}
		options.Start = p.String()
	}
	var sum vectors.Summary
	warnings := 0
	for _, name := range c.File {
		options.File = name
		in, err := openInput(s, name)
		if err != nil {
			return misuse(err, "")
		}
		one, err := formats.Verify(in, options, func(f vectors.Finding) { c.report(s, f) }, func(w record.Warning) {
			warnings++
			fmt.Fprintln(s.err, "warning:", w)
		})
		in.Close()
		sum.Add(one)
		if err != nil {
			return no(err, "")
		}
	}
	if c.JSON {
		if err := s.json(struct {
			Files    int `json:"files"`
			Warnings int `json:"warnings"`
			vectors.Summary
		}{len(c.File), warnings, sum}); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(s.out, c.summary(sum, warnings))
	}
	if sum.Findings > 0 {
		return no(errSilent, "")
	}
	return nil
}

func (c *verifyCmd) report(s *streams, f vectors.Finding) {
	if c.JSON {
		// A line that cannot be written shows when the output is flushed.
		_ = s.json(f)
		return
	}
	fmt.Fprintln(s.out, f)
}

// summary is what was checked, in one line.
func (c *verifyCmd) summary(sum vectors.Summary, warnings int) string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(len(c.File), "file", "files")
	add(sum.Counts, "perft count", "perft counts")
	add(sum.Games, "game", "games")
	add(sum.Plies, "ply", "plies")
	add(warnings, "warning", "warnings")
	verdict := "no disagreement"
	switch {
	case sum.Findings == 1:
		verdict = "1 disagreement"
	case sum.Findings > 1:
		verdict = fmt.Sprintf("%d disagreements", sum.Findings)
	}
	return strings.Join(parts, ", ") + ": " + verdict
}

// openInput opens a file, or standard input for "-".
func openInput(s *streams, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.in), nil
	}
	return openFile(name)
}
