package tui

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cairn.example/internal/files"
)

// Settings are what the program remembers from one run to the next. Empty fields
// were never chosen.
type Settings struct {
	Language string `json:"language,omitempty"` // a code of the catalog
	Name     string `json:"name,omitempty"`     // the player's, for records
	Game     string `json:"game,omitempty"`     // the id of the game played last
	Opponent string `json:"opponent,omitempty"` // a name of [Engines], or "person"

	// Muted are the ids of people whose chat is not shown, with blanks between, the last one muted at the end.
	Muted string `json:"muted,omitempty"`

	// Still shows moves at once instead of letting stacks travel.
	Still bool `json:"still,omitempty"`
}

// SettingsFile is where the settings are stored.
type SettingsFile struct{ path string }

// NewSettingsFile returns the file of that path, which is written when something
// is first chosen.
func NewSettingsFile(path string) *SettingsFile { return &SettingsFile{path} }

// settingsVersion is that of the file's form.
const settingsVersion = 1

// storedSettings is the form of the file.
type storedSettings struct {
	Version int `json:"v"`
	Settings
}

// ErrNewerSettings says that the settings come from a later version of the
// program.
var ErrNewerSettings = errors.New("they come from a later version of this program")

// Read returns the settings; none where there is no file yet. A damaged file is
// moved aside, and the error is then a [*files.Damaged]: new settings can be
// written. After any other error the file must be left alone.
func (f *SettingsFile) Read() (Settings, error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	var stored storedSettings
	err = json.Unmarshal(text, &stored)
	switch {
	case err == nil && stored.Version > settingsVersion:
		return Settings{}, ErrNewerSettings
	case err == nil && stored.Version == settingsVersion:
		return stored.Settings, nil
	}
	return Settings{}, files.MoveAside(f.path)
}

// Write stores the settings: under the file's name there is at any moment either
// what was there before or all that is new.
func (f *SettingsFile) Write(s Settings) error {
	text, err := json.MarshalIndent(storedSettings{settingsVersion, s}, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	return files.Write(f.path, append(text, '\n'), 0o600)
}
