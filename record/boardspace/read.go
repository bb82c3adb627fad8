package boardspace

import (
	"bytes"
	"io"
	"iter"

	"cairn.example/record"
)

// SGF is the format of the site's game files.
type SGF struct{}

// Name returns "sgf".
func (SGF) Name() string { return "sgf" }

// Extension returns ".sgf".
func (SGF) Extension() string { return ".sgf" }

// Detect looks for the beginning of a game tree.
func (SGF) Detect(head []byte) bool {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	return len(head) > 0 && head[0] == '(' && bytes.HasPrefix(bytes.TrimSpace(head[1:]), []byte(";"))
}

// Read returns the games of r one after the other. The options' start position
// is taken for LYNGK files without one; their game chooses between "lyngk" and
// "lyngk-captured".
func (SGF) Read(r io.Reader, opt record.Options) iter.Seq[record.Entry] {
	return func(yield func(record.Entry) bool) {
		n := 0
		for chunk, err := range record.Chunks(r, opt, beginsGame, charset) {
			s := source{Chunk: chunk, text: chunk.Text}
			for more := true; more; more = err == nil && s.more() {
				n++
				e := record.Entry{File: opt.File, Number: n, Line: s.Place(s.pos).Line, Err: err}
				if err == nil {
					s.entry(&e, opt)
				}
				e.SetPlaces()
				if !yield(e) {
					return
				}
			}
		}
	}
}

// beginsGame reports whether a line begins as those of the site do at the start
// of a game: with "(;" and nothing else, or with the first property of a root.
func beginsGame(line []byte) bool {
	line = bytes.TrimSpace(line)
	if !bytes.HasPrefix(line, []byte("(;")) {
		return false
	}
	line = bytes.TrimSpace(line[2:])
	return len(line) == 0 || bytes.HasPrefix(line, []byte("GM[")) || bytes.HasPrefix(line, []byte("FF[")) || bytes.HasPrefix(line, []byte("CA["))
}

// charset returns the charset that a game declares among the properties of its root, ""
// for none.
func charset(text []byte) string {
	for {
		before, after, found := bytes.Cut(text, []byte("CA["))
		if !found {
			return ""
		}
		if len(before) == 0 || bytes.IndexByte([]byte(" \t\r\n;]"), before[len(before)-1]) >= 0 {
			value, _, closed := bytes.Cut(after, []byte("]"))
			if closed {
				return string(value)
			}
		}
		text = after
	}
}

// more reports whether there is another game in the source.
func (s *source) more() bool {
	s.skipSpace()
	return s.pos < len(s.text)
}

// entry reads one game.
func (s *source) entry(e *record.Entry, opt record.Options) {
	e.Warnings, e.Err = s.Problems(opt)
	if e.Err != nil {
		return
	}
	s.skipSpace()
	if s.text[s.pos] != '(' {
		e.Err = s.fail(s.pos, "boardspace.root")
		s.pos = len(s.text) // nothing marks where the next game begins
		return
	}
	s.cut = false
	root, err := s.tree()
	if err != nil {
		e.Err = err
		s.pos = len(s.text)
		return
	}
	g := reader{source: s, record: new(record.Record)}
	e.Record, e.Err = g.read(root, opt)
	e.Warnings = append(e.Warnings, g.warnings...)
	if s.cut {
		e.Warnings = append(e.Warnings, texts.Warning(s.Place(len(s.text)), "boardspace.cut"))
	}
}
