package server

import (
	"bytes"

	"cairn.example/internal/people/api"
)

func getContests(s *Server, c *call) (any, error) {
	return s.contests.List(c.ctx(), c.who.Person.ID, c.r.URL.Query().Get("before"))
}

func postContest(s *Server, c *call, v api.ContestOptions) (any, error) {
	return s.contests.Create(c.ctx(), c.who.Person.ID, v)
}

func getContest(s *Server, c *call) (any, error) {
	return s.contests.View(c.ctx(), c.who.Person.ID, c.r.PathValue("id"))
}

func postContestAction(s *Server, c *call, v api.ContestCall) (any, error) {
	return s.contests.Do(c.ctx(), c.who.Person.ID, c.r.PathValue("id"), c.r.PathValue("action"), v)
}

// getContestQR draws the address of the page of a contest, for the phones of those who see the big screen.
func getContestQR(s *Server, c *call) (any, error) {
	id := c.r.PathValue("id")
	if _, err := s.contests.View(c.ctx(), "", id); err != nil {
		return nil, err
	}
	at := c.origin()
	if known := s.known(c); len(known) > 0 {
		at = known[0]
	}
	text, err := qrCode(at + "contest/" + id)
	if err != nil {
		return nil, err
	}
	c.send("image/svg+xml", text)
	return nil, nil
}

// getContestResults hands out the table of a contest.
func getContestResults(s *Server, c *call) (any, error) {
	id := c.r.PathValue("id")
	text, err := s.contests.Results(c.ctx(), id)
	if err != nil {
		return nil, err
	}
	c.attach(id + ".csv")
	c.send("text/csv; charset=utf-8", text)
	return nil, nil
}

// getContestRecords hands out the records of all games of a contest in one file.
func getContestRecords(s *Server, c *call) (any, error) {
	format, err := c.format()
	if err != nil {
		return nil, err
	}
	id := c.r.PathValue("id")
	tables, err := s.contests.Tables(c.ctx(), id)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	titles := map[string]string{}
	for _, game := range tables {
		if err := writeRecord(s, c, &text, format, game, titles); err != nil {
			return nil, err
		}
	}
	c.attach(id + format.Extension())
	c.send("text/plain; charset=utf-8", text.Bytes())
	return nil, nil
}

func getContestsCalendar(s *Server, c *call) (any, error) {
	f, err := s.notify.ContestCalendar(c.ctx(), c.origin())
	return nil, c.sendFile(f, err)
}
