//go:build !norecords

package record

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
)

// Cairn is our own format, described in docs/records.md: tags, then numbered
// moves with comments, variations and notes for programs, like the portable
// notation of chess. It holds everything that a Record can.
type Cairn struct{}

// Name returns "cairn".
func (Cairn) Name() string { return "cairn" }

// Extension returns ".cairn".
func (Cairn) Extension() string { return ".cairn" }

// Detect looks for a tag at the start of a line, before anything but remarks.
func (Cairn) Detect(head []byte) bool {
	head = bytes.TrimPrefix(head, byteOrderMark)
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) == 0 || isRemark(line) {
			continue
		}
		_, ok := tagLine(line)
		return ok
	}
	return false
}

// Read returns the records of r one after the other.
func (Cairn) Read(r io.Reader, opt Options) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		n := 0
		for k, err := range Chunks(r, opt, recordBegins(), nil) {
			n++
			e := Entry{File: opt.File, Number: n, Line: k.Line, Err: err}
			if err == nil {
				e.readChunk(k, opt)
			}
			e.SetPlaces()
			if !yield(e) {
				return
			}
		}
	}
}

// recordBegins returns a function that reports whether a record begins at a line
// that follows those it was asked about before:
//
//   - at a line with a tag after a line that is neither a tag nor a remark,
//   - at a line with the tag Game in a record that has one already.
//
// The writer keeps such lines out of comments.
func recordBegins() func(line []byte) bool {
	named, moved := false, false
	return func(line []byte) bool {
		tag, isTag := tagLine(line)
		isGame := isTag && bytes.EqualFold(tag, []byte(tagGame))
		begins := isTag && (moved || isGame && named)
		if begins {
			named, moved = false, false
		}
		named = named || isGame
		moved = moved || !isTag && !isRemark(line)
		return begins
	}
}

// tagLine returns the name of the tag that the line begins with.
func tagLine(line []byte) (name []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || line[0] != '[' {
		return nil, false
	}
	if name, _, ok = bytes.Cut(line[1:], []byte(`"`)); !ok {
		// Little Golem writes none around the values of these.
		name, _, ok = bytes.Cut(line[1:], []byte(" "))
		ok = ok && slices.Contains(strings.Fields("Event Site Date Round White Black Result"), string(name))
	}
	name = bytes.TrimSpace(name)
	return name, ok && IsName(string(name))
}

// isRemark reports whether the line is one of a remark, which may stand before
// the tags of a record.
func isRemark(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	return len(line) > 0 && line[0] == ';'
}

// readChunk fills the entry of the record that stands in k.
func (e *Entry) readChunk(k Chunk, opt Options) {
	e.Warnings, e.Err = k.Problems(opt)
	if e.Err != nil {
		return
	}
	p := parser{Chunk: k, text: k.Text, record: new(Record), tags: map[string]bool{}}
	if err := p.parse(); err != nil {
		e.Err = err
	} else {
		e.Record = p.record
		e.Err = p.check(opt)
	}
	e.Warnings = append(e.Warnings, p.warnings...)
}

// check completes the parsed record from the options and asks the rules.
func (p *parser) check(opt Options) error {
	complete(p.record, opt)
	c := checker{record: p.record, keepLegal: opt.KeepLegal, stated: &p.stated, at: func(n int) Place { return p.Place(p.places[n]) }}
	err := c.run()
	p.warnings = append(p.warnings, c.warnings...)
	return err
}

// complete gives the record what the options know and the file does not say.
func complete(r *Record, opt Options) {
	if r.Game == "" {
		r.Game = opt.Game
	}
	sideTags(r)
	if r.Start == "" && r.Seed == "" {
		r.Start = opt.Start
	}
}

// sideTags reads the names of the players from the tags White and Black, as other programs
// write them, for a game that calls its sides so. Where no game is named it is that one.
func sideTags(r *Record) {
	for _, g := range games.All() {
		if g.SideName(game.First) != "w" || r.First+r.Second != "" || r.Game != "" && !strings.EqualFold(strings.TrimSpace(r.Game), g.ID()) {
			continue
		}
		if white, black := r.Tag("White"), r.Tag("Black"); white != "" && black != "" {
			r.Game, r.First, r.Second = g.ID(), white, black
			r.Tags = slices.DeleteFunc(r.Tags, func(t Tag) bool {
				return t.Name == "White" && t.Value == white || t.Name == "Black" && t.Value == black
			})
		}
	}
}

// SetPlaces writes the entry's file, number and line into its error and warnings
// where they do not say. Readers of formats call it before they hand out an
// entry.
func (e *Entry) SetPlaces() {
	set := func(p *Place) {
		p.File, p.Game = e.File, e.Number
		if p.Line == 0 {
			p.Line = e.Line
		}
	}
	var failed *Error
	if errors.As(e.Err, &failed) {
		set(&failed.Place)
	}
	for i := range e.Warnings {
		set(&e.Warnings[i].Place)
	}
}
