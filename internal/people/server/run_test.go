package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func listen(t *testing.T, addr string, others int) net.Listener {
	t.Helper()
	l, err := Listen(t.Context(), addr, others)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestListenTakesAnotherPort(t *testing.T) {
	taken := listen(t, "127.0.0.1:0", 0).Addr().(*net.TCPAddr)
	if _, err := Listen(t.Context(), taken.String(), 0); err == nil {
		t.Fatal("a taken port was opened a second time")
	}
	// Whatever is free: above the taken port, or anywhere.
	other := listen(t, taken.String(), 3).Addr().(*net.TCPAddr)
	if other.Port == taken.Port || !other.IP.Equal(taken.IP) {
		t.Errorf("got %v in place of %v", other, taken)
	}
}

func TestListenRefuses(t *testing.T) {
	for _, addr := range []string{"nonsense", "127.0.0.1:http-nonsense", "127.0.0.1:99999999", "256.0.0.1:0"} {
		if l, err := Listen(t.Context(), addr, 2); err == nil {
			l.Close()
			t.Errorf("%q was opened as %v", addr, l.Addr())
		}
	}
	// Past the last port there is still any free one.
	last, err := Listen(t.Context(), "127.0.0.1:65535", 0)
	if err == nil {
		defer last.Close()
	}
	if l := listen(t, "127.0.0.1:65535", 2); l.Addr().(*net.TCPAddr).Port == 65535 {
		t.Error("a taken port was opened")
	}
}

func TestURLs(t *testing.T) {
	for _, tt := range []struct{ addr, want string }{
		{"127.0.0.1:8080", "http://127.0.0.1:8080/"},
		{"[::1]:8081", "http://[::1]:8081/"},
		{"0.0.0.0:80", "http://127.0.0.1:80/"},
		{"[::]:8080", "http://127.0.0.1:8080/"},
	} {
		addr, err := net.ResolveTCPAddr("tcp", tt.addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := URLs(addr)[0]; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.addr, got, tt.want)
		}
	}
	if got := URLs(&net.UnixAddr{Name: "socket"}); len(got) != 1 {
		t.Errorf("another kind of address: %v", got)
	}
}

// started runs a handler on a real port and returns the address and what ends it.
func started(t *testing.T, h http.Handler) (addr string, stop func() error) {
	t.Helper()
	l := listen(t, "127.0.0.1:0", 0)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, l, h, nil) }()
	return l.Addr().String(), func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(time.Minute):
			return fmt.Errorf("the server does not end")
		}
	}
}

// TestRunLetsAnswersFinish ends the server in the middle of an answer.
func TestRunLetsAnswersFinish(t *testing.T) {
	begun, more := make(chan bool), make(chan bool)
	addr, stop := started(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "first, ")
		_ = http.NewResponseController(w).Flush()
		close(begun)
		<-more
		fmt.Fprint(w, "last")
	}))
	got := make(chan string)
	go func() {
		r, err := http.Get("http://" + addr + "/")
		if err != nil {
			got <- err.Error()
			return
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		got <- fmt.Sprint(string(b), err)
	}()
	<-begun
	ended := make(chan error)
	go func() { ended <- stop() }()
	// New connections are refused while the old one still waits.
	for deadline := time.Now().Add(time.Minute); ; {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			break
		}
		c.Close()
		if time.Now().After(deadline) {
			t.Fatal("still takes connections")
		}
		time.Sleep(time.Millisecond)
	}
	close(more)
	if text := <-got; text != "first, last<nil>" {
		t.Errorf("the answer under way: %s", text)
	}
	if err := <-ended; err != nil {
		t.Errorf("the end: %v", err)
	}
}

func TestRunRefusesLongHeaders(t *testing.T) {
	addr, stop := started(t, handler(t, folder()))
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: x\r\nCookie: %s\r\n\r\n", strings.Repeat("a", 64<<10))
	line, err := bufio.NewReader(c).ReadString('\n')
	if err != nil || !strings.Contains(line, "431") {
		t.Errorf("answer %q, %v", line, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

func TestRunReportsClosedListener(t *testing.T) {
	l := listen(t, "127.0.0.1:0", 0)
	l.Close()
	if err := Run(t.Context(), l, http.NotFoundHandler(), nil); err == nil {
		t.Error("a server whose listener is closed reported no error")
	}
}

// TestSlowSender: who sends headers or a body without ever coming to an end is cut off.
// The times of the program are longer; here they are only checked to be there.
func TestSlowSender(t *testing.T) {
	t.Parallel()
	s := bounded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			w.WriteHeader(http.StatusRequestTimeout)
		}
	}))
	for name, d := range map[string]*time.Duration{
		"headers": &s.ReadHeaderTimeout, "a request": &s.ReadTimeout, "an answer": &s.WriteTimeout, "an idle connection": &s.IdleTimeout,
	} {
		if *d <= 0 || *d > 5*time.Minute {
			t.Errorf("%s may take %v", name, *d)
		}
	}
	s.ReadHeaderTimeout, s.ReadTimeout = 50*time.Millisecond, 100*time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.Serve(l) }()
	defer s.Close()
	for name, text := range map[string]string{
		"half a header": "POST /api/me HTTP/1.1\r\nHost: a\r\nX-Slow: ",
		"half a body":   "POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{",
	} {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		// This ends only when the server closes the connection.
		if answer, err := io.ReadAll(c); err != nil || strings.Contains(string(answer), " 200 ") {
			t.Errorf("%s: %q, %v", name, answer, err)
		}
		c.Close()
	}
}
