package ugi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/lyngk"
	"cairn.example/players"
	"cairn.example/ugi"
)

// TestMain lets this binary be the program at the other end: a good one, or one
// that misbehaves.
func TestMain(m *testing.M) {
	switch kind := os.Getenv("UGI_TEST_PROGRAM"); kind {
	case "":
		os.Exit(m.Run())
	case "good":
		if err := (&ugi.Server{}).Run(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
	default:
		if strings.HasPrefix(kind, "parent") {
			beParent(kind)
		} else {
			misbehave(kind)
		}
	}
}

// misbehave greets well, then does one thing wrong.
func misbehave(kind string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		word, _, _ := strings.Cut(in.Text(), " ")
		switch {
		case kind == "mute":
		case word == "ugi":
			fmt.Println("id name Bad", kind)
			fmt.Println("option name Game type combo default lyngk var lyngk")
			fmt.Println("ugiok")
		case word == "isready":
			fmt.Println("readyok")
		case word == "go" && kind == "crash":
			fmt.Fprintln(os.Stderr, "something broke")
			os.Exit(3)
		case word == "go" && kind == "illegal":
			fmt.Println("bestmove a1-i1")
		case word == "go" && kind == "empty":
			fmt.Println("bestmove")
		case word == "go" && kind == "flood":
			fmt.Println(strings.Repeat("x", 1<<20))
			fmt.Println("info depth 3 score cp 5 pv zz")
			fmt.Println("bestmove a1-i1")
		case word == "quit" && kind != "deaf":
			return
		}
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(4)
	}
	if kind == "deaf" {
		select {}
	}
}

func program(t *testing.T, kind string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("UGI_TEST_PROGRAM", kind)
	return []string{self}
}

// session is a server that a test talks to.
type session struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func serve(t *testing.T, s *ugi.Server) *session {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &session{t: t, in: inW, lines: make(chan string, 1000), ended: make(chan error, 1)}
	go func() {
		c.ended <- s.Run(context.Background(), inR, outW)
		outW.Close()
		inR.Close()
	}()
	go func() {
		scan := bufio.NewScanner(outR)
		for scan.Scan() {
			c.lines <- scan.Text()
		}
		if err := scan.Err(); err != nil {
			t.Error(err)
		}
		close(c.lines)
	}()
	t.Cleanup(func() { inW.Close() })
	return c
}

func (c *session) send(lines ...string) {
	for _, l := range lines {
		fmt.Fprintln(c.in, l)
	}
}

// until returns the lines up to the first that begins with prefix.
func (c *session) until(prefix string) []string {
	c.t.Helper()
	var all []string
	for {
		select {
		case l, ok := <-c.lines:
			if !ok {
				c.t.Fatalf("the server ended without %q; it said %q", prefix, all)
			}
			all = append(all, l)
			if strings.HasPrefix(l, prefix) {
				return all
			}
		case <-time.After(30 * time.Second):
			c.t.Fatalf("no %q; got %q", prefix, all)
		}
	}
}

func (c *session) last(prefix string) string {
	c.t.Helper()
	all := c.until(prefix)
	return all[len(all)-1]
}

// ask sends a line and returns the next one that begins with prefix.
func (c *session) ask(line, prefix string) string {
	c.t.Helper()
	c.send(line)
	return c.last(prefix)
}

func TestServer(t *testing.T) {
	c := serve(t, &ugi.Server{Name: "Test 1"})
	c.send("ugi")
	hello := strings.Join(c.until("ugiok"), "\n")
	for _, want := range []string{
		"id name Test 1", "option name Game type combo default lyngk var lyngk var lyngk-captured var lyngk6 var dvonn",
		"option name Hash type spin", "option name Threads type spin", "option name MultiPV type spin", "option name Level type spin default 10 min 1 max 10", "option name Ponder type check default false",
	} {
		if !strings.Contains(hello, want) {
			t.Errorf("the greeting lacks %q:\n%s", want, hello)
		}
	}
	if got := c.ask("isready", "readyok"); got != "readyok" {
		t.Error(got)
	}
	c.send("setoption name Game value dvonn", "setoption name Hash value 1", "setoption name MultiPV value 2", "position startpos")
	for question, want := range map[string]string{"gameover": "false", "p1turn": "true", "result": "none"} {
		if got := c.ask("query "+question, "response"); got != "response "+want {
			t.Errorf("query %s: %s", question, got)
		}
	}
	c.send("position full seed one two", "go nodes 3000")
	all := c.until("bestmove")
	start := dvonn.Game.StartFull("one two")
	seen := map[int]bool{}
	for _, l := range all[:len(all)-1] {
		i, ok := ugi.ParseInfo(l, start)
		if !ok || len(i.PV) == 0 || i.Depth == 0 {
			t.Errorf("unreadable info %q: %+v", l, i)
			continue
		}
		seen[i.MultiPV] = true
		if again := ugi.InfoLine(dvonn.Game, i); again != l {
			t.Errorf("info read and written again:\n%s\n%s", l, again)
		}
	}
	if !seen[1] || !seen[2] {
		t.Errorf("MultiPV 2 told of lines %v", seen)
	}
	best := strings.Fields(all[len(all)-1])
	if _, err := start.ParseMove(best[1]); err != nil {
		t.Error(err)
	}
	if got := c.ask("position fen "+start.String()+" moves "+best[1]+"\nd", "position"); !strings.HasSuffix(got, " b move") {
		t.Errorf("d says %s", got)
	}
	c.send("quit")
	if err := <-c.ended; err != nil {
		t.Error(err)
	}
}

// TestOver asks for a move after the end of a game.
func TestOver(t *testing.T) {
	c := serve(t, &ugi.Server{Game: dvonn.Game})
	c.send("position fen ././D,W/.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,./.,. w move")
	p := dvonn.Game.StartFull("over")
	s := game.NewStream("ugi test", "dvonn", "over")
	line := "position fen " + p.String() + " moves"
	for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
		m := moves[s.Intn(len(moves))]
		line += " " + dvonn.Game.MoveText(m)
		p.PlayUnchecked(m)
	}
	c.send(line)
	if got := c.ask("query gameover", "response"); got != "response true" {
		t.Error(got)
	}
	want := map[game.Outcome]string{game.FirstWins: "p1win", game.SecondWins: "p2win", game.Draw: "draw"}[p.Outcome()]
	if got := c.ask("query result", "response"); got != "response "+want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := c.ask("go depth 3", "bestmove"); got != "bestmove none" {
		t.Error(got)
	}
}

func TestPerft(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	start := lyngk.Standard.Start("perft")
	c.send("position startpos seed perft")
	all := strings.Join(func() []string { c.send("go perft 2"); return c.until("perft total") }(), "\n")
	if want := fmt.Sprintf("perft total %d ", game.Perft(start, 2, true)); !strings.Contains(all, want) {
		t.Errorf("%s lacks %q", all, want)
	}
	if n := strings.Count(all, "\n"); n != len(start.Moves(nil)) {
		t.Errorf("%d first moves, want %d", n, len(start.Moves(nil)))
	}
	c.send("go perft 50", "isready")
	c.last("readyok") // it is being counted
	if got := c.ask("stop", "perft stopped"); got != "perft stopped" {
		t.Error(got)
	}
	if got := c.ask("go perft 0", "perft total"); !strings.HasPrefix(got, "perft total 1 ") {
		t.Error(got)
	}
}

func TestStop(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	c.send("position startpos seed stop")
	for range 3 {
		c.send("go infinite", "isready")
		c.last("readyok")
		if got := c.ask("go depth 1", "info string error"); !strings.Contains(got, "wait for the search") {
			t.Error(got)
		}
		if got := c.ask("stop", "bestmove"); strings.Contains(got, "none") {
			t.Error(got)
		}
	}
	c.send("go ponder movetime 20")
	c.last("info depth 1")
	c.ask("ponderhit", "bestmove")
	if got := c.ask("ponderhit", "info string error"); got == "" {
		t.Error("a second ponderhit passed")
	}
}

// An endless search that is finished by itself still waits for stop.
func TestEndlessWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(t, &ugi.Server{Game: lyngk.Standard})
		c.send("position startpos seed stop", "go infinite depth 1")
		c.last("info depth 1")
		synctest.Wait() // until nothing moves any more
		for len(c.lines) > 0 {
			if l := <-c.lines; !strings.HasPrefix(l, "info") {
				t.Errorf("an answer before stop: %s", l)
			}
		}
		c.ask("stop", "bestmove")
	})
}

// A "go" that cannot be obeyed is answered, so that no driver waits for ever.
func TestGoRefused(t *testing.T) {
	c := serve(t, &ugi.Server{Games: []game.Game{dvonn.Game}})
	if got := c.ask("setoption name Game value lyngk", "info string error"); !strings.Contains(got, "lyngk") {
		t.Error(got)
	}
	c.send("position full seed x")
	if got := c.ask("go nodes 100", "bestmove"); strings.Contains(got, "none") {
		t.Errorf("after a game that was refused: %s", got)
	}
	for line, end := range map[string]string{"go depth many": "bestmove none", "go quickly": "bestmove none", "go perft x": "perft stopped"} {
		c.send(line)
		c.last("info string error")
		if got := c.last(end); got != end {
			t.Errorf("%s ends with %q", line, got)
		}
	}
	broken := serve(t, &ugi.Server{Player: func(game.Game, ugi.Settings) (players.Player, error) { return nil, errors.New("no mind") }})
	broken.send("go depth 1")
	broken.last("info string error: no mind")
	broken.last("bestmove none")
}

// TestReadyok: the player is made before "readyok" and not by "go", at first and where an
// option asks for another one.
func TestReadyok(t *testing.T) {
	var made atomic.Int32
	c := serve(t, &ugi.Server{Player: func(g game.Game, s ugi.Settings) (players.Player, error) {
		made.Add(1)
		return ugi.NewPlayer(g, s)
	}})
	for i, line := range []string{"ugi", "setoption name Game value dvonn", "setoption name Hash value 2", "setoption name Level value 3"} {
		c.send(line)
		c.ask("isready", "readyok")
		if got := int(made.Load()); got != i+1 {
			t.Errorf("%s: %d players made before readyok, want %d", line, got, i+1)
		}
		c.ask("isready", "readyok")
		c.ask("go nodes 10", "bestmove")
		if got := int(made.Load()); got != i+1 {
			t.Errorf("%s: %d players made after go, want %d", line, got, i+1)
		}
	}
	broken := serve(t, &ugi.Server{Player: func(game.Game, ugi.Settings) (players.Player, error) { return nil, errors.New("no mind") }})
	broken.ask("isready", "info string error: no mind")
	broken.last("readyok")
}

// A clock that is not named is none: the side to move thinks by what else is asked.
// TestGoAfterRefusedPosition: no other position is searched in place of one that was
// refused.
func TestGoAfterRefusedPosition(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	for _, again := range []string{"position startpos", "uginewgame", "setoption name Game value dvonn\nsetoption name Game value lyngk"} {
		c.send("position fen nonsense", "go nodes 1")
		if got := c.until("bestmove"); got[len(got)-1] != "bestmove none" || !strings.Contains(strings.Join(got, "\n"), "the last position was refused") {
			t.Errorf("after a refused position: %q", got)
		}
		c.send(again, "go nodes 1")
		if got := c.until("bestmove"); got[len(got)-1] == "bestmove none" {
			t.Errorf("after %q: %q", again, got)
		}
	}
}

func TestClocksPerSide(t *testing.T) {
	p := lyngk.Standard.Start("clock")
	for line, clocked := range map[string]bool{
		"p1time 3000": true, "p2time 3000": false, "p1time 0": true, "p1time 1 p2time 1": true, "p1inc 100": false,
	} {
		if g, err := ugi.ParseGo(strings.Fields(line), p); err != nil || g.Clocked != clocked {
			t.Errorf("go %s: clocked %t, %v", line, g.Clocked, err)
		}
	}
	g, err := ugi.ParseGo(strings.Fields("nodes 99999999999999 movetime 99999999999999999999"), p)
	if err != nil || g.Nodes != 99999999999999 || g.MoveTime < 10_000*time.Hour {
		t.Errorf("%+v, %v", g, err)
	}
	// Without a limit of its own it thinks until stop, or the end of input.
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	c.send("position startpos seed clock", "go p2time 3000")
	c.last("info depth 4")
	c.ask("stop", "bestmove")
	c.send("go p2time 3000")
	c.in.Close()
	c.last("bestmove")
}

// TestWait runs a whole script through a pipe.
func TestWait(t *testing.T) {
	script := `setoption name Game value dvonn
position full seed a
go nodes 500
wait
position full seed b
go nodes 500
wait
go infinite
wait
d
quit
`
	var out strings.Builder
	if err := (&ugi.Server{}).Run(context.Background(), strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "bestmove "); n != 3 || strings.Contains(out.String(), "error") || !strings.Contains(out.String(), "\nkey ") {
		t.Errorf("%d answers:\n%s", n, out.String())
	}
}

// TestUnknownOption refuses an option by a list of those that the greeting offers.
func TestUnknownOption(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	c.send("ugi")
	var offered []string
	for _, l := range c.until("ugiok") {
		if name, ok := strings.CutPrefix(l, "option name "); ok {
			name, _, _ = strings.Cut(name, " type ")
			offered = append(offered, name)
		}
	}
	want := `info string error: no option is called "Colour"; known options: ` + strings.Join(offered, ", ")
	if got := c.ask("setoption name Colour value red", "info string error"); len(offered) == 0 || got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestPlayerOfSettings holds who plays: a named player, else the level, which means
// nothing to the engine by name.
func TestPlayerOfSettings(t *testing.T) {
	for _, c := range []struct {
		player string
		level  int
		want   string
	}{
		{"", 3, "level3"}, {"", players.Levels, "engine"}, {"engine", 3, "engine"}, {"greedy", 3, "greedy"},
	} {
		p, err := ugi.NewPlayer(lyngk.Standard, ugi.Settings{Hash: 1, Threads: 1, Player: c.player, Level: c.level})
		if err != nil {
			t.Fatal(err)
		}
		if p.Name() != c.want {
			t.Errorf("player %q at level %d is %s, want %s", c.player, c.level, p.Name(), c.want)
		}
	}
}

// TestOptionsAreKept sets each option and reads it back from the greeting.
func TestOptionsAreKept(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	for _, o := range []string{"Hash 2", "Threads 3", "MultiPV 4", "Level 5", "Ponder true", "Overhead 60", "Seed some words"} {
		name, value, _ := strings.Cut(o, " ")
		c.send("setoption name "+name+" value "+value, "ugi")
		found := false
		for _, l := range c.until("ugiok") {
			rest, ok := strings.CutPrefix(l, "option name "+name+" type ")
			found = found || ok && strings.Contains(rest+" ", " default "+value+" ")
		}
		if !found {
			t.Errorf("%s is not kept", o)
		}
	}
}

// TestNewGame begins a new game at the start position.
func TestNewGame(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	start := c.ask("d", "position")
	c.until("result")
	c.send("position startpos seed other")
	if other := c.ask("d", "position"); other == start {
		t.Fatal("the seed makes no difference")
	}
	c.until("result")
	c.send("uginewgame")
	if again := c.ask("d", "position"); again != start {
		t.Errorf("a new game begins with %s", again)
	}
	c.until("result")
}

// TestBad sends what nobody should send: each line gets one error, a "go" its end
// too, and nothing ends.
func TestBad(t *testing.T) {
	c := serve(t, &ugi.Server{Game: lyngk.Standard})
	for _, bad := range []string{
		"hello", "GO", "go depth", "go depth x", "go depth 0", "go depth -4", "go nodes -99999999999999999999", "go movetime 1.5",
		"go fast", "go searchmoves", "go searchmoves a1-i1", "position", "position here", "position fen", "position fen x/y 1 -:- 0:0",
		"position full", "position startpos 7", "position startpos moves zz", "setoption", "setoption name", "setoption name Colour value red",
		"setoption name Hash value 0", "setoption name Hash value 1e9", "setoption name Hash", "setoption name Threads value -1", "setoption name Level value 11",
		"setoption name Ponder value maybe", "setoption name Game value chess", "query", "query everything", "query gameover now",
		"ponderhit", "\x00\x01\xff", strings.Repeat("a", 100_000), "position fen " + strings.Repeat("/", 50_000),
	} {
		got := c.ask(bad, "info string error: ")
		if len(got) > 300 || strings.ContainsAny(got, "\x00\x01") || !utf8.ValidString(got) {
			t.Errorf("%.40q: %q", bad, got)
		}
		if strings.HasPrefix(bad, "go ") {
			if got := c.ask("", ""); got != "bestmove none" {
				t.Errorf("%q ends with %q", bad, got)
			}
		}
		if got := c.ask("isready", ""); got != "readyok" {
			t.Fatalf("%.40q: more than one line: %q", bad, got)
		}
	}
	if got := c.ask("d", "position"); got != "position "+lyngk.Standard.Start("").String() {
		t.Errorf("errors changed the position: %s", got)
	}
	c.until("result")
}

func TestClient(t *testing.T) {
	ctx := context.Background()
	c, err := ugi.Start(ctx, program(t, "good"), ugi.ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Name() != "Cairn" || !c.HasOption("hash") {
		t.Errorf("name %q, option Hash %t", c.Name(), c.HasOption("hash"))
	}
	if err := c.SetOption(ctx, "Hash", "1"); err != nil {
		t.Error(err)
	}
	var f *ugi.Fault
	if err := c.SetOption(ctx, "Hash", "-1"); !errors.As(err, &f) || f.Kind != ugi.Protocol {
		t.Errorf("a refused option: %v", err)
	}
	for _, g := range games.All() {
		if err := c.NewGame(ctx, g); err != nil {
			t.Fatal(err)
		}
		start, p := g.Start("client"), g.Start("client")
		var moves []game.Move
		for range 6 {
			infos := 0
			r, err := c.Go(ctx, start, moves, ugi.Go{Limits: engine.Limits{Nodes: 5000}}, func(engine.Info) { infos++ })
			if err != nil {
				t.Fatal(g.ID(), err)
			}
			if infos == 0 || r.Info.Nodes == 0 || len(r.Info.PV) == 0 || r.Info.PV[0] != r.Move {
				t.Errorf("%s: %d infos, the last %+v", g.ID(), infos, r.Info)
			}
			if err := p.Play(r.Move); err != nil {
				t.Fatal(err)
			}
			moves = append(moves, r.Move)
		}
	}
	// An endless search ends with the context.
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if r, err := c.Go(short, dvonn.Game.StartFull("x"), nil, ugi.Go{Infinite: true}, nil); err != nil || r.Move == 0 {
		t.Errorf("stopped by its context: %v, %v", r, err)
	}
}

func TestFaults(t *testing.T) {
	ctx := context.Background()
	start := lyngk.Standard.Start("faults")
	for kind, want := range map[string]ugi.FaultKind{
		"crash": ugi.Crash, "illegal": ugi.Illegal, "empty": ugi.Illegal, "flood": ugi.Illegal, "hang": ugi.Hang, "mute": ugi.Hang, "deaf": ugi.Hang,
	} {
		t.Run(kind, func(t *testing.T) {
			o := ugi.ClientOptions{Grace: 100 * time.Millisecond}
			if kind == "mute" {
				o.Handshake = 300 * time.Millisecond
			}
			c, err := ugi.Start(ctx, program(t, kind), o)
			if err == nil {
				if err = c.NewGame(ctx, dvonn.Game); err == nil || err.(*ugi.Fault).Kind != ugi.Protocol {
					t.Errorf("a game it does not play: %v", err)
				}
				if err = c.NewGame(ctx, lyngk.Standard); err != nil {
					t.Fatal(err)
				}
				short, cancel := context.WithTimeout(ctx, map[bool]time.Duration{true: 300 * time.Millisecond, false: time.Minute}[want == ugi.Hang])
				defer cancel()
				_, err = c.Go(short, start, nil, ugi.Go{Limits: engine.Limits{MoveTime: 100 * time.Millisecond}}, nil)
				if e := c.Close(); e != nil {
					t.Error(e)
				}
			}
			var f *ugi.Fault
			if !errors.As(err, &f) || f.Kind != want {
				t.Errorf("error %v, want %s", err, want)
			}
			if kind == "crash" && (f == nil || !strings.Contains(f.Detail, "something broke") || !strings.Contains(f.Detail, "status 3")) {
				t.Errorf("the reason is lost: %v", f)
			}
		})
	}
	var f *ugi.Fault
	if _, err := ugi.Start(ctx, []string{"no-such-program-anywhere"}, ugi.ClientOptions{}); !errors.As(err, &f) || f.Kind != ugi.Crash {
		t.Errorf("a program that is not there: %v", err)
	}
}

// A server offers the games that its program plays, and no others.
func TestServerGames(t *testing.T) {
	s := &ugi.Server{Games: []game.Game{dvonn.Game}}
	var out strings.Builder
	script := "ugi\nsetoption name Game value lyngk\nposition startpos moves e3\nd\n"
	if err := s.Run(context.Background(), strings.NewReader(script), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"option name Game type combo default dvonn var dvonn\n", "error: this program does not play lyngk; it plays dvonn\n", "\ngame dvonn\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

func TestGoText(t *testing.T) {
	p := lyngk.Standard.Start("go")
	for _, line := range []string{
		"go infinite", "go movetime 100", "go p1time 1000 p2time 2000 p1inc 10 p2inc 20", "go p1time 1000 p2time 2000 movestogo 5",
		"go ponder p1time 5 p2time 6", "go nodes 7 depth 8", "go perft 3",
	} {
		g, err := ugi.ParseGo(strings.Fields(line)[1:], p)
		if err != nil || g.String() != line {
			t.Errorf("%q became %q, %v", line, g, err)
		}
	}
	// A clock counts without Clocked too, where it is not zero; see engine.Limits.
	for want, l := range map[string]engine.Limits{
		"go p1time 1500 p2time 900 p1inc 10 p2inc 20": {Clock: [2]time.Duration{1500 * time.Millisecond, 900 * time.Millisecond}, Increment: [2]time.Duration{10 * time.Millisecond, 20 * time.Millisecond}},
		"go p2time 900":          {Clock: [2]time.Duration{0, 900 * time.Millisecond}},
		"go p1time 0 p2time 900": {Clock: [2]time.Duration{0, 900 * time.Millisecond}, Clocked: true},
	} {
		if got := (ugi.Go{Limits: l}).String(); got != want {
			t.Errorf("%+v is sent as %q, want %q", l, got, want)
		}
	}
	if g, err := ugi.ParseGo([]string{"p1time", "-50", "p2time", "7"}, p); err != nil || !g.Clocked || g.Clock[0] != 0 || g.Clock[1] != 7*time.Millisecond {
		t.Errorf("a clock below zero: %+v, %v", g, err)
	}
	m := lyngk.Standard.MoveText(p.Moves(nil)[3])
	if g, err := ugi.ParseGo([]string{"searchmoves", m, m, "depth", "2"}, p); err != nil || len(g.Only) != 1 || g.Depth != 2 {
		t.Errorf("searchmoves: %+v, %v", g, err)
	}
}

func TestScoreText(t *testing.T) {
	for text, s := range map[string]engine.Score{"cp -35": -35, "win 12": engine.Win(12), "loss 130": engine.Loss(130)} {
		if got := ugi.ScoreText(s, s.Decided()); got != text {
			t.Errorf("%v is written %q, want %q", int(s), got, text)
		}
		i, ok := ugi.ParseInfo("info depth 1 score "+text, nil)
		if !ok || i.Score != s || i.Proved != s.Decided() {
			t.Errorf("%q is read as %+v", text, i)
		}
	}
	if i, ok := ugi.ParseInfo("info score draw depth 4", nil); !ok || !i.Proved || i.Score != 0 || i.Depth != 4 {
		t.Errorf("a draw is read as %+v", i)
	}
}

// FuzzServer holds that no lines end the process, and that the server is ready
// after them.
func FuzzServer(f *testing.F) {
	f.Add("ugi\nisready\nposition startpos seed x\ngo nodes 10\nwait\nquery result")
	f.Add("setoption name Game value dvonn\nposition full moves\ngo depth 2\nstop\nd")
	f.Add("position fen x\ngo perft 1\ngo searchmoves b1-b2 ponder p1time 1\nponderhit")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "Hash") || strings.Contains(text, "hash") || strings.Contains(text, "perft") {
			return // memory and time as asked for
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		var out strings.Builder
		s := ugi.DefaultSettings()
		s.Hash = 1
		if err := (&ugi.Server{Settings: s}).Run(ctx, io.MultiReader(strings.NewReader(text), strings.NewReader("\nstop\nwait\nisready\n")), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), "readyok\n") && !strings.Contains("\n"+text+" ", "quit") && ctx.Err() == nil {
			t.Errorf("not ready after %q: %q", text, out.String())
		}
		for line := range strings.Lines(out.String()) {
			if !strings.HasSuffix(line, "\n") || strings.Contains(line, "internal:") {
				t.Errorf("bad line %q", line)
			}
		}
	})
}

// BenchmarkStop measures the time from "stop" to "bestmove" in each game:
//
//	go test ./ugi -run xxx -bench Stop -benchtime 50x
func BenchmarkStop(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.ID(), func(b *testing.B) {
			inR, inW := io.Pipe()
			outR, outW := io.Pipe()
			go (&ugi.Server{Game: g}).Run(context.Background(), inR, outW)
			defer inW.Close()
			out := bufio.NewScanner(outR)
			until := func(prefix string) {
				for out.Scan() && !strings.HasPrefix(out.Text(), prefix) {
				}
				if err := out.Err(); err != nil {
					b.Fatal(err)
				}
			}
			var sum, worst time.Duration
			n := 0
			for b.Loop() {
				fmt.Fprintf(inW, "position startpos seed %d\ngo infinite\n", n)
				until("info")
				time.Sleep(5 * time.Millisecond)
				start := time.Now()
				// The pipe has no room: who writes waits for the reader.
				go fmt.Fprintln(inW, "stop")
				until("bestmove")
				d := time.Since(start)
				sum += d
				worst = max(worst, d)
				n++
			}
			b.ReportMetric(float64(sum.Microseconds())/float64(n)/1000, "ms/stop")
			b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
		})
	}
}
