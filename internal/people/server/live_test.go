package server

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

func move(text string) json.RawMessage {
	return encode(map[string]any{"v": 1, "kind": "move", "move": text})
}

// TestLive plays a few moves between two people while somebody looks on.
func TestLive(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, first, second := h.play(api.Options{Game: "dvonn", Full: true, Control: "300+3"})
	watcher := h.stranger().connect()
	watcher.send(api.ToServer{Type: "watch", Table: id})
	table := watcher.await("table").Table
	if table.You != api.Watcher || table.Phase != api.Playing || table.Seats[0].Name != "Anna" || table.Seats[1].Name != "Bert" {
		t.Fatalf("who looks on sees %+v", table)
	}
	legal := firstMoves(t, table, 2)
	ack := first.do(api.ToServer{Type: "send", Table: id, Ply: 0, Event: move(legal[0])})
	if ack.Type != "ack" || ack.Seq != table.Seq+1 {
		t.Fatalf("a move: %+v", ack)
	}
	// The same id again is acknowledged again, and nothing else happens.
	if again := first.do(api.ToServer{Type: "send", Table: id, Ply: 0, ID: ack.ID, Event: move(legal[0])}); again.Type != "ack" || again.Seq != ack.Seq {
		t.Errorf("the same message again: %+v", again)
	}
	// The opponent's move is played by nobody else.
	if no := first.do(api.ToServer{Type: "send", Table: id, Ply: 1, Event: move(legal[1])}); no.Type != "refused" || no.Error.Code != "play.turn" {
		t.Errorf("the move of the opponent: %+v", no)
	}
	if no := watcher.do(api.ToServer{Type: "send", Table: id, Ply: 1, Event: move(legal[1])}); no.Type != "refused" || no.Error.Code != string(api.MeNeeded) {
		t.Errorf("the move of somebody who looks on: %+v", no)
	}
	if ok := second.do(api.ToServer{Type: "send", Table: id, Ply: 1, Event: move(legal[1])}); ok.Type != "ack" {
		t.Errorf("the answer: %+v", ok)
	}
	for _, w := range []*wire{first, watcher} {
		for seq := table.Seq; seq < ack.Seq+1; {
			for _, e := range w.await("events").Events {
				seq = e.Seq
			}
		}
	}
	// Who was away gets what was missed, and no more.
	back := h.stranger().connect()
	back.send(api.ToServer{Type: "watch", Table: id, Since: ack.Seq})
	if m := back.await("events"); m.TableID != id || len(m.Events) != 1 || m.Events[0].Seq != ack.Seq+1 {
		t.Errorf("since %d: %+v", ack.Seq, m)
	}
}

// firstMoves plays the first legal moves of a game and returns them.
func firstMoves(t *testing.T, table *api.Table, n int) (texts []string) {
	t.Helper()
	s := replay(t, table)
	g, p := s.Game(), s.Position().Copy()
	for range n {
		m := p.Moves(nil)[0]
		texts = append(texts, g.MoveText(m))
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return texts
}

func TestPing(t *testing.T) {
	t.Parallel()
	w := newHouse(t).stranger().connect()
	w.send(api.ToServer{Type: "ping", Number: 7})
	if m := w.await("pong"); m.Number != 7 {
		t.Errorf("%+v", m)
	}
}

// TestOldPage: a page of another version learns it on the connection itself.
func TestOldPage(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	for _, query := range []string{"protocol=0", fmt.Sprint("protocol=", api.Protocol-1), fmt.Sprint("protocol=", api.Protocol+1), "", "protocol=x"} {
		conn, _, err := h.stranger().handshake(query)
		if err != nil {
			t.Fatal(err)
		}
		w := &wire{browser: h.stranger(), conn: conn}
		if m := w.next(); m.Type != "reload" || m.Protocol != api.Protocol {
			t.Errorf("%q: %+v", query, m)
		}
		if _, err := w.read(); !websocket.IsCloseError(err, websocket.ClosePolicyViolation) {
			t.Errorf("%q: then %v", query, err)
		}
		conn.Close()
	}
}

// TestBrokenMessages: whatever comes is answered with a code.
func TestBrokenMessages(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, first, _ := h.play(api.Options{})
	for text, code := range map[string]api.Code{
		``:                   api.LiveMessage,
		`nonsense`:           api.LiveMessage,
		`null`:               api.LiveMessage,
		`[]`:                 api.LiveMessage,
		`{"type":"ping"`:     api.LiveMessage,
		`{"type":"ping"} {}`: api.LiveMessage,
		`{"type":7}`:         api.LiveMessage,
		`{"type":"fly"}`:     api.LiveType,
		`{}`:                 api.LiveType,
		`{"type":"send","table":"` + id + `","event":{}}`:                                             api.TableMessage,
		`{"type":"send","table":"` + id + `","id":"a b","event":{}}`:                                  api.TableMessage,
		`{"type":"send","table":"` + id + `","id":"a","event":{"v":1,"kind":"flag","side":"second"}}`: api.TableByHost,
		`{"type":"send","table":"` + id + `","id":"b"}`:                                               api.TableEvent,
		`{"type":"send","table":"k7m2pq9x","id":"c","event":{}}`:                                      api.TableNotFound,
		`{"type":"watch","table":"../../etc"}`:                                                        api.TableNotFound,
		`{"type":"sit","table":"` + id + `","id":"d","nonce":"x"}`:                                    api.TableSeated,
	} {
		first.raw([]byte(text))
		if m := first.await("refused"); m.Error.Code != string(code) || m.Error.Text == "" {
			t.Errorf("%s: %+v, want %s", text, m.Error, code)
		}
	}
}

// TestLongMessage: a message above 4 KiB ends the connection with the code for that.
func TestLongMessage(t *testing.T) {
	t.Parallel()
	w := newHouse(t).stranger().connect()
	w.raw([]byte(`{"type":"ping"` + strings.Repeat(" ", messageBytes-15) + `}`))
	if m := w.next(); m.Type != "pong" {
		t.Errorf("a message of just %d bytes: %+v", messageBytes, m)
	}
	w.raw([]byte(`{"type":"ping"` + strings.Repeat(" ", messageBytes) + `}`))
	if _, err := w.read(); !websocket.IsCloseError(err, websocket.CloseMessageTooBig) {
		t.Errorf("a longer one: %v", err)
	}
	b := newHouse(t).stranger().connect()
	if err := b.conn.WriteMessage(websocket.BinaryMessage, []byte{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.read(); !websocket.IsCloseError(err, websocket.CloseUnsupportedData) {
		t.Errorf("a binary message: %v", err)
	}
}

// TestDrain: before the server ends, it asks clients to connect again, and takes no new
// ones.
func TestDrain(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := h.guest("Anna").connect()
	done := make(chan bool)
	go func() { h.server.Drain(t.Context()); close(done) }()
	if m := w.await("moved"); m.Type != "moved" || !m.Alone {
		t.Errorf("%+v", m)
	}
	if _, err := w.read(); !websocket.IsCloseError(err, websocket.CloseServiceRestart) {
		t.Errorf("then %v", err)
	}
	<-done
	if _, answer, err := h.stranger().handshake(thisProtocol); err == nil || answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" {
		t.Errorf("a new connection: %v", answer)
	}
	if r := ask(h.server, "GET", "/readyz"); r.StatusCode != 503 {
		t.Errorf("readyz: %d", r.StatusCode)
	}
	if r := ask(h.server, "GET", "/healthz"); r.StatusCode != 200 {
		t.Errorf("healthz: %d", r.StatusCode)
	}
}

// TestSignOut ends the live connections of the session, and the session is worth
// nothing any more.
func TestSignOut(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	kept := *b
	w := b.connect()
	b.call("DELETE", "me/session", nil, nil)
	if b.cookie != nil {
		t.Error("the cookie stays")
	}
	for {
		if _, err := w.read(); err != nil {
			break
		}
	}
	var me api.Me
	kept.call("GET", "me", nil, &me)
	if me.Person != nil {
		t.Errorf("a copy of the cookie still is %+v", me.Person)
	}
}

// TestRecheck: a session that another process has ended loses its connections here, and
// so does everybody who was deleted. Others keep theirs.
func TestRecheck(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*house, *browser) error{
		"signed out": func(h *house, b *browser) error {
			return table.New(table.Config{Store: h.store}).EndSession(t.Context(), b.cookie.Value)
		},
		"deleted": func(h *house, b *browser) error { return h.store.DeletePerson(t.Context(), b.id) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			b := h.guest("Anna")
			gone := []*wire{b.connect(), b.connect()}
			stay := []*wire{h.guest("Bert").connect(), h.stranger().connect()}
			if err := end(h, b); err != nil {
				t.Fatal(err)
			}
			for _, w := range gone {
				for {
					if _, err := w.read(); err != nil {
						if !websocket.IsCloseError(err, websocket.ClosePolicyViolation) {
							t.Error(err)
						}
						break
					}
				}
			}
			for _, w := range stay {
				w.send(api.ToServer{Type: "ping"})
				w.await("pong")
			}
		})
	}
}

// TestTurns: the sessions of all connections are looked up again in turn, those of many
// not all at once.
func TestTurns(t *testing.T) {
	t.Parallel()
	const turns = int(recheckTime / heartbeatEvery)
	for _, many := range []int{0, 1, 3, 4, 5, 1000, turns * mostInTurn, 5 * turns * mostInTurn} {
		var h connections
		for range many {
			h.add(&socket{})
		}
		looked := map[*socket]int{}
		n := 0
		for ; n < turns || len(looked) < many; n++ {
			some := h.turn()
			if len(some) > mostInTurn {
				t.Fatalf("%d of %d in a turn", len(some), many)
			}
			for _, s := range some {
				looked[s]++
			}
		}
		if most := max(turns, (many+mostInTurn-1)/mostInTurn); n > most {
			t.Errorf("%d connections take %d turns, want %d", many, n, most)
		}
	}
}

// TestRecheckWaits: while the store does not answer, no lookups pile up behind the first.
func TestRecheckWaits(t *testing.T) {
	t.Parallel()
	beats := make(chan struct{}, 1)
	h := newHouse(t, func(o *Options) {
		o.Count = func(int) {
			select {
			case beats <- struct{}{}:
			default:
			}
		}
	})
	h.guest("Anna").connect()
	asked, answer := make(chan struct{}, 100), make(chan struct{})
	t.Cleanup(func() { close(answer) })
	h.store.Fail(func(method, _ string) error {
		if method == "GoodCredentials" {
			asked <- struct{}{}
			<-answer
		}
		return nil
	}, false)
	<-asked
	for range 2 * int(recheckTime/heartbeatEvery) {
		<-beats
	}
	if n := len(asked); n > 0 {
		t.Errorf("%d more lookups wait", n)
	}
}

// errFull is what the store says of a full disk; in the tests below table is a table.
var errFull = table.ErrFull

// TestFault: a store that fails leads to "busy", and what is repeated then is
// carried out. A full disk is named as the reason.
func TestFault(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	id, first, _ := h.play(api.Options{Full: true})
	var table api.Table
	first.call("GET", "tables/"+id, nil, &table)
	m := api.ToServer{Type: "send", Table: id, ID: "once", Event: move(firstMoves(t, &table, 1)[0])}
	for _, fault := range []error{errTest, errFull} {
		h.store.Fail(func(method, _ string) error {
			if method == "Append" {
				return fault
			}
			return nil
		}, false)
		a := first.do(m)
		if told := a.Error != nil && a.Error.Code == string(api.LiveFull); a.Type != "busy" || told != (fault == errFull) {
			t.Errorf("%v: %+v", fault, a)
		}
	}
	h.store.Fail(nil, false)
	if a := first.do(m); a.Type != "ack" {
		t.Errorf("again: %+v", a)
	}
}

// TestSlowReader: who does not read is cut off, and holds nothing.
func TestSlowReader(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := h.stranger().dial()
	w.next()
	s := h.server.live.connections.all()[0]
	text := []byte(`{"type":"pong","version":"` + strings.Repeat("x", 16<<10) + `"}`)
	for deadline := time.Now().Add(time.Minute); h.server.live.connections.count() > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the connection is still there")
		}
		s.send(text)
		s.mu.Lock()
		if s.bytes > queueBytes+len(text) && !s.closed {
			t.Errorf("%d bytes wait", s.bytes)
		}
		s.mu.Unlock()
	}
	_ = w
	s.mu.Lock()
	defer s.mu.Unlock() // the writer may still be at its end
	if len(s.queue) != 0 {
		t.Errorf("%d messages are kept", len(s.queue))
	}
}

// TestAnswersInARow: who sends many messages at once and reads all answers is not cut off,
// however long the answers are.
func TestAnswersInARow(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := h.stranger().connect()
	const many = 190
	for n := range many {
		w.raw(fmt.Appendf(nil, `{"type":"ping","number":%d}`, n))
	}
	for n := range many {
		if m := w.await("pong"); m.Number != int64(n) {
			t.Fatalf("the answer to ping %d is %+v", n, m)
		}
	}

	// A long chat in both rooms, which players read after the end.
	id, first, second := h.play(api.Options{})
	onlooker := h.guest("Eve").connect()
	for range 100 {
		for _, c := range []*wire{first, onlooker} {
			c.do(api.ToServer{Type: "say", Table: id, Text: strings.Repeat("<", api.MostChat)})
		}
	}
	second.do(api.ToServer{Type: "send", Table: id, Event: []byte(`{"kind":"resign"}`)})
	for m := first.await("chat"); m.Chat[0].Room != "watchers"; {
		m = first.await("chat")
	}
	again := first.browser.connect()
	for range 10 {
		again.raw(fmt.Appendf(nil, `{"type":"watch","table":%q}`, id))
	}
	for n := range 10 {
		again.await("table")
		for range 2 {
			if m := again.await("chat"); len(m.Chat) != 100 {
				t.Fatalf("answer %d has %d lines of chat", n, len(m.Chat))
			}
		}
	}
}

// TestHeartbeat: who gives no sign of life is cut off, sooner where the connection was in
// use when it was asked; virtual time stands in for waiting.
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ idle, wait time.Duration }{
		"idle":   {time.Hour, idleWait},
		"in use": {busyBeat, busyWait},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			heartbeatAfter(t, tt.idle, tt.wait)
		})
	}
}

// heartbeatAfter asks a client that does not answer after a time without use.
func heartbeatAfter(t *testing.T, idle, wait time.Duration) {
	h := newHouse(t)
	w := h.stranger().dial()
	// Without reading, the client answers no ping.
	s := h.server.live.connections.all
	for deadline := time.Now().Add(time.Minute); len(s()) == 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	k := s()[0]
	h.server.live.connections.heartbeat(h.server.live.now() + int64(idle)) // sends a ping
	for deadline := time.Now().Add(time.Minute); k.pinged.Load() == 0; {
		if time.Now().After(deadline) {
			t.Fatal("no ping was sent")
		}
		time.Sleep(time.Millisecond)
	}
	h.server.live.connections.heartbeat(k.pinged.Load() + int64(wait) - 1)
	if k.pinged.Load() == 0 {
		t.Fatal("cut too early")
	}
	h.server.live.connections.heartbeat(k.pinged.Load() + int64(wait) + 1)
	for deadline := time.Now().Add(time.Minute); len(s()) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the connection is still there")
		}
		time.Sleep(time.Millisecond)
	}
	_ = w
}

// TestCount: the server reports how many connections there are.
func TestCount(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	told := make(chan int, 1)
	h.server.live.count = func(connections int) {
		select {
		case told <- connections:
		default:
		}
	}
	h.stranger().connect()
	h.stranger().connect()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	go h.server.live.run(ctx)
	if n := <-told; n != 2 {
		t.Errorf("told of %d connections, there are 2", n)
	}
}

// TestLag: the way there and back is measured, and told.
func TestLag(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	w := h.guest("Anna").dial()
	w.next()
	k := h.server.live.connections.all()[0]
	h.server.live.connections.heartbeat(h.server.live.now() + int64(time.Hour))
	go func() { // reading answers pings
		for {
			if _, _, err := w.conn.ReadMessage(); err != nil {
				return
			}
		}
	}()
	for deadline := time.Now().Add(time.Minute); k.lag.Load() == 0; {
		if time.Now().After(deadline) {
			t.Fatal("no lag was measured")
		}
		time.Sleep(time.Millisecond)
	}
}
