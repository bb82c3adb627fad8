package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/explore"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/notify"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
)

// Options say what to serve.
type Options struct {
	Files  fs.FS        // the built application
	Policy string       // its content security policy
	Log    *slog.Logger // nil for none

	// Tables are the tables of people, nil for a server that only hands out the page;
	// nothing below is needed then.
	Tables *table.Service
	// Accounts are the people with names of their own.
	Accounts *account.Service
	// Notify tells people what happens while they are away.
	Notify *notify.Service
	// Results are how games at the tables ended, and ratings.
	Results *settle.Service
	// Explore hands out the public games as data.
	Explore *explore.Service
	// Contests are contests in rounds.
	Contests *director.Service
	// Host is what hosts of the server do.
	Host *host.Service
	// Check reports whether the store is there, for load balancers.
	Check func(context.Context) error
	// Version is that of the program.
	Version string
	// Hosts are the names that the server goes by, beside localhost and the name of
	// the machine.
	Hosts []string
	// Proxies are the networks of reverse proxies whose word is taken.
	Proxies []netip.Prefix
	// Addresses are where other devices in the network find the server, best first.
	Addresses []string
	// Command says how to start the server so that they do, where Addresses is empty.
	Command string
	// Limits bound what one address and one person may do.
	Limits Limits
	// HandOver is called when the server is about to end, and returns how long to wait before clients are sent away; nil
	// for not at all.
	HandOver func() time.Duration
	// Count, if not nil, is called by one goroutine a few times a second with the number of open live connections.
	Count func(connections int)
}

// Server is the HTTP edge: a handler of everything below the root.
type Server struct {
	http.Handler

	log       *slog.Logger
	tables    *table.Service
	accounts  *account.Service
	notify    *notify.Service
	results   *settle.Service
	explore   *explore.Service
	contests  *director.Service
	host      *host.Service
	check     func(context.Context) error
	readiness readiness
	version   string
	hosts     hosts
	passkeys  string // the name at which there are any, "" for none but localhost
	proxies   proxies
	origins   *http.CrossOriginProtection
	addresses []string
	command   string
	counted   *counted
	metrics   *metrics
	live      *live
	draining  atomic.Bool
	handOver  func() time.Duration

	strange struct {
		sync.Mutex
		told map[string]bool
	}
}

// New returns the handler of everything. It reads all files once; an error
// means that they cannot be read. Without a built application every address
// answers 503 and says what to do.
func New(o Options) (*Server, error) {
	log := o.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	site, err := readSite(o.Files)
	if err != nil {
		return nil, err
	}
	s := &Server{
		log: log, tables: o.Tables, accounts: o.Accounts, notify: o.Notify, results: o.Results, explore: o.Explore, contests: o.Contests, host: o.Host, check: o.Check, version: o.Version, hosts: newHosts(o.Hosts), proxies: o.Proxies,
		origins: http.NewCrossOriginProtection(), addresses: o.Addresses, command: o.Command, counted: newCounted(o.Limits),
	}
	if len(o.Hosts) > 0 {
		s.passkeys = hostName(o.Hosts[0])
	}
	s.handOver = o.HandOver
	s.live = newLive(s, o.Limits)
	s.live.count = o.Count
	s.metrics = newMetrics(s.live.connections.count, func() int {
		if s.contests == nil {
			return 0
		}
		return int(s.contests.Due.Load())
	})
	s.live.metrics = s.metrics
	pages := &static{files: o.Files, site: site, log: log}
	if o.Tables != nil {
		if pages.table, err = tablePage.read(o.Files, site); err != nil {
			return nil, err
		}
		if pages.screen, err = screenPage.read(o.Files, site); err != nil {
			return nil, err
		}
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", s.api())
	mux.HandleFunc("GET /healthz", s.healthy)
	mux.HandleFunc("GET /readyz", s.ready)
	mux.Handle("/", pages)
	s.Handler = logged(log, recovered(log, withHeaders(o.Policy, mux)))
	return s, nil
}

// Metrics is where other parts of the program register theirs; [Server.Admin]
// shows them.
func (s *Server) Metrics() prometheus.Registerer { return s.metrics.registry }

// strangeHost tells the host of the server once how to allow a name, for a server
// behind a proxy is otherwise refused without a word.
func (s *Server) strangeHost(name string) {
	s.strange.Lock()
	defer s.strange.Unlock()
	if s.strange.told[name] || len(s.strange.told) > 100 {
		return
	}
	if s.strange.told == nil {
		s.strange.told = map[string]bool{}
	}
	s.strange.told[name] = true
	s.log.Warn("a call to a name that is not ours was refused; start with --host NAME if it is", "host", name)
}
