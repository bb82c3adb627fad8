package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// club are people with names of their own, the first of whom makes contests.
func (h *house) club(n int) []*browser {
	h.t.Helper()
	var all []*browser
	for i := range n {
		b := h.guest("")
		b.claim(fmt.Sprintf("Member %c", 'A'+i))
		all = append(all, b)
	}
	return all
}

// evening are options of a contest that starts a moment from now, as soon as that number of people is there.
func (h *house) evening(rounds, people int) api.ContestOptions {
	return api.ContestOptions{
		Title: "Club night", Game: "dvonn", Full: true, Control: "60+1", Rounds: rounds, Games: 1, Quorum: people, Zone: "Europe/Berlin",
		Starts: h.store.Now().Add(300 * time.Millisecond).UnixMilli(),
	}
}

// contest returns a contest once it is as somebody wants it.
func (b *browser) contest(id string, ready func(v api.ContestView) bool) api.ContestView {
	b.t.Helper()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var v api.ContestView
		b.call("GET", "contests/"+id, nil, &v)
		if ready(v) {
			return v
		}
		if time.Now().After(until) {
			b.t.Fatalf("it does not come to that: %+v", v)
		}
	}
}

func (b *browser) act(id, action string, c api.ContestCall) (v api.ContestView) {
	b.t.Helper()
	b.call("POST", "contests/"+id+"/"+action, c, &v)
	return v
}

// TestEvening: a contest is announced, people join, and the rest happens by itself: it starts, seats people, counts
// how their games end, pairs the next round and ends.
func TestEvening(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(3)
	var made api.ContestView
	people[0].call("POST", "contests", h.evening(3, 3), &made)
	id := made.Contest.ID
	if made.Contest.Phase != api.ContestOpen || !made.You.Host || made.You.Entered {
		t.Fatalf("announced: %+v", made)
	}
	live := map[string]*wire{}
	for _, b := range people {
		if v := b.act(id, "join", api.ContestCall{Nonce: nonce}); !v.You.Entered {
			t.Fatalf("joined: %+v", v)
		}
		live[b.id] = b.connect()
	}
	people[2].connect().send(api.ToServer{Type: "contest", ID: id, On: true})
	people[2].contest(id, func(v api.ContestView) bool { return v.You.Checked })
	people[0].act(id, "check", api.ContestCall{})
	people[1].act(id, "check", api.ContestCall{})
	seen := map[string]bool{}
	for round := 1; round <= 3; round++ {
		v := people[0].contest(id, func(v api.ContestView) bool {
			return len(v.Contest.Rounds) == round && len(v.Contest.Rounds[round-1].Boards[0].Games) == 1
		})
		b := v.Contest.Rounds[round-1].Boards[0]
		if len(v.Contest.Rounds[round-1].Byes) != 1 || b.Games[0].First != b.First {
			t.Fatalf("round %d: %+v", round, v.Contest.Rounds)
		}
		game := b.Games[0].Table
		if seen[game] {
			t.Fatalf("table %s twice", game)
		}
		seen[game] = true
		loser := live[b.Second]
		if m := loser.do(api.ToServer{Type: "send", Table: game, Event: event(`"kind":"resign"`)}); m.Type != "ack" {
			t.Fatalf("resign: %+v", m)
		}
	}
	v := people[0].contest(id, func(v api.ContestView) bool { return v.Contest.Phase == api.ContestOver })
	sum := 0.0
	for _, line := range v.Contest.Standings {
		sum += line.Points
		if len(line.Sheet) != 3 || line.Byes != 1 {
			t.Errorf("%+v", line)
		}
	}
	if sum != 6 || v.Contest.Standings[0].Place != 1 || v.You.Why == nil && !v.You.Entered {
		t.Errorf("%v points: %+v", sum, v.Contest.Standings)
	}
	var list api.Contests
	people[1].call("GET", "contests", nil, &list)
	if len(list.Past) != 1 || len(list.Past[0].Winners) == 0 || !list.Past[0].Entered || !list.Create {
		t.Fatalf("%+v", list)
	}
	h.server.results.Sweep(t.Context())
	var p api.Profile
	h.stranger().call("GET", "people/"+list.Past[0].Winners[0].ID, nil, &p)
	if len(p.Contests) != 1 || p.Contests[0].ID != id || p.Contests[0].Place != 1 || p.Contests[0].Options.Title == "" {
		t.Errorf("%+v", p.Contests)
	}
}

// TestWoodInProfile: who has played at a wooden board finds the contest in their profile, though no table knows of it.
func TestWoodInProfile(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(3)
	o := h.evening(1, 2)
	o.Boards = api.BoardsWood
	var made api.ContestView
	people[2].call("POST", "contests", o, &made)
	id := made.Contest.ID
	for _, b := range people[:2] {
		b.act(id, "join", api.ContestCall{})
		b.act(id, "check", api.ContestCall{})
	}
	people[0].contest(id, func(v api.ContestView) bool { return len(v.Contest.Rounds) == 1 })
	for _, b := range people[:2] {
		b.act(id, "result", api.ContestCall{Round: 1, Board: 1, Points: &[2]float64{0.5, 0.5}})
	}
	people[0].contest(id, func(v api.ContestView) bool { return v.Contest.Phase == api.ContestOver })
	for i, b := range people {
		var p api.Profile
		h.stranger().call("GET", "people/"+b.id, nil, &p)
		played := len(p.Contests) == 1 && p.Contests[0].ID == id && p.Contests[0].Place == 1 && p.Contests[0].Options.Boards == api.BoardsWood
		if played != (i < 2) {
			t.Errorf("%d: %+v", i, p.Contests)
		}
	}
}

// TestAbsentUnrated: who does not come to the board loses it in the contest, and no rating changes; who is there does not
// lose, however long they think.
func TestAbsentUnrated(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(2)
	o := h.evening(1, 2)
	o.Rated, o.Control = true, "600+5"
	var made api.ContestView
	people[0].call("POST", "contests", o, &made)
	id := made.Contest.ID
	for _, b := range people {
		b.act(id, "join", api.ContestCall{})
		b.act(id, "check", api.ContestCall{})
	}
	v := people[0].contest(id, func(v api.ContestView) bool {
		return len(v.Contest.Rounds) == 1 && len(v.Contest.Rounds[0].Boards[0].Games) == 1
	})
	b := v.Contest.Rounds[0].Boards[0]
	there := people[0]
	if b.Second == people[1].id {
		there = people[1]
	}
	w := there.connect()
	w.send(api.ToServer{Type: "watch", Table: b.Games[0].Table})
	if at := w.await("table").Table; at.Contest != id || !at.Options.Rated {
		t.Fatalf("%+v", at)
	}
	time.Sleep(1500 * time.Millisecond) // the director has looked who is there
	h.store.Jump(160*time.Second, true)
	v = people[0].contest(id, func(v api.ContestView) bool { return v.Contest.Phase == api.ContestOver })
	if r := v.Contest.Rounds[0].Boards[0].Result; r.How != "absent" || r.Points != [2]float64{0, 1} {
		t.Errorf("%+v", r)
	}
	var results api.Results
	for until := time.Now().Add(20 * time.Second); len(results.Results) == 0 && time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		there.call("GET", "people/"+there.id+"/results", nil, &results)
	}
	if len(results.Results) != 1 || results.Results[0].Rated || results.Results[0].Unrated != "short" {
		t.Errorf("%+v", results.Results)
	}
	var list api.Notices
	there.call("GET", "me/notices", nil, &list)
	if len(list.Notices) == 0 || list.Notices[0].Kind != "contest" || list.Notices[0].What != "board" || list.Notices[0].Table != b.Games[0].Table {
		t.Errorf("%+v", list.Notices)
	}
}

// TestTwoProcesses: two servers on one store look after one contest, and each table is made once and each board counted once.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	other := newHouseOn(t, h.store)
	people := h.club(5)
	var made api.ContestView
	o := h.evening(3, 5)
	o.Games = 2
	people[0].call("POST", "contests", o, &made)
	id := made.Contest.ID
	byID := map[string]*wire{}
	for i, b := range people {
		if i%2 == 1 { // half of them come to the other server
			b.house = other
		}
		b.act(id, "join", api.ContestCall{})
		b.act(id, "check", api.ContestCall{})
		byID[b.id] = b.connect()
	}
	done := map[string]bool{}
	v := people[0].contest(id, func(v api.ContestView) bool {
		for _, r := range v.Contest.Rounds {
			for _, b := range r.Boards {
				for _, g := range b.Games {
					if !done[g.Table] && g.Phase == api.Playing {
						done[g.Table] = true
						byID[g.First].do(api.ToServer{Type: "send", Table: g.Table, Event: event(`"kind":"resign"`)})
					}
				}
			}
		}
		return v.Contest.Phase == api.ContestOver
	})
	if len(done) != 3*2*2 || len(v.Contest.Rounds) != 3 {
		t.Errorf("%d games in %d rounds", len(done), len(v.Contest.Rounds))
	}
	for _, r := range v.Contest.Rounds {
		for _, b := range r.Boards {
			// Who begins resigns, so that each has won once.
			if b.Results != nil || b.Result.Points != [2]float64{1, 1} {
				t.Errorf("%+v", b)
			}
		}
	}
	for _, e := range v.Contest.Entrants {
		if e.Away {
			t.Errorf("%s has resigned before a first move, and counts as absent", e.Person.Name)
		}
	}
}

// TestContestSecrets: before a round begins nobody reads the shares of its layouts, or the ids of its tables.
func TestContestSecrets(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(2)
	o := h.evening(1, 2)
	o.Starts += 3_600_000
	var made api.ContestView
	people[0].call("POST", "contests", o, &made)
	path := "contests/" + made.Contest.ID
	people[0].call("POST", path+"/join", api.ContestCall{Nonce: nonce}, nil)
	for _, call := range []string{path, path + "/results.csv", path + "/records", "contests", "contests.ics", "feed.atom"} {
		if status, _, text := people[1].request("GET", call, nil); status != 200 || strings.Contains(string(text), nonce[:8]) {
			t.Errorf("%s: %d %s", call, status, text)
		}
	}
	w := people[1].connect()
	w.send(api.ToServer{Type: "contest", ID: made.Contest.ID, On: true})
	if text := string(encode(w.await("contest"))); strings.Contains(text, nonce[:8]) {
		t.Error(text)
	}
}

// TestContestExports: table, records, calendar and feed of a contest; one that is moved takes its own place in a calendar.
func TestContestExports(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	people := h.club(2)
	o := h.evening(1, 2)
	o.Title, o.Starts = "Club; night, \"=1\"", o.Starts+3_600_000
	var v api.ContestView
	people[0].call("POST", "contests", o, &v)
	path := "contests/" + v.Contest.ID
	get := func(path string) string {
		t.Helper()
		status, _, text := h.stranger().request("GET", path, nil)
		if status != 200 {
			t.Fatalf("%s: %d %s", path, status, text)
		}
		return string(text)
	}
	uid := "UID:" + v.Contest.ID + "@"
	if text := get("contests.ics"); strings.Count(text, uid) != 1 || !strings.Contains(text, `SUMMARY:Club\; night\, "=1"`) {
		t.Error(text)
	}
	before := get("contests.ics")
	o.Starts += 3_600_000
	people[0].act(v.Contest.ID, "change", api.ContestCall{Seq: v.Contest.Seq, Options: &o})
	if text := get("contests.ics"); strings.Count(text, uid) != 1 || text == before {
		t.Error(text)
	}
	if text := get("feed.atom"); !strings.Contains(text, "/contest/"+v.Contest.ID+"\"") {
		t.Error(text)
	}
	var key api.Calendar
	people[0].act(v.Contest.ID, "join", api.ContestCall{})
	people[0].call("POST", "me/calendar", nil, &key)
	if text := get(strings.TrimPrefix(key.Calendar, "api/")); strings.Count(text, uid) != 1 {
		t.Errorf("%s: %s", key.Calendar, text)
	}
	people[1].act(v.Contest.ID, "join", api.ContestCall{})
	people[0].call("GET", path, nil, &v)
	v = people[0].act(v.Contest.ID, "start", api.ContestCall{Seq: v.Contest.Seq})
	g := v.Contest.Rounds[0].Boards[0].Games[0]
	if v.You.Table != g.Table {
		t.Errorf("%+v", v.You)
	}
	for _, b := range people {
		if b.id == g.First {
			b.connect().do(api.ToServer{Type: "send", Table: g.Table, Event: event(`"kind":"resign"`)})
		}
	}
	people[0].contest(v.Contest.ID, func(v api.ContestView) bool { return v.Contest.Phase == api.ContestOver })
	if lines := strings.Split(strings.TrimSpace(get(path+"/results.csv")), "\n"); len(lines) != 3 || !strings.Contains(lines[1], ",1,1,1,") {
		t.Errorf("%q", lines)
	}
	for _, format := range []string{"cairn", "sgf", "json"} {
		if text := get(path + "/records?format=" + format); !strings.Contains(text, "Member A") {
			t.Errorf("%s: %s", format, text)
		}
	}
	whole := get(path + "/records")
	for _, want := range []string{`[Event "Club; night, \"=1\""]`, `/` + g.Table + `"]`, "[Date "} {
		if !strings.Contains(whole, want) {
			t.Errorf("no %s in %s", want, whole)
		}
	}
}
