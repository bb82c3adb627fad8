package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"

	"cairn.example/game"
	"cairn.example/nn"
)

// checkConv returns what is wrong with settings of a convolutional net.
func (s FitSettings) checkConv() error {
	return cmp.Or(
		multiple("channels", s.Channels, nn.DenseLanes, nn.DenseLanes),
		above("blocks", s.Blocks, -1),
		multiple("hidden", s.Hidden, nn.DenseLanes, nn.DenseLanes),
		above("epochs", s.Epochs, 0),
		above("batch", s.Batch, 0),
		above("rate", s.Rate, 0),
		share("mix", s.Mix),
	)
}

// fitConv fits a convolutional net and returns it, its loss log and what the held-out
// positions say.
func (r *Run) fitConv(ctx context.Context, name string, b nn.Board, s FitSettings, o Options) (*nn.Conv, []byte, []FitLine, error) {
	if err := s.checkConv(); err != nil {
		return nil, nil, nil, err
	}
	train, held, err := r.load(viewOfBoard(b), s.Mix)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(train.list) == 0 {
		return nil, nil, nil, ErrNoPositions
	}
	f, err := newConvFitter(b, s, len(train.list), o)
	if err != nil {
		return nil, nil, nil, err
	}
	note := fmt.Sprintf("%s, seed %s, %d positions, channels %d, blocks %d, hidden %d, mix %g, epochs %d, revision %s",
		name, r.Seed, len(train.list), s.Channels, s.Blocks, s.Hidden, s.Mix, s.Epochs, o.Revision)
	if _, err := f.model.net(b, note); err != nil {
		return nil, nil, nil, err // a shape that no net has, before hours are spent on it
	}
	silent := o
	silent.Progress = nil // an epoch takes long: the fitter tells of its batches
	log, err := passes(Epoch{Part: b.ID(), Positions: len(train.list), HeldOut: len(held.list)}, s.Epochs, f.rateOf, silent,
		func(float64) (float64, error) { return f.epoch(ctx, train) },
		func() float64 { return f.loss(held) })
	if err != nil {
		return nil, nil, nil, err
	}
	n, err := f.model.net(b, note)
	if err != nil {
		return nil, nil, nil, err
	}
	table, err := f.table(n, b, held)
	return n, log, table, err
}

// convParts is how many parts a batch is cut into. The gradient of each is summed up by
// itself, and then they are added in their order, so that it is the same for any number of
// workers.
const convParts = 16

// convFitter fits a convolutional net by Adam, at a rate that falls from the full one to
// zero like a cosine.
type convFitter struct {
	model    *convModel
	settings FitSettings
	options  Options
	rng      *rand.Rand
	adam     *adam

	steps, whole int // steps done, and all that there will be

	passes chan *convPass // those not in use, one for each worker
	grads  [convParts][]float32
	losses [convParts]float64
}

func newConvFitter(b nn.Board, s FitSettings, positions int, o Options) (*convFitter, error) {
	rng := rand.New(rand.NewPCG(mixed(uint64(positions)), 3))
	m := newConvModel(b, s, rng)
	if o.Workers == 0 {
		o.Workers = runtime.NumCPU()
	}
	o.Workers = min(max(o.Workers, 1), convParts)
	f := &convFitter{
		model: m, settings: s, options: o, rng: rng, adam: newAdam(len(m.weights)),
		whole: s.Epochs * ((positions + s.Batch - 1) / s.Batch), passes: make(chan *convPass, o.Workers),
	}
	for range o.Workers {
		f.passes <- m.newPass()
	}
	for i := range f.grads {
		f.grads[i] = make([]float32, len(m.weights))
	}
	return f, nil
}

// rate returns that of a step.
func (f *convFitter) rate(step int) float64 {
	return f.settings.Rate * (1 + math.Cos(math.Pi*float64(step)/float64(f.whole))) / 2
}

// rateOf returns the rate that an epoch begins with.
func (f *convFitter) rateOf(epoch int) float64 { return f.rate(epoch * f.whole / f.settings.Epochs) }

// inParts calls work for the positions of each part of n, by all workers.
func (f *convFitter) inParts(n int, work func(p *convPass, part, from, to int)) {
	parts := make([]int, convParts)
	for i := range parts {
		parts[i] = i
	}
	err := inParallel(f.options.Workers, parts, func() (func(int) error, error) {
		return func(part int) error {
			p := <-f.passes
			work(p, part, part*n/convParts, (part+1)*n/convParts)
			f.passes <- p
			return nil
		}, nil
	})
	if err != nil {
		panic(err) // no work returns one
	}
}

// epoch passes once over the positions in a random order and returns the mean loss. The
// error is the cause of ctx's end.
func (f *convFitter) epoch(ctx context.Context, d *samples) (float64, error) {
	sum := 0.0
	order := f.rng.Perm(len(d.list))
	for len(order) > 0 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		n := min(f.settings.Batch, len(order))
		sum += f.step(d, order[:n])
		order = order[n:]
		f.options.tell(f.steps, f.whole)
	}
	return sum / float64(max(len(d.list), 1)), nil
}

// step learns from a batch and returns the sum of its losses.
func (f *convFitter) step(d *samples, batch []int) float64 {
	m := f.model
	m.transpose()
	f.inParts(len(batch), func(p *convPass, part, from, to int) {
		grad := f.grads[part]
		clear(grad)
		f.losses[part] = 0
		for i := from; i < to; i++ {
			s := &d.list[batch[i]]
			out := m.forward(p, d.numbers(batch[i]))
			m.backward(p, (float32(sigmoid(float64(out)))-s.target)/float32(len(batch)), grad)
			f.losses[part] += crossEntropy(float64(out), float64(s.target))
		}
	})
	sum := 0.0
	whole := f.grads[0]
	for part, grad := range f.grads {
		sum += f.losses[part]
		if part > 0 {
			for i, v := range grad {
				whole[i] += v
			}
		}
	}
	f.adam.step(float32(f.rate(f.steps)))
	f.adam.update(m.weights, whole, 0, len(m.weights))
	m.clipWeights()
	f.steps++
	return sum
}

// loss returns the mean loss over positions, 0 where there is none.
func (f *convFitter) loss(d *samples) float64 {
	var losses [convParts]float64
	f.inParts(len(d.list), func(p *convPass, part, from, to int) {
		for i := from; i < to; i++ {
			losses[part] += crossEntropy(float64(f.model.forward(p, d.numbers(i))), float64(d.list[i].target))
		}
	})
	sum := 0.0
	for _, v := range losses {
		sum += v
	}
	return sum / float64(max(len(d.list), 1))
}

// filled is a board that fills in what it holds.
type filled struct {
	nn.Board
	x []int16
}

// Fill fills x with the numbers held.
func (f *filled) Fill(_ game.Position, x []int16) { copy(x, f.x) }

// table returns what held-out positions say of the net in its integers.
func (f *convFitter) table(n *nn.Conv, b nn.Board, held *samples) ([]FitLine, error) {
	outs := make([]float64, len(held.list))
	var failed [convParts]error
	f.inParts(len(held.list), func(_ *convPass, part, from, to int) {
		position := &filled{Board: b}
		line, err := nn.NewConvLine(n, position)
		if err != nil {
			failed[part] = err
			return
		}
		for i := from; i < to; i++ {
			position.x = held.numbers(i)
			outs[i] = float64(line.Evaluate(nil)) / scale
		}
	})
	if err := cmp.Or(failed[:]...); err != nil {
		return nil, err
	}
	phases := 0
	for _, s := range held.list {
		phases = max(phases, int(s.phase))
	}
	return newFitTable(held.list, phases, func(i int) float64 { return outs[i] }), nil
}
