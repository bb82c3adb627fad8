package line

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// longestLine bounds a line of input: no move or command comes near it, so what
// is longer is skipped, and the game goes on.
const longestLine = 1 << 20

// input is what the player types, line by line.
type input struct {
	r     *bufio.Reader
	begun bool
	err   error // of the stream, nil for its end

	// typed carries a line that is read while other things happen; reading says that one will come.
	typed   chan inputLine
	reading bool

	// held are lines of a pipe that wait until there is something to decide.
	held []inputLine

	// over says that the input has ended.
	over bool

	// ended says that nothing more is typed: who watches is shown the game to its end.
	ended bool
}

func newInput(r io.Reader) *input {
	return &input{r: bufio.NewReader(r), typed: make(chan inputLine, 1)}
}

// start reads the next line, unless that is under way, and sends it on typed.
func (in *input) start() {
	if !in.reading {
		in.reading = true
		go func() { in.typed <- in.next() }()
	}
}

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
	text, long, err := ReadLine(in.r)
	if !in.begun {
		// Some editors put a byte order mark in front.
		text = strings.TrimPrefix(text, "\ufeff")
		in.begun = true
	}
	switch {
	case err == nil:
		return inputLine{text, long, true}
	case errors.Is(err, io.EOF):
		return inputLine{text, long, long || text != ""}
	}
	in.err = err
	return inputLine{}
}

// ReadLine reads a line and returns it without its end; the last one, which may have no
// end, comes with io.EOF. One that is too long to mean anything is skipped, so that no
// input fills the memory: text is then empty and long is true. Any other error is one of r.
func ReadLine(r *bufio.Reader) (text string, long bool, err error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		if !long {
			line = append(line, piece...)
		}
		if len(line) > longestLine+1 { // with its end
			line, long = nil, true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		return string(bytes.TrimSuffix(line, []byte("\n"))), long, err
	}
}
