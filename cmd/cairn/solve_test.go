package main

import (
	"bytes"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestInterruptedSolve: Ctrl-C ends a proof with what is known and the status that
// shells expect, and gives no advice.
func TestInterruptedSolve(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // no process can send itself that signal there
	}
	// The command says nothing from which one could tell that it listens. So the
	// signal is sent until it ends; it must not end the test before.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt)
	defer signal.Stop(caught)
	for _, flag := range []string{"--nodes=0", "--json"} {
		var out, errw bytes.Buffer
		code := make(chan int)
		go func() {
			code <- run([]string{"solve", "lyngk", "start:demo", "--time", "0", "--hash", "1", "--lang", "en", flag}, strings.NewReader(""), &out, &errw)
		}()
		again := time.NewTicker(20 * time.Millisecond)
		defer again.Stop()
		tooLong := time.After(time.Minute)
		for ended := false; !ended; {
			select {
			case got := <-code:
				ended = true
				if got != 130 || !strings.HasSuffix(errw.String(), "cairn: interrupted\n") || strings.Contains(errw.String(), "hint") {
					t.Errorf("%s: exit status %d:\n%s", flag, got, &errw)
				}
			case <-again.C:
				interrupt(t)
			case <-tooLong:
				t.Fatal("the command goes on after Ctrl-C")
			}
		}
		if json := strings.HasPrefix(out.String(), `{"proved":false,`); json != (flag == "--json") {
			t.Errorf("%s: it printed %q", flag, &out)
		}
	}
}
