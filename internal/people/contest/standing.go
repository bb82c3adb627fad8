package contest

import (
	"cmp"
	"slices"
)

// Standing is a line of the table of a contest. Points are half points.
type Standing struct {
	// Place counts from 1; people who are equal in everything share one.
	Place  int
	Person string
	Points int
	// Played counts boards with a game, Won those with more than half of their points, and
	// SecondWon those of them as second.
	Played, Won, SecondWon int
	// Direct are the points against those with equal points, where all of them have met; else 0.
	Direct int
	// Buchholz are the points of the opponents less those of the worst, Sonneborn those of the
	// opponents times the own points against them, in quarters.
	Buchholz, Sonneborn int
	// Byes counts byes.
	Byes int
	// Strength is the mean rating of the opponents, in an arena.
	Strength int
}

// Standings returns the table, the best first. Ties are broken by the direct result, if
// all who are tied have met, by Buchholz, Sonneborn-Berger, and wins as second; in an arena
// by the mean strength of the opponents.
func (s *State) Standings() []Standing {
	all := s.tallies()
	lines := make([]Standing, 0, len(s.People))
	for _, p := range s.People {
		lines = append(lines, s.line(p.ID, all))
	}
	slices.SortStableFunc(lines, func(a, b Standing) int { return cmp.Compare(b.Points, a.Points) })
	for i := 0; i < len(lines) && !s.Options.Arena; {
		end := i + 1
		for end < len(lines) && lines[end].Points == lines[i].Points {
			end++
		}
		s.direct(lines[i:end], all)
		i = end
	}
	slices.SortStableFunc(lines, compare)
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && compare(lines[i-1], lines[i]) == 0 {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines
}

// unrated is the strength of an opponent who has no rating yet, as all begin with it.
const unrated = 1500

func compare(a, b Standing) int {
	return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Buchholz, a.Buchholz),
		cmp.Compare(b.Sonneborn, a.Sonneborn), cmp.Compare(b.SecondWon, a.SecondWon), cmp.Compare(b.Strength, a.Strength))
}

// games calls f for each board of a person with a game that is over.
func (s *State) games(id string, f func(opponent string, points, side int)) {
	for _, r := range s.Rounds {
		for _, b := range r.Boards {
			side, has := b.Has(id)
			result, over := b.Result()
			if has && over && result.How != HowAbsent {
				f([2]string{b.Second, b.First}[side], result.Points[side], side)
			}
		}
	}
}

// line fills the line of a person. A round without a game counts as the worst opponent, so
// that a bye costs nobody more than that one.
func (s *State) line(id string, all map[string]*tally) Standing {
	l := Standing{Person: id, Points: all[id].points, Byes: all[id].byes}
	var opponents []int
	strength := 0
	s.games(id, func(opponent string, points, side int) {
		l.Played++
		if points > s.Options.Games {
			l.Won++
			l.SecondWon += side
		}
		opponents = append(opponents, all[opponent].points)
		l.Sonneborn += points * all[opponent].points
		if p := s.by[opponent]; p != nil { // who fills in is nobody here
			strength += cmp.Or(p.Rating, unrated)
		}
	})
	if s.Options.Arena {
		if l.Sonneborn = 0; l.Played > 0 {
			l.Strength = strength / l.Played
		}
		l.SecondWon = 0
		return l
	}
	slices.Sort(opponents)
	if len(opponents) > 0 && len(opponents) == len(s.Rounds) {
		opponents = opponents[1:]
	}
	for _, points := range opponents {
		l.Buchholz += points
	}
	return l
}

// direct fills the direct results of people with equal points, if all of them have met in a
// game.
func (s *State) direct(tied []Standing, all map[string]*tally) {
	points := make([]int, len(tied))
	for i, a := range tied {
		met := map[string]bool{}
		s.games(a.Person, func(opponent string, own, _ int) {
			if all[opponent].points == a.Points {
				met[opponent] = true
				points[i] += own
			}
		})
		if len(met) < len(tied)-1 {
			return
		}
	}
	for i := range tied {
		tied[i].Direct = points[i]
	}
}

// Entry says what a round was for a person.
type Entry struct {
	Round int
	// What is one of the words below; Board and Opponent are of a game and of one to which
	// somebody did not come.
	What     What
	Board    int
	Opponent string
	Side     int
	Points   int // half points, of this entry
	Over     bool
}

// What a round was for a person.
type What string

// The words of [Entry].
const (
	Game       What = "game"
	Bye        What = "bye"
	NoShow     What = "absent" // did not come to the board
	NoOpponent What = "alone"  // the opponent did not come
	Away       What = "away"   // was not here since a no-show
	Gone       What = "left"   // had left
	Late       What = "late"   // had not joined; the first of these has half a point for all
)

// Sheet returns what each round so far was for a person, in an arena each game, nil for somebody
// unknown. Its points have the sum of the standings.
func (s *State) Sheet(id string) []Entry {
	p := s.by[id]
	if p == nil {
		return nil
	}
	var sheet []Entry
	if s.Options.Arena {
		for _, r := range s.Rounds {
			for i := range r.Boards {
				if e, has := s.entry(&r, i, id); has {
					sheet = append(sheet, e)
				}
			}
		}
		return sheet
	}
	byes := 0
	for n, r := range s.Rounds {
		e := Entry{Round: n + 1, What: Gone, Over: true}
		if left, out := r.Out[id]; out && !left {
			e.What = Away
		}
		if n < p.Since {
			e.What = Late
			if n == 0 {
				e.Points = s.worth(1)
			}
		}
		if slices.Contains(r.Byes, id) {
			e.What, e.Points = Bye, s.byePoints(byes)
			byes++
		}
		for i := range r.Boards {
			if own, has := s.entry(&r, i, id); has {
				e = own
				e.Round = n + 1
			}
		}
		sheet = append(sheet, e)
	}
	return sheet
}

// entry is what a board was for a person; false for who does not sit there.
func (s *State) entry(r *Round, board int, id string) (Entry, bool) {
	b := r.Boards[board]
	side, has := b.Has(id)
	if !has {
		return Entry{}, false
	}
	result, over := b.Result()
	e := Entry{Round: 1, What: Game, Board: board + 1, Opponent: [2]string{b.Second, b.First}[side], Side: side, Points: s.boardPoints(*r, board)[side], Over: over}
	if result.How == HowAbsent && result.Points[side] > 0 {
		e.What = NoOpponent
	} else if result.How == HowAbsent {
		e.What = NoShow
	}
	return e, true
}
