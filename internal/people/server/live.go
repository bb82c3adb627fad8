package server

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// live are the live connections of this process.
type live struct {
	server      *Server
	limits      Limits
	metrics     *metrics
	connections connections
	opened      opened
	begin       time.Time
	upgrade     websocket.Upgrader
	count       func(connections int) // nil for nobody
}

// now is the time since the start of the server in nanoseconds, which no change of the
// wall clock touches. It is never 0.
func (l *live) now() int64 { return int64(time.Since(l.begin)) + 1 }

// heartbeatEvery is how often it is looked who is to be asked for a sign of life.
const heartbeatEvery = 250 * time.Millisecond

func newLive(s *Server, limits Limits) *live {
	return &live{server: s, limits: limits, begin: time.Now(), upgrade: websocket.Upgrader{
		// The buffers of the HTTP server are given back; a short one is enough for what
		// clients send, and what is written borrows one for that long.
		ReadBufferSize:  128,
		WriteBufferSize: 2048,
		WriteBufferPool: new(sync.Pool),
		CheckOrigin:     func(*http.Request) bool { return true }, // all calls have been checked before
		Error:           func(http.ResponseWriter, *http.Request, int, error) {},
	}}
}

// run asks the connections for signs of life, and the store whether their sessions are
// still good, until ctx ends.
func (l *live) run(ctx context.Context) {
	tick := time.NewTicker(heartbeatEvery)
	defer tick.Stop()
	// One lookup at a time: where the store does not answer, none wait behind it.
	var looking atomic.Bool
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		l.connections.heartbeat(l.now())
		if looking.CompareAndSwap(false, true) {
			some := l.connections.turn()
			go func() {
				defer looking.Store(false)
				l.recheck(ctx, some)
			}()
		}
		if l.count != nil {
			l.count(l.connections.count())
		}
	}
}

// recheck ends those of some connections whose sessions are no more: another process may
// have signed somebody out, and the host of the server may have deleted a person.
func (l *live) recheck(ctx context.Context, some []*socket) {
	var tokens []string
	for _, s := range some {
		if s.token != "" {
			tokens = append(tokens, s.token)
		}
	}
	if len(tokens) == 0 {
		return
	}
	ended, err := l.server.tables.EndedSessions(ctx, tokens)
	if err != nil {
		return // logged; their next turn comes
	}
	for _, s := range some {
		if s.token != "" && slices.Contains(ended, s.token) {
			s.end(websocket.ClosePolicyViolation, "signed out")
		}
	}
}

// recheckOf does so at once with the connections of a person, some of whose sessions were ended here.
func (l *live) recheckOf(ctx context.Context, person string) {
	var some []*socket
	for _, s := range l.connections.all() {
		if s.person == person {
			some = append(some, s)
		}
	}
	l.recheck(ctx, some)
}

// signOut ends the live connections of a session.
func (l *live) signOut(token string) {
	for _, s := range l.connections.all() {
		if s.token == token {
			s.end(websocket.ClosePolicyViolation, "signed out")
		}
	}
}

// getLive opens a live connection. Whatever is refused before is an HTTP answer; a
// client with another version of the protocol learns it on the connection itself,
// because a page sees no more of a failed handshake than that it failed.
func (s *Server) getLive(c *call) (any, error) {
	if !websocket.IsWebSocketUpgrade(c.r) {
		c.w.Header().Set("Upgrade", "websocket")
		return nil, api.Refuse(api.LiveUpgrade)
	}
	if s.draining.Load() {
		return nil, api.Refuse(api.LiveEnding)
	}
	l := s.live
	switch many, full := l.opened.add(c.from, l.limits.Open, l.limits.Total); {
	case many:
		s.metrics.limited.WithLabelValues("open").Inc()
		return nil, api.Refuse(api.LiveRate, "seconds", "10")
	case full:
		s.metrics.limited.WithLabelValues("total").Inc()
		return nil, api.Refuse(api.LiveBusy)
	}
	conn, err := l.upgrade.Upgrade(c.w, c.r, http.Header{"Set-Cookie": c.w.Header()["Set-Cookie"]})
	if err != nil {
		l.opened.remove(c.from)
		var handshake websocket.HandshakeError
		if errors.As(err, &handshake) {
			return nil, api.Refuse(api.LiveUpgrade)
		}
		c.answered = true // the client is gone
		return nil, nil
	}
	c.answered = true
	k := l.newSocket(conn, c.who, c.from)
	if c.r.URL.Query().Get("protocol") != strconv.Itoa(api.Protocol) {
		k.tell(&api.ToClient{Type: "reload", Protocol: api.Protocol})
		k.end(websocket.ClosePolicyViolation, "another protocol")
		l.opened.remove(c.from)
		return nil, nil
	}
	l.welcome(k, c.who)
	// The goroutine of the HTTP call ends here, with its buffers and its stack.
	go k.read()
	return nil, nil
}

// newSocket returns the live connection of somebody, which nobody reads or looks after yet.
func (l *live) newSocket(conn *websocket.Conn, who session, from netip.Addr) *socket {
	k := &socket{conn: conn, live: l, from: from, token: who.token, person: who.Person.ID, scope: who.scope()}
	now := l.now()
	k.used.Store(now)
	k.lastPing = now
	conn.SetReadLimit(messageBytes)
	conn.SetPongHandler(k.pong)
	conn.SetPingHandler(k.ping)
	return k
}

// welcome makes a connection one of the live ones, and says hello.
func (l *live) welcome(k *socket, who session) {
	k.member = l.server.tables.Join(k.person, k)
	if !l.connections.add(k) {
		k.tell(&api.ToClient{Type: "moved"})
		k.end(websocket.CloseServiceRestart, "ending")
	}
	l.metrics.opened.Inc()
	hello := &api.ToClient{Type: "hello", Protocol: api.Protocol, Version: l.server.version}
	if who.known() {
		hello.Me = &who.Person
	}
	k.tell(hello)
}

// Drain prepares the end: no more live connections are taken, and clients are asked
// to connect again, to another process or to this one's successor. It returns when
// they have left or ctx ends.
func (s *Server) Drain(ctx context.Context) {
	s.draining.Store(true)
	// Where another process serves, clocks run on while clients go there.
	alone := s.tables != nil && s.live.connections.count() > 0 && s.tables.Alone(ctx)
	if s.handOver != nil && s.live.connections.count() > 0 {
		// Until then clients are served as before.
		select {
		case <-time.After(s.handOver()):
		case <-ctx.Done():
		}
	}
	s.live.connections.end()
	all := s.live.connections.all()
	if len(all) > 0 {
		s.log.Info("telling clients to connect again", "connections", len(all))
	}
	moved := &table.Push{Message: api.ToClient{Type: "moved", Alone: alone}}
	for _, k := range all {
		k.Tell(moved)
		k.end(websocket.CloseServiceRestart, "ending")
	}
	for s.live.connections.count() > 0 {
		select {
		case <-ctx.Done():
			for _, k := range s.live.connections.all() {
				k.conn.Close()
			}
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// Tell sends what happened at a table or in the lobby. It is called under locks of
// package table.
func (s *socket) Tell(p *table.Push) { s.send(p.JSON()) }

// tell sends a message.
func (s *socket) tell(m *api.ToClient) { s.Tell(&table.Push{Message: *m}) }

// contestMessage is the type of message that the contests answer, not the tables.
const contestMessage = "contest"

var messageTypes = append(table.MessageTypes(), contestMessage)

// handle carries out one message.
func (s *socket) handle(text []byte) {
	var m api.ToServer
	defer func() {
		if v := recover(); v != nil {
			s.live.metrics.faults.Inc()
			s.live.server.log.Error("internal error", "message", m.Type, "panic", v, "stack", string(debug.Stack()))
			s.refuse(m, 0, api.Refuse(api.LiveInternal))
		}
	}()
	if refused := decode(text, &m); refused != nil {
		s.live.metrics.messages.WithLabelValues("broken").Inc()
		s.refuse(m, 0, refused)
		return
	}
	label := m.Type
	if !slices.Contains(messageTypes, label) {
		label = "unknown"
	}
	s.live.metrics.messages.WithLabelValues(label).Inc()
	begin := time.Now()
	var seq int64
	err := maySay(s.scope, m.Type)
	switch {
	case err != nil:
	case m.Type == contestMessage:
		err = s.live.server.contests.Watch(context.Background(), s.person, s, m.ID, m.On)
	default:
		seq, err = s.member.Do(context.Background(), m)
	}
	switch {
	case err != nil:
		s.fail(m, seq, err)
	case seq > 0:
		// It is stored, and what follows from it may have gone out before.
		s.live.metrics.answerTime.Observe(time.Since(begin).Seconds())
		s.tell(&api.ToClient{Type: "ack", ID: m.ID, TableID: m.Table, Seq: seq})
	}
}

// refuse says no to a message.
func (s *socket) refuse(m api.ToServer, seq int64, e *api.Error) {
	s.live.metrics.refusals.WithLabelValues(e.Code).Inc()
	s.tell(&api.ToClient{Type: "refused", ID: m.ID, TableID: m.Table, Error: e, Seq: seq})
}

// fail answers a message that was not carried out: a refusal with its reason; a
// fault of the server or its store with "busy", so that the client tries again, and with
// the reason where people can do something about it.
func (s *socket) fail(m api.ToServer, seq int64, err error) {
	if e := api.Refusal(err); e != nil {
		s.refuse(m, seq, e)
		return
	}
	code := api.LiveBusy
	busy := &api.ToClient{Type: "busy", ID: m.ID, TableID: m.Table}
	if errors.Is(err, table.ErrFull) {
		code = api.LiveFull
		busy.Error = api.Refuse(code)
	}
	s.live.metrics.refusals.WithLabelValues(string(code)).Inc()
	s.tell(busy)
}

// Background does what happens without anybody's asking, flags and signs of life
// among it, until ctx ends. It is to outlive [Run], because clients still hear of the
// end.
func (s *Server) Background(ctx context.Context) {
	if s.tables == nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { s.live.run(ctx) })
	both.Go(func() { s.results.Run(ctx) })
	both.Go(func() { s.contests.Run(ctx) })
	both.Go(func() {
		if err := s.tables.Run(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("the tables have stopped", "error", err)
		}
	})
	both.Wait()
}
