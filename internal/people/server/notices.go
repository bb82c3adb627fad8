package server

import (
	"bytes"
	"net/http"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/notify"
)

func getNotices(s *Server, c *call) (any, error) { return s.notify.Notices(c.ctx(), c.who.Person.ID) }

func putNotices(s *Server, c *call, v api.NoticeSettings) (any, error) {
	return nil, s.notify.SetSettings(c.ctx(), c.who.Person.ID, v)
}

func getAway(s *Server, c *call) (any, error) { return s.tables.Away(c.ctx(), c.who.Person.ID) }

func putAway(s *Server, c *call, v api.NewAway) (any, error) {
	instant := func(ms int64) (t time.Time) {
		if ms > 0 && ms < 1<<50 {
			t = time.UnixMilli(ms)
		}
		return t
	}
	if err := s.tables.SetAway(c.ctx(), c.who.Person.ID, instant(v.From), instant(v.Until)); err != nil {
		return nil, err
	}
	return s.tables.Away(c.ctx(), c.who.Person.ID)
}

func postSeen(s *Server, c *call, v api.SeenNotices) (any, error) {
	unread, err := s.notify.See(c.ctx(), c.who.Person.ID, v.Last)
	if err == nil {
		unread.Decided, err = s.host.Waiting(c.ctx(), c.who.Person.ID)
	}
	return unread, err
}

func postPush(s *Server, c *call, v api.NewPush) (any, error) {
	return s.notify.Subscribe(c.ctx(), c.who.Person.ID, c.who.token, deviceLabel(c.r.UserAgent()), v)
}

func deletePush(s *Server, c *call, v api.PushID) (any, error) {
	return nil, s.notify.Unsubscribe(c.ctx(), c.who.Person.ID, v.ID)
}

func postPushTest(s *Server, c *call, v api.PushID) (any, error) {
	return nil, s.notify.Test(c.ctx(), c.who.Person.ID, v.ID)
}

func postCalendar(s *Server, c *call) (any, error) {
	if err := s.tables.Grown(c.who.SignedIn); err != nil {
		return nil, err
	}
	return s.notify.NewCalendar(c.ctx(), c.who.Person.ID)
}

func getCalendar(s *Server, c *call) (any, error) {
	f, err := s.notify.Calendar(c.ctx(), c.r.URL.Query().Get("key"), c.origin())
	return nil, c.sendFile(f, err)
}

func getFeed(s *Server, c *call) (any, error) {
	f, err := s.notify.Feed(c.ctx(), c.origin())
	return nil, c.sendFile(f, err)
}

// sendFile writes a feed, or says that the reader has it already.
func (c *call) sendFile(f notify.File, err error) error {
	if err != nil {
		return err
	}
	c.answered = true
	h := c.w.Header()
	h.Set("Content-Type", f.Kind)
	h.Set("Etag", f.Tag)
	h.Set("Cache-Control", "private, no-cache")
	http.ServeContent(c.w, c.r, "", time.Time{}, bytes.NewReader(f.Text))
	return nil
}
