package main

import (
	"errors"
	"io/fs"
	"os"

	"cairn.example/internal/files"
)

// stateFile is a file of the user's data folder, which one program at a time changes.
type stateFile[T any] struct {
	path  string
	fresh func() T // what a file holds that is not there yet
	parse func(text []byte) (T, error)
	text  func(T) []byte

	// newer is the error of parse about a file of a later version of the program. Such a
	// file is not damaged, and stays where it is.
	newer error
}

// read returns what the file holds. A damaged one is moved aside: the error is then a
// *[files.Damaged], and the next call begins afresh.
func (f *stateFile[T]) read() (T, error) {
	value, damaged, err := f.load()
	if !damaged {
		return value, err
	}
	// Only under the lock is it certain that nobody has written a sound one meanwhile.
	unlock, err := files.Lock(f.path)
	if err != nil {
		return value, err
	}
	defer unlock()
	return f.readLocked()
}

// change changes what the file holds. Of two programs that do so at once neither undoes
// what the other has done.
func (f *stateFile[T]) change(change func(T)) error {
	unlock, err := files.Lock(f.path)
	if err != nil {
		return err
	}
	defer unlock()
	value, err := f.readLocked()
	if err != nil {
		return err
	}
	change(value)
	return files.WritePrivate(f.path, f.text(value))
}

// readLocked is read while the lock is held.
func (f *stateFile[T]) readLocked() (T, error) {
	value, damaged, err := f.load()
	if damaged {
		err = files.MoveAside(f.path)
	}
	return value, err
}

// load reads the file, and tells whether it is damaged.
func (f *stateFile[T]) load() (value T, damaged bool, err error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return f.fresh(), false, nil
	}
	if err != nil {
		return value, false, err
	}
	value, err = f.parse(text)
	return value, err != nil && (f.newer == nil || !errors.Is(err, f.newer)), err
}
