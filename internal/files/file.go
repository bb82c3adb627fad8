package files

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// NoDevice returns an error, [syscall.ENODEV], where a file that a program is to read and
// go on with is a device or a pipe: /dev/full can be read for ever.
func NoDevice(name string) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return about(name, syscall.ENODEV)
	}
	return nil
}

// IsGzip reports whether a file of that name is written gzipped: it ends in .gz.
func IsGzip(name string) bool { return strings.EqualFold(filepath.Ext(name), ".gz") }

// File is a file that appears under its name only when it is whole. A device
// or a named pipe, such as /dev/stdout, is never replaced but written to as it is.
// What is written is gzipped where the name asked for ends in .gz.
type File struct {
	file   *os.File
	zip    *gzip.Writer // nil where the file is not gzipped
	asked  string       // the name in errors
	name   string       // of the file in the end, not one of its symbolic links
	mode   fs.FileMode
	device bool
	isNew  bool // it must not replace anything
}

// Create starts a new file of that name, which all may read. The error is [fs.ErrExist]
// where there is such a file already, unless it is empty; [File.Keep] says so of one that
// appears meanwhile. The errors of a File name the file asked for.
func Create(name string) (*File, error) { return create(&File{asked: name, mode: 0o644, isNew: true}) }

// Replace is Create of a file that takes the place of one of that name.
func Replace(name string) (*File, error) { return create(&File{asked: name, mode: 0o644}) }

func create(f *File) (*File, error) {
	name := f.asked
	var err error
	if f.name, err = followLinks(name); err != nil {
		return nil, about(name, err)
	}
	if err := f.open(); err != nil {
		return nil, err
	}
	if IsGzip(name) {
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

// open opens the file to write to: a temporary one beside the file of that name, or a
// device itself.
func (f *File) open() error {
	var err error
	switch info, missing := os.Stat(f.name); {
	case missing != nil:
	case info.IsDir():
		return &fs.PathError{Op: "write", Path: f.asked, Err: syscall.EISDIR}
	case f.isNew && holdsSomething(info):
		return &fs.PathError{Op: "write", Path: f.asked, Err: fs.ErrExist}
	default:
		// Nothing is replaced that could not be written to.
		if f.file, err = os.OpenFile(f.name, os.O_WRONLY, 0); err != nil {
			return about(f.asked, err)
		}
		f.mode, f.device = info.Mode().Perm(), !info.Mode().IsRegular()
		if f.device {
			return nil
		}
		f.file.Close()
	}
	if f.file, err = os.CreateTemp(filepath.Dir(f.name), "."+filepath.Base(f.name)+".*"); err != nil {
		return about(f.asked, err)
	}
	return nil
}

// holdsSomething reports whether a file would be lost if another took its place.
func holdsSomething(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Size() > 0 }

// Write adds to the contents of the file.
func (f *File) Write(contents []byte) (int, error) {
	var to io.Writer = f.file
	if f.zip != nil {
		to = f.zip
	}
	n, err := to.Write(contents)
	if err != nil {
		err = about(f.asked, err)
	}
	return n, err
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

// SetMode sets who may read and write the file; a device keeps its own.
func (f *File) SetMode(mode fs.FileMode) {
	if !f.device {
		f.mode = mode
	}
}

// Keep puts the file in its place, where a crash of the machine leaves it too.
func (f *File) Keep() error { return f.keep(true) }

func (f *File) keep(sync bool) error {
	var err error
	if f.zip != nil {
		err = f.zip.Close()
	}
	if f.device {
		return errors.Join(err, f.file.Close())
	}
	err = errors.Join(err, f.chmod())
	if sync {
		err = errors.Join(err, f.file.Sync())
	}
	err = errors.Join(err, f.file.Close())
	if info, missing := os.Stat(f.name); err == nil && f.isNew && missing == nil && holdsSomething(info) {
		err = fs.ErrExist
	}
	if err == nil {
		err = os.Rename(f.file.Name(), f.name)
	}
	if err != nil {
		os.Remove(f.file.Name())
		return about(f.asked, err)
	}
	if sync {
		// Not every system can do it; the file is in its place all the same.
		_ = SyncFolder(filepath.Dir(f.name))
	}
	return nil
}

// chmod gives the file its mode. A file system that has none, as those of many memory sticks, refuses; that is no reason
// to lose what was written.
func (f *File) chmod() error {
	info, err := f.file.Stat()
	if err != nil || info.Mode().Perm() == f.mode {
		return err
	}
	if err := f.file.Chmod(f.mode); err != nil && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// Sync waits until a file that was written by [WriteUnsynced] is on the disk, its name too.
func Sync(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return about(name, err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return about(name, err)
	}
	_ = SyncFolder(filepath.Dir(name)) // as when a file is written
	return nil
}

// Drop removes the file.
func (f *File) Drop() {
	f.file.Close()
	if !f.device {
		os.Remove(f.file.Name())
	}
}

// Write writes a file; mode is that of a new one. Under its name there is at any moment,
// and after a crash of the machine, either what was there before or all of the new contents.
func Write(name string, contents []byte, mode fs.FileMode) error {
	return write(name, contents, mode, true)
}

// WritePrivate is [Write] of a file that only its owner may read, also where others could
// read the one before.
func WritePrivate(name string, contents []byte) error {
	f, err := create(&File{asked: name, mode: 0o600})
	if err != nil {
		return err
	}
	f.SetMode(0o600)
	return f.finish(contents, true)
}

// WriteUnsynced is [Write] without waiting for the disk: whole after the end of this
// program, not after a crash of the machine.
func WriteUnsynced(name string, contents []byte, mode fs.FileMode) error {
	return write(name, contents, mode, false)
}

func write(name string, contents []byte, mode fs.FileMode, sync bool) error {
	f, err := create(&File{asked: name, mode: mode})
	if err != nil {
		return err
	}
	return f.finish(contents, sync)
}

// finish writes the contents and puts the file in its place.
func (f *File) finish(contents []byte, sync bool) error {
	if _, err := f.Write(contents); err != nil {
		f.Drop()
		return about(f.asked, err)
	}
	return f.keep(sync)
}
