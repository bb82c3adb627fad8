package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/nn"
	"cairn.example/players"
)

// A fit is the training of a dense net: a linear function of counts and a small
// hidden layer over the same counts. The counts of a position are computed once and
// kept, so a pass over a million positions takes seconds.

// counted is positions as a fit sees them: n counts each, one after another.
type counted struct {
	n    int
	x    []int16
	list []countedSample
}

// countedSample is what is known of a position. Chances are those of the side that
// the net's output speaks for.
type countedSample struct {
	phase  uint8
	proved bool
	target float32
	score  float32 // chance that the search gave it
	result float32 // chance that the result gives it, negative where it is not known
	linear float32 // chance that the linear evaluator gives it
}

func (d *counted) counts(i int) []int16 { return d.x[i*d.n : (i+1)*d.n] }

// wide writes the counts of a position to x, which has zeros beyond them.
func (d *counted) wide(i int, x []int32) []int32 {
	for k, v := range d.counts(i) {
		x[k] = int32(v)
	}
	return x
}

// keepOne is the share of a game's positions that a fit uses: one in so many, for
// neighbors in a game are much alike.
const keepOne = 3

// FitSettings say how a dense net is fitted.
type FitSettings struct {
	Part   string // which of the game's counts, "" for the first
	Hidden int    // of the hidden layer; 0 for none
	Knots  int    // sets of weights over the phases
	Epochs int
	Batch  int
	Rate   float64
	Mix    float64 // share of the search's score in the target
}

// DefaultFit returns the settings of the nets that are shipped; that of DVONN's placing
// was fitted with others, which FitAll knows.
func DefaultFit() FitSettings {
	return FitSettings{Hidden: 16, Knots: 4, Epochs: 20, Batch: 256, Rate: 0.003, Mix: 0.7}
}

// shippedFit returns the settings of the net that is shipped for such counts. For placings a
// hidden layer gained nothing, and without results in the target they became far worse.
func (r *Run) shippedFit(c nn.Counts) FitSettings {
	s := DefaultFit()
	s.Part = c.ID()
	if start := r.game.Start(""); isPlacing(start) && c.Applies(start) {
		s.Hidden, s.Mix, s.Epochs = 0, 0.5, 6
	}
	return s
}

// check returns what is wrong with settings.
func (s FitSettings) check() error {
	if s.Hidden < 0 || s.Hidden%nn.DenseLanes != 0 || s.Knots < 1 || s.Epochs < 1 || s.Batch < 1 || s.Rate <= 0 || s.Mix < 0 || s.Mix > 1 {
		return fmt.Errorf("learn: a fit with hidden %d (a multiple of %d), knots %d, epochs %d, batch %d, rate %g, mix %g is out of range",
			s.Hidden, nn.DenseLanes, s.Knots, s.Epochs, s.Batch, s.Rate, s.Mix)
	}
	return nil
}

// counts returns what is counted under a name, the game's first counts where there is none.
func (r *Run) counts(id string) (nn.Counts, error) {
	for _, c := range players.Counts(r.game) {
		if id == "" || c.ID() == id {
			return c, nil
		}
	}
	return nil, fmt.Errorf("learn: %s has no counts %s", r.game.Name(), game.Shown(id))
}

// loadCounted reads the shards like load, with counts in place of features.
func (r *Run) loadCounted(c nn.Counts, mix float64) (train, held *counted, err error) {
	files, err := r.Shards()
	if err != nil {
		return nil, nil, err
	}
	linear, err := players.Evaluator(r.game, "linear")
	if err != nil {
		return nil, nil, err
	}
	eval := linear()
	eval.Reset(r.game.New())
	train, held = &counted{n: c.Inputs()}, &counted{n: c.Inputs()}
	seen := map[uint64]bool{}
	x := make([]int32, c.Inputs())
	add := func(d *counted, p game.Position, at *Position, score engine.Score, theirs bool) {
		if seen[p.Key()] {
			return
		}
		seen[p.Key()] = true
		s := countedSample{phase: uint8(c.Phase(p)), proved: at.Proved, result: -1}
		flip := c.Viewer(p) != p.Side()
		own := func(chance float64) float32 {
			if flip {
				return float32(1 - chance)
			}
			return float32(chance)
		}
		ours := chanceOf(score)
		if theirs {
			ours = 1 - ours
		}
		s.score = own(ours)
		s.linear = own(chanceOf(eval.Evaluate(p)))
		if at.Result != Unknown {
			s.result = own(float64(at.Result-Loss) / 2)
		}
		switch {
		case at.Proved:
			s.target = s.result
		case at.Result == Unknown:
			s.target = s.score
		default:
			s.target = float32(mix)*s.score + float32(1-mix)*s.result
		}
		c.Count(p, x)
		for _, v := range x {
			d.x = append(d.x, int16(v))
		}
		d.list = append(d.list, s)
	}
	for count, i := 0, len(files)-1; i >= 0 && count < r.Window; i-- {
		_, list, err := ReadShard(files[i])
		if err != nil {
			return nil, nil, err
		}
		count += len(list)
		for from := 0; from < len(list); {
			to := from
			for to < len(list) && list[to].Game == list[from].Game {
				to++
			}
			d := train
			if r.isHeldOut(list[from].Game) {
				d = held
			}
			if err := r.addGame(c, d, list[from:to], add); err != nil {
				return nil, nil, err
			}
			from = to
		}
	}
	return train, held, nil
}

// addGame adds positions of a game. What a search says of a placing is little; what
// the first one of a full board says is much, and takes its place.
func (r *Run) addGame(c nn.Counts, d *counted, list []Position, add func(d *counted, p game.Position, at *Position, score engine.Score, theirs bool)) error {
	var full game.Position
	var fullScore engine.Score
	positions := make([]game.Position, len(list))
	for i := range list {
		p, err := r.game.Parse(list[i].Text)
		if err != nil {
			return fmt.Errorf("learn: a position of game %d: %w", list[i].Game, err)
		}
		positions[i] = p
		if full == nil && !isPlacing(p) {
			full, fullScore = p, list[i].Score
		}
	}
	first := int(mixed(uint64(list[0].Game)) % keepOne)
	for i, p := range positions {
		if i%keepOne != first || !c.Applies(p) {
			continue
		}
		if !isPlacing(p) {
			add(d, p, &list[i], list[i].Score, false)
		} else if full != nil {
			at := list[i]
			at.Proved = false
			add(d, p, &at, fullScore, full.Side() != p.Side())
		}
	}
	return nil
}

// fitter fits a dense net by Adam.
type fitter struct {
	n, h, knots      int
	phases           int
	size             []float32 // of each count: it is divided by it
	w, grad, m1, m2  []float32
	rows, bias       int // where the parameters begin; the linear ones at 0
	output           int
	steps            int
	sums, act, inner []float32
}

func newFitter(d *counted, phases int, s FitSettings, rng *rand.Rand) *fitter {
	f := &fitter{n: d.n, h: s.Hidden, knots: s.Knots, phases: phases}
	f.rows = f.knots * f.n
	f.bias = f.rows + f.n*f.h
	f.output = f.bias + f.h
	all := f.output + f.knots*f.h
	for _, l := range []*[]float32{&f.w, &f.grad, &f.m1, &f.m2} {
		*l = make([]float32, all)
	}
	f.size = make([]float32, f.n)
	for i := range d.list {
		for k, v := range d.counts(i) {
			f.size[k] += float32(v) * float32(v)
		}
	}
	for k := range f.size {
		f.size[k] = max(float32(math.Sqrt(float64(f.size[k])/float64(len(d.list)))), 0.1)
	}
	for i := f.rows; i < f.bias; i++ {
		f.w[i] = (2*rng.Float32() - 1) * float32(1.5/math.Sqrt(float64(f.n)))
	}
	for i := f.bias; i < f.output; i++ {
		f.w[i] = rng.Float32() * 0.5
	}
	for i := f.output; i < all; i++ {
		f.w[i] = (2*rng.Float32() - 1) * 0.1
	}
	f.sums, f.act, f.inner = make([]float32, f.h), make([]float32, f.h), make([]float32, f.h)
	return f
}

// between returns the knots that a phase lies between and its share of the second.
func (f *fitter) between(phase uint8) (k int, share float32) {
	if f.knots == 1 {
		return 0, 0
	}
	at := float32(phase) * float32(f.knots-1) / float32(f.phases)
	k = min(int(at), f.knots-2)
	return k, at - float32(k)
}

func (f *fitter) forward(x []int16, phase uint8) float32 {
	k, b := f.between(phase)
	a := 1 - b
	lin := f.w[k*f.n:][:f.n]
	next := lin
	if f.knots > 1 {
		next = f.w[(k+1)*f.n:][:f.n]
	}
	var out float32
	h := f.h
	sums := f.sums
	if h > 0 {
		copy(sums, f.w[f.bias:f.output])
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		s := float32(v) / f.size[i]
		out += s * (a*lin[i] + b*next[i])
		if h > 0 {
			row := f.w[f.rows+i*h:][:len(sums)]
			for j, w := range row {
				sums[j] += s * w
			}
		}
	}
	if h > 0 {
		o := f.w[f.output+k*h:][:h]
		on := o
		if f.knots > 1 {
			on = f.w[f.output+(k+1)*h:][:h]
		}
		for j, v := range sums {
			c := min(max(v, 0), 1)
			f.act[j] = c
			out += c * (a*o[j] + b*on[j])
		}
	}
	return out
}

func (f *fitter) backward(x []int16, phase uint8, d float32) {
	k, b := f.between(phase)
	a := 1 - b
	h := f.h
	var inner []float32
	if h > 0 {
		inner = f.inner
		for j, v := range f.sums {
			at := f.output + k*h + j
			w := a * f.w[at]
			f.grad[at] += d * a * f.act[j]
			if f.knots > 1 {
				w += b * f.w[at+h]
				f.grad[at+h] += d * b * f.act[j]
			}
			inner[j] = 0
			if v > 0 && v < 1 {
				inner[j] = d * w
			}
			f.grad[f.bias+j] += inner[j]
		}
	}
	lin := f.grad[k*f.n:][:f.n]
	var next []float32
	if f.knots > 1 {
		next = f.grad[(k+1)*f.n:][:f.n]
	}
	for i, v := range x {
		if v == 0 {
			continue
		}
		s := float32(v) / f.size[i]
		lin[i] += d * a * s
		if next != nil {
			next[i] += d * b * s
		}
		if h > 0 {
			g := f.grad[f.rows+i*h:][:len(inner)]
			for j, v := range inner {
				g[j] += s * v
			}
		}
	}
}

func (f *fitter) step(rate float32) {
	f.steps++
	by1 := float32(1 / (1 - math.Pow(beta1, float64(f.steps))))
	by2 := float32(1 / (1 - math.Pow(beta2, float64(f.steps))))
	for i := range f.w {
		g := f.grad[i]
		f.grad[i] = 0
		f.m1[i] += (1 - beta1) * (g - f.m1[i])
		f.m2[i] += (1 - beta2) * (g*g - f.m2[i])
		f.w[i] -= rate * f.m1[i] * by1 / (float32(math.Sqrt(float64(f.m2[i]*by2))) + epsilon)
	}
}

func (f *fitter) epoch(ctx context.Context, d *counted, batch int, rate float64, rng *rand.Rand) (float64, error) {
	order := rng.Perm(len(d.list))
	sum := 0.0
	for from := 0; from < len(order); from += batch {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		part := order[from:min(from+batch, len(order))]
		for _, i := range part {
			s := &d.list[i]
			x := d.counts(i)
			out := f.forward(x, s.phase)
			sum += crossEntropy(float64(out), float64(s.target))
			f.backward(x, s.phase, (float32(sigmoid(float64(out)))-s.target)/float32(len(part)))
		}
		f.step(float32(rate))
	}
	return sum / float64(max(len(order), 1)), nil
}

func (f *fitter) loss(d *counted) float64 {
	sum := 0.0
	for i := range d.list {
		s := &d.list[i]
		sum += crossEntropy(float64(f.forward(d.counts(i), s.phase)), float64(s.target))
	}
	return sum / float64(max(len(d.list), 1))
}

// net returns the net in integers. The error is that of its check, and says that weights
// are too large.
func (f *fitter) net(c nn.Counts, note string) (*nn.Dense, error) {
	d := &nn.Dense{Counts: c.ID(), Inputs: f.n, Phases: f.phases, Hidden: f.h, Knots: f.knots, Note: note}
	round := func(v float32, unit float64) int32 { return int32(math.Round(float64(v) * unit)) }
	for k := range f.knots {
		for i := range f.n {
			d.Linear = append(d.Linear, short(f.w[k*f.n+i]/f.size[i], scale*nn.LinearUnit))
		}
	}
	for i := range f.n * f.h {
		d.Rows = append(d.Rows, short(f.w[f.rows+i]/f.size[i/f.h], nn.Full))
	}
	for j := range f.h {
		d.Bias = append(d.Bias, round(f.w[f.bias+j], nn.Full))
	}
	for i := range f.knots * f.h {
		d.Output = append(d.Output, round(f.w[f.output+i], scale*nn.LinearUnit))
	}
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("learn: the fitted net: %w", err)
	}
	return d, nil
}

// short returns a weight in 16 bits.
func short(v float32, unit float64) int16 {
	return int16(min(max(math.Round(float64(v)*unit), math.MinInt16), math.MaxInt16))
}

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

// Fit fits a dense net to the positions of the run, writes it as a candidate, and
// returns what the held-out positions say of it: overall, then by phases. It uses one
// thread, so the net is the same to the bit for the same shards and settings.
func (r *Run) Fit(ctx context.Context, name string, s FitSettings, o Options) ([]FitLine, error) {
	if err := r.checkFree(name); err != nil {
		return nil, err
	}
	n, log, table, err := r.fit(ctx, name, s, o)
	if err != nil {
		return nil, err
	}
	return table, r.writeFit(name, log, n)
}

// FitAll fits a dense net to each phase of the game that the positions of the run are of,
// with the settings of the nets that are shipped, and writes them as one candidate.
func (r *Run) FitAll(ctx context.Context, name string, o Options) error {
	if err := r.checkFree(name); err != nil {
		return err
	}
	var nets []*nn.Dense
	var logs []byte
	for _, c := range players.Counts(r.game) {
		n, log, _, err := r.fit(ctx, name, r.shippedFit(c), o)
		if errors.Is(err, ErrNoPositions) {
			continue // games that begin with a full board have no placings
		} else if err != nil {
			return err
		}
		nets, logs = append(nets, n), append(logs, log...)
	}
	if len(nets) == 0 {
		return ErrNoPositions
	}
	return r.writeFit(name, logs, nets...)
}

// writeFit writes a candidate of dense nets and its loss log, the net last: where it is,
// the log is whole.
func (r *Run) writeFit(name string, log []byte, nets ...*nn.Dense) error {
	var data []byte
	for _, n := range nets {
		var err error
		if data, err = n.Append(data); err != nil {
			return err
		}
	}
	if err := files.Write(r.Path(Candidate, name, ".loss"), log, 0o644); err != nil {
		return err
	}
	return files.Write(r.Path(Candidate, name, ".net"), data, 0o644)
}

// fit fits a dense net and returns it, its loss log and what the held-out positions say.
func (r *Run) fit(ctx context.Context, name string, s FitSettings, o Options) (*nn.Dense, []byte, []FitLine, error) {
	if err := s.check(); err != nil {
		return nil, nil, nil, err
	}
	c, err := r.counts(s.Part)
	if err != nil {
		return nil, nil, nil, err
	}
	train, held, err := r.loadCounted(c, s.Mix)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(train.list) == 0 {
		return nil, nil, nil, ErrNoPositions
	}
	rng := rand.New(rand.NewPCG(mixed(uint64(len(train.list))), 2))
	f := newFitter(train, c.Phases(), s, rng)
	log, err := passes(c.ID(), s.Epochs, s.Rate, len(train.list), len(held.list), o,
		func(rate float64) (float64, error) { return f.epoch(ctx, train, s.Batch, rate, rng) },
		func() float64 { return f.loss(held) })
	if err != nil {
		return nil, nil, nil, err
	}
	note := fmt.Sprintf("%s, seed %s, %d positions, hidden %d, knots %d, mix %g, epochs %d, revision %s",
		name, r.Seed, len(train.list), s.Hidden, s.Knots, s.Mix, s.Epochs, o.Revision)
	n, err := f.net(c, note)
	if err != nil {
		return nil, nil, nil, err
	}
	table, err := fitTable(n, c, held)
	return n, log, table, err
}

// fitPhases is how many phases a line of the table covers.
const fitPhases = 8

// fitTable returns what the held-out positions say of a net, in its integers.
func fitTable(n *nn.Dense, c nn.Counts, held *counted) ([]FitLine, error) {
	line, err := nn.NewDenseLine(n, c)
	if err != nil {
		return nil, err
	}
	table := make([]FitLine, 2+c.Phases()/fitPhases)
	table[0].To = c.Phases()
	for i := range table[1:] {
		table[i+1].From, table[i+1].To = i*fitPhases, (i+1)*fitPhases-1
	}
	x := make([]int32, n.Inputs+nn.Lanes)
	for i := range held.list {
		s := &held.list[i]
		out := float64(line.Evaluate(held.wide(i, x), int(s.phase))) / scale
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
	return table, nil
}
