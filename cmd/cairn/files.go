package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/say"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// files keeps games in files, in the format that the end of the name says, ours
// without one. Its warnings are in the language of the catalog.
type files struct{ catalog *i18n.Catalog }

// Save writes the game, replacing a file only once the new one is whole.
func (f files) Save(name string, s *local.Session) ([]string, error) {
	format, err := f.format(name)
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
	return say.Warnings(f.catalog, warnings), writeFile(name, b.Bytes())
}

// Load reads the first game of a file.
func (f files) Load(name string) (*local.Session, []string, error) {
	in, err := openFile(name)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	for e := range formats.Read(in, nil, record.Options{}) {
		if e.Err != nil {
			return nil, nil, e.Err
		}
		s, err := local.Open(e.Record)
		return s, say.Warnings(f.catalog, e.Warnings), err
	}
	return nil, nil, errors.New("the file holds no game")
}

// Exists tells whether there is a file of that name.
func (files) Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// format returns the format that a file's name asks for.
func (f files) format(name string) (record.Format, error) {
	extension := strings.ToLower(filepath.Ext(name))
	if extension == "" {
		return record.Cairn{}, nil
	}
	var known []string
	for _, format := range formats.All() {
		if format.Extension() == extension || format.Extension() == extension+"l" {
			return format, nil
		}
		known = append(known, format.Extension())
	}
	return nil, errors.New(f.catalog.T("cli.unknown.format", i18n.Args{"format": game.Shown(extension), "known": strings.Join(known, ", ")}))
}

// openFile opens a file to read. A directory, which opens too, is refused.
func openFile(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, &fs.PathError{Op: "read", Path: name, Err: syscall.EISDIR}
	}
	return f, nil
}

// newFile is a file that appears under its name only when it is whole. What is
// no file but a way to somewhere, such as /dev/stdout or a named pipe, is written
// to as it is.
type newFile struct {
	*os.File
	name string // of the file in the end, not one of its symbolic links
	mode fs.FileMode
	way  bool
}

// createFile starts a file of that name. The errors of a newFile name the file
// asked for.
func createFile(name string) (*newFile, error) {
	f := &newFile{name: name, mode: 0o644}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		f.name = target
	}
	var err error
	switch info, missing := os.Stat(f.name); {
	case missing != nil:
	case info.IsDir():
		return nil, &fs.PathError{Op: "write", Path: name, Err: syscall.EISDIR}
	default:
		// Nothing is replaced that could not be written to.
		if f.File, err = os.OpenFile(f.name, os.O_WRONLY, 0); err != nil {
			return nil, err
		}
		f.mode, f.way = info.Mode().Perm(), !info.Mode().IsRegular()
		if f.way {
			return f, nil
		}
		f.Close()
	}
	f.File, err = os.CreateTemp(filepath.Dir(f.name), "."+filepath.Base(f.name)+".*")
	if err != nil {
		return nil, about(name, err)
	}
	return f, nil
}

// about gives an error of the file system another name: not that of the
// temporary file, which nobody has asked for.
func about(name string, err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return &fs.PathError{Op: "write", Path: name, Err: err}
}

// keep puts the file in its place.
func (f *newFile) keep() error {
	if f.way {
		return f.Close()
	}
	err := errors.Join(f.Chmod(f.mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.Name())
		return about(f.name, err)
	}
	return nil
}

// drop removes the file.
func (f *newFile) drop() {
	f.Close()
	if !f.way {
		os.Remove(f.Name())
	}
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
		return about(name, err)
	}
	return f.keep()
}
