package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"cairn.example/internal/people/api"
)

// tablePageName is the page that every table is shown by.
const tablePageName = "table/index.html"

// page is an HTML page that is sent at other addresses than its own.
type page struct {
	text, packed []byte // plain, and as gzip
	etag         string // weak, the same for both
}

// tablePage returns the page of a table as it is sent at the address of each, nil
// where the built application has none yet.
func tablePage(files fs.FS, s *site) (*page, error) {
	if s.files["/table/"] == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(files, tablePageName)
	if err != nil {
		return nil, fmt.Errorf("read the page of a table: %w", err)
	}
	// The page lies a folder below the root, its addresses begin there; a table's address is at the root.
	text = bytes.ReplaceAll(text, []byte(`="../`), []byte(`="./`))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(text) // a buffer takes everything
	_ = z.Close()
	sum := sha256.Sum256(text)
	return &page{
		text: text, packed: packed.Bytes(),
		etag: fmt.Sprintf("W/%q", base64.RawURLEncoding.EncodeToString(sum[:12])),
	}, nil
}

// isTableAddress reports whether a path is that of a table: eight letters and digits
// of an alphabet without look-alikes, at least one digit among them, so that no
// other place is one.
func isTableAddress(path string) bool {
	id, ok := strings.CutPrefix(path, "/")
	return ok && api.IsTableID(id)
}

// profilePath is the address of the page of a person, without the name that follows it.
const profilePath = "/@/"

// isProfileAddress reports whether a path is that of a person: the name is the page's to
// read, which says where nobody has it.
func isProfileAddress(path string) bool {
	name, ok := strings.CutPrefix(path, profilePath)
	return ok && name != "" && !strings.Contains(name, "/")
}

func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", types[".html"])
	h.Set("Cache-Control", "no-cache")
	h.Set("Etag", p.etag)
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == p.etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text := p.text
	forms := []form{{size: int64(len(p.text))}, {encoding: "gzip", size: int64(len(p.packed))}}
	if best := choose(forms, r.Header.Get("Accept-Encoding")); best.encoding != "" {
		text = p.packed
		h.Set("Content-Encoding", best.encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(text) // the client may be gone
	}
}
