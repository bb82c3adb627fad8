package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn.example/internal/load"
	"cairn.example/internal/store/pgtest"
)

// experiment is one promise and how it is tried.
type experiment struct {
	name  string
	asked string
	big   bool // not part of the small run
	run   func(context.Context, *chaos) (result, error)
}

// experiments are those of the promises that a running server can show; the others
// are tests of their packages.
var experiments = []experiment{
	{name: "crash", asked: "200 kills (small: 40), 0 lost, 0 doubled, 0 gaps, every replay legal", run: crash},
	{name: "crash-planted", asked: "a server that publishes before the commit is found out", run: crashPlanted},
	{name: "durability", asked: "fsync or fdatasync of the commit before every acknowledgement", run: durability},
	{name: "durability-planted", asked: "synchronous=OFF, and answers before their commit, are found out", run: durabilityPlanted},
	{name: "durability-postgresql", asked: "the same on PostgreSQL; synchronous_commit=off is found out", run: durabilityPostgres},
	{name: "downtime", asked: "all processes stopped under running clocks: charged to nobody", run: downtime},
	{name: "nodes", asked: "two processes on one PostgreSQL, killed, stopped and resumed; PostgreSQL and NATS restarted: play continues within 10 s, 0 lost, 0 doubled", run: nodes},
	{name: "live", asked: "2,000 tables, 2,000 moves a second for 60 s (small: 500 at 500 for 10 s): p50 <= 5 ms, p99 <= 50 ms, 0 errors", run: live},
	{name: "idle", asked: "18,000 sockets (small: 5,000) after 60 s of heartbeats: at most 250 MB", run: idle},
	{name: "storm", asked: "10,000 sockets (small: 5,000) cut at once: all resumed within 20 s, 99 % by number", run: storm},
	{name: "slow", asked: "500 stalled sockets closed within 10 s, at most 32 MB more, others unaffected", big: true, run: slow},
	{name: "overload", asked: "twice the sustainable rate: the rest is told busy, clocks are not charged, recovered in 5 s", big: true, run: overload},
	{name: "mangle", asked: "10^6 mangled, doubled, reordered, forged messages (small: 20,000): each applied once or refused with a code", run: mangle},
	{name: "deletion", asked: "a person deleted: no string of theirs is left, all games replay", run: missing("not an experiment yet")},
	{name: "update", asked: "two adjacent versions on one database under load, drained one by one: 0 lost, 0 refused", run: missing("there is one version so far")},
	{name: "restore", asked: "backup under load, restored into an empty folder, a running game finished there", run: missing("not an experiment yet")},
	{name: "disk", asked: "write errors, disk full: never an acknowledgement after failure, resumes when space returns", run: missing("not an experiment yet")},
	{name: "malformed", asked: "10^5 bodies an endpoint: all 4xx with a code, no 5xx", run: missing("not an experiment yet")},
	{name: "races", asked: "a minute of load under the race detector: 0 reports", run: missing("not an experiment yet")},
}

// missing stands for an experiment that is still to be written: it has not passed.
func missing(why string) func(context.Context, *chaos) (result, error) {
	return func(context.Context, *chaos) (result, error) { return notRun("%s", why), nil }
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
		kills = 40
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
		r.Strikes, r.Tables, r.Counts.Acknowledged, r.Counts.Told, r.InFlight, r.Slowest.Round(time.Millisecond), r.Counts.Longest.Round(time.Millisecond), lost, doubled, gaps, other)
	if len(r.Findings) > 0 {
		text += fmt.Sprintf("; first: %s", r.Findings[0])
	}
	return text
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
		Strikes: kills, Pairs: 24, Longest: time.Second, Seed: c.seed, Control: "300+3", Journal: journal, UntilFound: untilFound,
	})
	if err == nil && !c.keep && len(r.Findings) == 0 {
		err = os.RemoveAll(dir)
	}
	return r, err
}

// crashPlanted runs the same against a server that publishes before the commit,
// which must be found. One that only answers before it is seldom killed in between
// (194 kills did not show it on a fast disk); the order of calls shows it at once,
// in durability-planted.
func crashPlanted(ctx context.Context, c *chaos) (result, error) {
	if c.planted == "" {
		return notRun("no program with planted faults was named"), nil
	}
	const fault = "publish-first"
	r, err := c.kills(ctx, "crash-"+fault, 200, load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=" + fault}}, true)
	if err != nil {
		return result{}, err
	}
	if len(r.Findings) == 0 {
		return passed(false, "%s NOT found in %d kills", fault, r.Strikes), nil
	}
	return passed(true, "%s found after %d kills (%s)", fault, r.Strikes, r.Findings[0].Kind), nil
}

// --- durability

func durability(ctx context.Context, c *chaos) (result, error) {
	order, err := c.trace(ctx, "durability", load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	return passed(order.Acks > 0 && order.Durable == order.Acks, "%s", describeOrder(order)), nil
}

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
		texts = append(texts, "with "+fault+" "+describeOrder(order))
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
		o.Before, o.Args = []string{"-p", pid}, []string{"--store", database.URL("")}
		return c.trace(ctx, "durability-postgresql", o)
	}
	order, err := run(load.ServerOptions{})
	if err != nil {
		return result{}, err
	}
	// Reading ids in PostgreSQL's log may miss one that lies across two writes; the planted fault misses all.
	ok := order.Acks > 0 && 200*(order.Acks-order.Durable) <= order.Acks
	if c.planted == "" {
		return passed(ok, "%s; not run with a planted fault", describeOrder(order)), nil
	}
	early, err := run(load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=synchronous-commit-off"}})
	if err != nil {
		return result{}, err
	}
	return passed(ok && early.Acks > 0 && early.Durable < early.Acks, "%s; with synchronous_commit=off %s", describeOrder(order), describeOrder(early)), nil
}

func describeOrder(o load.Order) string {
	text := fmt.Sprintf("%d of %d acknowledgements after the sync of their commit (%d syncs)", o.Durable, o.Acks, o.Syncs)
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
