package server

import (
	"context"
	"time"

	"cairn.example/internal/people/api"
)

// messageTypes are what clients say, and what is done then.
var messageTypes = map[string]func(*socket, api.ToServer){
	"watch":   (*socket).watch,
	"unwatch": (*socket).watch,
	"send":    (*socket).do,
	"sit":     (*socket).do,
	"terms":   (*socket).do,
	"ask":     (*socket).do,
	"invite":  (*socket).do,
	"leave":   (*socket).do,
	"rematch": (*socket).do,
	"claim":   (*socket).do,
	"say":     (*socket).do,
	"lobby":   (*socket).watch,
	"ping":    (*socket).answerPing,
}

// watch subscribes to a table or the lobby, or ends that. The tables and the lobby send
// their news themselves.
func (s *socket) watch(m api.ToServer) {
	if _, err := s.member.Do(context.Background(), m); err != nil {
		s.fail(m, 0, err)
	}
}

// do carries out what changes something. It is acknowledged when it is stored, and
// what follows from it may have been told before.
func (s *socket) do(m api.ToServer) {
	begin := time.Now()
	seq, err := s.member.Do(context.Background(), m)
	if err != nil {
		s.fail(m, seq, err)
		return
	}
	s.live.metrics.answerTime.Observe(time.Since(begin).Seconds())
	s.tell(&api.ToClient{Type: "ack", ID: m.ID, TableID: m.Table, Seq: seq})
}

// answerPing answers on the level of messages: pages cannot see the pings of the
// connection itself.
func (s *socket) answerPing(m api.ToServer) {
	s.tell(&api.ToClient{Type: "pong", Number: m.Number, Lag: time.Duration(s.lag.Load()).Milliseconds()})
}
