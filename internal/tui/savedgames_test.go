package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/record"
)

// stages returns records of one game after one ply, two plies and so on.
func stages(t *testing.T, n int) []*record.Record {
	t.Helper()
	s := local.New(games.All()[0].Start("saved"))
	var list []*record.Record
	for range n {
		if err := s.Play(sorted(s.Position())[0]); err != nil {
			t.Fatal(err)
		}
		list = append(list, s.Record())
	}
	return list
}

// plies returns how many plies each saved game has, as a stranger reads it.
func plies(t *testing.T, dir string) []int {
	t.Helper()
	games, err := NewSavedGames(dir).List()
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, k := range games {
		list = append(list, k.Plies)
	}
	return list
}

func TestSavedGames(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "down")
	r := stages(t, 4)
	s := NewSavedGames(dir)
	check := func(what string, want ...int) {
		t.Helper()
		got := plies(t, dir)
		if len(got) != len(want) {
			t.Fatalf("%s: games of %v plies, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: games of %v plies, want %v", what, got, want)
			}
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check("empty")
	must(s.SaveDraft("a", 1, r[0]))
	check("jotted only", 1)
	must(s.Save("a", 1, r[0]))
	check("put", 1)
	must(s.SaveDraft("a", 3, r[2]))
	must(s.Save("a", 2, r[1])) // the disk is behind
	check("jotted ahead", 3)
	must(s.Save("a", 3, r[2]))
	must(s.Save("a", 2, r[1])) // late
	check("late", 3)
	if _, err := os.Stat(filepath.Join(dir, "a"+draftExtension)); err == nil {
		t.Error("what was jotted down stays after it was put")
	}
	// Half a note, as a full disk leaves one, does not hide the game.
	must(os.WriteFile(filepath.Join(dir, "a"+draftExtension), []byte("[Game"), 0o600))
	check("a broken note", 3)
	must(os.Remove(filepath.Join(dir, "a"+draftExtension)))
	// Another program has gone on with the game: both are kept.
	other := NewSavedGames(dir)
	if _, err := other.Open("a"); err != nil {
		t.Fatal(err)
	}
	must(other.Save("a", 1, r[0]))
	must(s.Save("a", 4, r[3]))
	got := plies(t, dir)
	if len(got) != 2 || got[0]+got[1] != 5 {
		t.Fatalf("games of %v plies, want one of 1 and one of 4", got)
	}
	must(s.Remove("a"))
	must(s.Remove("a"))
	check("removed", 4)
	// What is no game is left alone and left out.
	must(os.WriteFile(filepath.Join(dir, "b.cairn"), []byte("not a record"), 0o600))
	must(os.WriteFile(filepath.Join(dir, "c.txt"), nil, 0o600))
	check("strangers", 4)
}

func TestSavedGamesCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	o := trueColor
	o.SavedGames = NewSavedGames(filepath.Join(file, "below"))
	r := opened(t, "lyngk", "demo", o, Setup{})
	r.press("enter", "tab", "enter")
	if !strings.Contains(r.text(), "could not be saved") {
		t.Fatalf("nobody hears of it:\n%s", r.text())
	}
	if len(moves(r.gameScreen())) != 1 {
		t.Error("one cannot play on")
	}
	var none *SavedGames
	if err := none.Save("a", 1, stages(t, 1)[0]); err != nil {
		t.Error(err)
	}
	if list, err := none.List(); err != nil || list != nil {
		t.Error("no saved games hold something")
	}
}

// What a kill in the middle of writing leaves behind goes away in time, and
// nothing else does.
func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	old := []string{".a.cairn.123", ".a.jot.9"}
	stay := []string{"a.cairn", "a.jot", ".a.cairn", ".a.cairn.x1", "notes.cairn.123", ".fresh.cairn.123"}
	then := time.Now().Add(-2 * time.Hour)
	for _, name := range append(append([]string(nil), old...), stay...) {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if name != ".fresh.cairn.123" {
			if err := os.Chtimes(path, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.Mkdir(filepath.Join(dir, ".d.cairn.1"), 0o700); err != nil {
		t.Fatal(err)
	}
	NewSavedGames(dir).RemoveLeftovers(time.Now())
	for _, name := range old {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range append(stay, ".d.cairn.1") {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Errorf("%s is gone: %v", name, err)
		}
	}
	NewSavedGames(filepath.Join(dir, "none")).RemoveLeftovers(time.Now()) // no directory is no fault
}
