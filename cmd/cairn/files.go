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
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/say"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// gameFiles saves and loads games. The end of a file's name says the format, ours
// without one, and .gz after it that the file is gzipped. Warnings are in the language
// of the catalog.
type gameFiles struct{ catalog *i18n.Catalog }

// Save writes the game, replacing a file only once the new one is whole.
func (f gameFiles) Save(name string, s *local.Session) ([]string, error) {
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
	return say.Warnings(f.catalog, warnings), files.Write(name, b.Bytes(), 0o644)
}

// Load reads the first game of a file.
func (f gameFiles) Load(name string) (*local.Session, []string, error) {
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
	return nil, nil, errors.New(f.catalog.T("cli.convert.none"))
}

// Exists reports whether there is a file of that name.
func (gameFiles) Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// format returns the format that a file's name asks for.
func (f gameFiles) format(name string) (record.Format, error) {
	if files.IsGzip(name) {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	extension := strings.ToLower(filepath.Ext(name))
	if extension == "" {
		return record.Cairn{}, nil
	}
	if format, ok := formats.OfFile(name); ok {
		return format, nil
	}
	return nil, errors.New(f.catalog.T("cli.unknown.format", i18n.Args{"format": game.Shown(extension), "known": strings.Join(formats.Extensions(), ", ")}))
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
