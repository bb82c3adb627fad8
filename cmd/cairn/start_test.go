package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// starting lists the packages that allocate more than startBytes before main, with the most
// that each may: every command pays for it. What a package needs later it makes later.
var starting = map[string]int{
	module + "/dvonn":       180_000, // tables of the rules, which every position reads
	module + "/lyngk/think": 30_000,  // tables of the evaluation

	module + "/cmd/cairn-chaos/load": 32_000, // of the load test, which this test program holds and the product does not

	"encoding/gob":                                   30_000, // of NATS
	"encoding/xml":                                   22_000,
	"github.com/charmbracelet/ultraviolet":           30_000,
	"github.com/go-webauthn/webauthn/protocol":       60_000,
	"github.com/klauspost/compress/flate":            30_000,
	"github.com/nats-io/nats%2ego":                   26_000,
	"github.com/prometheus/client_golang/prometheus": 70_000,
	"github.com/prometheus/procfs":                   105_000,
	"html/template":                                  20_000,
}

const (
	module     = "cairn.example"
	startBytes = 16_000
)

// TestStart reads from the runtime what this program, tests included, allocates before main.
// It judges no time: that differs from machine to machine.
func TestStart(t *testing.T) {
	withoutRaceDetector(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "-test.run=^$")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	c.Stderr = &trace
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	packages := 0
	for lines := bufio.NewScanner(&trace); lines.Scan(); {
		// init PACKAGE @0.5 ms, 0.1 ms clock, 4720 bytes, 10 allocs
		fields := strings.Fields(lines.Text())
		if len(fields) != 11 || fields[0] != "init" {
			continue
		}
		packages++
		n, err := strconv.Atoi(fields[7])
		if err != nil {
			t.Fatal(lines.Text())
		}
		if most := max(starting[fields[1]], startBytes); n > most {
			t.Errorf("%s allocates %d bytes before main, more than %d: make what it needs when it is first used", fields[1], n, most)
		}
	}
	if packages < 50 {
		t.Errorf("only %d packages are traced", packages)
	}
}

// TestShortCommands: what a command does not need is not made for it.
func TestShortCommands(t *testing.T) {
	var out, errs bytes.Buffer
	for _, args := range [][]string{{"--version"}, {"version"}, {"moves", "lyngk", "start:1"}, {"result", "dvonn", "full:1"}} {
		n := testing.AllocsPerRun(1, func() {
			if code := run(args, strings.NewReader(""), &out, &errs); code != 0 {
				t.Errorf("%v: exit %d, %s", args, code, &errs)
			}
		})
		// To read the catalog of one language takes 10,000, the flags of all commands more.
		if n > 8000 {
			t.Errorf("%v: %v allocations", args, n)
		}
	}
}
