package learn

import "math"

// Curve sets the scores of the searches of self-play beside how the games ended.
type Curve struct {
	Games     int
	Positions int // with a known result and a score that is not decided

	// Steep is the score at which the side to move wins e times as often as it loses,
	// by the logistic curve that fits best; Low and High are the ends of its 95 %
	// interval, from game to game, because the positions of one game are much alike.
	Steep, Low, High float64

	// Bins are by the chance that the curve asked about predicts; Off is the mean
	// difference of predicted and actual over the positions, bin by bin.
	Bins [bins]Bin
	Off  float64
}

// scored is a score with the result it came to, a draw counted half.
type scored struct {
	game          int
	score, result float64
}

// Curve fits a curve from score to chance to the positions of the run, and holds
// another one, that of the judge, against them. Nothing of a net went into them but
// the searches themselves, so all positions are used.
func (r *Run) Curve(chance func(estimate int) float64) (*Curve, error) {
	files, err := r.Shards()
	if err != nil {
		return nil, err
	}
	var list []scored
	for _, name := range files {
		positions, err := r.readShard(name)
		if err != nil {
			return nil, err
		}
		for i := range positions {
			p := &positions[i]
			if p.Result != Unknown && !p.Proved && !p.Score.Decided() {
				list = append(list, scored{p.Game, float64(p.Score), float64(p.Result-Loss) / 2})
			}
		}
	}
	if len(list) == 0 {
		return nil, ErrNoPositions
	}
	return newCurve(list, chance), nil
}

// newCurve returns the curve of a list whose games follow one another.
func newCurve(list []scored, chance func(estimate int) float64) *Curve {
	c := &Curve{Positions: len(list)}
	slope, spread := fitSlope(list)
	c.Steep = 1 / slope
	c.Low, c.High = 1/(slope+1.96*spread), 1/max(slope-1.96*spread, 1e-9)
	for i, s := range list {
		if i == 0 || s.game != list[i-1].game {
			c.Games++
		}
		p := chance(int(s.score))
		b := &c.Bins[min(int(p*bins), bins-1)]
		b.Count++
		b.Predicted += p
		b.Actual += s.result
	}
	for i := range c.Bins {
		b := &c.Bins[i]
		c.Off += math.Abs(b.Predicted - b.Actual)
		b.finish()
	}
	c.Off /= float64(len(list))
	return c
}

// fitSlope returns the slope of the logistic curve through one half at 0 that makes the
// results likeliest, by Newton's steps, and its standard error, with games as units.
func fitSlope(list []scored) (slope, spread float64) {
	slope = 1.0 / scale
	var curved float64
	for range 30 {
		var gradient float64
		curved = 0
		for _, s := range list {
			p := sigmoid(slope * s.score)
			gradient += (s.result - p) * s.score
			curved += p * (1 - p) * s.score * s.score
		}
		slope = max(slope+gradient/max(curved, 1e-9), 1e-6)
	}
	var sum, squares float64
	for i, s := range list {
		sum += (s.result - sigmoid(slope*s.score)) * s.score
		if i+1 == len(list) || list[i+1].game != s.game {
			squares += sum * sum
			sum = 0
		}
	}
	return slope, math.Sqrt(squares) / max(curved, 1e-9)
}

// finish turns sums into means.
func (b *Bin) finish() {
	b.Predicted /= float64(max(b.Count, 1))
	b.Actual /= float64(max(b.Count, 1))
}
