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

// The cookie of a session is named after the store, because browsers send a cookie to
// every port of a host: of two servers with tables of their own at one address, each
// would take the other's token for a bad one, and its new guest would take the place of
// the other's.
//
// Versions of the program before that knew one name for all stores, and have to find
// their guests when they serve a store beside this one during an update. So the old name
// is still written, except over a cookie that belongs to another store, and it comes
// first when both are read: what is a session of this store and differs from the cookie of
// the new name was written later, by a program that knows the old name only. When no such
// program can be beside a newer one any more, the old name need not be written, and 400
// days later nobody has it.

// oldCookieName is that of all stores. The prefix makes browsers refuse a cookie that
// another host or an open connection has planted; over plain HTTP, as in a network at
// home, there can be none.
func oldCookieName(secure bool) string {
	if secure {
		return "__Host-cairn"
	}
	return "cairn"
}

// cookieName is that of one store's sessions.
func cookieName(secure bool, store string) string { return oldCookieName(secure) + "-" + store }

// session returns whose call it is, nobody's where there is no session or no longer.
// About once a day it renews the browser's cookie. An error is a
// fault of the store.
func (c *call) session(tables *table.Service) (session, error) {
	c.cookie = cookieName(c.secure, tables.StoreID())
	old, own := c.token(oldCookieName(c.secure)), c.token(c.cookie)
	tokens := []string{old}
	if own != old {
		tokens = append(tokens, own)
	}
	for _, token := range tokens {
		if token == "" {
			continue
		}
		who, err := tables.UseSession(c.ctx(), token)
		if e := api.Refusal(err); e != nil {
			c.strange = c.strange || token == old && token != own
			continue
		}
		if err != nil {
			return session{}, err
		}
		if who.Renewed || token != own {
			c.begin(token)
		}
		return session{who, strings.Clone(token)}, nil
	}
	return session{}, nil
}

// token is the value of a cookie, "" where there is none.
func (c *call) token(name string) string {
	cookie, err := c.r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// begin gives a browser its token. The cookie of the new name comes last: what keeps only
// one of the two keeps that one.
func (c *call) begin(token string) { c.setCookies(token, lasting) }

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
	if guest := c.token(c.guestCookie()); guest != "" {
		c.setCookie(c.guestCookie(), "", -1)
		_, err := tables.UseSession(c.ctx(), guest)
		if err == nil {
			c.begin(guest)
			return nil
		}
		if api.Refusal(err) == nil {
			return err
		}
	}
	c.setCookies("", -1)
	return nil
}

// guestCookie holds the token of a guest while the browser is signed in as somebody else.
func (c *call) guestCookie() string { return c.cookie + "-guest" }

// lasting is how long a browser keeps a token, in seconds.
const lasting = int(table.SessionFor / time.Second)

func (c *call) setCookies(token string, age int) {
	names := []string{oldCookieName(c.secure), c.cookie}
	if c.strange {
		names = names[1:]
	}
	for _, name := range names {
		c.setCookie(name, token, age)
	}
}

func (c *call) setCookie(name, token string, age int) {
	http.SetCookie(c.w, &http.Cookie{
		Name: name, Value: token, Path: "/", MaxAge: age,
		Secure: c.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
