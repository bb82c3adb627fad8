package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"

	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
)

// Claim makes the guest of the session an account and returns its sign-in code, which the server tells this once.
func (s *Session) Claim(ctx context.Context, name string) (code string, err error) {
	var v api.Claimed
	if err := s.Call(ctx, http.MethodPost, "/api/me/claim", api.Claim{Name: name}, &v); err != nil {
		return "", err
	}
	s.setPerson(v.Person)
	return v.Code, nil
}

// SignInAs makes the session an account's.
func (s *Session) SignInAs(ctx context.Context, name, code string) (api.Person, error) {
	return s.become(ctx, "/api/me/signin", api.SignIn{Name: name, Code: code})
}

// NewCode gives the account another code and ends its other sessions. The present code may be missing where the session
// was begun by it a moment ago.
func (s *Session) NewCode(ctx context.Context, present string) (string, error) {
	var v api.SignInCode
	err := s.Call(ctx, http.MethodPost, "/api/me/code", api.SignInCode{Code: present}, &v)
	return v.Code, err
}

// Devices returns the sessions of the person, the present one first.
func (s *Session) Devices(ctx context.Context) ([]api.Session, error) {
	var v []api.Session
	err := s.Call(ctx, http.MethodGet, "/api/me/sessions", nil, &v)
	return v, err
}

// EndDevice ends one of them, EndOthers all but the present one.
func (s *Session) EndDevice(ctx context.Context, id string) error {
	return s.Call(ctx, http.MethodDelete, "/api/me/sessions/"+url.PathEscape(id), nil, nil)
}

// EndOthers ends all sessions of the person but the present one.
func (s *Session) EndOthers(ctx context.Context) error {
	return s.Call(ctx, http.MethodDelete, "/api/me/sessions", nil, nil)
}

// Bots returns the programs of the person, NewBot makes one, and DeleteBot deletes one.
func (s *Session) Bots(ctx context.Context) ([]api.Bot, error) {
	var v []api.Bot
	err := s.Call(ctx, http.MethodGet, "/api/me/bots", nil, &v)
	return v, err
}

// NewBot makes a program of the person.
func (s *Session) NewBot(ctx context.Context, name string) (api.Bot, error) {
	var v api.Bot
	err := s.Call(ctx, http.MethodPost, "/api/me/bots", api.NewBot{Name: name}, &v)
	return v, err
}

// DeleteBot deletes a program of the person.
func (s *Session) DeleteBot(ctx context.Context, id string) error {
	return s.Call(ctx, http.MethodDelete, "/api/me/bots/"+url.PathEscape(id), nil, nil)
}

// NewToken makes a token of a program of the person, which the server tells this once; RevokeToken ends one.
func (s *Session) NewToken(ctx context.Context, bot string, n api.NewToken) (api.BotToken, error) {
	var v api.BotToken
	err := s.Call(ctx, http.MethodPost, "/api/me/bots/"+url.PathEscape(bot)+"/tokens", n, &v)
	return v, err
}

// RevokeToken ends a token of a program of the person.
func (s *Session) RevokeToken(ctx context.Context, bot, token string) error {
	return s.Call(ctx, http.MethodDelete, "/api/me/bots/"+url.PathEscape(bot)+"/tokens/"+url.PathEscape(token), nil, nil)
}

// SignOut ends the session. A guest whose session it was before comes back.
func (s *Session) SignOut(ctx context.Context) error {
	return s.leave(ctx, "/api/me/session", nil)
}

// Export returns all that the server has of the person, as JSON.
func (s *Session) Export(ctx context.Context) (json.RawMessage, error) {
	var v json.RawMessage
	err := s.Call(ctx, http.MethodGet, "/api/me/export", nil, &v)
	return v, err
}

// Delete deletes all that the server has of the person, whose name says that it is meant.
func (s *Session) Delete(ctx context.Context, name string) error {
	return s.leave(ctx, "/api/me", api.Leave{Name: name})
}

// leave makes a call after which the session is nobody's; it stays somebody's where the call fails.
func (s *Session) leave(ctx context.Context, path string, in any) error {
	err := s.Call(ctx, http.MethodDelete, path, in, nil)
	if err == nil {
		s.setPerson(api.Person{})
	}
	return err
}

// become makes a call that makes the session somebody's.
func (s *Session) become(ctx context.Context, path string, in any) (api.Person, error) {
	var v api.Me
	if err := s.Call(ctx, http.MethodPost, path, in, &v); err != nil {
		return api.Person{}, err
	}
	if v.Person == nil {
		return api.Person{}, errors.New("the server made nobody")
	}
	s.setPerson(*v.Person)
	return *v.Person, nil
}

// Reconnect makes a live connection again, so that the server knows it as the person whom its session is now.
func Reconnect(l *Live) {
	l.mu.Lock()
	conn := l.conn
	l.mu.Unlock()
	if conn != nil {
		_ = conn.Close()
	}
}

// Keep writes down who the session is now, so that the next one at the server is the same. Errors are [*SessionsError]s.
func (s *Session) Keep(file *files.State[Sessions]) error {
	err := file.Change(func(now Sessions) {
		if now[s.Address()] = s.Cookie(); s.Cookie() == "" {
			delete(now, s.Address())
		}
	})
	if err != nil {
		return &SessionsError{file.Path, err}
	}
	return nil
}
