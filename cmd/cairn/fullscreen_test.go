//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"

	"cairn.example/internal/show/i18n"
)

// terminal is the program in a pseudo-terminal, started with a folder of its own
// for settings and games.
type terminal struct {
	t   *testing.T
	tty *os.File
	cmd *exec.Cmd

	mu  sync.Mutex
	out bytes.Buffer
}

// startTerminal runs cairn in a pseudo-terminal of 80 by 24.
func startTerminal(t *testing.T, home, term string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command("cairn", args...)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name != "TERM" && name != "LANG" && !strings.HasPrefix(name, "XDG_") && !strings.HasPrefix(name, "LC_") && name != "LANGUAGE" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "TERM="+term, "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "XDG_STATE_HOME="+filepath.Join(home, "state"), "LANG=en_US.UTF-8")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	p := &terminal{t: t, tty: tty, cmd: cmd}
	go func() {
		buf := make([]byte, 4096)
		for {
			n, err := tty.Read(buf)
			p.mu.Lock()
			p.out.Write(buf[:n])
			p.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(p.stop)
	return p
}

// stop ends the program, whatever it waits for.
func (p *terminal) stop() {
	p.cmd.Process.Kill()
	p.cmd.Wait()
	p.tty.Close()
}

// sees waits until the program has written a text.
func (p *terminal) sees(text string) {
	p.t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(p.text(), text); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("%q was never written:\n%s", text, p.text())
		}
	}
}

func (p *terminal) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

func (p *terminal) send(keys string) {
	p.t.Helper()
	if _, err := p.tty.WriteString(keys); err != nil {
		p.t.Fatal(err)
	}
}

// TestHelpFitsTheTerminal has the lines of a help text end at the edge of a narrow
// terminal, and at 80 columns in a wide one.
func TestHelpFitsTheTerminal(t *testing.T) {
	t.Setenv("COLUMNS", "")
	for columns, want := range map[uint16]int{60: 60, 200: 80} {
		screen, tty, err := pty.Open()
		if err != nil {
			t.Fatal(err)
		}
		defer screen.Close()
		if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: columns}); err != nil {
			t.Fatal(err)
		}
		read := make(chan string)
		go func() {
			text, _ := io.ReadAll(screen) // ends with an error when the terminal is closed
			read <- string(text)
		}()
		run([]string{"help", "admin"}, strings.NewReader(""), tty, io.Discard)
		tty.Close()
		longest := 0
		for line := range strings.Lines(<-read) {
			longest = max(longest, utf8.RuneCountInString(strings.TrimRight(line, "\r\n")))
		}
		if longest > want || longest < want-10 {
			t.Errorf("in %d columns the longest line of the help has %d, want about %d", columns, longest, want)
		}
	}
}

// A terminal that cannot place text gets play line by line, with a word about it.
func TestDumbTerminal(t *testing.T) {
	for _, term := range []string{"dumb", ""} {
		p := startTerminal(t, t.TempDir(), term, "play", "dvonn", "--seed=a")
		p.sees("This terminal can’t show the full screen, so you play line by line")
		p.sees("White")
		p.send("e3\n")
		p.sees("DVONN piece on e3")
		if strings.Contains(p.text(), altScreen) {
			t.Errorf("TERM=%q got the full screen", term)
		}
	}
}

// In the lobby of a server a message names a table that cannot be played at, and the lobby goes
// on; somebody who closes a table of their own is there again.
func TestLobbyInTerminal(t *testing.T) {
	url := serveTables(t)
	maker := startRemote(t.Context(), t, url, t.TempDir(), "--plain", "--name", "Anna")
	maker.types("new dvonn 5+3")
	maker.sees("Waiting for an opponent.")

	p := startTerminal(t, t.TempDir(), "xterm", "play", "--server", url, "--plain", "--board", "never", "--name", "Bob")
	hints := 0
	step := func(line string, said ...string) {
		t.Helper()
		p.send(line)
		for _, text := range said {
			p.sees(text)
		}
		end := time.Now().Add(time.Minute)
		for hints++; strings.Count(p.text(), "Type a number to join or watch") < hints; {
			if text := p.text(); strings.Contains(text, "cairn:") || strings.Contains(text, "Unknown") || time.Now().After(end) {
				t.Fatalf("the lobby does not come back:\n%s", text)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	step("", "1. Anna")
	step("Help\n")
	step("ask 1 5x3\n", "5x3 isn’t a clock")
	step("NEW lyngk 5+3\nclose\n", "Waiting for an opponent.", "The table was closed.")
	p.send("quit\n")
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("%v:\n%s", err, p.text())
	}
	maker.types("close\nquit")
	maker.ends()
}

// altScreen is how the full screen begins.
const altScreen = "\x1b[?1049h"

// What was chosen in one run holds in the next; the command line goes first; a
// message names a damaged file, which is kept aside.
func TestSettingsBetweenRuns(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(home, "config", "cairn", "settings.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"v":1,"language":"nl","name":"Ada Lovelace","game":"dvonn","opponent":"level7"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startTerminal(t, home, "xterm", "play")
	p.sees(altScreen)
	p.sees("Ada Lovelace")
	p.sees("niveau 7")
	p.stop()

	p = startTerminal(t, home, "xterm", "play", "--lang=fr", "--name=Grace Hopper", "--vs=level2")
	p.sees("Grace Hopper")
	p.sees("niveau 2")
	p.sees("Nouvelle partie")
	if strings.Contains(p.text(), "Ada") {
		t.Error("the stored name goes before the one asked for")
	}
	p.stop()

	if err := os.WriteFile(file, []byte(`{"v":1,"language":`), 0o600); err != nil {
		t.Fatal(err)
	}
	p = startTerminal(t, home, "xterm", "play")
	p.sees("are damaged")
	p.send("\r")
	p.stop()
	if kept, err := os.ReadFile(file + ".damaged"); err != nil || string(kept) != `{"v":1,"language":` {
		t.Errorf("the damaged file is now %q, %v", kept, err)
	}
}

// TestNoHome: where games and settings cannot be kept, the start says so.
func TestNoHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		t.Setenv(name, "")
	}
	s := &streams{rawIn: strings.NewReader(""), rawOut: io.Discard}
	play := &playCmd{Color: "never", Clock: "none", Side: "first"}
	o, err := play.screenOptions(s, i18n.New("de"))
	if want := "Die gespeicherten Partien können nicht aufgelistet werden: es ist kein Benutzerverzeichnis bekannt: setze HOME."; err != nil || o.Notice != want {
		t.Errorf("told: %q, %v", o.Notice, err)
	}
	t.Setenv("HOME", t.TempDir())
	if o, err = play.screenOptions(s, i18n.New("de")); err != nil || o.Notice != "" {
		t.Errorf("with a home, told: %q, %v", o.Notice, err)
	}
}

// A signal that ends the full screen leaves the terminal as it was, the game saved, and
// the status that shells expect.
func TestSignalOnTheFullScreen(t *testing.T) {
	for _, test := range []struct {
		signal syscall.Signal
		code   int
	}{{syscall.SIGTERM, 143}, {syscall.SIGINT, 130}} {
		home := t.TempDir()
		p := startTerminal(t, home, "xterm", "play", "dvonn", "--no-animation")
		p.sees("To move: White")
		p.send("e3\r")
		p.sees("DVONN piece on e3")
		if err := p.cmd.Process.Signal(test.signal); err != nil {
			t.Fatal(err)
		}
		p.cmd.Wait()
		if got := p.cmd.ProcessState.ExitCode(); got != test.code {
			t.Errorf("%v: exit status %d, want %d", test.signal, got, test.code)
		}
		p.sees("\x1b[?1049l") // back from the full screen
		games, err := filepath.Glob(filepath.Join(home, "state", "cairn", "games", "*.cairn"))
		if err != nil || len(games) != 1 {
			t.Fatalf("%v: the saved games are %v, %v", test.signal, games, err)
		}
		if text, err := os.ReadFile(games[0]); err != nil || !strings.Contains(string(text), "1. e3") {
			t.Errorf("%v: the saved game is\n%s, %v", test.signal, text, err)
		}
	}
}

// The computer player that a loaded game names plays on; --vs says otherwise.
func TestLoadAgainstTheComputer(t *testing.T) {
	home := t.TempDir()
	name := filepath.Join(home, "g.cairn")
	if err := os.WriteFile(name, []byte("[Game \"dvonn\"]\n[First \"level2\"]\n[Second \"Ada\"]\n\n1. e3 f3 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ vs, opponent string }{{"", "Meadow (level 2)"}, {"level3", "(level 3)"}} {
		args := []string{"play", "--no-animation", "--load", name, "--side", "second"}
		if test.vs != "" {
			args = append(args, "--vs", test.vs)
		}
		p := startTerminal(t, home, "xterm", args...)
		p.sees(test.opponent)
		p.sees(": DVONN piece on ") // it was the computer's turn
		p.stop()
	}
}
