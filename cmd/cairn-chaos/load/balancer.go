package load

import (
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Balancer hands connections to servers in turn, as a load balancer does, and leaves
// out those that are not ready while another one answers. It knows nothing of what is
// said.
type Balancer struct {
	listener net.Listener
	servers  []string
	next     atomic.Int64

	mu    sync.Mutex
	conns map[net.Conn]string // open connections of clients, and to whom
	down  map[string]bool     // servers that are not ready
	ended bool
	stop  chan struct{}
}

// NewBalancer listens at a free port of 127.0.0.1; servers are addresses such as
// "127.0.0.1:4321".
func NewBalancer(servers ...string) (*Balancer, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b := &Balancer{listener: l, servers: servers, conns: map[net.Conn]string{}, down: map[string]bool{}, stop: make(chan struct{})}
	go b.run()
	for _, addr := range servers {
		go b.watch(addr)
	}
	return b, nil
}

// Address is where clients find the servers.
func (b *Balancer) Address() string { return "http://" + b.listener.Addr().String() }

// Close ends it, and all connections.
func (b *Balancer) Close() {
	b.mu.Lock()
	if b.ended {
		b.mu.Unlock()
		return
	}
	b.ended = true
	close(b.stop)
	b.mu.Unlock()
	_ = b.listener.Close()
	b.Cut("")
}

// Cut breaks the connections to a server, "" for all, and returns how many there were.
func (b *Balancer) Cut(server string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for c, to := range b.conns {
		if server == "" || to == server {
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = c.Close()
			n++
		}
	}
	return n
}

// watch asks a server again and again whether it is ready.
func (b *Balancer) watch(addr string) {
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-tick.C:
		}
		r, err := client.Get("http://" + addr + "/readyz")
		ready := err == nil && r.StatusCode == http.StatusOK
		if err == nil {
			_ = r.Body.Close()
		}
		b.mu.Lock()
		b.down[addr] = !ready
		b.mu.Unlock()
	}
}

func (b *Balancer) run() {
	for {
		c, err := b.listener.Accept()
		if err != nil {
			return
		}
		go b.serve(c)
	}
}

func (b *Balancer) serve(client net.Conn) {
	defer client.Close()
	server, addr := b.dial()
	if server == nil {
		return
	}
	defer server.Close()
	b.mu.Lock()
	if b.ended {
		b.mu.Unlock()
		return
	}
	b.conns[client] = addr
	b.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { pipe(server, client) })
	both.Go(func() { pipe(client, server) })
	both.Wait()
	b.mu.Lock()
	delete(b.conns, client)
	b.mu.Unlock()
}

// dial connects to the server whose turn it is. Those that were not ready when they
// were asked last come after the others: where no other one answers, one of them may
// have become ready since.
func (b *Balancer) dial() (net.Conn, string) {
	first := int(b.next.Add(1))
	for _, down := range []bool{false, true} {
		for i := range b.servers {
			addr := b.servers[(first+i)%len(b.servers)]
			b.mu.Lock()
			skip := b.down[addr] != down
			b.mu.Unlock()
			if skip {
				continue
			}
			if server, err := net.DialTimeout("tcp", addr, time.Second); err == nil {
				return server, addr
			}
		}
	}
	return nil, ""
}

// pipe copies until one end is closed, and then closes both.
func pipe(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	_ = to.Close()
	_ = from.Close()
}
