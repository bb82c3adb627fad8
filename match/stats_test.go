package match

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > tolerance {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func TestElo(t *testing.T) {
	// Values of the logistic curve: 400 log10 of the odds.
	near(t, "Elo(0.5)", Elo(0.5), 0, 1e-12)
	near(t, "Elo(0.75)", Elo(0.75), 400*math.Log10(3), 1e-9)
	near(t, "Elo(10/11)", Elo(10.0/11), 400, 1e-9)
	near(t, "Elo(0.95)", Elo(0.95), 511.50, 0.01)
	near(t, "Elo(0.25)", Elo(0.25), -190.8485, 1e-3)
	near(t, "Expected(200)", Expected(200), 0.759747, 1e-6)
	for _, e := range []float64{-300, -7, 0, 12, 555} {
		near(t, "Elo(Expected)", Elo(Expected(e)), e, 1e-9)
	}
	if !math.IsInf(Elo(1), 1) || !math.IsInf(Elo(0), -1) {
		t.Error("all points have a finite Elo")
	}
}

func TestEstimate(t *testing.T) {
	// Pairs of independent games won with 3/4: 1/16, 6/16, 9/16 of 1600.
	tally := Tally{Wins: 2400, Losses: 800, Pairs: [5]int{100, 0, 600, 0, 900}}
	e := tally.Estimate()
	near(t, "score", e.Score, 0.75, 1e-12)
	// The variance of a pair's mean is 3/16/2; its standard error over 1600.
	near(t, "error", e.Error, math.Sqrt(3.0/32/1600), 1e-12)
	near(t, "Elo", e.Elo, 190.8485, 1e-3)
	near(t, "low", e.Low, Elo(0.75-1.96*math.Sqrt(3.0/32/1600)), 0.01)
	near(t, "high", e.High, Elo(0.75+1.96*math.Sqrt(3.0/32/1600)), 0.01)
	// A quarter above one half, in standard deviations sqrt(3)/4 of a game.
	near(t, "nElo", e.NElo, 800/math.Ln10/math.Sqrt(3), 1e-6)
	near(t, "LOS", e.LOS, 1, 1e-9)

	// Pairs that always split say more than independent games: no noise at all
	// is left of an opening's bias, yet equal pairs must not claim certainty.
	e = Tally{Wins: 50, Losses: 50, Pairs: [5]int{0, 0, 50, 0, 0}}.Estimate()
	near(t, "split pairs", e.Error, 0.05, 1e-12)
	near(t, "split pairs, LOS", e.LOS, 0.5, 1e-12)

	// One standard error above a half is 84.13 %.
	tally = Tally{Wins: 116, Losses: 84, Pairs: [5]int{10, 0, 64, 0, 26}}
	e = tally.Estimate()
	near(t, "LOS", e.LOS, 0.5*(1+math.Erf((0.58-0.5)/e.Error/math.Sqrt2)), 1e-12)

	e = Tally{Wins: 10, Pairs: [5]int{4: 5}}.Estimate()
	if !math.IsInf(e.Elo, 1) || !math.IsInf(e.High, 1) {
		t.Errorf("ten wins: %+v", e)
	}
	near(t, "ten wins, low", Expected(e.Low), 0.6915, 1e-4) // 0.025^(1/10)
	if e := (Tally{}).Estimate(); e.Score != 0.5 || !math.IsInf(e.Error, 1) {
		t.Errorf("no games: %+v", e)
	}
}

// Games without whole pairs are taken one by one, draws as half points.
func TestEstimateOfSingleGames(t *testing.T) {
	tally := Tally{Wins: 6, Draws: 3, Losses: 1}
	if tally.Games() != 10 || tally.Points() != 7.5 || tally.PairCount() != 0 {
		t.Fatalf("%d games, %v points, %d pairs", tally.Games(), tally.Points(), tally.PairCount())
	}
	// Nine results lie a quarter off the mean of 3/4, one three quarters.
	const variance = (9*0.0625 + 0.5625) / 10
	e := tally.Estimate()
	near(t, "score", e.Score, 0.75, 1e-12)
	near(t, "error", e.Error, math.Sqrt(variance/10), 1e-12)
	near(t, "nElo", e.NElo, 0.25/math.Sqrt(variance)*800/math.Ln10, 1e-9)
	near(t, "LOS", e.LOS, 0.5*(1+math.Erf(0.25/e.Error/math.Sqrt2)), 1e-12)

	// A single pair that differs from the others is enough to count pairs.
	e = Tally{Wins: 3, Losses: 1, Pairs: [5]int{2: 1, 4: 1}}.Estimate()
	near(t, "error of two pairs", e.Error, 0.25/math.Sqrt(2), 1e-12)
}

// Where all games ended alike there is no error to compute with: the likelihood that the
// first contestant is the stronger one is what a coin says.
func TestEstimateOfOneResult(t *testing.T) {
	for _, test := range []struct {
		tally     Tally
		los, nElo float64
	}{
		{Tally{Wins: 4, Pairs: [5]int{4: 2}}, 15.0 / 16, math.Inf(1)},
		{Tally{Losses: 4, Pairs: [5]int{2}}, 1.0 / 16, math.Inf(-1)},
		{Tally{Draws: 4, Pairs: [5]int{2: 2}}, 0.5, 0},
	} {
		e := test.tally.Estimate()
		if e.Error != 0 || e.LOS != test.los || e.NElo != test.nElo {
			t.Errorf("%+v: %+v, want LOS %v, nElo %v, no error", test.tally, e, test.los, test.nElo)
		}
	}
	e := Tally{Losses: 10, Pairs: [5]int{5}}.Estimate()
	near(t, "ten losses, high", Expected(e.High), 1-0.6915, 1e-4)
	e = Tally{Draws: 10, Pairs: [5]int{2: 5}}.Estimate()
	near(t, "ten draws, low", Expected(e.Low), 0.6915/2, 1e-4)
	near(t, "ten draws, high", Expected(e.High), 1-0.6915/2, 1e-4)
}

func TestSPRT(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	low, high := s.Bounds()
	near(t, "upper bound", high, math.Log(19), 1e-12)
	near(t, "lower bound", low, -math.Log(19), 1e-12)

	// Where pairs are only won or lost outright, the likeliest distribution
	// with a given mean is a coin, and the ratio has a closed form.
	p0, p1 := 0.5, Expected(10)
	for _, n := range [][2]int{{100, 120}, {500, 400}, {1000, 1000}} {
		want := float64(n[1])*math.Log(p1/p0) + float64(n[0])*math.Log((1-p1)/(1-p0))
		near(t, "LLR of coins", s.LLR(Tally{Pairs: [5]int{0: n[0], 4: n[1]}}), want, 0.02)
	}
	// In general the second-order formula N (s1-s0)(2 mean-s0-s1) / (2 var)
	// is close for small differences.
	tally := Tally{Pairs: [5]int{120, 480, 900, 540, 140}}
	mean, variance, n := moments(tally.Pairs[:])
	s1 := Expected(10)
	near(t, "LLR", s.LLR(tally), n*(s1-0.5)*(2*mean-0.5-s1)/(2*variance), 0.1)
	if s.LLR(Tally{}) != 0 || s.Verdict(Tally{}) != Undecided {
		t.Error("nothing decides something")
	}
	if s.Verdict(Tally{Pairs: [5]int{0, 0, 100, 0, 300}}) != AcceptH1 || s.Verdict(Tally{Pairs: [5]int{300, 0, 100, 0, 0}}) != AcceptH0 {
		t.Error("the clearest of matches are not decided")
	}
}

// TestSPRTErrors holds that the test errs no more often than it promises, by
// playing it with contestants whose strength is known.
func TestSPRTErrors(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 600
	for elo, wrong := range map[float64]Verdict{0: AcceptH1, 60: AcceptH0} {
		errors, pairs := 0, 0
		for range runs {
			var tally Tally
			for s.Verdict(tally) == Undecided {
				points := 0
				for range 2 {
					// A tenth of the games is drawn.
					switch x := rng.Float64(); {
					case x < 0.1:
						points++
					case x < 0.1+0.9*((Expected(elo)-0.05)/0.9):
						points += 2
					}
				}
				tally.Pairs[points]++
				pairs++
			}
			if s.Verdict(tally) == wrong {
				errors++
			}
		}
		// 5 % of 600 is 30; 50 would be four standard deviations more.
		if errors > 50 {
			t.Errorf("at Elo %v the test erred %d times in %d", elo, errors, runs)
		}
		t.Logf("at Elo %v: %d errors in %d tests, %.0f pairs each", elo, errors, runs, float64(pairs)/runs)
	}
}
