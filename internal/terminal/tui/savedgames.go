package tui

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/local"
	"cairn.example/record"
)

// SavedGames keeps games in a directory, a file each in our own format, written
// again after every ply. Its methods may be called by several goroutines.
//
// A state is first written as a draft, which takes a fraction of a millisecond and
// outlives the program but not a crash of the machine; then into the game's file,
// which waits for the disk. Reading takes the later of both.
type SavedGames struct {
	dir string

	mu      sync.Mutex
	written map[string]version // what we wrote last, by id
	drafts  map[string]int     // the number of the state drafted last, by id
}

// version is what is known of a file among the saved games.
type version struct {
	number int // of the game's states, so that an older one never replaces a newer
	name   string
	text   []byte
}

// NewSavedGames returns the saved games in a directory, which is made when first needed.
func NewSavedGames(dir string) *SavedGames {
	return &SavedGames{dir: dir, written: map[string]version{}, drafts: map[string]int{}}
}

// SavedGame is one of them.
type SavedGame struct {
	ID     string
	Record *record.Record
	Time   time.Time // when it was last played
	Plies  int

	// Open reports whether the game still goes on.
	Open bool
}

// The tags by which a saved game remembers what a record has no place for.
const (
	tagPlayers = "CairnSeats"  // who plays: "person level4"
	tagPly     = "CairnPly"    // where one stood
	tagClocks  = "CairnClocks" // milliseconds left: "250000 181500"
)

// The ends of the names of a game's file and of its draft.
const (
	savedExtension = ".cairn"
	draftExtension = ".jot"
)

// SaveDraft keeps a state of a game at once, until that is saved whole: number says which state,
// counted upwards.
func (s *SavedGames) SaveDraft(id string, number int, r *record.Record) error {
	return s.store(r, func(text []byte) error {
		s.drafts[id] = max(s.drafts[id], number)
		return files.WriteUnsynced(filepath.Join(s.dir, id+draftExtension), text, 0o600)
	})
}

// Save keeps a state of a game for good; one that comes late is dropped. Where
// another program has written to the game's file since, both stay: the file
// as it is, and ours under a new name.
func (s *SavedGames) Save(id string, number int, r *record.Record) error {
	return s.store(r, func(text []byte) error {
		last := s.written[id]
		if number <= last.number {
			return nil
		}
		if last.name == "" {
			last.name = id
		}
		if there, err := os.ReadFile(s.path(last.name)); err == nil && last.text != nil && !bytes.Equal(there, last.text) {
			var err error
			if last.name, err = s.free(last.name); err != nil {
				return err
			}
		}
		if err := files.Write(s.path(last.name), text, 0o600); err != nil {
			return err
		}
		s.written[id] = version{number, last.name, text}
		if s.drafts[id] <= number {
			os.Remove(filepath.Join(s.dir, id+draftExtension))
		}
		return nil
	})
}

// store has write put the text of a game into the directory, which it makes where
// there is none; meanwhile nobody else reads or writes there.
func (s *SavedGames) store(r *record.Record, write func(text []byte) error) error {
	if s == nil {
		return nil
	}
	var text bytes.Buffer
	if _, err := (record.Cairn{}).Write(&text, r); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return write(text.Bytes())
}

// adopt notes that a file, as it is now, was written by us.
func (s *SavedGames) adopt(id string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ours := s.written[id]; !ours {
		s.written[id] = version{name: id, text: text}
	}
}

func (s *SavedGames) path(name string) string { return filepath.Join(s.dir, name+savedExtension) }

// free returns a name like the given one under which there is no file; an error where
// all that are tried are taken, for then there is something wrong with the directory.
func (s *SavedGames) free(name string) (string, error) {
	const most = 99
	for n := 2; n <= most; n++ {
		other := fmt.Sprintf("%s-%d", name, n)
		switch _, err := os.Lstat(s.path(other)); {
		case errors.Is(err, fs.ErrNotExist):
			return other, nil
		case err != nil:
			return "", err
		}
	}
	return "", &fs.PathError{Op: "write", Path: s.path(fmt.Sprintf("%s-%d", name, most)), Err: fs.ErrExist}
}

// Remove deletes a saved game.
func (s *SavedGames) Remove(id string) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.written, id)
	os.Remove(filepath.Join(s.dir, id+draftExtension))
	err := os.Remove(s.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// UnreadableError says that some of the saved games cannot be read.
type UnreadableError struct {
	Files []string
}

// Error names the files.
func (e *UnreadableError) Error() string {
	return "saved games that cannot be read: " + strings.Join(e.Files, ", ")
}

// List returns the saved games that can be read, the one played last first. The
// error is that of the directory, or an *[UnreadableError] about other games, beside
// the list.
func (s *SavedGames) List() ([]SavedGame, error) {
	if s == nil {
		return nil, nil
	}
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	type file struct {
		id   string
		time time.Time
	}
	var found []file
	at := map[string]int{}
	for _, e := range entries {
		id, ours := strings.CutSuffix(e.Name(), savedExtension)
		if !ours {
			id, ours = strings.CutSuffix(e.Name(), draftExtension)
		}
		info, err := e.Info()
		if !ours || err != nil || !info.Mode().IsRegular() || strings.HasPrefix(id, ".") {
			continue
		}
		if i, twice := at[id]; twice {
			if info.ModTime().After(found[i].time) {
				found[i].time = info.ModTime()
			}
			continue
		}
		at[id] = len(found)
		found = append(found, file{id, info.ModTime()})
	}
	sort.Slice(found, func(i, j int) bool {
		if !found[i].time.Equal(found[j].time) {
			return found[i].time.After(found[j].time)
		}
		return found[i].id > found[j].id
	})
	var list []SavedGame
	var unreadable UnreadableError
	for _, f := range found {
		k, err := s.read(f.id)
		switch {
		case err == nil:
			k.Time = f.time
			list = append(list, k)
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile, or a draft that was never whole
		default:
			unreadable.Files = append(unreadable.Files, s.path(f.id))
		}
	}
	if len(unreadable.Files) > 0 {
		return list, &unreadable
	}
	return list, nil
}

// read returns a game: its draft where that is whole, for it is
// the later state, else what its file holds.
func (s *SavedGames) read(id string) (SavedGame, error) {
	if text, err := os.ReadFile(filepath.Join(s.dir, id+draftExtension)); err == nil {
		if k, err := parseSaved(id, text); err == nil {
			return k, nil
		}
	}
	text, err := os.ReadFile(s.path(id))
	if err != nil {
		return SavedGame{}, err
	}
	return parseSaved(id, text)
}

func parseSaved(id string, text []byte) (SavedGame, error) {
	for e := range (record.Cairn{}).Read(bytes.NewReader(text), record.Options{File: id}) {
		if e.Err != nil {
			return SavedGame{}, e.Err
		}
		return SavedGame{
			ID: id, Record: e.Record, Plies: len(e.Record.Moves),
			Open: e.Record.Result == game.Ongoing && e.Record.Termination == record.Unknown,
		}, nil
	}
	return SavedGame{}, errors.New("the file holds no game")
}

// Open reads a game again, to go on with it.
func (s *SavedGames) Open(id string) (*local.Session, error) {
	text, missing := os.ReadFile(s.path(id))
	k, err := s.read(id)
	if err != nil {
		return nil, err
	}
	session, err := local.Open(k.Record)
	if err == nil && missing == nil {
		s.adopt(id, text)
	}
	return session, err
}

// halfWrittenFor is after how long nobody can be writing a file any more.
const halfWrittenFor = time.Hour

// RemoveLeftovers removes what a killed program has left half written, judged by now.
func (s *SavedGames) RemoveLeftovers(now time.Time) {
	if s == nil {
		return
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return // what cannot be listed is not ours to tidy
	}
	halfWritten := regexp.MustCompile(`^\..+\.(cairn|jot)\.[0-9]+$`) // so does package files name what it has not finished
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && halfWritten.MatchString(e.Name()) && now.Sub(info.ModTime()) > halfWrittenFor {
			os.Remove(filepath.Join(s.dir, e.Name()))
		}
	}
}
