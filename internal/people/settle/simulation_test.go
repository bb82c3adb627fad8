package settle

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// How people are simulated. Each has a strength that stays what it is, drawn from a normal
// distribution around 1395 with a deviation of 300: people of a club, weaker on average than
// a beginner's 1500. A day is a round in which everybody plays one game, in an order that is drawn,
// with somebody near in rating: who is nearest where up to 300 points are added to each
// distance by chance. A part of the games is against a level in place of a person, chosen
// in the same way. Scores are drawn by the Elo curve from the true strengths, without draws. The
// error of the pool is the mean, over all pairs, of how far the difference of ratings is
// from that of strengths; its shift is how far the mean rating is from the mean strength.

const (
	simulatedPool = "lyngk/live"
	clubMean      = 1395
)

// simulation is people who play in a pool.
type simulation struct {
	random  *rand.Rand
	now     time.Time
	people  []table.PersonRow
	truth   map[string]float64
	ratings map[string][]Rating
	met     map[[2]string]bool
	recent  map[[2]string][]time.Time // rated games of a pair
	results []Result
}

func newSimulation(seed uint64) *simulation {
	s := &simulation{
		random: rand.New(rand.NewPCG(seed, 32)), now: time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC), truth: map[string]float64{},
		ratings: map[string][]Rating{}, met: map[[2]string]bool{}, recent: map[[2]string][]time.Time{},
	}
	for n := 1; n <= Levels; n++ {
		s.truth[LevelID(n)] = ownScale(simulatedPool).of(n).Rating
	}
	return s
}

// add adds somebody.
func (s *simulation) add(kind api.Kind, strength float64) table.PersonRow {
	p := table.PersonRow{ID: fmt.Sprintf("1%019d", len(s.people)), Kind: string(kind)}
	s.people = append(s.people, p)
	s.truth[p.ID] = strength
	return p
}

// addClub adds people whose mean is that of all clubs.
func (s *simulation) addClub(people int) {
	strengths, mean := make([]float64, people), 0.0
	for i := range strengths {
		strengths[i] = 300 * s.random.NormFloat64()
		mean += strengths[i] / float64(people)
	}
	for _, x := range strengths {
		s.add(api.KindAccount, clubMean+x-mean)
	}
}

func (s *simulation) rating(id string) Rating {
	return standing(simulatedPool, id, s.ratings[id], ownScale(simulatedPool), s.now)
}

// play counts a game as it is counted in a store, and returns whether it was rated.
func (s *simulation) play(first, second table.PersonRow, score float64) bool {
	r := &Result{Table: fmt.Sprint(len(s.results)), Ended: s.now, Pool: simulatedPool, People: [2]string{first.ID, second.ID}, Score: score}
	couple := r.People
	slices.Sort(couple[:])
	_, since, _ := limitOf(r.People, s.now)
	k := Known{People: [2]table.PersonRow{first, second}, Ratings: [2][]Rating{s.ratings[first.ID], s.ratings[second.ID]}, Met: s.met[couple]}
	for _, at := range s.recent[couple] {
		if !at.Before(since) {
			k.Pair++
		}
	}
	v := verdict(r, k, ownScale(simulatedPool), true, "")
	for _, r := range v.Ratings {
		s.ratings[r.Person] = []Rating{r}
	}
	if v.Result.Rated {
		s.met[couple] = true
		s.recent[couple] = append(s.recent[couple], s.now)
	}
	s.results = append(s.results, *v.Result)
	return v.Result.Rated
}

// meet draws the score of a game of two people and counts it.
func (s *simulation) meet(first, second table.PersonRow) bool {
	score := 0.0
	if s.random.Float64() < 1/(1+math.Pow(10, (s.truth[second.ID]-s.truth[first.ID])/400)) {
		score = 1
	}
	return s.play(first, second, score)
}

// nearest returns whom of some people a person plays.
func (s *simulation) nearest(p table.PersonRow, others []table.PersonRow) table.PersonRow {
	own, best, found := s.rating(p.ID).Rating.Rating, math.Inf(1), others[0]
	for _, o := range others {
		if d := math.Abs(s.rating(o.ID).Rating.Rating-own) + 300*s.random.Float64(); d < best {
			best, found = d, o
		}
	}
	return found
}

var levelPeople = func() (list []table.PersonRow) {
	for n := 1; n <= Levels; n++ {
		list = append(list, levelPerson(n, time.Time{}))
	}
	return list
}()

// round lets everybody play a game; a part of them against levels.
func (s *simulation) round(againstLevels float64) {
	waiting := slices.Clone(s.people)
	s.random.Shuffle(len(waiting), func(i, j int) { waiting[i], waiting[j] = waiting[j], waiting[i] })
	for len(waiting) > 0 {
		p := waiting[0]
		waiting = waiting[1:]
		switch {
		case s.random.Float64() < againstLevels:
			s.meet(p, s.nearest(p, levelPeople))
		case len(waiting) > 0:
			other := s.nearest(p, waiting)
			waiting = slices.DeleteFunc(waiting, func(o table.PersonRow) bool { return o.ID == other.ID })
			s.meet(p, other)
		}
	}
	s.now = s.now.Add(day)
}

// figures are the error and the shift of the pool.
func (s *simulation) figures() (wrong, shift float64) {
	pairs := 0.0
	for i, a := range s.people {
		off := s.rating(a.ID).Rating.Rating - s.truth[a.ID]
		shift += off
		for _, b := range s.people[:i] {
			wrong += math.Abs(off - (s.rating(b.ID).Rating.Rating - s.truth[b.ID]))
			pairs++
		}
	}
	return wrong / pairs, math.Abs(shift / float64(len(s.people)))
}

// The figures on which the design stands, over 24 clubs of forty people. That a pool
// without anchors keeps the shift that it began with, and one with anchors loses it, is what the
// levels are rated for.
func TestSimulatedPool(t *testing.T) {
	const clubs, rounds = 24, 30
	for _, tt := range []struct {
		againstLevels, at10, at30, shift float64
	}{
		{0, 147, 96, 105},
		{0.3, 141, 86, 69},
	} {
		var at10, at30, shift, sure float64
		for club := range clubs {
			s := newSimulation(uint64(club))
			s.addClub(40)
			known := 0
			for n := range rounds {
				s.round(tt.againstLevels)
				if n == 9 {
					wrong, _ := s.figures()
					at10 += wrong / clubs
				}
				if n == 12 {
					for _, p := range s.people {
						if s.rating(p.ID).Deviation < provisional {
							known++
						}
					}
				}
			}
			wrong, off := s.figures()
			at30, shift, sure = at30+wrong/clubs, shift+off/clubs, sure+float64(known)/40/clubs
		}
		t.Logf("%.0f %% against levels: wrong by %.0f after 10 games and %.0f after 30, shifted by %.0f, %.0f %% known after 13", 100*tt.againstLevels, at10, at30, shift, 100*sure)
		for what, x := range map[string][2]float64{"after 10 games": {at10, tt.at10}, "after 30 games": {at30, tt.at30}, "shift": {shift, tt.shift}} {
			if math.Abs(x[0]-x[1]) > 0.1*x[1] {
				t.Errorf("%.0f %% of the games against levels, %s: %.0f, want %.0f within 10 %%", 100*tt.againstLevels, what, x[0], x[1])
			}
		}
		if sure < 0.4 {
			t.Errorf("after 13 games %.0f %% are known well enough", 100*sure)
		}
	}
}

// Levels keep a pool where it is: without them it keeps the whole shift that it began with.
func TestAnchorsHoldThePool(t *testing.T) {
	for _, againstLevels := range []float64{0, 0.3} {
		shift := 0.0
		for club := range 8 {
			s := newSimulation(100 + uint64(club))
			s.addClub(40)
			for range 30 {
				s.round(againstLevels)
			}
			_, off := s.figures()
			shift += off / 8
		}
		if held := shift <= 80; held != (againstLevels > 0) {
			t.Errorf("%.0f %% of the games against levels: shifted by %.0f", 100*againstLevels, shift)
		}
	}
}

// Who begins and is much weaker than a beginner's rating comes to where they belong within
// a few evenings, and does not lose for weeks.
func TestBeginnersLandSoon(t *testing.T) {
	const seeds = 400
	landed := map[int]int{}
	for seed := range seeds {
		s := newSimulation(1000 + uint64(seed))
		p := s.add(api.KindAccount, 900)
		for n := 1; n <= 12; n++ {
			s.meet(p, s.nearest(p, levelPeople))
			s.now = s.now.Add(day)
			if math.Abs(s.rating(p.ID).Rating.Rating-900) <= 150 {
				for ; n <= 12; n++ {
					landed[n]++
				}
			}
		}
	}
	if landed[10]*100 < 72*seeds || landed[12]*100 < 80*seeds {
		t.Errorf("of %d, %d come within 150 of their strength in 10 games, %d in 12", seeds, landed[10], landed[12])
	}
}

// Winning against a second account of one's own leads nowhere, however many days it goes on.
func TestFarmingLeadsNowhere(t *testing.T) {
	s := newSimulation(7)
	p, club := s.add(api.KindAccount, 1500), []table.PersonRow{}
	for range 12 {
		club = append(club, s.add(api.KindAccount, 1500))
	}
	for range 40 {
		s.meet(p, s.nearest(p, club))
		s.now = s.now.Add(day)
	}
	before := s.rating(p.ID).Rating.Rating
	own, rated := s.add(api.KindAccount, 0), 0
	for range 50 {
		if s.play(p, own, 1) {
			rated++
		}
	}
	if gained := s.rating(p.ID).Rating.Rating - before; gained >= 60 || rated != mostOfPair {
		t.Errorf("50 wins in a week against a second account gain %.0f points in %d rated games", gained, rated)
	}
}

// Whatever a program wins or loses against people, no person's rating moves by it; its own does.
func TestProgramsMoveNobody(t *testing.T) {
	s := newSimulation(12)
	bot, p := s.add(api.KindBot, 2200), s.add(api.KindAccount, 1500)
	for range 10 {
		if !s.meet(bot, p) {
			t.Fatal("a program's game is not rated")
		}
	}
	if len(s.ratings[p.ID]) != 0 {
		t.Errorf("a person has %+v by games against a program", s.ratings[p.ID])
	}
	if r := s.rating(bot.ID); r.Games != 10 || r.Rating.Rating <= 1500 {
		t.Errorf("the program has %+v", r)
	}
	for _, r := range s.results {
		if r.Before[1] != r.After[1] || r.Before[0] == r.After[0] {
			t.Errorf("a game moved %v to %v", r.Before, r.After)
		}
	}
}

// Working a pool out once more from its results gives what it has; without somebody it is as
// if those games had been casual.
func TestReplay(t *testing.T) {
	s := newSimulation(3)
	s.addClub(8)
	for range 12 {
		s.round(0.3)
	}
	var rated []Result
	for _, r := range s.results {
		if r.Rated {
			rated = append(rated, r)
		}
	}
	results, ratings := replay(simulatedPool, ownScale(simulatedPool), rated, nil)
	for i, r := range results {
		for side := range r.People {
			if math.Abs(r.After[side]-rated[i].After[side]) > 1e-9 || math.Abs(r.Before[side]-rated[i].Before[side]) > 1e-9 {
				t.Fatalf("game %d: %+v, was %+v", i, r, rated[i])
			}
		}
	}
	for _, r := range ratings {
		was := s.ratings[r.Person][0]
		if math.Abs(r.Rating.Rating-was.Rating.Rating) > 1e-9 || r.Games != was.Games || r.Opponents != was.Opponents || r.At != was.At || math.Abs(r.Best-was.Best) > 1e-9 {
			t.Errorf("%+v, was %+v", r, was)
		}
	}
	banned := s.people[0].ID
	results, ratings = replay(simulatedPool, ownScale(simulatedPool), rated, []string{banned})
	dropped := 0
	for i, r := range results {
		if with := slices.Contains(rated[i].People[:], banned); with == r.Rated || with != (r.Unrated == byHost) {
			t.Errorf("%+v", r)
		} else if with {
			dropped++
		}
	}
	if dropped == 0 || slices.ContainsFunc(ratings, func(r Rating) bool { return r.Person == banned }) {
		t.Errorf("%d games dropped, ratings %+v", dropped, ratings)
	}
}

// The fit finds where levels stand among people, within what it says of itself.
func TestFit(t *testing.T) {
	used := scale{Stretch: 0.7, steps: make([]float64, Levels)}
	for i := range used.steps {
		used.steps[i] = 220 * float64(i-4)
	}
	inside := 0
	for seed := range 20 {
		random := rand.New(rand.NewPCG(uint64(seed), 5))
		var met []meeting
		for range 400 {
			m := meeting{rating: 1400 + 300*random.NormFloat64(), deviation: 50}
			m.level = 1 + random.IntN(Levels)
			truth := 1500 + 60 + 0.55*used.steps[m.level-1]
			if random.Float64() < 1/(1+math.Pow(10, (truth-m.rating)/400)) {
				m.score = 1
			}
			met = append(met, m)
		}
		f, err := fit(met, used)
		if err != nil || f.Games != 400 || f.Used != used.Stretch || f.Middle != 1500 {
			t.Fatalf("%+v, %v", f, err)
		}
		if f.Offset.Low <= 60 && 60 <= f.Offset.High && f.Stretch.Low <= 0.55 && 0.55 <= f.Stretch.High {
			inside++
		}
		if f.Stretch.High-f.Stretch.Low > 0.3 || f.Offset.High-f.Offset.Low > 120 {
			t.Errorf("the intervals say little: %+v", f)
		}
	}
	if inside < 15 {
		t.Errorf("the truth is within the intervals %d times of 20", inside)
	}
	few := []meeting{{1500, 60, 5, 1}}
	if _, err := fit(few, used); err != ErrFew {
		t.Errorf("from one game: %v", err)
	}
	for range 30 {
		few = append(few, few[0])
	}
	if _, err := fit(few, used); err != ErrFew {
		t.Errorf("from games with one level: %v", err)
	}
}
