package files

import (
	"errors"
	"io/fs"
	"os"
)

// State is a file of the user's data folder, which one program at a time changes. T is
// a pointer or a map: what is changed in it is written.
type State[T any] struct {
	Path  string
	Fresh func() T // what a file holds that is not there yet
	Parse func(text []byte) (T, error)
	Text  func(T) []byte

	// Newer is the error of Parse about a file of a later version of the program, nil where
	// there is none. Such a file is not damaged, and stays where it is.
	Newer error
}

// Read returns what the file holds. A damaged one is moved aside: the error is then a
// [*Damaged], and the next call begins afresh.
func (f *State[T]) Read() (T, error) {
	value, damaged, err := f.load()
	if !damaged {
		return value, err
	}
	// Only under the lock is it certain that nobody has written a sound one meanwhile.
	unlock, err := Lock(f.Path)
	if err != nil {
		return value, err
	}
	defer unlock()
	return f.readLocked()
}

// Change changes what the file holds. Of two programs that do so at once neither undoes
// what the other has done.
func (f *State[T]) Change(change func(T)) error {
	unlock, err := Lock(f.Path)
	if err != nil {
		return err
	}
	defer unlock()
	value, err := f.readLocked()
	if err != nil {
		return err
	}
	change(value)
	return WritePrivate(f.Path, f.Text(value))
}

// readLocked is Read while the lock is held.
func (f *State[T]) readLocked() (T, error) {
	value, damaged, err := f.load()
	if damaged {
		err = MoveAside(f.Path)
	}
	return value, err
}

// load reads the file, and reports whether it is damaged.
func (f *State[T]) load() (value T, damaged bool, err error) {
	text, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return f.Fresh(), false, nil
	}
	if err != nil {
		return value, false, err
	}
	value, err = f.Parse(text)
	return value, err != nil && (f.Newer == nil || !errors.Is(err, f.Newer)), err
}
