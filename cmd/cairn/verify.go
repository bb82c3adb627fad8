package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cairn.example/games"
	"cairn.example/internal/files/charset"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
	"cairn.example/record/formats"
	"cairn.example/record/vectors"
)

type verifyCmd struct {
	File  []string `arg:"" help:"Test vectors (.tsv, .jsonl) and game records in any format, also gzipped or in tar archives; - means standard input."`
	Game  string   `help:"Rule set, if a file doesn't name it." placeholder:"GAME"`
	Start string   `help:"Start position, if a record has none: its text, start:SEED or full:SEED." placeholder:"POS"`
	JSON  bool     `help:"Print one JSON object per disagreement, and one with the summary."`
}

func (verifyCmd) Help() string {
	return `This prints each disagreement with its place, then a summary in one line. The exit
status is 1 if there are disagreements. Try

  cairn verify testdata/vectors/*.tsv testdata/vectors/*.gz`
}

func (c *verifyCmd) Run(s *streams) error {
	catalog := s.catalog
	if c.Game != "" {
		if _, err := games.Lookup(c.Game); err != nil {
			return usageError(err, "")
		}
	}
	options := record.Options{Game: c.Game, Decode: charset.Decode}
	if c.Start != "" {
		p, err := gameInput{game: c.Game, start: c.Start}.startPosition(s)
		if err != nil {
			return err
		}
		options.Start = p.String()
	}
	var sum vectors.Summary
	warnings := 0
	var kinds record.WarningCounts
	defer func() { warn(s.err, catalog, kinds.List()) }()
	err := eachInput(s, c.File, c.Start, func(name string, in io.Reader) error {
		options.File = name
		one, err := formats.Verify(in, options, func(f vectors.Finding) { c.report(s, catalog, f) }, func(w record.Warning) {
			warnings++
			kinds.Add(w)
		})
		sum.Add(one)
		if err != nil {
			return failure(unreadable(catalog, name, err), "")
		}
		return nil
	})
	if err != nil {
		return err
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
		fmt.Fprintln(s.out, c.summary(catalog, sum, warnings))
	}
	if sum.Findings > 0 {
		return failure(errSilent, "")
	}
	return nil
}

func (c *verifyCmd) report(s *streams, catalog *i18n.Catalog, f vectors.Finding) {
	if c.JSON {
		// A line that cannot be written shows when the output is flushed.
		_ = s.json(f)
		return
	}
	if f.Err != nil {
		f.Text = say.Error(catalog, f.Err)
	}
	fmt.Fprintln(s.out, f)
}

// summary is what was checked, in one line. Programs read it too, so numbers are
// digits alone.
func (c *verifyCmd) summary(catalog *i18n.Catalog, sum vectors.Summary, warnings int) string {
	var parts []string
	add := func(n int, key string) {
		if n > 0 {
			parts = append(parts, catalog.T(key, i18n.Args{"n": n, "count": strconv.Itoa(n)}))
		}
	}
	add(len(c.File), "cli.verify.files")
	add(sum.Counts, "cli.verify.counts")
	add(sum.Games, "cli.verify.games")
	add(sum.Plies, "cli.verify.plies")
	add(warnings, "cli.verify.warnings")
	verdict := catalog.T("cli.verify.none")
	if sum.Findings > 0 {
		verdict = catalog.T("cli.verify.findings", i18n.Args{"n": sum.Findings, "count": strconv.Itoa(sum.Findings)})
	}
	return catalog.Labeled(strings.Join(parts, ", "), verdict)
}

// eachInput hands files to do, one after the other, each by its name in messages. Standard input
// can be one of them, if other is not read from there.
func eachInput(s *streams, names []string, other string, do func(name string, in io.Reader) error) error {
	stdin := func(name string) bool { return name == "-" }
	if i := slices.IndexFunc(names, stdin); i >= 0 && (stdin(other) || slices.ContainsFunc(names[i+1:], stdin)) {
		return usageError(stdinTwice(s.catalog), "")
	}
	for _, name := range names {
		in, err := openInput(s, name)
		if err != nil {
			return usageError(unreadable(s.catalog, name, err), "")
		}
		if stdin(name) {
			name = s.catalog.T("file.stdin")
		}
		err = do(name, in)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// openInput opens a file, or standard input for "-".
func openInput(s *streams, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.in), nil
	}
	return openFile(name)
}
