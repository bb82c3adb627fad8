package server

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestClient: who asks is known from the connection; a header counts only from a
// trusted proxy, and only what such a proxy has appended.
func TestClient(t *testing.T) {
	t.Parallel()
	trusted := proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for name, tt := range map[string]struct {
		peer, forwarded, proto string
		want                   string
		secure                 bool
	}{
		"direct":               {peer: "192.0.2.7:5000", want: "192.0.2.7"},
		"direct, forged":       {peer: "192.0.2.7:5000", forwarded: "203.0.113.9", proto: "https", want: "192.0.2.7"},
		"proxy":                {peer: "10.1.2.3:80", forwarded: "203.0.113.9", proto: "https", want: "203.0.113.9", secure: true},
		"proxy, forged":        {peer: "10.1.2.3:80", forwarded: "198.51.100.1, 203.0.113.9", want: "203.0.113.9"},
		"two proxies":          {peer: "10.1.2.3:80", forwarded: "203.0.113.9, 10.9.9.9", want: "203.0.113.9"},
		"two proxies, forged":  {peer: "10.1.2.3:80", forwarded: "10.8.8.8, 203.0.113.9, 10.9.9.9", want: "203.0.113.9"},
		"proxy without header": {peer: "10.1.2.3:80", want: "10.1.2.3"},
		"proxy with nonsense":  {peer: "10.1.2.3:80", forwarded: "unknown", want: "invalid IP"},
		"proxy over IPv6":      {peer: "[::1]:80", forwarded: "2001:db8::1", proto: "http", want: "2001:db8::1"},
		"address with port":    {peer: "10.1.2.3:80", forwarded: "203.0.113.9:4711", want: "203.0.113.9"},
		"mapped":               {peer: "[::ffff:10.1.2.3]:80", forwarded: "::ffff:203.0.113.9", want: "203.0.113.9"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tt.peer
		if tt.forwarded != "" {
			r.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		if tt.proto != "" {
			r.Header.Set("X-Forwarded-Proto", tt.proto)
		}
		from, secure := trusted.client(r)
		if from.String() != tt.want || secure != tt.secure {
			t.Errorf("%s: %s, secure %v; want %s, %v", name, from, secure, tt.want, tt.secure)
		}
	}
}

// TestHosts: a name that a page elsewhere has made lead here is none of ours.
func TestHosts(t *testing.T) {
	t.Parallel()
	h := newHosts([]string{"Play.Example.org"})
	for host, want := range map[string]bool{
		"localhost:8080": true, "LOCALHOST": true, "127.0.0.1:8080": true, "[::1]:8080": true, "192.168.1.5:8080": true,
		"[fe80::1%25eth0]:80": true, "play.example.org": true, "play.example.org.:443": true,
		"evil.example.org": false, "localhost.evil.example": false, "127.0.0.1.evil.example": false, "play.example.org.evil.example": false,
		"": false, "0x7f000001.evil.example": false,
	} {
		if got := h.allow(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
}

func TestOwnOrigin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		origin, host string
		want         bool
	}{
		{"", "localhost:8080", true},
		{"http://localhost:8080", "localhost:8080", true},
		{"https://play.example.org", "play.example.org", true},
		{"http://localhost:8081", "localhost:8080", false},
		{"http://evil.example", "localhost:8080", false},
		{"null", "localhost:8080", false},
		{"file://", "localhost:8080", false},
		{"http://localhost:8080.evil.example", "localhost:8080", false},
	} {
		if got := ownOrigin(tt.origin, tt.host); got != tt.want {
			t.Errorf("a page of %q asks %s: %v, want %v", tt.origin, tt.host, got, tt.want)
		}
	}
}
