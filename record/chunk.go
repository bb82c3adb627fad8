//go:build !norecords

package record

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// Chunk is a part of a file, usually the text of one record, and where it
// begins.
type Chunk struct {
	// Text is the text of the part, or "" of one that is Long.
	Text string

	// Long tells that the part is longer than the limit.
	Long bool

	// Latin tells that the part was not UTF-8 and was read as Latin-1.
	Latin bool

	decoded bool   // from another charset than UTF-8
	unread  string // a charset that was declared and not read

	Line   int
	Offset int64

	// Where Place has counted lines to: most places are asked for in order.
	counted, lines int
}

// Place returns the place of a byte of the text.
func (c *Chunk) Place(pos int) Place {
	pos = min(pos, len(c.Text))
	if pos < c.counted {
		c.counted, c.lines = 0, 0
	}
	c.lines += strings.Count(c.Text[c.counted:pos], "\n")
	c.counted = pos
	place := Place{Line: c.Line + c.lines, Offset: c.Offset + int64(pos)}
	if c.decoded || c.Latin {
		place.Offset = -1 // the characters of the text are not the bytes of the file
	}
	return place
}

// Problems returns the error of a Long part and the warning of a Latin one.
func (c *Chunk) Problems(opt Options) ([]Warning, error) {
	if c.Long {
		return nil, ErrLong(c.Place(0), opt)
	}
	if c.unread != "" {
		as := "UTF-8"
		if c.Latin {
			as = "Latin-1"
		}
		return []Warning{texts.Warning(c.Place(0), "record.charset", "charset", shorten(c.unread), "as", as)}, nil
	}
	if c.Latin {
		return []Warning{WarnEncoding(c.Place(0))}, nil
	}
	return nil, nil
}

// Chunks cuts a file without understanding it, so that one broken record does
// not spoil the next: begins is asked for each line that is not blank, in
// order, and says whether a part begins there. Blank lines before a part are
// left out. A part is UTF-8 or in the charset that declared finds in it, which may be nil.
// An error of r is the last element.
func Chunks(r io.Reader, opt Options, begins func(line []byte) bool, declared func(part []byte) string) iter.Seq2[Chunk, error] {
	limit := opt.MaxBytes()
	return func(yield func(Chunk, error) bool) {
		var c Chunk
		var text []byte
		flush := func() bool {
			if c.Line == 0 {
				return true
			}
			if !c.Long {
				c.decode(text, opt, declared)
			}
			done := c
			c, text = Chunk{}, text[:0]
			return yield(done, nil)
		}
		for l := range Lines(r, limit) {
			if l.Err != nil {
				yield(c, l.Err)
				return
			}
			blank := len(bytes.TrimSpace(l.Text)) == 0
			if !blank && begins(l.Text) && !flush() {
				return
			}
			if c.Line == 0 {
				if blank {
					continue
				}
				c.Line, c.Offset = l.Number, l.Offset
			}
			c.Long = c.Long || l.Long || len(text)+len(l.Text) > limit
			if !c.Long {
				text = append(text, l.Text...)
			}
		}
		flush()
	}
}

// decode sets the text of the part.
func (c *Chunk) decode(text []byte, opt Options, declared func([]byte) string) {
	var utf bool
	c.Text, utf = Decode(text)
	c.Latin = !utf
	if declared == nil || bytes.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return
	}
	charset := strings.TrimSpace(declared(text))
	name := strings.ToLower(charset)
	western := slices.Contains([]string{"iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "us-ascii", "ascii"}, name)
	switch {
	case name == "" || name == "utf-8" || name == "utf8", utf && strings.HasPrefix(name, "utf-16"):
		return // bytes that are not UTF-8 are read as Latin-1, whatever is declared; UTF-16 has become UTF-8
	case utf && western:
		// Text in these that is UTF-8 by chance hardly exists, but programs that write
		// UTF-8 and leave such a declaration do.
		c.unread = charset
		return
	case opt.Decode != nil:
		if text, ok := opt.Decode(charset, text); ok {
			c.Text, c.Latin, c.decoded = text, false, true
			return
		}
	case western:
		c.Latin, c.decoded = false, true
		return
	}
	c.unread = charset
}
