package main

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"cairn.example/internal/files"
	"cairn.example/internal/people/account"
	"cairn.example/internal/people/bus"
	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/explore"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/notify"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/show/i18n"
	collection "cairn.example/internal/study/games"
)

// tables are the tables of people of a server, with what they stand on. The zero
// value is a server without.
type tables struct {
	service  *table.Service
	store    *store.Store
	bus      *bus.NATS // nil without one
	accounts *account.Service
	results  *settle.Service
	commits  prometheus.Histogram
	writes   prometheus.Histogram
	notify   *notify.Service
	explore  *explore.Service
	contests *director.Service
	host     *host.Service
	file     *collection.Index // nil without one
}

// tables opens the store, and the bus where there is one. Where nobody has said what
// to use and the user's own folder cannot be used, the page is served without
// tables.
func (c *serveCmd) tables(ctx context.Context, catalog *i18n.Catalog, log *slog.Logger) (*tables, error) {
	t := &tables{}
	if c.NoTables {
		return t, nil
	}
	where := c.Store
	if err := unknownStore(catalog, where, "--data DIR", "--no-tables"); err != nil {
		return nil, err
	}
	if where == "" {
		folder, err := ownFolder(c.Data)
		if err == nil {
			_, err = files.MakeFolders(folder)
		}
		if err != nil && c.Data == "" {
			log.Warn("no tables: there is no folder to keep them in; choose one with --data DIR", "error", err)
			return t, nil
		}
		if err != nil {
			return nil, failure(err, chooseElse(catalog, "--data DIR", "--no-tables"))
		}
		where = store.DefaultFile(folder)
	}
	t.commits = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "cairn_store_commit_seconds", Help: "Time of commits.", Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
	})
	t.writes = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "cairn_store_commit_writes", Help: "Writes that one commit holds.", Buckets: prometheus.ExponentialBuckets(1, 2, 12),
	})
	var err error
	if c.Games != "" {
		if t.file, err = openIndex(catalog, c.Games); err != nil {
			return nil, err
		}
	}
	t.store, err = store.Open(ctx, where, store.Options{Log: log, Observe: func(writes int, took time.Duration) {
		t.commits.Observe(took.Seconds())
		t.writes.Observe(float64(writes))
	}})
	if err != nil {
		return nil, failure(storeError(catalog, err), chooseElse(catalog, "--data DIR", "--store URL", "--no-tables"))
	}
	config := table.Config{Store: t.store, Bus: alone{store: t.store}, Log: log, ClaimAfter: c.Claim}
	if c.Bus != "" {
		if t.bus, err = bus.Connect(c.Bus, log); err != nil {
			t.close(log)
			return nil, failure(err, catalog.T("cli.serve.without_bus"))
		}
		config.Bus = t.bus
	}
	t.results = settle.New(t.store, log)
	config.Ratings = t.results
	t.service = table.New(config)
	t.results.Serve(t.service)
	t.accounts = account.New(account.Config{Store: t.store, Tables: t.service, Log: log})
	t.host = host.New(host.Config{Store: t.store, Tables: t.service, Log: log})
	t.explore = explore.New(t.service, t.results, t.file, log)
	t.contests = director.New(director.Config{
		Store: t.store, Tables: t.service, Shown: t.results.Shown, HostsOnly: c.Contests == "hosts" || c.Contests == "" && len(c.Host) > 0, Log: log,
	})
	t.notify = notify.New(c.notices(catalog, t, log))
	log.Info("tables of people", "store", shownStore(where))
	return t, nil
}

func (t *tables) check(ctx context.Context) error {
	if t.store == nil {
		return nil
	}
	return errors.Join(t.store.Err(), t.store.Ping(ctx))
}

// measure shows the store's figures with the others.
func (t *tables) measure(r prometheus.Registerer) {
	if t.store != nil {
		r.MustRegister(t.commits, t.writes)
	}
}

// onFailure calls f when the store can be used no more, until ctx ends.
func (t *tables) onFailure(ctx context.Context, f func()) {
	if t.store == nil {
		return
	}
	select {
	case <-t.store.Failed():
		f()
	case <-ctx.Done():
	}
}

// leave says in the store that this process serves no more, and returns after which time clients are to be sent to others.
func (t *tables) leave(log *slog.Logger) time.Duration {
	if t.store == nil {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), handOverTime)
	defer cancel()
	wait, err := t.store.HandOver(ctx)
	if err != nil {
		log.Warn("other servers were not told that players come", "error", err)
	}
	if err := t.store.Leave(); err != nil {
		log.Warn("the store was not told of the end", "error", err)
	}
	return wait
}

// handOverTime is how long the announcement of an end may take.
const handOverTime = 2 * time.Second

// err is why the store can be used no more, nil while it can.
func (t *tables) err() error {
	if t.store == nil {
		return nil
	}
	return t.store.Err()
}

// alone is the bus of a server without one. While others may write to its store, it
// hears nothing of them and has to look.
type alone struct {
	bus.None
	store *store.Store
}

// Healthy reports whether nobody else writes.
func (a alone) Healthy() bool { return !a.store.Shared() }

func (t *tables) close(log *slog.Logger) {
	if t.explore != nil {
		if err := t.explore.Close(); err != nil {
			log.Error("close the index of public games", "error", err)
		}
	}
	if t.file != nil {
		t.file.Close()
	}
	if t.bus != nil {
		t.bus.Close()
	}
	if t.store != nil {
		if err := t.store.Close(); err != nil {
			log.Error("close the store", "error", err)
		}
	}
}

// shownStore is a store as the log names it: without a password.
func shownStore(where string) string {
	if !store.IsPostgres(where) {
		return where
	}
	if u, err := url.Parse(where); err == nil {
		return u.Redacted()
	}
	return store.Schemes()[0] + where[strings.LastIndex(where, "@")+1:]
}
