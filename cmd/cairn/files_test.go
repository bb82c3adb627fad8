package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
)

func TestOpenDirectory(t *testing.T) {
	if _, err := openFile(t.TempDir()); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("opening a directory gives %v", err)
	}
}

// TestLoadWithoutGame says in the reader's language that an archive holds no game.
func TestLoadWithoutGame(t *testing.T) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := errors.Join(w.WriteHeader(&tar.Header{Name: "games/", Typeflag: tar.TypeDir, Mode: 0o755}), w.Close()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "games.tar")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err := (&gameFiles{catalog: i18n.New("de")}).Load(name)
	if err == nil || err.Error() != "die Eingabe enthält keine Partie" {
		t.Errorf("an archive without games is loaded with %v", err)
	}
}

// TestSaveGzip saves a game under names with .gz and loads it again.
func TestSaveGzip(t *testing.T) {
	f := &gameFiles{catalog: i18n.New(i18n.Fallback)}
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	for name, begins := range map[string]string{"x.cairn": "[Game ", "x.json": `{"game":`, "x.cairn.gz": "\x1f\x8b", "x.JSON.GZ": "\x1f\x8b", "x.gz": "\x1f\x8b"} {
		s := local.New(g.Start(""))
		m, err := g.Start("").ParseMove("e3")
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Play(m); err != nil {
			t.Fatal(err)
		}
		name = filepath.Join(t.TempDir(), name)
		if _, err := f.Save(name, s, false); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(name); err != nil || !strings.HasPrefix(string(b), begins) {
			t.Errorf("%s begins with %.10q, %v", name, b, err)
		}
		again, warnings, err := f.Load(name)
		if err != nil || len(warnings) > 0 || strings.Join(again.Record().Texts(), " ") != "e3" {
			t.Errorf("%s: loaded with %v, %v", name, warnings, err)
		}
	}
	if _, err := f.Save(filepath.Join(t.TempDir(), "x.doc.gz"), local.New(g.Start("")), false); err == nil {
		t.Error("a format that is not known is written")
	}
}

// TestSaveOnto saves onto files that are there: what this run has not written is replaced
// only when that is asked for, and a file of several games never.
func TestSaveOnto(t *testing.T) {
	s := local.New(games.All()[0].Start("x"))
	dir := t.TempDir()
	put := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	f := &gameFiles{catalog: i18n.New(i18n.Fallback)}
	save := func(name string, replace bool, want error) {
		t.Helper()
		before, _ := os.ReadFile(name)
		_, err := f.Save(name, s, replace)
		if !errors.Is(err, want) {
			t.Errorf("saving onto %s, replacing it %t: %v, want %v", filepath.Base(name), replace, err, want)
		}
		if after, _ := os.ReadFile(name); err != nil && string(after) != string(before) {
			t.Errorf("%s was changed", filepath.Base(name))
		}
	}
	notes, empty := put("notes.txt.cairn", "buy milk\n"), put("empty.cairn", "")
	save(notes, false, fs.ErrExist)
	save(notes, true, nil)
	save(notes, false, nil) // it is ours now
	put("notes.txt.cairn", "somebody else's\n")
	save(notes, false, fs.ErrExist)
	save(empty, false, nil)
	several := put("several.cairn", "[Game \"dvonn\"]\ne3 *\n\n[Game \"dvonn\"]\nf3 *\n")
	if _, _, err := f.Load(several); err == nil || !strings.Contains(err.Error(), "it holds 2 games") || !strings.Contains(err.Error(), "\n2. DVONN, White – Black, 1 move") {
		t.Errorf("of two games one is loaded unasked: %v", err)
	}
	if s, _, err := f.Load(several + " 2"); err != nil || strings.Join(s.Record().Texts(), " ") != "f3" {
		t.Errorf("the second of two games: %v", err)
	}
	for _, replace := range []bool{false, true} {
		before, _ := os.ReadFile(several)
		if _, err := f.Save(several, s, replace); err == nil || !strings.Contains(err.Error(), "several games") {
			t.Errorf("two games are replaced by one: %v", err)
		}
		if after, _ := os.ReadFile(several); string(after) != string(before) {
			t.Error("the file of two games was changed")
		}
	}
}
