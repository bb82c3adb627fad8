package main

import (
	"context"
	"fmt"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store/pgtest"
)

func live(ctx context.Context, c *chaos) (result, error) {
	o := load.LiveOptions{Tables: 2000, Rate: 2000, For: time.Minute, Levels: 8}
	if c.small {
		o = load.LiveOptions{Tables: 500, Rate: 500, For: 10 * time.Second, Levels: 8}
	}
	return c.measure(ctx, "live", load.ServerOptions{}, o, !c.small) // a submission may share its machine, so there no time is judged
}

// livePostgres is live with a database beside server and load.
func livePostgres(ctx context.Context, c *chaos) (result, error) {
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	return c.measure(ctx, "live-postgresql", load.ServerOptions{Args: []string{"--store", database.URL("")}},
		load.LiveOptions{Tables: 2000, Rate: 2000, For: 20 * time.Second}, false)
}

// measure plays at a steady pace and tells how long acknowledgements take.
func (c *chaos) measure(ctx context.Context, name string, so load.ServerOptions, o load.LiveOptions, judged bool) (result, error) {
	s, dir, err := c.server(ctx, name, so)
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	syncs, err := load.Syncs(dir, 200)
	if err != nil {
		return result{}, err
	}
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3"})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	r, err := load.Live(ctx, crowd, o)
	if err != nil {
		return result{}, err
	}
	q := r.Latencies.Quantiles(0.5, 0.99)
	ok := len(r.Errors) == 0 && r.PerSecond() > 0
	if judged {
		ok = ok && r.PerSecond() > 0.95*r.Asked && (o.Levels == 0 || r.ByLevels > 0) && q[0] <= 5*time.Millisecond && q[1] <= 50*time.Millisecond
	}
	memory := load.MemoryOf(s.PID())
	return passed(ok, "%d tables, %.0f moves a second, %s, %d moves of levels beside them, %d busy, %d errors%s; fsync here %s; server at most %s",
		r.Tables, r.PerSecond(), r.Latencies, r.ByLevels, r.Busy, len(r.Errors), first(r.Errors), syncs, mega(memory.Peak)), nil
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + list[0] + ")"
}

func mega(bytes int64) string { return fmt.Sprintf("%.0f MB", float64(bytes)/1e6) }

// herd brings connections that only watch to a new server, two at a table. It returns
// what the server needed before the first came.
func (c *chaos) herd(ctx context.Context, name string, sockets int) (*load.Server, *load.Herd, load.Memory, error) {
	s, _, err := c.server(ctx, name, load.ServerOptions{})
	if err != nil {
		return nil, nil, load.Memory{}, err
	}
	before := load.MemoryOf(s.PID())
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Live: client.LiveOptions{ResendAfter: 20 * time.Second}})
	if err != nil {
		s.Kill()
		return nil, nil, before, err
	}
	herd, err := load.NewHerd(ctx, crowd, load.HerdOptions{Sockets: sockets})
	crowd.Close()
	if err != nil {
		s.Kill()
		return nil, nil, before, err
	}
	return s, herd, before, nil
}

func idle(ctx context.Context, c *chaos) (result, error) {
	sockets, beats, most := 18000, 65*time.Second, int64(250e6)
	if c.small {
		sockets, beats = 5000, 15*time.Second
	}
	begun := time.Now()
	s, herd, before, err := c.herd(ctx, "idle", sockets)
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	defer herd.Close()
	joined, came := time.Since(begun), load.MemoryOf(s.PID()).Peak
	select {
	case <-time.After(beats):
	case <-ctx.Done():
		return result{}, ctx.Err()
	}
	memory := load.MemoryOf(s.PID())
	return passed(herd.Connected() == sockets && memory.Peak <= most, "%d of %d sockets at %d tables, made in %s, held %s: server at most %s (%s before the first, %s while they came), now %s",
		herd.Connected(), sockets, (sockets+1)/2, joined.Round(time.Second), beats, mega(memory.Peak), mega(before.Now), mega(came), mega(memory.Now)), nil
}

func storm(ctx context.Context, c *chaos) (result, error) {
	sockets := 10000
	if c.small {
		sockets = 5000
	}
	s, herd, _, err := c.herd(ctx, "storm", sockets)
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	defer herd.Close()
	r, err := herd.Storm(ctx, time.Minute)
	if err != nil {
		return result{}, err
	}
	ok := r.Resumed >= r.Cut && r.StillDetached == 0 && (c.small || r.Took <= 20*time.Second) && float64(r.BySeq) >= 0.99*float64(r.Cut)
	return passed(ok, "%d cut, %d resumed in %s, %d of them by number, %d moves played meanwhile", r.Cut, r.Resumed, r.Took.Round(10*time.Millisecond), r.BySeq, r.Moves), nil
}

func slow(ctx context.Context, c *chaos) (result, error) {
	s, _, err := c.server(ctx, "slow", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "300+3"})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	ledger := load.NewLedger()
	var stalled load.SlowReport
	var failed error
	var before load.Memory
	done := make(chan struct{})
	r, err := load.Live(ctx, crowd, load.LiveOptions{Tables: 50, Rate: 500, For: 20 * time.Second, Ledger: ledger, Ready: func() {
		go func() {
			defer close(done)
			select {
			case <-time.After(5 * time.Second):
			case <-ctx.Done():
				return
			}
			before = load.MemoryOf(s.PID())
			stalled, failed = load.Stall(ctx, crowd, 500, ledger.Tables(), 10*time.Second)
		}()
	}})
	if err != nil {
		return result{}, err
	}
	<-done
	if failed != nil {
		return result{}, failed
	}
	grown := load.MemoryOf(s.PID()).Peak - before.Peak
	// A small run may share its machine with others, whose work would show in the latency. A tenth of the
	// moves may be missing: 5 % were in runs in which none took longer than 16 ms.
	unaffected := len(r.Errors) == 0 && (c.small || r.PerSecond() >= 0.9*r.Asked && r.Latencies.Quantiles(0.99)[0] <= 50*time.Millisecond)
	ok := stalled.Closed == stalled.Stalled && grown <= 32e6 && unaffected
	return passed(ok, "%d of %d closed after 10 s, %s more memory, the others at %.0f of %.0f moves a second: %s, %d errors%s",
		stalled.Closed, stalled.Stalled, mega(grown), r.PerSecond(), r.Asked, r.Latencies, len(r.Errors), first(r.Errors)), nil
}

func overload(ctx context.Context, c *chaos) (result, error) {
	s, _, err := c.server(ctx, "overload", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	defer s.Kill()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: s.Address, Seed: c.seed, Control: "60+1"})
	if err != nil {
		return result{}, err
	}
	defer crowd.Close()
	const tables = 1000
	most, err := load.Live(ctx, crowd, load.LiveOptions{Tables: tables, Rate: 1e6, For: 10 * time.Second})
	if err != nil {
		return result{}, err
	}
	ledger := load.NewLedger()
	over, err := load.Live(ctx, crowd, load.LiveOptions{Tables: 2 * tables, Rate: 2 * most.PerSecond(), For: 20 * time.Second, Ledger: ledger})
	if err != nil {
		return result{}, err
	}
	recovered, after, err := recovery(ctx, crowd)
	if err != nil {
		return result{}, err
	}
	flags := ledger.Counts().Refused["play.flag_fell"] + ledger.Counts().Flags
	// Nobody plays faster than the server lets them, so what it cannot do shows in those whom it puts off.
	told := over.Busy > 0 || over.PerSecond() > 0.95*over.Asked
	ok := len(over.Errors) == 0 && told && flags == 0 && recovered < 5*time.Second
	return passed(ok, "sustained %.0f moves a second; at twice that %.0f, %s, %d busy, %d flags, %d errors%s; p99 within 50 ms again after at most %s: %s",
		most.PerSecond(), over.PerSecond(), over.Latencies, over.Busy, flags, len(over.Errors), first(over.Errors), recovered.Round(10*time.Millisecond), after.Latencies), nil
}

// recovery plays a second at a time at a server that was just overloaded, until 99 of 100 moves
// are acknowledged within 50 ms again. It returns when that second began, counted from the call,
// and what was measured in it; where the server is still slow after ten seconds, what it did last.
func recovery(ctx context.Context, crowd *load.Crowd) (time.Duration, load.LiveReport, error) {
	overloaded := time.Now()
	for {
		var began time.Time
		r, err := load.Live(ctx, crowd, load.LiveOptions{Tables: 100, Rate: 100, For: time.Second, Ready: func() { began = time.Now() }})
		if err != nil {
			return 0, r, err
		}
		took := began.Sub(overloaded)
		if took > 10*time.Second || len(r.Errors) == 0 && r.Moves > 0 && r.Latencies.Quantiles(0.99)[0] <= 50*time.Millisecond {
			return took, r, nil
		}
	}
}
