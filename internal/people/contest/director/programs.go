package director

import (
	"cairn.example/internal/people/contest"
)

// standing are the events by which programs are there that take part and stand: once check-in is open, and in an arena
// whenever they play nobody. A person has to say so, or to open the page.
func (s stepper) standing(st *state) (c change) {
	if !st.terms.Programs || !st.Called && st.Phase == contest.Open {
		return c
	}
	for _, p := range st.entered() {
		if p.Checked && !p.Away || st.Phase == contest.Running && st.Plays(p.ID) {
			continue
		}
		if _, stands := s.tables.Standing(p.ID); !stands {
			continue
		}
		if p.Away && st.Phase == contest.Running {
			c.add(contest.Event{Kind: contest.Back, Person: p.ID})
		}
		if !p.Checked && (st.Phase == contest.Open || st.isArena()) {
			c.add(contest.Event{Kind: contest.Checked, Person: p.ID})
		}
	}
	return c
}
