package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
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
		for k, err := range chunks(r, opt.MaxBytes()) {
			n++
			e := Entry{File: opt.File, Number: n, Line: k.line, Err: err}
			if err == nil {
				readChunk(&e, k, opt)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// readChunk fills the entry of the record that stands in k.
func readChunk(e *Entry, k chunk, opt Options) {
	p := parser{chunk: k, record: new(Record), tags: map[string]bool{}}
	e.Record = p.record
	text, utf8 := decode(k.text)
	p.text, p.decoded = text, !utf8
	if p.decoded {
		p.warn(0, "record.encoding", "the text is not UTF-8 and was read as Latin-1")
	}
	var failed error
	if k.tooLong {
		failed = p.fail(0, "record.long", "the record is longer than {n} bytes", "n", fmt.Sprint(opt.MaxBytes()))
		e.Record = nil
	} else if err := p.parse(); err != nil {
		failed = err
		e.Record = nil
	} else {
		failed = p.check(opt)
	}
	e.Err, e.Warnings = failed, p.warnings
	e.Settle()
}

// check completes the parsed record from the options and asks the rules.
func (p *parser) check(opt Options) error {
	r := p.record
	complete(r, opt)
	c := checker{record: r, said: &said{p.result, p.termination, p.mark}, at: func(n int) Place {
		if n < len(p.places) {
			return p.place(p.places[n])
		}
		return p.place(0)
	}}
	err := c.run()
	p.warnings = append(p.warnings, c.warnings...)
	return err
}

// complete gives the record what the options know and the file does not say.
func complete(r *Record, opt Options) {
	if r.Game == "" {
		r.Game = opt.Game
	}
	if r.Start == "" && r.Seed == "" {
		r.Start = opt.Start
	}
}

// Settle writes the entry's file, number and line into its error and warnings
// where they do not say. Readers of formats call it before they hand out an
// entry.
func (e *Entry) Settle() {
	settle := func(p *Place) {
		p.File, p.Game = e.File, e.Number
		if p.Line == 0 {
			p.Line = e.Line
		}
	}
	var failed *Error
	if errors.As(e.Err, &failed) {
		settle(&failed.Place)
	}
	for i := range e.Warnings {
		settle(&e.Warnings[i].Place)
	}
}
