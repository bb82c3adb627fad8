package settle

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
	"cairn.example/internal/rating"
	"cairn.example/players"
)

// scale is where the levels of a pool stand on the scale of people: level 5 at 1500 + Offset, the measured steps between
// levels times Stretch, known as well as Deviation says. It is that of the program until a host lets a fit take its place,
// and moves by nothing else.
type scale struct {
	Offset    float64 `json:"offset"`
	Stretch   float64 `json:"stretch"`
	Deviation float64 `json:"deviation"`

	steps []float64
}

// The scales that hosts have set are among the settings of level 5, by pool.
type levelSettings struct {
	Scales map[string]scale `json:"scales,omitempty"`
}

const (
	middle          = 5
	guessed         = 100 // the deviation of levels,
	fitted          = 60  // and where they stand by as many games
	enoughForFitted = 60
)

// ownScale is that of the program.
func ownScale(pool string) (v scale) {
	family, _, _ := strings.Cut(pool, "/")
	if g, err := games.Lookup(family); err == nil {
		v.Deviation = guessed
		v.steps, v.Stretch = players.Steps(g)
	}
	return v
}

// scale is the one that is in use.
func (s *Service) scale(ctx context.Context, pool string) (scale, error) {
	row, err := s.store.Person(ctx, LevelID(middle))
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return scale{}, err
	}
	v := ownScale(pool)
	var settings levelSettings
	_ = json.Unmarshal([]byte(row.Settings), &settings) // without them it is the program's
	if set, ok := settings.Scales[pool]; ok {
		set.steps = v.steps
		v = set
	}
	return v, nil
}

// of is the rating of a level.
func (v scale) of(level int) rating.Rating {
	return rating.Fixed(1500+v.Offset+v.Stretch*v.steps[level-1], v.Deviation)
}

// Use lets the levels of a pool stand from now on where a fit says, or with nil where the program does. Games that were counted
// stay as they are before [Service.Rerate].
func (s *Service) Use(ctx context.Context, pool string, f *Fit) error {
	if !s.makeLevels(ctx) {
		return table.ErrBusy
	}
	row, err := s.store.Person(ctx, LevelID(middle))
	if err != nil {
		return err
	}
	settings := levelSettings{}
	_ = json.Unmarshal([]byte(row.Settings), &settings)
	if settings.Scales == nil {
		settings.Scales = map[string]scale{}
	}
	if delete(settings.Scales, pool); f != nil {
		v := scale{Offset: f.Offset.Value, Stretch: f.Stretch.Value, Deviation: guessed}
		if f.Games >= enoughForFitted {
			v.Deviation = fitted
		}
		settings.Scales[pool] = v
	}
	text, err := json.Marshal(settings)
	if err != nil {
		return err
	}
	return s.store.SetSettings(ctx, row.ID, row.Settings, string(text))
}

// Fit is where the levels stand on the scale of people, as rated games of both say: level 5
// at 1500 + Offset, and the measured steps between levels times Stretch. The intervals are of
// 95 %.
type Fit struct {
	Games           int
	Offset, Stretch Interval
	// Used is what is in use, Middle the rating of level 5 then.
	Used, Middle float64
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
	v, err := s.scale(ctx, pool)
	if err != nil {
		return Fit{}, err
	}
	return fit(met, v)
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
func fit(met []meeting, used scale) (Fit, error) {
	const q = math.Ln10 / 400
	levels := map[int]bool{}
	for _, m := range met {
		levels[m.level] = true
	}
	if len(met) < fewForFit || len(levels) < 2 {
		return Fit{Games: len(met)}, ErrFew
	}
	offset, stretch := used.Offset, used.Stretch
	var a, b, c float64 // of the information about both: [a b; b c]
	for range 50 {
		var ga, gb float64
		a, b, c = 0, 0, 0
		for _, m := range met {
			x := used.steps[m.level-1]
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
	return Fit{Games: len(met), Offset: within(offset, c/det), Stretch: within(stretch, a/det), Used: used.Stretch, Middle: used.of(middle).Rating}, nil
}
