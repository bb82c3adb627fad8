//go:build !norecords

package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/games"
)

// JSON is a game as one JSON object a line, as section 4 of the contract says, with a list
// of notes where there are any. It holds everything that a Record can. Names and seed stand
// with the further tags. Objects over several lines, and arrays of them, are read as well.
type JSON struct{}

// Name returns "json".
func (JSON) Name() string { return "json" }

// Extension returns ".jsonl".
func (JSON) Extension() string { return ".jsonl" }

// Detect looks for an object, or an array of some, at the start of the file.
func (JSON) Detect(head []byte) bool {
	const space = " \t\r\n"
	head = bytes.TrimLeft(bytes.TrimPrefix(head, byteOrderMark), space)
	if n := listBefore(head); n > 0 {
		head = bytes.TrimLeft(head[n:], space)
	}
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
		for l := range jsonObjects(r, opt.MaxBytes()) {
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
	notes  []*jsonNote
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
	if !p.fromJSON(&e.Record.Line, p.notes) {
		p.warn("record.json_notes")
	}
	complete(e.Record, opt)
	c := checker{record: e.Record, keepLegal: opt.KeepLegal, stated: &p.stated}
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
	lines := bytes.Count(before, []byte("\n"))
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	character, _ := utf8.DecodeRune(text[bad.Offset-1:])
	e := p.fail("record.json_character", "n", fmt.Sprint(utf8.RuneCount(before)+1), "character", game.Quoted(string(character)))
	e.Line += lines
	e.Offset += bad.Offset - 1
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
	case "notes":
		notes, ok := readNotes(value)
		if !ok {
			p.warn("record.json_notes")
		}
		p.notes = notes
		return nil
	case "control":
		if r.TimeControl != "" { // from a tag
			p.warn("record.tag_twice", "name", tagTimeControl, "value", game.Quoted(r.TimeControl))
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
	return elapsed(list)
}

// elapsed returns times in milliseconds; false where there is one that no move takes.
func elapsed(list []*int64) ([]Elapsed, bool) {
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

// tags reads the tags in their order: an object, or a list of names and values.
func (p *jsonReader) tags(value json.RawMessage) *Error {
	if string(value) == "null" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(value))
	first, err := d.Token()
	list := first == json.Delim('[')
	if err != nil || !list && first != json.Delim('{') {
		return p.fail("record.json_tags", "name", "tags")
	}
	seen := map[string]bool{}
	for d.More() {
		var name string
		var value json.RawMessage
		var err error
		if list {
			var pair []json.RawMessage
			if err = d.Decode(&pair); err == nil && len(pair) == 2 {
				err = json.Unmarshal(pair[0], &name)
				value = pair[1]
			} else {
				return p.fail("record.json_tags", "name", "tags")
			}
		} else {
			name, value, err = member(d)
		}
		if err != nil {
			return p.fail("record.json_tags", "name", "tags") // the whole text was JSON
		}
		if err := p.tag(name, value, list, seen); err != nil {
			return err
		}
	}
	return nil
}

// tag reads a tag. Of a list each is kept, also where a name comes again.
func (p *jsonReader) tag(name string, value json.RawMessage, list bool, seen map[string]bool) *Error {
	var text string
	if json.Unmarshal(value, new(string)) != nil {
		text = string(value)
		p.warn("record.json_tag", "name", shorten(name), "value", shorten(text))
	} else if err := p.text(name, value, &text); err != nil {
		return err
	}
	r := p.entry.Record
	field, isField := fieldName(name)
	switch to := r.textField(field); {
	case !isField && (list || !seen[field]):
		r.Tags = append(r.Tags, Tag{name, text})
	case seen[field] || to == nil || field == tagGame || field == tagStart || field == tagTimeControl && p.seen["control"]:
		p.warn("record.tag_twice", "name", field, "value", game.Quoted(text))
	default:
		*to = text
	}
	seen[field] = true
	return nil
}

// Write writes one game as one line. What it fills in is described at [Format]; the format
// holds everything else that a record can.
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
	line := r.toJSON()
	var out jsonWriter
	out.put(`{"game":`, r.Game)
	out.put(`,"start":`, r.Start)
	out.put(`,"moves":`, line.Moves)
	out.put(`,"result":`, g.OutcomeName(r.Result))
	out.put(`,"termination":`, r.Termination)
	if r.TimeControl != "" {
		out.put(`,"control":`, r.TimeControl)
	}
	if line.Times != nil {
		out.put(`,"times":`, line.Times)
	}
	if line.Notes != nil {
		out.put(`,"notes":`, line.Notes)
	}
	out.tags(r)
	out.WriteString("}\n")
	if out.err != nil {
		return nil, out.err
	}
	_, err = w.Write(out.Bytes())
	return warnings, err
}

// jsonWriter writes one object.
type jsonWriter struct {
	bytes.Buffer
	err error // the first one
}

// Marshal is json.Marshal without the escapes that only HTML needs.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
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

// tags writes names, seed and the further tags: as an object, or as a list of names and
// values where a name comes twice, which an object has no room for.
func (w *jsonWriter) tags(r *Record) {
	var list [][2]string
	seen := map[string]bool{}
	for _, name := range []string{tagFirst, tagSecond, tagSeed} {
		if value := *r.textField(name); value != "" {
			list = append(list, [2]string{name, value})
		}
	}
	for _, t := range r.Tags {
		list = append(list, [2]string{t.Name, t.Value})
		seen[t.Name] = true
	}
	if len(seen) < len(r.Tags) {
		w.put(`,"tags":`, list)
		return
	}
	before := `,"tags":{`
	for _, t := range list {
		w.put(before, t[0])
		w.put(":", t[1])
		before = ","
	}
	if list == nil {
		w.WriteString(before)
	}
	w.WriteString("}")
}
