package server

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
)

// TestDuplicateHidden: while a duplicate round is played nobody but its two players reads a board over any route or message,
// whether they take part or not, and nobody looks on or writes there. When the round is over everybody sees all boards, and
// the layout follows from what had been given and committed to.
func TestDuplicateHidden(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(5)
	o := h.evening(2, 5)
	o.Format, o.Scoring, o.Control = api.FormatDuplicate, api.Matchpoints, "600+5"
	var v api.ContestView
	people[0].call("POST", "contests", o, &v)
	id, commits := v.Contest.ID, v.Contest.Commits
	if len(commits) != 2 || commits[0] == commits[1] {
		t.Fatalf("%v", commits)
	}
	byID := map[string]*browser{}
	for _, b := range people {
		byID[b.id] = b
		b.act(id, "join", api.ContestCall{})
		b.act(id, "check", api.ContestCall{})
	}
	v = people[0].contest(id, func(v api.ContestView) bool {
		return len(v.Contest.Rounds) == 1 && len(v.Contest.Rounds[0].Boards) == 2 && len(v.Contest.Rounds[0].Boards[0].Games) == 1 && len(v.Contest.Rounds[0].Boards[1].Games) == 1
	})
	boards := v.Contest.Rounds[0].Boards
	table := boards[0].Games[0].Table
	first, second := byID[boards[0].First], byID[boards[0].Second]
	var at, other api.Table
	first.call("GET", "tables/"+table, nil, &at)
	byID[boards[1].First].call("GET", "tables/"+boards[1].Games[0].Table, nil, &other)
	if !at.Hidden || at.Reveal == nil || other.Reveal == nil || at.Reveal.Secret != other.Reveal.Secret || len(at.Reveal.Shares) != 5 || at.Reveal.Commit != commits[0] {
		t.Fatalf("%+v %+v", at, at.Reveal)
	}
	wires := map[*browser]*wire{first: first.connect(), second: second.connect()}
	moves := firstMoves(t, &at, 1)
	if m := wires[first].do(api.ToServer{Type: "send", Table: table, Event: event(fmt.Sprintf(`"kind":"move","move":%q`, moves[0]))}); m.Type != "ack" {
		t.Fatalf("%+v", m)
	}
	var own api.Tables
	first.call("GET", "tables", nil, &own)
	position := own.Tables[0].Position
	if position == "" {
		t.Fatalf("%+v", own)
	}
	h.owners++
	owner := h.account(fmt.Sprint("Owner ", h.owners))
	program := owner.program("Walker", api.ScopePlay)
	readers := map[string]*browser{
		"at another board": byID[boards[1].First], "free": byID[v.Contest.Rounds[0].Byes[0]], "stranger": h.stranger(), "other": owner,
		"program": program, "reader": owner.known(api.Person{ID: program.id, Name: program.name}, api.ScopeRead),
	}
	leaks := func(text string) bool {
		quoted, _ := json.Marshal(position)
		move, _ := json.Marshal(moves[0])
		return strings.Contains(text, position) || strings.Contains(text, string(quoted)) || strings.Contains(text, `"move":`+string(move))
	}
	hidden := func(when string) {
		t.Helper()
		for name, b := range readers {
			for _, rt := range routes() {
				if rt.method != "GET" || rt.live {
					continue
				}
				for _, what := range []string{table, id, first.id, first.name} {
					path := strings.NewReplacer("{id}", what, "{game}", "dvonn", "{speed}", "live").Replace(rt.pattern)
					for _, query := range []string{"", "?format=sgf", "?game=dvonn", "?game=dvonn&position=" + strings.ReplaceAll(position, " ", "%20")} {
						if query != "" && !strings.Contains(rt.pattern, "record") && rt.pattern != "games" && rt.pattern != "explorer" {
							continue
						}
						status, _, text := b.request("GET", path+query, nil)
						if asked := strings.Contains(query, "position"); leaks(string(text)) && !(asked && status == 200 && !strings.Contains(string(text), table)) {
							t.Errorf("%s: %s reads the board by %s", when, name, path+query)
						}
						if strings.HasPrefix(rt.pattern, "tables/{id}") && what == table && !strings.HasSuffix(rt.pattern, "qr.svg") && status != 403 {
							t.Errorf("%s: %s is answered %d by %s", when, name, status, path)
						}
					}
				}
			}
			w := b.connect()
			for _, m := range []api.ToServer{
				{Type: "watch", Table: table},
				{Type: "watch", Table: table, Since: 1},
				{Type: "watch", Table: table, Since: 4},
				{Type: "lobby", On: true},
				{Type: "contest", ID: id, On: true},
				{Type: "say", Table: table, ID: "s1", Text: "what do they play?"},
				{Type: "ping", Number: 99},
			} {
				if m.Type == "say" && (name == "stranger" || name == "reader") {
					continue
				}
				w.send(m)
			}
			refused := 0
			for {
				a := w.next()
				text, _ := json.Marshal(a)
				if leaks(string(text)) {
					t.Errorf("%s: %s hears of the board: %s", when, name, text)
				}
				if a.Type == "refused" && a.Error.Code == string(api.TableHidden) {
					refused++
				}
				if a.Type == "pong" && a.Number == 99 {
					break
				}
			}
			if refused < 3 {
				t.Errorf("%s: %s is refused %d times", when, name, refused)
			}
			w.conn.Close()
		}
	}
	hidden("while it is played")
	if m := wires[second].do(api.ToServer{Type: "send", Table: table, Event: event(`"kind":"resign"`)}); m.Type != "ack" {
		t.Fatalf("%+v", m)
	}
	people[0].contest(id, func(v api.ContestView) bool { return v.Contest.Rounds[0].Boards[0].Result != nil })
	hidden("while another board is played")
	if m := wires[first].do(api.ToServer{Type: "rematch", Table: table}); m.Type != "refused" || m.Error.Code != string(api.TableHidden) {
		t.Errorf("%+v", m)
	}
	b := byID[boards[1].First]
	if m := b.connect().do(api.ToServer{Type: "send", Table: boards[1].Games[0].Table, Event: event(`"kind":"resign"`)}); m.Type != "ack" {
		t.Fatalf("%+v", m)
	}
	v = people[0].contest(id, func(v api.ContestView) bool {
		return len(v.Contest.Rounds) == 2 && v.Contest.Rounds[0].Boards[0].Games[0].Position != ""
	})
	done := v.Contest.Rounds[0]
	if done.Hidden || !v.Contest.Rounds[1].Hidden || done.Layout == "" || done.Boards[0].Percent == nil || *done.Boards[0].Percent != [2]float64{100, 0} || done.Boards[0].Margin == nil {
		t.Errorf("%+v", done)
	}
	var shown api.Table
	if h.stranger().call("GET", "tables/"+table, nil, &shown); shown.Hidden || shown.Contest != id {
		t.Errorf("%+v", shown)
	}
	status, _, text := h.stranger().request("GET", "tables/"+table+"/record", nil)
	r, err := readRecord(text)
	if status != 200 || err != nil {
		t.Fatalf("%d %v %s", status, err, text)
	}
	if err := setup.Verify(r); err != nil || r.Tag(setup.TagCommit) != commits[0] {
		t.Errorf("%v\n%s", err, text)
	}
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		var results api.Results
		h.stranger().call("GET", "people/"+first.id+"/results", nil, &results)
		if len(results.Results) == 1 {
			break
		}
		if time.Now().After(until) {
			t.Fatal("the game is in no list")
		}
	}
}
