package server

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"
)

// Limits of a connection. A slow phone may take minutes for the largest file;
// headers are small and come at once.
const (
	headerTime  = 10 * time.Second
	readTime    = 30 * time.Second
	writeTime   = 5 * time.Minute
	idleTime    = 2 * time.Minute
	headerBytes = 16 << 10
	// shutdownTime is how long answers under way may take when the server ends.
	shutdownTime = 5 * time.Second
)

// Listen opens the TCP address addr. Where that fails and others is positive,
// it tries that many ports above it, and then any free one; the error is that
// of the address asked for. The ports above come first because a browser keeps
// what it saves by port.
func Listen(ctx context.Context, addr string, others int) (net.Listener, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", addr)
	if err == nil || others <= 0 {
		return l, err
	}
	host, service, splitErr := net.SplitHostPort(addr)
	if splitErr != nil {
		return nil, err
	}
	port, atoiErr := strconv.Atoi(service)
	if atoiErr != nil || port > 65535 {
		return nil, err
	}
	for i := 1; i <= others+1; i++ {
		next := port + i
		if i > others || next > 65535 {
			next = 0
		}
		if l, nextErr := lc.Listen(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(next))); nextErr == nil {
			return l, nil
		}
	}
	return nil, err
}

// Run serves until ctx ends, then lets answers under way finish for a few
// seconds. It closes l. The error is nil after an ordered end.
//
// A handler that is a [Server] does more, and so does any other with the same methods: Guard
// says which connections of l are taken, and Drain is called before anything is
// closed.
func Run(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	return RunTLS(ctx, l, h, log, nil)
}

// RunTLS is [Run] over encrypted connections; with a nil configuration they are not.
func RunTLS(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger, config *tls.Config) error {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if g, ok := h.(interface {
		Guard(net.Listener) net.Listener
	}); ok {
		l = g.Guard(l)
	}
	s := bounded(h)
	s.ErrorLog, s.TLSConfig = slog.NewLogLogger(log.Handler(), slog.LevelWarn), config
	failed := make(chan error, 1)
	go func() {
		if config != nil {
			failed <- s.ServeTLS(l, "", "")
			return
		}
		failed <- s.Serve(l)
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping")
	// The context has ended, so the shutdown needs one of its own.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	if d, ok := h.(interface{ Drain(context.Context) }); ok {
		d.Drain(end)
	}
	err := s.Shutdown(end)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("some connections did not end in time and were cut")
		err = s.Close()
	}
	<-failed
	return err
}

// bounded is a server whose connections take bounded time and memory.
func bounded(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
	}
}

// URLs returns the addresses at which a browser finds the listener, the one for
// this machine first. A listener on all interfaces is also found at the
// machine's addresses in its network.
func URLs(addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return []string{"http://" + addr.String() + "/"}
	}
	url := func(ip net.IP) string {
		return "http://" + net.JoinHostPort(ip.String(), strconv.Itoa(tcp.Port)) + "/"
	}
	if len(tcp.IP) > 0 && !tcp.IP.IsUnspecified() {
		return []string{url(tcp.IP)}
	}
	urls := []string{url(net.IPv4(127, 0, 0, 1))}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return urls
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
			urls = append(urls, url(n.IP))
		}
	}
	return urls
}
