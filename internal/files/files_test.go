package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestWrite replaces what is there only as a whole, and by way of links.
func TestWrite(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	dir := t.TempDir()
	name, link := filepath.Join(dir, "game.cairn"), filepath.Join(dir, "link")
	if err := Write(name, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("two"), 0o644); err != nil {
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
	if err := Write(far, []byte("three"), 0o644); err != nil {
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
	if err := Write(ring, []byte("x"), 0o644); !errors.As(err, &path) || path.Path != ring {
		t.Errorf("writing to a ring of links gives %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 6 {
		t.Errorf("%d files are there, want 6: %v", len(list), err)
	}
}

// TestWriteRefused: an error names the file asked for and leaves nothing
// behind.
func TestWriteRefused(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{dir, filepath.Join(dir, "no", "x.cairn")} {
		err := Write(name, []byte("x"), 0o644)
		var path *fs.PathError
		if !errors.As(err, &path) || path.Path != name || strings.Contains(err.Error(), ".x.") {
			t.Errorf("writing %s gives %v", name, err)
		}
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
	f, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if f.file.Name() != os.DevNull {
		// Keeping it would put a file in the place of the device.
		f.Drop()
		t.Fatalf("%s is written by way of %s", os.DevNull, f.file.Name())
	}
	if err := f.Keep(); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(os.DevNull); err != nil || after.Mode() != before.Mode() {
		t.Errorf("%s was %v and is %v", os.DevNull, before.Mode(), after.Mode())
	}
}

// TestWriteMode: a new file has the mode asked for, and either way of writing is whole.
func TestWriteMode(t *testing.T) {
	for what, write := range map[string]func(string, []byte, fs.FileMode) error{"synced": Write, "unsynced": WriteUnsynced} {
		name := filepath.Join(t.TempDir(), "secret.json")
		for _, text := range []string{"long enough", "short"} {
			if err := write(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if b, err := os.ReadFile(name); err != nil || string(b) != text {
				t.Errorf("%s: the file holds %q, %v", what, b, err)
			}
		}
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: the mode is %v, %v", what, info.Mode(), err)
		}
	}
}

// TestLock has many add to one file at once: nobody's line is lost.
func TestLock(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		return // no locks there
	}
	name := filepath.Join(t.TempDir(), "deep", "list")
	var wait sync.WaitGroup
	for i := range 20 {
		wait.Go(func() {
			unlock, err := Lock(name)
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			text, err := os.ReadFile(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
			}
			if err := Write(name, fmt.Appendf(text, "%d\n", i), 0o600); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if text, err := os.ReadFile(name); err != nil || strings.Count(string(text), "\n") != 20 {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

// TestMoveAside keeps every damaged file under a name of its own.
func TestMoveAside(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.json")
	var damaged *Damaged
	if err := MoveAside(name); errors.As(err, &damaged) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for i, want := range []string{".damaged", ".damaged-2", ".damaged-3"} {
		text := fmt.Sprint("broken ", i)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := MoveAside(name); !errors.As(err, &damaged) || damaged.File != name || damaged.Aside != name+want {
			t.Fatalf("moved aside: %v, want %s", err, want)
		}
		if b, err := os.ReadFile(damaged.Aside); err != nil || string(b) != text {
			t.Errorf("%s holds %q, %v", damaged.Aside, b, err)
		}
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the file is still there: %v", err)
		}
	}
}

// TestWritePrivate: what was readable for others, a copy or a restored backup, is not any more.
func TestWritePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // who may read a file is set in another way there
	}
	name := filepath.Join(t.TempDir(), "servers.json")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := WritePrivate(name, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if b, err := os.ReadFile(name); err != nil || string(b) != "new" {
		t.Errorf("the file holds %q, %v", b, err)
	}
}

// TestSync: a file written without waiting is waited for later; one that has gone is named.
func TestSync(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.json")
	if err := WriteUnsynced(name, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Sync(name); err != nil {
		t.Error(err)
	}
	os.Remove(name)
	var path *fs.PathError
	if err := Sync(name); !errors.As(err, &path) || path.Path != name || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that has gone: %v", err)
	}
}

// TestErrorsNameTheFile: what cannot be written is called as it was asked for, not as the
// temporary file that holds it meanwhile.
func TestErrorsNameTheFile(t *testing.T) {
	for _, name := range []string{"x", "x.gz"} {
		name = filepath.Join(t.TempDir(), name)
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		f.file.Close() // nothing can be written any more
		var path *fs.PathError
		for range 1000 { // what is gzipped is written in blocks
			if _, err = f.Write(make([]byte, 4096)); err != nil {
				break
			}
			if f.zip != nil {
				if err = f.zip.Flush(); err != nil {
					_, err = f.Write([]byte("x"))
					break
				}
			}
		}
		if !errors.As(err, &path) || path.Path != name || path.Op != "write" || !errors.Is(err, os.ErrClosed) {
			t.Errorf("%v, want one about %s", err, name)
		}
	}
}
