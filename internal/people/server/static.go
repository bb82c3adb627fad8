package server

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cairn.example/internal/people/api"
)

// static serves a site.
type static struct {
	files fs.FS
	site  *site
	log   *slog.Logger
	// Of a table and of the big screen of a contest, nil for none.
	table, screen *page
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this address is read with GET", http.StatusMethodNotAllowed)
		return
	}
	if s.table != nil {
		// A script of the page can read it before anything is drawn (web/src/device/people.svelte.ts).
		w.Header().Set("Server-Timing", "tables")
	}
	path := r.URL.Path
	if f, ok := s.site.files[path]; ok {
		s.send(w, r, f)
		return
	}
	if to, ok := s.site.redirects[path]; ok {
		// A relative address works behind a proxy that cuts a prefix off the path.
		if r.URL.RawQuery != "" {
			to += "?" + r.URL.RawQuery
		}
		w.Header().Set("Location", to)
		w.Header().Set("Cache-Control", "no-cache")
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	// Its own address has the same depth, so the page is sent as it is.
	for _, prefix := range namedPaths {
		if f := s.site.files[prefix]; f != nil && isNamedAddress(path, prefix) {
			s.send(w, r, f)
			return
		}
	}
	if bare := strings.TrimSuffix(path, "/"); bare != path && s.screen != nil && isNamedAddress(bare, contestPath) {
		w.Header().Set("Location", "../"+strings.TrimPrefix(bare, contestPath)) // where it is often typed
		w.Header().Set("Cache-Control", "no-cache")
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if s.screen != nil && isScreenAddress(path) {
		s.screen.ServeHTTP(w, r)
		return
	}
	if s.table != nil && isTableAddress(path) {
		s.table.ServeHTTP(w, r)
		return
	}
	if id, ok := api.AsTableID(strings.TrimPrefix(path, "/")); ok && s.table != nil {
		to := cmp.Or(strings.Repeat("../", strings.Count(path, "/")-1), "./") + id
		w.Header().Set("Location", to)
		w.Header().Set("Cache-Control", "no-cache")
		w.WriteHeader(http.StatusMovedPermanently)
		return
	}
	if !s.site.built {
		s.page(w, r, standIn, http.StatusServiceUnavailable)
		return
	}
	s.page(w, r, notFound, http.StatusNotFound)
}

// send answers with the form of a file that the client prefers. net/http handles
// conditional and range requests, both for that form.
func (s *static) send(w http.ResponseWriter, r *http.Request, f *file) {
	best := choose(f.forms, r.Header.Get("Accept-Encoding"))
	tag, err := best.tag()
	var content seekable
	if err == nil {
		content, err = s.open(best.name)
	}
	if err != nil {
		s.log.Error("open a file of the page", "name", best.name, "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	defer content.Close()
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Etag", tag)
	if f.immutable {
		asPart(h, f.contentType == types[".js"])
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	if f.shared {
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if len(f.forms) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	if best.encoding != "" {
		h.Set("Content-Encoding", best.encoding)
		if r.Header.Get("Range") == "" {
			// net/http sets no length for encoded content, since a handler around
			// it could encode again; none here does.
			h.Set("Content-Length", strconv.FormatInt(best.size, 10))
		}
	}
	http.ServeContent(w, r, "", time.Time{}, content)
}

// page sends one page of the site with a status other than 200, or a line of text
// to clients that do not accept HTML.
func (s *static) page(w http.ResponseWriter, r *http.Request, name string, status int) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	text, err := fs.ReadFile(s.files, name)
	if err != nil || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		message := http.StatusText(status)
		if name == standIn {
			message += `: the page is not built, run "make build"`
		}
		http.Error(w, message, status)
		return
	}
	h.Set("Content-Type", types[".html"])
	text = rebase(text, r.URL.EscapedPath())
	h.Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may be gone
	}
}

// rebase rewrites the relative addresses of a page that lies at the root, so that
// they lead to the same files from another address.
func rebase(page []byte, path string) []byte {
	up := strings.Count(path, "/") - 1
	if up <= 0 {
		return page
	}
	return bytes.ReplaceAll(page, []byte(`="./`), []byte(`="`+strings.Repeat("../", up)))
}

// seekable is what http.ServeContent needs. The files of embedded, real and test
// file systems are seekable.
type seekable interface {
	fs.File
	io.Seeker
}

func (s *static) open(name string) (seekable, error) {
	f, err := s.files.Open(name)
	if err != nil {
		return nil, err
	}
	sf, ok := f.(seekable)
	if !ok {
		f.Close()
		return nil, errors.New("the file cannot be read from the middle")
	}
	return sf, nil
}
