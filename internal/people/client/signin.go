package client

import (
	"context"
	"encoding/json"
	"errors"

	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
)

// Sessions are the cookies of a person by the address of the server. A guest's games
// under way hang on the cookie: who loses it is somebody else there.
type Sessions map[string]string

// SessionsFile returns the file of that path, in which sessions are kept.
func SessionsFile(path string) *files.State[Sessions] {
	return &files.State[Sessions]{
		Path:  path,
		Fresh: func() Sessions { return Sessions{} },
		Parse: func(text []byte) (Sessions, error) {
			var s Sessions
			err := json.Unmarshal(text, &s)
			if err == nil && s == nil {
				err = errors.New("no sessions")
			}
			return s, err
		},
		Text: func(s Sessions) []byte {
			text, err := json.MarshalIndent(s, "", "  ")
			if err != nil {
				panic(err) // plain values
			}
			return append(text, '\n')
		},
	}
}

// SessionsError says that the file of the sessions cannot be read or written. Where it
// was damaged and has been moved aside, a [*files.Damaged] is below it.
type SessionsError struct {
	Path string
	Err  error
}

func (e *SessionsError) Error() string { return e.Path + ": " + e.Err.Error() }

// Unwrap returns what went wrong.
func (e *SessionsError) Unwrap() error { return e.Err }

// SignIn takes up the session that the file keeps for a server, or becomes a guest there
// and keeps that; a name that is not "" is taken. Errors of the file are
// [*SessionsError]s.
func SignIn(ctx context.Context, file *files.State[Sessions], address, name string) (*Session, error) {
	// Of two programs that become a guest at once, one takes the other's: a second round
	// is then enough, since a server knows whom it has just let in.
	const rounds = 3
	for round := 1; ; round++ {
		before, err := file.Read()
		if err != nil {
			return nil, &SessionsError{file.Path, err}
		}
		session, err := enter(ctx, address, name, before[address])
		if err != nil || session.Cookie() == before[address] {
			return session, err
		}
		kept := false
		err = file.Change(func(now Sessions) {
			if kept = now[address] == before[address] || round == rounds; kept {
				now[address] = session.Cookie()
			}
		})
		if err != nil {
			return nil, &SessionsError{file.Path, err}
		}
		if kept {
			return session, nil
		}
	}
}

// enter begins a session at a server with the cookie of an earlier one, "" for none. Whom
// the server does not know becomes a guest; a name that is not "" is taken, but not by an
// account, which can rarely have another.
func enter(ctx context.Context, address, name, cookie string) (*Session, error) {
	session, err := NewSession(address, Options{Cookie: cookie})
	if err != nil {
		return nil, err
	}
	person, known, err := session.Me(ctx)
	if err != nil {
		return nil, err
	}
	if !known || person.Kind == api.KindGuest && name != "" && name != person.Name {
		if _, err := session.Guest(ctx, name); err != nil {
			return nil, err
		}
	}
	return session, nil
}
