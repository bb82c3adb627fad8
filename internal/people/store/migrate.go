package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var embedded embed.FS

// migrations returns the schema's history for a database.
func migrations(database string) fs.FS {
	sub, err := fs.Sub(embedded, "migrations/"+database)
	if err != nil {
		panic(err) // the folders are part of the program
	}
	return next(sub)
}

// migrate brings the schema up to date. It leaves one alone that is newer by one
// migration, and refuses one that is newer still.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, files fs.FS, o ...goose.ProviderOption) error {
	p, err := goose.NewProvider(dialect, db, files, append(o, goose.WithLogger(goose.NopLogger()))...)
	if err != nil {
		return err
	}
	all := p.ListSources()
	newest := all[len(all)-1].Version
	version, err := p.GetDBVersion(ctx)
	for range 5 {
		if err == nil || ctx.Err() != nil || isLasting(err) {
			break
		}
		// The first to ask makes the table of versions; of two at once, one fails.
		time.Sleep(100 * time.Millisecond)
		version, err = p.GetDBVersion(ctx)
	}
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	switch {
	case version > newest+1:
		return fmt.Errorf("%w: its schema has version %d, this program knows %d", ErrNewer, version, newest)
	case version >= newest:
		return nil
	}
	if _, err = p.Up(ctx); err == nil {
		return nil
	}
	// Another process may have done the same at the same moment.
	if version, again := p.GetDBVersion(ctx); again == nil && version >= newest {
		return nil
	}
	var partial *goose.PartialError
	if errors.As(err, &partial) {
		err = partial.Err
	}
	return fmt.Errorf("bring the schema up to date: %w", err)
}
