package main

import (
	"bytes"
	"compress/gzip"
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
	return say.Warnings(f.catalog, warnings), writeFile(name, b.Bytes())
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
	return nil, nil, errors.New("the file holds no game")
}

// Exists reports whether there is a file of that name.
func (gameFiles) Exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// format returns the format that a file's name asks for.
func (f gameFiles) format(name string) (record.Format, error) {
	if isGzip(name) {
		name = name[:len(name)-len(gzipExtension)]
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

// gzipExtension ends the name of a file that is written gzipped.
const gzipExtension = ".gz"

func isGzip(name string) bool { return strings.EqualFold(filepath.Ext(name), gzipExtension) }

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

// newFile is a file that appears under its name only when it is whole. A device
// or a named pipe, such as /dev/stdout, is never replaced but written to as it is.
// What is written is gzipped where the name asked for ends in .gz.
type newFile struct {
	file   *os.File
	zip    *gzip.Writer // nil where the file is not gzipped
	name   string       // of the file in the end, not one of its symbolic links
	mode   fs.FileMode
	device bool
}

// createFile starts a file of that name. The errors of a newFile name the file
// asked for.
func createFile(name string) (*newFile, error) {
	f := &newFile{mode: 0o644}
	var err error
	if f.name, err = followLinks(name); err != nil {
		return nil, about(name, err)
	}
	if err := f.open(name); err != nil {
		return nil, err
	}
	if isGzip(name) {
		f.zip = gzip.NewWriter(f.file)
	}
	return f, nil
}

// followLinks returns the name that symbolic links lead to, also where there is
// no file of that name yet.
func followLinks(name string) (string, error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		return target, nil
	}
	if _, err := os.Stat(name); err == nil {
		return name, nil // /dev/stdout leads to a pipe, which has no name
	}
	const most = 40 // as many as Linux follows
	for range most {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil // what else is wrong with the name, opening it will tell
		}
		target, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(target) {
			// Where a link in a folder leads counts from where that folder is.
			folder, err := filepath.EvalSymlinks(filepath.Dir(name))
			if err != nil {
				return "", err
			}
			target = filepath.Join(folder, target)
		}
		name = target
	}
	return "", &fs.PathError{Op: "write", Path: name, Err: syscall.ELOOP}
}

// open opens the file to write to: a temporary one beside the file of that name,
// which was asked for as asked, or a device itself.
func (f *newFile) open(asked string) error {
	var err error
	switch info, missing := os.Stat(f.name); {
	case missing != nil:
	case info.IsDir():
		return &fs.PathError{Op: "write", Path: asked, Err: syscall.EISDIR}
	default:
		// Nothing is replaced that could not be written to.
		if f.file, err = os.OpenFile(f.name, os.O_WRONLY, 0); err != nil {
			return about(asked, err)
		}
		f.mode, f.device = info.Mode().Perm(), !info.Mode().IsRegular()
		if f.device {
			return nil
		}
		f.file.Close()
	}
	if f.file, err = os.CreateTemp(filepath.Dir(f.name), "."+filepath.Base(f.name)+".*"); err != nil {
		return about(asked, err)
	}
	return nil
}

// Write adds to the contents of the file.
func (f *newFile) Write(contents []byte) (int, error) {
	if f.zip != nil {
		return f.zip.Write(contents)
	}
	return f.file.Write(contents)
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
	var err error
	if f.zip != nil {
		err = f.zip.Close()
	}
	if f.device {
		return errors.Join(err, f.file.Close())
	}
	err = errors.Join(err, f.file.Chmod(f.mode), f.file.Sync(), f.file.Close())
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.file.Name())
		return about(f.name, err)
	}
	return nil
}

// drop removes the file.
func (f *newFile) drop() {
	f.file.Close()
	if !f.device {
		os.Remove(f.file.Name())
	}
}

// writeFile writes a file. Under its name there is at any moment either what was
// there before or all of the new contents.
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
