package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"cairn.example/internal/i18n"
	"cairn.example/internal/training"
)

// trainingFile keeps what a person has solved in a file of the user's data folder. It is
// written whole or not at all; a lock beside it lets one program change it at a time.
type trainingFile struct{ path string }

func newTrainingFile() (*trainingFile, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	return &trainingFile{filepath.Join(dir, "training.json")}, nil
}

// damagedTraining says that the file cannot be read and was moved aside.
type damagedTraining struct{ file, aside string }

func (d *damagedTraining) Error() string {
	return d.file + " was damaged, and moved to " + d.aside
}

// Read returns what is kept. A damaged file is moved aside; the error then tells so, and
// the next call begins afresh.
func (f *trainingFile) Read() (*training.Progress, error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return training.New(), nil
	}
	if err != nil {
		return nil, err
	}
	p, err := training.Parse(text)
	if err == nil || errors.Is(err, training.ErrNewer) {
		return p, err
	}
	aside := f.path + ".damaged-" + time.Now().UTC().Format("20060102-150405")
	if err := os.Rename(f.path, aside); err != nil {
		return nil, err
	}
	return nil, &damagedTraining{f.path, aside}
}

// How long another program is waited for that changes the file.
const (
	lockTries = 3000
	lockPause = 10 * time.Millisecond
)

// Change changes what is kept.
func (f *trainingFile) Change(change func(*training.Progress)) error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	l, err := os.OpenFile(f.path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer l.Close()
	for try := 0; !lock(l); try++ {
		if try == lockTries {
			return os.ErrDeadlineExceeded
		}
		time.Sleep(lockPause)
	}
	p, err := f.Read()
	if err != nil {
		return err
	}
	change(p)
	return writeFile(f.path, p.Text())
}

// trainingError says what is wrong with the file.
func trainingError(c *i18n.Catalog, file string, err error) error {
	var damaged *damagedTraining
	switch {
	case errors.As(err, &damaged):
		return errors.New(c.T("cli.train.damaged", i18n.Args{"file": damaged.file, "aside": filepath.Base(damaged.aside)}))
	case errors.Is(err, training.ErrNewer):
		return errors.New(c.T("cli.train.newer", i18n.Args{"file": file}))
	}
	return unreadable(c, file, err)
}
