//go:build !norecords

package record

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"iter"
)

// FileLine is one line of a file.
type FileLine struct {
	// Text is the line with its end, or the beginning of one that is Long.
	// It is valid until the next line is read.
	Text []byte
	Long bool

	// Number counts from 1, Offset is where the line begins.
	Number int
	Offset int64

	// Err is an error of the reader, io.EOF excepted; nothing follows it.
	Err error
}

// Lines returns the lines of r, each no longer than limit bytes in memory. A
// byte order mark at the start is left out.
func Lines(r io.Reader, limit int) iter.Seq[FileLine] {
	return func(yield func(FileLine) bool) {
		b := bufio.NewReaderSize(r, 64<<10)
		l := FileLine{Number: 1}
		var next int64
		for {
			l.Text, l.Long = l.Text[:0], false
			err := error(bufio.ErrBufferFull)
			for errors.Is(err, bufio.ErrBufferFull) {
				var part []byte
				part, err = b.ReadSlice('\n')
				next += int64(len(part))
				if room := limit - len(l.Text); len(part) > room {
					l.Long = true
					part = part[:room]
				}
				l.Text = append(l.Text, part...)
			}
			ended := errors.Is(err, io.EOF)
			if l.Offset == 0 && bytes.HasPrefix(l.Text, byteOrderMark) {
				l.Text = l.Text[len(byteOrderMark):]
				l.Offset = int64(len(byteOrderMark))
			}
			if ended && len(l.Text) == 0 {
				return
			}
			if !ended {
				l.Err = err
			}
			if !yield(l) || err != nil {
				return
			}
			l.Number++
			l.Offset = next
		}
	}
}

var byteOrderMark = []byte("\xef\xbb\xbf")
