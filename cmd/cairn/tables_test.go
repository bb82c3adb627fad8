package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/internal/api"
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
	url := serveTables(t)
	ledger := load.NewLedger()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: url, Seed: 1, Live: client.LiveOptions{Observer: ledger}})
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

// serveTables starts a server of tables with a folder of its own, ends it with the test,
// and returns its address.
func serveTables(t *testing.T) string {
	t.Helper()
	server, err := startServing(nil, "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--log", "error")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.cancel)
	return strings.TrimSuffix(server.url, "/")
}

// TestPlayAtServer plays a short game between two terminals while a third looks on.
func TestPlayAtServer(t *testing.T) {
	t.Parallel()
	url := serveTables(t)
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
	url := serveTables(t)
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

// TestTermsByLines asks for other terms from the lobby, through pipes: a wish is declined,
// the next one accepted, and the game is played by the terms asked for.
func TestTermsByLines(t *testing.T) {
	t.Parallel()
	url := serveTables(t)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	type hand struct {
		*exec.Cmd
		out *logged
		in  io.WriteCloser
	}
	person := func(name string) *hand {
		h := &hand{Cmd: exec.CommandContext(ctx, "cairn", "play", "--plain", "--server", url, "--board", "never", "--lang", "en", "--name", name), out: &logged{}}
		h.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), "XDG_CONFIG_HOME="+t.TempDir())
		h.Stdout, h.Stderr = h.out, h.out
		var err error
		if h.in, err = h.StdinPipe(); err == nil {
			err = h.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	types := func(h *hand, text string) {
		t.Helper()
		if _, err := io.WriteString(h.in, text+"\n"); err != nil {
			t.Fatalf("%v:\n%s", err, h.out)
		}
	}
	sees := func(h *hand, text string) {
		t.Helper()
		for !strings.Contains(h.out.String(), text) {
			if ctx.Err() != nil {
				t.Fatalf("nobody says %q:\n%s", text, h.out)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	anna, bob := person("Anna"), person("Bob")
	types(anna, "new lyngk 5+3 second")
	sees(anna, "Waiting for an opponent.")
	types(anna, "terms 10+5")
	sees(anna, "The terms have changed.\nLYNGK, 10 min")

	sees(bob, "Type a number")
	types(bob, "")
	sees(bob, "1. Anna, LYNGK, 10 min")
	types(bob, "ask 1 lyngk6")
	sees(bob, "You asked for other terms.\nLYNGK: stack of 6, 10 min")
	sees(anna, "Bob asks for other terms.\nLYNGK: stack of 6, 10 min")
	types(anna, "decline")
	sees(bob, "Your wish for other terms was declined.")
	types(bob, "ask nonsense")
	sees(bob, "nonsense")
	types(bob, "ask dvonn none second")
	sees(anna, "DVONN, No clock, You begin")
	types(anna, "accept")
	sees(bob, "The terms have changed.\nDVONN, No clock, The other one begins")
	types(bob, "sit")
	sees(anna, "Cairn: DVONN. Anna begins, Bob answers.")
	sees(bob, "Cairn: DVONN. Anna begins, Bob answers.")
	// What is typed now is for the game.
	types(anna, "resign\nquit")
	sees(bob, "Anna resigned. You win!")
	types(bob, "quit")
	for _, h := range []*hand{anna, bob} {
		if err := h.Wait(); err != nil {
			t.Errorf("%v:\n%s", err, h.out)
		}
	}
}

// TestUnsentMove leaves a move that the server did not hear of, and sends it with the next
// start; one that comes too late is said to be lost.
func TestUnsentMove(t *testing.T) {
	t.Parallel()
	data, state := t.TempDir(), t.TempDir()
	serve := func(addr string) *serving {
		s, err := startServing(nil, "--addr", addr, "--data", data, "--log", "error")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.cancel)
		return s
	}
	server := serve("127.0.0.1:0")
	url := strings.TrimSuffix(server.url, "/")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	play := func(state string, args ...string) (*exec.Cmd, *logged, io.WriteCloser) {
		cmd := exec.CommandContext(ctx, "cairn", append([]string{"play", "--plain", "--server", url, "--board", "never", "--lang", "en"}, args...)...)
		cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_CONFIG_HOME="+state)
		out := &logged{}
		cmd.Stdout, cmd.Stderr = out, out
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		return cmd, out, in
	}
	sees := func(out *logged, text string) {
		t.Helper()
		for !strings.Contains(out.String(), text) {
			if ctx.Err() != nil {
				t.Fatalf("nobody says %q:\n%s", text, out)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	// kept waits until so many moves are kept.
	kept := func(n int) {
		t.Helper()
		for {
			files, _ := filepath.Glob(filepath.Join(state, "cairn", "unsent", "*.json"))
			if len(files) == n {
				return
			}
			if ctx.Err() != nil {
				t.Fatalf("%d moves are kept, want %d", len(files), n)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	session, err := client.NewSession(url, client.Options{})
	if err == nil {
		_, err = session.Guest(ctx, "Bob")
	}
	if err != nil {
		t.Fatal(err)
	}
	made, err := session.Create(ctx, api.Options{Game: "dvonn", Control: "-", Side: "second"})
	if err != nil {
		t.Fatal(err)
	}
	interrupt := func(cmd *exec.Cmd) {
		t.Helper()
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
	}
	// leaves plays a move while the server is away, and is interrupted.
	leaves := func(move string) {
		t.Helper()
		cmd, out, in := play(state, made.ID, "--name", "Anna")
		sees(out, "Your turn.")
		if _, err := server.end(); err != nil {
			t.Fatal(err)
		}
		sees(out, "The connection to the server is lost")
		if _, err := io.WriteString(in, move+"\n"); err != nil {
			t.Fatal(err)
		}
		kept(1)
		interrupt(cmd)
		sees(out, "your move "+move+" has not reached the server yet")
		server = serve(strings.TrimPrefix(url, "http://"))
	}
	leaves("e3")
	cmd, out, in := play(state, made.ID)
	sees(out, "Your move e3, which was not sent last time, has reached the server now: "+url+"/"+made.ID)
	kept(0)
	live := session.Live(client.LiveOptions{})
	defer live.Close()
	table := live.Watch(made.ID)
	if err := table.Wait(ctx, func(v *client.View) bool { return v.State != nil && v.State.Ply() == 1 }); err != nil {
		t.Fatal(err)
	}
	if _, err := table.Move(ctx, "f3"); err != nil {
		t.Fatal(err)
	}
	sees(out, "Bob: DVONN piece on f3.")
	in.Close()
	_ = cmd.Wait()

	leaves("g3")
	// At another terminal of the same person the game goes on.
	other := t.TempDir()
	servers, err := os.ReadFile(filepath.Join(state, "cairn", "servers.json"))
	if err == nil {
		err = os.MkdirAll(filepath.Join(other, "cairn"), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(other, "cairn", "servers.json"), servers, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd, out, in = play(other, made.ID)
	sees(out, "Your turn.")
	if _, err := io.WriteString(in, "d3\n"); err != nil {
		t.Fatal(err)
	}
	sees(out, "To move: Bob.")
	interrupt(cmd)
	cmd, out, _ = play(state, made.ID)
	sees(out, "Your move g3, which was not sent last time, is not played: the game has gone on")
	kept(0)
	interrupt(cmd)
}

// TestServerAndTable reads what the page of a table shows, and what people type.
func TestServerAndTable(t *testing.T) {
	for _, tt := range []struct{ server, game, address, id string }{
		{"http://127.0.0.1:8080", "", "http://127.0.0.1:8080", ""},
		{"http://127.0.0.1:8080/", "abcdefg2", "http://127.0.0.1:8080", "abcdefg2"},
		{"https://play.example.org/abcdefg2", "", "https://play.example.org", "abcdefg2"},
		{"192.0.2.2:8098", "dvonn", "http://192.0.2.2:8098", ""},
		{"192.0.2.2:8098/abcdefg2", "", "http://192.0.2.2:8098", "abcdefg2"},
		{"localhost:8080/abcdefg2?x#y", "", "http://localhost:8080", "abcdefg2"},
	} {
		c := playCmd{Server: tt.server, Game: tt.game}
		address, id, err := c.serverAndTable()
		if err != nil || address != tt.address || id != tt.id {
			t.Errorf("%s %s: %q, %q, %v", tt.server, tt.game, address, id, err)
		}
	}
}
