package client

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
)

// The times of a live connection where [LiveOptions] names none.
const (
	pingEvery    = 16 * time.Second // a connection that is silent for 40 seconds is given up
	resendAfter  = 4 * time.Second  // so that a dead connection is known of within five seconds
	lateAfter    = 3 * time.Second  // an answer that takes longer is late
	urgentPing   = 2 * time.Second  // where a message has no answer, or one's clock runs
	urgentTick   = 500 * time.Millisecond
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
	// as long is given up. Where it is zero the server is asked more often while a clock runs in one's own game.
	PingEvery time.Duration
	// ResendAfter is how long an answer is waited for before a message is sent again, on another connection if the server
	// has sent nothing since.
	ResendAfter time.Duration
	// LongestWait bounds the growing pause between attempts to connect.
	LongestWait time.Duration
	// Outbox keeps moves on disk until they have an answer, nil keeps none; see [Live.SendKept].
	Outbox *Outbox
	// Observer learns of what arrives, nil for nobody.
	Observer Observer
	// Started is called by the goroutine that reads with the table of each game that a program plays, once on every
	// connection.
	Started func(table string)
	// Stand is the message by which a program says what it plays, sent on every connection; nil for none. What the
	// server refuses of it ends the connection.
	Stand *api.ToServer
}

// The goroutine that reads calls an Observer, in the order of arrival; its methods
// must not block nor call the connection.
type Observer interface {
	// Connected says that the server has said hello, and whether it is another connection than the first.
	Connected(again bool)
	// Lost says that the connection broke.
	Lost(err error)
	// EventsReceived is called for the events of a table before they are folded, repeated ones included.
	EventsReceived(table string, events []api.Event)
	// TableReceived is called when a whole table has arrived.
	TableReceived(table *api.Table)
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

	mu           sync.Mutex
	conn         *websocket.Conn // nil while there is none, or before hello
	tables       map[string]*Table
	pending      []*message // not answered yet, in the order of sending
	number       int64      // of the last message
	lobby        *api.Lobby
	inLobby      bool
	invites      []api.Invite
	lag          time.Duration
	hellos       int
	posted       chan struct{} // something is to be looked after
	stopped      time.Time     // since when no clock runs, because the server is being restarted; zero while it serves
	away         bool          // nothing serves at the address, as far as the last attempt to connect showed
	attentive    bool          // asks more often while a clock runs
	lastReceived atomic.Int64  // when the server last sent something, in nanoseconds since begun
	err          error         // why it has ended for good
	changed      chan struct{}
	ended        chan struct{}

	writing sync.Mutex // held for each write to a connection
}

// Live begins the session's live connection and returns at once: connecting, and
// connecting again, goes on in the background until [Live.Close].
func (s *Session) Live(o LiveOptions) *Live {
	attentive := o.PingEvery == 0
	if attentive {
		o.PingEvery = pingEvery
	}
	if o.ResendAfter == 0 {
		o.ResendAfter = resendAfter
	}
	if o.LongestWait == 0 {
		o.LongestWait = longestWait
	}
	l := &Live{
		attentive: attentive,
		session:   s, o: o, begun: time.Now(), prefix: newPrefix(),
		tables: map[string]*Table{}, changed: make(chan struct{}), ended: make(chan struct{}), posted: make(chan struct{}, 1),
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

// Connected reports whether the server has said hello on the present connection.
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

// Lobby follows the lobby from now on, or no longer; [Live.LastLobby] returns what has
// arrived of it.
func (l *Live) Lobby(on bool) {
	l.mu.Lock()
	l.inLobby = on
	if !on {
		l.lobby = nil
	}
	l.mu.Unlock()
	l.write(encode(api.ToServer{Type: "lobby", On: on}))
}

// LastLobby returns the lobby as it arrived last, nil before.
func (l *Live) LastLobby() *api.Lobby {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lobby
}

// Invites returns what one was asked and answered last at each table, the newest at the
// end.
func (l *Live) Invites() []api.Invite {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.invites)
}

// DropInvite forgets what one was asked or answered at a table.
func (l *Live) DropInvite(table string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.invites = slices.DeleteFunc(l.invites, func(i api.Invite) bool { return i.Table.ID == table })
	l.notify()
}

// mostInvites is how many invitations are kept.
const mostInvites = 5

// invited takes over that one is asked to play. The caller holds mu.
func (l *Live) invited(i api.Invite) {
	l.invites = slices.DeleteFunc(l.invites, func(other api.Invite) bool { return other.Table.ID == i.Table.ID && other.Person.ID == i.Person.ID })
	l.invites = append(l.invites, i)
	if n := len(l.invites) - mostInvites; n > 0 {
		l.invites = l.invites[n:]
	}
}

// Decline says no to an invitation.
func (l *Live) Decline(ctx context.Context, table string) error {
	l.DropInvite(table)
	_, err := l.Do(ctx, api.ToServer{Type: "invite", Table: table, No: true})
	return err
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

// problem tells the observer and returns the error, which ends the connection.
func (l *Live) problem(table string, seq int64, err error) error {
	p := Problem{Table: table, Seq: seq, Err: err}
	if l.o.Observer != nil {
		l.o.Observer.Problem(p)
	}
	return p
}

// receive does what a message of the server asks for.
func (l *Live) receive(m *api.ToClient) error {
	switch m.Type {
	case "table":
		if m.Table == nil {
			return l.problem("", 0, errors.New("a table without its content"))
		}
		return l.receiveTable(m.Table)
	case "events":
		return l.receiveEvents(m)
	case "ack", "refused":
		l.answer(m)
	case "busy":
		l.postpone(m.ID, m.Error)
	case "presence", "chat", "plan":
		l.mu.Lock()
		if t := l.tables[m.TableID]; t != nil {
			t.receiveAside(m)
			t.notify()
		}
		l.mu.Unlock()
	case "invited":
		l.mu.Lock()
		if m.Invite != nil {
			l.invited(*m.Invite)
		}
		l.notify()
		l.mu.Unlock()
	case "lobby":
		l.mu.Lock()
		if l.inLobby {
			l.lobby = m.Lobby
		}
		l.notify()
		l.mu.Unlock()
	case "started":
		if l.o.Started != nil {
			l.o.Started(m.TableID)
		}
	case "pong":
		l.mu.Lock()
		l.lag = max(0, time.Since(l.begun)-time.Duration(m.Number)*time.Microsecond)
		l.mu.Unlock()
	case "reload":
		return ErrReload
	case "moved":
		if m.Alone {
			l.mu.Lock()
			l.stopped = time.Now()
			l.mu.Unlock()
		}
		return errors.New("the server sends its clients elsewhere")
	}
	return nil // what a later server says besides
}
