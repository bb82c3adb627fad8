package learn

import (
	"slices"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
	"cairn.example/players"
)

// samples is positions as a fit sees them: n numbers each, one after another.
type samples struct {
	n    int
	x    []int16
	list []sample
}

// sample is what is known of a position. Chances are those of the side that the net's
// output speaks for.
type sample struct {
	phase  uint8
	proved bool
	target float32
	score  float32 // chance that the search gave it
	result float32 // chance that the result gives it, negative where it is not known
	linear float32 // chance that the linear evaluator gives it
}

// numbers returns those of a position.
func (d *samples) numbers(i int) []int16 { return d.x[i*d.n : (i+1)*d.n] }

// wide writes the numbers of a position to x, which has zeros beyond them.
func (d *samples) wide(i int, x []int32) []int32 {
	for k, v := range d.numbers(i) {
		x[k] = int32(v)
	}
	return x
}

// view is what a net sees of positions: counts or a board.
type view struct {
	part interface {
		ID() string
		Applies(p game.Position) bool
		Viewer(p game.Position) game.Side
	}
	counts nn.Counts // of a dense net
	board  nn.Board  // of a convolutional net

	inputs, phases int
	phase          func(p game.Position) int
	fill           func(p game.Position, x []int16)
	shipped        FitSettings // of the net that is shipped
}

// viewOfCounts returns what a dense net sees.
func viewOfCounts(c nn.Counts) view {
	wide := make([]int32, c.Inputs())
	return view{part: c, counts: c, inputs: c.Inputs(), phases: c.Phases(), phase: c.Phase, shipped: DefaultFit(), fill: func(p game.Position, x []int16) {
		c.Count(p, wide)
		for i, v := range wide {
			x[i] = int16(v)
		}
	}}
}

// viewOfBoard returns what a convolutional net sees. Without results in the target, placings
// became far worse.
func viewOfBoard(b nn.Board) view {
	s := DefaultFit()
	s.Mix, s.Hidden, s.Epochs, s.Channels, s.Blocks = 0.5, 32, 5, 16, 1
	spots := len(b.Windows())
	return view{part: b, board: b, inputs: spots * b.Planes(), phases: spots, phase: stacksOf, shipped: s, fill: b.Fill}
}

// filled is a board that fills in what it holds.
type filled struct {
	nn.Board
	x []int16
}

// Fill fills x with the numbers held.
func (f *filled) Fill(_ game.Position, x []int16) { copy(x, f.x) }

// estimates returns what a net in integers says of each of some positions, in hundredths. The
// error says that the net is none for what is seen.
func (v view) estimates(net fitted, d *samples) (func(i int) int, error) {
	if n, ok := net.(*nn.Dense); ok {
		line, err := nn.NewDenseLine(n, v.counts)
		x := make([]int32, n.Inputs+nn.Lanes)
		return func(i int) int { return line.Evaluate(d.wide(i, x), int(d.list[i].phase)) }, err
	}
	position := &filled{Board: v.board}
	line, err := nn.NewConvLine(net.(*nn.Conv), position)
	return func(i int) int {
		position.x = d.numbers(i)
		return line.Evaluate(nil)
	}, err
}

// keepOne is the share of a game's positions that a fit uses: one in keepOne, because
// neighbors in a game are much alike.
const keepOne = 3

// loader adds positions of shards to what a fit sees.
type loader struct {
	run    *Run
	view   view
	linear engine.Evaluator
	mix    float64         // share of the search's score in the target
	seen   map[uint64]bool // the keys of the positions that were added
}

func (r *Run) newLoader(v view, mix float64) (*loader, error) {
	linear, err := players.Evaluator(r.game, "linear")
	if err != nil {
		return nil, err
	}
	return &loader{run: r, view: v, linear: linear(), mix: mix, seen: map[uint64]bool{}}, nil
}

// load reads the newest shards, up to the window of the settings. It leaves out a position
// that is in either set already, but not images of it.
func (r *Run) load(v view, mix float64) (train, held *samples, err error) {
	l, err := r.newLoader(v, mix)
	if err != nil {
		return nil, nil, err
	}
	train, held = &samples{n: v.inputs}, &samples{n: v.inputs}
	err = r.eachGame(func(shard string, list []Position) error {
		if isHeldOut(r.Seed, list[0].Game) {
			return l.addGame(held, shard, list)
		}
		return l.addGame(train, shard, list)
	})
	return train, held, err
}

// eachGame calls do with what each game has in a shard, those of the newest shards first, up
// to the window of the settings. It returns the first error of do.
func (r *Run) eachGame(do func(shard string, list []Position) error) error {
	files, err := r.Shards()
	if err != nil {
		return err
	}
	for count, i := 0, len(files)-1; i >= 0 && count < r.Window; i-- {
		list, err := r.readShard(files[i])
		if err != nil {
			return err
		}
		count += len(list)
		for len(list) > 0 {
			n := slices.IndexFunc(list, func(p Position) bool { return p.Game != list[0].Game })
			if n < 0 {
				n = len(list)
			}
			if err := do(files[i], list[:n]); err != nil {
				return err
			}
			list = list[n:]
		}
	}
	return nil
}

// parseGame returns the positions of a game in a shard, and which is the first where nothing
// is placed, -1 where there is none.
func (r *Run) parseGame(shard string, list []Position) (positions []game.Position, full int, err error) {
	full = -1
	for i := range list {
		p, err := parse(r.game, shard, &list[i])
		if err != nil {
			return nil, -1, err
		}
		positions = append(positions, p)
		if full < 0 && !isPlacing(p) {
			full = i
		}
	}
	return positions, full, nil
}

// addGame adds positions of a game in a shard. What a search says of a placing is little; what
// the search of the first full board says is much, and takes its place.
func (l *loader) addGame(d *samples, shard string, list []Position) error {
	positions, full, err := l.run.parseGame(shard, list)
	if err != nil {
		return err
	}
	first := int(mixed(uint64(list[0].Game)) % keepOne)
	for i, p := range positions {
		keepsIt := i%keepOne == first || i == full && l.view.board != nil
		if !keepsIt || full < 0 || !l.view.part.Applies(p) {
			continue
		}
		at, judge := list[i], max(i, full)
		if i < full || i == full && l.view.board != nil {
			at.Proved = false
		}
		viewer := l.view.part.Viewer(p)
		l.add(d, p, &at, chanceFor(viewer, positions[judge].Side(), list[judge].Score))
	}
	return nil
}

// chanceFor returns the chance of a side that the score of a search for mover gives it.
func chanceFor(side, mover game.Side, s engine.Score) float64 {
	if side != mover {
		return 1 - chanceOf(s)
	}
	return chanceOf(s)
}

// add adds a position, unless it was added before, with the chance that a search gave the
// viewer.
func (l *loader) add(d *samples, p game.Position, at *Position, searched float64) {
	if l.seen[p.Key()] {
		return
	}
	l.seen[p.Key()] = true
	viewer := l.view.part.Viewer(p)
	s := sample{
		phase: uint8(l.view.phase(p)), proved: at.Proved, result: -1, score: float32(searched),
		linear: float32(chanceFor(viewer, p.Side(), l.linear.Evaluate(p))),
	}
	if at.Result != Unknown {
		s.result = float32(at.Result-Loss) / 2
		if viewer != p.Side() {
			s.result = 1 - s.result
		}
	}
	s.target = targetOf(at, s.score, s.result, l.mix)
	d.x = append(d.x, make([]int16, d.n)...)
	l.view.fill(p, d.numbers(len(d.list)))
	d.list = append(d.list, s)
}
