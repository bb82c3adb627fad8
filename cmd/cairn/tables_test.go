package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
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
	return guestMark.ReplaceAllString(l.text.String(), "")
}

// guestMark is what tells guests of one name apart, which is another one at each run.
var guestMark = regexp.MustCompile(` ·\d\d`)

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

// patience ends a test that hangs; it decides nothing else.
const patience = 3 * time.Minute

// remote is a person at a terminal that plays at a server.
type remote struct {
	*exec.Cmd
	t   *testing.T
	ctx context.Context
	in  io.WriteCloser
	out *logged
}

// startRemote starts "cairn play --server" with a folder for what it keeps, and English
// lines without boards.
func startRemote(ctx context.Context, t *testing.T, url, state string, args ...string) *remote {
	t.Helper()
	args = append([]string{"play", "--server", url, "--board", "never", "--lang", "en"}, args...)
	r := &remote{exec.CommandContext(ctx, "cairn", args...), t, ctx, nil, &logged{}}
	r.Env = append(os.Environ(), "XDG_STATE_HOME="+state, "XDG_CONFIG_HOME="+state)
	r.Stdout, r.Stderr = r.out, r.out
	var err error
	if r.in, err = r.StdinPipe(); err == nil {
		err = r.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// types enters lines.
func (r *remote) types(lines string) {
	r.t.Helper()
	if _, err := io.WriteString(r.in, lines+"\n"); err != nil {
		r.t.Fatalf("%v:\n%s", err, r.out)
	}
}

// sees waits until the terminal has said a text.
func (r *remote) sees(text string) {
	r.t.Helper()
	for !strings.Contains(r.out.String(), text) {
		if r.ctx.Err() != nil {
			r.t.Fatalf("nobody says %q:\n%s", text, r.out)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// seesTable waits until the terminal has said the address of a table, and returns its id.
func (r *remote) seesTable(url string) string {
	r.t.Helper()
	r.sees(url + "/")
	for {
		if _, rest, _ := strings.Cut(r.out.String(), url+"/"); len(rest) > 8 {
			return rest[:8]
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// ends waits until the terminal has ended, as it should.
func (r *remote) ends() {
	r.t.Helper()
	if err := r.Wait(); err != nil {
		r.t.Errorf("%v:\n%s", err, r.out)
	}
}

// TestPlayAtServer plays a short game between two terminals while a third looks on. Each
// move is made when all have the one before it: two that come together are shown in
// one piece.
func TestPlayAtServer(t *testing.T) {
	t.Parallel()
	url := serveTables(t)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	terminal := func(args ...string) *remote { return startRemote(ctx, t, url, t.TempDir(), args...) }
	anna := terminal("dvonn", "--name", "Anna")
	table := anna.seesTable(url)
	watcher := terminal(table, "--watch")
	watcher.sees(table)
	bob := terminal(table, "--name", "Bob")
	anna.sees("Cairn: DVONN. Anna starts, Bob answers.")
	watcher.sees("You’re watching.")
	watcher.sees("To move: Anna.")
	bob.sees("To move: Anna.")
	anna.types("e3")
	bob.sees("Anna: DVONN piece on e3.\nYour turn.")
	watcher.sees("Anna: DVONN piece on e3.\nTo move: Bob.")
	bob.types("c2")
	bob.sees("Bob: DVONN piece on c2.\nTo move: Anna.")
	anna.sees("Bob: DVONN piece on c2.\nYour turn.")
	anna.types("d3")
	bob.sees("Anna: DVONN piece on d3.\nYour turn.")
	bob.types("d2")
	anna.sees("Bob: black piece on d2.\nYour turn.")
	anna.types("resign\nquit")
	anna.sees("Anna resigned. You lose.")
	bob.sees("Anna resigned. You win!")
	watcher.sees("Anna resigned. Bob wins.")
	bob.types("quit")
	watcher.in.Close()
	for _, h := range []*remote{anna, watcher, bob} {
		h.ends()
	}
}

// TestLobbyByLines finds a table in the lobby, plays there, and makes another one, all
// through pipes.
func TestLobbyByLines(t *testing.T) {
	t.Parallel()
	url := serveTables(t)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	person := func(name string) *remote { return startRemote(ctx, t, url, t.TempDir(), "--plain", "--name", name) }
	maker := person("Anna")
	maker.types("nonsense\nnew dvonn 5x3\nnew dvonn 5+3\nresign\nquit")
	maker.sees("Waiting for an opponent.")
	// Who begins is drawn; that player resigns, and the other one finds the game over.
	joiner := person("Bob")
	joiner.types("9\nask 7 dvonn 3+2\nask\n\n1\nresign\nlobby\nquit")
	for _, r := range []*remote{maker, joiner} {
		r.ends()
	}
	for out, want := range map[*logged][]string{
		maker.out:  {"No one is waiting.", "Unknown command “nonsense”", "5x3 isn’t a clock", " resigned. You "},
		joiner.out: {"Open seats:\n1. Anna, DVONN, 5 min", "No table here has the number 9.", "No table here has the number 7.", "Type a number to join or watch", " resigned. You "},
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
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	person := func(name string) *remote { return startRemote(ctx, t, url, t.TempDir(), "--plain", "--name", name) }
	anna, bob := person("Anna"), person("Bob")
	anna.types("new lyngk 5+3 second")
	anna.sees("Waiting for an opponent.")
	anna.types("terms 10+5")
	anna.sees("The terms have changed.\nLYNGK, 10 min")

	bob.sees("Type a number")
	bob.types("")
	bob.sees("1. Anna, LYNGK, 10 min")
	bob.types("ask 1 lyngk6")
	bob.sees("You asked for other terms.\nLYNGK: stack of 6, 10 min")
	anna.sees("Bob asks for other terms.\nLYNGK: stack of 6, 10 min")
	anna.types("decline")
	bob.sees("Your wish for other terms was declined.")
	bob.types("ask nonsense")
	bob.sees("nonsense")
	bob.types("ask dvonn none second")
	anna.sees("DVONN, No clock, You start")
	anna.types("accept")
	bob.sees("The terms have changed.\nDVONN, No clock, Opponent starts")
	bob.types("sit")
	anna.sees("Cairn: DVONN. Anna starts, Bob answers.")
	bob.sees("Cairn: DVONN. Anna starts, Bob answers.")
	// What is typed now is for the game.
	anna.types("resign\nquit")
	bob.sees("Anna resigned. You win!")
	bob.types("quit")
	for _, h := range []*remote{anna, bob} {
		h.ends()
	}
}

// TestUnsentMove leaves a move that the server did not hear of, and sends it with the next
// start; one that comes too late is said to be lost.
func TestUnsentMove(t *testing.T) {
	t.Parallel()
	data, state := t.TempDir(), t.TempDir()
	serve := func(addr string) *serving {
		s, err := startServing(nil, "--addr", addr, "--data", data, "--log", "error")
		// The address is free again, but another test may have it for a moment.
		for until := time.Now().Add(patience); err != nil && time.Now().Before(until); {
			time.Sleep(100 * time.Millisecond)
			s, err = startServing(nil, "--addr", addr, "--data", data, "--log", "error")
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.cancel)
		return s
	}
	server := serve("127.0.0.1:0")
	url := strings.TrimSuffix(server.url, "/")
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	play := func(state string, args ...string) *remote {
		return startRemote(ctx, t, url, state, append([]string{"--plain"}, args...)...)
	}
	// kept waits until n moves are kept.
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
	interrupt := func(r *remote) {
		t.Helper()
		if err := r.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = r.Wait()
	}
	// leaves plays a move while the server is away, and ends.
	leaves := func(move string, end func(*remote)) {
		t.Helper()
		anna := play(state, made.ID, "--name", "Anna")
		anna.sees("Your turn.")
		if _, err := server.end(); err != nil {
			t.Fatal(err)
		}
		anna.sees("The server is restarting.")
		anna.types(move)
		kept(1)
		end(anna)
		anna.sees("your move " + move + " hasn’t reached the server yet")
		server = serve(strings.TrimPrefix(url, "http://"))
	}
	leaves("e3", interrupt)
	anna := play(state, made.ID)
	anna.sees("Your move e3, which wasn’t sent last time, has reached the server now: " + url + "/" + made.ID)
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
	anna.sees("Bob: DVONN piece on f3.")
	anna.in.Close()
	_ = anna.Wait()

	leaves("g3", func(r *remote) {
		r.sees("not sent yet")
		r.types("look g3\ndraw\nquit")
		r.sees("g3: empty")
		r.sees("First the server has to answer what you did last")
		r.ends()
	})
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
	anna = play(other, made.ID)
	anna.sees("Your turn.")
	anna.types("d3")
	if err := table.Wait(ctx, func(v *client.View) bool { return v.State.Ply() == 3 }); err != nil {
		t.Fatal(err)
	}
	interrupt(anna)
	anna = play(state, made.ID)
	anna.sees("Your move g3, which wasn’t sent last time, isn’t played: the game has moved on")
	kept(0)
	interrupt(anna)
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
		{"", "http://localhost:8080/ABCDEFG2%20", "http://localhost:8080", "abcdefg2"},
		{"", "localhost:8080/abcdefg2/", "http://localhost:8080", "abcdefg2"},
		{"", "https://play.example.org/", "https://play.example.org", ""},
		{"http://localhost:8080/", "http://localhost:8080/abcdefg2/", "http://localhost:8080", "abcdefg2"},
	} {
		c := playCmd{Server: tt.server, Game: tt.game}
		c.takeAddress()
		address, id, err := c.serverAndTable()
		if err != nil || address != tt.address || id != tt.id {
			t.Errorf("%s %s: %q, %q, %v", tt.server, tt.game, address, id, err)
		}
	}
}

// TestDrill is the drill of docs/operations.md: a backup of a server at which two people
// play, restored into an empty folder, and the game finished there. What was played after
// the backup is not in it; the two go on from before.
func TestDrill(t *testing.T) {
	withoutRaceDetector(t) // TestDrainMovesPlayers has a server in use, internal/people/store the copies and deletions
	t.Parallel()
	dir := t.TempDir()
	before, after, file := filepath.Join(dir, "before"), filepath.Join(dir, "after"), filepath.Join(dir, "tables.backup.gz")
	serve := func(addr, data string) *serving {
		s, err := startServing(nil, "--addr", addr, "--data", data, "--log", "error")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.cancel)
		return s
	}
	store := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "cairn", append([]string{"store"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("store %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	server := serve("127.0.0.1:0", before)
	url := strings.TrimSuffix(server.url, "/")
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	annas, bobs := t.TempDir(), t.TempDir()
	anna := startRemote(ctx, t, url, annas, "--plain", "dvonn", "--side", "first", "--clock", "5+3", "--name", "Anna")
	id := anna.seesTable(url)
	bob := startRemote(ctx, t, url, bobs, "--plain", id, "--name", "Bob")
	bob.sees("To move: Anna.")
	anna.types("e3")
	bob.sees("Your turn.")
	bob.types("f3")
	anna.sees("Bob: DVONN piece on f3.")

	said := store("backup", file, "--data", before)
	anna.types("d3")
	bob.sees("Anna: DVONN piece on d3.")
	// Bob may see the move before Anna knows that it was stored; she would send it again.
	for unsent := []string{""}; len(unsent) > 0; time.Sleep(5 * time.Millisecond) {
		if unsent, _ = filepath.Glob(filepath.Join(annas, "cairn", "unsent", "*.json")); ctx.Err() != nil {
			t.Fatalf("%d moves were not acknowledged", len(unsent))
		}
	}
	// The machine is lost. Pipes that are cut leave the game to the server.
	for _, r := range []*remote{anna, bob} {
		if err := r.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = r.Wait()
	}
	server.cancel()
	_ = server.cmd.Wait()
	if restored := store("restore", file, "--data", after); restored != said || !strings.HasPrefix(said, "1 table, ") {
		t.Errorf("the backup says %q, its restoration %q", said, restored)
	}
	if said := store("check", "--data", after); !strings.Contains(said, "no disagreement") {
		t.Error(said)
	}

	serve(strings.TrimPrefix(url, "http://"), after)
	anna = startRemote(ctx, t, url, annas, "--plain", id)
	bob = startRemote(ctx, t, url, bobs, "--plain", id)
	anna.sees("Your turn.")
	bob.sees("To move: Anna.")
	anna.types("c1")
	bob.sees("Anna: DVONN piece on c1.\nYour turn.")
	// Who has just moved need not wait for the answer.
	anna.types("resign\nquit")
	bob.sees("Anna resigned. You win!")
	bob.types("quit")
	anna.ends()
	bob.ends()
}

// TestAccountByLines keeps a name and signs in from the lobby, through pipes: the code that one says makes the other the
// same person, also at the next start.
func TestAccountByLines(t *testing.T) {
	t.Parallel()
	url := serveTables(t)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	one := startRemote(ctx, t, url, t.TempDir(), "--plain", "--name", "Anna")
	one.types("claim Marta\nclaim Ines\nquit")
	one.ends()
	said := one.out.String()
	code := regexp.MustCompile(`(?m)^[0-9A-Z]{5}(?:-[0-9A-Z]{5}){3}$`).FindString(said)
	if code == "" || !strings.Contains(said, "Marta, this is your code") || !strings.Contains(said, "You already have a name of your own.") {
		t.Fatalf("no code is said:\n%s", said)
	}
	home := t.TempDir()
	other := startRemote(ctx, t, url, home, "--plain", "--name", "Bob")
	other.types("help\nclaim marta\nsignin Marta\nwrong\nsignin marta\n" + code + "\nquit")
	other.ends()
	for _, want := range []string{"keeps a name for you", "Someone else has this name", "Name and code don’t belong together.", "You are Marta at " + url} {
		if !strings.Contains(other.out.String(), want) {
			t.Errorf("nobody said %q:\n%s", want, other.out)
		}
	}
	again := startRemote(ctx, t, url, home, "--plain", "--name", "Bob")
	again.types("claim x\nquit")
	again.ends()
	if !strings.Contains(again.out.String(), "You already have a name of your own.") {
		t.Errorf("the next start is somebody else:\n%s", again.out)
	}
}
