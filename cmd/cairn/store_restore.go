package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/people/store"
)

type storeRestoreCmd struct {
	File string `arg:"" optional:"" help:"The file to read; - means standard input." default:"-"`
}

// Run restores a backup. A file of tables that is not there yet is made under another
// name and gets its own only when all of the backup is in it, so that neither a damaged
// backup nor a crash leaves one that holds less.
func (c *storeRestoreCmd) Run(ctx context.Context, s *streams, tables *storeCmd) error {
	where, err := tables.where(s)
	if err != nil {
		return err
	}
	var counts store.Counts
	if _, looked := os.Lstat(where); !store.IsPostgres(where) && errors.Is(looked, fs.ErrNotExist) {
		counts, err = c.intoNew(ctx, s, where)
	} else {
		counts, err = c.into(ctx, s, where, where)
	}
	if err == nil {
		fmt.Fprintln(s.out, countsText(s.catalog, counts))
	}
	return err
}

// intoNew restores into a file that is not there yet. After an error everything is as it
// was, folders included.
func (c *storeRestoreCmd) intoNew(ctx context.Context, s *streams, where string) (counts store.Counts, err error) {
	folder := filepath.Dir(where)
	made, err := files.MakeFolders(folder)
	defer func() {
		if err != nil {
			for _, f := range made {
				os.Remove(f) // only where it is empty
			}
		}
	}()
	if err != nil {
		return counts, failure(unwritable(s.catalog, folder, err), "")
	}
	hidden, err := os.MkdirTemp(folder, "."+filepath.Base(where)+".*")
	if err != nil {
		return counts, failure(unwritable(s.catalog, where, err), "")
	}
	defer os.RemoveAll(hidden)
	file := filepath.Join(hidden, filepath.Base(where))
	if counts, err = c.into(ctx, s, file, where); err != nil {
		return counts, err
	}
	if log, err := os.Stat(file + "-wal"); err == nil && log.Size() > 0 {
		return counts, failed(s, store.ErrFailed) // SQLite could not put all of it into the file
	}
	// A server may have begun to use the name meanwhile; its file is not replaced.
	if _, err := os.Lstat(where); err == nil {
		return counts, failed(s, store.ErrNotEmpty)
	}
	if err := os.Rename(file, where); err != nil {
		return counts, failure(unwritable(s.catalog, where, err), "")
	}
	if err := files.Sync(where); err != nil {
		return counts, failure(unwritable(s.catalog, where, err), "")
	}
	return counts, nil
}

// into restores into a store, which errors call by another name.
func (c *storeRestoreCmd) into(ctx context.Context, s *streams, where, name string) (counts store.Counts, err error) {
	st, err := store.Open(ctx, where, store.Options{Passive: true})
	if err != nil {
		return counts, failed(s, renamed(err, where, name))
	}
	err = c.read(ctx, s, func(r io.Reader) error {
		counts, err = st.Restore(ctx, r)
		return renamed(err, where, name)
	})
	err = errors.Join(err, failed(s, renamed(st.Close(), where, name)))
	if ctx.Err() != nil {
		return counts, context.Cause(ctx)
	}
	return counts, err
}

// renamed is an error about a file with the name that its user knows.
func renamed(err error, file, name string) error {
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == file {
		at.Path = name
	}
	return err
}

// read hands the backup to do, unpacked where it is gzipped.
func (c *storeRestoreCmd) read(ctx context.Context, s *streams, do func(io.Reader) error) error {
	in, err := openInput(s, c.File)
	if err != nil {
		return usageError(unreadable(s.catalog, c.File, err), "")
	}
	defer in.Close()
	buffered := bufio.NewReaderSize(newCancelableReader(ctx, in), 1<<16)
	var r io.Reader = buffered
	if begin, _ := buffered.Peek(2); string(begin) == "\x1f\x8b" {
		if r, err = gzip.NewReader(buffered); err != nil {
			return c.failed(s, store.ErrBackup)
		}
	}
	return c.failed(s, do(r))
}

// failed is the error of a restore; of a backup that cannot be read it names the file.
func (c *storeRestoreCmd) failed(s *streams, err error) error {
	if c.File == "-" || !errors.Is(err, store.ErrBackup) && !errors.Is(err, store.ErrNewer) {
		return failed(s, err)
	}
	text := s.catalog.Labeled(game.Printable(c.File), storeError(s.catalog, err).Error())
	return failure(errors.New(text), "")
}
