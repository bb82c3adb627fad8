package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/settle"
	"cairn.example/players"
)

// How long a child that plays the levels is waited for before it is started again: longer each time.
const (
	levelsAgain  = time.Second
	levelsAtLast = time.Minute
)

// wantsLevels reports whether the levels play at the tables.
func (c *serveCmd) wantsLevels(t *tables) bool {
	if t.service == nil {
		return false
	}
	if c.Levels != nil {
		return *c.Levels
	}
	return runtime.NumCPU() >= 2
}

// keepLevels has a child process of low priority play the levels at the tables, so that what they think never costs the
// tables their time, and starts it again when it ends. It ends with this process, however that ends.
func (t *tables) keepLevels(ctx context.Context, url string, log *slog.Logger) {
	program, err := os.Executable()
	if err != nil {
		log.Warn("the levels play at no table", "error", err)
		return
	}
	var lines strings.Builder
	for n := 1; n <= settle.Levels; n++ {
		fmt.Fprintln(&lines, players.LevelName(n), t.service.HouseToken(settle.LevelID(n)))
	}
	for wait := levelsAgain; ; wait = min(2*wait, levelsAtLast) {
		if !t.levelsKnown(ctx) {
			return
		}
		begun := time.Now()
		err := playLevels(ctx, program, url, lines.String())
		if ctx.Err() != nil {
			return
		}
		if time.Since(begun) > levelsAtLast {
			wait = levelsAgain
		}
		log.Warn("the process that plays the levels has ended; it is started again", "in", wait, "error", err)
		if !pause(ctx, wait) {
			return
		}
	}
}

// levelsKnown waits until the levels are people of the store; false where ctx ends.
func (t *tables) levelsKnown(ctx context.Context) bool {
	for {
		if p, err := t.store.Person(ctx, settle.LevelID(settle.Levels)); err == nil && p.Kind == string(api.KindLevel) {
			return true
		}
		if !pause(ctx, 100*time.Millisecond) {
			return false
		}
	}
}

// pause waits; false where ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// playLevels runs the child until it or ctx ends.
func playLevels(ctx context.Context, program, url, lines string) error {
	// The child ends with its standard input.
	cmd := exec.CommandContext(ctx, program, "bot", "--house", "--server", url, "--token-file", "-")
	cmd.Args[0] = os.Args[0] // as this one is called
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if _, err := in.Write([]byte(lines)); err != nil {
		return fmt.Errorf("%w, %w", err, cmd.Wait())
	}
	return cmd.Wait()
}
