package server

import (
	"net/http"
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// session is who a request or a live connection belongs to. The zero value is
// nobody.
type session struct {
	table.SignedIn
	token string
}

func (s *session) known() bool { return s.Person.ID != "" }

// cookieName is the name of the cookie of a store's sessions. It has the store's in it, because browsers send a cookie to
// every port of a host: of two servers with tables of their own at one address, each would take the other's token for a bad
// one, and its new guest would take the place of the other's. The prefix makes browsers refuse a cookie that another host or
// an open connection has planted; over plain HTTP, as in a network at home, there can be none.
func cookieName(secure bool, store string) string {
	if secure {
		return "__Host-cairn-" + store
	}
	return "cairn-" + store
}

// session returns whose call it is, nobody's where there is no session or no longer.
// About once a day it renews the browser's cookie. An error is a
// fault of the store.
func (c *call) session(tables *table.Service) (session, error) {
	c.cookie = cookieName(c.secure, tables.StoreID())
	token := c.token(c.cookie)
	if token == "" {
		return session{}, nil
	}
	who, err := tables.UseSession(c.ctx(), token)
	if api.Refusal(err) != nil {
		return c.guestAgain(tables) // it was ended elsewhere, as by signing out here
	}
	if err != nil {
		return session{}, err
	}
	if who.Renewed {
		c.begin(token)
	}
	return session{who, strings.Clone(token)}, nil
}

// token is the value of a cookie, "" where there is none.
func (c *call) token(name string) string {
	cookie, err := c.r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// begin gives a browser its token.
func (c *call) begin(token string) { c.setCookie(c.cookie, token, lasting) }

// become gives a browser the token of somebody else. A guest's, which nothing else leads to, is kept meanwhile. To a guest
// whom a link has brought here another device leads, so the one whose device it was before stays the one who is kept.
func (c *call) become(token string) {
	if c.who.known() && c.who.Person.Kind == api.KindGuest && (c.who.Session.MadeBy != table.ByLink || c.token(c.guestCookie()) == "") {
		c.setCookie(c.guestCookie(), c.who.token, lasting)
	}
	c.begin(token)
}

// leave takes the token away, or gives back that of the guest whose device this was before.
func (c *call) leave(tables *table.Service) error {
	guest, err := c.guestAgain(tables)
	if err == nil && !guest.known() {
		c.setCookie(c.cookie, "", -1)
	}
	return err
}

// guestAgain makes the browser that of the guest whose device it was before, nobody's where there was none.
func (c *call) guestAgain(tables *table.Service) (session, error) {
	token := c.token(c.guestCookie())
	if token == "" {
		return session{}, nil
	}
	who, err := tables.UseSession(c.ctx(), token)
	if err != nil && api.Refusal(err) == nil {
		return session{}, err
	}
	c.setCookie(c.guestCookie(), "", -1)
	if err != nil {
		return session{}, nil
	}
	c.begin(token)
	return session{who, strings.Clone(token)}, nil
}

// guestCookie holds the token of a guest while the browser is signed in as somebody else.
func (c *call) guestCookie() string { return c.cookie + "-guest" }

// lasting is how long a browser keeps a token, in seconds.
const lasting = int(table.SessionFor / time.Second)

func (c *call) setCookie(name, token string, age int) {
	http.SetCookie(c.w, &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: age,
		Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
