package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"cairn.example/internal/people/table"
)

// The result codes of SQLite that make a difference: those of its documentation, which
// never change.
const (
	sqliteBusy     = 5
	sqliteLocked   = 6
	sqliteReadOnly = 8
	sqliteIOErr    = 10
	sqliteCorrupt  = 11
	sqliteFull     = 13
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// codeOf returns the primary result code of an error, 0 for one that is not SQLite's.
func codeOf(err error) int {
	var coded interface{ Code() int }
	if errors.As(err, &coded) {
		return coded.Code() & 0xff
	}
	return 0
}

// isDiskFault reports whether an error concerns the file rather than one statement.
func isDiskFault(err error) bool {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked, sqliteReadOnly, sqliteIOErr, sqliteCorrupt, sqliteFull, sqliteCantOpen, sqliteNotADB:
		return true
	}
	return false
}

// isLasting reports whether an error concerns the file and does not pass by itself.
func isLasting(err error) bool {
	return isDiskFault(err) && !errors.Is(readFault(err), table.ErrBusy)
}

// fault is the error of a transaction that was not carried out. When the disk could
// not read or write, nobody knows what it holds, and the store has failed.
func (e *sqlite) fault(err error) error {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	case sqliteFull:
		e.noRoom.note(e.now())
		return noRoom(e.path)
	case sqliteIOErr, sqliteCorrupt, sqliteCantOpen, sqliteNotADB, sqliteReadOnly:
		e.problem = fmt.Errorf("%w: %w", ErrFailed, e.named(err))
		close(e.broken)
		e.options.Log.Error("the store has failed", "error", err)
		return fmt.Errorf("%w: %w", table.ErrAmbiguous, e.problem)
	}
	return err
}

// named is an error with the name of the file, and with the reason where that is that the disk is full.
func (e *sqlite) named(err error) error {
	if isFull(err, filepath.Dir(e.path)) {
		return &fs.PathError{Op: "write", Path: e.path, Err: syscall.ENOSPC}
	}
	return &fs.PathError{Op: "use", Path: e.path, Err: err}
}

// openFault is the error of a store that could not be opened. It names the file.
func openFault(path string, err error) error {
	var named *fs.PathError
	switch {
	case errors.Is(err, ErrNewer), errors.Is(err, context.Canceled):
		return err
	case isFull(err, filepath.Dir(path)):
		return noRoom(path)
	case errors.As(err, &named):
		return err
	}
	return &fs.PathError{Op: "open", Path: path, Err: err}
}

// noRoom is the error of a file for which there is no room.
func noRoom(path string) error {
	return fmt.Errorf("%w: %w", table.ErrFull, &fs.PathError{Op: "write", Path: path, Err: syscall.ENOSPC})
}

// probeBytes is how much room a store needs at least.
const probeBytes = 256 << 10

// isFull reports whether an error comes of a full disk. SQLite says so only where it writes its file. Where it cannot make
// room for what lies beside it, it speaks of the disk as such, or of a table that is not there: so it is tried out.
func isFull(err error, dir string) bool {
	if codeOf(err) == sqliteFull || isNoSpace(err) {
		return true
	}
	f, err := os.CreateTemp(dir, ".room-*")
	if err != nil {
		return isNoSpace(err)
	}
	_, err = f.Write(make([]byte, probeBytes))
	err = errors.Join(err, f.Close())
	_ = os.Remove(f.Name())
	return isNoSpace(err)
}

func isNoSpace(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// readFault is the error of a reader.
func readFault(err error) error {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	}
	return err
}

func (e *sqlite) err() error {
	select {
	case <-e.broken:
		return e.problem
	default:
		return nil
	}
}
