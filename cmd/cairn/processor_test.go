package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestProcessorClock holds where clocks may count processor time: players of this
// program one game at a time, ugi programs on a system that tells it of others, and no
// contest programs.
func TestProcessorClock(t *testing.T) {
	able := exitOK
	if _, err := processorTime(); err != nil {
		able = exitUsage
	}
	for _, test := range []struct {
		args string // words parted by bars
		code int
	}{
		{"match|dvonn|level1|random|--pairs=1|--time=5|--cpu|-q", able},
		{"match|dvonn|level1|random|--pairs=1|--time=5|--cpu|--concurrency=2", exitUsage},
		{"match|dvonn|level1|codecup:missing|--pairs=1|--time=5|--cpu", exitUsage},
	} {
		var out, errw bytes.Buffer
		if code := run(strings.Split(test.args, "|"), strings.NewReader(""), &out, &errw); code != test.code {
			t.Errorf("cairn %s: exit code %d, want %d\n%s%s", test.args, code, test.code, &out, &errw)
		}
	}
}

// TestProcessTime holds that a process's number leads to its processor time, which does
// not fall, and that a process that is gone is an error.
func TestProcessTime(t *testing.T) {
	first, err := processTime(os.Getpid())
	if err != nil && runtime.GOOS != "linux" {
		t.Skip(err)
	}
	own, ownErr := processorTime()
	second, secondErr := processTime(os.Getpid())
	if err != nil || ownErr != nil || secondErr != nil || first <= 0 || second < first {
		t.Errorf("processor time %v, %v, then %v, %v", first, err, second, secondErr)
	}
	// Both clocks count the same; how far getrusage lags behind is the system's.
	if own > 2*second+time.Second || second > 2*own+time.Second {
		t.Errorf("the process has used %v by its number and %v by its own account", second, own)
	}
	child := exec.Command(os.Args[0], "-test.run=^$")
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	if of, err := processTime(child.Process.Pid); err == nil {
		t.Errorf("a process that is gone has used %v", of)
	}
}
