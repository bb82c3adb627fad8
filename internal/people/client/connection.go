package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
)

// How a live connection is made and made again: dialing, the hello, reading, signs of
// life.

// run connects until the connection has ended for good.
func (l *Live) run() {
	wait := shortestWait
	for {
		conn, err := l.dial()
		if err == nil {
			var hello bool
			if hello, err = l.serve(conn); hello {
				wait = shortestWait
			}
			_ = conn.Close()
		}
		if l.lost(err) {
			return
		}
		// The pause is drawn, so that many who were cut off at once do not come back at once.
		pause := wait/2 + rand.N(wait)
		wait = min(2*wait, l.o.LongestWait)
		select {
		case <-l.ended:
			return
		case <-time.After(pause):
		}
	}
}

// lost notes that there is no connection now and reports whether there will be none.
func (l *Live) lost(err error) bool {
	var final *Refused
	if errors.Is(err, ErrReload) || errors.As(err, &final) && final.Status >= 400 && final.Status < 500 && final.Status != http.StatusTooManyRequests {
		l.end(err)
		return true
	}
	l.mu.Lock()
	away := serverAway(err)
	was := l.conn != nil || l.away != away
	l.conn, l.away = nil, away
	over := l.err != nil
	for _, p := range l.pending {
		p.broke = p.broke || !p.first.IsZero()
	}
	if was {
		l.notify()
		for _, t := range l.tables {
			t.notify()
		}
	}
	l.mu.Unlock()
	if l.o.Observer != nil && !over {
		l.o.Observer.Lost(err)
	}
	return over
}

// serverAway reports whether an attempt to connect showed that nothing serves at the
// address: the port is closed, or a proxy finds nobody behind it.
func serverAway(err error) bool {
	var refused *Refused
	return errors.Is(err, syscall.ECONNREFUSED) || errors.As(err, &refused) && refused.Status >= http.StatusBadGateway
}

func (l *Live) dial() (*websocket.Conn, error) {
	address := *l.session.base
	address.Scheme = map[string]string{"http": "ws", "https": "wss"}[address.Scheme]
	address.Path = "/api/live"
	address.RawQuery = "protocol=" + strconv.Itoa(api.Protocol)
	// A server that does not answer the handshake is left as soon as one that does not answer a message.
	dialer := websocket.Dialer{HandshakeTimeout: min(dialWithin, 2*l.o.ResendAfter), ReadBufferSize: 2048, WriteBufferSize: 1024, WriteBufferPool: &writeBuffers}
	net := &net.Dialer{Timeout: dialWithin}
	if l.session.from != nil {
		net.LocalAddr = tcpAddr(l.session.from)
	}
	dialer.NetDialContext = net.DialContext
	if t, ok := l.session.http.Transport.(*http.Transport); ok {
		dialer.TLSClientConfig = t.TLSClientConfig
	}
	header := http.Header{}
	l.session.identify(header)
	ctx, stop := context.WithTimeout(context.Background(), dialWithin)
	defer stop()
	go func() {
		select {
		case <-l.ended:
			stop()
		case <-ctx.Done():
		}
	}()
	conn, response, err := dialer.DialContext(ctx, address.String(), header)
	if err != nil && response != nil {
		body := make([]byte, 4096)
		n, _ := response.Body.Read(body)
		return nil, refusal(response.StatusCode, body[:n])
	}
	return conn, err
}

var writeBuffers sync.Pool

func tcpAddr(ip net.IP) *net.TCPAddr { return &net.TCPAddr{IP: ip} }

// serve reads one connection to its end and reports whether the server said hello.
func (l *Live) serve(conn *websocket.Conn) (hello bool, err error) {
	conn.SetReadLimit(maxBody)
	silence := 5 * l.o.PingEvery / 2
	deadline := func() { _ = conn.SetReadDeadline(time.Now().Add(silence)) }
	deadline()
	conn.SetPingHandler(func(data string) error {
		deadline()
		l.lastReceived.Store(int64(time.Since(l.begun)))
		return conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(writeWithin))
	})
	stopTicks := make(chan struct{})
	defer close(stopTicks)
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			return hello, err
		}
		deadline()
		l.lastReceived.Store(int64(time.Since(l.begun)))
		var m api.ToClient
		if err := json.Unmarshal(text, &m); err != nil {
			return hello, l.problem("", 0, fmt.Errorf("a message cannot be read: %w", err))
		}
		if !hello && m.Type == "hello" {
			hello = true
			if !l.opened(conn, &m) {
				return hello, ErrClosed
			}
			go l.tick(conn, stopTicks)
			continue
		}
		if err := l.receive(&m); err != nil {
			return hello, err
		}
	}
}

// opened takes a connection into use: what is watched is watched again from the
// last event known, and what has no answer is sent again.
func (l *Live) opened(conn *websocket.Conn, m *api.ToClient) bool {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return false
	}
	l.conn = conn
	l.stopped, l.away = time.Time{}, false
	l.hellos++
	again := l.hellos > 1
	if m.Me != nil {
		l.session.setPerson(*m.Me)
	}
	var first [][]byte
	for _, t := range l.tables {
		first = append(first, t.watchMessage())
	}
	if l.inLobby {
		first = append(first, encode(api.ToServer{Type: "lobby", On: true}))
	}
	if l.o.Stand != nil {
		first = append(first, encode(*l.o.Stand))
	}
	now := time.Now()
	for _, p := range l.pending {
		p.send(now)
		first = append(first, p.bytes)
	}
	l.notify()
	for _, t := range l.tables {
		t.notify()
	}
	l.mu.Unlock()
	if l.o.Observer != nil {
		l.o.Observer.Connected(again)
	}
	for _, text := range first {
		l.writeTo(conn, text)
	}
	return true
}

// tick asks for signs of life and sends again what had no answer: more often while
// something waits for one, or one's own game has a clock that runs.
func (l *Live) tick(conn *websocket.Conn, stop <-chan struct{}) {
	usual := min(l.o.PingEvery, l.o.ResendAfter)
	urgent := min(urgentTick, usual/2)
	ticker := time.NewTicker(urgent)
	defer ticker.Stop()
	pinged := l.lastHeard()
	for {
		select {
		case <-stop:
			return
		case <-l.posted:
			ticker.Reset(urgent)
		case now := <-ticker.C:
			waits, clock := l.resend(conn, now), l.clockRuns()
			every, next := l.o.PingEvery-usual/2, usual
			if waits || clock {
				every, next = min(every, urgentPing), urgent
			}
			ticker.Reset(next)
			passed, answered := now.Sub(pinged), !l.lastHeard().Before(pinged)
			switch {
			case clock && !answered && passed >= l.o.ResendAfter:
				cut(conn)
				return
			case answered && passed >= every, passed >= l.o.PingEvery:
				pinged = now
				l.writeTo(conn, encode(api.ToServer{Type: "ping", Number: time.Since(l.begun).Microseconds() + 1, Lag: l.Lag().Milliseconds()}))
			}
		}
	}
}

// lastHeard is when the server last sent something.
func (l *Live) lastHeard() time.Time { return l.begun.Add(time.Duration(l.lastReceived.Load())) }

// clockRuns reports whether a clock runs in a game that the person plays, so that it
// matters whether the connection works.
func (l *Live) clockRuns() bool {
	if !l.attentive {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.tables {
		v := View{Table: t.table, State: t.state}
		if _, plays := v.Side(); !plays || v.State == nil || v.State.Over() || v.State.Terms().Control.Slow() {
			continue
		}
		if _, runs := v.State.Running(); runs {
			return true
		}
	}
	return false
}

func encode(m api.ToServer) []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // a message holds nothing that JSON does not know
	}
	return text
}

// write sends on the present connection, if there is one: whatever matters is sent
// again on the next.
func (l *Live) write(text []byte) {
	l.mu.Lock()
	conn := l.conn
	l.mu.Unlock()
	if conn != nil {
		l.writeTo(conn, text)
	}
}

func (l *Live) writeTo(conn *websocket.Conn, text []byte) {
	l.writing.Lock()
	defer l.writing.Unlock()
	_ = conn.SetWriteDeadline(time.Now().Add(writeWithin))
	if conn.WriteMessage(websocket.TextMessage, text) != nil {
		_ = conn.Close() // the reader notices and connects again
	}
}

// cut closes a connection without saying so to the other end first.
func cut(conn *websocket.Conn) {
	if tcp, ok := conn.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}
