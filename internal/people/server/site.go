package server

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
)

// notFound is the page that is sent with status 404, standIn the page that is
// sent while the application is not built; embedName is the script for pages of
// other sites.
const (
	indexName = "index.html"
	notFound  = "404.html"
	standIn   = "stand-in.html"
	embedName = "cairn-board.js"
)

// A form is one encoding of a file.
type form struct {
	encoding string // as in Content-Encoding; "" is plain
	name     string // in the file system
	size     int64
	// tag returns the entity tag, a hash of the content. It is made at the first
	// request: what nobody asks for is not read, and needs no memory.
	tag func() (string, error)
}

// A file is one file of the site in its forms, plain first.
type file struct {
	contentType string
	immutable   bool
	// shared files may be used by pages of other sites: <cairn-board> and what it loads.
	shared bool
	forms  []form
}

// A site is everything that is served, by the path of its address.
type site struct {
	files     map[string]*file
	redirects map[string]string // path -> relative address of the same page
	built     bool
}

// encodings are the compressed forms by the ending of their file names, the
// smaller one first.
var encodings = []struct{ ending, encoding string }{{".br", "br"}, {".gz", "gzip"}}

// types are fixed here, because the tables of operating systems differ, and a
// browser compiles a WebAssembly module of another type only after the download or
// not at all.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".mp3":         "audio/mpeg",
	".ogg":         "audio/ogg",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".wav":         "audio/wav",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// readSite finds every file of the folder.
func readSite(files fs.FS) (*site, error) {
	s := &site{files: map[string]*file{}, redirects: map[string]string{}}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if plain, _ := cutEncoding(name); plain != name {
			if _, err := fs.Stat(files, plain); err == nil {
				return nil // describe finds it with its plain form
			}
		}
		f, err := describe(files, name)
		if err != nil {
			return err
		}
		s.files["/"+name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the built page: %w", err)
	}
	for p, f := range s.files {
		folder, base := path.Split(p)
		if base != indexName {
			continue
		}
		s.files[folder] = f
		s.redirects[p] = "./"
		if folder != "/" {
			bare := strings.TrimSuffix(folder, "/")
			s.redirects[bare] = path.Base(bare) + "/"
		}
	}
	for p := range s.redirects {
		delete(s.files, p)
	}
	s.built = s.files["/"] != nil
	if s.built {
		delete(s.files, "/"+standIn)
	}
	return s, nil
}

// cutEncoding splits the ending of a compressed form from a name.
func cutEncoding(name string) (plain, encoding string) {
	for _, e := range encodings {
		if cut, ok := strings.CutSuffix(name, e.ending); ok {
			return cut, e.encoding
		}
	}
	return name, ""
}

// describe returns a file with all its forms.
func describe(files fs.FS, name string) (*file, error) {
	f := &file{contentType: types[path.Ext(name)], immutable: strings.HasPrefix(name, "assets/")}
	f.shared = f.immutable || name == embedName
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	plain, err := describeForm(files, name, "")
	if err != nil {
		return nil, err
	}
	f.forms = []form{plain}
	for _, e := range encodings {
		packed, err := describeForm(files, name+e.ending, e.encoding)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			f.forms = append(f.forms, packed)
		}
	}
	return f, nil
}

// describeForm returns one form of a file. Each has an entity tag of its own, since
// its bytes differ.
func describeForm(files fs.FS, name, encoding string) (form, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return form{}, err
	}
	tag := sync.OnceValues(func() (string, error) {
		sum, err := fingerprint(files, name)
		if encoding != "" {
			sum += "-" + encoding
		}
		return strconv.Quote(sum), err
	})
	return form{encoding: encoding, name: name, size: info.Size(), tag: tag}, nil
}

// fingerprint returns the hash of a file's content.
func fingerprint(files fs.FS, name string) (string, error) {
	r, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer r.Close()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:12]), nil
}
