package tui

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/server"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
)

// people is a real server of tables in the process of the test, on SQLite. It can be
// stopped and started again at the same address.
type people struct {
	t    *testing.T
	dir  string
	addr string
	url  string
	stop func()
	// claims is for how long an opponent must be away before a claim, 0 for the usual time.
	claims time.Duration
}

func newPeople(t *testing.T, change ...func(*people)) *people {
	t.Helper()
	p := &people{t: t, dir: t.TempDir(), addr: "127.0.0.1:0"}
	for _, f := range change {
		f(p)
	}
	p.start()
	t.Cleanup(func() { p.stop() })
	return p
}

func (p *people) start() {
	p.t.Helper()
	log := slog.New(slog.DiscardHandler)
	st, err := store.Open(context.Background(), store.DefaultFile(p.dir), store.Options{Log: log})
	if err != nil {
		p.t.Fatal(err)
	}
	results := settle.New(st, log)
	tables := table.New(table.Config{Store: st, Log: log, ClaimAfter: p.claims, Ratings: results})
	results.Serve(tables)
	s, err := server.New(server.Options{
		Files: fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte("<!doctype html>")}}, Log: log, Version: "test",
		Tables: tables, Accounts: account.New(account.Config{Store: st, Tables: tables, Log: log}), Results: results,
		Host:     host.New(host.Config{Store: st, Tables: tables, Log: log}),
		Contests: director.New(director.Config{Store: st, Tables: tables, Shown: results.Shown, Log: log}),
	})
	if err != nil {
		p.t.Fatal(err)
	}
	listener, err := net.Listen("tcp", p.addr)
	if err != nil {
		p.t.Fatal(err)
	}
	var mu sync.Mutex
	var open []net.Conn
	h := httptest.NewUnstartedServer(s)
	h.Listener.Close()
	h.Listener = listener
	h.Config.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateNew {
			mu.Lock()
			open = append(open, c)
			mu.Unlock()
		}
	}
	h.Start()
	p.addr, p.url = listener.Addr().String(), "http://"+listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.Background(ctx) })
	p.stop = sync.OnceFunc(func() {
		listener.Close()
		mu.Lock()
		for _, c := range open { // live connections, too, which an HTTP server forgets
			c.Close()
		}
		mu.Unlock()
		h.Close()
		cancel()
		running.Wait()
		st.Close()
	})
}

// restart does f while the server is away.
func (p *people) restart(f func()) {
	p.t.Helper()
	p.stop()
	if f != nil {
		f()
	}
	p.start()
}

// guest is somebody at the server.
func (p *people) guest(name string) *Server {
	p.t.Helper()
	return p.live(p.session(name))
}

// session is that of a guest.
func (p *people) session(name string) *client.Session {
	p.t.Helper()
	session, err := client.NewSession(p.url, client.Options{})
	if err == nil {
		_, err = session.Guest(p.t.Context(), name)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	return session
}

// live connects a session, whose person the server tells once more.
func (p *people) live(session *client.Session) *Server {
	live := session.Live(client.LiveOptions{LongestWait: 50 * time.Millisecond})
	p.t.Cleanup(live.Close)
	return &Server{Session: session, Live: live}
}

// atServer is a harness of somebody at a server. What it waits for is given to it by
// [atServer.sees].
type atServer struct {
	*harness
	waits []wait
}

type wait struct {
	changed, stop <-chan struct{}
	msg           tea.Msg
}

// newAtServer starts an app at a server.
func newAtServer(t *testing.T, s *Server, change func(*Options)) *atServer {
	t.Helper()
	h := &atServer{}
	o := trueColor
	o.Server = s
	o.SettingsFile = NewSettingsFile(filepath.Join(t.TempDir(), "settings.json"))
	if change != nil {
		change(&o)
	}
	o.awaited = func(changed, stop <-chan struct{}, msg tea.Msg) { h.waits = append(h.waits, wait{changed, stop, msg}) }
	h.harness = newHarness(t, o)
	return h
}

// hear gives the app what has changed; it is false where nothing has.
func (h *atServer) hear() bool {
	list := h.waits
	h.waits = nil
	some := false
	for _, w := range list {
		select {
		case <-w.stop:
			continue
		default:
		}
		select {
		case <-w.changed:
			some = true
			h.send(w.msg)
		default:
			h.waits = append(h.waits, w)
		}
	}
	return some
}

// until waits for a condition.
func (h *atServer) until(what string, ok func() bool) {
	h.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		for h.hear() {
		}
		if ok() {
			return
		}
		if time.Now().After(end) {
			h.t.Fatalf("there never is %s:\n%s", what, h.text())
		}
	}
}

// shows waits until the screen shows a text, or would if it were wider.
func (h *atServer) shows(text string) {
	h.t.Helper()
	h.until(text, func() bool { return h.showsNow(text) })
}

func (h *atServer) showsNow(text string) bool {
	if strings.Contains(h.text(), text) {
		return true
	}
	w, hh := h.a.w, h.a.h
	defer func() { h.a.w, h.a.h = w, hh; h.a.View() }()
	h.a.w, h.a.h = 240, 60
	return strings.Contains(h.text(), text)
}

// move types a move.
func (h *atServer) move(text string) {
	h.t.Helper()
	h.until("the own turn", func() bool { return h.a.gameScreen() != nil && h.a.gameScreen().personToMove() })
	h.press(":")
	h.typeText(text)
	h.press("enter")
}

func (h *atServer) command(text string) {
	h.t.Helper()
	h.press(":")
	h.typeText(text)
	h.press("enter")
}

// sat makes two people and a watcher at a table; the first one begins.
func sat(t *testing.T, p *people, o api.Options, change func(*Options)) (anna, bob, eve *atServer, id string) {
	t.Helper()
	if o.Side == "" {
		o.Side = "first"
	}
	a, b, e := p.guest("Anna"), p.guest("Bob"), p.guest("Eve")
	anna = newAtServer(t, a, func(c *Options) {
		c.New = &o
		if change != nil {
			change(c)
		}
	})
	anna.shows("Waiting for an opponent")
	id = anna.a.top().(*waitingScreen).table.ID()
	join := func(s *Server) *atServer {
		return newAtServer(t, s, func(c *Options) {
			c.Table = id
			if change != nil {
				change(c)
			}
		})
	}
	eve, bob = join(e), join(b)
	eve.shows("Anna invites you to play")
	bob.shows("Anna invites you to play")
	bob.press("enter")
	for _, h := range []*atServer{anna, bob, eve} {
		h.until("the game", func() bool { return h.a.gameScreen() != nil })
	}
	return anna, bob, eve, id
}

// Before the game the terms are changed, asked for, declined and accepted, and somebody in
// the lobby is asked to play; all by keys.
func TestTermsInTerminal(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna := newAtServer(t, p.guest("Anna"), func(o *Options) { o.New = &api.Options{Game: "lyngk", Control: "300+3", Side: "first"} })
	anna.shows("Waiting for an opponent")
	table := anna.a.top().(*waitingScreen).table
	bob := newAtServer(t, p.guest("Bob"), func(o *Options) { o.Table = table.ID() })
	bob.shows("Anna invites you to play")
	bob.shows("Opponent starts")

	anna.press("t")
	anna.shows("Change terms")
	anna.a.top().(*termsForm).field("clock").pick("600+5")
	anna.press("enter")
	bob.shows("10 min")

	ask := func(game string) {
		bob.press("t")
		bob.shows("Ask for other terms")
		form := bob.a.top().(*termsForm)
		for form.field("game").value() != game {
			bob.press("right")
		}
		form.field("side").pick("first")
		bob.press("enter")
		bob.shows("You asked for other terms.")
		anna.shows("Bob asks for other terms.")
	}
	ask("lyngk6")
	anna.cutFree("asked")
	bob.cutFree("own ask")
	anna.wait(unread)
	anna.press("n")
	bob.until("the ask declined", func() bool { return !bob.showsNow("You asked for other terms.") })
	ask("dvonn")
	anna.wait(unread)
	anna.press("y")
	// What he asked for names the same game and side until it is answered.
	bob.until("the ask accepted", func() bool { return !bob.showsNow("You asked for other terms.") })
	bob.shows("DVONN")
	bob.shows("You start")
	bob.press("t")
	bob.cutFree("asking")
	bob.press("esc")
	bob.wait(unread)
	bob.press("enter")
	bob.shows("Your turn.")
	anna.shows("To move: Bob.")

	// Cleo is in the lobby, and hears of a table.
	cleo := newAtServer(t, p.guest("Cleo"), nil)
	cleo.shows("No one is waiting")
	cleo.press("pgup", "f1")
	cleo.shows("On this screen")
	cleo.shows("make a table by the terms below")
	cleo.press("esc")
	dora := p.guest("Dora")
	made, err := dora.Session.Create(t.Context(), api.Options{Game: "dvonn", Control: "-"})
	if err != nil {
		t.Fatal(err)
	}
	theirs := dora.Live.Watch(made.ID)
	invite := func() {
		if _, err := theirs.Do(t.Context(), api.ToServer{Type: "invite", Person: cleo.a.Server.Session.Person().ID}); err != nil {
			t.Fatal(err)
		}
		cleo.shows("You are asked to play")
		cleo.shows("Dora, DVONN")
	}
	invite()
	cleo.cutFree("invited")
	cleo.press("home", "delete")
	cleo.until("the invitation gone", func() bool { return !cleo.showsNow("You are asked to play") })
	for end := time.Now().Add(patience); len(dora.Live.Invites()) == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("Dora is told nothing")
		}
	}
	if said := dora.Live.Invites(); !said[0].No || said[0].Person.Name != "Cleo" {
		t.Errorf("Dora is told %+v", said)
	}
	invite()
	cleo.press("home", "enter")
	cleo.shows("Dora invites you to play")
}

// Two people make a table, find it in the lobby, play, talk, take back, offer and answer,
// and play again, while a third one looks on.
func TestPeople(t *testing.T) {
	t.Parallel()
	p := newPeople(t)
	anna := newAtServer(t, p.guest("Anna"), nil)
	anna.shows("No one is waiting")
	// The form: DVONN, in the lobby, and I begin.
	anna.press("pgup")
	for anna.a.top().(*lobbyScreen).chosenGame().ID() != "dvonn" {
		anna.press("right")
	}
	lobby := anna.a.top().(*lobbyScreen)
	lobby.field("side").pick("first")
	anna.press("enter")
	anna.shows("Waiting for an opponent")
	anna.shows(p.url + "/")
	anna.shows("You start")

	bob := newAtServer(t, p.guest("Bob"), nil)
	bob.shows("Anna, DVONN, 5 min")
	bob.press("home", "enter")
	bob.shows("Anna invites you to play")
	bob.shows("Opponent starts")
	bob.press("enter")
	bob.shows("To move: Anna.")
	anna.shows("Your turn.")

	eve := newAtServer(t, p.guest("Eve"), nil)
	eve.shows("Anna – Bob, DVONN")
	eve.press("home", "enter")
	eve.shows("You’re watching.")

	anna.move("e3")
	bob.shows("Anna: DVONN piece on e3.")
	eve.shows("Anna: DVONN piece on e3.")
	bob.move("f3")
	anna.shows("Bob: DVONN piece on f3.")

	// Talk: players and watchers do not read each other.
	anna.press("t")
	anna.typeText("good luck")
	anna.press("enter")
	bob.shows("Anna: good luck")
	eve.press("t")
	eve.typeText("nice game")
	eve.press("enter")
	eve.shows("Eve: nice game")
	if strings.Contains(eve.text(), "good luck") {
		t.Errorf("a watcher reads what players say:\n%s", eve.text())
	}
	eve.press("esc")
	anna.press("esc")

	// The engine helps nobody.
	for _, key := range []string{"l", "x", "+"} {
		bob.press(key)
		bob.shows("The engine gives no help while people play.")
	}

	// What happens to the game goes through the server, never past it.
	gs := bob.gameScreen()
	if own := gs.traits(); own.hosts || !own.clocked || bob.offers("ui.result.analyze") {
		t.Error("a game at a table is led here")
	}
	events := len(gs.session.State().Log().Events)
	for _, word := range []string{"pause", "resume", "analysis", "redo", "new", "level 2"} {
		bob.command(word)
	}
	if n := len(gs.session.State().Log().Events); n != events || bob.a.top() != gs {
		t.Errorf("%d events after %d:\n%s", n, events, bob.text())
	}

	// A takeback, accepted; another, declined.
	bob.press("u")
	bob.shows("You asked to take back your move.")
	anna.shows("Bob asks to take back the last move.")
	anna.press("y") // she can't have read that yet
	if !atTable(anna.a.gameScreen()).answers() {
		t.Error("a key answered an offer that had just come")
	}
	anna.wait(unread)
	anna.press("y")
	bob.shows("The move is taken back.")
	if got := len(bob.gameScreen().steps); got != 1 {
		t.Errorf("after the takeback %d plies stand", got)
	}
	bob.move("g3")
	anna.shows("Bob: DVONN piece on g3.")
	bob.press("u")
	anna.shows("Bob asks to take back the last move.")
	anna.wait(unread)
	anna.press("n")
	bob.shows("Anna declined.")

	// A draw, declined, and more time.
	anna.command("draw")
	anna.shows("You offered a draw. Waiting for an answer.")
	bob.shows("Anna offers a draw.")
	eve.shows("Anna offers a draw.")
	bob.wait(unread)
	bob.press("n")
	anna.shows("Bob declined.")
	bob.command("more 30")
	anna.shows("Bob gives you 30 s.")

	// Who looks on does nothing.
	eve.shows("Bob gives 30 s.")
	eve.command("resign")
	eve.shows("You don’t play at this table.")

	anna.command("resign")
	anna.shows("Resign this game?")
	anna.press("up", "enter")
	bob.shows("Anna resigned. You win!")
	eve.shows("Anna resigned. Bob wins.")
	anna.shows("Anna resigned. You lose.")
	anna.shows("Eve (watching): nice game") // after the end players read it
	if !bob.offers("ui.result.analyze") {
		t.Error("a game that is over cannot be analyzed")
	}

	// A rematch on the same board with sides swapped.
	bob.press("n")
	bob.shows("Same board, sides swapped")
	bob.press("down", "enter")
	anna.shows("Bob offers the same board with sides swapped.")
	bob.shows("Waiting for your opponent to accept the rematch.")
	anna.wait(unread)
	anna.press("y")
	first := atTable(bob.gameScreen()).ID()
	bob.until("the next game", func() bool { gs := bob.a.gameScreen(); return gs != nil && atTable(gs).ID() != first })
	anna.until("the next game", func() bool { gs := anna.a.gameScreen(); return gs != nil && atTable(gs).ID() != first })
	bob.shows("Your turn.")
	eve.shows("The next game has started.")
	bob.move("e3")
	anna.shows("Bob: DVONN piece on e3.")

	// A game that is left waits in the lobby.
	anna.press("q")
	anna.shows("Your tables")
	anna.shows("your turn")
	bob.until("Anna away", func() bool {
		return atTable(bob.gameScreen()).presence(0) != "" || atTable(bob.gameScreen()).presence(1) != ""
	})
	bob.shows("maybe here") // a server knows who is away only when it has listened for a while
	anna.press("home", "enter")
	anna.shows("Resumed after 1 move.")
	anna.move("f3")
	bob.shows("Anna: DVONN piece on f3.")
	bob.press("q") // now the clocks run
	bob.shows("Your clock runs on while you are away.")
	bob.press("up", "enter")
	bob.shows("Your tables")
	bob.press("q")
	bob.shows("Leave Cairn?")
	bob.press("up", "enter")
	if !bob.quit {
		t.Error("the program was not left")
	}
}
