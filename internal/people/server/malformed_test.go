package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/api"
)

// bodies are calls with a body, each with one that is good.
func bodies(table, person string) map[string]string {
	return map[string]string{
		"POST me":        `{"name":"Anna"}`,
		"POST me/use":    `{"token":"AAAAAAAAAAAAAAAAAAAAAA"}`,
		"PUT me/notices": `{"page":["turn"],"push":[],"from":22,"to":8,"zone":"Europe/Berlin"}`,
		"POST me/kept":   `{"person":"1","epoch":0,"items":[{"item":"g.1","version":0,"payload":"AAAA"}]}`,
		"PUT me/away":    `{"from":1795337166258,"until":1796337166258}`,
		"POST me/push":   `{"endpoint":"https://fcm.googleapis.com/x","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}`,
		"POST tables":    `{"options":{"game":"lyngk","full":false,"side":"first","control":"300+3","public":true,"takeback":true},"nonce":"` + nonce + `"}`,
		"POST verify":    `{"game":"dvonn","start":"start","moves":["e3","f4"],"result":"ongoing","tags":[["Commit","ab"],["Secret","cd"]]}`,
		"POST reports":   `{"line":0,"person":"` + person + `","text":"rude"}`,
	}
}

// breaker nests deeper than package json reads, and often sends more than is read.
var breaker = load.Breaker{Nesting: 20_000, Text: 5000, Long: 50}

// TestBrokenBodies sends bodies that are none: each is refused with a code and a
// sentence, none is a fault. CAIRN_BODIES=100000 says how many for each call.
func TestBrokenBodies(t *testing.T) {
	t.Parallel()
	count := 500
	if testing.Short() {
		count = 100
	}
	if n, err := strconv.Atoi(os.Getenv("CAIRN_BODIES")); err == nil {
		count = n
	}
	h := newHouse(t)
	id, first, second := h.play(api.Options{})
	cookie := first.cookie.Name + "=" + first.cookie.Value
	for name, good := range bodies(id, second.id) {
		method, path, _ := strings.Cut(name, " ")
		if path == "reports" {
			path = "tables/" + id + "/reports"
		}
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		statuses := map[string]int{}
		for range count {
			text := breaker.Break(r, good)
			q := httptest.NewRequest(method, "/api/"+path, bytes.NewReader(text))
			q.Host = "localhost"
			q.Header.Set("Content-Type", "application/json")
			q.Header.Set("Cookie", cookie)
			w := httptest.NewRecorder()
			h.server.ServeHTTP(w, q)
			var e api.Error
			err := json.Unmarshal(w.Body.Bytes(), &e)
			switch {
			case w.Code < 300 && path == "verify":
			case w.Code < 300 && json.Valid(text):
			case w.Code < 400 || w.Code >= 500 || err != nil || e.Code == "" || e.Text == "" || len(e.Text) > 1000:
				t.Fatalf("%s with %.200q: %d %.300s", name, text, w.Code, w.Body)
			}
			statuses[fmt.Sprint(w.Code, " ", e.Code)]++
		}
		t.Logf("%s: %v", name, statuses)
		if statuses["400 live.message"] < count/4 {
			t.Errorf("%s: the bodies are hardly broken: %v", name, statuses)
		}
	}
	if strings.Contains(h.log.String(), "ERROR") {
		t.Errorf("the log: %s", h.log)
	}
}

// TestStrangeCalls: whatever is wrong with a call as such has its code.
func TestStrangeCalls(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	b := h.guest("Anna")
	id := b.newTable(api.Options{})
	b.refused("GET", "nothing", nil, 404, api.LivePath)
	b.refused("GET", "tables/"+id+"/nothing", nil, 404, api.LivePath)
	b.refused("PUT", "me", nil, 405, api.LiveMethod)
	b.refused("OPTIONS", "tables", nil, 405, api.LiveMethod)
	b.refused("POST", "me", []byte(`{"name":"x"}`), 415, api.LiveContent, "Content-Type", "text/plain")
	b.refused("POST", "me", []byte(`{"name":"x"}`), 415, api.LiveContent, "Content-Type", "application/x-www-form-urlencoded")
	b.refused("POST", "me", []byte(`{"name":"x"}`), 415, api.LiveContent, "Content-Type", "")
	b.refused("POST", "me", bytes.Repeat([]byte(" "), bodyBytes+1), 413, api.LiveLarge)
	for _, path := range []string{"me", "me/use", "tables", "tables/" + id + "/reports"} {
		b.refused("POST", path, []byte(" null\n"), 400, api.LiveMessage)
	}
	var me api.Me
	b.call("GET", "me", nil, &me)
	if me.Person == nil || me.Person.Name != "Anna" {
		t.Errorf("a body of null has made Anna %+v", me.Person)
	}
	b.refused("GET", "tables/AAAA", nil, 404, api.TableNotFound)
	b.refused("GET", "tables/..%2f..%2fetc", nil, 404, api.TableNotFound)
	b.refused("GET", "tables/"+id+"/record?format=klingon", nil, 400, api.LiveQuery)
	b.refused("GET", "tables/"+id+"/qr.svg?address=9", nil, 400, api.LiveQuery)
	b.refused("GET", "tables/k7m2pq!x/qr.svg", nil, 404, api.TableNotFound)
	b.refused("GET", "live", nil, 426, api.LiveUpgrade)
	b.refused("GET", "live", nil, 426, api.LiveUpgrade, "Connection", "Upgrade", "Upgrade", "websocket", "Sec-WebSocket-Version", "8")
	if status, header, _ := b.request("HEAD", "me", nil); status != 200 || header.Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d %v", status, header)
	}
}

// FuzzMessage hands anything to a live connection of a player: it never is a fault
// of the server.
func FuzzMessage(f *testing.F) {
	h := newHouse(f)
	id, first, _ := h.play(api.Options{Full: true, Control: "300+3", Takeback: true})
	for _, m := range sayings(id, "e3-e4") {
		m.ID = "one"
		f.Add(encode(m))
	}
	f.Add(encode(api.ToServer{Type: "send", Table: id, ID: "two", Event: event(`"kind":"offer","what":"takeback","to":-1`)}))
	f.Add([]byte(`{"type":"send","table":"k7m2pq9x","id":"a","event":{"v":99}}`))
	// What it would answer is dropped.
	s := &socket{live: h.server.live, closed: true}
	s.member = h.server.tables.Join(first.id, s)
	f.Fuzz(func(t *testing.T, text []byte) {
		s.handle(text)
		if log := h.log.String(); strings.Contains(log, "ERROR") {
			t.Fatal(log)
		}
	})
}

// FuzzBody hands anything to the calls that have a body.
func FuzzBody(f *testing.F) {
	h := newHouse(f)
	id, first, second := h.play(api.Options{})
	good := bodies(id, second.id)
	for _, text := range good {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for name := range good {
			method, path, _ := strings.Cut(name, " ")
			if path == "reports" {
				path = "tables/" + id + "/reports"
			}
			q := httptest.NewRequest(method, "/api/"+path, bytes.NewReader(text))
			q.Host = "localhost"
			q.Header.Set("Content-Type", "application/json")
			q.AddCookie(first.cookie)
			w := httptest.NewRecorder()
			h.server.ServeHTTP(w, q)
			if w.Code >= 500 {
				t.Fatalf("%s: %d %s", name, w.Code, w.Body)
			}
		}
	})
}
