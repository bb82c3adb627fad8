package contest

import (
	"fmt"
	"testing"
	"time"
)

// TestArenaPairing: as many as possible are paired, those with as many points with each other; with an odd number who has
// waited longest is paired; and who met last meet again only alone or after a while.
func TestArenaPairing(t *testing.T) {
	var s State
	apply := func(e Event) {
		t.Helper()
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	apply(Event{Kind: Announced, Options: &Options{Rounds: 1, Games: 1, Arena: true}})
	for i := range 5 {
		apply(Event{Kind: Joined, Person: fmt.Sprint(i), Rating: 1500 + 10*i})
		apply(Event{Kind: Checked, Person: fmt.Sprint(i)})
	}
	apply(Event{Kind: Started})
	waits := map[string]time.Duration{}
	next := func() string {
		text := ""
		for _, b := range s.ArenaPairing(func(id string) time.Duration { return waits[id] }).Boards {
			text += min(b.First, b.Second) + max(b.First, b.Second) + " "
		}
		return text
	}
	waits["0"], waits["1"], waits["3"], waits["4"] = 9*time.Second, 9*time.Second, 9*time.Second, 9*time.Second
	if got := next(); got != "34 01 " {
		t.Errorf("2 has waited least, and is paired: %s", got)
	}
	waits["2"] = time.Minute
	waits["0"] = 0
	if got := next(); got != "34 12 " {
		t.Errorf("2 has waited longest: %s", got)
	}
	apply(Event{Kind: Paired, Round: 1, Boards: []Board{{First: "3", Second: "4"}, {First: "1", Second: "2"}}})
	if got := next(); got != "" {
		t.Errorf("one is free: %s", got)
	}
	again := func(ids ...string) {
		for _, id := range ids {
			apply(Event{Kind: Checked, Person: id})
			waits[id] = 0
		}
	}
	apply(Event{Kind: Scored, Round: 1, Board: 1, Points: Points{2, 0}})
	again("3", "4")
	apply(Event{Kind: Closed, Person: "0"})
	if got := next(); got != "" {
		t.Errorf("who have just met wait for others: %s", got)
	}
	waits["3"] = patience
	if got := next(); got != "34 " {
		t.Errorf("one of them has waited: %s", got)
	}
	waits["3"] = 0
	apply(Event{Kind: Scored, Round: 1, Board: 2, Points: Points{0, 2}})
	if got := next(); got != "34 " {
		t.Errorf("the two are alone: %s", got)
	}
	again("1", "2")
	if got := next(); got != "14 23 " && got != "23 14 " {
		t.Errorf("who have won meet: %s", got)
	}
	apply(Event{Kind: Absent, Person: "1"})
	for _, e := range []Event{
		{Kind: Paired, Round: 1, Boards: []Board{{First: "1", Second: "2"}}},
		{Kind: Paired, Round: 1, Boards: []Board{{First: "2", Second: "2"}}},
		{Kind: Paired, Round: 1, Boards: []Board{{First: "0", Second: "2"}}},
		{Kind: Paired, Round: 1},
		{Kind: Paired, Round: 2, Boards: []Board{{First: "2", Second: "3"}}},
	} {
		if s.Apply(e) == nil {
			t.Errorf("%+v is taken", e)
		}
	}
	apply(Event{Kind: Back, Person: "1"})
	if len(s.Free()) != 3 { // until the page is open
		t.Errorf("%d are free", len(s.Free()))
	}
	table := s.Standings()
	if table[0].Person != "3" || table[0].Points != 2 || table[0].Strength != 1540 || table[1].Person != "2" || table[1].Strength != 1510 {
		t.Errorf("%+v", table)
	}
}
