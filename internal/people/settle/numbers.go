package settle

import (
	"math"
	"time"

	"cairn.example/internal/rating"
)

// The numbers of the rating system beside those of package rating.
const (
	leastDeviation = 45    // who plays a lot still has good and bad days
	periodsPerDay  = 0.214 // a deviation of 60 is 110 after a year without games
	otherPool      = 250   // the least deviation with which somebody comes from another pool

	provisional   = 110 // from this deviation on
	fewOpponents  = 4   // below this many different ones, too
	listedAt      = 90  // the largest deviation in a leaderboard
	listedGames   = 10
	listedFor     = 180 * day
	profileFor    = 90 * day // on a profile
	mostListed    = 200
	day           = 24 * time.Hour
	newVolatility = 0.06
)

// isProvisional reports whether little is known of a rating, whose deviation is that of now.
func (r Rating) isProvisional() bool { return r.Deviation >= provisional || r.Opponents < fewOpponents }

// later returns the rating as it is known at a time: the longer nobody has played, the less.
func (r Rating) later(at time.Time) Rating {
	r.Rating = rating.UpdateAfter(r.Rating, periods(r.At, at), nil)
	return r
}

// periods is how many rating periods are between two instants.
func periods(from, to time.Time) float64 {
	if from.IsZero() {
		return 0
	}
	return max(0, to.Sub(from).Hours()/24*periodsPerDay)
}

// ratingIn returns the rating of somebody in a pool. Who has none there begins with that of
// another pool, the one that is known best, or as somebody of whom nothing is known.
func ratingIn(pool, person string, all []Rating) Rating {
	begin := Rating{Person: person, Pool: pool, Rating: rating.New()}
	best := math.Inf(1)
	for _, r := range all {
		if r.Pool == pool {
			return r
		}
		if r.Deviation < best {
			best = r.Deviation
			begin.Rating = rating.Rating{Rating: r.Rating.Rating, Deviation: max(r.Deviation, otherPool), Volatility: newVolatility}
		}
	}
	return begin
}

// after returns a rating after a game at a time against an opponent as known then; new says
// that the two have not met before.
func (r Rating) after(at time.Time, opponent rating.Rating, score float64, first bool) Rating {
	r.Rating = rating.UpdateAfter(r.Rating, periods(r.At, at), []rating.Result{{Opponent: opponent, Score: score}})
	r.Deviation = max(leastDeviation, r.Deviation)
	r.Games++
	if first {
		r.Opponents++
	}
	if at.After(r.At) {
		r.At = at
	}
	if !r.isProvisional() {
		r.Best = max(r.Best, r.Rating.Rating)
	}
	return r
}

// rounded is a rating as people read it.
func rounded(x float64) int { return int(math.Round(x)) }
