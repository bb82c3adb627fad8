package match

import "math"

// Tally counts results, all seen by the first contestant.
type Tally struct {
	Wins, Draws, Losses int

	// Pairs counts pairs of games by what they brought: 0, 1/2, 1, 3/2 or 2
	// points.
	Pairs [5]int
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// PairCount returns the number of whole pairs.
func (t Tally) PairCount() int {
	n := 0
	for _, k := range t.Pairs {
		n += k
	}
	return n
}

// Points returns the first contestant's points.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Estimate is what a tally says about the difference in strength.
type Estimate struct {
	Score     float64 // share of the points, 0 to 1
	Error     float64 // standard error of Score
	Elo       float64 // logistic; infinite where all points went one way
	Low, High float64 // bounds of Elo, 95 % of the time between them
	NElo      float64 // normalized: in standard deviations of a game's result, scaled to Elo
	LOS       float64 // likelihood that the first contestant is the stronger one
}

// Z95 is how many standard errors to each side hold 95 % of a normal
// distribution.
const Z95 = 1.959963984540054

// Estimate computes the difference in strength.
//
// The unit of chance is the pair: both games of one begin alike, so their results
// depend on each other, and an opening that favors one side adds no noise. Where
// there is no whole pair, or every pair ended alike, single games must do.
func (t Tally) Estimate() Estimate {
	games := t.Games()
	if games == 0 {
		return Estimate{Score: 0.5, Error: math.Inf(1), Low: math.Inf(-1), High: math.Inf(1), LOS: 0.5}
	}
	mean, variance, n := moments(t.Pairs[:])
	perGame := variance * 2 // of one game of a pair, if they were independent
	if n == 0 || variance == 0 {
		// Games, as if independent.
		mean, variance, n = moments([]int{t.Losses, t.Draws, t.Wins})
		perGame = variance
	}
	e := Estimate{Score: t.Points() / float64(games)}
	e.Elo = Elo(e.Score)
	if variance == 0 {
		e.Error = 0
		e.Low, e.High = boundsOfOneResult(e.Score, games)
		e.LOS = 0.5
		switch {
		case e.Score > 0.5:
			e.LOS, e.NElo = 1-math.Pow(0.5, float64(games)), math.Inf(1)
		case e.Score < 0.5:
			e.LOS, e.NElo = math.Pow(0.5, float64(games)), math.Inf(-1)
		}
		return e
	}
	e.Error = math.Sqrt(variance / n)
	e.Low, e.High = Elo(e.Score-Z95*e.Error), Elo(e.Score+Z95*e.Error)
	e.NElo = (mean - 0.5) / math.Sqrt(perGame) * 800 / math.Ln10
	e.LOS = 0.5 * math.Erfc(-(mean-0.5)/e.Error/math.Sqrt2)
	return e
}

// boundsOfOneResult returns the bounds of Elo when all n games ended alike. For wins alone
// it is the share p whose n-th power is 2.5 %: a weaker contestant wins all games
// more rarely than that.
func boundsOfOneResult(score float64, n int) (low, high float64) {
	p := math.Pow(0.025, 1/float64(n))
	switch score {
	case 1:
		return Elo(p), math.Inf(1)
	case 0:
		return math.Inf(-1), Elo(1 - p)
	}
	// Draws alone: half of what is left may be wins or losses.
	return Elo(0.5 * p), Elo(1 - 0.5*p)
}

// moments returns mean and variance of a distribution over equal steps from 0 to
// 1, and how many values it has.
func moments(counts []int) (mean, variance, n float64) {
	last := float64(len(counts) - 1)
	for i, k := range counts {
		mean += float64(k) * float64(i) / last
		n += float64(k)
	}
	if n == 0 {
		return 0, 0, 0
	}
	mean /= n
	for i, k := range counts {
		d := float64(i)/last - mean
		variance += float64(k) * d * d
	}
	return mean, variance / n, n
}

// Elo returns the difference in rating at which that share of the points is
// expected.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// Expected returns the share of the points expected at a difference in rating.
func Expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
