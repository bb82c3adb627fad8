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
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/api"
)

// The times of a live connection where [LiveOptions] names none.
const (
	pingEvery    = 20 * time.Second
	resendAfter  = 5 * time.Second
	shortestWait = 50 * time.Millisecond
	longestWait  = 2 * time.Second
	writeWithin  = 10 * time.Second
	dialWithin   = 15 * time.Second
	busyWait     = 200 * time.Millisecond
)

// Errors that end a live connection for good.
var (
	// ErrClosed says that it was closed here.
	ErrClosed = errors.New("the connection was closed")
	// ErrReload says that the server speaks another version of the protocol.
	ErrReload = errors.New("this program is too old or too new for the server")
)

// LiveOptions are for programs with needs of their own; the zero value is right for
// a player.
type LiveOptions struct {
	// PingEvery is how often the server is asked for a sign of life; a connection that is silent for more than twice
	// as long is given up.
	PingEvery time.Duration
	// ResendAfter is how long an answer is waited for before a message is sent again, on another connection if the server
	// has not been heard since.
	ResendAfter time.Duration
	// LongestWait bounds the growing pause between attempts to connect.
	LongestWait time.Duration
	// Observer is told what arrives, nil for nobody.
	Observer Observer
	// Handshake changes the headers of the handshake, for tests of the server.
	Handshake func(http.Header)
}

// Observer is told by the goroutine that reads, in the order of arrival; its methods
// must not block nor call the connection.
type Observer interface {
	// Connected says that the server has said hello, and whether it is another connection than the first.
	Connected(again bool)
	// Lost says that the connection broke.
	Lost(err error)
	// Told is called for the events of a table before they are folded, repeated ones included.
	Told(table string, events []api.Event)
	// Whole is called for a table that was told as a whole.
	Whole(table *api.Table)
	// Problem is called for what contradicts the own fold or the protocol.
	Problem(p Problem)
}

// Problem is something that the server told and that cannot be.
type Problem struct {
	Table string
	Seq   int64
	Err   error
}

func (p Problem) Error() string {
	return fmt.Sprintf("table %s, event %d: %v", p.Table, p.Seq, p.Err)
}

// Live is a session's live connection. It is safe for concurrent use.
type Live struct {
	session *Session
	o       LiveOptions
	begun   time.Time
	prefix  string // of message ids

	mu      sync.Mutex
	conn    *websocket.Conn // nil while there is none, or before hello
	tables  map[string]*Table
	pending []*message // not answered yet, in the order of sending
	number  int64      // of the last message
	lobby   *api.Lobby
	inLobby bool
	lag     time.Duration
	hellos  int
	heard   atomic.Int64 // when the server was last heard, in nanoseconds since begun
	err     error        // why it has ended for good
	changed chan struct{}
	ended   chan struct{}

	writing sync.Mutex // held for each write to a connection
}

// message waits for its answer.
type message struct {
	body     api.ToServer
	bytes    []byte
	began    time.Time
	sent     time.Time // last time
	times    int
	busy     int
	notUntil time.Time // after "busy"
	answered chan struct{}
	receipt  Receipt
	err      error
}

// Receipt is the server's yes.
type Receipt struct {
	ID string
	// Seq is the number of the event that the message led to.
	Seq int64
	// Latency is the time from the first sending to the acknowledgement.
	Latency time.Duration
	// Sent is how often the message was sent, Busy how often the server put it off.
	Sent, Busy int
}

// Live begins the session's live connection and returns at once: connecting, and
// connecting again, goes on in the background until [Live.Close].
func (s *Session) Live(o LiveOptions) *Live {
	if o.PingEvery == 0 {
		o.PingEvery = pingEvery
	}
	if o.ResendAfter == 0 {
		o.ResendAfter = resendAfter
	}
	if o.LongestWait == 0 {
		o.LongestWait = longestWait
	}
	l := &Live{
		session: s, o: o, begun: time.Now(), prefix: newPrefix(),
		tables: map[string]*Table{}, changed: make(chan struct{}), ended: make(chan struct{}),
	}
	go l.run()
	return l
}

// newPrefix begins the ids of one connection's messages: no two of them are equal.
func newPrefix() string {
	return fmt.Sprintf("%016x", rand.Uint64())
}

// Close ends the connection. Messages that wait for an answer get [ErrClosed].
func (l *Live) Close() {
	l.end(ErrClosed)
}

// Ended is closed when the connection has ended for good; [Live.Err] says why.
func (l *Live) Ended() <-chan struct{} { return l.ended }

// Err returns why the connection has ended for good, nil while it has not.
func (l *Live) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Connected tells whether the server has said hello on the present connection.
func (l *Live) Connected() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn != nil
}

// Changed returns a channel that is closed at the next change of the connection or
// the lobby.
func (l *Live) Changed() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// Lag returns the last measured time of an answer, 0 before the first.
func (l *Live) Lag() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lag
}

// Drop breaks the present connection as a lost network would; it is made again.
func (l *Live) Drop() {
	l.mu.Lock()
	conn := l.conn
	l.mu.Unlock()
	if conn != nil {
		cut(conn)
	}
}

// cut closes a connection without saying so to the other end first.
func cut(conn *websocket.Conn) {
	if tcp, ok := conn.NetConn().(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// Lobby tells the lobby from now on, or no longer; what it is told is returned by
// [Live.LastLobby].
func (l *Live) Lobby(on bool) {
	l.mu.Lock()
	l.inLobby = on
	if !on {
		l.lobby = nil
	}
	l.mu.Unlock()
	l.write(encode(api.ToServer{Type: "lobby", On: on}))
}

// LastLobby returns the lobby as it was told last, nil before.
func (l *Live) LastLobby() *api.Lobby {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lobby
}

// notify wakes who waits for [Live.Changed]. The caller holds mu.
func (l *Live) notify() {
	close(l.changed)
	l.changed = make(chan struct{})
}

func (l *Live) end(err error) {
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return
	}
	l.err = err
	conn := l.conn
	l.conn = nil
	for _, m := range l.pending {
		m.err = err
		close(m.answered)
	}
	l.pending = nil
	for _, t := range l.tables {
		t.notify()
	}
	l.notify()
	close(l.ended)
	l.mu.Unlock()
	if conn != nil {
		_ = conn.Close()
	}
}

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

// lost notes that there is no connection now and tells whether there will be none.
func (l *Live) lost(err error) bool {
	var final *Refused
	if errors.Is(err, ErrReload) || errors.As(err, &final) && final.Status >= 400 && final.Status < 500 && final.Status != http.StatusTooManyRequests {
		l.end(err)
		return true
	}
	l.mu.Lock()
	was := l.conn != nil
	l.conn = nil
	over := l.err != nil
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
	header := http.Header{"Origin": {l.session.base.String()}}
	for _, pair := range l.session.cookiePairs() {
		header.Add("Cookie", pair)
	}
	if l.o.Handshake != nil {
		l.o.Handshake(header)
	}
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

// serve reads one connection to its end and tells whether the server said hello.
func (l *Live) serve(conn *websocket.Conn) (hello bool, err error) {
	conn.SetReadLimit(maxBody)
	silence := 5 * l.o.PingEvery / 2
	deadline := func() { _ = conn.SetReadDeadline(time.Now().Add(silence)) }
	deadline()
	conn.SetPingHandler(func(data string) error {
		deadline()
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
		l.heard.Store(int64(time.Since(l.begun)))
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
		if err := l.hear(&m); err != nil {
			return hello, err
		}
	}
}

// problem tells the observer and returns the error, which ends the connection.
func (l *Live) problem(table string, seq int64, err error) error {
	p := Problem{Table: table, Seq: seq, Err: err}
	if l.o.Observer != nil {
		l.o.Observer.Problem(p)
	}
	return p
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
	now := time.Now()
	for _, p := range l.pending {
		p.sent, p.notUntil = now, time.Time{}
		p.times++
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

// tick asks for signs of life and sends again what had no answer.
func (l *Live) tick(conn *websocket.Conn, stop <-chan struct{}) {
	every := min(l.o.PingEvery, l.o.ResendAfter)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	pinged := time.Now()
	for {
		select {
		case <-stop:
			return
		case now := <-ticker.C:
			if now.Sub(pinged) >= l.o.PingEvery-every/2 {
				pinged = now
				l.writeTo(conn, encode(api.ToServer{Type: "ping", Number: time.Since(l.begun).Microseconds() + 1, Lag: l.Lag().Milliseconds()}))
			}
			l.resend(conn, now)
		}
	}
}

// resend sends again what had no answer for long. Where the server has said nothing at
// all since it was sent, it is sent on another connection.
func (l *Live) resend(conn *websocket.Conn, now time.Time) {
	var again [][]byte
	heard := l.begun.Add(time.Duration(l.heard.Load()))
	l.mu.Lock()
	for _, p := range l.pending {
		if now.Sub(p.sent) >= l.o.ResendAfter && now.After(p.notUntil) {
			if heard.Before(p.sent) {
				l.mu.Unlock()
				cut(conn)
				return
			}
			p.sent = now
			p.times++
			again = append(again, p.bytes)
		}
	}
	for _, t := range l.tables {
		// What was acknowledged is told sooner or later; ask for it when it is late.
		if t.acked > t.table.Seq && now.Sub(t.ackedAt) >= l.o.ResendAfter {
			t.ackedAt = now
			again = append(again, t.watchMessage())
		}
	}
	l.mu.Unlock()
	for _, text := range again {
		l.writeTo(conn, text)
	}
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

// hear does what a message of the server asks for.
func (l *Live) hear(m *api.ToClient) error {
	switch m.Type {
	case "table":
		if m.Table == nil {
			return l.problem("", 0, errors.New("a table without its content"))
		}
		return l.hearTable(m.Table)
	case "events":
		return l.hearEvents(m)
	case "ack", "refused":
		l.answer(m)
	case "busy":
		l.postpone(m.ID)
	case "presence", "chat":
		l.mu.Lock()
		if t := l.tables[m.TableID]; t != nil {
			t.hearAside(m)
			t.notify()
		}
		l.mu.Unlock()
	case "lobby":
		l.mu.Lock()
		if l.inLobby {
			l.lobby = m.Lobby
		}
		l.notify()
		l.mu.Unlock()
	case "pong":
		l.mu.Lock()
		l.lag = max(0, time.Since(l.begun)-time.Duration(m.Number)*time.Microsecond)
		l.mu.Unlock()
	case "reload":
		return ErrReload
	case "moved":
		return errors.New("the server sends its clients elsewhere")
	}
	return nil // what a later server says besides
}

// answer ends the wait of a message.
func (l *Live) answer(m *api.ToClient) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, p := range l.pending {
		if p.body.ID != m.ID {
			continue
		}
		l.pending = append(l.pending[:i:i], l.pending[i+1:]...)
		if m.Type == "ack" {
			if t := l.tables[p.body.Table]; t != nil && p.body.Type != "say" && m.Seq > t.acked {
				t.acked, t.ackedAt = m.Seq, time.Now()
			}
			p.receipt = Receipt{ID: m.ID, Seq: m.Seq, Latency: time.Since(p.began), Sent: p.times, Busy: p.busy}
		} else {
			refused := &Refused{Seq: m.Seq}
			if m.Error != nil {
				refused.Reason = *m.Error
			}
			p.err = refused
		}
		close(p.answered)
		return
	}
	// A table that cannot be watched is told to who waits for it.
	for _, t := range l.tables {
		if m.Type == "refused" && m.ID == l.prefix+"w"+t.id {
			t.gone = &Refused{Seq: m.Seq}
			if m.Error != nil {
				t.gone.Reason = *m.Error
			}
			t.notify()
		}
	}
}

// postpone sends a message again a little later.
func (l *Live) postpone(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.pending {
		if p.body.ID != id {
			continue
		}
		p.busy++
		wait := busyWait + rand.N(busyWait)
		p.notUntil = time.Now().Add(wait)
		time.AfterFunc(wait, func() { l.again(p) })
		return
	}
}

func (l *Live) again(p *message) {
	l.mu.Lock()
	conn := l.conn
	waiting := conn != nil && p.err == nil && p.receipt.ID == ""
	if waiting {
		p.sent = time.Now()
		p.times++
	}
	l.mu.Unlock()
	if waiting {
		l.writeTo(conn, p.bytes)
	}
}

// Do sends a message that has an id and returns when it was acknowledged. It is sent
// until then, whatever happens to the connection. The error is a [*Refused], that of
// the context, or why the connection ended; after the latter two nobody knows
// whether it was carried out.
func (l *Live) Do(ctx context.Context, m api.ToServer) (Receipt, error) {
	p := &message{answered: make(chan struct{}), began: time.Now(), times: 1}
	l.mu.Lock()
	if l.err != nil {
		l.mu.Unlock()
		return Receipt{}, l.err
	}
	if m.ID == "" {
		l.number++
		m.ID = l.prefix + "x" + strconv.FormatInt(l.number, 36)
	}
	p.body, p.bytes, p.sent = m, encode(m), p.began
	l.pending = append(l.pending, p)
	l.mu.Unlock()
	l.write(p.bytes)
	select {
	case <-p.answered:
		return p.receipt, p.err
	case <-ctx.Done():
		l.forget(p)
		return Receipt{}, ctx.Err()
	}
}

func (l *Live) forget(p *message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, q := range l.pending {
		if q == p {
			l.pending = append(l.pending[:i:i], l.pending[i+1:]...)
			return
		}
	}
}
