package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestMakeFolders: every folder that has a new one in it is on the disk before there is
// anything in that.
func TestMakeFolders(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "a", "b", "c")
	var synced []string
	sync := func(name string) error {
		synced = append(synced, name)
		return SyncFolder(name)
	}
	made, err := makeFolders(inner, sync)
	want := []string{inner, filepath.Dir(inner), filepath.Join(root, "a")}
	if err != nil || !slices.Equal(made, want) {
		t.Errorf("made %v, %v", made, err)
	}
	if want := []string{filepath.Dir(inner), filepath.Join(root, "a"), root}; !slices.Equal(synced, want) {
		t.Errorf("waited for %v, want %v", synced, want)
	}
	for _, f := range made {
		if info, err := os.Stat(f); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", f, info, err)
		}
	}
	synced = nil
	if made, err := makeFolders(inner, sync); err != nil || len(made) > 0 || len(synced) > 0 {
		t.Errorf("where all are there: made %v, waited for %v, %v", made, synced, err)
	}
	full := errors.New("the disk fails")
	if made, err := makeFolders(filepath.Join(root, "x"), func(string) error { return full }); !errors.Is(err, full) || len(made) != 1 {
		t.Errorf("where the disk fails: made %v, %v", made, err)
	}
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := SyncFolder(filepath.Join(root, "none")); runtime.GOOS != "windows" && !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("waiting for a folder that is not there: %v", err)
	}
	var path *fs.PathError
	if made, err := MakeFolders(filepath.Join(file, "x")); !errors.As(err, &path) {
		t.Errorf("below a file: made %v, %v", made, err)
	}
}
