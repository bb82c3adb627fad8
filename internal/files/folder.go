package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// MakeFolders makes a folder, and those around it, where they are not there, for their owner
// alone, and waits until they are on the disk: what is kept there is not lost with a folder
// that a power cut takes away. It returns those that it has made, the innermost first, after
// an error too.
func MakeFolders(folder string) (made []string, err error) { return makeFolders(folder, SyncFolder) }

func makeFolders(folder string, sync func(string) error) (made []string, err error) {
	for f := folder; ; f = filepath.Dir(f) {
		if _, err := os.Stat(f); !errors.Is(err, fs.ErrNotExist) || f == filepath.Dir(f) {
			break
		}
		made = append(made, f)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return made, err
	}
	for _, f := range made {
		if err := sync(filepath.Dir(f)); err != nil {
			return made, err
		}
	}
	return made, nil
}

// SyncFolder waits until the names in a folder are on the disk.
func SyncFolder(name string) error {
	if runtime.GOOS == "windows" {
		return nil // a folder cannot be opened there
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
