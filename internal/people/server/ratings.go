package server

import (
	"cairn.example/internal/people/settle"
)

// getResults lists how games of somebody ended.
func getResults(s *Server, c *call) (any, error) {
	q := c.r.URL.Query()
	p, err := s.accounts.Profile(c.ctx(), c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return s.results.Results(c.ctx(), c.who.Person.ID, p.Person.ID, settle.Asked{Game: q.Get("game"), Rated: q.Get("rated"), With: q.Get("with"), Before: q.Get("before")})
}

// getRatings is the leaderboard of a pool.
func getRatings(s *Server, c *call) (any, error) {
	return s.results.Leaderboard(c.ctx(), c.who.Person.ID, c.r.PathValue("game")+"/"+c.r.PathValue("speed"))
}
