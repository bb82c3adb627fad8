package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// clockTests are the tests that [clocks] runs.
var clockTests = []string{
	"TestClocks", "TestDowntime", "TestBusyIsNotCharged", "TestClocksOfProcesses", "TestClockGoesOn", "TestServed", "TestMeasured",
	"TestFlagWaitsForProcesses", "TestLittleTimeLeft", "TestHeard",
}

// missingTests returns the tests that did not run, by what go test -v has printed: one that
// was renamed is otherwise not seen.
func missingTests(tests []string, out []byte) []string {
	return slices.DeleteFunc(slices.Clone(tests), func(name string) bool { return bytes.Contains(out, []byte("=== RUN   "+name+"\n")) })
}

// clocks runs the tests that play under virtual time, with many games: an hour passes
// in them at once, and clocks jump. It needs the sources of the program.
func clocks(ctx context.Context, _ *chaos) (result, error) {
	const games = 1000 // CAIRN_CLOCK_GAMES=100000 go test -run TestClocks ./internal/people/table takes long
	if _, err := os.Stat("internal/people/table/clock_test.go"); err != nil {
		return notRun("the sources of the tests are not here"), nil
	}
	begun := time.Now()
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-v", "-timeout", "3m", "-run", "^("+strings.Join(clockTests, "|")+")$",
		"./internal/people/table", "./internal/people/store")
	cmd.Env = append(os.Environ(), "CAIRN_CLOCK_GAMES="+strconv.Itoa(games))
	out, err := cmd.CombinedOutput()
	passes, fails := bytes.Count(out, []byte("\n--- PASS")), bytes.Count(out, []byte("\n--- FAIL")) // not those within tests
	if err != nil && ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	text := ""
	if err != nil {
		text = fmt.Sprintf(" (%v: %s)", err, out[max(0, len(out)-300):])
	}
	missing := missingTests(clockTests, out)
	if len(missing) > 0 {
		text += ", did not run: " + strings.Join(missing, ", ")
	}
	return passed(err == nil && len(missing) == 0, "%d virtual games and the tests of downtime and of clocks that jump, in %s: %d tests passed, %d failed%s",
		games, time.Since(begun).Round(time.Second), passes, fails, text), nil
}
