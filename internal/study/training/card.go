package training

import (
	"math"
	"time"
)

// weights are the default weights of FSRS-6. The 18th to the 20th are for tries on
// one day, which this schedule does not tell from others.
var weights = [21]float64{
	0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
	1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
}

// decay is the exponent of the curve of forgetting.
var decay = -weights[20]

// factor makes the stability the time after which nine of ten are recalled.
var factor = rounded(math.Pow(0.9, 1/decay) - 1)

// grade is how a try went. Of the four grades of FSRS a puzzle knows again and good;
// the intervals of all four bound each other.
type grade int

const (
	again grade = 1 + iota
	hard
	good
	easy
)

const (
	leastStability = 0.001
	mostStability  = 36500 // days, and the longest interval
)

// day is the shortest time after which a puzzle comes back: who has just been shown
// the answer only remembers it.
const day = 24 * time.Hour

// Card is the schedule of one puzzle. The zero value is that of a puzzle that was
// never graded.
type Card struct {
	Stability  float64   `json:"stability"` // days
	Difficulty float64   `json:"difficulty"`
	Last       time.Time `json:"last"`
	Due        time.Time `json:"due"`
}

// after returns the card after another try.
func (c Card) after(right bool, now time.Time) Card {
	if right {
		return c.graded(good, now)
	}
	return c.graded(again, now)
}

// graded returns the card after a try with that grade.
func (c Card) graded(g grade, now time.Time) Card {
	days := 0
	if c.Stability > 0 {
		days = max(daysBetween(c.Last, now), 0)
	}
	next := Card{Stability: c.stability(g, days), Difficulty: c.difficulty(g), Last: now}
	next.Due = now.Add(time.Duration(c.interval(g, days)) * day)
	return next
}

// daysBetween counts the dates from one time to another, in UTC. Times before 1970 do
// not occur.
func daysBetween(from, to time.Time) int {
	const seconds = int64(day / time.Second)
	return int(to.Unix()/seconds - from.Unix()/seconds)
}

// interval returns after how many days the puzzle comes back: each grade at least a
// day later than the one below it.
func (c Card) interval(g grade, days int) int {
	whole := func(g grade) int {
		return int(min(max(math.Floor(c.stability(g, days)+0.5), 1), mostStability))
	}
	n := min(whole(again), whole(hard))
	for k := hard; k <= g; k++ {
		n = max(whole(k), n+1)
	}
	return n
}

// stability returns the stability after a try that comes days after the last one.
func (c Card) stability(g grade, days int) float64 {
	s := c.Stability
	if s == 0 {
		return weights[g-1]
	}
	recall := rounded(math.Pow(1+factor*float64(days)/s, decay))
	if g == again {
		forgotten := weights[11] * math.Pow(c.Difficulty, -weights[12]) * (math.Pow(s+1, weights[13]) - 1) * math.Exp(weights[14]*(1-recall))
		return min(max(rounded(s), leastStability), rounded(min(max(forgotten, leastStability), mostStability)))
	}
	growth := math.Exp(weights[8]) * (11 - c.Difficulty) * math.Pow(s, -weights[9]) * (math.Exp(weights[10]*(1-recall)) - 1)
	switch g {
	case hard:
		growth *= weights[15]
	case easy:
		growth *= weights[16]
	}
	return rounded(min(max(s*(1+growth), leastStability), mostStability))
}

// difficulty returns the difficulty after a try, from 1 to 10.
func (c Card) difficulty(g grade) float64 {
	first := func(g grade) float64 { return rounded(weights[4] - math.Exp(weights[5]*(float64(g)-1)) + 1) }
	if c.Stability == 0 {
		return bounded(first(g))
	}
	damped := c.Difficulty + rounded(-weights[6]*(float64(g)-3)*(10-c.Difficulty)/9)
	return bounded(rounded(weights[7]*first(easy) + (1-weights[7])*damped))
}

func bounded(d float64) float64 { return min(max(d, 1), 10) }

// rounded is how ts-fsrs rounds all it computes, so that both keep the same numbers.
func rounded(x float64) float64 { return math.Floor(x*1e8+0.5) / 1e8 }
