//go:build !norecords

package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// plainText returns a reader of the text of b as UTF-8 with line feeds, which is what
// readers of records understand: a file in UTF-16 is decoded, and where a carriage return
// alone ends the first line, as on old Macintoshes, it does so in every line.
func plainText(b *bufio.Reader) *bufio.Reader {
	r := io.Reader(b)
	if order, ok := utf16Order(b); ok {
		r = &utf16Reader{r: b, order: order}
	}
	return bufio.NewReaderSize(&lineEnds{r: r}, bufferSize)
}

// utf16Order returns the order of bytes of a text in UTF-16, which begins with a mark or
// with two characters of ASCII; false for any other text. It waits for no more than two
// bytes.
func utf16Order(b *bufio.Reader) (binary.ByteOrder, bool) {
	_, _ = b.Peek(2)
	head, _ := b.Peek(min(4, b.Buffered()))
	switch {
	case len(head) < 2:
	case bytes.HasPrefix(head, []byte("\xff\xfe")), len(head) == 4 && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		return binary.LittleEndian, true
	case bytes.HasPrefix(head, []byte("\xfe\xff")), len(head) == 4 && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		return binary.BigEndian, true
	}
	return nil, false
}

// utf16Reader decodes UTF-16. What is no character becomes U+FFFD, and a mark of the order
// of bytes one of UTF-8, which readers leave out.
type utf16Reader struct {
	r     *bufio.Reader
	order binary.ByteOrder
	rest  []byte // of the last character
}

func (u *utf16Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(u.rest) == 0 {
			if n > 0 && u.r.Buffered() < 4 {
				return n, nil // what comes next may be waited for
			}
			if err := u.decode(); err != nil {
				return n, err
			}
		}
		done := copy(p[n:], u.rest)
		u.rest = u.rest[done:]
		n += done
	}
	return n, nil
}

// decode reads one character.
func (u *utf16Reader) decode() error {
	unit := func() (rune, error) {
		var two [2]byte
		_, err := io.ReadFull(u.r, two[:])
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return utf8.RuneError, nil
		}
		return rune(u.order.Uint16(two[:])), err
	}
	c, err := unit()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(c) {
		second, err := unit()
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		c = utf16.DecodeRune(c, second)
	}
	u.rest = utf8.AppendRune(u.rest[:0], c)
	return nil
}

// lineEnds turns carriage returns into line feeds where the first line ends in one alone.
type lineEnds struct {
	r       io.Reader
	decided bool
	alone   bool // a carriage return ends a line
	held    []byte
}

func (l *lineEnds) Read(p []byte) (int, error) {
	n := copy(p, l.held)
	l.held = l.held[n:]
	var err error
	if n == 0 {
		n, err = l.r.Read(p)
	}
	if !l.decided {
		err = cmp.Or(err, l.decide(p[:n]))
	}
	if l.alone {
		for i, c := range p[:n] {
			if c == '\r' {
				p[i] = '\n'
			}
		}
	}
	return n, err
}

// decide looks for the end of the first line.
func (l *lineEnds) decide(text []byte) error {
	i := bytes.IndexAny(text, "\r\n")
	switch {
	case i < 0:
		return nil
	case text[i] == '\n':
		l.decided = true
		return nil
	case i+1 < len(text):
		l.decided, l.alone = true, text[i+1] != '\n'
		return nil
	}
	// The next byte says which it is.
	l.held = make([]byte, 1)
	n, err := io.ReadFull(l.r, l.held)
	l.held = l.held[:n]
	l.decided, l.alone = true, n == 0 || l.held[0] != '\n'
	return err
}
