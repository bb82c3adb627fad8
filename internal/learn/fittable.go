package learn

import "math"

// FitLine is what a fit says of the held-out positions of some phases. Errors are roots
// of the mean squared difference of predicted chance and result, losses the mean
// cross-entropy against the target.
type FitLine struct {
	From, To                      int // phases
	Positions                     int
	Results                       int // positions with a known result
	LinearError, NetError         float64
	SearchError                   float64
	LinearLoss, NetLoss, BestLoss float64 // BestLoss is that of the target itself
}

// fitPhases is how many phases a line of the table covers.
const fitPhases = 8

// newFitTable returns what positions say of a net; output returns what it says of each, the
// logarithm of the odds.
func newFitTable(list []sample, phases int, output func(i int) float64) []FitLine {
	table := make([]FitLine, 2+phases/fitPhases)
	table[0].To = phases
	for i := range table[1:] {
		table[i+1].From, table[i+1].To = i*fitPhases, (i+1)*fitPhases-1
	}
	for i := range list {
		s := &list[i]
		out := output(i)
		for _, l := range []*FitLine{&table[0], &table[1+int(s.phase)/fitPhases]} {
			l.Positions++
			odds := func(p float32) float64 { q := min(max(float64(p), 1e-9), 1-1e-9); return math.Log(q / (1 - q)) }
			l.LinearLoss += crossEntropy(odds(s.linear), float64(s.target))
			l.NetLoss += crossEntropy(out, float64(s.target))
			l.BestLoss += crossEntropy(odds(s.target), float64(s.target))
			if s.result >= 0 {
				square := func(p float64) float64 { return (p - float64(s.result)) * (p - float64(s.result)) }
				l.Results++
				l.LinearError += square(float64(s.linear))
				l.NetError += square(sigmoid(out))
				l.SearchError += square(float64(s.score))
			}
		}
	}
	for i := range table {
		l := &table[i]
		for _, v := range []*float64{&l.LinearLoss, &l.NetLoss, &l.BestLoss} {
			*v /= float64(max(l.Positions, 1))
		}
		for _, v := range []*float64{&l.LinearError, &l.NetError, &l.SearchError} {
			*v = math.Sqrt(*v / float64(max(l.Results, 1)))
		}
	}
	return table
}
