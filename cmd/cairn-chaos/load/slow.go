package load

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
)

// SlowReport is what came of [Stall].
type SlowReport struct {
	Stalled int
	// Closed is how many of them the server had closed in time.
	Closed int
}

// Stall opens connections that watch tables and never read, waits so long, and tells
// how many the server has closed by then.
func Stall(ctx context.Context, crowd *Crowd, sockets int, tables []string, within time.Duration) (SlowReport, error) {
	var conns []*websocket.Conn
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for i := range sockets {
		c, err := crowd.deaf(ctx)
		if err != nil {
			return SlowReport{}, err
		}
		conns = append(conns, c)
		text, err := json.Marshal(api.ToServer{Type: "watch", Table: tables[i%len(tables)]})
		if err != nil {
			return SlowReport{}, err
		}
		if err := c.WriteMessage(websocket.TextMessage, text); err != nil {
			return SlowReport{}, err
		}
	}
	if err := pause(ctx, within); err != nil {
		return SlowReport{}, err
	}
	report := SlowReport{Stalled: sockets}
	if open, known := openEnds(crowd.o.Address); known {
		for _, c := range conns {
			if !open[c.LocalAddr().String()] {
				report.Closed++
			}
		}
		return report, nil
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, c := range conns {
		all.Go(func() {
			if closed(c.NetConn()) {
				mu.Lock()
				report.Closed++
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return report, nil
}

// openEnds returns from where the connections come that a server on this machine
// holds open at its end, where the system tells. What it has closed may still have
// to be delivered, to a reader who does not read.
func openEnds(address string) (map[string]bool, bool) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, false
	}
	text, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		return nil, false
	}
	open := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		const established = "01"
		f := strings.Fields(line)
		if len(f) < 4 || f[3] != established {
			continue
		}
		if at, ok := procAddr(f[1]); ok && at == u.Host {
			if from, ok := procAddr(f[2]); ok {
				open[from] = true
			}
		}
	}
	return open, true
}

// procAddr reads an address as /proc/net/tcp has it: 0100007F:1F90.
func procAddr(text string) (string, bool) {
	var a uint32
	var port uint16
	if _, err := fmt.Sscanf(text, "%08X:%04X", &a, &port); err != nil {
		return "", false
	}
	// The address is a number as the processor holds it.
	var b [4]byte
	binary.NativeEndian.PutUint32(b[:], a)
	return net.JoinHostPort(net.IP(b[:]).String(), strconv.Itoa(int(port))), true
}

// closed reads what has come and reports whether the other end has closed.
func closed(c net.Conn) bool {
	buffer := make([]byte, 1<<16)
	for {
		_ = c.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		_, err := c.Read(buffer)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			return false
		}
		if err != nil {
			return true
		}
	}
}

// deaf connects somebody whose answers nobody reads, with small buffers.
func (c *Crowd) deaf(ctx context.Context) (*websocket.Conn, error) {
	s, err := c.Guest(ctx)
	if err != nil {
		return nil, err
	}
	return c.dial(ctx, s.Address(), s.Cookie(), 4096)
}

// dial opens a live connection without package client, for what a client would never
// send.
func (c *Crowd) dial(ctx context.Context, address, cookie string, buffer int) (*websocket.Conn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	origin := u.String()
	u.Scheme = map[string]string{"http": "ws", "https": "wss"}[u.Scheme]
	u.Path = "/api/live"
	u.RawQuery = "protocol=" + strconv.Itoa(api.Protocol)
	d := websocket.Dialer{HandshakeTimeout: 15 * time.Second, ReadBufferSize: 1024, WriteBufferSize: 1024}
	local := &net.Dialer{}
	if ip := c.from(int(c.number.Add(1))); ip != nil {
		local.LocalAddr = &net.TCPAddr{IP: ip}
	}
	d.NetDialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := local.DialContext(ctx, network, addr)
		if tcp, ok := conn.(*net.TCPConn); ok && buffer > 0 {
			_ = tcp.SetReadBuffer(buffer)
		}
		return conn, err
	}
	conn, _, err := d.DialContext(ctx, u.String(), http.Header{"Origin": {origin}, "Cookie": {cookie}})
	return conn, err
}
