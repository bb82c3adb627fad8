package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/store/pgtest"
)

func durability(ctx context.Context, c *chaos) (result, error) {
	order, err := c.trace(ctx, "durability", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	return passed(order.Acks > 0 && order.Durable == order.Acks, "%s", describeOrder(order)), nil
}

// durabilityPlanted looks for faults that kills find by luck at most: what the kernel
// has taken outlives the process.
func durabilityPlanted(ctx context.Context, c *chaos) (result, error) {
	if c.planted == "" {
		return notRun("no program with planted faults was named"), nil
	}
	ok := true
	var texts []string
	for _, fault := range []string{"synchronous-off", "answer-first"} {
		order, err := c.trace(ctx, "durability-"+fault, load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=" + fault}})
		if err != nil {
			return result{}, err
		}
		ok = ok && order.Acks > 0 && order.Durable < order.Acks
		texts = append(texts, fmt.Sprintf("with %s %s", fault, describeOrder(order)))
	}
	return passed(ok, "%s", strings.Join(texts, "; ")), nil
}

// durabilityPostgres traces the server and the database together.
func durabilityPostgres(ctx context.Context, c *chaos) (result, error) {
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	text, err := os.ReadFile(filepath.Join(database.Socket(), "data", "postmaster.pid"))
	if err != nil {
		return result{}, err
	}
	pid, _, _ := strings.Cut(string(text), "\n")
	run := func(o load.ServerOptions) (load.Order, error) {
		// Those that the first process starts from now on are traced with it; those that run already are named. Two of
		// them write the log too, without being asked.
		o.Before = []string{"-p", pid}
		for _, child := range load.ChildrenOf(pid) {
			o.Before = append(o.Before, "-p", child)
		}
		o.Args = []string{"--store", database.URL("")}
		return c.trace(ctx, "durability-postgresql", o)
	}
	order, err := run(load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	ok := order.Acks > 0 && order.Durable == order.Acks
	if c.planted == "" {
		return passed(ok, "%s; not run with a planted fault", describeOrder(order)), nil
	}
	early, err := run(load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=synchronous-commit-off"}})
	if err != nil {
		return result{}, err
	}
	// What is planted must be found for what it is.
	return passed(ok && early.Acks > 0 && early.Durable+early.Unread < early.Acks, "%s; with synchronous_commit=off %s", describeOrder(order), describeOrder(early)), nil
}

func describeOrder(o load.Order) string {
	text := fmt.Sprintf("%d of %d acknowledgements after the sync of their commit (%d syncs)", o.Durable, o.Acks, o.Syncs)
	if o.Unread > 0 {
		text += fmt.Sprintf(", %d never seen in a write", o.Unread)
	}
	if len(o.Early) > 0 {
		text += "; " + o.Early[0]
	}
	return text
}

// trace plays for a few seconds at a server whose system calls are noted.
func (c *chaos) trace(ctx context.Context, name string, o load.ServerOptions) (load.Order, error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return load.Order{}, err
	}
	file := filepath.Join(c.data, name+".strace")
	o.Before = append(append([]string{strace}, load.TraceArgs(file)...), o.Before...)
	s, _, err := c.server(ctx, name, o)
	if err != nil {
		return load.Order{}, err
	}
	defer s.Kill()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3"})
	if err != nil {
		return load.Order{}, err
	}
	defer crowd.Close()
	if _, err := load.Live(ctx, crowd, load.LiveOptions{Tables: 20, Rate: 200, For: 5 * time.Second}); err != nil {
		return load.Order{}, err
	}
	if err := s.Stop(20 * time.Second); err != nil {
		return load.Order{}, err
	}
	f, err := os.Open(file)
	if err != nil {
		return load.Order{}, err
	}
	defer f.Close()
	order, err := load.ReadTrace(io.Reader(f))
	if err == nil && !c.keep {
		err = os.Remove(file)
	}
	return order, err
}
