package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/store/pgtest"
)

// hold lets two processes serve one PostgreSQL, with NATS between them and a load
// balancer before them, for somebody else to play at: a test with browsers. It writes
// the address, and does what the lines of in say until they end: "kill 0" and
// "start 0", for the process 0 or 1.
func (c *chaos) hold(in io.Reader, out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	database, err := pgtest.Start()
	if err != nil {
		return err
	}
	defer database.Stop()
	bus, err := startBus(0)
	if err != nil {
		return err
	}
	defer bus.Shutdown()
	args := []string{"--store", database.URL(""), "--bus", fmt.Sprintf("nats://127.0.0.1:%d", bus.Addr().(*net.TCPAddr).Port), "--log", "warn"}

	var servers [2]*load.Server
	var addrs []string
	start := func(i int) (err error) {
		servers[i], err = load.StartServer(ctx, load.ServerOptions{Binary: c.binary, Addr: addrs[i], Args: args, Log: os.Stderr})
		return err
	}
	for i := range servers {
		addr, err := load.FreeAddr()
		if err != nil {
			return err
		}
		addrs = append(addrs, addr)
		if err := start(i); err != nil {
			return err
		}
		defer func() { servers[i].Kill() }()
	}
	balancer, err := load.NewBalancer(addrs...)
	if err != nil {
		return err
	}
	defer balancer.Close()
	fmt.Fprintln(out, balancer.Address(), "http://"+addrs[0], "http://"+addrs[1])

	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case line, more := <-lines:
			if !more {
				return nil
			}
			what, which, _ := strings.Cut(strings.TrimSpace(line), " ")
			i := map[string]int{"0": 0, "1": 1}[which]
			switch what {
			case "kill":
				servers[i].Kill()
			case "start":
				if err := start(i); err != nil {
					return err
				}
			default:
				return fmt.Errorf("%q is nothing that can be done: say kill or start, and 0 or 1", line)
			}
			fmt.Fprintln(out, "done:", line)
		}
	}
}
