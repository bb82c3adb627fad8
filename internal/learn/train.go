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
			return newError(ErrNetExists.Code, "file", game.Printable(r.Path(state, name, ".net")))
		}
	}
	return nil
}

// falling returns the rate of each epoch: it falls from the full one to a hundredth of it.
func falling(rate float64, epochs int) func(epoch int) float64 {
	return func(epoch int) float64 { return rate * math.Pow(0.01, float64(epoch)/float64(max(epochs-1, 1))) }
}

// passes goes over the positions once an epoch, each time at its rate, and returns the loss
// log: a line after each time, like the given one, with what pass says of the training
// positions and held of the others.
func passes(line Epoch, epochs int, rateOf func(epoch int) float64, o Options, pass func(rate float64) (float64, error), held func() float64) ([]byte, error) {
	var log bytes.Buffer
	lines := json.NewEncoder(&log)
	for epoch := range epochs {
		line.Epoch, line.Rate = epoch+1, rateOf(epoch)
		var err error
		if line.Train, err = pass(line.Rate); err != nil {
			return nil, err
		}
		line.Held = held()
		if err := lines.Encode(line); err != nil {
			return nil, err
		}
		o.tell(epoch+1, epochs)
	}
	return log.Bytes(), nil
}

// inBatches passes once over n positions in a random order, batch by batch: learn is
// called with the number of each position and the size of its batch, adds to the
// gradient and returns the loss; step is called after each batch. The mean loss is
// returned, 0 where there is no position; the error is the cause of ctx's end.
func inBatches(ctx context.Context, n, batch int, rng *rand.Rand, learn func(i, size int) float64, step func()) (float64, error) {
	sum := 0.0
	for part := range slices.Chunk(rng.Perm(n), batch) {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		for _, i := range part {
			sum += learn(i, len(part))
		}
		step()
	}
	return sum / float64(max(n, 1)), nil
}

// crossEntropy returns the loss of an output, the logarithm of the odds.
func crossEntropy(out, target float64) float64 {
	// log(1+e^out) - target*out, without an overflow.
	return max(out, 0) + math.Log1p(math.Exp(-math.Abs(out))) - target*out
}
