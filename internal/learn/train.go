package learn

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"cairn.example/game"
)

// Epoch is a line of a loss log: one pass over the positions.
type Epoch struct {
	Part      string  `json:"part,omitempty"` // what a fitted net is for
	Epoch     int     `json:"epoch"`
	Rate      float64 `json:"rate"`
	Train     float64 `json:"train"` // mean loss while training
	Held      float64 `json:"held"`  // mean loss of the held-out positions after it
	Positions int     `json:"positions"`
	HeldOut   int     `json:"heldOut"`
}

// checkFree returns an error where the run has a net of that name, or can have none.
func (r *Run) checkFree(name string) error {
	if err := checkName(name); err != nil {
		return err
	}
	for _, state := range []State{Candidate, Accepted, Rejected} {
		if _, err := os.Stat(r.Path(state, name, ".net")); err == nil {
			return newError("learn.net_exists", "file", game.Printable(r.Path(state, name, ".net")))
		}
	}
	return nil
}

// passes lets f go over the positions once an epoch and returns the loss log: a line after
// each time, like the given one.
func passes(ctx context.Context, line Epoch, epochs int, f netFitter, train, held *samples) ([]byte, error) {
	var log bytes.Buffer
	lines := json.NewEncoder(&log)
	for epoch := range epochs {
		line.Epoch, line.Rate = epoch+1, f.rateOf(epoch)
		var err error
		if line.Train, err = f.epoch(ctx, train); err != nil {
			return nil, err
		}
		line.Held = f.loss(held)
		if err := lines.Encode(line); err != nil {
			return nil, err
		}
	}
	return log.Bytes(), nil
}

// optimizer is how far a fit has come, and what every fit has.
type optimizer struct {
	settings     FitSettings
	options      Options
	rng          *rand.Rand
	adam         *adam
	steps, whole int // steps done, and all that there will be
}

// newOptimizer returns that of a fit to a number of positions; stream chooses its random numbers.
func newOptimizer(s FitSettings, o Options, positions int, stream uint64) optimizer {
	return optimizer{
		settings: s, options: o, rng: rand.New(rand.NewPCG(mixed(uint64(positions)), stream)),
		whole: s.Epochs * ((positions + s.Batch - 1) / s.Batch),
	}
}

// inBatches passes once over n positions in a random order: learn learns from a batch of them
// and returns the sum of its losses. The mean loss is returned, 0 where there is no position;
// the error is the cause of ctx's end.
func (o *optimizer) inBatches(ctx context.Context, n int, learn func(batch []int) float64) (float64, error) {
	sum := 0.0
	for batch := range slices.Chunk(o.rng.Perm(n), o.settings.Batch) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		sum += learn(batch)
		o.steps++
		o.options.tell(o.steps, o.whole)
	}
	return sum / float64(max(n, 1)), nil
}

// crossEntropy returns the loss of an output, the logarithm of the odds.
func crossEntropy(out, target float64) float64 {
	// log(1+e^out) - target*out, without an overflow.
	return max(out, 0) + math.Log1p(math.Exp(-math.Abs(out))) - target*out
}
