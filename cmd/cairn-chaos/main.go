// Command cairn-chaos runs the experiments that show what a server of tables
// promises: it starts real servers on real disks, plays at them with many people,
// kills and cuts and overloads them, and prints what was asked beside what was
// measured. It is run by `make chaos` and `make chaos-small` and is not released.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// chaos is one run of experiments.
type chaos struct {
	binary  string // the program as it is released
	planted string // the program with the tag "planted", "" for none
	data    string // a folder on a disk
	small   bool
	keep    bool
	seed    uint64
}

// result is a line of the table.
type result struct {
	measured string
	ok       bool
	notRun   bool
}

func passed(ok bool, format string, args ...any) result {
	return result{measured: fmt.Sprintf(format, args...), ok: ok}
}

func notRun(format string, args ...any) result {
	return result{measured: fmt.Sprintf(format, args...), notRun: true}
}

func main() {
	c := &chaos{}
	only := flag.String("only", "", "run these experiments, separated by commas")
	list := flag.Bool("list", false, "list the experiments")
	flag.StringVar(&c.binary, "binary", "bin/cairn", "the program")
	flag.StringVar(&c.planted, "planted", "", "the program built with -tags planted, whose faults must be found")
	flag.StringVar(&c.data, "data", "build/chaos", "folder for data and journals, on a disk")
	flag.BoolVar(&c.small, "small", false, "a small load, for every submission")
	flag.BoolVar(&c.keep, "keep", false, "keep the data")
	flag.Uint64Var(&c.seed, "seed", uint64(time.Now().UnixNano()), "what the players and the killer choose follows from it")
	flag.Parse()
	if *list {
		for _, e := range experiments {
			fmt.Printf("%-12s %s\n", e.name, e.asked)
		}
		return
	}
	var names []string
	if *only != "" {
		names = strings.Split(*only, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ok, err := c.run(ctx, names)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cairn-chaos:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// run runs experiments and prints the table; it returns whether none has failed.
func (c *chaos) run(ctx context.Context, names []string) (bool, error) {
	for _, name := range names {
		if !slices.ContainsFunc(experiments, func(e experiment) bool { return e.name == name }) {
			return false, fmt.Errorf("there is no experiment %q", name)
		}
	}
	var err error
	for _, path := range []*string{&c.binary, &c.planted, &c.data} {
		if *path == "" {
			continue
		}
		if *path, err = filepath.Abs(*path); err != nil {
			return false, err
		}
	}
	if err := os.MkdirAll(c.data, 0o755); err != nil {
		return false, err
	}
	if inMemory(c.data) {
		return false, fmt.Errorf("%s lies in memory, where nothing is ever durable: name a folder on a disk with -data", c.data)
	}
	fmt.Printf("%s, %d processors, data in %s, seed %d\n\n", runtime.Version(), runtime.NumCPU(), c.data, c.seed)
	ok := true
	rows := [][4]string{{"promise", "asked", "measured", ""}}
	for _, e := range experiments {
		if len(names) > 0 && !slices.Contains(names, e.name) {
			continue
		}
		if c.small && e.big && len(names) == 0 {
			continue
		}
		begun := time.Now()
		fmt.Printf("... %s\n", e.name)
		r, err := e.run(ctx, c)
		if errors.Is(err, context.Canceled) && ctx.Err() != nil {
			return false, err
		}
		if err != nil {
			r = result{measured: "it could not be run: " + err.Error()}
		}
		verdict := "FAILED"
		switch {
		case r.notRun:
			verdict = "not run"
		case r.ok && err == nil:
			verdict = "passed"
		default:
			ok = false
		}
		fmt.Printf("    %s in %s: %s\n", verdict, time.Since(begun).Round(100*time.Millisecond), r.measured)
		rows = append(rows, [4]string{e.name, e.asked, r.measured, verdict})
	}
	fmt.Println()
	for i, row := range rows {
		fmt.Printf("| %s |\n", strings.Join(row[:], " | "))
		if i == 0 {
			fmt.Println("|---|---|---|---|")
		}
	}
	return ok, nil
}
