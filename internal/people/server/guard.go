package server

import (
	"net"
	"net/netip"
	"sync"
)

// Guard returns a listener that hands out the connections of another one and closes those
// that are too many of one address ([Limits.Sockets]): connections that send nothing, or
// stay open after their call, cost memory too. A proxy whose word is taken may have any
// number.
func (s *Server) Guard(l net.Listener) net.Listener {
	return &guard{Listener: l, server: s, most: s.live.limits.Sockets}
}

type guard struct {
	net.Listener
	server *Server
	most   int
	opened opened
}

// Accept waits for the next connection that is not one too many.
func (g *guard) Accept() (net.Conn, error) {
	for {
		conn, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from, _ := address(conn.RemoteAddr().String())
		if g.most == 0 || from.IsLoopback() || g.server.proxies.trust(from) {
			return conn, nil
		}
		if many, _ := g.opened.add(from, g.most, 0); !many {
			return &guarded{Conn: conn, guard: g, from: from}, nil
		}
		g.server.metrics.limited.WithLabelValues("sockets").Inc()
		conn.Close()
	}
}

// guarded is a connection that is counted while it is open.
type guarded struct {
	net.Conn
	guard *guard
	from  netip.Addr
	ended sync.Once
}

func (c *guarded) Close() error {
	c.ended.Do(func() { c.guard.opened.remove(c.from) })
	return c.Conn.Close()
}

// CloseWrite lets package http end a connection so that the client can still read the
// answer.
func (c *guarded) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
