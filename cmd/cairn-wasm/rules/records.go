package main

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// mostEntries bounds the games of one file that a page is given at once.
const mostEntries = 10_000

type formatInfo struct {
	Name      string `json:"name"`
	Extension string `json:"extension"`
}

func listFormats() []formatInfo {
	var list []formatInfo
	for _, f := range formats.All() {
		list = append(list, formatInfo{f.Name(), f.Extension()})
	}
	return list
}

// recordInfo is a record as the page keeps it; times are in milliseconds.
type recordInfo struct {
	Game        string     `json:"game"`
	Start       string     `json:"start"`
	First       string     `json:"first,omitempty"`
	Second      string     `json:"second,omitempty"`
	Result      string     `json:"result"`
	Termination string     `json:"termination,omitempty"`
	TimeControl string     `json:"timeControl,omitempty"`
	Seed        string     `json:"seed,omitempty"`
	Tags        []tagInfo  `json:"tags,omitempty"`
	Note        *noteInfo  `json:"note,omitempty"`
	Moves       []moveInfo `json:"moves"`
}

type tagInfo struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type noteInfo struct {
	Comment  string    `json:"comment,omitempty"`
	Clock    *int64    `json:"clock,omitempty"`
	Took     *int64    `json:"took,omitempty"`
	Eval     string    `json:"eval,omitempty"`
	Commands []tagInfo `json:"commands,omitempty"`
}

type moveInfo struct {
	Text       string     `json:"text"`
	NAGs       []int      `json:"nags,omitempty"`
	Note       *noteInfo  `json:"note,omitempty"`
	Variations []lineInfo `json:"variations,omitempty"`
}

type lineInfo struct {
	Note  *noteInfo  `json:"note,omitempty"`
	Moves []moveInfo `json:"moves"`
}

// entryInfo is one game of a file: the record, or what is wrong with it.
type entryInfo struct {
	Record   *recordInfo `json:"record,omitempty"`
	Error    *refusal    `json:"error,omitempty"`
	Warnings []*refusal  `json:"warnings,omitempty"`
	File     string      `json:"file,omitempty"`
	Number   int         `json:"number,omitempty"`
}

// importRecords reads a file of any known format; g is the rule set of a file
// that names none. Where there are more games than a page is given, an entry of
// its own says so at the end.
func importRecords(data []byte, name, g string) []entryInfo {
	list := []entryInfo{}
	for e := range formats.Read(bytes.NewReader(data), nil, record.Options{File: name, Game: g}) {
		if len(list) == mostEntries {
			n := strconv.Itoa(mostEntries)
			list = append(list, entryInfo{File: e.File, Error: &refusal{
				Code: "ui.import.rest", Args: map[string]string{"n": n}, Offset: -1, Text: "only the first " + n + " games are read",
			}})
			break
		}
		info := entryInfo{File: e.File, Number: e.Number}
		if e.Err != nil {
			info.Error = recordRefusal(e.Err)
		}
		if e.Record != nil {
			info.Record = fromRecord(e.Record)
		}
		info.Warnings = warningRefusals(e.Warnings)
		list = append(list, info)
	}
	return list
}

// recordRefusal tells what is wrong with a record; the reason of the rules
// inside it goes along, since it names the clause.
func recordRefusal(err error) *refusal {
	var e *record.Error
	if !errors.As(err, &e) {
		return refusalOf(err)
	}
	r := &refusal{Code: e.Code, Offset: int(e.Offset), Args: e.Args, Place: placeOf(e.Place), Why: refusalOf(e.Err), Text: game.Expand(e.Text, e.Args)}
	if r.Why != nil {
		r.Clause, r.Spots = r.Why.Clause, r.Why.Spots
	}
	return r
}

// warningRefusals tells what could not be kept or looks wrong, as errors are
// told: the first warning of each kind.
func warningRefusals(warnings []record.Warning) []*refusal {
	var counts record.WarningCounts
	for _, w := range warnings {
		counts.Add(w)
	}
	var list []*refusal
	for _, w := range counts.List() {
		list = append(list, &refusal{Code: w.Code, Offset: int(w.Offset), Args: w.Args, Place: placeOf(w.Place), Count: w.Count, Text: game.Expand(w.Text, w.Args)})
	}
	return list
}

// placeOf is nil where no place is known.
func placeOf(p record.Place) *placeInfo {
	info := placeInfo{p.File, p.Line, p.Game, p.Ply, p.Variation}
	if info == (placeInfo{}) {
		return nil
	}
	return &info
}

// exported is the answer to "export": the file's text and what it had no place
// for.
type exported struct {
	Text     string     `json:"text"`
	Warnings []*refusal `json:"warnings,omitempty"`
}

func exportRecord(info *recordInfo, format string) (any, error) {
	f, err := formats.Lookup(format)
	if err != nil {
		return nil, err
	}
	r, err := toRecord(info)
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
	return exported{b.String(), warningRefusals(warnings)}, nil
}

func fromRecord(r *record.Record) *recordInfo {
	info := &recordInfo{
		Game: r.Game, Start: r.Start, First: r.First, Second: r.Second, Result: outcomes[r.Result],
		Termination: string(r.Termination), TimeControl: r.TimeControl, Seed: r.Seed, Note: fromNote(r.Note), Moves: fromMoves(r.Moves),
	}
	for _, t := range r.Tags {
		info.Tags = append(info.Tags, tagInfo{t.Name, t.Value})
	}
	return info
}

func fromMoves(moves []record.Move) []moveInfo {
	list := []moveInfo{}
	for _, m := range moves {
		info := moveInfo{Text: m.Text, Note: fromNote(m.Note)}
		for _, n := range m.NAGs {
			info.NAGs = append(info.NAGs, int(n))
		}
		for _, v := range m.Variations {
			info.Variations = append(info.Variations, lineInfo{fromNote(v.Note), fromMoves(v.Moves)})
		}
		list = append(list, info)
	}
	return list
}

func fromNote(n record.Note) *noteInfo {
	if n.IsZero() {
		return nil
	}
	info := &noteInfo{Comment: n.Comment, Eval: n.Eval.String()}
	if n.Clock.Known {
		ms := n.Clock.Left.Milliseconds()
		info.Clock = &ms
	}
	if n.Took.Known {
		ms := n.Took.Time.Milliseconds()
		info.Took = &ms
	}
	for _, c := range n.Commands {
		info.Commands = append(info.Commands, tagInfo{c.Name, c.Arg})
	}
	return info
}

func toRecord(info *recordInfo) (*record.Record, error) {
	if info == nil {
		return nil, errors.New("no record to export")
	}
	r := &record.Record{
		Game: info.Game, Start: info.Start, First: info.First, Second: info.Second,
		Termination: record.Termination(info.Termination), TimeControl: info.TimeControl, Seed: info.Seed,
		Line: record.Line{Note: toNote(info.Note), Moves: toMoves(info.Moves)},
	}
	for o, name := range outcomes {
		if name == info.Result {
			r.Result = game.Outcome(o)
		}
	}
	for _, t := range info.Tags {
		r.Tags = append(r.Tags, record.Tag{Name: t.Name, Value: t.Value})
	}
	return r, nil
}

func toMoves(infos []moveInfo) []record.Move {
	var moves []record.Move
	for _, info := range infos {
		m := record.Move{Text: info.Text, Note: toNote(info.Note)}
		for _, n := range info.NAGs {
			m.NAGs = append(m.NAGs, uint8(n))
		}
		for _, v := range info.Variations {
			m.Variations = append(m.Variations, record.Line{Note: toNote(v.Note), Moves: toMoves(v.Moves)})
		}
		moves = append(moves, m)
	}
	return moves
}

func toNote(info *noteInfo) record.Note {
	var n record.Note
	if info == nil {
		return n
	}
	n.Comment = info.Comment
	if info.Clock != nil && *info.Clock >= 0 {
		n.Clock = record.Clock{Known: true, Left: time.Duration(*info.Clock) * time.Millisecond}
	}
	if info.Took != nil && *info.Took >= 0 {
		n.Took = record.Elapsed{Known: true, Time: time.Duration(*info.Took) * time.Millisecond}
	}
	n.Eval, _ = record.ParseEval(info.Eval)
	for _, c := range info.Commands {
		n.AddCommand(c.Name, c.Value)
	}
	return n
}
