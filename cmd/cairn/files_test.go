package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
)

// TestWriteFile replaces what is there only as a whole, and by way of links.
func TestWriteFile(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	dir := t.TempDir()
	name, link := filepath.Join(dir, "game.cairn"), filepath.Join(dir, "link")
	if err := writeFile(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "two" {
		t.Errorf("the file behind the link holds %q, %v", b, err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has another mode: %v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is replaced")
	}
	// A link to a file that is not there yet, by way of another link.
	name, link = filepath.Join(dir, "new.cairn"), filepath.Join(dir, "near")
	far := filepath.Join(dir, "far")
	if err := errors.Join(os.Symlink("new.cairn", link), os.Symlink(link, far)); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(far, []byte("three")); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "three" {
		t.Errorf("the file behind two links holds %q, %v", b, err)
	}
	for _, l := range []string{link, far} {
		if info, err := os.Lstat(l); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link %s is replaced", l)
		}
	}
	// Links in a circle lead nowhere.
	ring := filepath.Join(dir, "ring")
	if err := os.Symlink("ring", ring); err != nil {
		t.Fatal(err)
	}
	var path *fs.PathError
	if err := writeFile(ring, []byte("x")); !errors.As(err, &path) || path.Path != ring {
		t.Errorf("writing to a ring of links gives %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 6 {
		t.Errorf("%d files are there, want 6: %v", len(list), err)
	}
}

// TestWriteFileRefused: an error names the file asked for and leaves nothing
// behind.
func TestWriteFileRefused(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "no", "x.cairn")} {
		err := writeFile(name, []byte("x"))
		var path *fs.PathError
		if !errors.As(err, &path) || path.Path != name || strings.Contains(err.Error(), ".x.") {
			t.Errorf("writing %s gives %v", name, err)
		}
	}
	if _, err := openFile(dir); !errors.Is(err, syscall.EISDIR) {
		t.Errorf("opening a directory gives %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 0 {
		t.Errorf("something is left behind: %v, %v", list, err)
	}
}

// TestWriteToDevice: a device is written to and never replaced.
func TestWriteToDevice(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // devices have no place among the files there
	}
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	f, err := createFile(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if f.file.Name() != os.DevNull {
		// Keeping it would put a file in the place of the device.
		f.drop()
		t.Fatalf("%s is written by way of %s", os.DevNull, f.file.Name())
	}
	if err := f.keep(); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != before.Mode() {
		t.Errorf("%s was %v and is %v", os.DevNull, before.Mode(), after.Mode())
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
