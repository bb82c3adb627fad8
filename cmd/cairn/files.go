package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/local"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/gamefile"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// gameFiles saves and loads games. The end of a file's name says the format, ours
// without one, and .gz after it that the file is gzipped. Warnings are in the language
// of the catalog.
type gameFiles struct {
	catalog *i18n.Catalog

	mu    sync.Mutex
	saved []fs.FileInfo // the files that Save has written, as they were then
}

// Save writes the game, replacing a file only once the new one is whole. The error is
// [fs.ErrExist] where there is a file that this run has not written, unless it is to be
// replaced. A file of several games never is.
func (f *gameFiles) Save(name string, s *local.Session, replace bool) ([]string, error) {
	format, err := outputFormat(f.catalog, "", name)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if is, err := os.Stat(name); err == nil && is.Mode().IsRegular() && !f.wrote(is) {
		if holdsSeveral(name) {
			return nil, errors.New(f.catalog.T("file.several"))
		}
		if !replace && is.Size() > 0 {
			return nil, fs.ErrExist
		}
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
	if err := files.Write(name, b.Bytes(), 0o644); err != nil {
		return nil, err
	}
	if is, err := os.Stat(name); err == nil {
		f.saved = append(f.saved, is)
	}
	return say.Warnings(f.catalog, warnings), nil
}

// wrote reports whether Save has written a file, and nobody since.
func (f *gameFiles) wrote(is fs.FileInfo) bool {
	return slices.ContainsFunc(f.saved, func(was fs.FileInfo) bool {
		return os.SameFile(was, is) && was.ModTime().Equal(is.ModTime()) && was.Size() == is.Size()
	})
}

// holdsSeveral reports whether a file holds more than one game.
func holdsSeveral(name string) bool {
	games := 0
	for range gamefile.Read(name) {
		if games++; games > 1 {
			return true
		}
	}
	return false
}

// Load reads the game of a file, or the one of many that [gamefile.Read] finds by its
// number. Where none is chosen the error lists the games.
func (f *gameFiles) Load(name string) (*local.Session, []string, error) {
	const most = 20 // that are listed
	var first *record.Entry
	var list []string
	games := 0
	for e := range gamefile.Read(name) {
		if games++; games == 1 {
			first = &e
		}
		if games > most {
			continue
		}
		list = append(list, fmt.Sprintf("%d. %s", games, say.Entry(f.catalog, e)))
	}
	switch {
	case games == 0:
		return nil, nil, errors.New(f.catalog.T("cli.convert.none"))
	case games > 1:
		text := f.catalog.T("cli.file.choose", i18n.Args{"n": games, "example": gamefile.Numbered(game.Printable(name), games)}) + "\n" + strings.Join(list, "\n")
		if games > most {
			text += "\n" + f.catalog.T("cli.file.more", i18n.Args{"n": games - most})
		}
		return nil, nil, errors.New(text)
	case first.Err != nil:
		return nil, nil, first.Err
	}
	s, err := local.Open(first.Record)
	return s, say.Warnings(f.catalog, first.Warnings), err
}

// packedEnds are ends of the names of packed files, of which we write none: all but gzip,
// and archives, since what would be written is one file.
var packedEnds = strings.Fields(".tar.gz .tar.xz .tar.bz2 .tar.zst .tar .tgz .txz .tbz2 .tzst .zip .7z .rar .xz .bz2 .zst .lzma .lz4 .lz .br .z")

// isPacked returns the error of a file to write whose name promises packing that we do not
// do, nil for any other.
func isPacked(c *i18n.Catalog, file string) error {
	lower := strings.ToLower(file)
	i := slices.IndexFunc(packedEnds, func(end string) bool { return strings.HasSuffix(lower, end) })
	if i < 0 {
		return nil
	}
	args := i18n.Args{"file": game.Printable(file), "example": game.Printable(file[:len(file)-len(packedEnds[i])]) + ".gz"}
	return errors.New(c.T("cli.out.archive", args))
}

// outputFormat returns the format of that name, without a name the one that the
// file to write asks for.
func outputFormat(c *i18n.Catalog, name, file string) (record.Format, error) {
	if err := isPacked(c, file); err != nil {
		return nil, err
	}
	if name != "" {
		return formats.Lookup(name)
	}
	if files.IsGzip(file) {
		file = strings.TrimSuffix(file, filepath.Ext(file))
	}
	extension := strings.ToLower(filepath.Ext(file))
	if extension == "" {
		return record.Cairn{}, nil
	}
	if format, ok := formats.OfFile(file); ok {
		return format, nil
	}
	return nil, errors.New(c.T("cli.unknown.format", i18n.Args{"format": game.Shown(extension), "known": strings.Join(formats.Extensions(), ", ")}))
}

// overwriteFlag says what becomes of a file that is there already.
type overwriteFlag struct {
	Force bool `short:"f" help:"Replace the file to write if it exists."`
}

// create starts a file that a command writes.
func (o overwriteFlag) create(c *i18n.Catalog, name string) (*files.File, error) {
	if err := isPacked(c, name); err != nil {
		return nil, usageError(err, "")
	}
	create := files.Create
	if o.Force {
		create = files.Replace
	}
	f, err := create(name)
	if errors.Is(err, fs.ErrExist) {
		return nil, failure(unwritable(c, name, err), c.T("cli.usage.force", i18n.Args{"flag": "--force"}))
	} else if err != nil {
		return nil, failure(unwritable(c, name, err), "")
	}
	return f, nil
}

// fill has write fill a file, which is there only if that went well, or as far as it went where
// the command has said what is missing.
func (o overwriteFlag) fill(c *i18n.Catalog, name string, write func(*files.File) error) error {
	f, err := o.create(c, name)
	if err != nil {
		return err
	}
	if err = write(f); err != nil && !errors.Is(err, errSilent) {
		f.Drop()
		return err
	}
	if kept := f.Keep(); kept != nil {
		return failure(unwritable(c, name, kept), "")
	}
	return err
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
