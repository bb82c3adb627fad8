package director

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
)

var evenings = flag.Int("evenings", 40, "how many evenings are simulated")

// TestKilled kills the process at every write of an evening, once before and once after it: another process goes on, and
// what comes of it is the same.
func TestKilled(t *testing.T) {
	run := func(at int, after bool) (*evening, int) {
		e := announce(t, 5, func(o *api.ContestOptions) { o.Games = 2 })
		writes := 0
		e.kill = func() (bool, bool) {
			writes++
			return writes == at && !after, writes == at && after
		}
		// A call whose process was killed is made again at another one.
		do := func(person, action string) {
			for range 3 {
				if _, err := e.try(person, action, api.ContestCall{}); err == nil {
					return
				}
				e.s = e.service()
			}
			t.Fatalf("%s is refused", action)
		}
		for i := range 5 {
			do(who(i), "join")
		}
		e.pass(16 * time.Minute)
		for i := range 5 {
			do(who(i), "check")
		}
		for i := 0; i < 800 && e.view().Contest.Phase != api.ContestOver; i++ {
			e.pass(5 * time.Second)
			if writes >= at {
				e.s = e.service()
			}
			if i%3 == 0 {
				e.play()
			}
		}
		return e, writes
	}
	want, writes := run(0, false)
	table := want.view().Contest.Standings
	if len(want.games) != 12 || len(table) != 5 {
		t.Fatalf("%d games", len(want.games))
	}
	for at := 1; at <= writes; at++ {
		for _, after := range []bool{false, true} {
			e, _ := run(at, after)
			v := e.view().Contest
			if v.Phase != api.ContestOver || len(v.Rounds) != 3 || len(e.games) != 12 {
				t.Fatalf("killed at write %d: %s, %d rounds, %d games", at, v.Phase, len(v.Rounds), len(e.games))
			}
			for i, l := range v.Standings {
				if l.Person != table[i].Person || l.Points != table[i].Points {
					t.Fatalf("killed at write %d: %+v, want %+v", at, l, table[i])
				}
			}
			e.checkLog(at)
		}
	}
}

// checkLog holds what is true of every log.
func (e *evening) checkLog(seed int) {
	e.t.Helper()
	kinds := map[contest.Kind]int{}
	scored := map[[2]int]int{}
	games := map[string]bool{}
	for _, ev := range e.logs[e.id] {
		p, err := decodePayload(ev)
		if err != nil {
			e.t.Fatal(err)
		}
		kinds[p.Kind]++
		if p.Kind == contest.Scored {
			if scored[[2]int{p.Round, p.Board}]++; scored[[2]int{p.Round, p.Board}] > 1 {
				e.t.Fatalf("evening %d: board %d of round %d was counted twice", seed, p.Board, p.Round)
			}
		}
		for _, b := range p.Boards {
			for _, id := range b.Tables {
				if games[id] {
					e.t.Fatalf("evening %d: table %s is in two rounds", seed, id)
				}
				games[id] = true
			}
		}
	}
	if kinds[contest.Started] > 1 || kinds[contest.Ended] != 1 || kinds[contest.Called] > 1 {
		e.t.Fatalf("evening %d: %v", seed, kinds)
	}
	for id := range e.games {
		if !games[id] {
			e.t.Fatalf("evening %d: table %s is of no round", seed, id)
		}
	}
}

// TestEvenings simulates evenings of 3 to 40 people who come, leave, stay away and come back, with two processes of which
// one or the other is killed in the middle of things: the contest goes on and ends once, all games are counted, nobody who
// is there waits for more than a minute with somebody free, and nobody has a second bye before all had one.
func TestEvenings(t *testing.T) {
	for seed := range *evenings {
		simulate(t, seed)
		if seed%8 == 0 {
			simulateArena(t, seed)
		}
	}
}

// simulateArena is an evening of half an hour with two processes that are killed, in which people open and close the page,
// pause, leave and come back: nobody who has the page open waits for more than a minute with somebody free, and all games
// that were begun count once.
func simulateArena(t *testing.T, seed int) {
	r := rand.New(rand.NewPCG(uint64(seed), 11))
	n := 3 + r.IntN(38)
	e := announce(t, n, arena)
	processes := []*Service{e.s, e.service()}
	e.kill = func() (bool, bool) { return r.IntN(60) == 0, r.IntN(60) == 0 }
	pages := map[string]*page{}
	at := map[string]int{} // at which process somebody's page is open
	open := func(person string, process int) {
		pages[person], at[person] = &page{}, process
		_ = processes[process].Watch(context.Background(), person, pages[person], e.id, true) // the next look repeats it
	}
	closed := map[string]time.Time{}
	free := map[string]time.Time{} // since when somebody is free with the page open
	ends := map[string]time.Time{}
	for step := 0; ; step++ {
		e.now = e.now.Add(time.Second)
		for i := range n {
			id := who(i)
			switch {
			case step < 900 && r.IntN(200) == 0 || step > 1800 && r.IntN(3000) == 0:
				_, _ = processes[r.IntN(2)].Do(context.Background(), id, e.id, "join", api.ContestCall{})
			case r.IntN(6000) == 0:
				_, _ = processes[r.IntN(2)].Do(context.Background(), id, e.id, "leave", api.ContestCall{})
			case r.IntN(3000) == 0:
				_, _ = processes[r.IntN(2)].Do(context.Background(), id, e.id, "absent", api.ContestCall{})
			case r.IntN(300) == 0:
				_, _ = processes[r.IntN(2)].Do(context.Background(), id, e.id, "back", api.ContestCall{})
			}
			switch {
			case pages[id] == nil && e.now.After(closed[id]):
				open(id, r.IntN(2))
			case pages[id] != nil && r.IntN(1500) == 0: // closed for some minutes, or moved to the other process at once
				processes[at[id]].Unwatch(pages[id])
				pages[id], closed[id] = nil, e.now.Add(time.Duration(r.IntN(2)*r.IntN(400))*time.Second)
			}
			e.away[id] = pages[id] == nil
		}
		for id, g := range e.games {
			if g.Phase != api.Playing {
				continue
			}
			if ends[id].IsZero() {
				ends[id] = g.made.Add(time.Duration(30+r.IntN(300)) * time.Second)
			}
			for side, person := range g.Seated.People {
				g.Moved[side] = g.Moved[side] || !e.away[person] && e.now.Sub(g.made) > 10*time.Second
			}
			if e.now.After(ends[id]) && (g.Moved[0] || g.Moved[1]) {
				g.end([]game.Outcome{game.FirstWins, game.SecondWins, game.Draw}[r.IntN(3)])
			}
		}
		for i := range processes {
			if r.IntN(300) == 0 {
				processes[i] = e.service() // killed, and there again; the pages connect once more
				for id, p := range pages {
					if p != nil && at[id] == i {
						open(id, i)
					}
				}
			}
			processes[i].Sweep(context.Background())
			processes[i].tell(context.Background())
		}
		e.s = processes[0]
		st, err := e.s.state(context.Background(), e.id)
		if err != nil {
			t.Fatal(err)
		}
		if st.Phase == contest.Over {
			break
		}
		if step > 6000 {
			t.Fatalf("arena %d of %d people does not end: %d games", seed, n, len(st.Rounds))
		}
		if st.Phase != contest.Running || e.s.steps.leftOf(st, e.now) <= 0 {
			clear(free)
			continue
		}
		var waits []time.Duration
		for _, p := range st.People {
			if pages[p.ID] == nil || !p.Here() || st.Plays(p.ID) {
				delete(free, p.ID)
				continue
			}
			if free[p.ID].IsZero() {
				free[p.ID] = e.now
			}
			waits = append(waits, e.now.Sub(free[p.ID]))
		}
		slices.Sort(waits)
		// Who comes free is looked at some seconds later, or some more where a process is killed right then.
		if k := len(waits) - 1; k > 0 && waits[k] > time.Minute+5*time.Second && waits[k-1] > 10*time.Second {
			t.Fatalf("arena %d of %d people: somebody waits with others who are free: %v", seed, n, waits)
		}
	}
	e.kill = func() (bool, bool) { return false, false }
	e.checkLog(seed)
	e.checkArena(seed)
}

func simulate(t *testing.T, seed int) {
	r := rand.New(rand.NewPCG(uint64(seed), 7))
	n := 3 + r.IntN(38)
	e := announce(t, n, func(o *api.ContestOptions) {
		o.Games, o.Rounds = 1+r.IntN(2), 3+r.IntN(5)
		o.Pause = []int{0, 20}[r.IntN(2)]
	})
	processes := []*Service{e.s, e.service()}
	e.kill = func() (bool, bool) { return r.IntN(40) == 0, r.IntN(40) == 0 }
	act := func(i int, action string) {
		// What is refused is so for good; who hears of no answer asks again later, or not at all.
		_, _ = processes[r.IntN(2)].Do(context.Background(), who(i), e.id, action, api.ContestCall{})
	}
	ends := map[string]time.Time{}
	freeSince := e.now
	for step := 0; ; step++ {
		e.now = e.now.Add(10 * time.Second)
		for i := range n {
			switch r.IntN(400) {
			case 0:
				act(i, "leave")
			case 1:
				e.away[who(i)] = !e.away[who(i)]
			}
			if step < 150 && r.IntN(60) == 0 {
				act(i, "join")
			}
			if step > 95 && step < 185 && r.IntN(20) == 0 || r.IntN(200) == 0 && !e.away[who(i)] {
				act(i, "check")
			}
		}
		for id, g := range e.games {
			if g.Phase != api.Playing {
				continue
			}
			if ends[id].IsZero() {
				ends[id] = g.made.Add(time.Duration(30+r.IntN(400)) * time.Second)
			}
			for side, person := range g.Seated.People {
				g.Moved[side] = g.Moved[side] || !e.away[person] && e.now.Sub(g.made) > 20*time.Second
			}
			if e.now.After(ends[id]) && (g.Moved[0] || g.Moved[1]) {
				g.end([]game.Outcome{game.FirstWins, game.SecondWins, game.Draw}[r.IntN(3)])
			}
		}
		for i := range processes {
			if r.IntN(30) == 0 {
				processes[i] = e.service() // killed, and there again
			}
			processes[i].Sweep(context.Background())
		}
		e.s = processes[0]
		st, err := e.s.state(context.Background(), e.id)
		if err != nil {
			t.Fatal(err)
		}
		if st.Phase == contest.Over {
			break
		}
		if step > 5000 {
			t.Fatalf("evening %d of %d people does not end: round %d of %d", seed, n, len(st.Rounds), st.Options.Rounds)
		}
		waiting := st.Phase == contest.Running && (len(st.Rounds) == 0 || st.complete()) && len(st.Here()) > 1
		if !waiting {
			freeSince = e.now
		}
		if e.now.Sub(freeSince) > time.Minute {
			t.Fatalf("evening %d of %d people: %d are there, and nobody is paired", seed, n, len(st.Here()))
		}
	}
	e.kill = func() (bool, bool) { return false, false }
	e.checkLog(seed)
	e.checkByes(seed)
	v := e.view().Contest
	for n, round := range v.Rounds {
		for i, b := range round.Boards {
			if b.Result == nil {
				t.Fatalf("evening %d: board %d of round %d has no result", seed, i+1, n+1)
			}
		}
	}
	for _, l := range v.Standings {
		sum := 0.0
		for _, entry := range l.Sheet {
			sum += entry.Points
		}
		if sum != l.Points {
			t.Fatalf("evening %d: %+v", seed, l)
		}
	}
}

// checkArena: all boards have a result, and the points are those of the sheets.
func (e *evening) checkArena(seed int) {
	e.t.Helper()
	v := e.view().Contest
	if len(v.Rounds) == 0 {
		return
	}
	for i, b := range v.Rounds[0].Boards {
		if b.Result == nil {
			e.t.Fatalf("arena %d: board %d has no result", seed, i+1)
		}
	}
	for _, l := range v.Standings {
		sum := 0.0
		for _, entry := range l.Sheet {
			sum += entry.Points
		}
		if sum != l.Points {
			e.t.Fatalf("arena %d: %+v", seed, l)
		}
	}
}

// checkByes: of those who are there nobody has a bye who had one, while others had none.
func (e *evening) checkByes(seed int) {
	e.t.Helper()
	st, err := e.s.state(context.Background(), e.id)
	if err != nil {
		e.t.Fatal(err)
	}
	byes := map[string]int{}
	for _, round := range st.Rounds {
		here := append([]string{}, round.Byes...)
		for _, b := range round.Boards {
			here = append(here, b.First, b.Second)
		}
		for _, id := range round.Byes {
			for _, other := range here {
				if byes[other] < byes[id] {
					e.t.Fatalf("evening %d: %s has another bye before %s has one", seed, id, other)
				}
			}
		}
		for _, id := range round.Byes {
			byes[id]++
		}
	}
}
