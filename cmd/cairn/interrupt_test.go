package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// watched is an output that tells when a text has come.
type watched struct {
	mu   sync.Mutex
	text bytes.Buffer
	want string
	seen chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := strings.Contains(w.text.String(), w.want)
	w.text.Write(p)
	if !before && strings.Contains(w.text.String(), w.want) {
		close(w.seen)
	}
	return len(p), nil
}

func (w *watched) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// interrupt sends this process the signal of Ctrl-C, which the command that is
// running has asked for.
func interrupt(t *testing.T) {
	t.Helper()
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Signal(os.Interrupt)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestInterruptedConvert: Ctrl-C while a conversion waits for more input leaves
// the file there was, nothing half-written, and the status that shells expect.
func TestInterruptedConvert(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // no process can send itself that signal there
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out.cairn")
	if err := os.WriteFile(out, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	in, more := io.Pipe()
	code := make(chan int)
	errw := &watched{want: "warning", seen: make(chan struct{})}
	go func() {
		code <- run([]string{"convert", "-", "--to", "cairn", "-o", out, "--lang", "en"}, in, io.Discard, errw)
	}()
	// Many games, each with a warning: what a file is shows in its first 4 KiB.
	if _, err := io.WriteString(more, strings.Repeat("[Game \"dvonn\"]\n[Result \"5\"]\n\n1. e3 *\n\n", 200)); err != nil {
		t.Fatal(err)
	}
	wait(t, errw.seen)
	interrupt(t)
	select {
	case got := <-code:
		if got != 130 || !strings.HasSuffix(errw.String(), "cairn: interrupted\n") {
			t.Errorf("exit status %d:\n%s", got, errw)
		}
	case <-time.After(time.Minute):
		t.Fatal("the command goes on after Ctrl-C")
	}
	if b, err := os.ReadFile(out); err != nil || string(b) != "before" {
		t.Errorf("the file holds %q, %v", b, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("something is left behind: %v, %v", list, err)
	}
}

// TestInterruptedPlay: Ctrl-C in the middle of a game prints it as a record that
// can be loaded.
func TestInterruptedPlay(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // no process can send itself that signal there
	}
	in, more := io.Pipe()
	code := make(chan int)
	out := &watched{want: "Black: DVONN piece on f3.", seen: make(chan struct{})}
	var errw bytes.Buffer
	go func() { code <- run([]string{"play", "dvonn", "--plain", "--lang", "en"}, in, out, &errw) }()
	if _, err := io.WriteString(more, "e3\nf3\n"); err != nil {
		t.Fatal(err)
	}
	wait(t, out.seen)
	interrupt(t)
	select {
	case got := <-code:
		if got != 130 || errw.Len() > 0 {
			t.Errorf("exit status %d:\n%s", got, &errw)
		}
	case <-time.After(time.Minute):
		t.Fatal("the command goes on after Ctrl-C")
	}
	_, kept, ok := strings.Cut(out.String(), "can be loaded again:\n")
	if !ok {
		t.Fatalf("the game is not printed:\n%s", out)
	}
	var text bytes.Buffer
	if got := run([]string{"convert", "-", "--to", "codecup"}, strings.NewReader(kept), &text, io.Discard); got != exitOK || text.String() != "E3 F3\n\n" {
		t.Errorf("it is read back with status %d as %q", got, &text)
	}
}

// TestInterruptedMatch: Ctrl-C in a match says what came out so far, writes what
// was asked for, and tells how to go on.
func TestInterruptedMatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // no process can send itself that signal there
	}
	dir := t.TempDir()
	results, games, report := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "g.cairn"), filepath.Join(dir, "r.html")
	out := &watched{want: "1.2 random - greedy", seen: make(chan struct{})}
	code := make(chan int)
	var errw bytes.Buffer
	go func() {
		code <- run([]string{
			"match", "lyngk", "greedy", "random", "--pairs", "1000000", "--results", results, "--games", games, "--report", report, "--lang", "en",
		}, strings.NewReader(""), out, &errw)
	}()
	wait(t, out.seen)
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		var refusal bytes.Buffer
		if got := run([]string{"match", "lyngk", "greedy", "random", "--results", results}, strings.NewReader(""), io.Discard, &refusal); got != exitNo || !strings.Contains(refusal.String(), "a match that runs") {
			t.Errorf("a second match on the same results: exit status %d:\n%s", got, &refusal)
		}
	}
	interrupt(t)
	select {
	case got := <-code:
		if got != 130 || errw.String() != "cairn: interrupted\nhint: the same command goes on where it stopped\n" {
			t.Errorf("exit status %d:\n%s", got, &errw)
		}
	case <-time.After(time.Minute):
		t.Fatal("the command goes on after Ctrl-C")
	}
	if !strings.Contains(out.String(), "\ngreedy against random, ") {
		t.Errorf("nothing is said about the games so far:\n%s", out)
	}
	for _, name := range []string{results, games, report} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s is not written: %v", filepath.Base(name), err)
		}
	}
}

func wait(t *testing.T, seen chan struct{}) {
	t.Helper()
	select {
	case <-seen:
	case <-time.After(time.Minute):
		t.Fatal("nothing happens")
	}
}
