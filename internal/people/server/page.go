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

// What every table and the big screen of every contest is shown by: the page, the way from there to the root of the
// site, and that from the addresses at which it is sent.
var (
	tablePage  = pageElsewhere{"table/", "../", "./"}
	screenPage = pageElsewhere{"contest/screen/", "../../", "../../../"}
)

type pageElsewhere struct{ folder, up, to string }

// page is an HTML page that is sent at other addresses than its own.
type page struct {
	text, packed []byte // plain, and as gzip
	etag         string // weak, the same for both
}

// read returns the page as it is sent at other addresses, nil where the built application has none yet.
func (p pageElsewhere) read(files fs.FS, s *site) (*page, error) {
	if s.files["/"+p.folder] == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(files, p.folder+"index.html")
	if err != nil {
		return nil, fmt.Errorf("read a page: %w", err)
	}
	text = bytes.ReplaceAll(text, []byte(`="`+p.up), []byte(`="`+p.to))
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

// namedPaths are the addresses of the page of a person and of a contest, without what follows.
var namedPaths = []string{"/@/", contestPath}

const contestPath = "/contest/"

// isNamedAddress reports whether a path is that of a person or a contest below prefix. What follows is the page's to
// read, which says where nobody has that name.
func isNamedAddress(path, prefix string) bool {
	name, ok := strings.CutPrefix(path, prefix)
	return ok && name != "" && !strings.Contains(name, "/")
}

// isScreenAddress reports whether a path is that of the big screen of a contest.
func isScreenAddress(path string) bool {
	contest, ok := strings.CutSuffix(path, "/screen/")
	return ok && isNamedAddress(contest, contestPath)
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
