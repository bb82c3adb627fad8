package contest

import (
	"cmp"
	"slices"

	"cairn.example/internal/people/contest/pair"
)

// tally is what the rounds so far say about a person.
type tally struct {
	points int // half points
	byes   int
	filled int // games with who fills in, as good as byes for who is next to have one
	met    map[string]int
	sides  int // how many games more as first than as second
	last   int // the side of the last game: 1 first, -1 second, 0 none
}

// tallies returns those of all people.
func (s *State) tallies() map[string]*tally {
	all := map[string]*tally{}
	for _, p := range s.People {
		all[p.ID] = &tally{met: map[string]int{}}
		if p.Since > 0 {
			all[p.ID].points = s.worth(1) // half a point for all rounds before one came
		}
	}
	if s.Options.Filler != "" {
		all[s.Options.Filler] = &tally{met: map[string]int{}}
	}
	for _, r := range s.Rounds {
		for i, b := range r.Boards {
			first, second := all[b.First], all[b.Second]
			points := s.boardPoints(r, i)
			first.points += points[0]
			second.points += points[1]
			first.met[b.Second]++
			second.met[b.First]++
			first.sides, second.sides = first.sides+1, second.sides-1
			first.last, second.last = 1, -1
			switch s.Options.Filler {
			case b.First:
				second.filled++
			case b.Second:
				first.filled++
			}
		}
		for _, id := range r.Byes {
			all[id].points += s.byePoints(all[id].byes)
			all[id].byes++
		}
	}
	return all
}

// byePoints are the half points of a bye after some others: as a win, and then as a draw,
// since nobody has a second one before all others had one.
func (s *State) byePoints(before int) int {
	if s.Options.Matchpoints {
		if before == 0 {
			return unmet
		}
		return s.worth(1)
	}
	if before == 0 {
		return 2 * s.Options.Games
	}
	return s.Options.Games
}

// Pairing returns the next round as an event: boards without tables, the best people
// first, and byes. It is the running round again while that has no result. It is the same
// for equal states.
func (s *State) Pairing() Event {
	before := *s
	if _, open := s.withoutResult(); open && !s.begun() {
		before.Rounds = s.Rounds[:len(s.Rounds)-1]
	}
	e := Event{Kind: Paired, Round: len(before.Rounds) + 1}
	r := before.newPairing()
	boards, bye := r.cheapest()
	// Where somebody was away, others have met in another order than around the circle.
	if circle, out := r.circle(); circle != nil && r.met(circle) <= r.met(boards) {
		boards, bye = circle, out
	}
	if bye >= 0 {
		e.Byes = []string{r.people[bye].ID}
	}
	slices.SortFunc(boards, func(a, b [2]int) int { return cmp.Compare(min(a[0], a[1]), min(b[0], b[1])) })
	for _, b := range boards {
		e.Boards = append(e.Boards, Board{First: r.people[b[0]].ID, Second: r.people[b[1]].ID})
	}
	return e
}

// pairing pairs the people who are here, in the order of their points.
type pairing struct {
	state   *State
	people  []*Person
	tallies []*tally
	group   []int // where the people of equal points begin
	size    []int // and how many there are
}

func (s *State) newPairing() *pairing {
	all := s.tallies()
	p := &pairing{state: s, people: s.Here()}
	slices.SortStableFunc(p.people, func(a, b *Person) int {
		return cmp.Or(cmp.Compare(all[b.ID].points, all[a.ID].points), cmp.Compare(b.Rating, a.Rating))
	})
	if s.Options.Matchpoints {
		for _, t := range all {
			t.points /= percent // as fine as the costs have room for
		}
	}
	for i, person := range p.people {
		p.tallies = append(p.tallies, all[person.ID])
		begin := i
		if i > 0 && p.tallies[i-1].points == p.tallies[i].points {
			begin = p.group[i-1]
		}
		p.group = append(p.group, begin)
	}
	p.size = make([]int, len(p.people))
	for _, begin := range p.group {
		p.size[begin]++
	}
	return p
}

// circle returns the boards of a round of each with each, by the circle method; nil where
// there are not rounds enough for that, or where other people are here than at the start.
func (p *pairing) circle() (boards [][2]int, bye int) {
	s := p.state
	seats := len(p.people) + len(p.people)%2
	if seats < 2 || s.Options.Rounds < seats-1 {
		return nil, -1
	}
	var list []int // by the order of joining; with an odd number of people the one that stays is the bye
	if len(p.people) < seats {
		list = append(list, -1)
	}
	for _, person := range s.People {
		if i := slices.Index(p.people, person); i >= 0 && person.Since == 0 {
			list = append(list, i)
		}
	}
	if len(list) < seats {
		return nil, -1
	}
	// One stays, the others go around; each comes once to each place.
	round := len(s.Rounds)
	at := func(i int) int {
		if i == 0 {
			return list[0]
		}
		return list[1+(i-1+round)%(seats-1)]
	}
	cycle, round := round/(seats-1), round%(seats-1)
	bye = -1
	for i := range seats / 2 {
		a, b := at(i), at(seats-1-i)
		if (i == 0 && round%2 == 1 || i > 0 && i%2 == 1) != (cycle%2 == 1) {
			a, b = b, a
		}
		switch {
		case a < 0:
			bye = b
		case b < 0:
			bye = a
		default:
			boards = append(boards, [2]int{a, b})
		}
	}
	if bye >= 0 && p.tallies[bye].free() > p.fewestByes() {
		return nil, -1
	}
	return boards, bye
}

// met returns how often people have met who meet again.
func (p *pairing) met(boards [][2]int) (sum int) {
	for _, b := range boards {
		sum += p.tallies[b[0]].met[p.people[b[1]].ID]
	}
	return sum
}

func (p *pairing) fewestByes() int {
	return slices.MinFunc(p.tallies, func(a, b *tally) int { return cmp.Compare(a.free(), b.free()) }).free()
}

// free is how often somebody had no opponent of the contest.
func (t *tally) free() int { return t.byes + t.filled }

// Fill lets who fills in play with who would be free in a round, as Second where that keeps the sides in balance.
func (s *State) Fill(e Event) Event {
	if s.Options.Filler == "" || len(e.Byes) != 1 {
		return e
	}
	b := Board{First: e.Byes[0], Second: s.Options.Filler}
	if s.tallies()[e.Byes[0]].sides > 0 {
		b.First, b.Second = b.Second, b.First
	}
	e.Boards, e.Byes = append(slices.Clone(e.Boards), b), nil
	return e
}

// The bounds of what a pairing costs, by which one thing counts for more than all that
// comes after it.
const (
	mostMet   = MostRounds
	mostSides = 3
	never     = int64(1) << 58
)

// cheapest returns the boards with the least cost and who has a bye, -1 for nobody. The cost
// is, the dearest first: a bye for somebody who has had more than others, people who have met,
// a bye for the leader, points apart, sides out of balance, and in a group of equal
// points another opponent than the one half a group below.
func (p *pairing) cheapest() (boards [][2]int, bye int) {
	n := len(p.people)
	if n == 0 {
		return nil, -1
	}
	pairs := int64(n+1)/2 + 1
	mostApart := int64(p.tallies[0].points - p.tallies[n-1].points)
	sides := int64(n)*pairs + 1
	apart := sides * (mostSides*pairs + 1)
	leader := apart * (mostApart*mostApart*pairs + 1)
	rematch := leader * 2
	fewest := p.fewestByes()
	cost := func(a, b int) int64 {
		x := p.tallies[a]
		if b == n { // a bye: as if against the last
			d := int64(x.points - p.tallies[n-1].points)
			c := apart * d * d
			if a == 0 && n > 1 {
				c += leader
			}
			if x.free() > fewest {
				c += never
			}
			return c + int64(n-1-a)
		}
		y := p.tallies[b]
		d := int64(x.points - y.points)
		_, imbalance := orient(x, y)
		c := rematch*int64(min(x.met[p.people[b].ID], mostMet)) + apart*d*d + sides*int64(min(imbalance, mostSides))
		off := b - a - p.size[p.group[a]]/2
		return c + int64(max(off, -off))
	}
	bye = -1
	for _, m := range pair.Pair(n+n%2, cost) {
		a, b := m[0], m[1]
		if b == n {
			bye = a
			continue
		}
		x, y := p.tallies[a], p.tallies[b]
		swap, _ := orient(x, y)
		switch {
		case swap || x.sides == y.sides && x.last == y.last && a%2 == 1: // every other leader begins
			boards = append(boards, [2]int{b, a})
		default:
			boards = append(boards, [2]int{a, b})
		}
	}
	return boards, bye
}

// orient reports whether the second of two should begin, and how far from balance the sides
// of one of them are then at least. Who was second last begins, where it makes no difference.
func orient(a, b *tally) (swap bool, imbalance int) {
	far := func(x, y int) int { return max(x, -x, y, -y) }
	keep, turn := far(a.sides+1, b.sides-1), far(a.sides-1, b.sides+1)
	swap = turn < keep || turn == keep && (a.sides > b.sides || a.sides == b.sides && a.last > b.last)
	return swap, min(keep, turn)
}
