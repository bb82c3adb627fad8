package store

import (
	"errors"
	"fmt"

	"cairn.example/internal/table"
)

// The result codes of SQLite that are told apart: those of its documentation, which
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

// isDiskFault tells whether an error concerns the file rather than one statement.
func isDiskFault(err error) bool {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked, sqliteReadOnly, sqliteIOErr, sqliteCorrupt, sqliteFull, sqliteCantOpen, sqliteNotADB:
		return true
	}
	return false
}

// fault is the error of a transaction that was not carried out. When the disk could
// not read or write, nobody knows what it holds, and the store has failed.
func (e *sqlite) fault(err error) error {
	switch codeOf(err) {
	case sqliteBusy, sqliteLocked:
		return fmt.Errorf("%w: %w", table.ErrBusy, err)
	case sqliteFull:
		return fmt.Errorf("%w: %w", table.ErrFull, err)
	case sqliteIOErr, sqliteCorrupt, sqliteCantOpen, sqliteNotADB, sqliteReadOnly:
		e.problem = fmt.Errorf("%w: %w", ErrFailed, err)
		close(e.broken)
		e.options.Log.Error("the store has failed", "error", err)
		return fmt.Errorf("%w: %w", table.ErrAmbiguous, e.problem)
	}
	return err
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
