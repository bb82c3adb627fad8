package tui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// DamagedSettings says that the file of the settings cannot be read and was
// moved aside.
type DamagedSettings struct{ File, Aside string }

func (d *DamagedSettings) Error() string {
	return fmt.Sprintf("the settings in %s are damaged and were moved to %s", d.File, d.Aside)
}

// Read returns the settings; none where there is no file yet. A damaged file is
// moved aside, and the error is then a [*DamagedSettings]: new settings can be
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
	aside := f.path + ".damaged"
	for n := 2; ; n++ {
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) || n > 99 {
			break
		}
		aside = fmt.Sprintf("%s.damaged-%d", f.path, n)
	}
	if err := os.Rename(f.path, aside); err != nil {
		return Settings{}, err
	}
	return Settings{}, &DamagedSettings{f.path, aside}
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
	return writeWhole(f.path, append(text, '\n'), true)
}
