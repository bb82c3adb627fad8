package main

import (
	"os"
	"slices"

	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/match"
	"cairn.example/record"
)

// outputs are the files that a match writes at its end, nil for those that were not
// asked for.
type outputs struct {
	games, report *files.File
}

// outputs creates the files, before the first game. A match that goes on replaces those
// that it has written when it was interrupted.
func (c *matchCmd) outputs(catalog *i18n.Catalog) (*outputs, error) {
	o := &outputs{}
	replaces := c.overwriteFlag
	if results, err := os.Stat(c.Results); err == nil && results.Size() > 0 {
		replaces.Force = true
	}
	for _, f := range []struct {
		name string
		file **files.File
	}{{c.Games, &o.games}, {c.Report, &o.report}} {
		if f.name == "" {
			continue
		}
		file, err := replaces.create(catalog, f.name)
		if err != nil {
			o.drop()
			return nil, err
		}
		*f.file = file
	}
	return o, nil
}

// write writes the games and the report. What fails is dropped.
func (o *outputs) write(catalog *i18n.Catalog, e *match.Event, results []match.Result) error {
	if f := o.games; f != nil {
		for _, r := range results {
			m := e.Matches[max(0, slices.Index(e.Pairings, r.Players))]
			rec, err := m.Record(r)
			if err == nil {
				_, err = record.Cairn{}.Write(f, rec)
			}
			if err != nil {
				return err
			}
		}
		o.games = nil
		if err := f.Keep(); err != nil {
			return err
		}
	}
	if f := o.report; f != nil {
		if err := report.HTML(f, catalog, e.Matches[0], results); err != nil {
			return err
		}
		o.report = nil
		return f.Keep()
	}
	return nil
}

// drop removes what was not written.
func (o *outputs) drop() {
	for _, f := range []**files.File{&o.games, &o.report} {
		if *f != nil {
			(*f).Drop()
			*f = nil
		}
	}
}

// engineTakesPart reports whether this program plays, or proves outcomes: then the
// result depends on its version.
func engineTakesPart(e *match.Event) bool {
	return e.Matches[0].Proofs > 0 || slices.ContainsFunc(e.Specs, func(s match.Spec) bool { return s.Kind == match.InProcess })
}
