package match

import (
	"context"
	"math"
)

// Event is a series of games between more than two contestants, each pairing of them a
// [Match] with the same openings.
type Event struct {
	Specs    []Spec
	Gauntlet bool // the first one plays all others, these do not play each other

	// Matches are those of the pairings, which name two contestants by their numbers.
	Matches  []*Match
	Pairings [][2]int
}

// NewEvent pairs contestants for matches like m.
func NewEvent(m Match, specs []Spec, gauntlet bool) *Event {
	e := &Event{Specs: specs, Gauntlet: gauntlet}
	for i := range specs {
		for j := i + 1; j < len(specs) && !(gauntlet && i > 0); j++ {
			one := m
			one.Specs = [2]Spec{specs[i], specs[j]}
			e.Matches, e.Pairings = append(e.Matches, &one), append(e.Pairings, [2]int{i, j})
		}
	}
	return e
}

// Header returns what a results file of the event begins with.
func (e *Event) Header() Header {
	h := e.Matches[0].Header() // whose second contestants are all but the first
	h.Specs, h.Controls, h.Gauntlet = h.Specs[:1], h.Controls[:1], e.Gauntlet
	for i := range e.Specs[1:] {
		m := e.Matches[i].Header()
		h.Specs, h.Controls = append(h.Specs, m.Specs[1]), append(h.Controls, m.Controls[1])
	}
	return h
}

// Run plays the games that the store does not hold yet, and adds them. All pairings play
// an eighth of their games, then up to a quarter, to half and all, so that an event which
// is stopped has something of each. onGame gets each game with its match and the summary of
// that. The results are those of [Match.Run], one for each pairing.
func (e *Event) Run(ctx context.Context, store *Store, onGame func(*Match, Result, Summary)) ([]Summary, error) {
	sums := make([]Summary, len(e.Matches))
	parts := make([]*Store, len(e.Matches))
	for i, players := range e.Pairings {
		parts[i] = store.of(players)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	pairs := e.Matches[0].Pairs
	for share := 8; share > 0 && ctx.Err() == nil; share /= 2 {
		for i, m := range e.Matches {
			var err error
			part := *m
			part.Pairs = (pairs + share - 1) / share
			sums[i], err = part.Run(ctx, parts[i], func(r Result, sum Summary) { onGame(m, r, sum) })
			if err != nil {
				stop(err) // the others only count what there is
			}
		}
	}
	store.Results = nil
	for _, part := range parts {
		store.Results = append(store.Results, part.Results...)
	}
	return sums, context.Cause(ctx)
}

// Rating is a strength in Elo beside a mean of 0 of all contestants, and between which
// numbers it lies in 95 % of all events.
type Rating struct{ Elo, Low, High float64 }

// Ratings returns the ratings of n contestants by the results of pairings: those at which
// each has as many points as is expected. It is what Ordo (Miguel A. Ballicora) computes,
// the greatest likelihood of the Bradley-Terry model; intervals come from the inverse of
// the information (David R. Hunter, "MM algorithms for generalized Bradley-Terry models",
// Annals of Statistics 32, 2004), as if no game were drawn, which makes them rather too
// wide. Each contestant has one draw more, with somebody of rating 0, so that a rating is
// finite also where all games were won.
func Ratings(n int, pairings [][2]int, tallies []Tally) []Rating {
	const scale = 400 / math.Ln10
	strength := make([]float64, n)
	expected := func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }
	information := func() (matrix [][]float64, missing []float64) {
		matrix, missing = make([][]float64, n), make([]float64, n)
		for i := range matrix {
			matrix[i] = make([]float64, n)
			for j := range matrix[i] {
				matrix[i][j] = 1e3 // holds the mean at 0, whatever the differences
			}
			share := expected(strength[i])
			missing[i], matrix[i][i] = 0.5-share, matrix[i][i]+share*(1-share)
		}
		for k, p := range pairings {
			i, j, games := p[0], p[1], float64(tallies[k].Games())
			share := expected(strength[i] - strength[j])
			more, weight := tallies[k].Points()-games*share, games*share*(1-share)
			missing[i], missing[j] = missing[i]+more, missing[j]-more
			matrix[i][i], matrix[j][j] = matrix[i][i]+weight, matrix[j][j]+weight
			matrix[i][j], matrix[j][i] = matrix[i][j]-weight, matrix[j][i]-weight
		}
		return matrix, missing
	}
	var inverse [][]float64
	for range 60 { // Newton's method, in steps that do not overshoot
		matrix, missing := information()
		inverse = inverted(matrix)
		for i := range strength {
			step := 0.0
			for j := range missing {
				step += inverse[i][j] * missing[j]
			}
			strength[i] += max(-1, min(1, step))
		}
	}
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(n)
	}
	list := make([]Rating, n)
	for i, s := range strength {
		half := Z95 * math.Sqrt(inverse[i][i])
		list[i] = Rating{scale * (s - mean), scale * (s - mean - half), scale * (s - mean + half)}
	}
	return list
}

// inverted returns the inverse of a matrix that is symmetric and positive definite, which it
// changes (Gauss and Jordan).
func inverted(m [][]float64) [][]float64 {
	inverse := make([][]float64, len(m))
	for i := range inverse {
		inverse[i] = make([]float64, len(m))
		inverse[i][i] = 1
	}
	for k := range m {
		pivot := m[k][k]
		for j := range m {
			m[k][j] /= pivot
			inverse[k][j] /= pivot
		}
		for i := range m {
			if f := m[i][k]; i != k && f != 0 {
				for j := range m {
					m[i][j] -= f * m[k][j]
					inverse[i][j] -= f * inverse[k][j]
				}
			}
		}
	}
	return inverse
}
