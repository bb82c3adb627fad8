package main

import (
	"strings"
	"testing"
	"time"
)

// TestInterruptedSolve: Ctrl-C ends a proof with what is known and the status that
// shells expect, and gives no advice.
func TestInterruptedSolve(t *testing.T) {
	for _, flag := range []string{"--nodes=0", "--json"} {
		// The command says nothing from which one could tell that it listens. A signal
		// that comes too early ends the process uncaught; then there is another try
		// that waits longer.
		for pause := 50 * time.Millisecond; ; pause *= 2 {
			c := startChild(t, "solve", "lyngk", "start:demo", "--time", "0", "--hash", "1", flag)
			time.Sleep(pause)
			got := c.interrupt()
			if got == -1 && pause < 10*time.Second {
				continue
			}
			if got != 130 || !strings.HasSuffix(c.errw.String(), "cairn: interrupted\n") || strings.Contains(c.errw.String(), "hint") {
				t.Errorf("%s: exit status %d:\n%s", flag, got, c.errw)
			}
			if json := strings.HasPrefix(c.out.String(), `{"proved":false,`); json != (flag == "--json") {
				t.Errorf("%s: it printed %q", flag, c.out)
			}
			break
		}
	}
}
