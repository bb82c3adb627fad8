package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"

	"cairn.example/internal/client"
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
)

// sessions are the cookies of this person by the address of the server. A guest's games
// under way hang on the cookie: who loses it is somebody else there.
type sessions map[string]string

// sessionsFile is where the sessions at servers are kept, beside the saved games.
func sessionsFile(dir string) *stateFile[sessions] {
	return &stateFile[sessions]{
		path:  filepath.Join(dir, "servers.json"),
		fresh: func() sessions { return sessions{} },
		parse: parseSessions,
		text: func(s sessions) []byte {
			text, err := json.MarshalIndent(s, "", "  ")
			if err != nil {
				panic(err) // plain values
			}
			return append(text, '\n')
		},
	}
}

func parseSessions(text []byte) (sessions, error) {
	var s sessions
	err := json.Unmarshal(text, &s)
	if err == nil && s == nil {
		err = errors.New("no sessions")
	}
	return s, err
}

// sessionsError says what is wrong with the file of the sessions.
func sessionsError(c *i18n.Catalog, file string, err error) error {
	var damaged *files.Damaged
	if errors.As(err, &damaged) {
		return errors.New(c.T("cli.remote.sessions", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	}
	return unreadable(c, file, err)
}

// signIn takes up the session kept for a server, or becomes a guest there.
func signIn(ctx context.Context, catalog *i18n.Catalog, address, name string) (*client.Session, error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	return signInWith(ctx, catalog, sessionsFile(dir), address, name)
}

// signInWith is signIn with the sessions of that file.
func signInWith(ctx context.Context, catalog *i18n.Catalog, file *stateFile[sessions], address, name string) (*client.Session, error) {
	// Of two programs that become a guest at once, one takes the other's: a second round
	// is then enough, since a server knows whom it has just let in.
	const rounds = 3
	for round := 1; ; round++ {
		before, err := file.read()
		if err != nil {
			return nil, sessionsError(catalog, file.path, err)
		}
		session, err := enter(ctx, address, name, before[address])
		if err != nil || session.Cookie() == before[address] {
			return session, err
		}
		kept := false
		err = file.change(func(now sessions) {
			if kept = now[address] == before[address] || round == rounds; kept {
				now[address] = session.Cookie()
			}
		})
		if err != nil {
			return nil, sessionsError(catalog, file.path, err)
		}
		if kept {
			return session, nil
		}
	}
}

// enter begins a session at a server with the cookie of an earlier one, "" for none. Whom
// the server does not know becomes a guest; a name that is not "" is taken.
func enter(ctx context.Context, address, name, cookie string) (*client.Session, error) {
	session, err := client.NewSession(address, client.Options{Cookie: cookie})
	if err != nil {
		return nil, err
	}
	person, known, err := session.Me(ctx)
	if err != nil {
		return nil, err
	}
	if !known || name != "" && name != person.Name {
		if _, err := session.Guest(ctx, name); err != nil {
			return nil, err
		}
	}
	return session, nil
}
