//go:build !norecords

package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/games"
)

// JSON is a game as one JSON object a line, as section 4 of the contract says.
// It holds a main line without notes other than the time that each move took.
// Names and seed stand with the further tags.
type JSON struct{}

// Name returns "json".
func (JSON) Name() string { return "json" }

// Extension returns ".jsonl".
func (JSON) Extension() string { return ".jsonl" }

// Detect looks for an object with a list of moves at the start of the file.
func (JSON) Detect(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), " \t\r\n")
	if len(head) == 0 || head[0] != '{' {
		return false
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return !bytes.Contains(line, []byte(`"ply"`)) && !bytes.Contains(line, []byte(`"final"`))
}

// Read returns the games of r one after the other.
func (JSON) Read(r io.Reader, opt Options) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		n := 0
		for l := range Lines(r, opt.MaxBytes()) {
			if l.Err == nil && len(bytes.TrimSpace(l.Text)) == 0 {
				continue
			}
			n++
			e := Entry{File: opt.File, Number: n, Line: l.Number}
			switch {
			case l.Err != nil:
				e.Err = l.Err
			case l.Long:
				e.Err = ErrLong(Place{Offset: l.Offset}, opt)
			default:
				readJSON(&e, l, opt)
			}
			e.SetPlaces()
			if !yield(e) || l.Err != nil {
				return
			}
		}
	}
}

// jsonReader reads one object.
type jsonReader struct {
	entry  *Entry
	line   FileLine
	stated statedEnd
	seen   map[string]bool
	times  []Elapsed // nil where the object has none
}

func readJSON(e *Entry, l FileLine, opt Options) {
	p := jsonReader{entry: e, line: l, seen: map[string]bool{}}
	text := l.Text
	if !utf8.Valid(text) {
		e.Warnings = append(e.Warnings, WarnEncoding(p.place()))
		s, _ := Decode(text)
		text = []byte(s)
	}
	e.Record = new(Record)
	if err := p.object(text); err != nil {
		e.Err, e.Record = err, nil
		return
	}
	p.setTimes()
	complete(e.Record, opt)
	c := checker{record: e.Record, stated: &p.stated}
	e.Err = c.run()
	e.Warnings = append(e.Warnings, c.warnings...)
}

func (p *jsonReader) place() Place { return Place{Line: p.line.Number, Offset: p.line.Offset} }

func (p *jsonReader) warn(code string, pairs ...string) {
	p.entry.Warnings = append(p.entry.Warnings, texts.Warning(p.place(), code, pairs...))
}

func (p *jsonReader) fail(code string, pairs ...string) *Error {
	return texts.Error(p.place(), code, pairs...)
}

// syntax says where the text is no JSON, which err has found out.
func (p *jsonReader) syntax(err error, text []byte) *Error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return p.fail("record.json_end")
	}
	// The decoder does not count alike in all of its errors.
	var bad *json.SyntaxError
	if !errors.As(json.Unmarshal(text, new(json.RawMessage)), &bad) || bad.Offset < 1 || bad.Offset > int64(len(text)) {
		return p.fail("record.json_object")
	}
	before := text[:bad.Offset-1]
	character, _ := utf8.DecodeRune(text[bad.Offset-1:])
	e := p.fail("record.json_character", "n", fmt.Sprint(utf8.RuneCount(before)+1), "character", fmt.Sprintf("%q", string(character)))
	e.Offset += int64(len(before))
	return e
}

func (p *jsonReader) object(text []byte) *Error {
	d := json.NewDecoder(bytes.NewReader(text))
	first, err := d.Token()
	if err != nil {
		return p.syntax(err, text)
	}
	if first != json.Delim('{') {
		return p.fail("record.json_object")
	}
	for d.More() {
		name, value, err := member(d)
		if err != nil {
			return p.syntax(err, text)
		}
		if err := p.field(name, value); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return p.syntax(err, text)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return p.fail("record.json_after", "text", shorten(string(rest)))
	}
	if !p.seen["moves"] {
		return p.fail("record.json_field", "name", "moves")
	}
	return nil
}

// member reads a name and its value.
func member(d *json.Decoder) (string, json.RawMessage, error) {
	token, err := d.Token()
	if err != nil {
		return "", nil, err
	}
	name, ok := token.(string)
	if !ok {
		return "", nil, errors.New("a name was expected")
	}
	var value json.RawMessage
	err = d.Decode(&value)
	return name, value, err
}

func (p *jsonReader) field(name string, value json.RawMessage) *Error {
	if p.seen[name] {
		p.warn("record.json_twice", "name", shorten(name), "value", shorten(string(value)))
		return nil
	}
	p.seen[name] = true
	r := p.entry.Record
	switch name {
	case "game":
		return p.text(name, value, &r.Game)
	case "start":
		return p.text(name, value, &r.Start)
	case "result":
		return p.text(name, value, &p.stated.result)
	case "termination":
		return p.text(name, value, &p.stated.termination)
	case "moves":
		var moves []string
		if err := json.Unmarshal(value, &moves); err != nil || moves == nil {
			return p.fail("record.json_list", "name", name)
		}
		for _, text := range moves {
			r.Moves = append(r.Moves, Move{Text: text})
		}
		return nil
	case "times":
		times, ok := readTimes(value)
		if !ok {
			p.warn("record.json_times")
		}
		p.times = times
		return nil
	case "control":
		if r.TimeControl != "" { // from a tag
			p.warn("record.tag_twice", "name", tagTimeControl, "value", fmt.Sprintf("%q", r.TimeControl))
			r.TimeControl = ""
		}
		return p.text(name, value, &r.TimeControl)
	case "tags":
		return p.tags(value)
	}
	p.warn("record.json_unknown", "name", shorten(name), "value", shorten(string(value)))
	return nil
}

// readTimes reads what each move took; null stands for a time that is unknown.
func readTimes(value json.RawMessage) ([]Elapsed, bool) {
	var list []*int64
	if json.Unmarshal(value, &list) != nil {
		return nil, false
	}
	var times []Elapsed
	for _, ms := range list {
		switch {
		case ms == nil:
			times = append(times, Elapsed{})
		case *ms < 0 || *ms >= mostMillis:
			return nil, false
		default:
			times = append(times, Elapsed{Known: true, Time: time.Duration(*ms) * time.Millisecond})
		}
	}
	return times, true
}

// setTimes gives each move its time, once the whole object has been read.
func (p *jsonReader) setTimes() {
	moves := p.entry.Record.Moves
	if p.times == nil {
		return
	}
	if len(p.times) != len(moves) {
		p.warn("record.json_times")
		return
	}
	for i := range moves {
		moves[i].Took = p.times[i]
	}
}

func (p *jsonReader) text(name string, value json.RawMessage, to *string) *Error {
	if string(value) == "null" {
		return nil
	}
	if json.Unmarshal(value, to) != nil {
		return p.fail("record.json_text", "name", name)
	}
	// The decoder replaces halves of surrogate pairs without a word.
	if strings.ContainsRune(*to, utf8.RuneError) && !bytes.Contains(value, []byte("\uFFFD")) && !bytes.Contains(bytes.ToLower(value), []byte(`\ufffd`)) {
		p.warn("record.json_surrogate", "name", name)
	}
	return nil
}

// tags reads the tags in their order.
func (p *jsonReader) tags(value json.RawMessage) *Error {
	if string(value) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(value))
	if first, err := d.Token(); err != nil || first != json.Delim('{') {
		return p.fail("record.json_tags", "name", "tags")
	}
	r := p.entry.Record
	seen := map[string]bool{}
	for d.More() {
		name, value, err := member(d)
		if err != nil {
			return p.fail("record.json_tags", "name", "tags") // the whole line was JSON
		}
		var text string
		if json.Unmarshal(value, new(string)) != nil {
			text = string(value)
			p.warn("record.json_tag", "name", shorten(name), "value", shorten(text))
		} else if err := p.text(name, value, &text); err != nil {
			return err
		}
		field, isField := fieldName(name)
		switch to := r.textField(field); {
		case !isField && !seen[field]:
			r.Tags = append(r.Tags, Tag{name, text})
		case seen[field] || to == nil || field == tagGame || field == tagStart || field == tagTimeControl && p.seen["control"]:
			p.warn("record.tag_twice", "name", field, "value", fmt.Sprintf("%q", text))
		default:
			*to = text
		}
		seen[field] = true
	}
	return nil
}

// Write writes one game as one line. What it fills in is described at [Format]. The
// warnings name the notes and variations, which the format does not support, and
// tags whose name was used before.
func (JSON) Write(w io.Writer, r *Record) ([]Warning, error) {
	r = r.Clone()
	warnings, err := r.CheckToWrite()
	if err != nil {
		return nil, err
	}
	g, err := games.Lookup(r.Game)
	if err != nil {
		return nil, err
	}
	var out jsonWriter
	out.put(`{"game":`, r.Game)
	out.put(`,"start":`, r.Start)
	out.put(`,"moves":`, r.Texts())
	out.put(`,"result":`, g.OutcomeName(r.Result))
	out.put(`,"termination":`, r.Termination)
	if r.TimeControl != "" {
		out.put(`,"control":`, r.TimeControl)
	}
	if times := r.times(); times != nil {
		out.put(`,"times":`, times)
	}
	out.WriteString(`,"tags":{`)
	for _, name := range []string{tagFirst, tagSecond, tagSeed} {
		if value := *r.textField(name); value != "" {
			out.tag(name, value)
		}
	}
	for _, t := range r.Tags {
		out.tag(t.Name, t.Value)
	}
	out.WriteString("}}\n")
	if out.err != nil {
		return nil, out.err
	}
	_, err = w.Write(out.Bytes())
	return slices.Concat(warnings, r.unsupportedNotes("json", true), out.warnings), err
}

// jsonWriter writes one object.
type jsonWriter struct {
	bytes.Buffer
	err      error           // the first one
	tags     map[string]bool // those that are written
	warnings []Warning
}

// put writes a value with what stands before it.
func (w *jsonWriter) put(before string, v any) {
	if w.err != nil {
		return
	}
	w.WriteString(before)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if w.err = e.Encode(v); w.err == nil {
		w.Truncate(w.Len() - 1) // the encoder ends in a line feed
	}
}

// tag writes a tag; an object has room for one of each name.
func (w *jsonWriter) tag(name, value string) {
	if w.tags[name] {
		w.warnings = append(w.warnings, texts.Warning(Place{Offset: -1}, "record.tag_twice",
			"name", name, "value", fmt.Sprintf("%q", value)))
		return
	}
	comma := ","
	if w.tags == nil {
		w.tags, comma = map[string]bool{}, ""
	}
	w.tags[name] = true
	w.put(comma, name)
	w.put(":", value)
}

// times returns what each move took in milliseconds, null in JSON where it is
// unknown; nil where nothing is known of any move.
func (r *Record) times() []*int64 {
	var times []*int64
	for i, m := range r.Moves {
		if !m.Took.Known {
			continue
		}
		if times == nil {
			times = make([]*int64, len(r.Moves))
		}
		ms := m.Took.Time.Milliseconds()
		times[i] = &ms
	}
	return times
}
