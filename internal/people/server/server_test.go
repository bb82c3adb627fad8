package server

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const policy = "default-src 'none'"

// folder is a site with one file of every kind.
func folder() fstest.MapFS {
	return fstest.MapFS{
		"index.html":                {Data: []byte("<p>root</p>")},
		"index.html.br":             {Data: []byte("BR root")},
		"index.html.gz":             {Data: []byte("GZ root!")},
		"analysis/index.html":       {Data: []byte("<p>analysis</p>")},
		"404.html":                  {Data: []byte(`<link href="./assets/a.css"><a href="./">up</a>`)},
		"stand-in.html":             {Data: []byte("run make build")},
		"sw.js":                     {Data: []byte("// worker")},
		"manifest.webmanifest":      {Data: []byte("{}")},
		"icon.svg":                  {Data: []byte("<svg/>")},
		"strange.kind":              {Data: []byte("?")},
		"archive.gz":                {Data: []byte("a compressed file in its own right")},
		"assets/rules-abc.wasm":     {Data: []byte("0123456789 plain wasm")},
		"assets/rules-abc.wasm.br":  {Data: []byte("0123456789 br")},
		"assets/rules-abc.wasm.gz":  {Data: []byte("0123456789 gzip")},
		"assets/index-abc.js":       {Data: []byte("1")},
		"cairn-board.js":            {Data: []byte("// element")},
		"assets/deep/folder/in.css": {Data: []byte("p{}")},
	}
}

func handler(t *testing.T, files fstest.MapFS) http.Handler {
	t.Helper()
	h, err := New(Options{Files: files, Policy: policy})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// ask sends a request with pairs of header names and values.
func ask(h http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestTypesAndCaching(t *testing.T) {
	const forever = "public, max-age=31536000, immutable"
	h := handler(t, folder())
	for _, tt := range []struct{ path, contentType, cache string }{
		{"/", "text/html; charset=utf-8", "no-cache"},
		{"/analysis/", "text/html; charset=utf-8", "no-cache"},
		{"/sw.js", "text/javascript; charset=utf-8", "no-cache"},
		{"/manifest.webmanifest", "application/manifest+json", "no-cache"},
		{"/icon.svg", "image/svg+xml", "no-cache"},
		{"/strange.kind", "application/octet-stream", "no-cache"},
		{"/archive.gz", "application/octet-stream", "no-cache"},
		{"/assets/rules-abc.wasm", "application/wasm", forever},
		{"/assets/index-abc.js", "text/javascript; charset=utf-8", forever},
		{"/assets/deep/folder/in.css", "text/css; charset=utf-8", forever},
	} {
		r := ask(h, "GET", tt.path)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != tt.contentType || r.Header.Get("Cache-Control") != tt.cache {
			t.Errorf("%s: %d, %q, %q; want %q, %q", tt.path, r.StatusCode, r.Header.Get("Content-Type"),
				r.Header.Get("Cache-Control"), tt.contentType, tt.cache)
		}
		if r.Header.Get("Etag") == "" {
			t.Errorf("%s has no tag", tt.path)
		}
	}
}

func TestForms(t *testing.T) {
	h := handler(t, folder())
	for _, tt := range []struct{ accept, encoding, want string }{
		{"", "", "<p>root</p>"},
		{"gzip, deflate, br, zstd", "br", "BR root"},
		{"gzip, deflate", "gzip", "GZ root!"},
		{"x-gzip", "gzip", "GZ root!"},
		{"GZIP", "gzip", "GZ root!"},
		{"br;q=0.5, gzip;q=0.9", "gzip", "GZ root!"},
		{"br; q=0, gzip", "gzip", "GZ root!"},
		{"*", "br", "BR root"},
		{"*, br;q=0", "gzip", "GZ root!"},
		{"deflate", "", "<p>root</p>"},
		{"identity", "", "<p>root</p>"},
		{"identity, gzip;q=0.5", "", "<p>root</p>"},
		{"identity;q=0.5, gzip", "gzip", "GZ root!"},
		{"identity;q=0, deflate", "", "<p>root</p>"},
		{"br;q=nonsense, gzip;q=2, ;;,=,", "", "<p>root</p>"},
	} {
		r := ask(h, "GET", "/", "Accept-Encoding", tt.accept)
		if got := body(t, r); got != tt.want || r.Header.Get("Content-Encoding") != tt.encoding {
			t.Errorf("%q: %q as %q, want %q as %q", tt.accept, got, r.Header.Get("Content-Encoding"), tt.want, tt.encoding)
		}
		if r.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: the answer does not say what it depends on", tt.accept)
		}
		if r.ContentLength != int64(len(tt.want)) {
			t.Errorf("%q: length %d, want %d", tt.accept, r.ContentLength, len(tt.want))
		}
	}
	if r := ask(h, "GET", "/icon.svg", "Accept-Encoding", "br"); r.Header.Get("Vary") != "" || r.Header.Get("Content-Encoding") != "" {
		t.Errorf("a file without other forms: %v", r.Header)
	}
	if r := ask(h, "GET", "/index.html.br"); r.StatusCode != 404 {
		t.Errorf("a form by its own name: %d", r.StatusCode)
	}
}

func TestConditions(t *testing.T) {
	h := handler(t, folder())
	tags := map[string]bool{}
	for _, accept := range []string{"identity", "gzip", "br"} {
		tag := ask(h, "GET", "/", "Accept-Encoding", accept).Header.Get("Etag")
		tags[tag] = true
		r := ask(h, "GET", "/", "Accept-Encoding", accept, "If-None-Match", tag)
		if r.StatusCode != 304 || body(t, r) != "" || r.Header.Get("Etag") != tag || r.Header.Get("Cache-Control") != "no-cache" ||
			r.Header.Get("Vary") == "" {
			t.Errorf("%s again: %d %v", accept, r.StatusCode, r.Header)
		}
		if r := ask(h, "GET", "/", "Accept-Encoding", accept, "If-None-Match", `"other"`); r.StatusCode != 200 {
			t.Errorf("%s with another tag: %d", accept, r.StatusCode)
		}
	}
	if len(tags) != 3 {
		t.Errorf("three forms have the tags %v", tags)
	}

	changed := folder()
	changed["index.html"].Data = []byte("<p>new</p>")
	if r := ask(handler(t, changed), "GET", "/"); tags[r.Header.Get("Etag")] {
		t.Error("another page has the same tag")
	}
}

func TestRanges(t *testing.T) {
	h := handler(t, folder())
	const path = "/assets/rules-abc.wasm"
	r := ask(h, "GET", path, "Range", "bytes=2-4")
	if r.StatusCode != 206 || body(t, r) != "234" || r.Header.Get("Content-Range") != "bytes 2-4/21" {
		t.Errorf("range: %d %v", r.StatusCode, r.Header)
	}
	// A range is one of the bytes that are sent, so of the form.
	r = ask(h, "GET", path, "Accept-Encoding", "br", "Range", "bytes=11-")
	if r.StatusCode != 206 || body(t, r) != "br" || r.Header.Get("Content-Encoding") != "br" || r.ContentLength != 2 {
		t.Errorf("range of a form: %d %v", r.StatusCode, r.Header)
	}
	r = ask(h, "GET", path, "Range", "bytes=2-4", "If-Range", `"other"`)
	if r.StatusCode != 200 || body(t, r) != "0123456789 plain wasm" {
		t.Errorf("range of a file that changed: %d", r.StatusCode)
	}
	r = ask(h, "GET", path, "Range", "bytes=99-")
	if r.StatusCode != 416 || strings.Contains(r.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("range outside: %d %v", r.StatusCode, r.Header)
	}
}

func TestHead(t *testing.T) {
	h := handler(t, folder())
	for _, accept := range []string{"", "br"} {
		get, head := ask(h, "GET", "/", "Accept-Encoding", accept), ask(h, "HEAD", "/", "Accept-Encoding", accept)
		if head.StatusCode != 200 || body(t, head) != "" {
			t.Errorf("HEAD: %d", head.StatusCode)
		}
		for name := range get.Header {
			if get.Header.Get(name) != head.Header.Get(name) {
				t.Errorf("HEAD: %s is %q, with GET %q", name, head.Header.Get(name), get.Header.Get(name))
			}
		}
	}
}

func TestMoves(t *testing.T) {
	h := handler(t, folder())
	for path, want := range map[string]string{
		"/analysis":                  "analysis/",
		"/analysis?g=lyngk&p=a_b":    "analysis/?g=lyngk&p=a_b",
		"/analysis/index.html":       "./",
		"/index.html?lang=de":        "./?lang=de",
		"//analysis/":                "/analysis/",
		"/assets/../analysis/":       "/analysis/",
		"/x/..//analysis/index.html": "/analysis/index.html",
	} {
		r := ask(h, "GET", path)
		if r.StatusCode/100 != 3 || r.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", path, r.StatusCode, r.Header.Get("Location"), want)
		}
	}
}

func TestNothingThere(t *testing.T) {
	h := handler(t, folder())
	for path, link := range map[string]string{
		"/nowhere":             `href="./assets`,
		"/no/where":            `href="../assets`,
		"/a/b/c/":              `href="../../../assets`,
		"/one%2Fsegment":       `href="./assets`,
		"/stand-in.html":       `href="./assets`,
		"/assets/":             `href="../assets`,
		"/..%2f..%2fetc%2fpas": `href="./assets`,
	} {
		r := ask(h, "GET", path, "Accept", "text/html,*/*;q=0.8")
		text := body(t, r)
		if r.StatusCode != 404 || !strings.Contains(text, link) || r.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %d %q, want %s", path, r.StatusCode, text, link)
		}
		if r.ContentLength != int64(len(text)) {
			t.Errorf("%s: length %d of %d", path, r.ContentLength, len(text))
		}
	}
	r := ask(h, "GET", "/assets/gone-abc.js", "Accept", "*/*")
	if text := body(t, r); r.StatusCode != 404 || text != "Not Found\n" {
		t.Errorf("a script that is gone: %d %q", r.StatusCode, text)
	}
	if r := ask(h, "HEAD", "/nowhere", "Accept", "text/html"); r.StatusCode != 404 || body(t, r) != "" {
		t.Errorf("HEAD of nothing: %d", r.StatusCode)
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS"} {
		if r := ask(h, method, "/"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d %v", method, r.StatusCode, r.Header)
		}
	}
}

func TestNotBuilt(t *testing.T) {
	h := handler(t, fstest.MapFS{"stand-in.html": {Data: []byte("<h1>run make build</h1>")}})
	for _, accept := range []string{"text/html", "*/*"} {
		r := ask(h, "GET", "/", "Accept", accept)
		if r.StatusCode != 503 || !strings.Contains(body(t, r), "make build") {
			t.Errorf("%s: %d", accept, r.StatusCode)
		}
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	h := handler(t, folder())
	for path, shared := range map[string]bool{
		"/": false, "/nowhere": false, "/analysis": false, "/sw.js": false, "/assets/nowhere.js": false, "/cairn-board.js": true,
	} {
		r := ask(h, "GET", path, "Origin", "https://other.example")
		// Pages of other sites may use what <cairn-board> needs, and nothing else.
		resources, allowed := "same-origin", ""
		if shared {
			resources, allowed = "cross-origin", "*"
		}
		for name, want := range map[string]string{
			"Content-Security-Policy":      policy,
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": resources,
			"Access-Control-Allow-Origin":  allowed,
			// With cookies no page of another site reads anything.
			"Access-Control-Allow-Credentials": "",
			"Referrer-Policy":                  "no-referrer",
			"X-Content-Type-Options":           "nosniff",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
}

// TestHeadersOfParts: what pages load has the headers that count there and no others. A
// script may be a worker's, whose policy is its own.
func TestHeadersOfParts(t *testing.T) {
	h := handler(t, folder())
	for path, policy := range map[string]string{
		"/assets/index-abc.js": workerPolicy, "/assets/deep/folder/in.css": "", "/assets/rules-abc.wasm": "",
	} {
		r := ask(h, "GET", path, "Origin", "https://other.example")
		for name, want := range map[string]string{
			"Content-Security-Policy":      policy,
			"Cross-Origin-Opener-Policy":   "",
			"Cross-Origin-Resource-Policy": "cross-origin",
			"Access-Control-Allow-Origin":  "*",
			"Permissions-Policy":           "",
			"Referrer-Policy":              "no-referrer",
			"X-Content-Type-Options":       "nosniff",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
	}
}

func TestLog(t *testing.T) {
	for level, want := range map[slog.Level]bool{slog.LevelDebug: true, slog.LevelInfo: false} {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level}))
		h, err := New(Options{Files: folder(), Log: log})
		if err != nil {
			t.Fatal(err)
		}
		r := ask(h, "GET", "/?p=secret", "Accept-Encoding", "br")
		if _, ok := r.Header["Content-Security-Policy"]; ok {
			t.Error("a policy that nobody gave")
		}
		line := out.String()
		if got := strings.Contains(line, "path=/ status=200 bytes=7"); got != want || strings.Contains(line, "secret") {
			t.Errorf("at level %v: %q", level, line)
		}
	}
}

func TestPanic(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	h := recovered(log, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a secret") }))
	r := ask(h, "GET", "/x")
	if text := body(t, r); r.StatusCode != 500 || text != "internal error\n" {
		t.Errorf("answer: %d %q", r.StatusCode, text)
	}
	if !strings.Contains(out.String(), "a secret") || !strings.Contains(out.String(), "path=/x") {
		t.Errorf("log: %s", out.String())
	}
}
