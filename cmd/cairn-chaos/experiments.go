package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
)

// experiment is one promise and how it is tried.
type experiment struct {
	name  string
	asked string
	big   bool          // not part of the small run
	alone bool          // it measures, so nothing else runs meanwhile
	most  time.Duration // after which it is ended, 0 for three minutes
	run   func(context.Context, *chaos) (result, error)
}

// experiments are the promises of a server of tables, in the order of the table that
// is printed. The long ones come first, so that none is left to itself at the end.
var experiments = []experiment{
	{name: "crash", asked: "200 kills (small: 25), 0 lost, 0 doubled, 0 gaps, every replay legal", most: 8 * time.Minute, run: crash},
	{name: "mangle", asked: "10^6 mangled, doubled, reordered, forged messages (small: 20,000): each applied once or refused with a code", most: 10 * time.Minute, run: mangle},
	{name: "nodes", asked: "two processes on one PostgreSQL, killed, stopped and resumed; PostgreSQL and NATS restarted: play continues within 10 s, 0 lost, 0 doubled", most: 6 * time.Minute, run: nodes},
	{name: "settling", asked: "200 kills (small: 8) between the end of games and their settling, SQLite and PostgreSQL with two processes: each game rated once, each planned answer played once", most: 10 * time.Minute, run: settling},
	{name: "settling-planted", asked: "a server that rates a game and marks it as settled in two transactions is found out", run: settlingPlanted},
	{name: "contest", asked: "a contest of 40 over 7 rounds (small: 6 over 3) with a kill in every phase, SQLite and PostgreSQL with two processes, and an arena: it goes on, no table twice, each board counted once", most: 8 * time.Minute, run: contests},
	{name: "push", asked: "60 kills (small: 8) while notices go to an endpoint that answers 201, 404, 410, 413, 429, 500, with a redirect or never: each sent twice at most and none lost; no packet to this machine", most: 8 * time.Minute, run: push},
	{name: "crash-planted", asked: "servers that publish or acknowledge before the commit are found out by kills", run: crashPlanted},
	{name: "durability", asked: "fsync or fdatasync of the commit before every acknowledgement", run: durability},
	{name: "durability-planted", asked: "synchronous=OFF, and acknowledging before the commit, are found out by the order of system calls", run: durabilityPlanted},
	{name: "durability-postgresql", asked: "the same on PostgreSQL; synchronous_commit=off is found out", most: 6 * time.Minute, run: durabilityPostgres},
	{name: "update", asked: "two adjacent versions on one database under load, drained one by one, there and back: 0 lost, 0 refused", most: 6 * time.Minute, run: update},
	{name: "disk", asked: "write errors, disk full: never an acknowledgement after a failure, told by a code, clocks paused, resumes when space returns", most: 6 * time.Minute, run: disk},
	{name: "downtime", asked: "all processes stopped under running clocks: charged to nobody", run: downtime},
	{name: "deletion", asked: "people deleted while they play: no text of theirs in files, export, backup or a restored store; all games replay", run: deletion},
	{name: "restore", asked: "backup under load, restored into an empty folder: everything acknowledged before it, games under way finished there", run: restore},
	{name: "malformed", asked: "10^5 broken bodies a call (small: 1,000), of which some are good after all: all others 4xx with a code and a sentence, no 5xx", most: 8 * time.Minute, run: malformed},
	{name: "races", asked: "two tabs of one person, both players at once, offers against moves; load under the race detector: 0 lost, 0 doubled, 0 reports", most: 6 * time.Minute, run: races},
	{name: "clocks", asked: "virtual time, the wall clock jumping by an hour: equal to the model to 1 ms (10^5 games by CAIRN_CLOCK_GAMES, see README.md beside this file)", big: true, most: 5 * time.Minute, run: clocks},
	{name: "live", asked: "2,000 tables, 2,000 moves a second for 60 s (small: 500 at 500 for 10 s) beside eight games of level 9: p50 <= 5 ms, p99 <= 50 ms, 0 errors", alone: true, run: live},
	{name: "live-postgresql", asked: "the same for 20 s on PostgreSQL: measured, not judged but for errors", alone: true, big: true, run: livePostgres},
	{name: "slow", asked: "500 stalled sockets closed within 10 s, at most 32 MB more, others unaffected: p99 <= 50 ms (small: 0 errors)", alone: true, run: slow},
	{name: "overload", asked: "twice the sustainable rate: the rest is told busy, clocks are not charged, p99 <= 50 ms again within 5 s", alone: true, big: true, run: overload},
	{name: "storm", asked: "10,000 sockets (small: 5,000) cut at once: all resumed within 20 s, 99 % by number", alone: true, run: storm},
	{name: "idle", asked: "18,000 sockets (small: 5,000) after 60 s of heartbeats: at most 250 MB", alone: true, most: 4 * time.Minute, run: idle},
}

// dir makes an empty folder for one server's data.
func (c *chaos) dir(name string) (string, error) {
	dir := filepath.Join(c.data, name)
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// log opens a file beside the data for what a server says.
func (c *chaos) log(name string) (*os.File, error) {
	return os.Create(filepath.Join(c.data, name+".log"))
}

// server starts a server on new data.
func (c *chaos) server(ctx context.Context, name string, o load.ServerOptions) (*load.Server, string, error) {
	dir, err := c.dir(name)
	if err != nil {
		return nil, "", err
	}
	s, err := c.on(ctx, dir, name, o)
	return s, dir, err
}

// on starts a server on the data of a folder.
func (c *chaos) on(ctx context.Context, dir, name string, o load.ServerOptions) (*load.Server, error) {
	log, err := c.log(name)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if o.Binary == "" {
		o.Binary = c.binary
	}
	if !slices.Contains(o.Args, "--store") {
		o.Args = append([]string{"--data", dir}, o.Args...)
	}
	o.Args = append(o.Args, "--log", "warn")
	o.Log = log
	return load.StartServer(ctx, o)
}

// --- crash

func crash(ctx context.Context, c *chaos) (result, error) {
	kills := 200
	if c.small {
		kills = 25
	}
	r, err := c.kills(ctx, "crash", kills, load.ServerOptions{}, false)
	if err != nil {
		return result{}, err
	}
	return passed(len(r.Findings) == 0 && r.Strikes == kills && r.InFlight > 0, "%s", describe(r)), nil
}

func describe(r load.OrdealReport) string {
	lost, doubled, gaps, other := 0, 0, 0, 0
	for _, f := range r.Findings {
		switch f.Kind {
		case "lost":
			lost++
		case "doubled":
			doubled++
		case "gap":
			gaps++
		default:
			other++
		}
	}
	text := fmt.Sprintf("%d strikes, %d tables, %d acknowledged, %d told, %d in flight when struck, up again within %s, longest wait for an answer %s: %d lost, %d doubled, %d gaps, %d other",
		r.Strikes, r.Tables, r.Counts.Acknowledged, r.Counts.Received, r.InFlight, r.Slowest.Round(time.Millisecond), r.Counts.Longest.Round(time.Millisecond), lost, doubled, gaps, other)
	return text + firstFinding(r.Findings)
}

func (c *chaos) kills(ctx context.Context, name string, kills int, o load.ServerOptions, untilFound bool) (load.OrdealReport, error) {
	dir, err := c.dir(name)
	if err != nil {
		return load.OrdealReport{}, err
	}
	journal, err := os.Create(filepath.Join(c.data, name+".jsonl"))
	if err != nil {
		return load.OrdealReport{}, err
	}
	defer journal.Close()
	r, err := load.Kills(ctx, func(ctx context.Context, addr string) (*load.Server, error) {
		o.Addr = addr
		return c.on(ctx, dir, name, o)
	}, load.OrdealOptions{
		Strikes: kills, Pairs: 24, Longest: 700 * time.Millisecond, Seed: c.seed, Control: "300+3", Journal: journal, UntilFound: untilFound,
	})
	if err == nil && !c.keep && len(r.Findings) == 0 {
		err = os.RemoveAll(dir)
	}
	return r, err
}

// crashPlanted runs the same against servers with a fault, which must be found.
func crashPlanted(ctx context.Context, c *chaos) (result, error) {
	if c.planted == "" {
		return notRun("no program with planted faults was named"), nil
	}
	ok := true
	var texts []string
	for _, fault := range []string{"publish-first", "answer-first"} {
		o := load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=" + fault}}
		if fault == "answer-first" {
			// On a fast disk a kill seldom comes between such an answer and its commit, so syncs are delayed.
			o.Before = load.SlowSync(20 * time.Millisecond)
		}
		r, err := c.kills(ctx, "crash-"+fault, 60, o, true)
		if err != nil {
			return result{}, err
		}
		found := len(r.Findings) > 0
		ok = ok && found
		if found {
			texts = append(texts, fmt.Sprintf("%s found after %d kills (%s)", fault, r.Strikes, r.Findings[0].Kind))
		} else {
			texts = append(texts, fmt.Sprintf("%s NOT found in %d kills", fault, r.Strikes))
		}
	}
	return passed(ok, "%s", strings.Join(texts, "; ")), nil
}
