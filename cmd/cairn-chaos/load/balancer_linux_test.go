package load

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
)

// TestBalancer goes on with the server that is left. The servers listen at an address
// of their own: the port of one that is closed is free again, and at 127.0.0.1 a server
// of another test could take it and answer. Linux has the whole of 127.0.0.0/8. No test
// that starts programs may run beside it: a program that is being started holds the
// socket of the closed server for a moment, so that connections to it still succeed.
func TestBalancer(t *testing.T) {
	var addrs []string
	var servers []*httptest.Server
	for i := range 2 {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.%d.%d:0", os.Getpid()%250+1, i+1))
		if err != nil {
			t.Fatal(err)
		}
		s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, i) }))
		_ = s.Listener.Close()
		s.Listener = l
		s.Start()
		defer s.Close()
		servers = append(servers, s)
		addrs = append(addrs, s.Listener.Addr().String())
	}
	b, err := NewBalancer(addrs...)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	ask := func() string {
		r, err := client.Get(b.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	seen := map[string]int{}
	for range 10 {
		seen[ask()]++
	}
	if seen["0"] != 5 || seen["1"] != 5 {
		t.Errorf("answers of the servers: %v, want five of each", seen)
	}
	servers[0].Close()
	for range 4 {
		if got := ask(); got != "1" {
			t.Errorf("server %s answers, but it is closed", got)
		}
	}
	// One that was not ready when it was asked last is better than none.
	b.mu.Lock()
	b.down[addrs[1]] = true
	b.mu.Unlock()
	if got := ask(); got != "1" {
		t.Errorf("server %s answers, but it is closed", got)
	}
}
