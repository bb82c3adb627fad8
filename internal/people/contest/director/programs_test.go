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
