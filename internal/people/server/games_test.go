package server

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/record"
)

// finish plays a game of two guests until the second one resigns after e3, and waits until it
// is settled.
func (h *house) finish(o api.Options) (id string, first *browser) {
	h.t.Helper()
	id, one, two := h.play(o)
	one.do(api.ToServer{Type: "send", Table: id, Event: []byte(`{"kind":"move","move":"e3"}`)})
	two.do(api.ToServer{Type: "send", Table: id, Event: []byte(`{"kind":"resign"}`)})
	var list api.Results
	for len(list.Results) == 0 {
		time.Sleep(5 * time.Millisecond)
		one.browser.call("GET", "people/"+one.browser.id+"/results", nil, &list)
	}
	return id, one.browser
}

// TestGames: public games that ended are listed, the newest first, page by page, and are found
// by player, game and day; private ones and those that go on are not, and nobody is named who
// has left. What was played is counted in the same games.
func TestGames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	var ids []string
	var anna *browser
	for range 3 {
		var id string
		id, anna = h.finish(api.Options{Public: true})
		ids = append([]string{id}, ids...)
	}
	h.finish(api.Options{})
	h.play(api.Options{Public: true})
	list := func(query string) (found []string, next string) {
		t.Helper()
		status, header, text := h.stranger().request("GET", "games"+query, nil)
		if status != 200 || header.Get("Content-Type") != "application/x-ndjson" || header.Get("Cache-Control") != "public, max-age=60" {
			t.Fatalf("%s: %d %v %s", query, status, header, text)
		}
		for e := range (record.JSON{}).Read(bytes.NewReader(text), record.Options{}) {
			if e.Err != nil {
				t.Fatal(e.Err)
			}
			if r := e.Record; len(r.Moves) != 1 || r.Termination != record.Resignation || r.First == "" {
				t.Errorf("%s: %+v", query, r)
			}
			found = append(found, e.Record.Tag("Table"))
		}
		_, next, _ = strings.Cut(header.Get("Link"), "/api/games")
		next, _, _ = strings.Cut(next, ">")
		return found, next
	}
	for query, want := range map[string][]string{
		"": ids, "?game=dvonn": ids, "?game=lyngk": nil, "?player=" + anna.id: ids[:1], "?from=2020-01-01": ids, "?to=2020-01-01": nil,
	} {
		if found, next := list(query); fmt.Sprint(found) != fmt.Sprint(want) || next != "" {
			t.Errorf("%q lists %v, want %v; more: %q", query, found, want, next)
		}
	}
	anna.claim("Zoe")
	if found, _ := list("?player=@zoe"); fmt.Sprint(found) != fmt.Sprint(ids[:1]) {
		t.Errorf("by name it lists %v", found)
	}
	var ended api.Results
	if h.stranger().call("GET", "people/@zoe/results", nil, &ended); len(ended.Results) != 1 || ended.Results[0].Table != ids[0] {
		t.Errorf("by name the results are %+v", ended)
	}
	for _, path := range []string{"games?player=nobody", "games?player=@Nobody", "people/@Nobody/results", "people/nobody/results"} {
		h.stranger().refused("GET", path, nil, 404, api.AccountNobody)
	}
	one, next := list("?limit=2")
	two, last := list(next)
	if got := append(one, two...); len(one) != 2 || fmt.Sprint(got) != fmt.Sprint(ids) || last != "" {
		t.Errorf("two pages list %v and %v, want %v", one, two, ids)
	}
	for _, query := range []string{"?limit=0", "?limit=101", "?limit=x", "?game=chess", "?from=soon", "?to=1", "?before=1", "?before=x-" + ids[0]} {
		h.stranger().refused("GET", "games"+query, nil, 400, api.LiveQuery)
	}
	var v api.Explored
	h.stranger().call("GET", "explorer?game=dvonn", nil, &v)
	if v.Games != 3 || v.First != 3 || len(v.Moves) != 1 || v.Moves[0].Move != "e3" || v.Moves[0].Games != 3 || len(v.Tables) != 3 {
		t.Errorf("explored: %+v", v)
	}
	h.stranger().call("GET", "explorer?game=lyngk", nil, &v)
	for _, query := range []string{"", "?game=dvonn&position=x", "?game=dvonn&depth=9", "?game=dvonn&limit=0", "?game=dvonn&of=file", "?game=dvonn&of=all"} {
		h.stranger().refused("GET", "explorer"+query, nil, 400, api.LiveQuery)
	}
	anna.call("DELETE", "me", map[string]string{"name": "Zoe"}, nil)
	_, _, text := h.stranger().request("GET", "games?limit=1", nil)
	if bytes.Contains(text, []byte("Zoe")) || !bytes.Contains(text, []byte("Bert")) {
		t.Errorf("who has left is named: %s", text)
	}
}
