package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/match"
)

// TestKilledMatch kills a match the hard way, again and again, and goes on with it:
// in the end it has played the same games with the same result as one that nobody
// disturbed.
func TestKilledMatch(t *testing.T) {
	killMatch(t, "level2 against greedy", 1, 20, "level2", "greedy?nodes=50", "--pairs", "10")
}

// TestKilledEvent does the same to a match of three.
func TestKilledEvent(t *testing.T) {
	killMatch(t, "DVONN, full", 5, 24, "level2", "greedy?nodes=50", "random?seed=3", "--pairs", "4")
}

// killMatch does it to a match with these arguments, which has that number of games. The
// result is n lines, and the first of them begins as said.
func killMatch(t *testing.T, result string, n, games int, args ...string) {
	dir := t.TempDir()
	command := func(results string) *exec.Cmd {
		return exec.Command("cairn", append([]string{
			"match", "dvonn", "--openings", "full", "--plies", "2", "--seed", "kill", "--results", filepath.Join(dir, results), "--lang", "en",
		}, args...)...)
	}
	summary := func(out []byte) string { // what follows the lines of games
		lines := strings.Split(string(out), "\n")
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, result) })
		if i < 0 {
			t.Fatalf("no summary:\n%s", out)
		}
		return strings.Join(lines[i:i+n], "\n")
	}
	whole, err := command("whole.jsonl").Output()
	if err != nil {
		t.Fatal(err)
	}

	kills := 0
	var last []byte
	for {
		before := len(playedGames(t, filepath.Join(dir, "killed.jsonl")))
		cmd := command("killed.jsonl")
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		killed := false
		for running := true; running; {
			select {
			case err := <-ended:
				if err != nil && !killed {
					t.Fatalf("after %d kills: %v\n%s", kills, err, &out)
				}
				running = false
			case <-time.After(time.Millisecond):
				// Somewhere in the next game but one, or wherever it is by then.
				if !killed && kills < 4 && len(playedGames(t, filepath.Join(dir, "killed.jsonl"))) >= before+2 {
					killed = true
					kills++
					cmd.Process.Kill()
				}
			}
		}
		if !killed {
			last = out.Bytes()
			break
		}
		if kills == 2 { // as if it had been killed while it wrote
			f, err := os.OpenFile(filepath.Join(dir, "killed.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprint(f, `{"pair":9,"start":"B,B`)
			f.Close()
		}
	}
	t.Logf("killed %d times", kills)
	if kills == 0 {
		t.Error("the match was over before it could be killed")
	}
	if a, b := summary(whole), summary(last); a != b {
		t.Errorf("undisturbed %q, killed %d times %q", a, kills, b)
	}
	a, b := playedGames(t, filepath.Join(dir, "whole.jsonl")), playedGames(t, filepath.Join(dir, "killed.jsonl"))
	slices.Sort(a)
	slices.Sort(b)
	if len(a) != games || !slices.Equal(a, b) {
		t.Errorf("%d games undisturbed and %d others after %d kills", len(a), len(b), kills)
	}
}

// playedGames returns the games of a results file without their times; none where there
// is no file. A last line that is not whole yet is left out.
func playedGames(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	var list []string
	for n, line := range bytes.SplitAfter(data, []byte("\n")) {
		if n == 0 || !bytes.HasSuffix(line, []byte("\n")) {
			continue
		}
		var r match.Result
		if err := json.Unmarshal(line, &r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := fmt.Sprint(r.Players, r.Pair, r.Swap, r.Start, r.Outcome, r.Reason)
		for _, p := range r.Plies {
			text += " " + p.Move
		}
		list = append(list, text)
	}
	return list
}

// TestLoadOfKilledServer: a server that is gone when a load test ends has failed it, at
// every table.
func TestLoadOfKilledServer(t *testing.T) {
	server, err := load.StartServer(t.Context(), load.ServerOptions{Binary: "cairn", Args: []string{"--data", t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Kill()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: server.Address, Control: "300+3"})
	if err != nil {
		t.Fatal(err)
	}
	defer crowd.Close()
	report, err := load.Live(t.Context(), crowd, load.LiveOptions{Tables: 3, Rate: 30, For: 500 * time.Millisecond, Ready: server.Kill})
	if err != nil || len(report.Errors) != 3 {
		t.Errorf("%q, %v", report.Errors, err)
	}
}
