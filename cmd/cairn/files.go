package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cairn.example/internal/local"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// files keeps games in files, in the format that the end of the name says, ours
// without one.
type files struct{}

// Save writes the game, replacing a file only once the new one is whole.
func (files) Save(name string, s *local.Session) ([]string, error) {
	format, err := formatOf(name)
	if err != nil {
		return nil, err
	}
	r := s.Record()
	if _, err := r.Check(); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	warnings, err := format.Write(&b, r)
	if err != nil {
		return nil, err
	}
	return texts(warnings), writeFile(name, b.Bytes())
}

// Load reads the first game of a file.
func (files) Load(name string) (*local.Session, []string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for e := range formats.Read(f, nil, record.Options{File: filepath.Base(name)}) {
		if e.Err != nil {
			return nil, nil, e.Err
		}
		s, err := local.Open(e.Record)
		return s, texts(e.Warnings), err
	}
	return nil, nil, errors.New("the file holds no game")
}

// Exists tells whether there is a file of that name.
func (files) Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func texts(warnings []record.Warning) []string {
	list := make([]string, len(warnings))
	for i, w := range warnings {
		list[i] = w.String()
	}
	return list
}

// formatOf returns the format that a file's name asks for.
func formatOf(name string) (record.Format, error) {
	extension := strings.ToLower(filepath.Ext(name))
	if extension == "" {
		return record.Cairn{}, nil
	}
	var known []string
	for _, f := range formats.All() {
		if f.Extension() == extension || f.Extension() == extension+"l" {
			return f, nil
		}
		known = append(known, f.Extension())
	}
	return nil, fmt.Errorf("no format is called %s; known are %s", extension, strings.Join(known, " "))
}

// newFile is a file that appears under its name only when it is whole.
type newFile struct {
	*os.File
	name string
}

func createFile(name string) (*newFile, error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, err
	}
	return &newFile{f, name}, nil
}

// keep puts the file in its place.
func (f *newFile) keep() error {
	err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// drop removes the file.
func (f *newFile) drop() {
	f.Close()
	os.Remove(f.Name())
}

// writeFile writes a file so that under its name there is at any moment either
// what was there before or all of the new contents.
func writeFile(name string, contents []byte) error {
	f, err := createFile(name)
	if err != nil {
		return err
	}
	if _, err := f.Write(contents); err != nil {
		f.drop()
		return err
	}
	return f.keep()
}
