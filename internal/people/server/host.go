package server

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"cairn.example/internal/people/api"
)

// postHost makes an account a host of the server, by the link that its owner has made for it.
func postHost(s *Server, c *call, v api.Token) (any, error) {
	return nil, s.host.Become(c.ctx(), c.who.SignedIn, v.Token)
}

func getActions(s *Server, c *call) (any, error) { return s.host.Mine(c.ctx(), c.who.Person.ID) }

func postAcknowledged(s *Server, c *call, v api.HostAnswer) (any, error) {
	id, err := strconv.ParseInt(c.r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, api.Refuse(api.HostNone)
	}
	return nil, s.host.Acknowledge(c.ctx(), c.who.Person.ID, id, v.Text)
}

func getHost(s *Server, c *call) (any, error) {
	v, err := s.host.View(c.ctx(), c.who.SignedIn)
	if err != nil {
		return nil, err
	}
	coming, err := s.contests.Coming(c.ctx(), "")
	v.Contests = append(v.Contests, coming...)
	v.Load.Connections, v.Load.Cores, v.Load.Busy = s.live.connections.count(), runtime.NumCPU(), busyCores()
	return v, err
}

// busyCores is how many cores were busy in the last minute, 0 where the system does not say it.
func busyCores() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), " ")
	busy, _ := strconv.ParseFloat(first, 64)
	return busy
}

func getHostPeople(s *Server, c *call) (any, error) {
	return s.host.Find(c.ctx(), c.who.SignedIn, c.r.URL.Query().Get("name"))
}

func postHostAction(s *Server, c *call, v api.NewAction) (any, error) {
	return s.host.Act(c.ctx(), c.who.SignedIn, c.r.PathValue("id"), v)
}

// postHostLook notes that the host looks at a report.
func postHostLook(s *Server, c *call) (any, error) {
	id, err := strconv.ParseInt(c.r.PathValue("id"), 10, 64)
	if err != nil {
		return nil, api.Refuse(api.HostNone)
	}
	return nil, s.host.Look(c.ctx(), c.who.SignedIn, id)
}

func postHostTables(s *Server, c *call, v api.CloseTables) (any, error) {
	n, err := s.host.Close(c.ctx(), c.who.SignedIn, v)
	return api.ClosedTables{Closed: n}, err
}
