package server

import (
	"bytes"
	"net/url"
	"strconv"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/explore"
	"cairn.example/internal/people/settle"
	"cairn.example/record"
)

// gamesListed is how many games are listed at a time without ?limit=.
const gamesListed = 20

// getGames lists records of public games that ended, a JSON object a line. The next ones are
// behind the link in the header.
func getGames(s *Server, c *call) (any, error) {
	q := c.r.URL.Query()
	a := settle.PublicAsked{Person: q.Get("player"), Game: q.Get("game"), From: q.Get("from"), To: q.Get("to"), Before: q.Get("before"), Limit: gamesListed}
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, api.RefuseQuery("limit", text)
		}
		a.Limit = n
	}
	if a.Person != "" {
		p, err := s.accounts.Profile(c.ctx(), a.Person)
		if err != nil {
			return nil, err
		}
		a.Person = p.Person.ID
	}
	var text bytes.Buffer
	more, err := s.explore.Games(c.ctx(), a, func(r *record.Record) error {
		_, err := record.JSON{}.Write(&text, r)
		return err
	})
	if err != nil {
		return nil, err
	}
	if more != "" {
		q.Set("before", more)
		next := url.URL{Path: c.r.URL.Path, RawQuery: q.Encode()}
		c.w.Header().Set("Link", "<"+next.String()+`>; rel="next"`)
	}
	c.sendPublic("application/x-ndjson", text.Bytes())
	return nil, nil
}

// getExplorer says what was played in a position.
func getExplorer(s *Server, c *call) (any, error) {
	q := c.r.URL.Query()
	v, err := s.explore.Explore(c.ctx(), explore.Asked{
		Game: q.Get("game"), Position: q.Get("position"), Of: q.Get("of"), Depth: q.Get("depth"), Limit: q.Get("limit"),
	})
	if err != nil {
		return nil, err
	}
	c.sendPublic("application/json", encode(v))
	return nil, nil
}
