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

// TestProcessTime holds that the processor time of a process is the same, asked by the
// process itself or by another, and that one that is gone is an error.
func TestProcessTime(t *testing.T) {
	if _, err := processTime(os.Getpid()); err != nil && runtime.GOOS != "linux" {
		t.Skip(err)
	}
	before, _ := processorTime()
	asked, err := processTime(os.Getpid())
	after, _ := processorTime()
	// Getrusage may count by ticks, the clock does not.
	if tick := 20 * time.Millisecond; err != nil || asked < before-tick || asked > after+tick {
		t.Errorf("processor time %v, %v; of this process it was %v to %v", asked, err, before, after)
	}
	child := exec.Command(os.Args[0], "-test.run=^$")
	if err := child.Run(); err != nil {
		t.Fatal(err)
	}
	if of, err := processTime(child.Process.Pid); err == nil {
		t.Errorf("a process that is gone has used %v", of)
	}
}
