package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/record"
)

// Header is the first line of a results file: what a match must be the same in to
// go on, and which program keeps it.
type Header struct {
	Version  int      `json:"match"`
	Game     string   `json:"game"`
	Specs    []string `json:"contestants"`
	Controls []string `json:"controls"`
	Openings string   `json:"openings"`
	List     string   `json:"list,omitempty"` // names the listed openings by their text
	Seed     string   `json:"seed"`
	Proofs   uint64   `json:"proofs,omitempty"`  // nodes a proof of an outcome may take
	Program  string   `json:"program,omitempty"` // may differ, older files have none; see Store.Program
	Gauntlet bool     `json:"gauntlet,omitempty"`
	Begun    string   `json:"begun,omitempty"` // of an event, may differ: the day, and the machine
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

	// Begun says when and where an event began, "" where the file is new or of a match.
	Begun string

	out     io.Writer // nil for no file
	players [2]int    // of the results that are added, zero where there are but two
}

// of returns the results of two contestants of an event. What is added to it follows in
// the same file.
func (s *Store) of(players [2]int) *Store {
	part := &Store{Program: s.Program, out: s.out, players: players}
	for _, r := range s.Results {
		if r.Players == players {
			part.Results = append(part.Results, r)
		}
	}
	return part
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
			if begun, _ := record.Marshal(h); n == 1 && !bytes.HasPrefix(begun, line) {
				return nil, 0, inLine(n, errForeign) // not ours to cut off
			}
			break // a line without its end was cut off
		}
		if n == 1 {
			s.Program, s.Begun, err = h.check(line)
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
	r.Players = s.players
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
	line, err := record.Marshal(v)
	if err == nil {
		_, err = s.out.Write(append(line, '\n'))
	}
	return err
}

func (s *Store) read(line []byte, g game.Game) error {
	var r Result
	if err := json.Unmarshal(line, &r); err != nil {
		return because(err, "match.result", "game", g.Name())
	}
	if _, ok := r.Points(g); !ok || r.Pair < 0 {
		return newError("match.result", "game", g.Name())
	}
	s.Results = append(s.Results, r)
	return nil
}

// errForeign says that a file holds something else.
var errForeign = newError("match.foreign")

// check returns the program that a header names, and when it began. The error says in what
// the header differs from h.
func (h Header) check(line []byte) (program, begun string, err error) {
	var is Header
	if err := json.Unmarshal(line, &is); err != nil || is.Version == 0 {
		return "", "", errForeign
	}
	type field struct{ what, is, want string }
	fields := []field{
		{"version", fmt.Sprint(is.Version), fmt.Sprint(h.Version)},
		{"game", is.Game, h.Game},
	}
	if both := [][]string{h.Specs, h.Controls, is.Specs, is.Controls}; slices.ContainsFunc(both, func(list []string) bool { return len(list) != 2 }) {
		are, want := is.everybody(), h.everybody()
		for i := range max(len(are), len(want)) {
			f := field{what: "contestants"}
			if i < len(are) {
				f.is = are[i]
			}
			if i < len(want) {
				f.want = want[i]
			}
			fields = append(fields, f)
		}
	} else {
		fields = append(fields,
			field{"first", is.Specs[0], h.Specs[0]},
			field{"second", is.Specs[1], h.Specs[1]},
			field{"control1", is.Controls[0], h.Controls[0]},
			field{"control2", is.Controls[1], h.Controls[1]})
	}
	fields = append(fields,
		field{"openings", is.Openings, h.Openings},
		field{"list", is.List, h.List},
		field{"seed", is.Seed, h.Seed},
		field{"proofs", fmt.Sprint(is.Proofs), fmt.Sprint(h.Proofs)})
	for _, f := range fields {
		if f.is != f.want {
			e := newError(Differs, "what", f.what, "is", game.ShownOrEmpty(f.is), "want", game.ShownOrEmpty(f.want))
			e.Text = strings.Replace(e.Text, "{what}", texts[Label(f.what)], 1)
			return "", "", e
		}
	}
	return is.Program, is.Begun, nil
}

// everybody names the contestants of an event, with their limits, and whom the first one
// plays.
func (h Header) everybody() []string {
	list := slices.Clone(h.Specs)
	for i := range list {
		if i < len(h.Controls) && h.Controls[i] != "" {
			list[i] += " (" + h.Controls[i] + ")"
		}
	}
	if h.Gauntlet && len(list) > 0 {
		list[0] += " --gauntlet"
	}
	return list
}
