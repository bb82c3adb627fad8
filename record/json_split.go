//go:build !norecords

package record

import (
	"bufio"
	"bytes"
	"io"
	"iter"
)

// jsonObjects cuts a file into its objects: one a line, over several lines, or in an array.
// A text that is none goes up to the end of its line, and an object that does not end up to
// a line that begins as one of a line does, so that it does not spoil the next. An error
// of r is the last element.
func jsonObjects(r io.Reader, limit int) iter.Seq[FileLine] {
	return func(yield func(FileLine) bool) {
		s := jsonSplitter{Reader: bufio.NewReaderSize(r, 64<<10), limit: limit, line: 1}
		if head, _ := s.Peek(len(byteOrderMark)); bytes.Equal(head, byteOrderMark) {
			n, _ := s.Discard(len(byteOrderMark))
			s.offset = int64(n)
		}
		s.list()
		for s.between() {
			object := s.object()
			if !yield(object) || object.Err != nil {
				return
			}
		}
		if s.err != nil {
			yield(FileLine{Number: s.line, Offset: s.offset, Err: s.err})
		}
	}
}

type jsonSplitter struct {
	*bufio.Reader
	limit  int
	line   int
	offset int64
	err    error // of the reader, io.EOF excepted
	array  bool  // the file is a list of objects
	within bool  // an object is around the list
}

// listBefore returns how much of a text comes before the first object of a list: its
// bracket, or an object that holds nothing before its list named games; 0 for no list.
func listBefore(head []byte) int {
	rest := head
	for _, token := range []string{"{", `"games"`, ":", "["} {
		if rest = bytes.TrimLeft(rest, " \t\r\n"); token == "{" && bytes.HasPrefix(rest, []byte("[")) {
			return len(head) - len(rest) + 1
		}
		if !bytes.HasPrefix(rest, []byte(token)) {
			return 0
		}
		rest = rest[len(token):]
	}
	return len(head) - len(rest)
}

// list reads the beginning of a list, if there is one. It waits for no more than shows
// that there is none.
func (s *jsonSplitter) list() {
	for isSpace(s.peek()) {
		s.next()
	}
	const begins = `{"games":[`
	for n, seen := 1, 0; seen < len(begins); n++ {
		head, err := s.Peek(n)
		if err != nil {
			return
		}
		switch c := head[n-1]; {
		case isSpace(c):
		case c == begins[seen]:
			seen++
		case seen == 0 && c == '[':
			seen = len(begins)
		default:
			return
		}
	}
	head, _ := s.Peek(s.Buffered())
	before := listBefore(head)
	s.array, s.within = before > 0, bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{"))
	for range before {
		s.next()
	}
}

// next reads a byte; false at the end.
func (s *jsonSplitter) next() (byte, bool) {
	c, err := s.ReadByte()
	if err != nil {
		if err != io.EOF {
			s.err = err
		}
		return 0, false
	}
	s.offset++
	if c == '\n' {
		s.line++
	}
	return c, true
}

// peek returns the next byte, 0 at the end.
func (s *jsonSplitter) peek() byte {
	head, _ := s.Peek(1)
	if len(head) == 0 {
		return 0
	}
	return head[0]
}

// between reads up to the next object; false where there is none.
func (s *jsonSplitter) between() bool {
	for {
		switch c := s.peek(); {
		case isSpace(c), s.array && (c == ',' || c == ']' || c == '}' && s.within):
		default:
			if _, err := s.Peek(1); err != nil {
				s.next() // for the error
				return false
			}
			return true
		}
		s.next()
	}
}

// object reads an object, or what stands in its place.
func (s *jsonSplitter) object() FileLine {
	o := FileLine{Number: s.line, Offset: s.offset}
	depth, quoted, escaped := 0, false, false
	whole := s.peek() != '{'
	for {
		if whole && (s.peek() == '\n' || s.array && s.peek() == ',' || len(o.Text) > 0 && s.peek() == '{') {
			return o
		}
		c, ok := s.next()
		if !ok {
			o.Err = s.err
			return o
		}
		if len(o.Text) < s.limit {
			o.Text = append(o.Text, c)
		} else {
			o.Long = true
		}
		switch {
		case whole:
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			depth--
			whole = depth == 0
		}
		if whole && (s.array && s.peek() == ']' || s.peek() == 0) {
			return o
		}
		if c == '\n' {
			if head, _ := s.Peek(2); string(head) == `{"` {
				return o
			}
			quoted, escaped = false, false // a text ends on its line
		}
	}
}
