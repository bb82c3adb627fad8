package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
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
	_, _, err := gameFiles{i18n.New("de")}.Load(name)
	if err == nil || err.Error() != "die Eingabe enthält keine Partie" {
		t.Errorf("an archive without games is loaded with %v", err)
	}
}

// TestSaveGzip saves a game under names with .gz and loads it again.
func TestSaveGzip(t *testing.T) {
	f := gameFiles{i18n.New(i18n.Fallback)}
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
		if _, err := f.Save(name, s); err != nil {
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
	if _, err := f.Save(filepath.Join(t.TempDir(), "x.doc.gz"), local.New(g.Start(""))); err == nil {
		t.Error("a format that is not known is written")
	}
}
