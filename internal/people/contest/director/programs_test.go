package director

import (
	"testing"
	"time"

	"cairn.example/internal/people/api"
)

// TestPrograms: programs take part where the contest says so; one that stands is there without saying so, and comes back by
// itself after it was away. A level never joins.
func TestPrograms(t *testing.T) {
	as := func(e *evening, i int, kind api.Kind) {
		p := e.people[who(i)]
		p.Kind = string(kind)
		e.people[who(i)] = p
	}
	e := announce(t, 4, nil)
	as(e, 3, api.KindBot)
	e.refused(api.ContestPrograms, who(3), "join", api.ContestCall{})
	for _, format := range []func(*api.ContestOptions){func(*api.ContestOptions) {}, arena} {
		e := announce(t, 4, func(o *api.ContestOptions) { o.Programs = true; format(o) })
		as(e, 2, api.KindLevel)
		as(e, 3, api.KindBot)
		e.refused(api.ContestPrograms, who(2), "join", api.ContestCall{})
		e.do(who(3), "join", api.ContestCall{})
		e.enter(2)
		e.open(who(0))
		e.open(who(1))
		e.pass(15 * time.Minute)
		plays := func() (n int) {
			for _, g := range e.games {
				if g.Seated.People[0] == who(3) || g.Seated.People[1] == who(3) {
					n++
				}
			}
			return n
		}
		for range 3 {
			e.play()
			e.pass(10 * time.Second)
		}
		before := plays()
		if before == 0 {
			t.Fatalf("the program plays nobody: %+v", e.view().Contest)
		}
		if v := e.view().Contest; v.Phase == api.ContestOver {
			continue
		}
		e.do(who(3), "absent", api.ContestCall{})
		e.play()
		e.pass(time.Minute)
		for _, p := range e.view().Contest.Entrants {
			if p.Person.ID == who(3) && p.Away {
				t.Errorf("it stands, and is away: %+v", p)
			}
		}
	}
}

// TestFiller: with an odd number of people a level plays with who would be free, each round with somebody else; it has no
// place. Where it does not stand, or plays as many games as it can, there is a bye, and with an even number it plays nobody.
func TestFiller(t *testing.T) {
	e := &evening{world: newWorld(t, 6)}
	level := e.people[who(5)]
	level.Kind = string(api.KindLevel)
	e.people[who(5)] = level
	e.s = e.service()
	o := api.ContestOptions{
		Title: "Club night", Game: "lyngk", Control: "600+5", Rounds: 5, Games: 1, Zone: "Europe/Berlin", Starts: e.now.Add(30 * time.Minute).UnixMilli(),
		Filler: who(1),
	}
	if _, err := e.s.Create(t.Context(), who(0), o); api.Refusal(err) == nil {
		t.Error("somebody is taken for a level")
	}
	o.Filler = who(5)
	v, err := e.s.Create(t.Context(), who(0), o)
	if err != nil {
		t.Fatal(err)
	}
	e.id = v.Contest.ID
	e.enter(5)
	e.pass(15 * time.Minute)
	met := map[string]int{}
	for n := range 3 {
		r := e.round()
		if len(r.Boards) != 3 || len(r.Byes) != 0 {
			t.Fatalf("round %d: %+v", n+1, r)
		}
		last := r.Boards[2]
		if last.First != who(5) && last.Second != who(5) || len(last.Games) != 1 {
			t.Fatalf("%+v", last)
		}
		for _, id := range []string{last.First, last.Second} {
			if met[id]++; id != who(5) && met[id] > 1 {
				t.Errorf("%s plays with the level again before others did", id)
			}
		}
		e.away[who(5)] = n == 2
		e.play()
	}
	for range 2 {
		if r := e.round(); len(r.Boards) != 2 || len(r.Byes) != 1 || met[r.Byes[0]] > 0 {
			t.Errorf("%+v", r)
		} else {
			met[r.Byes[0]]++
		}
		e.away[who(5)], e.busy = false, map[string]bool{who(5): true}
		e.play()
	}
	c := e.view().Contest
	if c.Phase != api.ContestOver || len(c.Standings) != 5 || len(c.Entrants) != 5 || c.Filler == nil {
		t.Errorf("%s %+v", c.Phase, c.Standings)
	}
	for _, n := range e.told {
		if n.Person == who(5) {
			t.Errorf("the level is told %+v", n)
		}
	}
}
