package main

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestHashBeyondMemory: a hash that the machine cannot hold is refused in words.
func TestHashBeyondMemory(t *testing.T) {
	if runtime.GOOS == "linux" && memory() == 0 {
		t.Error("the memory of this machine is not known")
	}
	var errw strings.Builder
	args := []string{"analyze", "dvonn", "full:x", "--depth", "1", "--lang", "en", "--hash", strconv.Itoa(maxHash() + 1)}
	if code := run(args, strings.NewReader(""), &strings.Builder{}, &errw); code != exitUsage || !strings.Contains(errw.String(), "--hash takes a whole number from 1 to") {
		t.Errorf("exit status %d:\n%s", code, &errw)
	}
	if mib := memory() >> 20; mib > 0 && uint64(maxHash()) > mib {
		t.Errorf("a hash of %d MiB is taken where there are %d", maxHash(), mib)
	}
}
