package server

import (
	"net/http"
	"strconv"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// getServer tells a page what it talks to. A server without tables says so with
// protocol 0, in an answer that is no error, for browsers show errors on the
// console.
func (s *Server) getServer(c *call) (any, error) {
	v := api.Server{Version: s.version, Secure: c.secure, Addresses: []string{}}
	if s.tables == nil {
		return v, nil
	}
	v.Protocol = api.Protocol
	_, err := passkeySite(s, c)
	v.Passkeys = err == nil
	v.Games = s.explore != nil && s.explore.HasFile()
	v.Addresses = append(v.Addresses, s.known(c)...)
	if len(v.Addresses) == 0 {
		v.Command = s.command
	}
	return v, nil
}

// known returns the addresses at which other devices find this server: the one
// that the caller has used, unless it is this machine's for itself, then those in
// the network.
func (s *Server) known(c *call) []string {
	var list []string
	if !isLoopback(c.r.Host) {
		list = append(list, c.origin())
	}
	for _, a := range s.addresses {
		if len(list) == 0 || a != list[0] {
			list = append(list, a)
		}
	}
	return list
}

// origin is the address of the server as the caller has written it.
func (c *call) origin() string {
	if c.secure {
		return "https://" + c.r.Host + "/"
	}
	return "http://" + c.r.Host + "/"
}

func (c *call) me() api.Me {
	if !c.who.known() {
		return api.Me{}
	}
	return api.Me{Person: &c.who.Person, Host: c.who.Role == table.HostRole}
}

func (s *Server) getMe(c *call) (any, error) { return c.me(), nil }

// postMe names the person of the session; where there is none it makes a guest. With ?guest an account keeps its name:
// forms that name guests may be older than the session.
func (s *Server) postMe(c *call, v api.NewName) (any, error) {
	if c.r.URL.Query().Has("guest") && c.who.Person.Kind == api.KindAccount {
		return c.me(), nil
	}
	if c.who.known() {
		if err := s.tables.Grown(c.who.SignedIn); err != nil {
			return nil, err
		}
		p, err := s.tables.Rename(c.ctx(), c.who.Person.ID, v.Name)
		return api.Me{Person: &p}, err
	}
	if err := s.limitAddress(c.from, "guests", &s.counted.guests); err != nil {
		return nil, err
	}
	p, token, err := s.tables.NewGuest(c.ctx(), v.Name, c.device())
	if err != nil {
		s.forgive(c.from, &s.counted.guests, err)
		return nil, err
	}
	c.begin(token)
	return api.Me{Person: &p}, nil
}

func (s *Server) postLink(c *call) (any, error) {
	link, err := s.tables.NewLink(c.ctx(), c.who.SignedIn)
	if err != nil {
		return nil, err
	}
	link.QR, err = drawMe(s, c, link.Token)
	return link, err
}

// drawMe draws the address of the page about oneself with a fragment as a QR code, "" where other devices do not find
// this server.
func drawMe(s *Server, c *call, fragment string) (string, error) {
	known := s.known(c)
	if len(known) == 0 {
		return "", nil
	}
	code, err := qrCode(known[0] + "me/#" + fragment)
	return string(code), err
}

// postUse makes this device the person's whose link it is. Who it was before stays
// in the store.
func (s *Server) postUse(c *call, v api.Token) (any, error) {
	p, token, err := s.tables.UseLink(c.ctx(), v.Token, c.device())
	if err != nil {
		return nil, err
	}
	c.become(token)
	return api.Me{Person: &p}, nil
}

// deleteSession signs out here: the cookie goes, and so does what the store knows of
// it, so that a copy of the cookie is worth nothing. Its live connections end. A guest who
// used this device before comes back.
func (s *Server) deleteSession(c *call) (any, error) {
	if c.who.known() {
		if err := s.tables.EndSession(c.ctx(), c.who.token); err != nil {
			return nil, err
		}
		s.live.signOut(c.who.token)
	}
	return nil, c.leave(s.tables)
}

// getQR draws the link of a table: to the best address, or to the one of that number
// in Server.Addresses.
func (s *Server) getQR(c *call) (any, error) {
	id := c.r.PathValue("id")
	if !api.IsTableID(id) {
		return nil, api.Refuse(api.TableNotFound)
	}
	known := s.known(c)
	if len(known) == 0 { // this machine only
		known = []string{c.origin()}
	}
	which := 0
	if n := c.r.URL.Query().Get("address"); n != "" {
		var err error
		if which, err = strconv.Atoi(n); err != nil || which < 0 || which >= len(known) {
			return nil, api.RefuseQuery("address", n)
		}
	}
	text, err := qrCode(known[which] + id)
	if err != nil {
		return nil, err
	}
	c.send("image/svg+xml", text)
	return nil, nil
}

// send writes an answer that is no JSON.
func (c *call) send(contentType string, text []byte) { c.sendCached("no-store", contentType, text) }

// sendPublic writes an answer that is the same for everybody, and for a while.
func (c *call) sendPublic(contentType string, text []byte) {
	c.sendCached("public, max-age=60", contentType, text)
}

func (c *call) sendCached(cache, contentType string, text []byte) {
	c.answered = true
	h := c.w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", cache)
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(text) // the client may be gone
	} else {
		c.w.WriteHeader(http.StatusOK)
	}
}

func (s *Server) getLobby(c *call) (any, error) { return s.tables.Lobby(c.ctx(), c.who.Person.ID) }

func (s *Server) getTables(c *call) (any, error) { return s.tables.Mine(c.ctx(), c.who.Person.ID) }

func (s *Server) postTable(c *call, v api.NewTable) (any, error) {
	if networks := networksOf(c.from); len(networks) > 0 {
		v.Network = networks[0].prefix.String()
	}
	return s.tables.Create(c.ctx(), c.who.Person.ID, v)
}

func (s *Server) getTable(c *call) (any, error) {
	return s.tables.View(c.ctx(), c.who.Person.ID, c.r.PathValue("id"))
}

func (s *Server) postReport(c *call, v api.NewReport) (any, error) {
	return nil, s.tables.Report(c.ctx(), c.who.Person.ID, c.r.PathValue("id"), v)
}

// postReportOf reports somebody as such: their name, or how they behave.
func postReportOf(s *Server, c *call, v api.NewReport) (any, error) {
	return nil, s.tables.Report(c.ctx(), c.who.Person.ID, "", api.NewReport{Person: c.r.PathValue("id"), Text: v.Text})
}
