package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"cairn.example/game"
	"cairn.example/internal/files/charset"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
	"cairn.example/record/formats"
)

type verifySetupCmd struct {
	File []string `arg:"" help:"Records of games played at tables, as exported by the server; - means standard input."`
	JSON bool     `help:"Print one JSON object per game."`
}

func (verifySetupCmd) Help() string {
	return `A table publishes a commitment to its secret before anyone sits down, and the players
add random numbers. When the game starts, the record reveals all of them. This command
computes commitment, layout and sides again and compares them with the record.
docs/records.md explains how they are computed.

The exit status is 1 if any game differs.`
}

// verifiedSetup is the answer for one game.
type verifiedSetup struct {
	File  string `json:"file"`
	Game  int    `json:"game"` // its number in the file
	Table string `json:"table,omitempty"`
	Valid bool   `json:"valid"`
	Code  string `json:"code,omitempty"`
	Text  string `json:"text,omitempty"`
}

func (c *verifySetupCmd) Run(s *streams) error {
	catalog := s.catalog
	sound, wrong := 0, 0
	err := eachInput(s, c.File, "", func(name string, in io.Reader) error {
		for e := range formats.Read(in, nil, record.Options{File: name, Decode: charset.Decode}) {
			v := checkSetup(catalog, name, e)
			if v.Valid {
				sound++
			} else {
				wrong++
			}
			switch {
			case c.JSON:
				_ = s.json(v) // a line that cannot be written shows when the output is flushed
			case !v.Valid:
				fmt.Fprintln(s.out, v.Text)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !c.JSON && sound > 0 {
		games := catalog.T("cli.verify.games", i18n.Args{"n": sound, "count": strconv.Itoa(sound)})
		fmt.Fprintln(s.out, catalog.Labeled(games, catalog.T("cli.verify_setup.valid")))
	}
	if wrong > 0 {
		return failure(errSilent, "")
	}
	return nil
}

// checkSetup answers for one game of a file.
func checkSetup(catalog *i18n.Catalog, file string, e record.Entry) verifiedSetup {
	v := verifiedSetup{File: file, Game: e.Number}
	if e.Record != nil {
		v.Table = e.Record.Tag(setup.TagTable)
	}
	if e.Err != nil {
		v.Text = say.Error(catalog, e.Err)
		var bad *record.Error
		if errors.As(e.Err, &bad) {
			v.Code = bad.Code
		}
		return v
	}
	err := setup.Verify(e.Record)
	if err == nil {
		v.Valid = true
		return v
	}
	var bad *game.Error
	if errors.As(err, &bad) {
		v.Code = bad.Code
	}
	place := catalog.T("place.game", i18n.Args{"n": strconv.Itoa(e.Number)})
	v.Text = file + ": " + catalog.Labeled(place, say.Error(catalog, err))
	return v
}
