package learn

import (
	"slices"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
	"cairn.example/players"
)

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

// countLoader adds positions of shards to what a fit sees.
type countLoader struct {
	run    *Run
	counts nn.Counts
	linear engine.Evaluator
	mix    float64         // share of the search's score in the target
	seen   map[uint64]bool // the keys of the positions that were added
	x      []int32         // scratch: the counts of a position
}

// loadCounted reads the newest shards, up to the window of the settings. A position that
// was there before is left out, whichever set it is in; unlike load, it does not know images
// of positions.
func (r *Run) loadCounted(c nn.Counts, mix float64) (train, held *counted, err error) {
	linear, err := players.Evaluator(r.game, "linear")
	if err != nil {
		return nil, nil, err
	}
	l := &countLoader{run: r, counts: c, linear: linear(), mix: mix, seen: map[uint64]bool{}, x: make([]int32, c.Inputs())}
	train, held = &counted{n: c.Inputs()}, &counted{n: c.Inputs()}
	err = r.eachGame(func(shard string, list []Position) error {
		if r.isHeldOut(list[0].Game) {
			return l.addGame(held, shard, list)
		}
		return l.addGame(train, shard, list)
	})
	return train, held, err
}

// eachGame calls do with what each game has in a shard, those of the newest shards first, up
// to the window of the settings. The first error of do is returned.
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
		p, err := r.parse(shard, &list[i])
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
// the first one of a full board says is much, and takes its place.
func (l *countLoader) addGame(d *counted, shard string, list []Position) error {
	positions, full, err := l.run.parseGame(shard, list)
	if err != nil {
		return err
	}
	first := int(mixed(uint64(list[0].Game)) % keepOne)
	for i, p := range positions {
		if i%keepOne != first || !l.counts.Applies(p) {
			continue
		}
		if !isPlacing(p) {
			l.add(d, p, &list[i], chanceOf(list[i].Score))
		} else if full >= 0 {
			at := list[i]
			at.Proved = false
			l.add(d, p, &at, chanceFor(p.Side(), positions[full].Side(), list[full].Score))
		}
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
// side to move.
func (l *countLoader) add(d *counted, p game.Position, at *Position, searched float64) {
	if l.seen[p.Key()] {
		return
	}
	l.seen[p.Key()] = true
	flip := l.counts.Viewer(p) != p.Side()
	own := func(chance float64) float32 {
		if flip {
			return float32(1 - chance)
		}
		return float32(chance)
	}
	s := countedSample{
		phase: uint8(l.counts.Phase(p)), proved: at.Proved, result: -1, score: own(searched), linear: own(chanceOf(l.linear.Evaluate(p))),
	}
	if at.Result != Unknown {
		s.result = own(float64(at.Result-Loss) / 2)
	}
	s.target = targetOf(at, s.score, s.result, l.mix)
	l.counts.Count(p, l.x)
	for _, v := range l.x {
		d.x = append(d.x, int16(v))
	}
	d.list = append(d.list, s)
}
