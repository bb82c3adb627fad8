package mine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// gameLine is a line of a seam: what a game contains.
type gameLine struct {
	Number int     `json:"number"`
	Found  []Found `json:"found"`
}

// seamHeader is the first line of a seam: finds of other settings do not mix.
type seamHeader struct {
	Game     string   `json:"game"`
	Settings Settings `json:"settings"`
}

// Seam is the file of what was found, one line a game. A line that a killed process
// left unfinished is cut off when the file is opened.
type Seam struct {
	file *os.File

	// Done holds the numbers of the games in the file.
	Done map[int]bool
}

// ErrOtherSettings says that a seam was begun with other settings.
var ErrOtherSettings = errors.New("the file was begun for another game or with other settings")

// ReadSeam returns what a seam holds. A game stands in it once.
func ReadSeam(name string) (game string, settings Settings, finds []Found, done map[int]bool, err error) {
	h, finds, done, _, err := readSeam(name)
	return h.Game, h.Settings, finds, done, err
}

// readSeam reads a seam; whole is the length of its whole lines.
func readSeam(name string) (h seamHeader, finds []Found, done map[int]bool, whole int64, err error) {
	done = map[int]bool{}
	data, err := os.ReadFile(name)
	if err != nil {
		return h, nil, done, 0, err
	}
	n := 0
	for len(data) > 0 {
		end := bytes.IndexByte(data, '\n')
		if end < 0 {
			break // a line that was being written
		}
		n++
		if n == 1 {
			if err := json.Unmarshal(data[:end], &h); err != nil {
				return h, nil, done, 0, fmt.Errorf("line 1: %w", err)
			}
		} else {
			var l gameLine
			if err := json.Unmarshal(data[:end], &l); err != nil {
				return h, nil, done, 0, fmt.Errorf("line %d: %w", n, err)
			}
			if !done[l.Number] {
				done[l.Number] = true
				finds = append(finds, l.Found...)
			}
		}
		data = data[end+1:]
		whole += int64(end) + 1
	}
	return h, finds, done, whole, nil
}

// OpenSeam opens a seam to add games to it, or begins one.
func OpenSeam(name, game string, s Settings) (*Seam, error) {
	h, _, done, whole, err := readSeam(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	want := seamHeader{Game: game, Settings: s}
	if whole > 0 && h != want {
		return nil, ErrOtherSettings
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	seam := &Seam{file: f, Done: done}
	err = f.Truncate(whole)
	if err == nil {
		_, err = f.Seek(whole, 0)
	}
	if err == nil && whole == 0 {
		err = seam.write(want)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return seam, nil
}

// Add writes what a game contains.
func (s *Seam) Add(number int, found []Found) error {
	s.Done[number] = true
	return s.write(gameLine{Number: number, Found: found})
}

// write writes one line with one call.
func (s *Seam) write(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := s.file.Write(b.Bytes())
	return err
}

// Close closes the file.
func (s *Seam) Close() error { return s.file.Close() }
