package line

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// longestLine bounds a line of input: no move or command comes near it, so what
// is longer is skipped, and the game goes on.
const longestLine = 1 << 20

// input is what the player types, line by line.
type input struct {
	r     *bufio.Reader
	begun bool
	err   error // of the stream, nil for its end
}

func newInput(r io.Reader) *input { return &input{r: bufio.NewReader(r)} }

// next returns the next line without its end; long says that it was skipped for
// its length. It is false after the last one.
func (in *input) next() (text string, long, ok bool) {
	if in.err != nil {
		return "", false, false
	}
	var line []byte
	for {
		piece, err := in.r.ReadSlice('\n')
		if !in.begun {
			// Some editors put a byte order mark in front.
			piece = bytes.TrimPrefix(piece, []byte("\ufeff"))
			in.begun = true
		}
		if !long {
			line = append(line, piece...)
		}
		if len(line) > longestLine+1 { // with its end
			line, long = nil, true
		}
		switch {
		case err == nil:
			return string(bytes.TrimSuffix(line, []byte("\n"))), long, true
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return string(line), long, long || len(line) > 0
		default:
			in.err = err
			return "", false, false
		}
	}
}
