package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"cairn.example/cmd/cairn-chaos/load"
)

func TestMain(m *testing.M) {
	testscript.Main(withDatabase{m}, map[string]func(){
		"cairn":  main,
		"parent": parent,
		"loadtest": func() {
			os.Exit(load.Command(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

// withDatabase runs the tests and stops the database that they started. Under the
// race detector it also fails where a program that a test has started reported a
// race: where a script expects it to fail, its exit code would not show that.
type withDatabase struct{ *testing.M }

func (s withDatabase) Run() int {
	// What tests start is itself alone, unless they ask for the levels.
	os.Setenv("CAIRN_LEVELS", "false")
	if !raceDetector {
		return postgres.Main(s.M)
	}
	dir, err := os.MkdirTemp("", "cairn-race")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("GORACE", strings.TrimSpace(os.Getenv("GORACE")+" log_path="+filepath.Join(dir, "race")))
	code := postgres.Main(s.M)
	reports, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		panic(err)
	}
	for _, report := range reports {
		text, err := os.ReadFile(report)
		if err == nil && bytes.Count(text, []byte("DATA RACE")) == bytes.Count(text, []byte("cancelreader.(*epollCancelReader).Close()")) {
			continue // the terminal's library closes what it reads from while it reads, at the end of the program
		}
		fmt.Fprintf(os.Stderr, "a program that a test started reports (%v):\n%s\n", err, text)
		code = max(code, 1)
	}
	return code
}

// TestScripts runs the command line as a user does: one script a subcommand,
// files inline. UPDATE_SCRIPTS=1 rewrites expected output.
//
// Under the race detector only the scripts of commands that start goroutines run, and
// whose goroutines no other test shows it, and of these what is not refused before one
// starts ("[race] stop"): the others would do once more what they do without it, ten
// times slower.
func TestScripts(t *testing.T) {
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	if raceDetector {
		scripts = slices.DeleteFunc(scripts, func(script string) bool {
			command := strings.TrimSuffix(filepath.Base(script), ".txtar")
			return racedElsewhere[command] || command != "loadtest" && !startsGoroutines(t, command+".go")
		})
	}
	_, update := os.LookupEnv("UPDATE_SCRIPTS")
	vectors, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files:               scripts,
		UpdateScripts:       update,
		RequireExplicitExec: true,
		Cmds:                scriptCommands(),
		Condition: func(condition string) (bool, error) {
			if condition != "race" {
				return false, fmt.Errorf("unknown condition %q", condition)
			}
			return raceDetector, nil
		},
		Setup: func(e *testscript.Env) error {
			e.Setenv("VECTORS", vectors+"/../../testdata/vectors")
			e.Values[slotKey{}] = new(slot)
			e.Setenv("NO_COLOR", "1")
			e.Setenv("LANG", "C.UTF-8")
			e.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
	})
}

// racedElsewhere are the commands all of whose goroutines run under the race detector in
// other tests: the workers of learn and games and what the database does beside others (admin,
// store) in their packages, and of the others there is only the one that hears an
// interrupt (TestInterruptedSolve, TestInterruptedMatch).
var racedElsewhere = map[string]bool{
	"admin": true, "annotate": true, "bench": true, "convert": true, "games": true, "learn": true, "store": true, "train": true,
}

// scriptCommands are the commands of scripts beside those of testscript.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	all := serveCommands()
	maps.Copy(all, storeCommands())
	return all
}

// withoutRaceDetector skips, in a run under the race detector, a test of what starts no goroutine
// or only those that another test shows it too: the same test runs
// without it.
func withoutRaceDetector(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("starts no goroutine that other tests do not start; it runs without the race detector")
	}
}

// startsGoroutines reports whether a file of this package does that itself or by the
// functions that do; a file that is not there does not.
func startsGoroutines(t *testing.T, file string) bool {
	source, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return regexp.MustCompile(`\bgo func|\bRun\(ctx context\.Context|\.NotifyContext\(`).Match(source)
}

// TestStartsGoroutines holds it against commands that are known, or the race
// detector could be run on nothing.
func TestStartsGoroutines(t *testing.T) {
	for command, want := range map[string]bool{"match": true, "play": true, "serve": true, "ugi": true, "why": false, "languages": false} {
		if got := startsGoroutines(t, command+".go"); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}
