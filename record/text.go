//go:build !norecords

package record

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Decode returns the text of bytes that should be UTF-8. Bytes that are not are
// read as Latin-1, the usual encoding of old files, and ok is false.
func Decode(b []byte) (text string, ok bool) {
	if utf8.Valid(b) {
		return string(b), true
	}
	var s strings.Builder
	for _, c := range b {
		s.WriteRune(rune(c))
	}
	return s.String(), false
}

// escape writes text so that unescape gives it back: a backslash before each
// character of special, and control characters by number.
func escape(s *strings.Builder, text, special string) {
	for _, r := range text {
		switch {
		case r == '\\' || strings.ContainsRune(special, r):
			s.WriteByte('\\')
			s.WriteRune(r)
		case r == '\n':
			s.WriteString(`\n`)
		case r == '\t':
			s.WriteString(`\t`)
		case r == '\r':
			s.WriteString(`\r`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(s, `\u{%x}`, r)
		default:
			s.WriteRune(r)
		}
	}
}

// unescape reads the escape at the start of text, which begins after the
// backslash. It returns the character and how many bytes it took; 0 where there
// is none.
func unescape(text string) (rune, int) {
	r, n := utf8.DecodeRuneInString(text)
	switch r {
	case 'n':
		return '\n', n
	case 't':
		return '\t', n
	case 'r':
		return '\r', n
	case 'u':
		digits, _, ok := strings.Cut(text[n:], "}")
		if !ok || len(digits) < 2 || len(digits) > 7 || digits[0] != '{' {
			return 0, 0
		}
		v, err := strconv.ParseUint(digits[1:], 16, 32)
		if err != nil || !utf8.ValidRune(rune(v)) {
			return 0, 0
		}
		return rune(v), n + len(digits) + 1
	}
	return r, n
}

// commentText writes a note as the inside of a comment: its commands, then its
// words. No word begins with a bracket, so that no line of a wrapped comment
// looks like a tag.
func (n Note) commentText() string {
	var s strings.Builder
	for _, c := range n.AllCommands() {
		if s.Len() > 0 {
			s.WriteByte(' ')
		}
		s.WriteString("[%" + c.Name)
		if c.Arg != "" {
			s.WriteByte(' ')
			for i, word := range strings.Split(c.Arg, " ") {
				if i > 0 {
					s.WriteByte(' ')
				}
				escape(&s, word, "[]}")
			}
		}
		s.WriteByte(']')
	}
	if n.Comment == "" {
		return s.String()
	}
	for _, word := range strings.Split(n.Comment, " ") {
		if s.Len() > 0 {
			s.WriteByte(' ')
		}
		if strings.HasPrefix(word, "[") {
			s.WriteByte('\\')
		}
		escape(&s, word, "}")
	}
	return s.String()
}
