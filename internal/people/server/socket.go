package server

import (
	"encoding/binary"
	"errors"
	"io"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Bounds of a live connection.
const (
	// messageBytes is the most that a client sends at once.
	messageBytes = 4 << 10
	// queueBytes and queueLength bound what waits for a reader that is too slow; it
	// is then cut off and resumes by number. The last message may go beyond: when a game
	// ends, the players get all that watchers have said.
	queueBytes  = 64 << 10
	queueLength = 64
	// answerBytes bounds it until the answer to a message of the client has left: a table
	// with the chat of both rooms is far longer than queueBytes, and a client that asks for it is
	// not slow.
	answerBytes = 1 << 20
	// writeWait is how long one message may take to leave.
	writeWait = 5 * time.Second
	// A connection that has just been used is asked for a sign of life every
	// busyBeat and must give it within busyWait, so that a stalled one is noticed
	// within ten seconds; an idle one has more time.
	busyBeat = 3 * time.Second
	busyWait = 5 * time.Second
	idleBeat = 25 * time.Second
	idleWait = 20 * time.Second
	// recheckTime is within what time the sessions of all connections are looked up again. Where
	// there are more than mostInTurn for each heartbeat in it, that takes longer.
	recheckTime = time.Second
	mostInTurn  = 500
)

// item is one frame to be written. A ping has no text: its payload is its time.
type item struct {
	text []byte
	kind int // websocket.TextMessage, PingMessage or CloseMessage
}

// socket is one live connection. While nothing happens it holds one goroutine, the
// one that waits for the client, with a small stack: every message is carried out
// by a goroutine of its own, and the one that puts a message into an empty queue
// starts the writer.
type socket struct {
	conn *websocket.Conn
	live *live
	from netip.Addr // whose limit it counts against
	// Of the session only what is asked again; all are "" for nobody's.
	token, person string
	scope         api.Scope
	// member is what the tables know of the connection.
	member *table.Session

	index int // in the list of connections; held by its lock

	mu      sync.Mutex
	queue   []item
	bytes   int
	writing bool
	closed  bool
	// answering says that a message of the client is carried out just now, and asked that
	// what waits may be the answer to one.
	answering, asked bool

	// Nanoseconds since the start of the server, written by several goroutines.
	pinged atomic.Int64 // when the ping under way left, 0 for none
	used   atomic.Int64 // when something was last sent or received
	lag    atomic.Int64 // smoothed, 0 until it is measured

	// Held by the lock of the list.
	lastPing int64
	wait     time.Duration // how long the answer to the last ping is waited for

	budget rate.Bucket // of messages; only the reader uses it
}

// send puts a message into the queue. It never blocks; a queue that is full ends
// the connection.
func (s *socket) send(text []byte) { s.enqueue(item{text, websocket.TextMessage}) }

func (s *socket) enqueue(it item) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	most := queueBytes
	if s.asked {
		most = answerBytes
	}
	full := len(s.queue) >= queueLength || s.bytes > most
	if full && it.kind == websocket.TextMessage {
		s.live.metrics.overflows.Inc()
		s.closed = true
		s.queue = nil
		// Closing waits for nobody here: what the writer has in hand is cut.
		go s.conn.Close()
		return
	}
	s.queue = append(s.queue, it)
	s.bytes += len(it.text)
	if !s.writing {
		s.writing = true
		go s.write()
	}
}

// write empties the queue and ends.
func (s *socket) write() {
	for {
		s.mu.Lock()
		if len(s.queue) == 0 {
			s.queue, s.writing = nil, false
			s.mu.Unlock()
			return
		}
		items := s.queue
		s.queue = nil
		s.mu.Unlock()
		for _, it := range items {
			if err := s.writeItem(it); err != nil {
				s.conn.Close() // the reader notices
				s.mu.Lock()
				s.closed, s.queue = true, nil
				s.mu.Unlock()
				return
			}
			s.mu.Lock()
			s.bytes -= len(it.text)
			s.answered()
			s.mu.Unlock()
		}
	}
}

func (s *socket) writeItem(it item) error {
	now := time.Now()
	switch it.kind {
	case websocket.PingMessage:
		at := s.live.now()
		s.pinged.Store(at)
		var payload [8]byte
		binary.BigEndian.PutUint64(payload[:], uint64(at))
		return s.conn.WriteControl(websocket.PingMessage, payload[:], now.Add(writeWait))
	case websocket.CloseMessage:
		return errors.Join(s.conn.WriteControl(websocket.CloseMessage, it.text, now.Add(time.Second)), io.EOF)
	}
	s.used.Store(s.live.now())
	if err := s.conn.SetWriteDeadline(now.Add(writeWait)); err != nil {
		return err
	}
	s.live.metrics.bytesOut.Add(float64(len(it.text)))
	return s.conn.WriteMessage(websocket.TextMessage, it.text)
}

// end closes the connection after what is in the queue.
func (s *socket) end(code int, reason string) {
	s.enqueue(item{websocket.FormatCloseMessage(code, reason), websocket.CloseMessage})
}

// pong measures the way there and back. A client may delay it, and seem slower than
// it is: what is given back for that is bounded by the table.
func (s *socket) pong(payload string) error {
	at := s.pinged.Load()
	if at == 0 || len(payload) != 8 || binary.BigEndian.Uint64([]byte(payload)) != uint64(at) {
		return nil // not ours, or late
	}
	s.pinged.Store(0)
	took := s.live.now() - at
	if last := s.lag.Load(); last != 0 {
		took = (3*last + took) / 4
	}
	s.lag.Store(max(took, 1))
	s.live.metrics.lag.Observe(time.Duration(took).Seconds())
	s.member.Lag(time.Duration(s.lag.Load()))
	return nil
}

// pace waits until the client may be given one more answer.
func (s *socket) pace() {
	for {
		wait := s.budget.Take(s.live.limits.Messages, time.Unix(0, s.live.now()))
		if wait <= 0 {
			return
		}
		time.Sleep(wait)
	}
}

// settle waits while the queue is half full, so that the answers to what the client sends
// at once do not end its connection. A client that does not read them stops the writer,
// and that ends it.
func (s *socket) settle() {
	for {
		s.mu.Lock()
		waiting := !s.closed && (len(s.queue) >= queueLength/2 || s.bytes >= queueBytes/2)
		s.mu.Unlock()
		if !waiting {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// answer carries out a message of the client.
func (s *socket) answer(text []byte) {
	s.mu.Lock()
	s.answering, s.asked = true, true
	s.mu.Unlock()
	s.handle(text)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answering = false
	s.answered()
}

// answered notes that the answer has left, once little waits. The lock is held.
func (s *socket) answered() {
	if !s.answering && s.bytes < queueBytes/2 {
		s.asked = false
	}
}

// ping answers a ping of the client; there are no more of them than messages.
func (s *socket) ping(payload string) error {
	s.pace()
	err := s.conn.WriteControl(websocket.PongMessage, []byte(payload), time.Now().Add(writeWait))
	var slow interface{ Temporary() bool }
	if errors.As(err, &slow) && slow.Temporary() {
		return nil
	}
	return err
}

// gone cleans up after the connection has ended.
func (s *socket) gone() {
	s.conn.Close()
	s.mu.Lock()
	s.closed, s.queue = true, nil
	s.mu.Unlock()
	s.live.connections.remove(s)
	s.live.opened.remove(s.from)
	s.member.Close()
	s.live.server.contests.Unwatch(s)
}

var buffers = sync.Pool{New: func() any { return new([messageBytes + 1]byte) }}

// read carries out what the client sends, one message after the other, until the
// connection ends.
func (s *socket) read() {
	defer s.gone()
	for {
		kind, r, err := s.conn.NextReader()
		if err != nil {
			return
		}
		if kind != websocket.TextMessage {
			_ = s.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseUnsupportedData, "messages are text"), time.Now().Add(time.Second))
			return
		}
		s.used.Store(s.live.now())
		// The limit of the connection makes a longer message an error.
		buf := buffers.Get().(*[messageBytes + 1]byte)
		n, err := io.ReadFull(r, buf[:])
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			buffers.Put(buf)
			return
		}
		s.pace()
		s.settle()
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.answer(buf[:n])
			buffers.Put(buf)
		}()
		<-done
	}
}

// connections keeps the list of live connections and asks each for a sign of life in turn.
type connections struct {
	mu      sync.Mutex
	sockets []*socket
	next    int  // the first of those whose turn comes next
	ended   bool // no more are taken
}

// add returns false where no more are taken.
func (h *connections) add(s *socket) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended {
		return false
	}
	s.index = len(h.sockets)
	h.sockets = append(h.sockets, s)
	return true
}

func (h *connections) remove(s *socket) {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := len(h.sockets) - 1
	if s.index > last || h.sockets[s.index] != s {
		return
	}
	h.sockets[s.index] = h.sockets[last]
	h.sockets[s.index].index = s.index
	h.sockets[last] = nil
	h.sockets = h.sockets[:last]
	// After a crowd has left, its list is not kept.
	if cap(h.sockets) > 1024 && len(h.sockets) < cap(h.sockets)/4 {
		h.sockets = slices.Clip(slices.Clone(h.sockets))
	}
}

// all returns the connections of now.
func (h *connections) all() []*socket {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.sockets)
}

// turn returns the connections whose sessions are to be looked up again at this heartbeat.
func (h *connections) turn() []*socket {
	const turns = int(recheckTime / heartbeatEvery)
	h.mu.Lock()
	defer h.mu.Unlock()
	some := make([]*socket, min((len(h.sockets)+turns-1)/turns, mostInTurn))
	for i := range some {
		if h.next >= len(h.sockets) {
			h.next = 0
		}
		some[i] = h.sockets[h.next]
		h.next++
	}
	return some
}

// heartbeat sends the pings that are due and cuts who has not answered the last one.
func (h *connections) heartbeat(now int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.sockets {
		// Those who came at once are not asked at once for ever.
		beat, wait := idleBeat-time.Duration(s.index%32)*100*time.Millisecond, idleWait
		if now-s.used.Load() < int64(2*busyBeat) {
			beat, wait = busyBeat, busyWait
		}
		switch at := s.pinged.Load(); {
		case at != 0 && now-at > int64(s.wait):
			s.pinged.Store(0)
			s.live.metrics.silent.Inc()
			go s.conn.Close() // closing may wait for a lock that a stalled write holds
		case at == 0 && now-s.lastPing >= int64(beat):
			// The time counts that was given when it was asked: who stalls is soon idle as well.
			s.lastPing, s.wait = now, wait
			s.enqueue(item{kind: websocket.PingMessage})
		}
	}
}

func (h *connections) count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.sockets)
}

// end takes no more connections.
func (h *connections) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
}
