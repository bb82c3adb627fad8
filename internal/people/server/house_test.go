package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest/director"
	"cairn.example/internal/people/explore"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/notify"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
)

// house is a server of tables on a store in memory, on a real port.
type house struct {
	t      testing.TB
	store  *tabletest.Store
	server *Server
	http   *httptest.Server
	log    *lines
	stop   func()
	owners int // made by cast
}

// lines collects a log.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func newHouse(t testing.TB, change ...func(*Options)) *house {
	t.Helper()
	return newHouseOn(t, tabletest.NewStore(t), change...)
}

func newHouseOn(t testing.TB, store *tabletest.Store, change ...func(*Options)) *house {
	t.Helper()
	h := &house{t: t, store: store, log: &lines{}}
	log := slog.New(slog.NewTextHandler(h.log, nil))
	files := folder()
	files["table/index.html"] = &fstest.MapFile{Data: []byte(`<script src="../assets/a.js"></script>`)}
	results := settle.New(store, log)
	o := Options{
		Files: files, Policy: policy, Log: log, Version: "test", Results: results,
		Tables: table.New(table.Config{Store: store, Log: log, Ratings: results, Limits: table.Limits{
			Tables: rate.Limit{Burst: 1 << 20, Every: 1}, Open: 1 << 20, Names: rate.Limit{Burst: 1 << 20, Every: 1},
			Links: rate.Limit{Burst: 1 << 20, Every: 1}, Reports: rate.Limit{Burst: 1 << 20, Every: 1}, Chat: rate.Limit{Burst: 1 << 20, Every: 1},
		}}),
	}
	results.Serve(o.Tables)
	o.Explore = explore.New(o.Tables, results, nil, log)
	t.Cleanup(func() {
		if err := o.Explore.Close(); err != nil {
			t.Error(err)
		}
	})
	o.Accounts = account.New(account.Config{Store: store, Tables: o.Tables, Log: log})
	o.Host = host.New(host.Config{Store: store, Tables: o.Tables, Log: log})
	o.Contests = director.New(director.Config{Store: store, Tables: o.Tables, Shown: results.Shown, Log: log})
	o.Notify = notify.New(notify.Config{
		Store: store, Active: o.Tables.LastActed, Acted: o.Tables.Acted, Lobby: o.Tables.Lobby, Contests: o.Contests.Coming, Log: log,
		Subject: "https://cairn.example", Title: func(o api.Options) string { return o.Game + " " + o.Control },
	})
	for _, f := range change {
		f(&o)
	}
	var err error
	if h.server, err = New(o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.server.Background(ctx) })
	h.http = httptest.NewServer(h.server)
	h.stop = sync.OnceFunc(func() {
		h.http.CloseClientConnections()
		h.http.Close()
		for _, s := range h.server.live.connections.all() {
			s.conn.Close()
		}
		cancel()
		running.Wait()
	})
	t.Cleanup(h.stop)
	return h
}

// browser is a client of a house, with its cookie.
type browser struct {
	*house
	cookie *http.Cookie
	token  string // of a program, in place of the cookie
	id     string
	name   string
}

// stranger is a browser without a session, guest one with.
func (h *house) stranger() *browser { return &browser{house: h} }

func (h *house) guest(name string) *browser {
	h.t.Helper()
	b := h.stranger()
	var me api.Me
	b.call("POST", "me", api.NewName{Name: name}, &me)
	b.id, b.name = me.Person.ID, me.Person.Name
	return b
}

// account is a guest with a name of its own.
func (h *house) account(name string) *browser {
	h.t.Helper()
	b := h.guest(name)
	b.call("POST", "me/claim", api.Claim{Name: name}, nil)
	return b
}

// program is a program of an account, known by a token for something.
func (b *browser) program(name string, scope api.Scope) *browser {
	b.t.Helper()
	var bot api.Bot
	b.call("POST", "me/bots", api.NewBot{Name: name}, &bot)
	return b.known(bot.Person, scope)
}

// known is one of a program that there is, with a token of its own.
func (b *browser) known(bot api.Person, scope api.Scope) *browser {
	b.t.Helper()
	var token api.BotToken
	b.call("POST", "me/bots/"+bot.ID+"/tokens", api.NewToken{Scope: scope, Label: "home"}, &token)
	return &browser{house: b.house, token: token.Token, id: bot.ID, name: bot.Name}
}

// request makes a call and returns status and body.
func (b *browser) request(method, path string, in any, headers ...string) (status int, header http.Header, body []byte) {
	b.t.Helper()
	var content io.Reader
	switch v := in.(type) {
	case nil:
	case []byte:
		content = bytes.NewReader(v)
	default:
		content = bytes.NewReader(encode(v))
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.http.URL+"/api/"+path, content)
	if err != nil {
		b.t.Fatal(err)
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	if b.token != "" {
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			r.Host = headers[i+1]
			continue
		}
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range answer.Cookies() {
		b.cookie = c
		if c.MaxAge < 0 {
			b.cookie = nil
		}
	}
	return answer.StatusCode, answer.Header, text
}

// call makes a call that is not refused.
func (b *browser) call(method, path string, in, out any) {
	b.t.Helper()
	status, _, text := b.request(method, path, in)
	if status >= 300 {
		b.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if out != nil {
		if err := json.Unmarshal(text, out); err != nil {
			b.t.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
}

// refused makes a call that is refused with a status and a code.
func (b *browser) refused(method, path string, in any, status int, code api.Code, headers ...string) {
	b.t.Helper()
	got, _, text := b.request(method, path, in, headers...)
	var e api.Error
	if err := json.Unmarshal(text, &e); err != nil || got != status || e.Code != string(code) || e.Text == "" {
		b.t.Errorf("%s %s: %d %s, want %d %s", method, path, got, text, status, code)
	}
}

// newTable makes a table and returns its id.
func (b *browser) newTable(o api.Options) string {
	b.t.Helper()
	if o.Game == "" {
		o.Game = "dvonn"
	}
	if o.Control == "" {
		o.Control = "-"
	}
	var t api.Table
	b.call("POST", "tables", api.NewTable{Options: o}, &t)
	return t.ID
}

// wire is a live connection of a browser.
type wire struct {
	*browser
	conn *websocket.Conn
	last int // for ids of messages

	// What was read ahead, where reading is true.
	mu      sync.Mutex
	arrived sync.Cond
	reading bool
	texts   [][]byte
	err     error
}

// connect opens a live connection and reads its hello. From then on everything is read
// as it comes, as a page does: who does not read answers no ping, and is cut off.
func (b *browser) connect() *wire {
	b.t.Helper()
	w := b.dial()
	if m := w.next(); m.Type != "hello" {
		b.t.Fatalf("the first message is %+v", m)
	}
	w.reading = true
	w.arrived.L = &w.mu
	_ = w.conn.SetReadDeadline(time.Time{})
	go func() {
		for {
			_, text, err := w.conn.ReadMessage()
			w.mu.Lock()
			if w.err = err; err == nil {
				w.texts = append(w.texts, text)
			}
			w.mu.Unlock()
			w.arrived.Signal()
			if err != nil {
				return
			}
		}
	}()
	return w
}

// take returns the next text that was read ahead.
func (w *wire) take() ([]byte, error) {
	late := false
	timer := time.AfterFunc(time.Minute, func() {
		w.mu.Lock()
		late = true
		w.mu.Unlock()
		w.arrived.Signal()
	})
	defer timer.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.texts) == 0 && w.err == nil && !late {
		w.arrived.Wait()
	}
	switch {
	case len(w.texts) > 0:
		text := w.texts[0]
		w.texts = w.texts[1:]
		return text, nil
	case w.err != nil:
		return nil, w.err
	}
	return nil, os.ErrDeadlineExceeded
}

// thisProtocol is the query of a handshake that the server does not send away.
var thisProtocol = fmt.Sprint("protocol=", api.Protocol)

func (b *browser) dial() *wire {
	b.t.Helper()
	conn, answer, err := b.handshake(thisProtocol)
	if err != nil {
		b.t.Fatalf("%v, %+v", err, answer)
	}
	b.t.Cleanup(func() { conn.Close() })
	return &wire{browser: b, conn: conn}
}

func (b *browser) handshake(query string, headers ...string) (*websocket.Conn, *http.Response, error) {
	header := http.Header{}
	if b.cookie != nil {
		header.Set("Cookie", b.cookie.Name+"="+b.cookie.Value)
	}
	if b.token != "" {
		header.Set("Authorization", "Bearer "+b.token)
	}
	for i := 0; i < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	conn, answer, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(b.http.URL, "http")+"/api/live?"+query, header)
	if answer != nil {
		answer.Body.Close()
	}
	return conn, answer, err
}

// next returns the next message.
func (w *wire) next() api.ToClient {
	w.t.Helper()
	m, err := w.read()
	if err != nil {
		w.t.Fatalf("no further message: %v", err)
	}
	return m
}

func (w *wire) read() (m api.ToClient, err error) {
	var text []byte
	if w.reading {
		text, err = w.take()
	} else {
		_ = w.conn.SetReadDeadline(time.Now().Add(time.Minute))
		_, text, err = w.conn.ReadMessage()
	}
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}

// await returns the next message of a type, and skips others.
func (w *wire) await(kind string) api.ToClient {
	w.t.Helper()
	for {
		if m := w.next(); m.Type == kind {
			return m
		}
	}
}

func (w *wire) send(m api.ToServer) { w.raw(encode(m)) }

func (w *wire) raw(text []byte) {
	w.t.Helper()
	if err := w.conn.WriteMessage(websocket.TextMessage, text); err != nil {
		w.t.Fatal(err)
	}
}

// do sends a message under a new id and returns the answer to it.
func (w *wire) do(m api.ToServer) api.ToClient {
	w.t.Helper()
	if m.ID == "" {
		w.last++
		m.ID = fmt.Sprintf("m%d", w.last)
	}
	w.send(m)
	for {
		if a := w.next(); a.ID == m.ID && (a.Type == "ack" || a.Type == "refused" || a.Type == "busy") {
			return a
		}
	}
}

const nonce = "00112233445566778899aabbccddeeff"

// play begins a game between two guests and returns who plays First and Second.
func (h *house) play(o api.Options) (id string, first, second *wire) {
	h.t.Helper()
	o.Side = "first"
	a, b := h.guest("Anna"), h.guest("Bert")
	id = a.newTable(o)
	first, second = a.connect(), b.connect()
	for _, w := range []*wire{first, second} {
		w.send(api.ToServer{Type: "watch", Table: id})
		w.await("table")
	}
	if m := second.do(api.ToServer{Type: "sit", Table: id, Nonce: nonce}); m.Type != "ack" {
		h.t.Fatalf("sitting down: %+v", m)
	}
	return id, first, second
}

var errTest = errors.New("the store fails, as the test wants")

// replay returns the game of a table.
func replay(t *testing.T, table *api.Table) *play.State {
	t.Helper()
	var log play.Log
	if err := json.Unmarshal(table.Log, &log); err != nil {
		t.Fatal(err)
	}
	s, err := play.Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
