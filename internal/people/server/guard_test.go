package server

import (
	"net"
	"net/netip"
	"testing"
)

// knocks is a listener at which connections from given addresses arrive.
type knocks struct{ from []string }

func (k *knocks) Accept() (net.Conn, error) {
	if len(k.from) == 0 {
		return nil, net.ErrClosed
	}
	a := net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(k.from[0]), 1234))
	k.from = k.from[1:]
	here, _ := net.Pipe()
	return &knock{here, a}, nil
}
func (*knocks) Close() error   { return nil }
func (*knocks) Addr() net.Addr { return &net.TCPAddr{} }

type knock struct {
	net.Conn
	from net.Addr
}

func (k *knock) RemoteAddr() net.Addr { return k.from }

// TestGuard: one address holds a limited number of connections of any kind; one that ends
// makes room. This machine and trusted proxies hold as many as they like.
func TestGuard(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) {
		o.Limits = Limits{Sockets: 2}
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	door := &knocks{}
	l := h.server.Guard(door)
	open := func(from ...string) (conns []net.Conn) {
		t.Helper()
		door.from = from
		for {
			conn, err := l.Accept()
			if err != nil {
				return conns
			}
			conns = append(conns, conn)
		}
	}
	first := open("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "::ffff:192.0.2.1")
	if len(first) != 3 {
		t.Fatalf("%d connections are taken, want 2 of one address and 1 of another", len(first))
	}
	for range 2 { // closing twice is closing once
		first[0].Close()
	}
	if again := open("192.0.2.1", "192.0.2.1"); len(again) != 1 {
		t.Errorf("%d more are taken where one has ended", len(again))
	}
	if free := open("127.0.0.1", "127.0.0.1", "127.0.0.1", "::1", "::1", "::1", "10.1.2.3", "10.1.2.3", "10.1.2.3"); len(free) != 9 {
		t.Errorf("%d of 9 are taken that have no limit", len(free))
	}
}
