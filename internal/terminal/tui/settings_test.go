package tui

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/internal/files"
)

func TestSettingsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config", "cairn", "settings.json")
	file := NewSettingsFile(path)
	if s, err := file.Read(); err != nil || s != (Settings{}) {
		t.Fatalf("without a file: %+v, %v", s, err)
	}
	want := Settings{Language: "pl", Name: "Ada “A” Ł", Game: "dvonn", Opponent: "level7", Still: true}
	for range 2 { // the second time over a file
		if err := file.Write(want); err != nil {
			t.Fatal(err)
		}
	}
	if s, err := file.Read(); err != nil || s != want {
		t.Fatalf("read %+v, %v; want %+v", s, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// A damaged file is moved aside, each time under a name of its own, and new
// settings can be written.
func TestDamagedSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	file := NewSettingsFile(path)
	asides := map[string]bool{}
	for _, text := range []string{"", "{", `{"v":1,"name":7}`, `{"name":"no version"}`, "\x00\x00\x00", `[]`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := file.Read()
		var damaged *files.Damaged
		if !errors.As(err, &damaged) || s != (Settings{}) {
			t.Fatalf("%q: %+v, %v", text, s, err)
		}
		kept, err := os.ReadFile(damaged.Aside)
		if err != nil || string(kept) != text || asides[damaged.Aside] {
			t.Errorf("%q was moved to %s: %q, %v", text, damaged.Aside, kept, err)
		}
		asides[damaged.Aside] = true
		if err := file.Write(Settings{Name: "anew"}); err != nil {
			t.Fatal(err)
		}
	}
	newer := `{"v":2,"name":"later"}`
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Read(); !errors.Is(err, ErrNewerSettings) {
		t.Errorf("settings of a later version: %v", err)
	}
	if kept, _ := os.ReadFile(path); string(kept) != newer {
		t.Errorf("settings of a later version became %q", kept)
	}
}

// What is chosen is stored: the form's fields when a game begins, the language at
// once, the level and the animation as they change.
func TestSettingsAreRemembered(t *testing.T) {
	file := NewSettingsFile(filepath.Join(t.TempDir(), "settings.json"))
	r := newHarness(t, Options{SettingsFile: file, Animate: true, NewGame: NewGame{Name: "Ada", Opponent: "level2"}})
	stored := func(want Settings) {
		t.Helper()
		if s, err := file.Read(); err != nil || s != want {
			t.Fatalf("stored %+v, %v; want %+v", s, err, want)
		}
	}
	s := r.a.top().(*startScreen)
	for i, f := range s.rows() {
		if f.id == "language" {
			s.at = i
		}
	}
	r.press("right")
	want := Settings{Language: r.a.Catalog.Lang()}
	if want.Language == "en" {
		t.Fatal("the language has not changed")
	}
	stored(want)
	r.press("home", "enter")
	want.Name, want.Game, want.Opponent = "Ada", "lyngk", "level2"
	stored(want)
	r.press(":")
	r.typeText("level 3")
	r.press("enter")
	want.Opponent = "level3"
	stored(want)
	r.press(":")
	r.typeText("lang nl")
	r.press("enter")
	want.Language = "nl"
	stored(want)
	r.run(r.gameScreen().switchMotion())
	want.Still = true
	stored(want)
}

// A person as opponent is remembered as such, not as never chosen.
func TestPersonIsRemembered(t *testing.T) {
	file := NewSettingsFile(filepath.Join(t.TempDir(), "settings.json"))
	r := newHarness(t, Options{SettingsFile: file})
	r.a.top().(*startScreen).field("opponent").pick("")
	r.press("enter")
	if s, err := file.Read(); err != nil || s.Opponent != Person {
		t.Errorf("stored %+v, %v", s, err)
	}
}

func TestSettingsCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := newHarness(t, Options{SettingsFile: NewSettingsFile(filepath.Join(dir, "file", "settings.json"))})
	r.press("enter")
	r.sees("Your settings can’t be saved")
	r.press("enter")
	if r.a.gameScreen() == nil {
		t.Error("no game began")
	}
}

// The notice stands in front of the start screen, which lists its games behind it.
func TestNoticeAtTheStart(t *testing.T) {
	saved := NewSavedGames(t.TempDir())
	r := opened(t, "lyngk", "demo", Options{SavedGames: saved, Catalog: catalogOf("en")}, Setup{})
	r.press("enter", "tab", "enter")
	r.a.close()
	r = newHarness(t, Options{SavedGames: saved, Notice: "Something is odd."})
	r.sees("Something is odd.")
	r.press("enter")
	if strings.Contains(r.text(), "Something is odd.") {
		t.Error("the notice stays")
	}
	r.sees("LYNGK, Player 1 – Player 2, 1 move")
}
