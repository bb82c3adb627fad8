package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

func TestNetworks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b   string
		common int
	}{
		{"192.0.2.1", "192.0.2.1", 1},
		{"192.0.2.1", "192.0.2.2", 0},
		{"2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 2},
		{"2001:db8:1:2::1", "2001:db8:1:3::1", 1},
		{"2001:db8:1:2::1", "2001:db8:2:2::1", 0},
		{"127.0.0.1", "127.0.0.1", 0},
		{"::1", "::1", 0},
		{"", "", 1}, // who hides behind a proxy
		{"", "192.0.2.1", 0},
	} {
		read := func(text string) netip.Addr { a, _ := address(text); return a }
		common := 0
		for _, n := range networksOf(read(tt.a)) {
			if slices.Contains(networksOf(read(tt.b)), n) {
				common++
			}
		}
		if common != tt.common {
			t.Errorf("%s and %s have %d networks in common, want %d", tt.a, tt.b, common, tt.common)
		}
	}
}

// TestFaultsCostNothing: what the server could not do does not count against the limits of
// an address.
func TestFaultsCostNothing(t *testing.T) {
	t.Parallel()
	once := rate.Limit{Burst: 1, Every: time.Hour}
	h := newHouse(t, func(o *Options) { o.Limits = Limits{Guests: once, Links: once, Connections: once} })
	call := func(method, path, body string) int {
		r := httptest.NewRequest(method, "/api/"+path, strings.NewReader(body))
		r.Host, r.RemoteAddr = "localhost", "[2001:db8::1]:1234"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Cookie", cookieName(false, h.store.ID())+"=none")
		if path == "live" {
			r.Header.Set("Connection", "upgrade")
			r.Header.Set("Upgrade", "websocket")
		}
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		return w.Code
	}
	for what, do := range map[string]func() int{
		"guests":      func() int { return call("POST", "me", `{"name":""}`) },
		"links":       func() int { return call("POST", "me/use", `{"token":"none"}`) },
		"connections": func() int { return call("GET", "live", "") },
	} {
		h.store.Fail(func(string, string) error { return table.ErrBusy }, false)
		for range 3 {
			if status := do(); status != http.StatusServiceUnavailable {
				t.Errorf("%s while the store is busy: %d", what, status)
			}
		}
		h.store.Fail(nil, false)
		if status := do(); status == http.StatusTooManyRequests {
			t.Errorf("%s afterwards: %d", what, status)
		}
		if status := do(); status != http.StatusTooManyRequests {
			t.Errorf("%s once more: %d", what, status)
		}
	}
}

// TestWideNetwork: who has very many networks of IPv6 side by side walks around no limit.
func TestWideNetwork(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) {
		o.Limits = Limits{Guests: rate.Limit{Burst: 1, Every: time.Hour}, Open: 1}
	})
	guest := func(from string) int {
		r := httptest.NewRequest("POST", "/api/me", strings.NewReader(`{"name":""}`))
		r.Host, r.RemoteAddr = "localhost", from
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		return w.Code
	}
	made, taken := 0, 0
	for i := range 3 * wide {
		from := fmt.Sprintf("2001:db8:0:%x::1", i)
		if guest("["+from+"]:1234") == 200 {
			made++
		}
		if many, _ := h.server.live.opened.add(netip.MustParseAddr(from), h.server.live.limits.Open, 0); !many {
			taken++
		}
	}
	if made != wide || taken != wide {
		t.Errorf("a /48 has made %d guests and has %d connections, want %d of each", made, taken, wide)
	}
	if guest("[2001:db8:1::1]:1234") != 200 {
		t.Error("its neighbor cannot make one")
	}
}

// TestNeighborsCostOnce: who is refused because of the neighbors has used up nothing of their
// own limit.
func TestNeighborsCostOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &Server{metrics: newMetrics(func() int { return 0 }, func() int { return 0 })}
		c := &counter{limit: rate.Limit{Burst: 2, Every: 10 * time.Second}}
		taken := func(i int) bool {
			return s.limitAddress(netip.MustParseAddr(fmt.Sprintf("2001:db8:0:%x::1", i)), "guests", c) == nil
		}
		for i := range 2 * wide {
			if !taken(i / 2) {
				t.Fatalf("call %d is refused", i)
			}
		}
		for range 5 {
			if taken(wide) {
				t.Error("the /48 has no limit")
			}
		}
		time.Sleep(10 * time.Second / wide)
		if !taken(wide) {
			t.Error("one more of the /48 is refused, to who has done nothing yet")
		}
	})
}

// TestStrangersAskSlowly: who asks without end about people, their results and public games,
// without a session too, has to wait; others have not.
func TestStrangersAskSlowly(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) { o.Limits = DefaultLimits() })
	ask := func(from, path string) int {
		r := httptest.NewRequest("GET", "/api/"+path, nil)
		r.Host, r.RemoteAddr = "localhost", from+":1234"
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		return w.Code
	}
	for i, path := range []string{"people/90000000000000000001", "people/90000000000000000001/results", "ratings/dvonn/live", "games?player=nobody"} {
		from, refused := fmt.Sprintf("192.0.2.%d", i), 0
		for range 120 {
			if ask(from, path) == http.StatusTooManyRequests {
				refused++
			}
		}
		if refused < 30 || refused > 60 {
			t.Errorf("%s: %d calls of 120 are refused", path, refused)
		}
		if got := ask("192.0.2.99", path); got == http.StatusTooManyRequests {
			t.Errorf("%s: so is one of somebody else", path)
		}
	}
}
