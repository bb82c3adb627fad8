package training

import (
	"math"
	"time"
)

// weights are the default weights of FSRS-5.
var weights = [19]float64{
	0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192,
	1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
}

// The curve of forgetting.
const (
	decay  = -0.5
	factor = 19.0 / 81
)

// grade is how a try went; of the four grades of FSRS a puzzle knows two.
type grade int

const (
	again grade = 1
	good  grade = 3
)

// Card is the schedule of one puzzle. The zero value is none.
type Card struct {
	Stability  float64   `json:"stability"` // days
	Difficulty float64   `json:"difficulty"`
	Last       time.Time `json:"last"`
	Due        time.Time `json:"due"`
}

// soon is after how long a puzzle comes back that has just failed.
const soon = 10 * time.Minute

// longestInterval bounds the days between two tries.
const longestInterval = 365

// newCard returns the card of a puzzle whose first try has failed.
func newCard(now time.Time) Card {
	return Card{Stability: weights[again-1], Difficulty: firstDifficulty(again), Last: now, Due: now.Add(soon)}
}

// after returns the card after another try.
func (c Card) after(right bool, now time.Time) Card {
	g := again
	if right {
		g = good
	}
	days := max(now.Sub(c.Last).Hours()/24, 0)
	recall := math.Pow(1+factor*days/c.Stability, decay)
	next := Card{Difficulty: nextDifficulty(c.Difficulty, g), Last: now}
	switch {
	case days < 1: // on the same day only the short memory is trained
		next.Stability = c.Stability * math.Exp(weights[17]*(float64(g)-3+weights[18]))
	case right:
		next.Stability = c.Stability * (1 + math.Exp(weights[8])*(11-c.Difficulty)*math.Pow(c.Stability, -weights[9])*(math.Exp(weights[10]*(1-recall))-1))
	default:
		forgotten := weights[11] * math.Pow(c.Difficulty, -weights[12]) * (math.Pow(c.Stability+1, weights[13]) - 1) * math.Exp(weights[14]*(1-recall))
		next.Stability = min(forgotten, c.Stability)
	}
	next.Stability = min(max(next.Stability, 0.01), 36500)
	next.Due = now.Add(soon)
	if right {
		next.Due = now.AddDate(0, 0, min(max(int(math.Round(next.Stability)), 1), longestInterval))
	}
	return next
}

func firstDifficulty(g grade) float64 {
	return bounded(weights[4] - math.Exp(weights[5]*(float64(g)-1)) + 1)
}

func nextDifficulty(d float64, g grade) float64 {
	step := -weights[6] * (float64(g) - 3)
	damped := d + step*(10-d)/9
	const easy = 4
	return bounded(weights[7]*firstDifficulty(easy) + (1-weights[7])*damped)
}

func bounded(d float64) float64 { return min(max(d, 1), 10) }
