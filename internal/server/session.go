package server

import (
	"net/http"
	"strings"
	"time"

	"cairn.example/internal/api"
	"cairn.example/internal/table"
)

// session is who a request or a live connection belongs to. The zero value is
// nobody.
type session struct {
	person api.Person
	token  string
}

func (s *session) known() bool { return s.person.ID != "" }

// cookieName is that of the session's cookie. The prefix makes browsers refuse a
// cookie that another host or an open connection has planted; over plain HTTP, as
// in a network at home, there can be none.
func cookieName(secure bool) string {
	if secure {
		return "__Host-cairn"
	}
	return "cairn"
}

// session returns whose call it is, nobody's where there is no session or no longer.
// About once a day the browser is told to keep the cookie for longer. An error is a
// fault of the store.
func (c *call) session(tables *table.Service) (session, error) {
	cookie, err := c.r.Cookie(cookieName(c.secure))
	if err != nil {
		return session{}, nil
	}
	p, renewed, err := tables.UseSession(c.ctx(), cookie.Value)
	if e := api.Refusal(err); e != nil {
		return session{}, nil
	}
	if err != nil {
		return session{}, err
	}
	if renewed {
		c.begin(cookie.Value)
	}
	return session{person: p, token: strings.Clone(cookie.Value)}, nil
}

// setCookie gives a browser its token, or takes it away where life is negative.
func setCookie(w http.ResponseWriter, secure bool, token string, life time.Duration) {
	age := int(life / time.Second)
	if life < 0 {
		age = -1
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(secure), Value: token, Path: "/", MaxAge: age,
		Secure: secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

func (c *call) begin(token string) { setCookie(c.w, c.secure, token, table.SessionFor) }
