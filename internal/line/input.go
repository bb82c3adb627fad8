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

// inputLine is a line of input without its end.
type inputLine struct {
	text string
	// long says that the line was skipped for its length.
	long bool
	// ok is false after the last line.
	ok bool
}

// next returns the next line.
func (in *input) next() inputLine {
	if in.err != nil {
		return inputLine{}
	}
	var line []byte
	long := false
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
			return inputLine{string(bytes.TrimSuffix(line, []byte("\n"))), long, true}
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return inputLine{string(line), long, long || len(line) > 0}
		default:
			in.err = err
			return inputLine{}
		}
	}
}
