package match

import "math"

// SPRT is a sequential probability ratio test of two hypotheses about the
// difference in logistic Elo: it ends as soon as one of them is clear enough.
type SPRT struct {
	Elo0, Elo1  float64 // Elo0 < Elo1
	Alpha, Beta float64 // chances to accept H1 where H0 holds, and H0 where H1 holds
}

// Verdict is what a test says.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = ""
	AcceptH0  Verdict = "H0" // no better than Elo0
	AcceptH1  Verdict = "H1" // at least Elo1
)

// Bounds returns the log-likelihood ratios at which the test ends (Wald).
func (s SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// LLR returns the logarithm of how much likelier a tally's pairs are at Elo1 than
// at Elo0.
//
// Only the mean of a pair's points is given by a hypothesis, the rest of their
// distribution is not. So for each hypothesis the likeliest distribution with
// its mean takes part (the generalized test), which is that of an exponential
// tilt of what was seen.
func (s SPRT) LLR(t Tally) float64 {
	n := 0.0
	var p [5]float64
	for i, k := range t.Pairs {
		// A result that has not been seen yet is still possible.
		p[i] = max(float64(k), 1e-3)
		n += p[i]
	}
	if t.PairCount() == 0 {
		return 0
	}
	for i := range p {
		p[i] /= n
	}
	q0, q1 := tilt(p, Expected(s.Elo0)), tilt(p, Expected(s.Elo1))
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(q1[i]/q0[i])
	}
	return n * sum
}

// tilt returns the distribution with the given mean under which p is likeliest:
// p(i) / (1 + x (v(i) - mean)) for the one x that makes it a distribution.
func tilt(p [5]float64, mean float64) [5]float64 {
	value := func(i int) float64 { return float64(i)/4 - mean }
	low, high := -1/value(4), -1/value(0)
	for range 64 {
		x := (low + high) / 2
		f := 0.0
		for i := range p {
			f += p[i] * value(i) / (1 + x*value(i))
		}
		if f > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	var q [5]float64
	for i := range p {
		q[i] = p[i] / (1 + x*value(i))
	}
	return q
}

// Verdict says whether the test is over.
func (s SPRT) Verdict(t Tally) Verdict {
	low, high := s.Bounds()
	switch llr := s.LLR(t); {
	case llr <= low:
		return AcceptH0
	case llr >= high:
		return AcceptH1
	}
	return Undecided
}
