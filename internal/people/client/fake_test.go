package client

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// fakeServer has one table and does what a server does, with every trouble of the
// network that a test asks for.
type fakeServer struct {
	*httptest.Server
	t *testing.T

	mu      sync.Mutex
	table   api.Table
	state   *play.State
	events  []api.Event
	done    map[string]int64 // message id -> event
	sockets map[*fakeSocket]bool
	people  int
	trouble func(n int, m *api.ToServer) trouble
	number  int // of messages of type "send" and "sit"
	often   int // of messages of type "watch" that are still refused as too many
	silent  int // connections that still say nothing after the hello
}

type trouble int

const (
	none        trouble = iota
	cutBefore           // the connection breaks before the message is carried out
	cutAfter            // it breaks before the answer
	swallow             // the message is lost
	busy                // it is put off
	twice               // events are sent twice
	leaveOut            // neither the sender nor watchers get the events
	contradict          // it sends a move that cannot be
	nonsense            // it sends what is no message
	sendAway            // the process ends
	troubleKind         // how many there are
)

type fakeSocket struct {
	conn  *websocket.Conn
	me    api.Person
	watch bool
}

const fakeID = "abcdefg2"

func newFake(t *testing.T) *fakeServer {
	f := &fakeServer{t: t, done: map[string]int64{}, sockets: map[*fakeSocket]bool{}, trouble: func(int, *api.ToServer) trouble { return none }}
	f.table = api.Table{ID: fakeID, Options: api.Options{Game: games.All()[0].ID(), Control: "-"}, Phase: api.Open}
	f.append(api.Event{Kind: api.EventOpened})
	mux := http.NewServeMux()
	mux.HandleFunc("POST /api/me", func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.people++
		id := "p" + strconv.Itoa(f.people)
		http.SetCookie(w, &http.Cookie{Name: "cairn", Value: id, HttpOnly: true})
		_ = json.NewEncoder(w).Encode(api.Me{Person: &api.Person{ID: id}})
	})
	mux.HandleFunc("GET /api/tables/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != fakeID {
			w.WriteHeader(http.StatusNotFound)
			_ = json.NewEncoder(w).Encode(api.Error{Code: "table.unknown", Text: "there is no such table"})
			return
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		_ = json.NewEncoder(w).Encode(f.picture(api.Person{}))
	})
	mux.HandleFunc("GET /api/live", f.live)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

func (f *fakeServer) append(e api.Event) {
	e.Seq = int64(len(f.events) + 1)
	f.events = append(f.events, e)
	f.table.Seq = e.Seq
}

// picture returns the table as a person sees it.
func (f *fakeServer) picture(me api.Person) *api.Table {
	t := f.table
	t.You = api.Watcher
	for seat, p := range t.Seats {
		if p != nil && p.ID == me.ID {
			t.You = []api.Role{api.First, api.Second}[seat]
			if f.state == nil {
				t.You = api.Sitter
			}
		}
	}
	if f.state != nil {
		t.Log, _ = json.Marshal(f.state.Log())
	}
	return &t
}

func (f *fakeServer) live(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie("cairn")
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		_ = json.NewEncoder(w).Encode(api.Error{Code: "me.nobody", Text: "make a guest first"})
		return
	}
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	s := &fakeSocket{conn: conn, me: api.Person{ID: cookie.Value}}
	f.mu.Lock()
	f.sockets[s] = true
	s.tell(api.ToClient{Type: "hello", Protocol: api.Protocol, Me: &s.me})
	silent := f.silent > 0
	f.silent--
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		delete(f.sockets, s)
		f.mu.Unlock()
	}()
	for {
		var m api.ToServer
		if conn.ReadJSON(&m) != nil || !silent && !f.receive(s, &m) {
			return
		}
	}
}

func (s *fakeSocket) tell(m api.ToClient) { _ = s.conn.WriteJSON(m) }

// receive does what a message asks for; false ends the connection.
func (f *fakeServer) receive(s *fakeSocket, m *api.ToServer) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch m.Type {
	case "ping":
		s.tell(api.ToClient{Type: "pong", Number: m.Number})
		return true
	case "watch":
		if m.Table != fakeID {
			s.tell(api.ToClient{Type: "refused", ID: m.ID, Error: &api.Error{Code: "table.unknown", Text: "there is no such table"}})
			return true
		}
		if f.often > 0 {
			f.often--
			s.tell(api.ToClient{Type: "refused", ID: m.ID, Error: api.Refuse(api.TableRate, "seconds", "0")})
			return true
		}
		s.watch = true
		if m.Since == 0 || m.Since > f.table.Seq {
			s.tell(api.ToClient{Type: "table", Table: f.picture(s.me)})
		} else {
			s.tell(api.ToClient{Type: "events", TableID: fakeID, Events: f.events[m.Since:]})
		}
		return true
	}
	f.number++
	what := f.trouble(f.number, m)
	switch what {
	case cutBefore:
		return false
	case swallow:
		return true
	case busy:
		s.tell(api.ToClient{Type: "busy", ID: m.ID, Error: api.Refuse(api.LiveFull)})
		return true
	case sendAway:
		s.tell(api.ToClient{Type: "moved", Alone: true})
		return false
	case nonsense:
		_ = s.conn.WriteMessage(websocket.TextMessage, []byte(`{"type":`))
		return true
	case contradict:
		s.tell(api.ToClient{Type: "events", TableID: fakeID, Events: []api.Event{{Seq: f.table.Seq + 1, Kind: api.EventPlay, Play: []byte(`{"v":1,"kind":"move","side":"first","move":"z9"}`)}}})
		return true
	}
	seq, repeated := f.done[m.ID]
	if !repeated {
		if err := f.carryOut(s, m); err != nil {
			s.tell(api.ToClient{Type: "refused", ID: m.ID, Error: err, Seq: f.table.Seq})
			return true
		}
		seq = f.table.Seq
		f.done[m.ID] = seq
	}
	if what == cutAfter {
		return false
	}
	for to := range f.sockets {
		plays := to.me == *f.table.Seats[0] || f.table.Seats[1] != nil && to.me == *f.table.Seats[1]
		times := 1
		switch {
		case what == twice:
			times = 2
		case what == leaveOut && (to == s || !plays): // the opponent gets it, or nobody would ever go on
			times = 0
		}
		for range times {
			if to.watch {
				to.tell(api.ToClient{Type: "events", TableID: fakeID, Events: f.events[seq-1 : seq]})
			}
		}
	}
	s.tell(api.ToClient{Type: "ack", ID: m.ID, Seq: seq})
	return true
}

func (f *fakeServer) carryOut(s *fakeSocket, m *api.ToServer) *api.Error {
	refuse := func(code, text string) *api.Error { return &api.Error{Code: code, Text: text} }
	switch m.Type {
	case "sit":
		for seat, p := range f.table.Seats {
			if p == nil {
				f.table.Seats[seat] = &s.me
				f.append(api.Event{Kind: api.EventSat, Seat: seat, Person: &s.me})
				if seat == 1 {
					f.start()
				}
				return nil
			}
		}
		return refuse("table.taken", "both seats are taken")
	case "send":
		if f.state == nil {
			return refuse("table.not_started", "the game has not begun")
		}
		var e play.Event
		if err := json.Unmarshal(m.Event, &e); err != nil {
			return refuse("live.bad", err.Error())
		}
		e.Side = game.First
		if f.table.Seats[1].ID == s.me.ID {
			e.Side = game.Second
		}
		if e.Kind == play.Move && m.Ply != f.state.Ply() {
			return refuse("table.stale", "another move was first")
		}
		if err := f.state.Apply(e); err != nil {
			return refuse("play", err.Error())
		}
		log := f.state.Log().Events
		text, _ := json.Marshal(log[len(log)-1])
		f.append(api.Event{Kind: api.EventPlay, Play: text})
		return nil
	}
	return refuse("live.type", "there is no such message")
}

func (f *fakeServer) start() {
	g, _ := games.Lookup(f.table.Options.Game)
	terms := play.Terms{Game: g.ID(), Seed: "fake", Draws: true, Abort: 2}
	f.state, _ = play.New(terms)
	text, _ := json.Marshal(f.state.Terms())
	f.table.Phase = api.Playing
	// The sitting and the start go out together, as one message has led to both.
	f.append(api.Event{Kind: api.EventStarted, Terms: text, Seats: &[2]api.Person{*f.table.Seats[0], *f.table.Seats[1]}})
}
