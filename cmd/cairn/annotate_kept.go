package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"cairn.example/internal/files"
	"cairn.example/record"
)

// errOtherRun says that a file of judged games was begun by another run than this one.
var errOtherRun = errors.New("begun by another run")

// keptGames is the file beside the output that keeps each game as soon as it is judged, so
// that the same command goes on after an interruption. It has a line of JSON for how games
// are judged, then one for each game; a line that a kill cut short is lost.
type keptGames struct {
	before map[int]*record.Record // those of earlier runs, by their number in the input

	mu   sync.Mutex
	file *os.File
	n    int // how many there are
}

// keptGame is the line of a game, in our own format.
type keptGame struct {
	Number int    `json:"number"`
	Record string `json:"record"`
}

// openKept opens the file or begins it. The error is [errOtherRun] where it says another
// way of judging.
func openKept(name string, how any) (*keptGames, error) {
	header, err := json.Marshal(how)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	k := &keptGames{file: f, before: map[int]*record.Record{}}
	if err := k.read(header); err != nil {
		f.Close()
		return nil, err
	}
	k.n = len(k.before)
	return k, nil
}

func (k *keptGames) read(header []byte) error {
	if !files.TryLock(k.file) {
		return errOtherRun
	}
	in := bufio.NewReader(k.file)
	whole := int64(0)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		switch {
		case whole == 0 && !bytes.Equal(line, append(header, '\n')) && !bytes.HasPrefix(header, line):
			return errOtherRun
		case err != nil:
			return k.begin(header, whole)
		case whole > 0:
			var g keptGame
			if err := json.Unmarshal(line, &g); err != nil {
				return errOtherRun
			}
			for e := range (record.Cairn{}).Read(strings.NewReader(g.Record), record.Options{}) {
				if e.Err != nil {
					return errOtherRun
				}
				k.before[g.Number] = e.Record
			}
		}
		whole += int64(len(line))
	}
}

// begin goes on behind the whole lines.
func (k *keptGames) begin(header []byte, whole int64) error {
	err := k.file.Truncate(whole)
	if err == nil {
		_, err = k.file.Seek(whole, io.SeekStart)
	}
	if err == nil && whole == 0 {
		_, err = k.file.Write(append(header, '\n'))
	}
	return err
}

// add keeps a game, in one call so that its line is whole or the last.
func (k *keptGames) add(number int, r *record.Record) error {
	var text strings.Builder
	if _, err := (record.Cairn{}).Write(&text, r); err != nil {
		return err
	}
	line, err := json.Marshal(keptGame{number, text.String()})
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.n++
	_, err = k.file.Write(append(line, '\n'))
	return err
}

// of returns what is kept of a game, nil for nothing. The error is [errOtherRun] where it
// is another game that stands there by this number.
func (k *keptGames) of(number int, r *record.Record) (*record.Record, error) {
	is := k.before[number]
	if is != nil && (is.Game != r.Game || is.Start != r.Start || !slices.Equal(is.Texts(), r.Texts())) {
		return nil, errOtherRun
	}
	return is, nil
}

// close closes the file, and removes it where it is not needed any more or holds no game.
// It returns how many games are kept.
func (k *keptGames) close(remove bool) int {
	if k == nil {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.file.Close()
	if remove || k.n == 0 {
		os.Remove(k.file.Name())
		return 0
	}
	return k.n
}
