package server

import (
	"io/fs"
	"log/slog"
	"net/http"
)

// Options say what to serve.
type Options struct {
	Files  fs.FS        // the built application
	Policy string       // its content security policy
	Log    *slog.Logger // nil for none
}

// New returns the handler of everything. It reads all files once; an error
// means that they cannot be read. Without a built application every address
// answers 503 and says what to do.
func New(o Options) (http.Handler, error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s, err := readSite(o.Files)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", &static{files: o.Files, site: s, log: log})
	return logged(log, recovered(log, withHeaders(o.Policy, mux))), nil
}
