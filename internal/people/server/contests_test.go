package server

import (
	"fmt"
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

// evening are options of a contest that starts a moment from now.
func (h *house) evening(rounds int) api.ContestOptions {
	return api.ContestOptions{
		Title: "Club night", Game: "dvonn", Full: true, Control: "60+1", Rounds: rounds, Games: 1, Zone: "Europe/Berlin",
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
	people[0].call("POST", "contests", h.evening(3), &made)
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
		t.Errorf("%+v", list)
	}
}
