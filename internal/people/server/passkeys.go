package server

import (
	"net/netip"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/passkey"
	"cairn.example/internal/people/table"
)

// passkeySite is where a call asks for a passkey: the first name of the server over an encrypted connection, or this
// machine for itself, which browsers trust as well. Another name, or an address in digits, can have none: browsers bind a
// passkey to a name.
func passkeySite(s *Server, c *call) (passkey.Site, error) {
	name := hostName(c.r.Host)
	_, digits := netip.ParseAddr(name)
	if digits == nil || name != "localhost" && (!c.secure || name != s.passkeys) {
		return passkey.Site{}, api.Refuse(api.AccountPasskeyNone)
	}
	return passkey.Site{ID: name, Origin: strings.TrimSuffix(c.origin(), "/")}, nil
}

func getPasskeys(s *Server, c *call) (any, error) {
	return s.accounts.Passkeys(c.ctx(), c.who.SignedIn)
}

// postPasskeyBegin asks for a passkey. A host has typed the code lately: who comes across the open browser of one is not to
// get in as a host later.
func postPasskeyBegin(s *Server, c *call) (any, error) {
	at, err := passkeySite(s, c)
	if err != nil {
		return nil, err
	}
	if c.who.Role == table.HostRole {
		if err := s.host.May(c.who.SignedIn); err != nil {
			return nil, err
		}
	}
	return s.accounts.BeginPasskey(c.ctx(), c.who.SignedIn, at)
}

func postPasskeyFinish(s *Server, c *call) (any, error) {
	at, v, err := passkeyAnswer(s, c)
	if err != nil {
		return nil, err
	}
	return s.accounts.AddPasskey(c.ctx(), c.who.SignedIn, at, v.Credential, c.device())
}

func passkeyAnswer(s *Server, c *call) (at passkey.Site, v api.PasskeyAnswer, err error) {
	if at, err = passkeySite(s, c); err == nil {
		err = readBody(c.w, c.r, &v)
	}
	return at, v, err
}

func deletePasskey(s *Server, c *call) (any, error) {
	return nil, s.accounts.DeletePasskey(c.ctx(), c.who.SignedIn, c.r.PathValue("id"))
}

func postSignInBegin(s *Server, c *call) (any, error) {
	at, err := passkeySite(s, c)
	if err != nil {
		return nil, err
	}
	return s.accounts.BeginSignIn(c.ctx(), at)
}

// postSignInFinish makes this device an account's, as [Server.postSignIn] does.
func postSignInFinish(s *Server, c *call) (any, error) {
	at, v, err := passkeyAnswer(s, c)
	if err != nil {
		return nil, err
	}
	p, token, err := s.accounts.SignInByPasskey(c.ctx(), at, v.Credential, c.device())
	if err != nil {
		return nil, err
	}
	c.become(token)
	return api.Me{Person: &p}, nil
}
