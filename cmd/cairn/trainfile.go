package main

import (
	"errors"
	"path/filepath"

	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/training"
)

// trainingFile keeps what a person has solved.
type trainingFile struct{ path string }

func newTrainingFile() (*trainingFile, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	return &trainingFile{filepath.Join(dir, "training.json")}, nil
}

func (f *trainingFile) state() *files.State[*training.Progress] {
	return &files.State[*training.Progress]{
		Path: f.path, Fresh: training.New, Parse: training.Parse, Text: (*training.Progress).Text, Newer: training.ErrNewer,
	}
}

// Read returns what is kept. A damaged file is moved aside; the error then tells so, and
// the next call begins afresh.
func (f *trainingFile) Read() (*training.Progress, error) { return f.state().Read() }

// Change changes what is kept.
func (f *trainingFile) Change(change func(*training.Progress)) error { return f.state().Change(change) }

// trainingError says what is wrong with the file.
func trainingError(c *i18n.Catalog, file string, err error) error {
	var damaged *files.Damaged
	switch {
	case errors.As(err, &damaged):
		return errors.New(c.T("cli.train.damaged", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	case errors.Is(err, training.ErrNewer):
		return errors.New(c.T("cli.train.newer", i18n.Args{"file": file}))
	}
	return unreadable(c, file, err)
}
