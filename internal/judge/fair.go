package judge

import (
	"math"
	"slices"
	"time"
)

// Choice is a move that somebody made, as a search sees it.
type Choice struct {
	Ply, Legal int // the number of the ply, from 0, and of the moves that there were
	// Best, Second and Played are the chances to win by the best move, by the second best, and by that which was made.
	Best, Second, Played float64
	// Agrees says that the best move was made.
	Agrees bool
	// Levels says of each level that is compared whether it makes this move.
	Levels []bool
	Took   time.Duration
}

// What of a game says something about who played it: not the opening, nothing forced or decided, and no choice between equals.
const (
	openingPlies = 8
	fewChoices   = 4
	leastApart   = 0.04
	leastChance  = 0.20
)

// Early reports whether a choice counts as far as it is known before a search.
func (c Choice) Early() bool { return c.Ply >= openingPlies && c.Legal >= fewChoices }

// Counts reports whether a choice says something about who made it. What is played in a game that is decided does not, so
// that weak moves there hide nothing.
func (c Choice) Counts() bool {
	return c.Early() && c.Best-c.Second >= leastApart && c.Best >= leastChance && c.Best <= 1-leastChance
}

// What is needed before the figures say anything.
const (
	FewestGames   = 8
	FewestChoices = 30
	fewestOthers  = 5
)

// Fairness are the figures of somebody's games, of the choices that count.
type Fairness struct {
	Games, Choices int
	Loss, Spread   float64 // of the chance to win, at a choice; and its variance
	Agreement      float64 // share of the best moves
	Level          int     // which of the levels that were compared makes these moves most likely, -1 for none
	// Pace is the rank correlation of the time that was taken with how hard the choice was: near 0 where times are flat.
	Pace float64
}

// Enough reports whether the figures say anything.
func (f Fairness) Enough() bool { return f.Games >= FewestGames && f.Choices >= FewestChoices }

// Missing is about how many more games it takes until the figures say something.
func (f Fairness) Missing() int {
	each := 2.0 // as many choices count in a game of LYNGK
	if f.Choices > 0 {
		each = float64(f.Choices) / float64(f.Games)
	}
	return max(0, FewestGames-f.Games, int(math.Ceil(float64(FewestChoices-f.Choices)/each)))
}

// FairnessOf returns the figures of some games.
func FairnessOf(games [][]Choice) Fairness {
	f := Fairness{Games: len(games), Level: -1}
	var fit []float64
	var took, hard []float64
	for _, game := range games {
		for _, c := range game {
			if !c.Counts() {
				continue
			}
			f.Choices++
			loss := max(0, c.Best-c.Played)
			f.Loss += loss
			f.Spread += loss * loss
			if c.Agrees {
				f.Agreement++
			}
			took, hard = append(took, float64(c.Took)), append(hard, c.Second-c.Best)
			for len(fit) < len(c.Levels) {
				fit = append(fit, 0)
			}
			for i, same := range c.Levels {
				fit[i] += likelihood(same, c.Legal)
			}
		}
	}
	if f.Choices == 0 {
		return f
	}
	f.Loss /= float64(f.Choices)
	f.Spread = f.Spread/float64(f.Choices) - f.Loss*f.Loss
	f.Agreement /= float64(f.Choices)
	f.Pace = rankCorrelation(took, hard)
	for i := range fit {
		if f.Level < 0 || fit[i] > fit[f.Level] {
			f.Level = i
		}
	}
	return f
}

// straying is how often somebody who plays like a level makes another move than it.
const straying = 0.4

// likelihood is the logarithm of that of a move under a level.
func likelihood(same bool, legal int) float64 {
	if same {
		return math.Log(1 - straying)
	}
	return math.Log(straying / float64(legal-1))
}

// rankCorrelation is Spearman's.
func rankCorrelation(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	middle := float64(len(a)-1) / 2
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - middle) * (y[i] - middle)
		xx += (x[i] - middle) * (x[i] - middle)
		yy += (y[i] - middle) * (y[i] - middle)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks are the places of numbers among each other, from 0; equal ones share theirs.
func ranks(list []float64) []float64 {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		switch {
		case list[i] < list[j]:
			return -1
		case list[i] > list[j]:
			return 1
		}
		return 0
	})
	places := make([]float64, len(list))
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && list[order[to]] == list[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			places[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return places
}

// ChanceOf is how likely somebody honest of the strength of some others loses as little as f; false where they are too few.
// It allows for how far people are apart, and for the chance in the losses of who has fewer choices than the others. Roots of losses are compared, which lie more evenly about their middle.
func (f Fairness) ChanceOf(others []Fairness) (float64, bool) {
	n, choices := float64(len(others)), 0.0
	if n < fewestOthers {
		return 0, false
	}
	var mean, within, noise, apart float64
	for _, o := range others {
		mean += o.Loss / n
		within += o.Spread * float64(o.Choices)
		noise += 1 / float64(o.Choices) / n
		choices += float64(o.Choices)
	}
	within /= choices - n
	for _, o := range others {
		apart += (o.Loss - mean) * (o.Loss - mean) / (n - 1)
	}
	deviation := math.Sqrt(apart*(1+1/n) + within*max(0, 1/float64(f.Choices)-noise))
	if deviation == 0 {
		return 0, false
	}
	below := 2 * (mean - math.Sqrt(mean*f.Loss)) / deviation
	below *= (1 - 0.25/(n-1)) / math.Sqrt(1+below*below/(2*(n-1))) // Student's distribution, nearly
	return math.Erfc(below/math.Sqrt2) / 2, true
}
