package main

import (
	"errors"
	"path/filepath"

	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/training"
)

// trainingFile keeps what a person has solved. Where that cannot be written, it is held
// in memory from then on: who cannot keep what was solved can still solve puzzles.
type trainingFile struct {
	path string // "" for no file

	// unkept is what has been solved, once it can no longer be written; nil before.
	unkept *training.Progress
}

// newTrainingFile returns the file of a person. The error is [errNoHome]; what is solved is
// then held in memory from the beginning.
func newTrainingFile() (*trainingFile, error) {
	dir, err := stateDir()
	if err != nil {
		return &trainingFile{unkept: training.New()}, err
	}
	return &trainingFile{path: filepath.Join(dir, "training.json")}, nil
}

func (f *trainingFile) state() *files.State[*training.Progress] {
	return &files.State[*training.Progress]{
		Path: f.path, Fresh: training.New, Parse: training.Parse, Text: (*training.Progress).Text, Newer: training.ErrNewer,
	}
}

// Read returns what is kept. A damaged file is moved aside; the error then tells so, and
// the next call begins afresh.
func (f *trainingFile) Read() (*training.Progress, error) {
	if f.unkept != nil {
		return f.unkept, nil
	}
	return f.state().Read()
}

// Change changes what is kept. The first time that it cannot be written the error is a
// [*training.UnkeptError].
func (f *trainingFile) Change(change func(*training.Progress)) error {
	if f.unkept != nil {
		change(f.unkept)
		return nil
	}
	err := f.state().Change(change)
	var damaged *files.Damaged
	if err == nil || errors.As(err, &damaged) || errors.Is(err, training.ErrNewer) {
		return err
	}
	progress, unreadable := f.Read()
	if unreadable != nil {
		return err
	}
	change(progress)
	f.unkept = progress
	return &training.UnkeptError{Err: err}
}

// trainingError says what is wrong with the file.
func trainingError(c *i18n.Catalog, file string, err error) error {
	var damaged *files.Damaged
	var unkept *training.UnkeptError
	switch {
	case errors.As(err, &damaged):
		return errors.New(c.T("cli.train.damaged", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	case errors.Is(err, training.ErrNewer):
		return errors.New(c.T("cli.train.newer", i18n.Args{"file": file}))
	case errors.As(err, &unkept):
		return unkeptTraining(c, say.Unwritable(c, file, unkept.Err))
	}
	return unreadable(c, file, err)
}

// unkeptTraining says that what is solved is forgotten at the end, and why.
func unkeptTraining(c *i18n.Catalog, reason string) error {
	return errors.New(c.T("cli.train.unkept", i18n.Args{"reason": reason}))
}
