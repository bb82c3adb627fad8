//go:build unix

package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
)

// TestMain lets the test binary be the program in a pseudo-terminal too.
func TestMain(m *testing.M) {
	if os.Getenv("CAIRN_TUI_CHILD") != "" {
		child()
		return
	}
	os.Exit(m.Run())
}

// child is the program: what it shows the environment says.
func child() {
	depth, _ := strconv.Atoi(os.Getenv("CAIRN_DEPTH"))
	o := Options{
		Catalog: i18n.New("en"), Engines: busy{}, Files: disk{}, Depth: draw.Depth(depth), Theme: draw.Dark(),
		Now: time.Now, Seed: func() string { return strconv.FormatInt(time.Now().UnixNano(), 36) }, Pause: -1,
		SavedGames: NewSavedGames(os.Getenv("CAIRN_SHELF")),
	}
	if os.Getenv("CAIRN_NOHUP") != "" || signal.Ignored(syscall.SIGHUP) {
		signal.Ignore(syscall.SIGHUP)
		o.Alive = func() bool { return term.IsTerminal(0) }
	}
	if os.Getenv("CAIRN_THEME") == "light" {
		o.Theme = draw.Light()
	}
	if id := os.Getenv("CAIRN_GAME"); id != "" {
		w := NewGame{Game: id, Seed: os.Getenv("CAIRN_SEED"), Opponent: os.Getenv("CAIRN_VS"), Full: os.Getenv("CAIRN_FULL") != ""}
		setup, err := w.Setup(o.Seed, time.Unix(0, 0))
		if err != nil {
			panic(err)
		}
		if text := os.Getenv("CAIRN_MOVES"); text != "" {
			for _, text := range strings.Fields(text) {
				m, err := setup.Session.Position().ParseMove(text)
				if err == nil {
					err = setup.Session.Play(m)
				}
				if err != nil {
					panic(err)
				}
			}
		}
		o.Open = &setup
	}
	if url := os.Getenv("CAIRN_SERVER"); url != "" {
		var err error
		if o.Server, err = signInChild(url); err != nil {
			panic(err)
		}
		defer o.Server.Live.Close()
		o.Table = os.Getenv("CAIRN_TABLE")
		o.LeftTable = func(table, unsent string) { defer fmt.Printf("left %s, unsent %q\n", table, unsent) }
	}
	if err := Run(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// signInChild is somebody at a server, the same one in every run with the same cookie file.
func signInChild(url string) (*Server, error) {
	file := os.Getenv("CAIRN_COOKIE")
	cookie, _ := os.ReadFile(file)
	session, err := client.NewSession(url, client.Options{Cookie: string(cookie)})
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	if len(cookie) == 0 {
		if _, err = session.Guest(ctx, os.Getenv("CAIRN_NAME")); err == nil {
			err = os.WriteFile(file, []byte(session.Cookie()), 0o600)
		}
	} else {
		_, _, err = session.Me(ctx)
	}
	return &Server{Session: session, Live: session.Live(client.LiveOptions{LongestWait: 50 * time.Millisecond})}, err
}

// busy are real players and the real engine.
type busy struct{}

func (busy) Levels() []string { return []string{"level1", "level2"} }

func (busy) Opponents(game.Game) []string { return []string{"random", "greedy", "level1", "level2"} }

func (busy) Opponent(g game.Game, name, _ string) (Opponent, error) {
	p, err := players.New(g, name, players.Options{Seed: "test"})
	return chooser{p}, err
}

type chooser struct{ players.Player }

func (c chooser) Choose(ctx context.Context, p game.Position, _ play.Clocks) (game.Move, error) {
	r, err := c.Player.Choose(ctx, p, engine.Limits{}, nil)
	return r.Move, err
}

func (busy) Analyst(g game.Game) (Analyst, error) {
	// As the program does: one core is left to the screen.
	threads := max(runtime.GOMAXPROCS(0)-1, 1)
	e, err := players.NewEngine(g, engine.Options{Hash: 16, Threads: threads, Poll: runtime.Gosched})
	if err != nil {
		return nil, err
	}
	return &thinker{engine: e}, nil
}

type thinker struct {
	mu     sync.Mutex
	engine *engine.Engine
}

func (a *thinker) Analyze(ctx context.Context, p game.Position, n int, b Budget, tell func([]Line)) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	lines := map[int]Line{}
	a.engine.Search(ctx, p, engine.Limits{MultiPV: n, MoveTime: b.Time, Nodes: b.Positions}, func(i engine.Info) {
		if len(i.PV) == 0 || i.Score.Decided() {
			return
		}
		s := Score{Points: int(i.Score)}
		if p.Side() == game.Second {
			s.Points = -s.Points
		}
		lines[i.MultiPV] = Line{Moves: i.PV, Score: s, Depth: i.Depth, Speed: i.NPS}
		var list []Line
		for k := 1; lines[k].Moves != nil; k++ {
			list = append(list, lines[k])
		}
		tell(list)
	})
	return ctx.Err()
}

// terminal is the program in a pseudo-terminal.
type terminal struct {
	t     *testing.T
	cmd   *exec.Cmd
	tty   *os.File
	vt    *vt
	saved string
	gone  chan error
	bytes atomic.Int64

	mu     sync.Mutex
	closed bool

	twin *harness // the same table without a terminal, to know where things are
}

// inTerminal starts the program with an environment.
func inTerminal(t *testing.T, w, h int, env ...string) *terminal {
	t.Helper()
	p := &terminal{t: t, vt: newVT(w, h), saved: filepath.Join(t.TempDir(), "games"), gone: make(chan error, 1)}
	for _, e := range env {
		if dir, ok := strings.CutPrefix(e, "CAIRN_SHELF="); ok {
			p.saved = dir
		}
	}
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), "CAIRN_TUI_CHILD=1", "TERM=xterm-256color", "CAIRN_DEPTH=3", "CAIRN_SHELF="+p.saved)
	p.cmd.Env = append(p.cmd.Env, env...)
	tty, err := pty.StartWithSize(p.cmd, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)})
	if err != nil {
		t.Fatalf("no pseudo-terminal: %v", err)
	}
	p.tty = tty
	go p.read(int(tty.Fd()))
	t.Cleanup(func() {
		p.cmd.Process.Kill()
		p.hangUp()
	})
	return p
}

// read hands what the program writes to the screen. It never waits in a read,
// which would keep the terminal open when it is to be closed.
func (p *terminal) read(fd int) {
	_ = syscall.SetNonblock(fd, true)
	buf := make([]byte, 1<<16)
	for {
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			break
		}
		n, err := syscall.Read(fd, buf)
		p.mu.Unlock()
		if n > 0 {
			p.vt.Write(buf[:n])
			p.bytes.Add(int64(n))
			continue
		}
		if !errors.Is(err, syscall.EAGAIN) && !errors.Is(err, syscall.EINTR) {
			break // the program has ended
		}
		time.Sleep(200 * time.Microsecond)
	}
	p.gone <- p.cmd.Wait()
}

// hangUp closes the terminal.
func (p *terminal) hangUp() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.closed {
		p.closed = true
		p.tty.Close()
	}
}

// patience is how long the screen may take before a test gives up: nothing is
// judged by it.
const patience = time.Minute

// until waits for the screen to be as wanted.
func (p *terminal) until(what string, ok func(text string) bool) {
	p.t.Helper()
	for end := time.Now().Add(patience); ; {
		if ok(p.vt.text()) {
			return
		}
		if time.Now().After(end) {
			p.t.Fatalf("the terminal never shows %s:\n%s\nunknown: %v", what, p.vt.text(), p.vt.unknown)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (p *terminal) sees(text string) {
	p.t.Helper()
	p.until(strconv.Quote(text), func(screen string) bool { return strings.Contains(screen, text) })
}

// plies waits until the line with the name of the game counts that number of moves. Other lines
// may name such a number too: "Claiming ivory opens 4 moves".
func (p *terminal) plies(n int) {
	p.t.Helper()
	counts := regexp.MustCompile(fmt.Sprintf(`(LYNGK|DVONN).*\s%d moves?(\s|$)`, n))
	p.until(fmt.Sprintf("the title of a game of %d moves", n), counts.MatchString)
}

func (p *terminal) send(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.tty, text); err != nil {
		p.t.Fatal(err)
	}
}

// click presses and releases the left button at a cell.
func (p *terminal) click(x, y int) {
	p.send(fmt.Sprintf("\x1b[<0;%d;%dM\x1b[<0;%d;%dm", x+1, y+1, x+1, y+1))
}

// mirror makes the twin: a table in the same state, whose view says where the
// spots are.
func (p *terminal) mirror(s Setup) {
	o := trueColor
	o.Pause = -1
	o.Open = &s
	p.twin = newHarness(p.t, o)
	p.twin.size(p.vt.w, p.vt.h)
}

// settled waits until the program shows what the twin does.
func (p *terminal) settled() {
	p.t.Helper()
	want := p.twin.text()
	p.until("what it should, which is\n"+want, func(screen string) bool { return screen == want })
}

// The ways to enter a move, one after the other.
const waysToMove = 4

// move enters a move in one of the ways, in the program and the twin alike.
func (p *terminal) move(m game.Move, way int) {
	p.t.Helper()
	tab := p.twin.gameScreen()
	g := tab.game()
	parts := g.Parts(m)
	names := &g.Layout().Names
	both := func(key string) { p.send(keyCodes[key]); p.twin.press(key) }
	if parts.Pass() {
		both("enter")
		return
	}
	if way%waysToMove == 3 { // typed
		for _, c := range g.MoveText(m) {
			p.send(string(c))
			p.twin.press(string(c))
		}
		both("enter")
		return
	}
	if parts.Claim != 0 {
		for i, c := range tab.claimable() {
			if c == parts.Claim {
				key := strconv.Itoa(i + 1)
				p.send(key)
				p.twin.press(key)
			}
		}
	}
	for _, s := range []game.Spot{parts.From, parts.To} {
		if s == game.NoSpot {
			continue
		}
		switch way % waysToMove {
		case 0: // the mouse
			x, y := p.twin.at(names[s])
			p.click(x, y)
			p.twin.click(names[s])
		case 1: // the arrows
			for _, key := range p.walkTo(s) {
				both(key)
			}
			both("enter")
		case 2: // Tab where it leads there, else the arrows
			set := tab.choice.targets() | tab.choice.points()
			if set == 0 {
				set = tab.choice.origins(tab.choice.claim)
			}
			for n := 0; tab.focus != s && n < 64 && set&s.Bit() != 0; n++ {
				both("tab")
			}
			for _, key := range p.walkTo(s) {
				both(key)
			}
			both("enter")
		}
	}
}

var keyCodes = map[string]string{
	"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
	"shift+up": "\x1b[1;2A", "shift+down": "\x1b[1;2B", "shift+right": "\x1b[1;2C", "shift+left": "\x1b[1;2D",
	"enter": "\r", "tab": "\t", "esc": "\x1b",
}

// walkTo returns the arrows that lead the focus to a spot.
func (p *terminal) walkTo(goal game.Spot) []string {
	tab := p.twin.gameScreen()
	start := tab.focus
	defer func() { tab.focus = start }()
	var names []string
	for name := range arrows {
		names = append(names, name, "shift+"+name)
	}
	sort.Strings(names)
	ways := map[game.Spot][]string{start: {}}
	for todo := []game.Spot{start}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == goal {
			return ways[goal]
		}
		for _, name := range names {
			tab.focus = todo[0]
			tab.walk(arrows[strings.TrimPrefix(name, "shift+")], strings.HasPrefix(name, "shift+"))
			if _, been := ways[tab.focus]; !been {
				ways[tab.focus] = append(append([]string(nil), ways[todo[0]]...), name)
				todo = append(todo, tab.focus)
			}
		}
	}
	p.t.Fatal("no way to a spot")
	return nil
}

// Whole games of each kind, played with real keys and mouse events.
func TestWholeGames(t *testing.T) {
	for _, c := range []struct {
		id   string
		w, h int
		full bool
	}{{"lyngk", 80, 24, false}, {"lyngk-captured", 100, 30, false}, {"lyngk6", 140, 45, false}, {"dvonn", 80, 24, false}} {
		if testing.Short() && c.id != "lyngk" {
			continue // goroutines do the same in every game, and DVONN's takes twice as long
		}
		t.Run(c.id, func(t *testing.T) {
			t.Parallel()
			p := inTerminal(t, c.w, c.h, "CAIRN_GAME="+c.id, "CAIRN_SEED=whole")
			g, err := games.Lookup(c.id)
			if err != nil {
				t.Fatal(err)
			}
			p.mirror(Setup{Session: local.New(g.Start("whole"))})
			p.settled()
			tab := p.twin.gameScreen()
			ply := 0
			for ; !tab.over(); ply++ {
				list := sorted(tab.pos())
				p.move(list[(ply*37+11)%len(list)], ply)
				if got := len(tab.steps); got != ply+1 {
					t.Fatalf("after ply %d there are %d moves", ply+1, got)
				}
				p.settled()
			}
			p.sees(strings.Fields(tab.result())[0])
			t.Logf("%d plies, %d bytes written; %s", ply, p.bytes.Load(), tab.result())
			// The saved holds the whole game, and the program leaves in order.
			p.send("\x03")
			if err := <-p.gone; err != nil {
				t.Fatal(err)
			}
			list, err := NewSavedGames(p.saved).List()
			if err != nil || len(list) != 1 || list[0].Open || strings.Join(list[0].Record.Texts(), " ") != strings.Join(moves(tab), " ") {
				t.Fatalf("the saved games are %+v, %v", list, err)
			}
		})
	}
}

// A game against the computer, and leaving by the keys.
func TestAgainstTheComputerInATerminal(t *testing.T) {
	t.Parallel()
	p := inTerminal(t, 100, 30, "CAIRN_GAME=dvonn", "CAIRN_SEED=vs", "CAIRN_FULL=1", "CAIRN_VS=greedy")
	saved := NewSavedGames(p.saved)
	for n := 1; n <= 4; n++ {
		p.sees("Your turn.")
		p.plies(2 * (n - 1))
		p.send("\t\r\t\r")
		p.plies(2 * n)
	}
	p.send("q")
	p.sees("Resume")
	list, err := saved.List()
	if err != nil || len(list) != 1 || list[0].Plies != 8 {
		t.Fatalf("the saved games are %d games, %v", len(list), err)
	}
	p.send("\r")
	p.sees("Resumed after 8 moves.")
	p.send("q")
	p.sees("Leave the program")
	p.send("\x1b[F\r") // the last row
	if err := <-p.gone; err != nil {
		t.Fatal(err)
	}
}

// The program is killed, and the game is there as it was.
func TestKilled(t *testing.T) {
	t.Parallel()
	p := inTerminal(t, 80, 24, "CAIRN_GAME=lyngk", "CAIRN_SEED=kill")
	g, _ := games.Lookup("lyngk")
	p.mirror(Setup{Session: local.New(g.Start("kill"))})
	p.settled()
	saved := NewSavedGames(p.saved)
	for ply := range 7 {
		list := sorted(p.twin.gameScreen().pos())
		p.move(list[(ply*53+5)%len(list)], ply)
		p.settled()
	}
	want := moves(p.twin.gameScreen())
	for end := time.Now().Add(patience); ; time.Sleep(2 * time.Millisecond) {
		list, err := saved.List()
		if err == nil && len(list) == 1 && list[0].Plies == len(want) {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the saved games are %+v, %v", list, err)
		}
	}
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-p.gone

	again := inTerminal(t, 100, 30, "CAIRN_SHELF="+p.saved)
	again.sees("7 moves")
	again.send("\r")
	again.sees("Resumed after 7 moves.")
	list, err := saved.List()
	if err != nil || len(list) != 1 || strings.Join(list[0].Record.Texts(), " ") != strings.Join(want, " ") {
		t.Fatalf("after the kill the saved games are %+v, %v", list, err)
	}
}

// The terminal goes away; the program ends and the game is kept, even where the
// signal that tells of it is ignored.
func TestLostTerminal(t *testing.T) {
	for _, ignored := range []string{"", "1"} {
		t.Run("ignored"+ignored, func(t *testing.T) {
			t.Parallel()
			lostTerminal(t, "CAIRN_NOHUP="+ignored)
		})
	}
}

func lostTerminal(t *testing.T, env string) {
	p := inTerminal(t, 80, 24, "CAIRN_GAME=lyngk", "CAIRN_SEED=lost", env)
	p.sees("To move")
	p.send("\r\t\r")
	p.plies(1)
	p.hangUp()
	select {
	case <-p.gone:
	case <-time.After(patience):
		t.Fatal("the program goes on without a terminal")
	}
	list, err := NewSavedGames(p.saved).List()
	if err != nil || len(list) != 1 || list[0].Plies != 1 {
		t.Fatalf("the saved games are %+v, %v", list, err)
	}
}

// Sizes come and go in any order, absurd ones among them, while keys are pressed;
// at the end everything stands where it should.
func TestResizeStorm(t *testing.T) {
	t.Parallel()
	p := inTerminal(t, 80, 24, "CAIRN_GAME=lyngk", "CAIRN_SEED=storm")
	p.sees("To move")
	seed := uint32(7)
	random := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>8) % n
	}
	for n := range 150 {
		w, h := 1+random(200), 1+random(70)
		if n == 149 {
			w, h = 100, 30
		}
		p.vt.resize(w, h)
		if err := pty.Setsize(p.tty, &pty.Winsize{Rows: uint16(h), Cols: uint16(w)}); err != nil {
			t.Fatal(err)
		}
		p.send([]string{"\x1b[A", "\t", "?", "\x1b", "\x1b[C", "+"}[random(6)])
		time.Sleep(time.Duration(random(4)) * time.Millisecond)
	}
	// Whether the storm ends in the help depends on which keys arrived together.
	for n, calm := 0, 0; n < 600 && calm < 10; n++ {
		calm++
		if strings.Contains(p.vt.text(), "Esc Close") {
			p.send("\x1b")
			calm = 0
		}
		time.Sleep(100 * time.Millisecond)
	}
	p.sees("To move")
	g, _ := games.Lookup("lyngk")
	p.mirror(Setup{Session: local.New(g.Start("storm"))})
	want := strings.SplitN(p.twin.text(), "\n", 20)[3] // a line of the board
	p.until("the board", func(screen string) bool {
		return strings.Contains(screen, "To move") && strings.Contains(screen, strings.TrimSpace(want)[:20])
	})
	// Too small says so, and recovers.
	p.vt.resize(30, 8)
	pty.Setsize(p.tty, &pty.Winsize{Rows: 8, Cols: 30})
	p.sees("too small")
	p.vt.resize(80, 24)
	pty.Setsize(p.tty, &pty.Winsize{Rows: 24, Cols: 80})
	p.sees("To move")
}

// How long a key takes to the screen, at rest and while the engine thinks on
// all cores: reported, not judged.
func TestLatency(t *testing.T) {
	keys := 100
	if testing.Short() {
		keys = 10
	}
	for _, thinking := range []bool{false, true} {
		p := inTerminal(t, 140, 45, "CAIRN_GAME=lyngk", "CAIRN_SEED=speed")
		p.sees("To move")
		if thinking {
			p.send("x") // analysis
			p.sees("depth")
		}
		var times []time.Duration
		for n := range keys {
			// The name of the spot the cursor goes to stands in front of its stack.
			key, name := "\x1b[A", "e5 "
			if n%2 == 1 {
				key, name = "\x1b[B", "e4 "
			}
			start := time.Now()
			p.send(key)
			for end := start.Add(patience); !strings.HasPrefix(stackLine(p.vt.text()), name); {
				if time.Now().After(end) {
					t.Fatal("a key shows nothing")
				}
				time.Sleep(200 * time.Microsecond)
			}
			times = append(times, time.Since(start))
			time.Sleep(5 * time.Millisecond)
		}
		sort.Slice(times, func(i, j int) bool { return times[i] < times[j] })
		t.Logf("thinking %v: median %v, 95 of 100 within %v, longest %v", thinking, times[keys/2], times[keys*95/100-1], times[keys-1])
	}
}

// stackLine is the line that tells about the spot under the cursor.
func stackLine(screen string) string {
	for _, l := range strings.Split(screen, "\n") {
		if strings.Contains(l, "single piece") || strings.Contains(l, "stack of") || strings.Contains(l, " empty") {
			return strings.TrimSpace(l)
		}
	}
	return ""
}
