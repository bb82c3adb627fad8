package server

import (
	"net/url"
	"slices"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/settle"
)

// device is what the device of a call is called in lists.
func (c *call) device() string { return deviceLabel(c.r.UserAgent()) }

func (s *Server) postClaim(c *call, v api.Claim) (any, error) {
	made, err := s.accounts.Claim(c.ctx(), c.who.SignedIn, v.Name)
	if err != nil {
		return nil, err
	}
	s.live.recheckOf(c.ctx(), c.who.Person.ID) // who claims again signs other devices out
	made.QR, err = drawMe(s, c, signInFragment(made.Person.Name, made.Code))
	return made, err
}

// signInFragment is what follows the # of the address that signs in by a code: in=NAME.CODE.
func signInFragment(name, code string) string {
	return "in=" + url.PathEscape(name) + "." + strings.ReplaceAll(code, "-", "")
}

// postSignIn makes this device an account's. The guest who used it comes back after signing out.
func (s *Server) postSignIn(c *call, v api.SignIn) (any, error) {
	p, token, err := s.accounts.SignIn(c.ctx(), v.Name, v.Code, c.device())
	if err != nil {
		return nil, err
	}
	c.become(token)
	return api.Me{Person: &p}, nil
}

func (s *Server) postCode(c *call, v api.SignInCode) (any, error) {
	code, err := s.accounts.NewCode(c.ctx(), c.who.SignedIn, v.Code)
	if err != nil {
		return nil, err
	}
	s.live.recheckOf(c.ctx(), c.who.Person.ID)
	drawn, err := drawMe(s, c, signInFragment(c.who.Person.Name, code))
	return api.SignInCode{Code: code, QR: drawn}, err
}

// postLook returns whose link it is, so that nobody becomes somebody else without seeing who.
func (s *Server) postLook(c *call, v api.Token) (any, error) {
	p, err := s.tables.OfLink(c.ctx(), v.Token)
	if err != nil {
		return nil, err
	}
	return api.Me{Person: &p}, nil
}

func (s *Server) getSessions(c *call) (any, error) {
	return s.accounts.Sessions(c.ctx(), c.who.SignedIn)
}

func (s *Server) deleteSessions(c *call) (any, error) {
	defer s.live.recheckOf(c.ctx(), c.who.Person.ID)
	return nil, s.accounts.EndOthers(c.ctx(), c.who.SignedIn)
}

func (s *Server) deleteOneSession(c *call) (any, error) {
	defer s.live.recheckOf(c.ctx(), c.who.Person.ID)
	return nil, s.accounts.EndSession(c.ctx(), c.who.SignedIn, c.r.PathValue("id"))
}

func (s *Server) getExport(c *call) (any, error) { return s.accounts.Export(c.ctx(), c.who.SignedIn) }

// deleteMe deletes all that is stored of the person, and this device is nobody's.
func (s *Server) deleteMe(c *call, v api.Leave) (any, error) {
	if err := s.accounts.Delete(c.ctx(), c.who.SignedIn, v.Name); err != nil {
		return nil, err
	}
	s.live.recheckOf(c.ctx(), c.who.Person.ID)
	return nil, c.leave(s.tables)
}

func (s *Server) getPeople(c *call) (any, error) {
	return s.accounts.Find(c.ctx(), c.who.SignedIn, c.r.URL.Query().Get("name"))
}

func (s *Server) getPerson(c *call) (any, error) {
	whom := c.r.PathValue("id")
	if level := settle.LevelNamed(strings.TrimPrefix(whom, "@")); level != "" {
		whom = level
	}
	p, err := s.accounts.Profile(c.ctx(), whom)
	if err != nil {
		return nil, err
	}
	if c.who.known() {
		mine, err := s.accounts.Blocks(c.ctx(), c.who.SignedIn)
		if err != nil {
			return nil, err
		}
		p.Blocked = slices.ContainsFunc(mine.Blocks, func(other api.Person) bool { return other.ID == p.Person.ID })
	}
	if err = s.results.AddTo(c.ctx(), &p, c.who.Person.ID); err == nil {
		p.Contests, err = s.contests.Played(c.ctx(), p.Person.ID)
	}
	return p, err
}

func getBlocks(s *Server, c *call) (any, error) { return s.accounts.Blocks(c.ctx(), c.who.SignedIn) }

func putBlock(s *Server, c *call) (any, error) {
	return nil, s.accounts.Block(c.ctx(), c.who.SignedIn, c.r.PathValue("id"), true)
}

func deleteBlock(s *Server, c *call) (any, error) {
	return nil, s.accounts.Block(c.ctx(), c.who.SignedIn, c.r.PathValue("id"), false)
}
