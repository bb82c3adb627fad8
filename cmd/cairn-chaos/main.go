// Command cairn-chaos runs the experiments that show what a server of tables
// promises: it starts real servers on real disks, plays at them with many people,
// kills and cuts and overloads them, and prints what was asked beside what was
// measured. It is run by `make chaos` and `make chaos-small` and is not released. With
// the word loadtest it puts load on one server instead.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
)

// chaos is one run of experiments.
type chaos struct {
	binary  string // the program as it is released
	planted string // the program with the tag "planted", "" for none
	next    string // the program with the tag "next", "" for none
	older   string // the program of the version before, "" for none
	race    string // the program with the race detector, "" for none
	data    string // a folder on a disk
	small   bool
	keep    bool
	seed    uint64
	within  time.Duration // for all experiments, 0 for any

	list   []experiment // all there are
	end    time.Time    // when time is up, zero for never
	saying sync.Mutex
}

// result is a line of the table.
type result struct {
	measured string
	verdict  string // "passed", "FAILED" or "not run"
}

func passed(ok bool, format string, args ...any) result {
	r := result{measured: fmt.Sprintf(format, args...), verdict: "FAILED"}
	if ok {
		r.verdict = "passed"
	}
	return r
}

func notRun(format string, args ...any) result {
	return result{measured: fmt.Sprintf(format, args...), verdict: "not run"}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "loadtest" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		code := load.Command(ctx, os.Args[2:], os.Stdout, os.Stderr)
		stop()
		os.Exit(code)
	}
	c := &chaos{list: experiments}
	only := flag.String("only", "", "run these experiments, separated by commas")
	list := flag.Bool("list", false, "list the experiments")
	hold := flag.Bool("hold", false, "start PostgreSQL, NATS and two servers for a test with browsers, and do what the input says")
	flag.StringVar(&c.binary, "binary", "bin/cairn", "the program")
	flag.StringVar(&c.planted, "planted", "", "the program built with -tags planted, whose faults must be found")
	flag.StringVar(&c.next, "next", "", "the program built with -tags next, as the version after this one")
	flag.StringVar(&c.older, "older", "", "the program of the version before this one")
	flag.StringVar(&c.race, "race", "", "the program built with -race")
	flag.DurationVar(&c.within, "within", 0, "the time for all experiments; what does not fit in has failed")
	flag.StringVar(&c.data, "data", "build/chaos", "folder for data and journals, on a disk")
	flag.BoolVar(&c.small, "small", false, "a small load, for every submission")
	flag.BoolVar(&c.keep, "keep", false, "keep the data")
	flag.Uint64Var(&c.seed, "seed", uint64(time.Now().UnixNano()), "what the players and the killer choose follows from it")
	flag.Parse()
	if *list {
		for _, e := range experiments {
			fmt.Printf("%-22s %s\n", e.name, e.asked)
		}
		return
	}
	var names []string
	if *only != "" {
		names = strings.Split(*only, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Load and server share the processors: what is collected here would be measured there.
	debug.SetGCPercent(400)
	err := c.prepare()
	ok := false
	if err == nil && *hold {
		err, ok = c.hold(os.Stdin, os.Stdout), true
	} else if err == nil {
		ok, err = c.run(ctx, names)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cairn-chaos:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// prepare makes the folder for the data and refuses one that shows nothing.
func (c *chaos) prepare() (err error) {
	for _, path := range []*string{&c.binary, &c.planted, &c.next, &c.older, &c.race, &c.data} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(c.data, 0o755); err != nil {
		return err
	}
	if inMemory(c.data) {
		return fmt.Errorf("%s lies in memory, where nothing is ever durable: name a folder on a disk with -data", c.data)
	}
	return nil
}

// run runs experiments, those with the names or all, and prints the table. It returns
// whether none has failed.
func (c *chaos) run(ctx context.Context, names []string) (bool, error) {
	for _, name := range names {
		if !slices.ContainsFunc(c.list, func(e experiment) bool { return e.name == name }) {
			return false, fmt.Errorf("there is no experiment %q", name)
		}
	}
	fmt.Printf("%s, %d processors, data in %s, seed %d\n\n", runtime.Version(), runtime.NumCPU(), c.data, c.seed)
	begun := time.Now()
	if c.within > 0 {
		c.end = begun.Add(c.within)
	}
	var chosen []experiment
	for _, e := range c.list {
		if len(names) == 0 && !(c.small && e.big) || slices.Contains(names, e.name) {
			chosen = append(chosen, e)
		}
	}
	results := make([]result, len(chosen))
	// Those that measure have the machine for themselves; those that wait more than they work share it.
	for i, e := range chosen {
		if e.alone {
			results[i] = c.try(ctx, e)
		}
	}
	numbers := make(chan int)
	var workers sync.WaitGroup
	for range together {
		workers.Go(func() {
			for i := range numbers {
				results[i] = c.try(ctx, chosen[i])
			}
		})
	}
	for i, e := range chosen {
		if !e.alone {
			numbers <- i
		}
	}
	close(numbers)
	workers.Wait()
	ok := c.report(chosen, results)
	fmt.Printf("\n%s in all\n", time.Since(begun).Round(time.Second))
	return ok, ctx.Err()
}

// together is how many experiments run at the same time, but for those that measure.
const together = 3

// try runs one experiment. Whatever happens to it, the next ones are run.
func (c *chaos) try(ctx context.Context, e experiment) result {
	if ctx.Err() != nil {
		return notRun("interrupted")
	}
	most := e.most
	if most == 0 {
		most = 3 * time.Minute
	}
	begun := time.Now()
	if !c.end.IsZero() {
		left := c.end.Sub(begun)
		if left < time.Second {
			c.say("    no time left for %s", e.name)
			return result{measured: "no time was left", verdict: "FAILED"}
		}
		most = min(most, left)
	}
	own, stop := context.WithTimeout(ctx, most)
	defer stop()
	c.say("... %s", e.name)
	r, err := func() (_ result, err error) {
		defer func() {
			if v := recover(); v != nil {
				err = fmt.Errorf("a fault of the experiment: %v", v)
			}
		}()
		return e.run(own, c)
	}()
	switch {
	case err != nil && ctx.Err() != nil:
		r = notRun("interrupted")
	case err != nil && own.Err() != nil:
		r = result{measured: fmt.Sprintf("it was ended after %s: %v", most.Round(time.Second), err), verdict: "FAILED"}
	case err != nil:
		r = result{measured: "it could not be run: " + err.Error(), verdict: "FAILED"}
	}
	c.say("    %s %s in %s: %s", e.name, r.verdict, time.Since(begun).Round(100*time.Millisecond), r.measured)
	return r
}

// say prints a line.
func (c *chaos) say(format string, args ...any) {
	c.saying.Lock()
	defer c.saying.Unlock()
	fmt.Printf(format+"\n", args...)
}

// report prints the table and returns whether nothing has failed.
func (c *chaos) report(chosen []experiment, results []result) bool {
	ok := true
	fmt.Println()
	fmt.Println("| promise | asked | measured |  |")
	fmt.Println("|---|---|---|---|")
	for i, e := range chosen {
		r := results[i]
		ok = ok && r.verdict != "FAILED"
		fmt.Printf("| %s | %s | %s | %s |\n", e.name, e.asked, strings.NewReplacer("|", "/", "\n", " ").Replace(r.measured), r.verdict)
	}
	return ok
}
