package server

import (
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
	"cairn.example/web"
)

// TestCookie: scripts can’t read it, other sites do not send it, and over an
// encrypted connection no other host can have planted it.
func TestCookie(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	for _, proto := range []string{"http", "https"} {
		b := h.stranger()
		_, header, _ := b.request("POST", "me", api.NewName{Name: "Anna"}, "X-Forwarded-Proto", proto)
		name, set := "cairn-"+h.store.ID(), header.Values("Set-Cookie")
		if len(set) != 1 {
			t.Fatalf("over %s: %q", proto, set)
		}
		got, want := set[0], []string{name + "=", "; Path=/", "; HttpOnly", "; SameSite=Lax"}
		if proto == "https" {
			want = append(want, "__Host-"+name+"=", "; Secure")
		} else if strings.Contains(got, "Secure") || strings.Contains(got, "__Host-") {
			t.Errorf("over %s a browser would not keep %q", proto, got)
		}
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("over %s: %q has no %q", proto, got, part)
			}
		}
		if strings.Contains(got, "Domain") {
			t.Errorf("other hosts get it: %q", got)
		}
		// The cookie of an open connection is nobody's on an encrypted one.
		status, _, text := h.stranger().request("GET", "me", nil, "X-Forwarded-Proto", "https", "Cookie", name+"="+b.cookie.Value)
		if status != 200 || strings.Contains(string(text), "person") {
			t.Errorf("an open cookie on an encrypted connection: %s", text)
		}
	}
}

// TestCookieIsRenewed: a browser keeps a cookie for 400 days at most, so the server
// renews it on a call or on the handshake of a connection.
func TestCookieIsRenewed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	token := b.cookie.Value
	calls := map[string]func() http.Header{
		"call": func() http.Header {
			_, header, _ := b.request("GET", "me", nil)
			return header
		},
		"handshake": func() http.Header {
			header := http.Header{"Cookie": {b.cookie.Name + "=" + token}, "Origin": {h.http.URL}}
			conn, answer, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(h.http.URL, "http")+"/api/live?protocol="+strconv.Itoa(api.Protocol), header)
			if err != nil {
				t.Fatal(err)
			}
			conn.Close()
			return answer.Header
		},
	}
	for name, call := range calls {
		if got := call().Values("Set-Cookie"); len(got) != 0 {
			t.Errorf("%s at once: %q", name, got)
		}
		h.store.Jump(25*time.Hour, true)
		got := call().Values("Set-Cookie")
		if len(got) != 1 || !strings.Contains(got[0], b.cookie.Name+"="+token+"; Path=/; Max-Age=34560000; HttpOnly") {
			t.Errorf("%s a day later: %q", name, got)
		}
	}
}

// TestTokensAreHashed looks for a session's token in all that the store is given.
func TestTokensAreHashed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	sum := sha256.Sum256([]byte(b.cookie.Value))
	p, _, err := h.store.ByCredential(t.Context(), "session", sum[:])
	if err != nil || p.ID != b.id {
		t.Errorf("the store does not know the hash: %+v, %v", p, err)
	}
	if _, _, err := h.store.ByCredential(t.Context(), "session", []byte(b.cookie.Value)); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the store knows the token itself: %v", err)
	}
	if len(b.cookie.Value) < 22 {
		t.Errorf("%q has less than 128 bits", b.cookie.Value)
	}
}

// TestIdentity: only the session says who somebody is.
func TestIdentity(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	anna := h.guest("Anna")
	cookie := anna.cookie.Name + "="
	for name, value := range map[string]string{
		"none": "", "empty": cookie, "an id": cookie + anna.id, "a guess": cookie + "AAAAAAAAAAAAAAAAAAAAAA", "long": cookie + strings.Repeat("A", 5000),
	} {
		b := h.stranger()
		if status, _, text := b.request("GET", "me", nil, "Cookie", value, "X-Person", anna.id, "Authorization", "Bearer "+anna.id); status != 200 || strings.Contains(string(text), "person") {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
}

// TestOtherSites: pages elsewhere make no call and open no connection, whatever way
// a browser tells whose page it is.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	own := h.http.URL
	for _, headers := range [][]string{
		{"Origin", "https://evil.example"},
		{"Origin", "null"},
		{"Origin", "http://localhost:1"},
		{"Sec-Fetch-Site", "cross-site"},
		{"Sec-Fetch-Site", "same-site"},
		{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"},
	} {
		for _, rt := range routes() {
			if rt.method == "GET" {
				continue
			}
			b.refused(rt.method, strings.Replace(rt.pattern, "{id}", "k7m2pq9x", 1), []byte("{}"), 403, api.LiveOrigin, headers...)
		}
		if _, answer, err := b.handshake(thisProtocol, headers...); err == nil || answer.StatusCode != 403 {
			t.Errorf("a page elsewhere opens a live connection: %v %v", headers, answer)
		}
	}
	for _, headers := range [][]string{{"Origin", own}, {"Origin", own, "Sec-Fetch-Site", "same-origin"}, {}} {
		if status, _, text := b.request("POST", "me", api.NewName{Name: "Anna"}, headers...); status != 200 {
			t.Errorf("%v: %d %s", headers, status, text)
		}
		conn, answer, err := b.handshake(thisProtocol, headers...)
		if err != nil {
			t.Errorf("%v: %v", headers, answer)
			continue
		}
		conn.Close()
	}
	if _, header, _ := b.request("GET", "me", nil); header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("other sites may read answers")
	}
}

// TestRebinding: calls under another name are refused; files are for everybody.
func TestRebinding(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) { o.Hosts = []string{"play.example.org"} })
	b := h.guest("Anna")
	for _, rt := range routes() {
		b.refused(rt.method, strings.Replace(rt.pattern, "{id}", "k7m2pq9x", 1), nil, 421, api.LiveHost, "Host", "evil.example")
	}
	b.refused("GET", "me", nil, 421, api.LiveHost, "Host", "play.example.org.evil.example")
	long := strings.Repeat("h", 5000)
	b.refused("GET", "me", nil, 421, api.LiveHost, "Host", long)
	if got := h.log.String(); !strings.Contains(got, long[:40]) || strings.Contains(got, long[:41]) {
		t.Error("the log tells of all of a long name")
	}
	if status, _, _ := b.request("GET", "me", nil, "Host", "play.example.org"); status != 200 {
		t.Errorf("the server's own name: %d", status)
	}
	r := httptest.NewRequest("GET", "http://anything.example/", nil)
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	if w.Code != 200 {
		t.Errorf("the page under another name: %d", w.Code)
	}
	if got := strings.Count(h.log.String(), "evil.example"); got != 2 {
		t.Errorf("the log tells of two names %d times", got)
	}
}

// TestPolicy: the live connection needs nothing that the policy does not allow, and
// every answer carries it.
func TestPolicy(t *testing.T) {
	t.Parallel()
	if p := web.Policy(); !strings.Contains(p, "connect-src 'self';") || strings.Contains(p, "unsafe-inline") || strings.Contains(p, "ws:") || !strings.Contains(p, "frame-ancestors 'self'") {
		t.Errorf("the policy is %q", p)
	}
	h := newHouse(t)
	for _, path := range []string{"server", "me", "nothing", "tables/k7m2pq9x"} {
		_, header, _ := h.stranger().request("GET", path, nil)
		if header.Get("Content-Security-Policy") != policy || header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, header)
		}
	}
}

// TestLimits: what one address does too often is refused with when to try again;
// this machine itself has no limits, and nobody escapes by a forged header.
func TestLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) {
		o.Limits = Limits{Guests: rate.Limit{Burst: 2, Every: time.Minute}, Links: rate.Limit{Burst: 2, Every: time.Minute}, Calls: rate.Limit{Burst: 6, Every: time.Minute}}
	})
	call := func(from, path, body string, headers ...string) *http.Response {
		r := httptest.NewRequest("POST", "/api/"+path, strings.NewReader(body))
		r.Host, r.RemoteAddr = "localhost", from
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		return w.Result()
	}
	for i, want := range []int{200, 200, 429, 429} {
		r := call("192.0.2.1:1234", "me", `{"name":""}`, "X-Forwarded-For", "203.0.113."+string(rune('1'+i)))
		if r.StatusCode != want || (want == 429) != (r.Header.Get("Retry-After") != "") {
			t.Errorf("guest %d: %d, retry after %q", i, r.StatusCode, r.Header.Get("Retry-After"))
		}
	}
	for i, want := range []int{404, 404, 429, 429, 429, 429, 429} {
		if r := call("192.0.2.2:1", "me/use", `{"token":"AAAAAAAAAAAAAAAAAAAAAA"}`); r.StatusCode != want {
			t.Errorf("token %d: %d, want %d", i, r.StatusCode, want)
		}
	}
	for i := range 10 {
		if r := call("127.0.0.1:1", "me", `{"name":""}`); r.StatusCode != 200 {
			t.Errorf("guest %d of this machine: %d", i, r.StatusCode)
		}
	}
}

// TestTablePage: the address of every table shows one page, whose own addresses
// lead to the same files from there.
func TestTablePage(t *testing.T) {
	t.Parallel()
	const script = `<script src="../assets/a.js"></script>`
	h := newHouse(t, func(o *Options) {
		o.Files.(fstest.MapFS)["table/index.html"] = &fstest.MapFile{Data: []byte(strings.Repeat(script, 9))}
	})
	want := strings.Repeat(`<script src="./assets/a.js"></script>`, 9)
	packed := ask(h.server, "GET", "/k7m2pq9x", "Accept-Encoding", "gzip")
	length := packed.ContentLength
	if z, err := gzip.NewReader(packed.Body); err != nil {
		t.Error(err)
	} else if text, err := io.ReadAll(z); err != nil || string(text) != want || length >= int64(len(want)) {
		t.Errorf("as gzip: %d bytes, %s, %v", length, text, err)
	}
	r := ask(h.server, "GET", "/k7m2pq9x", "Accept", "text/html")
	if text := body(t, r); r.StatusCode != 200 || text != want || r.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%d %s", r.StatusCode, text)
	}
	if r := ask(h.server, "GET", "/k7m2pq9x", "If-None-Match", r.Header.Get("Etag")); r.StatusCode != 304 {
		t.Errorf("again: %d", r.StatusCode)
	}
	for path, want := range map[string]string{"/k7m2pq9x/": "../k7m2pq9x", "/K7M2PQ9X": "./k7m2pq9x", "/k7m2pq9x.": "./k7m2pq9x", "/K7m2pq9x),": "./k7m2pq9x", "/%20(k7m2pq9x": "./k7m2pq9x", "/**k7m2pq9x**": "./k7m2pq9x", "/k7m2pq9x/)": "../k7m2pq9x"} {
		if r := ask(h.server, "GET", path); r.StatusCode/100 != 3 || r.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", path, r.StatusCode, r.Header.Get("Location"), want)
		}
	}
	for _, path := range []string{"/training", "/k7m2pq9xx", "/k7m2pq9x/more", "/nothing"} {
		if r := ask(h.server, "GET", path); r.StatusCode != 404 {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if r := ask(handler(t, folder()), "GET", "/k7m2pq9x"); r.StatusCode != 404 {
		t.Errorf("without tables: %d", r.StatusCode)
	}
}

// TestProfilePage: the address of every person shows one page, which says itself where
// nobody has the name.
func TestProfilePage(t *testing.T) {
	t.Parallel()
	const text = `<script src="../assets/a.js"></script>`
	h := newHouse(t, func(o *Options) {
		o.Files.(fstest.MapFS)["@/index.html"] = &fstest.MapFile{Data: []byte(text)}
	})
	for path, want := range map[string]int{"/@/": 200, "/@/Marta": 200, "/@/Zo%C3%AB%20K.": 200, "/@/k7m2pq9x": 200, "/@/a/b": 404, "/@": 301} {
		if r := ask(h.server, "GET", path); r.StatusCode != want || want == 200 && body(t, r) != text {
			t.Errorf("%s: %d, want %d", path, r.StatusCode, want)
		}
	}
	if r := ask(handler(t, folder()), "GET", "/@/Marta"); r.StatusCode != 404 {
		t.Errorf("without that page: %d", r.StatusCode)
	}
}

// TestContestPages: each contest has its page and its big screen, which lies deeper than its file.
func TestContestPages(t *testing.T) {
	t.Parallel()
	const page, screen = `<script src="../assets/a.js"></script>`, `<script src="../../assets/b.js"></script>`
	h := newHouse(t, func(o *Options) {
		files := o.Files.(fstest.MapFS)
		files["contest/index.html"] = &fstest.MapFile{Data: []byte(page)}
		files["contest/screen/index.html"] = &fstest.MapFile{Data: []byte(screen)}
	})
	for path, want := range map[string]string{
		"/contest/": page, "/contest/k7m2pq9x": page, "/contest/screen/": screen,
		"/contest/k7m2pq9x/screen/": `<script src="../../../assets/b.js"></script>`, "/contest/k7m2pq9x/more/": "", "/contest/a/b/screen/": "",
	} {
		if r := ask(h.server, "GET", path); (r.StatusCode == 200) != (want != "") || want != "" && body(t, r) != want {
			t.Errorf("%s: %d, want %s", path, r.StatusCode, want)
		}
	}
	if r := ask(h.server, "GET", "/contest/k7m2pq9x/"); r.StatusCode != 301 || r.Header.Get("Location") != "../k7m2pq9x" {
		t.Errorf("with a slash: %d, to %s", r.StatusCode, r.Header.Get("Location"))
	}
}

// TestTablesAreTold: pages know from their headers that there are tables, and only pages have that header.
func TestTablesAreTold(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for path, want := range map[string]string{"/": "tables", "/k7m2pq9x": "tables", "/nowhere": "tables", "/assets/index-abc.js": ""} {
		if got := ask(h.server, "GET", path).Header.Get("Server-Timing"); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
	if got := ask(handler(t, folder()), "GET", "/").Header.Get("Server-Timing"); got != "" {
		t.Errorf("without tables: %q", got)
	}
}

// TestNoTables: the server says so, and in no answer that is an error.
func TestNoTables(t *testing.T) {
	t.Parallel()
	h := handler(t, folder())
	if r := ask(h, "GET", "/api/server"); r.StatusCode != 200 || body(t, r) != `{"protocol":0,"version":"","addresses":[],"secure":false}` {
		t.Errorf("%d", r.StatusCode)
	}
	if r := ask(h, "GET", "/api/me"); r.StatusCode != 404 || !strings.Contains(body(t, r), "live.no_tables") {
		t.Errorf("another call: %d", r.StatusCode)
	}
}

// TestAddresses: what the dialog of a friend shows.
func TestAddresses(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) { o.Command = "cairn serve --addr :8080" })
	var v api.Server
	h.stranger().call("GET", "server", nil, &v)
	if len(v.Addresses) != 0 || v.Command == "" || v.Protocol != api.Protocol || v.Version != "test" {
		t.Errorf("on this machine only: %+v", v)
	}
	h = newHouse(t, func(o *Options) { o.Addresses = []string{"http://192.168.1.5:8080/"} })
	v = api.Server{}
	h.stranger().call("GET", "server", nil, &v)
	if len(v.Addresses) != 1 || v.Command != "" {
		t.Errorf("in a network: %+v", v)
	}
	r := httptest.NewRequest("GET", "/api/server", nil)
	r.Host = "192.168.1.7:8080"
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `["http://192.168.1.7:8080/","http://192.168.1.5:8080/"]`) {
		t.Errorf("asked from elsewhere: %s", w.Body)
	}
}

// TestCertificate: the server reads a certificate again when its files have changed.
func TestCertificate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if _, err := TLS(cert, key); err == nil {
		t.Error("no files, no error")
	}
	write := func(serial int64) {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		template := &x509.Certificate{
			SerialNumber: big.NewInt(serial), Subject: pkix.Name{CommonName: "test"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
			IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		}
		der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
		if err != nil {
			t.Fatal(err)
		}
		text, err := x509.MarshalECPrivateKey(private)
		if err != nil {
			t.Fatal(err)
		}
		for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "EC PRIVATE KEY", Bytes: text}} {
			if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(1)
	c := &certificate{certFile: cert, keyFile: key}
	now := time.Now()
	serial := func() int64 {
		t.Helper()
		got, err := c.get(now)
		if err != nil {
			t.Fatal(err)
		}
		return got.Leaf.SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Errorf("serial %d", got)
	}
	write(2)
	for _, name := range []string{cert, key} {
		if err := os.Chtimes(name, now.Add(time.Hour), now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if got := serial(); got != 1 {
		t.Errorf("within a minute: serial %d", got)
	}
	now = now.Add(2 * certificateAge)
	if got := serial(); got != 2 {
		t.Errorf("later: serial %d", got)
	}
	if err := os.WriteFile(key, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(key, now.Add(2*time.Hour), now.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	now = now.Add(2 * certificateAge)
	if got := serial(); got != 2 {
		t.Errorf("while it is being replaced: serial %d", got)
	}
}

// TestAdmin: metrics tell of what happened, and are at no address for everybody.
func TestAdmin(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.guest("Anna").connect()
	text := body(t, ask(h.server.Admin(), "GET", "http://localhost/metrics"))
	for host, want := range map[string]int{"localhost:9090": 200, "127.0.0.1:9090": 200, "cairn-1:9090": 200, "evil.example": 421} {
		if r := ask(h.server.Admin(), "GET", "http://"+host+"/debug/pprof/symbol"); r.StatusCode != want {
			t.Errorf("as %s: %d, want %d", host, r.StatusCode, want)
		}
	}
	for _, line := range []string{"cairn_live_connections 1", "cairn_contests_due 0", `cairn_http_calls_total{method="POST",route="me",status="200"} 1`, "go_goroutines"} {
		if !strings.Contains(text, line) {
			t.Errorf("no %s in the metrics", line)
		}
	}
	for _, path := range []string{"/metrics", "/debug/pprof/"} {
		if r := ask(h.server, "GET", path); r.StatusCode != 404 {
			t.Errorf("%s is for everybody: %d", path, r.StatusCode)
		}
		if r := ask(h.server.Admin(), "GET", "http://localhost"+path); r.StatusCode != 200 {
			t.Errorf("%s: %d", path, r.StatusCode)
		}
	}
	if strings.Contains(text, "Anna") {
		t.Error("the metrics tell of a person")
	}
	if r := ask(h.server.Admin(), "GET", "http://localhost/debug/pprof/cmdline"); r.StatusCode != 404 || strings.Contains(body(t, r), os.Args[0]) {
		t.Errorf("the command line is shown: %d", r.StatusCode)
	}
}

func TestReady(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want int
	}{{nil, 200}, {errTest, 503}} {
		log := &lines{}
		s, err := New(Options{Files: folder(), Check: func(context.Context) error { return tt.err }, Log: slog.New(slog.NewTextHandler(log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if r := ask(s, "GET", "/readyz"); r.StatusCode != tt.want {
			t.Errorf("%v: %d", tt.err, r.StatusCode)
		}
		if r := ask(s.Admin(), "GET", "http://localhost/readyz"); r.StatusCode != tt.want {
			t.Errorf("admin, %v: %d", tt.err, r.StatusCode)
		}
		if told := strings.Count(log.String(), "not ready"); told > 0 != (tt.err != nil) || told > 1 {
			t.Errorf("%v: the log says so %d times:\n%s", tt.err, told, log)
		}
	}
}

// TestReadyIsShared: however many ask whether the server is ready, its store is asked once in
// a while. One who does not wait for the answer spoils it for nobody.
func TestReadyIsShared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		s, err := New(Options{Files: folder(), Check: func(ctx context.Context) error { asked++; return ctx.Err() }})
		if err != nil {
			t.Fatal(err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(gone, "GET", "/readyz", nil))
		for range 100 {
			if r := ask(s, "GET", "/readyz"); r.StatusCode != 200 {
				t.Fatalf("not ready: %d", r.StatusCode)
			}
			if r := ask(s.Admin(), "GET", "http://localhost/readyz"); r.StatusCode != 200 {
				t.Fatalf("admin, not ready: %d", r.StatusCode)
			}
		}
		if asked != 1 {
			t.Errorf("the store was asked %d times, want once", asked)
		}
		time.Sleep(readyFor)
		ask(s, "GET", "/readyz")
		if asked != 2 {
			t.Errorf("the store was asked %d times, want once more", asked)
		}
	})
}

// TestQR compares the picture with the modules; what it encodes is the library's
// business.
func TestQR(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) { o.Addresses = []string{"http://192.168.1.5:8080/"} })
	id := h.guest("Anna").newTable(api.Options{})
	status, header, text := h.stranger().request("GET", "tables/"+id+"/qr.svg", nil)
	want, err := qrCode("http://192.168.1.5:8080/" + id)
	if err != nil || status != 200 || header.Get("Content-Type") != "image/svg+xml" || string(text) != string(want) {
		t.Errorf("%d %v %v", status, header, err)
	}
	if other, err := qrCode("http://192.168.1.5:8080/other"); err != nil || string(other) == string(want) {
		t.Error("every link has the same code")
	}
	if _, err := qrCode(strings.Repeat("x", 5000)); err == nil {
		t.Error("a text too long for a code")
	}
}

// TestOpenLimits: the number of live connections is limited for one address and for all
// together; one that ends makes room.
func TestOpenLimits(t *testing.T) {
	t.Parallel()
	h := newHouse(t, func(o *Options) {
		o.Limits = Limits{Open: 2, Total: 5}
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	open := func(from string, want int) *websocket.Conn {
		t.Helper()
		conn, answer, err := h.stranger().handshake("protocol="+strconv.Itoa(api.Protocol), "X-Forwarded-For", from)
		if answer == nil {
			t.Fatal(err)
		}
		if conn != nil {
			t.Cleanup(func() { conn.Close() }) // one that nobody holds is closed by the garbage collector
		}
		if answer.StatusCode != want || (want != 101) != (answer.Header.Get("Retry-After") != "") {
			t.Errorf("from %s: %d, retry after %q, want %d", from, answer.StatusCode, answer.Header.Get("Retry-After"), want)
		}
		return conn
	}
	left := func(n int) {
		o := &h.server.live.opened
		for o.mu.Lock(); o.total > n; o.mu.Lock() {
			o.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
		o.mu.Unlock()
	}
	first := open("2001:db8::1", 101)
	open("2001:db8::2", 101)
	open("2001:db8::3", 429)
	open("192.0.2.1", 101)
	first.Close()
	left(2)
	open("2001:db8::3", 101)
	// One with another protocol learns it, and counts no more.
	if conn, _, err := h.stranger().handshake("protocol=0", "X-Forwarded-For", "192.0.2.7"); err == nil {
		conn.Close()
	}
	left(3)
	open("127.0.0.1", 101)
	open("192.0.2.8", 101)
	open("192.0.2.9", 503)
}

// TestVerifyShows: what a record holds comes back as messages may quote it.
func TestVerifyShows(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, text := range []string{"\x1b[31m" + strings.Repeat("x", 500), `{"game":"\u001b[31m` + strings.Repeat("x", 500) + `"}`} {
		r := httptest.NewRequest("POST", "/api/verify", strings.NewReader(text))
		r.Host = "localhost"
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		var e api.Error
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if problem := e.Args["problem"]; e.Code != string(api.LiveMessage) || problem == "" || problem != game.Shown(problem) {
			t.Errorf("%s: %q", e.Code, problem)
		}
	}
}
