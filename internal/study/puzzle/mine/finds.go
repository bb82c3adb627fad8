package mine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"cairn.example/internal/files"
	"cairn.example/record"
)

// Finds is what a file of finds holds.
type Finds struct {
	// Game and Settings are what the file was begun for: finds of other settings do
	// not mix. Game is "" for a file without a whole line.
	Game     string
	Settings Settings

	// List holds the finds in the order of the file, those of a game that stands there
	// twice once; Done the numbers of the games.
	List []Found
	Done map[int]bool

	whole int64 // length of the whole lines
}

// findsHeader is the first line of a file of finds.
type findsHeader struct {
	Game     string   `json:"game"`
	Settings Settings `json:"settings"`
}

// gameLine is any other line: what a game contains.
type gameLine struct {
	Number int     `json:"number"`
	Found  []Found `json:"found"`
}

// ErrOtherSettings says that a file of finds was begun with other settings.
var ErrOtherSettings = errors.New("the file was begun for another game or with other settings")

// LineError says that a line does not belong in a file of finds.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what the line says wrong.
func (e *LineError) Unwrap() error { return e.Err }

// ReadFinds reads a file of finds. A last line that a killed process left unfinished is
// not read. The error is a *[LineError] or that of reading the file.
func ReadFinds(name string) (Finds, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Finds{}, err
	}
	return parseFinds(data)
}

func parseFinds(data []byte) (Finds, error) {
	f := Finds{Done: map[int]bool{}}
	for n := 1; ; n++ {
		end := bytes.IndexByte(data[f.whole:], '\n')
		if end < 0 {
			return f, nil
		}
		line := data[f.whole:][:end]
		if err := f.add(n, line); err != nil {
			return Finds{}, &LineError{n, err}
		}
		f.whole += int64(end) + 1
	}
}

// add reads line number n.
func (f *Finds) add(n int, line []byte) error {
	if n == 1 {
		var h findsHeader
		err := json.Unmarshal(line, &h)
		f.Game, f.Settings = h.Game, h.Settings
		return err
	}
	var l gameLine
	if err := json.Unmarshal(line, &l); err != nil {
		return err
	}
	if !f.Done[l.Number] {
		f.Done[l.Number] = true
		f.List = append(f.List, l.Found...)
	}
	return nil
}

// FindsFile is a file of finds that is open for more, one line a game.
type FindsFile struct {
	file *os.File

	// Done holds the numbers of the games in the file.
	Done map[int]bool
}

// OpenFinds opens a file of finds to add games to it, or begins one. A line that a killed
// process left unfinished is cut off. The error is [ErrOtherSettings], a *[LineError], or
// that of the file.
func OpenFinds(name, game string, s Settings) (*FindsFile, error) {
	if err := files.NoDevice(name); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	finds, err := parseFinds(data)
	if err != nil {
		return nil, err
	}
	header, err := record.Marshal(findsHeader{Game: game, Settings: s})
	switch {
	case err != nil:
		return nil, err
	case finds.whole > 0 && (finds.Game != game || finds.Settings != s):
		return nil, ErrOtherSettings
	case finds.whole == 0 && !bytes.HasPrefix(header, data):
		// Not one of ours that was cut off in its first line.
		return nil, &LineError{1, errors.New("it is not the first line of a file of finds")}
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	err = file.Truncate(finds.whole)
	if err == nil {
		_, err = file.Seek(finds.whole, 0)
	}
	if err == nil && finds.whole == 0 {
		_, err = file.Write(append(header, '\n'))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &FindsFile{file: file, Done: finds.Done}, nil
}

// Add writes what a game contains, with one call, so that a line is whole or the last.
func (f *FindsFile) Add(number int, found []Found) error {
	line, err := record.Marshal(gameLine{Number: number, Found: found})
	if err != nil {
		return err
	}
	f.Done[number] = true
	_, err = f.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (f *FindsFile) Close() error { return f.file.Close() }
