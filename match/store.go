package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"cairn.example/game"
)

// Header is the first line of a results file: what a match must be the same in to
// go on, and which program keeps it.
type Header struct {
	Version  int       `json:"match"`
	Game     string    `json:"game"`
	Specs    [2]string `json:"contestants"`
	Controls [2]string `json:"controls"`
	Openings string    `json:"openings"`
	List     string    `json:"list,omitempty"` // names the listed openings by their text; older files have none
	Seed     string    `json:"seed"`
	Proofs   uint64    `json:"proofs,omitempty"`  // nodes a proof of an outcome may take
	Program  string    `json:"program,omitempty"` // may differ, older files have none; see Store.Program
}

// version is that of the results file.
const version = 1

// Store is a results file: a line with the header, then a line a game. The zero value
// keeps results in memory only; [OpenStore] makes one of a file.
type Store struct {
	// Results are the games that were there, in their order.
	Results []Result

	// Program is the version of the program that began the file; "" where the file
	// is new, or so old that its header does not name one. Results of two versions
	// are not comparable, so callers warn when it differs.
	Program string

	out io.Writer // nil for no file
}

// maxResult bounds a line of a results file.
const maxResult = 4 << 20

// OpenStore reads a results file that is going to be appended to, and writes nothing
// yet. A last line that was cut off by an interruption is left out; keep tells how many
// bytes of the file are sound, and out must go on there: cut the file to that length
// first. Where keep is 0 the file has no header yet, and [Store.Begin] writes it. The
// error says in what a header differs, or which line is broken.
func OpenStore(in io.Reader, out io.Writer, g game.Game, h Header) (s *Store, keep int64, err error) {
	h.Version, h.Game = version, g.ID()
	s = &Store{out: out}
	r := bufio.NewReaderSize(in, 1<<16)
	for n := 1; ; n++ {
		line, err := readResult(r)
		if err != nil && err != io.EOF && len(line) <= maxResult {
			return nil, 0, err
		}
		if len(line) > maxResult {
			return nil, 0, inLine(n, newError("match.line_long"))
		}
		if err == io.EOF {
			if begun, _ := encode(h); n == 1 && !bytes.HasPrefix(begun, line) {
				return nil, 0, inLine(n, errForeign) // not ours to cut off
			}
			break // a line without its end was cut off
		}
		if n == 1 {
			s.Program, err = h.check(line)
		} else {
			err = s.read(line, g)
		}
		if err != nil {
			return nil, 0, inLine(n, err)
		}
		keep += int64(len(line))
	}
	return s, keep, nil
}

// readResult reads a line, of one that is too long no more than shows that.
func readResult(r *bufio.Reader) (line []byte, err error) {
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) || len(line) > maxResult {
			return line, err
		}
	}
}

// Begin writes the header of a new file. The error is that of writing it.
func (s *Store) Begin(g game.Game, h Header) error {
	h.Version, h.Game = version, g.ID()
	return s.write(h)
}

// Add keeps the result of one game and writes it. The error is that of writing it.
func (s *Store) Add(r Result) error {
	if err := s.write(r); err != nil {
		return err
	}
	s.Results = append(s.Results, r)
	return nil
}

// write writes one line with one call, so that an interruption cuts at most the
// last one.
func (s *Store) write(v any) error {
	if s.out == nil {
		return nil
	}
	line, err := encode(v)
	if err == nil {
		_, err = s.out.Write(line)
	}
	return err
}

// encode returns v as a line of the file.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func (s *Store) read(line []byte, g game.Game) error {
	var r Result
	if err := json.Unmarshal(line, &r); err != nil {
		return &Error{Code: "match.result", Args: map[string]string{"game": g.Name()}, Err: err}
	}
	if _, ok := r.Points(g); !ok || r.Pair < 0 {
		return newError("match.result", "game", g.Name())
	}
	s.Results = append(s.Results, r)
	return nil
}

// errForeign says that a file holds something else.
var errForeign = newError("match.foreign")

// check returns the program that a header names. The error says in what the
// header differs from h.
func (h Header) check(line []byte) (program string, err error) {
	var is Header
	if err := json.Unmarshal(line, &is); err != nil || is.Version == 0 {
		return "", errForeign
	}
	if is.List == "" {
		h.List = ""
	}
	for _, f := range []struct{ what, is, want string }{
		{"version", fmt.Sprint(is.Version), fmt.Sprint(h.Version)},
		{"game", is.Game, h.Game},
		{"first", is.Specs[0], h.Specs[0]},
		{"second", is.Specs[1], h.Specs[1]},
		{"control1", is.Controls[0], h.Controls[0]},
		{"control2", is.Controls[1], h.Controls[1]},
		{"openings", is.Openings, h.Openings},
		{"list", is.List, h.List},
		{"seed", is.Seed, h.Seed},
		{"proofs", fmt.Sprint(is.Proofs), fmt.Sprint(h.Proofs)},
	} {
		if f.is != f.want {
			return "", newError(differs, "what", f.what, "is", shown(f.is), "want", shown(f.want))
		}
	}
	return is.Program, nil
}
