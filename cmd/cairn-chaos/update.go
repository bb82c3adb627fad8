package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/store/pgtest"
)

// update replaces the programs of two processes on one database by those of another
// version and back, one after the other, while people play: each is asked to end,
// sends its clients to the other one, and another version takes its place.
func update(ctx context.Context, c *chaos) (result, error) {
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	ok, some := true, false
	var texts []string
	for _, v := range []struct{ name, older, newer, missing string }{
		{"this one and the next (a program that has changed the schema)", c.binary, c.next, "no program of the next version was named"},
		{"the one before and this one", c.older, c.binary, "no program of the version before was named"},
	} {
		if v.older == "" || v.newer == "" {
			texts = append(texts, v.missing)
			continue
		}
		schema := fmt.Sprintf("update%d", len(texts))
		if err := database.Make(ctx, schema); err != nil {
			return result{}, err
		}
		r, err := c.versions(ctx, database.URL(schema), schema, v.older, v.newer)
		if err != nil {
			return result{}, err
		}
		var refused int64
		for _, n := range r.Counts.Refused {
			refused += n
		}
		some = true
		ok = ok && len(r.Findings) == 0 && refused == 0 && r.Counts.Acknowledged > 0 && r.Counts.Reconnected > 0
		text := fmt.Sprintf("%s: %s, %d refused", v.name, describe(r), refused)
		if refused > 0 {
			text += fmt.Sprintf(" %v", r.Counts.Refused)
		}
		texts = append(texts, text)
	}
	if !some {
		return notRun("%s", strings.Join(texts, "; ")), nil
	}
	return passed(ok, "%s", strings.Join(texts, "; ")), nil
}

// versions plays while the programs of two processes change from the older one to the
// newer and back.
func (c *chaos) versions(ctx context.Context, address, name, older, newer string) (load.OrdealReport, error) {
	var none load.OrdealReport
	bus, err := startBus(0)
	if err != nil {
		return none, err
	}
	defer bus.Shutdown()
	port := bus.Addr().(*net.TCPAddr).Port
	start := func(ctx context.Context, addr, binary string) (*load.Server, error) {
		log, err := os.OpenFile(filepath.Join(c.data, name+".log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		return load.StartServer(ctx, load.ServerOptions{
			Binary: binary, Addr: addr, Log: log,
			Args: []string{"--store", address, "--bus", fmt.Sprintf("nats://127.0.0.1:%d", port), "--log", "warn"},
		})
	}
	var servers [2]*load.Server
	var addrs []string
	for i := range servers {
		addr, err := load.FreeAddr()
		if err != nil {
			return none, err
		}
		if servers[i], err = start(ctx, addr, older); err != nil {
			return none, err
		}
		defer func() { servers[i].Kill() }()
		addrs = append(addrs, addr)
	}
	balancer, err := load.NewBalancer(addrs...)
	if err != nil {
		return none, err
	}
	defer balancer.Close()
	strikes := 8
	if c.small {
		strikes = 4
	}
	return load.Ordeal(ctx, load.OrdealOptions{
		Address: balancer.Address(), Strikes: strikes, Pairs: 12, Longest: 1500 * time.Millisecond, Seed: c.seed, Control: "300+3",
		Patience: 10 * time.Second, Plain: true,
		Strike: func(ctx context.Context, n int) (string, error) {
			at, binary, what := n%2, newer, "update"
			if (n-1)%4 >= 2 {
				binary, what = older, "go back to the version before"
			}
			if err := servers[at].Stop(20 * time.Second); err != nil {
				return "", fmt.Errorf("a server that was asked to end: %w", err)
			}
			s, err := start(ctx, addrs[at], binary)
			if err != nil {
				return "", err
			}
			servers[at] = s
			return what, nil
		},
	})
}
