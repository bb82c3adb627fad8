package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/store/pgtest"
)

// nodes lets two processes serve one PostgreSQL, with NATS between them and a load
// balancer before them, and harms one part after the other while people play.
func nodes(ctx context.Context, c *chaos) (result, error) {
	strikes := 30
	if c.small {
		strikes = 6
	}
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	bus, err := startBus(0)
	if err != nil {
		return result{}, err
	}
	defer func() { bus.Shutdown() }()
	port := bus.Addr().(*net.TCPAddr).Port

	start := func(ctx context.Context, addr string) (*load.Server, error) {
		log, err := c.log("nodes-" + addr)
		if err != nil {
			return nil, err
		}
		defer log.Close()
		return load.StartServer(ctx, load.ServerOptions{
			Binary: c.binary, Addr: addr, Log: log,
			Args: []string{"--store", database.URL(""), "--bus", fmt.Sprintf("nats://127.0.0.1:%d", port), "--log", "warn"},
		})
	}
	var servers [2]*load.Server
	var addrs []string
	for i := range servers {
		addr, err := load.FreeAddr()
		if err != nil {
			return result{}, err
		}
		if servers[i], err = start(ctx, addr); err != nil {
			return result{}, err
		}
		defer func() { servers[i].Kill() }()
		addrs = append(addrs, addr)
	}
	balancer, err := load.NewBalancer(addrs...)
	if err != nil {
		return result{}, err
	}
	defer balancer.Close()
	journal, err := os.Create(filepath.Join(c.data, "nodes.jsonl"))
	if err != nil {
		return result{}, err
	}
	defer journal.Close()

	at := 0 // which of the servers was struck last
	r, err := load.Ordeal(ctx, load.OrdealOptions{
		Address: balancer.Address(), Strikes: strikes, Pairs: 16, Longest: 3 * time.Second, Seed: c.seed, Control: "300+3",
		Journal: journal, Patience: 10 * time.Second,
		Strike: func(ctx context.Context, n int) (string, error) {
			switch n % 5 {
			case 1, 3: // the other one goes on alone for a moment
				at = n / 2 % 2
				servers[at].Kill()
				time.Sleep(500 * time.Millisecond)
				s, err := start(ctx, addrs[at])
				if err != nil {
					return "", err
				}
				servers[at] = s
				return "kill a process", nil
			case 2: // the one that people went to when the other was killed
				at = 1 - at
				process, err := os.FindProcess(servers[at].PID())
				if err != nil {
					return "", err
				}
				if err := process.Signal(syscall.SIGSTOP); err != nil {
					return "", err
				}
				time.Sleep(4 * time.Second)
				return "stop a process and let it go on", process.Signal(syscall.SIGCONT)
			case 4:
				if err := database.End(); err != nil {
					return "", err
				}
				return "restart PostgreSQL", database.Begin()
			default:
				bus.Shutdown()
				bus.WaitForShutdown()
				time.Sleep(500 * time.Millisecond)
				bus, err = startBus(port)
				return "restart NATS", err
			}
		},
	})
	if err != nil {
		return result{}, err
	}
	ok := len(r.Findings) == 0 && r.Counts.Acknowledged > 0 && (c.small || r.Counts.Longest <= 10*time.Second)
	return passed(ok, "%s", describe(r)), nil
}

// startBus starts NATS at a port of 127.0.0.1, 0 for a free one.
func startBus(port int) (*nats.Server, error) {
	if port == 0 {
		port = nats.RANDOM_PORT
	}
	s, err := nats.NewServer(&nats.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		return nil, errors.New("NATS does not start")
	}
	return s, nil
}
