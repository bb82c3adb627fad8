package bus

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"cairn.example/internal/people/table"
)

const (
	subject = "cairn.hints"

	// alive is the subject on which processes say that they are there, each by the name
	// of its own: once a beat, and with leaving in the end.
	alive   = "cairn.alive"
	leaving = "-"

	beatEvery = time.Second

	// silentAfter is how long a process may say nothing before the others suspect that
	// hints are missing; forgottenAfter is when they take it to be gone.
	silentAfter    = 3 * beatEvery
	forgottenAfter = time.Minute

	// doubtFor is how long a process that lost hints asks the store.
	doubtFor = 2 * time.Second

	// mostWaiting is how many hints wait to be sent. Further ones are lost.
	mostWaiting = 8192
)

// NATS is a table.Bus on NATS. It is made by [Connect].
type NATS struct {
	conn *nats.Conn
	name string
	log  *slog.Logger
	out  chan table.Hint
	done chan struct{}
	all  sync.WaitGroup

	doubt atomic.Int64 // until when hints may be missing, in nanoseconds since 1970

	mu    sync.Mutex
	peers map[string]time.Time // when others said that they are there
}

// Connect joins the processes that use the NATS servers at an address such as
// nats://host:4222; several are separated by commas. Servers that cannot be reached are
// no error: the bus is not healthy until they can.
func Connect(address string, log *slog.Logger) (*NATS, error) {
	if log == nil {
		log = slog.Default()
	}
	b := &NATS{name: rand.Text(), log: log, out: make(chan table.Hint, mostWaiting), done: make(chan struct{}), peers: map[string]time.Time{}}
	lost := func(what string) func(*nats.Conn, error) {
		return func(_ *nats.Conn, err error) {
			b.suspect()
			if err != nil {
				log.Warn("bus: "+what, "error", err)
			}
		}
	}
	conn, err := nats.Connect(
		address,
		nats.Name("cairn"),
		nats.NoEcho(),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(500*time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.ReconnectBufSize(-1), // an old hint is worth nothing
		nats.PingInterval(2*time.Second),
		nats.MaxPingsOutstanding(2),
		nats.Timeout(2*time.Second),
		nats.FlusherTimeout(2*time.Second),
		nats.DisconnectErrHandler(lost("disconnected")),
		nats.ReconnectHandler(func(*nats.Conn) {
			b.suspect()
			log.Info("bus: connected again")
		}),
		nats.ErrorHandler(func(c *nats.Conn, _ *nats.Subscription, err error) { lost("hints are lost")(c, err) }),
	)
	if err != nil {
		return nil, withoutAddress(err)
	}
	b.conn = conn
	if _, err := conn.Subscribe(alive, b.receiveAlive); err != nil {
		conn.Close()
		return nil, err
	}
	b.all.Go(b.send)
	return b, nil
}

// withoutAddress leaves out of an error the address that cannot be read: there may be a
// password in it.
func withoutAddress(err error) error {
	var bad *url.Error
	if errors.As(err, &bad) {
		return fmt.Errorf("the address of the bus cannot be read: %w", bad.Err)
	}
	return err
}

// Close says that this process leaves, and closes the connection.
func (b *NATS) Close() {
	close(b.done)
	b.all.Wait()
	if b.conn.IsConnected() && b.conn.Publish(alive, []byte(leaving+b.name)) == nil {
		_ = b.conn.FlushTimeout(time.Second) // if it does not arrive, the others wait for a minute
	}
	b.conn.Close()
}

// send sends the hints that wait, because a send can wait for the network.
func (b *NATS) send() {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	say := func(subject string, text []byte) {
		if !b.conn.IsConnected() || b.conn.Publish(subject, text) != nil {
			b.suspect()
		}
	}
	say(alive, []byte(b.name))
	for {
		select {
		case <-b.done:
			return
		case <-beat.C:
			say(alive, []byte(b.name))
		case h := <-b.out:
			text, err := json.Marshal(h)
			if err != nil {
				b.log.Error("bus: a hint that cannot be sent", "kind", h.Kind, "error", err)
				continue
			}
			say(subject, text)
		}
	}
}

// Publish sends a hint to the other processes. It never waits.
func (b *NATS) Publish(h table.Hint) {
	select {
	case b.out <- h:
	default:
		b.suspect()
	}
}

// Subscribe calls f for every hint of other processes until the context ends.
func (b *NATS) Subscribe(ctx context.Context, f func(table.Hint)) error {
	s, err := b.conn.Subscribe(subject, func(m *nats.Msg) {
		var h table.Hint
		if err := json.Unmarshal(m.Data, &h); err != nil {
			b.log.Warn("bus: a hint that cannot be read", "error", err)
			return
		}
		f(h)
	})
	if err != nil {
		return err
	}
	if err := s.SetPendingLimits(64<<10, 64<<20); err != nil {
		return err
	}
	<-ctx.Done()
	_ = s.Unsubscribe() // the connection may be closed already
	return ctx.Err()
}

func (b *NATS) receiveAlive(m *nats.Msg) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if name := string(m.Data); len(name) > 0 && name[:1] == leaving {
		delete(b.peers, name[1:])
	} else {
		b.peers[name] = time.Now()
	}
}

// suspect notes that hints may have been lost.
func (b *NATS) suspect() { b.doubt.Store(time.Now().Add(doubtFor).UnixNano()) }

// Healthy reports whether the hints of all other processes arrive here.
func (b *NATS) Healthy() bool {
	now := time.Now()
	if !b.conn.IsConnected() || now.UnixNano() < b.doubt.Load() {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, heard := range b.peers {
		switch silent := now.Sub(heard); {
		case silent > forgottenAfter:
			delete(b.peers, name)
		case silent > silentAfter:
			return false
		}
	}
	return true
}
