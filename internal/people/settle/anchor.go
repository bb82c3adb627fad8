package settle

import (
	"context"
	"errors"
	"math"
	"strings"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/players"
)

// Fit is where the levels stand on the scale of people, as rated games of both say: level 5
// at 1500 + Offset, and the measured steps between levels times Stretch. The intervals are of
// 95 %.
type Fit struct {
	Games           int
	Offset, Stretch Interval
	// Used is the stretch that the program has.
	Used float64
}

// Interval is an estimate with its bounds.
type Interval struct{ Value, Low, High float64 }

// ErrFew says that there are too few games for a fit, or all with one level.
var ErrFew = errors.New("too few rated games between people and levels")

// fewForFit is how many games a fit needs.
const fewForFit = 20

// Fit works out where the levels of a pool stand, by the games of accounts: what programs do
// says nothing of people. It changes nothing.
func (s *Service) Fit(ctx context.Context, pool string) (Fit, error) {
	results, err := s.store.RatedIn(ctx, pool)
	if err != nil {
		return Fit{}, err
	}
	var met []meeting
	accounts := map[string]bool{}
	for _, r := range results {
		for side, id := range r.People {
			n, ok := levelOf(id)
			if !ok {
				continue
			}
			isAccount, err := s.isAccount(ctx, r.People[1-side], accounts)
			if err != nil {
				return Fit{}, err
			}
			if isAccount {
				score := r.Score
				if side == 0 {
					score = 1 - score
				}
				met = append(met, meeting{r.Before[1-side], r.Deviation[1-side], n, score})
			}
		}
	}
	family, _, _ := strings.Cut(pool, "/")
	g, err := games.Lookup(family)
	if err != nil {
		return Fit{}, err
	}
	steps, used := players.Steps(g)
	return fit(met, steps, used)
}

// isAccount reports whether somebody is an account, and remembers it in known.
func (s *Service) isAccount(ctx context.Context, id string, known map[string]bool) (bool, error) {
	if is, ok := known[id]; ok {
		return is, nil
	}
	p, err := s.store.Person(ctx, id)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return false, err
	}
	known[id] = api.Kind(p.Kind) == api.KindAccount
	return known[id], nil
}

// meeting is a game of somebody with a level.
type meeting struct {
	rating, deviation float64
	level             int
	score             float64 // of the person
}

// fit finds the offset and the stretch by which the scores are likeliest, by Newton's method:
// somebody rated r wins against a level with chance 1/(1+exp(-g q (r - 1500 - offset - stretch steps))),
// where g lowers what little is known of r.
func fit(met []meeting, steps []float64, used float64) (Fit, error) {
	const q = math.Ln10 / 400
	levels := map[int]bool{}
	for _, m := range met {
		levels[m.level] = true
	}
	if len(met) < fewForFit || len(levels) < 2 {
		return Fit{Games: len(met)}, ErrFew
	}
	offset, stretch := 0.0, used
	var a, b, c float64 // of the information about both: [a b; b c]
	for range 50 {
		var ga, gb float64
		a, b, c = 0, 0, 0
		for _, m := range met {
			x := steps[m.level-1]
			p := q * m.deviation / math.Pi
			g := q / math.Sqrt(1+3*p*p)
			e := 1 / (1 + math.Exp(-g*(m.rating-1500-offset-stretch*x)))
			d := -g * (m.score - e)
			ga, gb = ga+d, gb+d*x
			w := g * g * e * (1 - e)
			a, b, c = a+w, b+w*x, c+w*x*x
		}
		det := a*c - b*b
		if !(det > 1e-12) {
			return Fit{Games: len(met)}, ErrFew
		}
		stepOffset, stepStretch := (c*ga-b*gb)/det, (a*gb-b*ga)/det
		offset, stretch = offset+max(-200, min(200, stepOffset)), stretch+max(-0.3, min(0.3, stepStretch))
		if math.Abs(stepOffset) < 1e-6 && math.Abs(stepStretch) < 1e-9 {
			break
		}
	}
	det := a*c - b*b
	within := func(value, variance float64) Interval {
		w := 1.96 * math.Sqrt(variance)
		return Interval{value, value - w, value + w}
	}
	return Fit{Games: len(met), Offset: within(offset, c/det), Stretch: within(stretch, a/det), Used: used}, nil
}
