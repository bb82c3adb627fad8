package learn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/nn"
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

// Train fits a net to the positions of the run and writes it as a candidate. It uses
// one thread, so the net is the same to the bit for the same shards and settings.
func (r *Run) Train(ctx context.Context, name string, o Options) (*nn.Net, error) {
	if err := r.checkFree(name); err != nil {
		return nil, err
	}
	if r.features == nil {
		return nil, ErrNoFeatures
	}
	train, held, err := r.load()
	if err != nil {
		return nil, err
	}
	if len(train.list) == 0 {
		return nil, ErrNoPositions
	}
	h := mixed(uint64(len(train.list)))
	for _, c := range []byte(r.Seed + "\x00" + name) {
		h = mixed(h ^ uint64(c))
	}
	rng := rand.New(rand.NewPCG(h, 1))
	m := newModel(r.features, r.Hidden, rng)
	t := newTrainer(m, r.features.Symmetries())
	log, err := passes(Epoch{Positions: len(train.list), HeldOut: len(held.list)}, r.Epochs, falling(r.Rate, r.Epochs), o,
		func(rate float64) (float64, error) { return t.epoch(ctx, train, r.Batch, rate, rng) },
		func() float64 { return t.loss(held) })
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("%s, seed %s, %d positions, %d epochs, revision %s", name, r.Seed, len(train.list), r.Epochs, o.Revision)
	n, err := m.net(r.features, note)
	if err != nil {
		return nil, err
	}
	data, err := n.Append(nil)
	if err != nil {
		return nil, err
	}
	if err := files.Write(r.Path(Candidate, name, ".loss"), log, 0o644); err != nil {
		return nil, err
	}
	return n, files.Write(r.Path(Candidate, name, ".net"), data, 0o644)
}

// falling returns the rate of each epoch: it falls from the full one to a hundredth of it.
func falling(rate float64, epochs int) func(epoch int) float64 {
	return func(epoch int) float64 { return rate * math.Pow(0.01, float64(epoch)/float64(max(epochs-1, 1))) }
}

// passes passes so many times over the positions, each at its rate, and returns the loss
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

// trainer fits a model by Adam. Rows that a step did not touch keep their moments.
type trainer struct {
	*model
	names     [][]nn.Feature // symmetries
	grad      []float32
	adam      *adam
	touched   []int
	isTouched []bool
	pass      *pass
	image     [2][]nn.Feature // scratch
}

func newTrainer(m *model, names [][]nn.Feature) *trainer {
	n := len(m.weights)
	return &trainer{
		model: m, names: names, pass: newPass(m.hidden),
		grad: make([]float32, n), adam: newAdam(n), isTouched: make([]bool, m.inputs+m.kinds),
	}
}

func (t *trainer) touch(row int) {
	if !t.isTouched[row] {
		t.isTouched[row] = true
		t.touched = append(t.touched, row)
	}
}

// epoch passes once over the positions in a random order, each in a random image,
// and returns the mean loss. The error is the cause of ctx's end.
func (t *trainer) epoch(ctx context.Context, d *set, batch int, rate float64, rng *rand.Rand) (float64, error) {
	learn := func(i, size int) float64 {
		s := &d.list[i]
		sides := t.imageOf(d, s, rng.IntN(len(t.names)))
		out := t.forward(t.pass, int(s.bucket), sides)
		p := float32(sigmoid(float64(out)))
		t.backward(t.pass, int(s.bucket), sides, (p-s.target)/float32(size), t.grad, t.touch)
		return crossEntropy(float64(out), float64(s.target))
	}
	return inBatches(ctx, len(d.list), batch, rng, learn, func() { t.step(float32(rate)) })
}

// imageOf returns the features of an image of a sample.
func (t *trainer) imageOf(d *set, s *sample, k int) [2][]nn.Feature {
	us, them := d.of(s)
	for side, list := range [2][]nn.Feature{us, them} {
		image := t.image[side][:0]
		for _, f := range list {
			image = append(image, t.names[k][f])
		}
		t.image[side] = image
	}
	return t.image
}

// loss returns the mean loss over a set, 0 for an empty one.
func (t *trainer) loss(d *set) float64 {
	sum := 0.0
	for i := range d.list {
		s := &d.list[i]
		us, them := d.of(s)
		sum += crossEntropy(float64(t.forward(t.pass, int(s.bucket), [2][]nn.Feature{us, them})), float64(s.target))
	}
	return sum / float64(max(len(d.list), 1))
}

// crossEntropy returns the loss of an output, the logarithm of the odds.
func crossEntropy(out, target float64) float64 {
	// log(1+e^out) - target*out, without an overflow.
	return max(out, 0) + math.Log1p(math.Exp(-math.Abs(out))) - target*out
}

// step moves the weights against the gradient, and clears it.
func (t *trainer) step(rate float32) {
	t.adam.step(rate)
	for _, row := range t.touched {
		t.adam.update(t.weights, t.grad, row*t.hidden, (row+1)*t.hidden)
		t.isTouched[row] = false
	}
	t.touched = t.touched[:0]
	t.adam.update(t.weights, t.grad, t.bias, len(t.weights))
}
