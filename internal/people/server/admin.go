package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/pprof"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"cairn.example/internal/people/table"
)

const (
	// readyTime is how long the store may take to say that it is there.
	readyTime = 2 * time.Second
	// readyFor is how long its answer is good for all who want to know.
	readyFor = 500 * time.Millisecond
)

// readiness is what the store has said last. Anybody may ask whether the server is ready, as
// often as they like; the store is asked once for all of them, and by one at a time.
type readiness struct {
	mu    sync.Mutex
	until time.Time // the answer is good
	err   error
}

// ask returns what check says, or has said a moment ago. The log gets one line about what is wrong.
func (r *readiness) ask(ctx context.Context, check func(context.Context) error, log *slog.Logger) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.err
	}
	// The answer is for others too, who still want it when this one has gone.
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), readyTime)
	defer stop()
	if r.err = check(ctx); r.err != nil {
		log.Warn("not ready", "error", r.err)
	}
	r.until = time.Now().Add(readyFor)
	return r.err
}

// Admin returns the handler of the address that only the host of the server can
// reach: metrics, profiles, health.
func (s *Server) Admin() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	// The command line is not shown: the password of a database may stand in it.
	mux.HandleFunc("GET /debug/pprof/cmdline", http.NotFound)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /healthz", s.healthy)
	mux.HandleFunc("GET /readyz", s.ready)
	return recovered(s.log, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A page elsewhere must not read this by letting its name lead here. Names without a dot, as machines have
		// among each other, can belong to no such page.
		if name := hostName(r.Host); !s.hosts.allow(name) && strings.Contains(name, ".") {
			plain(w, http.StatusMisdirectedRequest, "this server is not known as "+name+"; start it with --host")
			return
		}
		mux.ServeHTTP(w, r)
	}))
}

// healthy says that the process runs: a supervisor restarts it where this
// does not answer.
func (s *Server) healthy(w http.ResponseWriter, _ *http.Request) { plain(w, http.StatusOK, "ok") }

// ready says whether a load balancer should send anybody here.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	switch {
	case s.draining.Load():
		plain(w, http.StatusServiceUnavailable, "ending")
	case s.check == nil:
		plain(w, http.StatusOK, "ok")
	default:
		if err := s.readiness.ask(r.Context(), s.check, s.log); err != nil {
			why := "the store does not answer"
			if errors.Is(err, table.ErrFull) {
				why = "the store has no space left"
			}
			plain(w, http.StatusServiceUnavailable, why)
			return
		}
		plain(w, http.StatusOK, "ok")
	}
}

func plain(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n"))
}
