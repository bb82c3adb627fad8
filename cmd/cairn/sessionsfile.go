package main

import (
	"context"
	"errors"
	"path/filepath"

	"cairn.example/internal/files"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
)

// signIn takes up the session kept for a server, beside the saved games, or becomes a
// guest there.
func signIn(ctx context.Context, catalog *i18n.Catalog, address, name string) (*client.Session, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	session, err := client.SignIn(ctx, client.SessionsFile(filepath.Join(dir, "servers.json")), address, name)
	return session, sessionsError(catalog, err)
}

// sessionsError says what is wrong with the file of the sessions, where it is that.
func sessionsError(c *i18n.Catalog, err error) error {
	var unkept *client.SessionsError
	if !errors.As(err, &unkept) {
		return err
	}
	var damaged *files.Damaged
	if errors.As(err, &damaged) {
		return errors.New(c.T("cli.remote.sessions", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	}
	return unreadable(c, unkept.Path, unkept.Err)
}
