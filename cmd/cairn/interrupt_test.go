package main

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// buffer is an output that a test looks at while a process writes to it.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // gets a value when something was written
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case b.more <- struct{}{}:
	default:
	}
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// until waits for a text.
func (b *buffer) until(t *testing.T, want string) {
	t.Helper()
	late := time.After(time.Minute)
	for !strings.Contains(b.String(), want) {
		select {
		case <-b.more:
		case <-late:
			t.Fatalf("no %q; it says\n%s", want, b)
		}
	}
}

// child is the program as a process of its own, which a signal can be sent to.
type child struct {
	t         *testing.T
	cmd       *exec.Cmd
	in        io.WriteCloser
	out, errw *buffer
}

// startChild starts the program; testscript has put it into the path.
func startChild(t *testing.T, args ...string) *child {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no signal for Ctrl-C there")
	}
	c := &child{t: t, cmd: exec.Command("cairn", append(args, "--lang", "en")...)}
	c.out, c.errw = &buffer{more: make(chan struct{}, 1)}, &buffer{more: make(chan struct{}, 1)}
	c.cmd.Stdout, c.cmd.Stderr = c.out, c.errw
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.cmd.Process.Kill() })
	return c
}

// write sends a text to the program.
func (c *child) write(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

// interrupt sends the signal of Ctrl-C and returns the exit status; -1 means
// that the program did not catch the signal.
func (c *child) interrupt() int {
	c.t.Helper()
	if err := c.cmd.Process.Signal(os.Interrupt); err != nil {
		c.t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { c.cmd.Process.Kill() })
	c.cmd.Wait()
	if !late.Stop() {
		c.t.Fatal("the command goes on after Ctrl-C")
	}
	return c.cmd.ProcessState.ExitCode()
}

// TestInterruptedConvert: Ctrl-C while a conversion waits for more input leaves
// the file there was, nothing half-written, and the status that shells expect.
func TestInterruptedConvert(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.cairn")
	if err := os.WriteFile(out, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := startChild(t, "convert", "-", "--to", "cairn", "--force", "-o", out)
	// Many games, each with a warning: what a file is shows in its first 4 KiB.
	c.write(strings.Repeat("[Game \"dvonn\"]\n[Result \"5\"]\n\n1. e3 *\n\n", 200))
	c.errw.until(t, "warning")
	if got := c.interrupt(); got != 130 || !strings.HasSuffix(c.errw.String(), "cairn: interrupted\n") {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	if b, err := os.ReadFile(out); err != nil || string(b) != "before" {
		t.Errorf("the file holds %q, %v", b, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("something is left behind: %v, %v", list, err)
	}
}

// TestInterruptedAnnotate: what is judged before Ctrl-C is kept, and the same command goes
// on there, also where a kill has cut the last line short. Another run does not.
func TestInterruptedAnnotate(t *testing.T) {
	dir := t.TempDir()
	out, whole := filepath.Join(dir, "out.cairn"), filepath.Join(dir, "whole.cairn")
	const two, third = "[Game \"dvonn\"]\n\n1. e3 f3 *\n\n[Game \"dvonn\"]\n\n1. f3 e3 *\n\n[Game \"dvonn\"]\n", "\n1. g3 *\n"
	args := []string{"annotate", "-", "--nodes", "50", "--workers", "2", "--to", "cairn", "-o", out}
	c := startChild(t, args...)
	c.write(two)
	c.errw.until(t, "game 2, White")
	if got := c.interrupt(); got != 130 || !strings.Contains(c.errw.String(), "hint: 2 finished games are kept in "+out+".part; the same command") {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	run := func(args ...string) string {
		cmd := exec.Command("cairn", append(args, "--lang", "en")...)
		cmd.Stdin = strings.NewReader(two + third)
		said, _ := cmd.CombinedOutput()
		return string(said)
	}
	part, err := os.OpenFile(out+".part", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	part.WriteString(`{"number":3,"record":"[Ga`)
	part.Close()
	if said := run(append(args, "--plies", "3")...); !strings.Contains(said, out+".part belongs to another run") {
		t.Errorf("other settings go on:\n%s", said)
	}
	if said := run(args...); !strings.Contains(said, "continuing after 2 games") || strings.Contains(said, "game 2,") || !strings.Contains(said, "game 3, White") {
		t.Errorf("it says\n%s", said)
	}
	run(append(args[:len(args)-1], whole)...)
	got, err := os.ReadFile(out)
	want, err2 := os.ReadFile(whole)
	if err != nil || err2 != nil || string(got) != string(want) || strings.Count(string(got), "eval") < 5 {
		t.Errorf("%v, %v: it has written\n%s\nwant\n%s", err, err2, got, want)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("something is left behind: %v, %v", list, err)
	}
}

// TestClosedOutput: a command whose output nobody reads any more, as in "cairn ... | head",
// ends without a message. A file that it was asked to write is then whole, or what it was
// before, and nothing else is left behind.
func TestClosedOutput(t *testing.T) {
	const bad = "[Game \"dvonn\"]\n\n1. z9 *\n\n"
	for _, c := range []struct {
		name  string
		args  []string
		in    string // sent before and after the output is closed
		files map[string]bool
	}{
		{"match", []string{"match", "lyngk", "greedy", "random", "--pairs", "1000000", "--games", "games.cairn", "--report", "report.html", "--force"}, "", map[string]bool{"games.cairn": true, "report.html": true}},
		{"convert", []string{"convert", "-", "--to", "cairn", "--force", "-o", "games.cairn"}, strings.Repeat(bad, 2000), map[string]bool{"games.cairn": false}},
		{"annotate", []string{"annotate", "-", "--nodes", "1", "--to", "cairn", "--force", "-o", "games.cairn"}, strings.Repeat(bad, 2000), map[string]bool{"games.cairn": false}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" {
				t.Skip("no signal for a closed pipe there")
			}
			dir := t.TempDir()
			for name := range c.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("before"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			read, write, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command("cairn", append(c.args, "--lang", "en")...)
			cmd.Dir, cmd.Stdout = dir, write
			message := &buffer{more: make(chan struct{}, 1)}
			if cmd.Stderr = message; c.in != "" {
				cmd.Stdout, cmd.Stderr = message, write // complaints are what is not read
			}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
			defer late.Stop()
			write.Close()
			io.WriteString(in, c.in)
			if _, err := read.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			read.Close()
			io.WriteString(in, c.in) // it may have ended already
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != 141 || message.String() != "" {
				t.Errorf("exit status %d:\n%s", got, message)
			}
			list, err := os.ReadDir(dir)
			if err != nil || len(list) != len(c.files) {
				t.Errorf("something is left behind: %v, %v", list, err)
			}
			for name, written := range c.files {
				b, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil || (string(b) != "before") != written || len(b) == 0 {
					t.Errorf("%s holds %.100q, %v", name, b, err)
				}
			}
		})
	}
}

// TestInterruptedPlay: Ctrl-C in the middle of a game prints it as a record that
// can be loaded.
func TestInterruptedPlay(t *testing.T) {
	c := startChild(t, "play", "dvonn", "--plain")
	c.write("e3\nf3\n")
	c.out.until(t, "Black: DVONN piece on f3.")
	if got := c.interrupt(); got != 130 || c.errw.String() != "" {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	_, kept, ok := strings.Cut(c.out.String(), "can be loaded again:\n")
	if !ok {
		t.Fatalf("the game is not printed:\n%s", c.out)
	}
	var text bytes.Buffer
	if got := run([]string{"convert", "-", "--to", "codecup"}, strings.NewReader(kept), &text, io.Discard); got != exitOK || text.String() != "E3 F3\n\n" {
		t.Errorf("it is read back with status %d as %q", got, &text)
	}
}

// TestInterruptedContest: the first Ctrl-C ends a program of the contest that waits for a
// move.
func TestInterruptedContest(t *testing.T) {
	c := startChild(t, "codecup", "--player", "random")
	c.write("Start\n")
	c.out.until(t, "\n")
	if got := c.interrupt(); got != 130 || c.errw.String() != "cairn: interrupted\n" {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
}

// TestInterruptedMatch: Ctrl-C in a match says what came out so far, writes what
// was asked for, and tells how to go on.
func TestInterruptedMatch(t *testing.T) {
	dir := t.TempDir()
	results, games, report := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "g.cairn"), filepath.Join(dir, "r.html")
	c := startChild(t, "match", "lyngk", "greedy", "random", "--pairs", "1000000", "--results", results, "--games", games, "--report", report)
	c.out.until(t, "1.2 random - greedy")
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		var refusal bytes.Buffer
		if got := run([]string{"match", "lyngk", "greedy", "random", "--results", results}, strings.NewReader(""), io.Discard, &refusal); got != exitFailure || !strings.Contains(refusal.String(), "another match is still writing") {
			t.Errorf("a second match on the same results: exit status %d:\n%s", got, &refusal)
		}
	}
	if got := c.interrupt(); got != 130 || c.errw.String() != "cairn: interrupted\nhint: run the same command again to continue\n" {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	if !strings.Contains(c.out.String(), "\ngreedy against random, ") {
		t.Errorf("nothing is said about the games so far:\n%s", c.out)
	}
	for _, name := range []string{results, games, report} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s is not written: %v", filepath.Base(name), err)
		}
	}
}

// TestInterruptedAtMostConcurrency: a match of as many games at once as there can
// be hears Ctrl-C too.
func TestInterruptedAtMostConcurrency(t *testing.T) {
	c := startChild(t, "match", "lyngk", "greedy", "random", "--pairs", "1000000000", "--concurrency", "1024")
	c.out.until(t, "random - greedy")
	if got := c.interrupt(); got != 130 {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
}

// parent is a contestant that starts a program of its own: itself with an
// argument, which answers until its connection to the test ends.
func parent() {
	if len(os.Args) > 1 {
		link, err := net.Dial("tcp", os.Getenv("CAIRN_TEST_LISTENER"))
		if err == nil {
			io.Copy(link, link)
		}
		return
	}
	if err := exec.Command("parent", "child").Start(); err != nil {
		os.Exit(1)
	}
	os.Exit(run([]string{"ugi", "--player", "random"}, os.Stdin, os.Stdout, os.Stderr))
}

// TestInterruptedContestants: what the contestants of a match have started ends
// with the match.
func TestInterruptedContestants(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	t.Setenv("CAIRN_TEST_LISTENER", listener.Addr().String())
	c := startChild(t, "match", "lyngk", "ugi:parent", "ugi:parent", "--pairs", "1000000", "--depth", "1")
	links := make([]net.Conn, 2)
	for i := range links {
		if links[i], err = listener.Accept(); err != nil {
			t.Fatal(err)
		}
		defer links[i].Close()
	}
	c.out.until(t, "1.1 ")
	if got := c.interrupt(); got != 130 {
		t.Errorf("exit status %d:\n%s", got, c.errw)
	}
	for _, link := range links {
		// One that lives answers; where it does not, its connection has ended.
		io.WriteString(link, "?")
		link.SetReadDeadline(time.Now().Add(time.Minute))
		if n, err := link.Read(make([]byte, 1)); n > 0 || errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a program that a contestant has started lives on: %v", err)
		}
	}
}
