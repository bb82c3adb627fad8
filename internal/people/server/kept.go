package server

import (
	"net/http"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
)

const (
	keptBytes = 2 << 20          // the most that one call may send
	keptWait  = 20 * time.Second // the longest that one is answered later
	keptLook  = 500 * time.Millisecond
)

// getKept answers with what was changed after a version. With ?wait the answer comes when there is something, or after that
// many seconds.
func getKept(s *Server, c *call) (any, error) {
	q := c.r.URL.Query()
	number := func(name string) (int64, error) {
		text := q.Get(name)
		if text == "" {
			return 0, nil
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return 0, api.RefuseQuery(name, text)
		}
		return n, nil
	}
	after, err := number("after")
	if err != nil {
		return nil, err
	}
	wait, err := number("wait")
	if err != nil {
		return nil, err
	}
	until := time.Now().Add(min(keptWait, time.Duration(min(wait, 1000))*time.Second))
	for {
		v, err := s.accounts.Kept.Read(c.ctx(), c.who.SignedIn, q.Get("person"), after)
		// After a deletion the versions begin again, below those that a device has.
		if err != nil || v.Last != after || !time.Now().Before(until) || s.draining.Load() {
			return v, err
		}
		select {
		case <-c.ctx().Done():
			return nil, c.ctx().Err()
		case <-time.After(keptLook):
		}
	}
}

func postKept(s *Server, c *call) (any, error) {
	var v api.Keep
	if err := readBodyOf(c.w, c.r, &v, keptBytes); err != nil {
		return nil, err
	}
	return s.accounts.Kept.Write(c.ctx(), c.who.SignedIn, v)
}

func deleteKept(s *Server, c *call) (any, error) {
	return nil, s.accounts.Kept.Clear(c.ctx(), c.who.SignedIn)
}

// getArchive writes what goes with the account as the file of the page's own export.
func getArchive(s *Server, c *call) (any, error) {
	write, err := s.accounts.Kept.File(c.ctx(), c.who.SignedIn)
	if err != nil {
		return nil, err
	}
	c.answered = true
	h := c.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", `attachment; filename="cairn-games.json"`)
	h.Set("Cache-Control", "no-store")
	if err := write(c.w); err != nil {
		// The file is cut short, which its reader sees; the status is out already.
		s.log.Warn("archive", "err", err)
		panic(http.ErrAbortHandler)
	}
	return nil, nil
}
