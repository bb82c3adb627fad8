package learn

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The curve that results were drawn from is found again, within its interval, and the
// bins show where another curve is wrong.
func TestCurve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	const steep = 300
	var list []scored
	for i := range 4000 {
		s := scored{game: i / 4, score: 900*rng.Float64() - 450}
		if rng.Float64() < sigmoid(s.score/steep) {
			s.result = 1
		}
		list = append(list, s)
	}
	right := func(estimate int) float64 { return sigmoid(float64(estimate) / steep) }
	steeper := func(estimate int) float64 { return sigmoid(float64(estimate) / 100) }
	c := newCurve(list, right)
	if c.Games != 1000 || c.Positions != 4000 {
		t.Errorf("%d games, %d positions", c.Games, c.Positions)
	}
	if math.Abs(c.Steep-steep) > 30 || c.Low > steep || c.High < steep || c.High-c.Low > 100 {
		t.Errorf("steep %.0f (%.0f to %.0f), drawn with %d", c.Steep, c.Low, c.High, steep)
	}
	counted := 0
	for _, b := range c.Bins {
		counted += b.Count
	}
	if counted != c.Positions {
		t.Errorf("the bins count %d positions of %d", counted, c.Positions)
	}
	// The interval is that of 4,000 independent results: 1.96 standard errors on each side,
	// one over the root of the sum of p(1-p) times the squared score.
	var information float64
	for _, s := range list {
		p := right(int(s.score))
		information += p * (1 - p) * s.score * s.score
	}
	if want, got := 1.96/math.Sqrt(information), (1/c.Low-1/c.High)/2; got < want*0.9 || got > want*1.1 {
		t.Errorf("the slope is known to %.6f, want %.6f", got, want)
	}
	if c.Off > 0.03 {
		t.Errorf("the right curve is off by %.3f", c.Off)
	}
	wrong := newCurve(list, steeper)
	if wrong.Steep != c.Steep || wrong.Off < 0.1 || wrong.Bins[0].Actual < wrong.Bins[0].Predicted+0.1 {
		t.Errorf("a curve three times as steep is off by %.3f: %+v", wrong.Off, wrong.Bins)
	}
}

// Positions of one game tell no more than one of them: twice the same in each game leaves the
// curve and its interval as they are.
func TestCurveCountsGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 71))
	var once, twice []scored
	for n := range 500 {
		s := scored{game: n, score: 400*rng.Float64() - 200, result: float64(rng.IntN(3)) / 2}
		once, twice = append(once, s), append(twice, s, s)
	}
	slope, spread := fitSlope(once)
	slope2, spread2 := fitSlope(twice)
	if math.Abs(slope-slope2) > 1e-9 || math.Abs(spread-spread2) > 1e-9 || spread == 0 {
		t.Errorf("slope %v, spread %v; with every position twice %v and %v", slope, spread, slope2, spread2)
	}
	even := func(int) float64 { return 0.5 }
	if c := newCurve(twice, even); c.Games != 500 || c.Positions != 1000 {
		t.Errorf("%d positions of %d games", c.Positions, c.Games)
	}
}
