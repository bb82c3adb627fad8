package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/client"
	"cairn.example/internal/load"
)

// TestKilledServer kills the server of tables a few times while people play: what it
// has acknowledged is there, once, and goes on. `make chaos` does it 200 times, and
// shows that the same comparison finds planted faults.
func TestKilledServer(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	kills := 5
	if testing.Short() {
		kills = 2
	}
	dir := t.TempDir()
	var said logged
	r, err := load.Kills(t.Context(), func(ctx context.Context, addr string) (*load.Server, error) {
		return load.StartServer(ctx, load.ServerOptions{
			Binary: program, Addr: addr, Args: []string{"--data", dir, "--log", "warn"}, Log: &said,
		})
	}, load.OrdealOptions{Strikes: kills, Pairs: 6, Longest: 300 * time.Millisecond, Seed: 1, Control: "300+3"})
	if err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	for _, f := range r.Findings {
		t.Error(f)
	}
	if r.Strikes != kills || r.Counts.Acknowledged == 0 || r.Counts.Reconnected == 0 {
		t.Errorf("%d kills, %d acknowledged, %d connections again: the run showed nothing", r.Strikes, r.Counts.Acknowledged, r.Counts.Reconnected)
	}
	if t.Failed() {
		t.Logf("the server said:\n%s", &said)
	}
}

// TestCrowdOnServer lets people do at one moment what excludes each other, and sends
// broken bodies to every call: each is carried out once or refused with a code.
// `make chaos` does so for longer.
func TestCrowdOnServer(t *testing.T) {
	t.Parallel()
	server, err := startServing(nil, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log", "error")
	if err != nil {
		t.Fatal(err)
	}
	defer server.cancel()
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: strings.TrimSuffix(server.url, "/"), Seed: 1, Live: client.LiveOptions{Observer: ledger}})
	if err != nil {
		t.Fatal(err)
	}
	defer crowd.Close()
	races, err := load.Races(t.Context(), crowd, ledger, 2, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if len(races.Findings) > 0 || races.NoCodes > 0 || races.Acknowledged == 0 || races.Refused == 0 {
		t.Errorf("%+v", races)
	}
	const each = 40
	bodies, err := load.Bodies(t.Context(), crowd, each)
	if err != nil {
		t.Fatal(err)
	}
	var sent int64
	for _, n := range bodies.Sent {
		sent += n
	}
	if len(bodies.Sent) != 5 || sent+bodies.Cut < 5*each || bodies.Wrongs > 0 || bodies.Codes["live.message"] < each {
		t.Errorf("%+v", bodies)
	}
}

// logged keeps what a process says.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestPlayAtServer plays a short game between two terminals while a third looks on.
func TestPlayAtServer(t *testing.T) {
	t.Parallel()
	server, err := startServing(nil, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log", "error")
	if err != nil {
		t.Fatal(err)
	}
	defer server.cancel()
	url := strings.TrimSuffix(server.url, "/")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	// Who types through a pipe is asked only when there is something to decide.
	terminal := func(input io.Reader, args ...string) (*exec.Cmd, *logged) {
		cmd := exec.CommandContext(ctx, "cairn", append([]string{"play", "--server", url, "--board", "never", "--lang", "en"}, args...)...)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
		out := &logged{}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = input, out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out
	}
	hands, typed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer typed.Close()
	maker, made := terminal(hands, "dvonn", "--name", "Anna")
	hands.Close()
	var table string
	for table == "" {
		if _, rest, ok := strings.Cut(made.String(), url+"/"); ok && len(rest) > 8 {
			table = rest[:8]
		} else if ctx.Err() != nil {
			t.Fatalf("no address of a table: %s", made)
		}
		time.Sleep(5 * time.Millisecond)
	}
	watcher, watched := terminal(strings.NewReader(""), table, "--watch")
	for !strings.Contains(watched.String(), table) {
		if ctx.Err() != nil {
			t.Fatalf("the watcher does not wait: %s", watched)
		}
		time.Sleep(5 * time.Millisecond)
	}
	joiner, joined := terminal(strings.NewReader("c2\nd2\nquit\n"), table, "--name", "Bob")
	// The first move waits until the start was told: else both may come as one.
	for !strings.Contains(watched.String(), "To move: Anna.") {
		if ctx.Err() != nil {
			t.Fatalf("the watcher is not told of the start: %s", watched)
		}
		time.Sleep(5 * time.Millisecond)
	}
	if _, err := typed.WriteString("e3\nd3\nresign\nquit\n"); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range []*exec.Cmd{maker, watcher, joiner} {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	for out, want := range map[*logged][]string{
		made:    {"Cairn: DVONN. Anna begins, Bob answers.", "Bob: DVONN piece on c2.\nYour turn.", "Anna resigned. You lose."},
		joined:  {"Anna: DVONN piece on e3.\nYour turn.", "Bob: DVONN piece on c2.\nTo move: Anna.", "Anna resigned. You win!"},
		watched: {"You are looking on.", "Anna: DVONN piece on e3.\nTo move: Bob.", "Anna resigned. Bob wins."},
	} {
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("nobody said %q in\n%s", text, out)
			}
		}
	}
}

// TestLobbyByLines finds a table in the lobby, plays there, and makes another one, all
// through pipes.
func TestLobbyByLines(t *testing.T) {
	t.Parallel()
	server, err := startServing(nil, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log", "error")
	if err != nil {
		t.Fatal(err)
	}
	defer server.cancel()
	url := strings.TrimSuffix(server.url, "/")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	terminal := func(input io.Reader, args ...string) (*exec.Cmd, *logged) {
		cmd := exec.CommandContext(ctx, "cairn", append([]string{"play", "--plain", "--server", url, "--board", "never", "--lang", "en"}, args...)...)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
		out := &logged{}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = input, out, out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, out
	}
	maker, made := terminal(strings.NewReader("nonsense\nnew dvonn 5x3\nnew dvonn 5+3\nresign\nquit\n"), "--name", "Anna")
	for !strings.Contains(made.String(), "Waiting for an opponent.") {
		if ctx.Err() != nil {
			t.Fatalf("no table is made: %s", made)
		}
		time.Sleep(5 * time.Millisecond)
	}
	// Who begins is drawn; whoever it is resigns, and the other one finds the game over.
	joiner, joined := terminal(strings.NewReader("9\n\n1\nresign\nlobby\nquit\n"), "--name", "Bob")
	for _, cmd := range []*exec.Cmd{maker, joiner} {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	for out, want := range map[*logged][]string{
		made:   {"Nobody is waiting.", "Unknown command “nonsense”", "5x3 is no clock", " resigned. You "},
		joined: {"Open seats:\n1. Anna, DVONN, 5 min", "Unknown command “9”", " resigned. You "},
	} {
		for _, text := range want {
			if !strings.Contains(out.String(), text) {
				t.Errorf("nobody said %q in\n%s", text, out)
			}
		}
	}
}
