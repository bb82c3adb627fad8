// Package rating computes ratings by Glicko-2, as Mark Glickman describes it in
// "Example of the Glicko-2 system" (Boston University, 22 March 2022,
// http://www.glicko.net/glicko/glicko2.pdf). The steps in the code are those of
// the paper.
//
// Vocabulary: a [Rating] is a strength with its deviation, in the units of Elo,
// and a volatility, which says how erratic the strength is; a [Result] is a score
// against an opponent; the results of one rating period are counted together.
//
//	me = rating.Update(me, []rating.Result{{Opponent: puzzle, Score: rating.Won}})
//
// The package refuses to know what is rated, and when a period ends.
package rating

import "math"

// The constants of the system.
const (
	scale = 173.7178 // between the units of Elo and those of the computation
	tau   = 0.5      // how fast volatilities change; the paper: 0.3 to 1.2

	// convergence is how exactly a volatility is found.
	convergence = 1e-6

	// initialDeviation is that of somebody of whom nothing is known; no deviation
	// grows beyond it.
	initialDeviation = 350
)

// Scores of a result.
const (
	Lost  = 0.0
	Drawn = 0.5
	Won   = 1.0
)

// Rating is how strong somebody is. The zero value is no rating; see [New].
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// New returns the rating of somebody of whom nothing is known.
func New() Rating { return Rating{Rating: 1500, Deviation: initialDeviation, Volatility: 0.06} }

// Fixed returns the rating of an opponent whose strength is known, such as a puzzle.
func Fixed(strength, deviation float64) Rating {
	return Rating{Rating: strength, Deviation: deviation}
}

// Result is a score against an opponent.
type Result struct {
	Opponent Rating  `json:"opponent"`
	Score    float64 `json:"score"` // Lost, Drawn or Won
}

// Update returns r after the results of one rating period. Without any only the
// deviation grows, as the paper says of players who did not compete.
func Update(r Rating, results []Result) Rating { return UpdateAfter(r, 1, results) }

// UpdateAfter returns r after results that are counted some rating periods after
// those before them, where they are counted as they come: a part of a period, or
// many. The longer nobody has played, the less is known of them.
func UpdateAfter(r Rating, periods float64, results []Result) Rating {
	// Step 2: into the units of the computation.
	mu, phi, sigma := (r.Rating-1500)/scale, r.Deviation/scale, r.Volatility
	if len(results) == 0 {
		return back(mu, math.Hypot(phi, sigma*math.Sqrt(periods)), sigma)
	}
	// Steps 3 and 4: the variance of the strength by the results alone, and by how
	// much they differ from what was expected.
	var precision, sum float64
	for _, x := range results {
		g, e := expectation(mu, x.Opponent)
		precision += g * g * e * (1 - e)
		sum += g * (x.Score - e)
	}
	v := 1 / precision
	delta := v * sum
	sigma = volatility(phi, sigma, v, delta)
	// Steps 6 and 7.
	before := math.Hypot(phi, sigma*math.Sqrt(periods))
	phi = 1 / math.Sqrt(1/(before*before)+1/v)
	return back(mu+phi*phi*sum, phi, sigma)
}

// expectation returns the weight of a result against an opponent and the score
// expected, the functions g and E of step 3.
func expectation(mu float64, opponent Rating) (g, e float64) {
	phi := opponent.Deviation / scale
	g = 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi))
	return g, 1 / (1 + math.Exp(-g*(mu-(opponent.Rating-1500)/scale)))
}

// volatility is step 5: the root of a function, found by the Illinois algorithm.
func volatility(phi, sigma, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		d := phi*phi + v + ex
		return ex*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if excess := delta*delta - phi*phi - v; excess > 0 {
		high = math.Log(excess)
	} else {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > convergence {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}

// back is step 8: into the units of Elo.
func back(mu, phi, sigma float64) Rating {
	return Rating{Rating: scale*mu + 1500, Deviation: min(scale*phi, initialDeviation), Volatility: sigma}
}
