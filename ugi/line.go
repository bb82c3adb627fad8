package ugi

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// longestLine bounds a line in bytes: a game of the longest moves takes a tenth
// of it.
const longestLine = 64 << 10

// errLong says that a line was longer than longestLine; it was skipped.
var errLong = errors.New("the line is too long")

// readLine returns the next line without its end. The error is errLong, or the
// reader's with what came before it.
func readLine(r *bufio.Reader) (string, error) {
	var b []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if len(b)+len(part) > longestLine {
			long = true
			b = b[:0]
		}
		if !long {
			b = append(b, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !(err == io.EOF && (len(b) > 0 || long)):
			return "", err
		case long:
			return "", errLong
		}
		return strings.TrimRight(string(b), "\r\n"), nil
	}
}

// clean makes a text fit for one line of the protocol: no control characters,
// and not longer than a screen line or two.
func clean(text string) string {
	const most = 200
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	return text
}

// quoted returns a word that was received as messages repeat it.
func quoted(word string) string {
	if r := []rune(word); len(r) > 40 {
		word = string(r[:39]) + "…"
	}
	return `"` + clean(word) + `"`
}
