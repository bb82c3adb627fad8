package server

import (
	"net/http"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// What the token of a program may do with a call.
type program int

const (
	never    program = iota // it is for people
	readable                // any token
	playable                // one that plays
)

// bearer returns the token of a program that a call comes with. What else stands in the header may be meant for a proxy.
func bearer(r *http.Request) (token string, ok bool) {
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.Clone(token), strings.EqualFold(kind, "Bearer") && table.IsToken(token)
}

// program returns which program calls. Cookies are neither read nor set.
func (c *call) program(tables *table.Service, token string) (session, error) {
	who, err := tables.UseToken(c.ctx(), token)
	return session{who, token}, err
}

// scope is what the token of a call is for, "" for that of a person's session.
func (s *session) scope() api.Scope {
	if s.Session.Kind != table.TokenKind {
		return ""
	}
	return api.Scope(s.Session.Data)
}

// mayCall refuses a call that is not for this token.
func (c *call) mayCall(rt *route) error {
	scope := c.who.scope()
	if scope == "" || rt.program == readable || rt.program == playable && scope == api.ScopePlay {
		return nil
	}
	return api.Refuse(api.BotCall)
}

// readableMessages are those of a live connection that change nothing.
var readableMessages = map[string]bool{"watch": true, "unwatch": true, "lobby": true, "ping": true, contestMessage: true}

// maySay refuses a message that is not for the token of a connection. Programs do not chat.
func maySay(scope api.Scope, kind string) error {
	if scope == api.ScopeRead && !readableMessages[kind] || scope != "" && kind == "say" {
		return api.Refuse(api.BotCall)
	}
	return nil
}

func getBots(s *Server, c *call) (any, error) {
	bots, err := s.accounts.Bots(c.ctx(), c.who.SignedIn)
	for i := range bots {
		if err == nil {
			err = s.results.AddTo(c.ctx(), &bots[i].Profile, c.who.Person.ID)
		}
	}
	return bots, err
}

func postBot(s *Server, c *call, v api.NewBot) (any, error) {
	return s.accounts.NewBot(c.ctx(), c.who.SignedIn, v.Name)
}

func deleteBot(s *Server, c *call) (any, error) {
	id := c.r.PathValue("id")
	defer s.live.recheckOf(c.ctx(), id)
	return nil, s.accounts.DeleteBot(c.ctx(), c.who.SignedIn, id)
}

func postToken(s *Server, c *call, v api.NewToken) (any, error) {
	return s.accounts.NewToken(c.ctx(), c.who.SignedIn, c.r.PathValue("id"), v)
}

func deleteToken(s *Server, c *call) (any, error) {
	id := c.r.PathValue("id")
	defer s.live.recheckOf(c.ctx(), id)
	return nil, s.accounts.Revoke(c.ctx(), c.who.SignedIn, id, c.r.PathValue("token"))
}
