package main

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/ugi"
)

// TestTooMuch: every command refuses a hash that the memory can't hold, and more threads
// than are of use, in words and at the same number.
func TestTooMuch(t *testing.T) {
	hash, threads := ugi.MaxHash(), ugi.MaxThreads()
	for _, c := range []struct {
		args string
		most int
	}{
		{"analyze|dvonn|full:x|--depth=1|--hash=", hash},
		{"analyze|dvonn|full:x|--depth=1|--threads=", threads},
		{"solve|dvonn|full:x|--hash=", hash},
		{"solve|dvonn|full:x|--threads=", threads},
		{"ugi|--hash=", hash},
		{"ugi|--threads=", threads},
		{"codecup|--hash=", hash},
		{"codecup|--threads=", threads},
		{"lab|bench|--hash=", hash},
		{"lab|bench|--threads=", threads},
		{"match|dvonn|random|greedy?hash=", hash},
		{"match|dvonn|random|greedy?threads=", threads},
		{"lab|puzzles|mine|dvonn|x.jsonl|--workers=", threads},
		{"annotate|x.cairn|--workers=", threads},
	} {
		var errw strings.Builder
		args := append(strings.Split(c.args+strconv.Itoa(c.most+1), "|"), "--lang=en")
		code := run(args, strings.NewReader(""), &strings.Builder{}, &errw)
		told := strings.ReplaceAll(errw.String(), ",", "")
		if code != exitUsage || !strings.Contains(told, "to "+strconv.Itoa(c.most)+" not ") {
			t.Errorf("%s: exit status %d:\n%s", args, code, &errw)
		}
	}
}

// TestHashFilled: a search gets no more hash than it can fill in its time, unless positions
// limit it too.
func TestHashFilled(t *testing.T) {
	f := engineFlags{Hash: 1 << 20, Threads: 2}
	short := engine.Limits{MoveTime: 100 * time.Millisecond}
	if got := f.fills(short); got != 31 {
		t.Errorf("two threads fill %d MiB in a tenth of a second", got)
	}
	short.Nodes = 1
	for _, l := range []engine.Limits{{}, short, {MoveTime: 1<<63 - 1}} {
		if got := f.fills(l); got != f.Hash {
			t.Errorf("%+v: %d MiB", l, got)
		}
	}
}
