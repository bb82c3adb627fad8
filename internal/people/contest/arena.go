package contest

import (
	"cmp"
	"slices"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest/pair"
)

// An arena is a contest of one round that gets boards as people come free. A win counts 2, a draw 1.

// Free returns those who look for an opponent in an arena, in the order in which they joined.
func (s *State) Free() []*Person {
	plays := s.playing()
	return slices.DeleteFunc(s.Here(), func(p *Person) bool { return !p.Checked || plays[p.ID] })
}

// Plays reports whether somebody sits at a board without a result.
func (s *State) Plays(id string) bool { return s.playing()[id] }

// playing are those who sit at a board without a result.
func (s *State) playing() map[string]bool {
	plays := map[string]bool{}
	for _, r := range s.Rounds {
		for _, b := range r.Boards {
			if _, over := b.Result(); !over {
				plays[b.First], plays[b.Second] = true, true
			}
		}
	}
	return plays
}

// pairMore takes further boards of an arena over. Who is paired has looked for an opponent, and does so again when the
// page is open once more.
func (s *State) pairMore(e Event) error {
	if e.Round != 1 || len(e.Byes) > 0 || len(e.Boards) == 0 {
		return errIncomplete
	}
	free := map[string]*Person{}
	for _, p := range s.Free() {
		free[p.ID] = p
	}
	r := Round{Out: map[string]bool{}}
	if len(s.Rounds) > 0 {
		r = s.Rounds[0]
	}
	boards := slices.Clone(r.Boards)
	for _, b := range e.Boards {
		for _, id := range []string{b.First, b.Second} {
			if free[id] == nil {
				return api.Refuse(api.ContestPairing, "person", id)
			}
			delete(free, id)
		}
		boards = append(boards, Board{First: b.First, Second: b.Second, Tables: slices.Clone(b.Tables)})
	}
	for _, b := range e.Boards {
		s.by[b.First].Checked, s.by[b.Second].Checked = false, false
	}
	r.Boards = boards
	s.Rounds = []Round{r}
	return nil
}

// patience is how long two wait who have just met: for somebody else to come free, but no longer than a minute altogether,
// with what it takes to look.
const patience = 50 * time.Second

// The bounds of what a pairing of an arena costs.
const (
	mostApart  = 1 << 12 // points
	mostBetter = 1 << 12 // rating
	mostTimes  = 1 << 8  // met
	mostWait   = 1 << 12 // seconds
)

// ArenaPairing returns further boards of an arena as an event, the best people first, without boards where nobody can be
// paired: waited is for how long somebody has looked for an opponent. As many as possible are paired, those first who have
// waited longest. The cost is, the dearest first: points apart, rating apart, how often they have met. Who
// met last do not meet at once again unless these two alone take part or one of them has waited for some time.
func (s *State) ArenaPairing(waited func(person string) time.Duration) Event {
	e := Event{Kind: Paired, Round: 1}
	all := s.tallies()
	free := s.Free()
	slices.SortStableFunc(free, func(a, b *Person) int {
		return cmp.Or(cmp.Compare(all[b.ID].points, all[a.ID].points), cmp.Compare(b.Rating, a.Rating))
	})
	n := len(free)
	if n < 2 {
		return e
	}
	alone := n == 2 && len(s.playing()) == 0
	last := s.lastOpponents()
	const dear = int64(mostApart+1) * (mostBetter + 1) * (mostTimes + 1) // more than any pair costs
	stays := func(p *Person) int64 {
		return dear * (mostWait<<8 + min(int64(waited(p.ID)/time.Second), mostWait))
	}
	cost := func(a, b *Person) (int64, bool) {
		if (last[a.ID] == b.ID || last[b.ID] == a.ID) && !alone && max(waited(a.ID), waited(b.ID)) < patience {
			return 0, false
		}
		far := func(x, y, most int) int64 { return int64(min(max(x-y, y-x), most)) }
		c := far(all[a.ID].points, all[b.ID].points, mostApart)
		c = c*(mostBetter+1) + far(a.Rating, b.Rating, mostBetter)
		return c*(mostTimes+1) + int64(min(all[a.ID].met[b.ID], mostTimes)), true
	}
	// Two who may not meet are put together as two who stay without an opponent; with an odd number one more does.
	pairs := pair.Pair(n+n%2, func(a, b int) int64 {
		if b == n {
			return stays(free[a])
		}
		if c, may := cost(free[a], free[b]); may {
			return c
		}
		return stays(free[a]) + stays(free[b])
	})
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	for _, m := range pairs {
		if m[1] == n {
			continue
		}
		a, b := free[m[0]], free[m[1]]
		if _, may := cost(a, b); !may {
			continue
		}
		if swap, _ := orient(all[a.ID], all[b.ID]); swap {
			a, b = b, a
		}
		e.Boards = append(e.Boards, Board{First: a.ID, Second: b.ID})
	}
	return e
}

// lastOpponents are the last opponents of all, "" for none.
func (s *State) lastOpponents() map[string]string {
	last := map[string]string{}
	for _, r := range s.Rounds {
		for _, b := range r.Boards {
			last[b.First], last[b.Second] = b.Second, b.First
		}
	}
	return last
}
