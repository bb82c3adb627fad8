//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Puzzles fill a terminal; what was tried is on the disk before anything else is asked
// for, so a killed program has lost nothing. In a terminal that cannot place text they
// are solved line by line.
func TestTrainInTerminal(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "state", "cairn", "training.json")
	p := startTerminal(t, home, "xterm", "train", "dvonn")
	p.sees(altScreen)
	p.sees("Next puzzle")
	p.send(".") // the answer, which counts as a failure
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if text, err := os.ReadFile(file); err == nil && strings.Contains(string(text), `"right": false`) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("nothing was kept:\n%s", p.text())
		}
	}
	p.stop()

	p = startTerminal(t, home, "dumb", "train", "lyngk", "--daily", "--board=never")
	p.sees("LYNGK, puzzle of the day")
	p.send("show\r")
	p.sees("Cairn: LYNGK ")
	if strings.Contains(p.text(), altScreen) {
		t.Error("a dumb terminal got the full screen")
	}
}
