package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// clocks runs the tests that play under virtual time, with many games: an hour passes
// in them at once, and clocks jump. It needs the sources of the program.
func clocks(ctx context.Context, _ *chaos) (result, error) {
	const games = 1000 // CAIRN_CLOCK_GAMES=100000 go test -run TestClocks ./internal/table takes long
	if _, err := os.Stat("internal/table/clock_test.go"); err != nil {
		return notRun("the sources of the tests are not here"), nil
	}
	begun := time.Now()
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-v", "-timeout", "3m", "-run", "^(TestClocks|TestDowntime|TestBusyIsNotCharged|TestClocksOfProcesses|TestClockGoesOn|TestServed|TestMeasured|TestFlagWaitsForProcesses|TestLittleTimeLeft|TestHeard)$",
		"./internal/table", "./internal/store")
	cmd.Env = append(os.Environ(), "CAIRN_CLOCK_GAMES="+strconv.Itoa(games))
	out, err := cmd.CombinedOutput()
	passes, fails := bytes.Count(out, []byte("--- PASS")), bytes.Count(out, []byte("--- FAIL"))
	if err != nil && ctx.Err() != nil {
		return result{}, ctx.Err()
	}
	text := ""
	if err != nil {
		text = fmt.Sprintf(" (%v: %s)", err, out[max(0, len(out)-300):])
	}
	return passed(err == nil && passes >= 7, "%d virtual games and the tests of downtime and of clocks that jump, in %s: %d tests passed, %d failed%s",
		games, time.Since(begun).Round(time.Second), passes, fails, text), nil
}
