package main

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/files/charset"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// maxEntries is how many games of one file are sent to the page at most.
const maxEntries = 10_000

func listFormats() []message.Format {
	var list []message.Format
	for _, f := range formats.All() {
		info := message.Format{Name: f.Name(), Extension: f.Extension()}
		some, ok := f.(interface{ Holds(id string) bool })
		for _, g := range games.All() {
			if !ok || some.Holds(g.ID()) {
				info.Games = append(info.Games, g.ID())
			}
		}
		list = append(list, info)
	}
	return list
}

// importRecords reads a file of any known format; g is the rule set of a file
// that names none. Where a file has more games than are sent, a last entry
// says so.
func importRecords(data []byte, name, g string) []message.RecordEntry {
	list := []message.RecordEntry{}
	for e := range formats.Read(bytes.NewReader(data), nil, record.Options{File: name, Game: g, Decode: charset.Decode}) {
		if len(list) == maxEntries {
			n := strconv.Itoa(maxEntries)
			list = append(list, message.RecordEntry{File: e.File, Error: &message.Refusal{
				Code: "ui.import.rest", Args: map[string]string{"n": n}, Offset: -1, Text: "only the first " + n + " games are read",
			}})
			break
		}
		info := message.RecordEntry{File: e.File, Number: e.Number}
		if e.Err != nil {
			info.Error = recordRefusal(e.Err)
		}
		if e.Record != nil {
			info.Record = message.FromRecord(e.Record)
		}
		info.Warnings = warningRefusals(e.Warnings)
		list = append(list, info)
	}
	return list
}

// recordRefusal returns an error of a record as a refusal. The refusal of the rules
// inside it goes into Why, since it names the clause.
func recordRefusal(err error) *message.Refusal {
	var e *record.Error
	if !errors.As(err, &e) {
		return message.GameRefusal(err)
	}
	r := &message.Refusal{Code: e.Code, Offset: int(e.Offset), Args: e.Args, Place: placeOf(e.Place), Why: message.RefusalOf(e.Err), Text: game.Expand(e.Text, e.Args)}
	if r.Why != nil {
		r.Clause, r.Spots = r.Why.Clause, r.Why.Spots
	}
	return r
}

// warningRefusals returns warnings in the form of refusals: the first of each kind,
// with the number of that kind.
func warningRefusals(warnings []record.Warning) []*message.Refusal {
	var counts record.WarningCounts
	for _, w := range warnings {
		counts.Add(w)
	}
	var list []*message.Refusal
	for _, w := range counts.List() {
		list = append(list, &message.Refusal{
			Code: w.Code, Offset: int(w.Offset), Args: w.Args, Place: placeOf(w.Place), Count: w.Count, Text: game.Expand(w.Text, w.Args), Why: message.RefusalOf(w.Err),
		})
	}
	return list
}

// placeOf returns nil where no place is known.
func placeOf(p record.Place) *message.Place {
	info := message.Place{File: p.File, Line: p.Line, Game: p.Game, Ply: p.Ply, Variation: p.Variation}
	if info == (message.Place{}) {
		return nil
	}
	return &info
}

func exportRecord(info *message.GameRecord, format string) (*message.Exported, error) {
	f, err := formats.Lookup(format)
	if err != nil {
		return nil, err
	}
	r, err := info.ToRecord()
	if err != nil {
		return nil, err
	}
	if _, err := r.Check(); err != nil {
		return nil, err
	}
	var b strings.Builder
	warnings, err := f.Write(&b, r)
	if err != nil {
		return nil, err
	}
	return &message.Exported{Text: b.String(), Warnings: warningRefusals(warnings)}, nil
}
