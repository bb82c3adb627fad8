package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestProcessorClock holds where clocks may count processor time: one process,
// one game at a time, a system that tells it.
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
		{"match|dvonn|level1|ugi:missing|--pairs=1|--time=5|--cpu", exitUsage},
	} {
		var out, errw bytes.Buffer
		if code := run(strings.Split(test.args, "|"), strings.NewReader(""), &out, &errw); code != test.code {
			t.Errorf("cairn %s: exit code %d, want %d\n%s%s", test.args, code, test.code, &out, &errw)
		}
	}
}
